"""Fit the value network of minebot.solver.kernels.net to positions of selfplay.py, and write its weights.

    python -m pip install torch numpy && python training/value/fit.py expert.npz beginner.npz --epochs 2 --out value.npz

The network is the same as in the kernels, and learns the expected worth by cross entropy. The first positions of each
file are held back, and tell how well it does.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

FEATURES, WHOLE, DEEPER = 9, 11, 16
HELD_BACK, BATCH = 2000, 256
COVERED, KNOWN_MINE, KNOWN_SAFE = -1, -2, -3


class Layer(nn.Module):
    """What a cell and the sum of its neighbours say, cut off at 0."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.own, self.around = nn.Linear(inputs, outputs), nn.Linear(inputs, outputs, bias=False)
        with torch.no_grad():
            self.around.weight *= 0.3

    def forward(self, cells: Tensor, matters: Tensor) -> Tensor:
        """Of (n, height, width, inputs) make (n, height, width, outputs)."""
        return functional.relu(self.own(cells) + self.around(neighbours(cells))) * matters


class Network(nn.Module):
    """The logarithm of the probability of winning."""

    def __init__(self, hidden: int, layers: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer(FEATURES, hidden), *(Layer(hidden, hidden) for _ in range(layers))])
        self.head = nn.Linear(hidden, 1)
        self.deep, self.last = nn.Linear(WHOLE + hidden, DEEPER), nn.Linear(DEEPER, 1)
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


def described(states: Tensor, risks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The features of each cell, which cells matter, and the features of the whole, as the kernels make them."""
    states, risks = states.float(), risks.float()
    undecided, safe = (states == COVERED).float(), (states == KNOWN_SAFE).float()
    number = (states >= 0).float()
    around = neighbours(torch.stack([states == KNOWN_MINE, undecided, safe, number], -1).float())
    mines, doubts, certain, numbers = around.unbind(-1)
    number *= (doubts + certain > 0).float()
    free = undecided * (numbers == 0)
    matters, risk = undecided + safe + number, risks * undecided
    spread = 4 * risks * (1 - risks) * undecided
    left = number * (states - mines) / 4
    cells = torch.stack([undecided, risk, safe, number, left, number * doubts / 4, free, matters, spread], -1)
    return cells, matters[..., None], _whole(undecided, safe, free, risk, spread)


def _whole(undecided: Tensor, safe: Tensor, free: Tensor, risk: Tensor, spread: Tensor) -> Tensor:
    many, safes, frees = undecided.sum((1, 2)), safe.sum((1, 2)), free.sum((1, 2))
    stuck = (safes == 0).float()
    safety = ((1 - risk) * undecided).flatten(1).topk(2, 1).values.clamp(min=1e-3)
    features = [
        stuck,
        -stuck * safety[:, 0].log(),
        -stuck * safety[:, 1].log(),
        safes.clamp(max=8) / 8,
        many / 480,
        risk.sum((1, 2)) / 99,
        frees / 480,
        (free * risk).sum((1, 2)) / frees.clamp(min=1),
        ((undecided - free) * spread).sum((1, 2)) / 64,
        many.log1p() / 6,
        1 / (1 + many),
    ]
    return torch.stack(features, 1)


def loss_of(network: Network, states: Tensor, risks: Tensor, worth: Tensor) -> Tensor:
    """The cross entropy of each position."""
    chance = network(*described(states, risks)).exp().clamp(1e-6, 1 - 1e-6)
    return -(worth * chance.log() + (1 - worth) * torch.log1p(-chance))


def main() -> None:
    """Read, fit, write."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", type=Path, nargs="+")
    options.add_argument("--epochs", type=float, default=2)
    options.add_argument("--rate", type=float, default=6e-3)
    options.add_argument("--hidden", type=int, default=12)
    options.add_argument("--layers", type=int, default=2)
    options.add_argument("--start", type=Path, help="weights of an earlier run (.pt) to go on from")
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    network = Network(asked.hidden, asked.layers)
    if asked.start:
        network.load_state_dict(torch.load(asked.start))
    data = [_read(file) for file in asked.files]
    try:
        _fit(network, data, asked)
    except KeyboardInterrupt:
        print("stopped; what was learned is kept", flush=True)
    np.savez(asked.out, **network.arrays())
    torch.save(network.state_dict(), asked.out.with_suffix(".pt"))


def _read(file: Path) -> tuple[Tensor, Tensor, Tensor]:
    with np.load(file) as stored:
        width, height = stored["size"][:2].tolist()
        shape = -1, height, width
        states, risks, worth = stored["states"], stored["risks"], stored["worth"]
    return torch.tensor(states).reshape(shape), torch.tensor(risks).reshape(shape), torch.tensor(worth)


def _fit(network: Network, data: list[tuple[Tensor, Tensor, Tensor]], asked: argparse.Namespace) -> None:
    orders = [torch.randperm(len(worth) - HELD_BACK) + HELD_BACK for _, _, worth in data]
    batches = [(file, part) for file, order in enumerate(orders) for part in order.split(BATCH)]
    steps = int(asked.epochs * len(batches))
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, asked.rate, total_steps=steps, pct_start=0.1)
    mean = 0.0
    for step in range(steps):
        file, part = batches[int(torch.randint(len(batches), ()))]
        loss = loss_of(network, *(each[part] for each in data[file])).mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        mean += (loss.item() - mean) / min(step + 1, 250)
        if step % 250 == 249 or step == steps - 1:
            print(f"{step + 1} of {steps}: {mean:.4f}, held back {_held_back(network, data)}", flush=True)


def _held_back(network: Network, data: list[tuple[Tensor, Tensor, Tensor]]) -> list[float]:
    with torch.no_grad():
        return [round(loss_of(network, *(each[:HELD_BACK] for each in file)).mean().item(), 4) for file in data]


if __name__ == "__main__":
    main()
