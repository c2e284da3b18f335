"""Fit the chooser of minebot.solver.kernels.chooser to guesses of choices.py, and write its weights.

    python -m pip install torch numpy && python training/value/choose.py choices.npz --minutes 7 --out chooser.npz

What a look ahead chooses cells by has no noise: so the network is to say, beside the logarithm of how safe a cell is,
what differs between the logarithms of the merits of two cells, and above all which is the highest. The first guesses
are held back, and tell by how much the cell that it chooses is worse than the best.
"""

import argparse
from pathlib import Path
from time import monotonic

import numpy as np
import torch
from fit import Layer, Played, described
from torch import Tensor, nn
from torch.nn import functional

from minebot.solver.kernels.net import FEATURES

HELD_BACK, BATCH, RATE = 3000, 192, 0.008
SHARP = 0.03  # how much lower the logarithm of a merit is that counts e times less


class Network(nn.Module):
    """What each cell says."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.layers, self.head = nn.ModuleList(Layer() for _ in range(layers)), nn.Linear(FEATURES, 1)
        with torch.no_grad():
            self.head.weight *= 0.1
            self.head.bias.zero_()

    def forward(self, cells: Tensor, matters: Tensor) -> Tensor:
        """Of (n, height, width, FEATURES) make (n, height * width)."""
        for layer in self.layers:
            cells = layer(cells, matters)
        return self.head(cells)[..., 0].flatten(1)

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights under the names that the kernels know."""
        found = {
            "own": torch.stack([layer.own.weight.T for layer in self.layers]),
            "around": torch.stack([layer.around.weight.T for layer in self.layers]),
            "bias": torch.stack([layer.own.bias for layer in self.layers]),
            "head": torch.cat([self.head.weight[0], self.head.bias]),
        }
        return {name: weights.detach().numpy() for name, weights in found.items()}


class Choices:
    """The guesses of a file."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as stored:
            width, height = stored["size"].tolist()
            self.played = Played((height, width), stored["states"], stored["risks"], torch.empty(0))
            cells = torch.from_numpy(stored["cells"].astype(np.int64))
            self.there, self.cells = cells >= 0, cells.clamp_min(0)
            self.merits = torch.from_numpy(stored["merits"]).clamp_min(1e-6).log()
        self.merits = self.merits.masked_fill(~self.there, -torch.inf)

    def scores(self, network: Network, part: Tensor) -> Tensor:
        """What each candidate of some guesses is chosen by; those that are not there by minus infinity."""
        cells, matters, _ = described(self.played, part)
        risks = torch.from_numpy(self.played.risks[part.numpy()].astype(np.float32)).gather(1, self.cells[part])
        said = network(cells, matters).gather(1, self.cells[part])
        return ((1 - risks).clamp_min(1e-3).log() + said).masked_fill(~self.there[part], -torch.inf)

    def loss(self, network: Network, part: Tensor) -> Tensor:
        """By how much the scores are off: which is the highest, and how they differ from the mean of the best."""
        scores, merits, there = self.scores(network, part), self.merits[part], self.there[part]
        best = functional.softmax(merits / SHARP, 1)
        missed = -(best * functional.log_softmax(scores / SHARP, 1).masked_fill(~there, 0)).sum(1).mean()
        scores, merits = scores.masked_fill(~there, 0), merits.masked_fill(~there, 0)
        off = (scores - (best * scores).sum(1, keepdim=True)) - (merits - (best * merits).sum(1, keepdim=True))
        return 0.1 * missed + 20 * functional.huber_loss(
            off[there], torch.zeros(()).expand(int(there.sum())), delta=0.05
        )

    def regret(self, network: Network) -> float:
        """By how much the logarithm of the merit is lower than the best, of the cells chosen in what is held back."""
        lost = []
        with torch.no_grad():
            for part in torch.arange(HELD_BACK).split(BATCH):
                chosen = self.scores(network, part).argmax(1, keepdim=True)
                lost.append(self.merits[part].max(1).values - self.merits[part].gather(1, chosen)[:, 0])
        return float(torch.cat(lost).mean())


def main() -> None:
    """Read, fit, write."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", type=Path)
    options.add_argument("--layers", type=int, default=4)
    options.add_argument("--minutes", type=float, default=7)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    network, choices = Network(given.layers), Choices(given.file)
    try:
        _fit(network, choices, 60 * given.minutes)
    except KeyboardInterrupt:
        print("stopped; what was learned is kept", flush=True)
    np.savez(given.out, **network.arrays())
    print(f"chooses what is worse by {choices.regret(network):.4f} than the best, on guesses held back")


def _fit(network: Network, choices: Choices, seconds: float) -> None:
    optimiser, began, steps = torch.optim.AdamW(network.parameters(), weight_decay=1e-4), monotonic(), 0
    while (done := (monotonic() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(done / 0.05, 1) * (1 + np.cos(np.pi * done)) / 2 + 1e-6
        part = torch.randint(HELD_BACK, len(choices.cells), (BATCH,))
        loss = choices.loss(network, part)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        steps += 1
        if steps % 250 == 0:
            print(f"{done:.0%}: {loss.item():.4f}, worse by {choices.regret(network):.4f}", flush=True)


if __name__ == "__main__":
    main()
