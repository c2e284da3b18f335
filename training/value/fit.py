"""Fit the value network of minebot.solver.kernels.net to positions of selfplay.py, and write its weights.

    python -m pip install torch numpy && python training/value/fit.py expert.npz beginner.npz --epochs 2 --out value.npz

The network is the same as in the kernels, which describe the positions; it learns the expected worth by cross entropy.
The first positions of each file are held back, and tell how well it does.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from minebot.compiled import entry
from minebot.solver.kernels.arrays import Codes, Floats
from minebot.solver.kernels.model import MINE, SAFE, UNDECIDED
from minebot.solver.kernels.net import FEATURES, MATTERS, WHOLE, Singles, describe, new_planes, summarise
from minebot.solver.kernels.player import COVERED
from minebot.topology import Grid, grid

DEEPER = 16
HELD_BACK, BATCH = 2000, 256
KNOWN_MINE, KNOWN_SAFE = -2, -3


@dataclass(frozen=True)
class Played:
    """The positions of a file of selfplay.py: the height and width of the boards, and what it kept of each position."""

    shape: tuple[int, int]
    states: Codes
    risks: NDArray[np.float16]
    worth: Tensor


class Layer(nn.Module):
    """What a cell and the sum of its neighbours say, cut off at 0."""

    def __init__(self) -> None:
        super().__init__()
        self.own, self.around = nn.Linear(FEATURES, FEATURES), nn.Linear(FEATURES, FEATURES, bias=False)
        with torch.no_grad():
            self.around.weight *= 0.3

    def forward(self, cells: Tensor, matters: Tensor) -> Tensor:
        """Of (n, height, width, FEATURES) make as many."""
        return functional.relu(self.own(cells) + self.around(neighbours(cells))) * matters


class Network(nn.Module):
    """The logarithm of the probability of winning."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(1 + layers))
        self.head = nn.Linear(FEATURES, 1)
        self.deep, self.last = nn.Linear(WHOLE + FEATURES, DEEPER), nn.Linear(DEEPER, 1)
        with torch.no_grad():
            self.head.bias.fill_(-6)
            self.head.weight *= 0.3
            self.last.bias.fill_(-1)

    def forward(self, cells: Tensor, matters: Tensor, whole: Tensor) -> Tensor:
        """Of what `described` tells, one number a position."""
        for layer in self.layers:
            cells = layer(cells, matters)
        costs = (functional.softplus(self.head(cells)) * matters).sum((1, 2, 3))
        heard = functional.relu(self.deep(torch.cat([whole, cells.sum((1, 2)) / 64], 1)))
        return -costs - functional.softplus(self.last(heard))[:, 0]

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights under the names that the kernels know."""
        first, others = self.layers[0], self.layers[1:]
        found = {
            "first_own": first.own.weight.T,
            "first_around": first.around.weight.T,
            "first_bias": first.own.bias,
            "own": torch.stack([layer.own.weight.T for layer in others]),
            "around": torch.stack([layer.around.weight.T for layer in others]),
            "bias": torch.stack([layer.own.bias for layer in others]),
            "head": torch.cat([self.head.weight[0], self.head.bias]),
            "deep": self.deep.weight.T,
            "deep_bias": self.deep.bias,
            "last": torch.cat([self.last.weight[0], self.last.bias]),
        }
        return {name: weights.detach().numpy() for name, weights in found.items()}


def neighbours(cells: Tensor) -> Tensor:
    """The sum over the eight neighbours, of (n, height, width, channels)."""
    rows = cells.clone()
    rows[:, 1:] += cells[:, :-1]
    rows[:, :-1] += cells[:, 1:]
    both = rows.clone()
    both[:, :, 1:] += rows[:, :, :-1]
    both[:, :, :-1] += rows[:, :, 1:]
    return both - cells


@entry
def describe_all(where: Grid, states: Codes, risks: Singles, features: Singles, whole: Floats) -> None:
    """Describe each position as the player does."""
    count = states.shape[1]
    shown, known, planes = np.empty(count, np.int8), np.empty(count, np.int8), new_planes(where)
    for place in range(len(states)):
        for cell in range(count):
            state = states[place, cell]
            shown[cell] = state if state >= 0 else COVERED
            known[cell] = MINE if state == KNOWN_MINE else SAFE if state == KNOWN_SAFE else UNDECIDED
        describe(where, shown, known, risks[place].astype(np.float64), known, planes)
        summarise(planes)
        features[place], whole[place] = planes.features, planes.whole[:WHOLE]


def described(file: Played, part: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The features of each cell of some positions, which cells matter, and the features of the whole."""
    chosen, (height, width) = part.numpy(), file.shape
    states, risks = file.states[chosen], file.risks[chosen].astype(np.float32)
    features, whole = np.empty((*states.shape, FEATURES), np.float32), np.empty((len(states), WHOLE))
    describe_all(grid("square", width, height), states, risks, features, whole)
    cells = torch.from_numpy(features).reshape(len(states), height, width, FEATURES)
    return cells, cells[..., MATTERS, None], torch.from_numpy(whole).float()


def loss_of(network: Network, file: Played, part: Tensor) -> Tensor:
    """The cross entropy of each of some positions."""
    chance, worth = network(*described(file, part)).exp().clamp(1e-6, 1 - 1e-6), file.worth[part]
    return -(worth * chance.log() + (1 - worth) * torch.log1p(-chance))


def main() -> None:
    """Read, fit, write."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", type=Path, nargs="+")
    options.add_argument("--epochs", type=float, default=2)
    options.add_argument("--rate", type=float, default=6e-3)
    options.add_argument("--layers", type=int, default=2)
    options.add_argument("--start", type=Path, help="weights of an earlier run (.pt) to go on from")
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    network = Network(asked.layers)
    if asked.start:
        network.load_state_dict(torch.load(asked.start))
    data = [_read(file) for file in asked.files]
    try:
        _fit(network, data, asked)
    except KeyboardInterrupt:
        print("stopped; what was learned is kept", flush=True)
    np.savez(asked.out, **network.arrays())
    torch.save(network.state_dict(), asked.out.with_suffix(".pt"))


def _read(file: Path) -> Played:
    with np.load(file) as stored:
        width, height = stored["size"].tolist()
        return Played((height, width), stored["states"], stored["risks"], torch.tensor(stored["worth"]))


def _fit(network: Network, data: list[Played], asked: argparse.Namespace) -> None:
    orders = [torch.randperm(len(file.worth) - HELD_BACK) + HELD_BACK for file in data]
    batches = [(file, part) for file, order in enumerate(orders) for part in order.split(BATCH)]
    steps = int(asked.epochs * len(batches))
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, asked.rate, total_steps=steps, pct_start=0.1)
    mean = 0.0
    for step in range(steps):
        file, part = batches[int(torch.randint(len(batches), ()))]
        loss = loss_of(network, data[file], part).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        mean += (loss.item() - mean) / min(step + 1, 250)
        if step % 250 == 249 or step == steps - 1:
            print(f"{step + 1} of {steps}: {mean:.4f}, held back {_held_back(network, data)}", flush=True)


def _held_back(network: Network, data: list[Played]) -> list[float]:
    with torch.no_grad():
        return [round(loss_of(network, file, torch.arange(HELD_BACK)).mean().item(), 4) for file in data]


if __name__ == "__main__":
    main()
