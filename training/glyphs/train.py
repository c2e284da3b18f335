"""Train the recogniser of minebot.vision.unknown.glyphs on random boards, and write its weights.

    python -m pip install torch onnx
    python training/glyphs/train.py --samples 3000000 --out minebot/vision/unknown/glyphs.onnx

Boards are drawn by a second process from (seed, index); the fonts of this machine are used for their digits, so other
machines give slightly other weights. Ctrl-C writes what has been learned so far.
"""

import argparse
import multiprocessing
import time
from pathlib import Path

import boards
import cv2
import numpy as np
import onnx
import torch
from torch import nn

from minebot.vision.unknown.glyphs import CLASSES, SIDE, cut_patches

BATCH_BOARDS = 8
BATCH_HELD = 384  # cells of screens beside those of the boards
FOREIGN = CLASSES.index("foreign")
KEPT = 4.0  # the weight of what the network said before, beside that of the truth


class Network(nn.Module):
    """Four convolutions and two heads in one: class scores, and at the end the score of being open."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 24, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
            nn.Conv2d(24, 48, 3, padding=1, bias=False), nn.BatchNorm2d(48), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(48, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(64, 96, 3, padding=1, bias=False), nn.BatchNorm2d(96), nn.ReLU(),
            nn.Flatten(), nn.Linear(96 * (SIDE // 8) ** 2, 96), nn.ReLU(), nn.Linear(96, len(CLASSES) + 1),
        )  # fmt: skip

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """Scores (n, classes + 1) of patches (n, 3, SIDE, SIDE), scaled to -0.5 .. 0.5."""
        return self.layers(patches)


def main() -> None:
    """Draw, learn, write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--samples", type=int, default=3_000_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--start", type=Path, help="weights of an earlier run (.pt, .onnx) to go on from")
    options.add_argument("--keep", type=Path, help="learn odd looks only: say of others what those weights say")
    options.add_argument("--held", type=Path, help="cells of which it says that too (.npy, by held.py)")
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--out", type=Path, required=True)
    asked = options.parse_args()
    if asked.held and not asked.keep:
        options.error("--held needs --keep: the weights that say what those cells are")
    torch.set_num_threads(1)
    network = stored(asked.start) if asked.start else Network()
    batches = multiprocessing.Queue(maxsize=8)
    drawer = multiprocessing.Process(target=draw, args=(asked.seed, batches), daemon=True)
    drawer.start()
    try:
        learn(network, batches, asked)
    except KeyboardInterrupt:
        print("stopped; what was learned is kept", flush=True)
    drawer.kill()
    save(network, asked.out)


def stored(file: Path) -> Network:
    """The network that an earlier run wrote."""
    network = Network()
    network.load_state_dict(weights_of(file))
    return network


def weights_of(file: Path) -> dict[str, torch.Tensor]:
    """The weights that an earlier run wrote.

    The export folds each normalisation into the convolution before it, whose bias it becomes: here it adds that alone.
    """
    if file.suffix == ".pt":
        return torch.load(file)
    graph = onnx.load(file).graph
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    network = Network()
    layers = [layer for layer in network.layers if isinstance(layer, nn.Conv2d | nn.Linear)]
    biased = [layer for layer in network.layers if isinstance(layer, nn.BatchNorm2d | nn.Linear)]
    with torch.no_grad():
        for node, layer, bias in zip(nodes, layers, biased, strict=True):
            layer.weight.copy_(torch.from_numpy(stored[node.input[1]].copy()))
            bias.bias.copy_(torch.from_numpy(stored[node.input[2]].copy()))
            if isinstance(bias, nn.BatchNorm2d):
                bias.running_var -= bias.eps
    return network.state_dict()


def draw(seed: int, batches: multiprocessing.Queue) -> None:
    """Put batches of patches with their labels into the queue, for ever."""
    cv2.setNumThreads(1)
    index = 0
    while True:
        parts = []
        while len(parts) < BATCH_BOARDS:
            rng = np.random.default_rng((seed, index))
            index += 1
            parts.append(samples(rng))
        batches.put(tuple(np.concatenate(part) for part in zip(*parts, strict=True)))


def samples(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The patches of one random board, their classes, whether each is open and whether its look is an odd one."""
    picture, lattice, symbols, opened, odd = boards.random_board(rng)
    patches = cut_patches(picture, boards.shaken(lattice, rng), np.arange(symbols.size))
    return patches, symbols.ravel(), opened.ravel(), np.full(symbols.size, odd)


def learn(network: Network, batches: multiprocessing.Queue, asked: argparse.Namespace) -> None:
    """One pass over fresh samples, the rate falling to nothing along a cosine."""
    steps = asked.samples // (BATCH_BOARDS * 64)
    chooser = torch.optim.AdamW(network.parameters(), lr=asked.rate, weight_decay=1e-4)
    falling = torch.optim.lr_scheduler.OneCycleLR(chooser, asked.rate, total_steps=steps + 1, pct_start=0.05)
    network.train()
    folded = asked.start and asked.start.suffix == ".onnx"  # which keeps nothing of how the outputs of a layer spread
    if folded or asked.keep:
        for layer in network.layers:
            if isinstance(layer, nn.BatchNorm2d):
                layer.eval()
    before = stored(asked.keep).eval() if asked.keep else None
    held = np.load(asked.held, mmap_mode="r") if asked.held else None
    drawn = np.random.default_rng(asked.seed)
    started, right, seen, loss_sum = time.monotonic(), 0, 0, 0.0
    for step in range(1, steps + 1):
        patches, symbols, opened, odd = batches.get()
        if held is not None:
            patches = np.concatenate([patches, held[drawn.integers(0, len(held), BATCH_HELD)]])
        shown, wanted = as_input(patches), torch.from_numpy(symbols)
        told = torch.zeros(len(shown), dtype=torch.bool)
        told[: len(odd)] = True if before is None else torch.from_numpy(odd)
        scores = network(shown)
        loss = torch.zeros(())
        if told.any():
            named = told[: len(odd)]
            truth = by_the_truth(scores[told], wanted[named], torch.from_numpy(opened).float()[named])
            loss = loss + told.float().mean() * truth
        if not told.all():
            with torch.no_grad():
                said = before(shown[~told])
            loss = loss + KEPT * (~told).float().mean() * by_what_was_said(scores[~told], said)
        chooser.zero_grad()
        loss.backward()
        chooser.step()
        falling.step()
        right += int((scores[told, :-1].argmax(1) == wanted[told[: len(odd)]]).sum())
        seen += int(told.sum())
        loss_sum += float(loss)
        if step % 100 == 0:
            print(
                f"{step}/{steps} loss {loss_sum / 100:.4f} right {right / seen:.4f} {time.monotonic() - started:.0f} s",
                flush=True,
            )
            right, seen, loss_sum = 0, 0, 0.0
        if step % 500 == 0:
            torch.save(network.state_dict(), asked.out.with_suffix(".pt"))


def by_the_truth(scores: torch.Tensor, wanted: torch.Tensor, opened: torch.Tensor) -> torch.Tensor:
    """The loss of scores against the classes of the cells, and whether they are open where that can be seen."""
    known = wanted != FOREIGN
    loss = nn.functional.cross_entropy(scores[:, :-1], wanted)
    return loss + 0.3 * nn.functional.binary_cross_entropy_with_logits(scores[known, -1], opened[known])


def by_what_was_said(scores: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
    """The loss of scores against those of the network as it was, in which the rare and the faint are told as well."""
    classes, were = (each[:, :-1].log_softmax(1) for each in (scores, said))
    loss = nn.functional.kl_div(classes, were, reduction="batchmean", log_target=True)
    return loss + 0.3 * nn.functional.smooth_l1_loss(scores[:, -1], said[:, -1])


def as_input(patches: np.ndarray) -> torch.Tensor:
    """What the network takes, from bytes (n, SIDE, SIDE, 3)."""
    return torch.from_numpy(patches).permute(0, 3, 1, 2).float() / 255 - 0.5


def save(network: Network, out: Path) -> None:
    """Write the network as ONNX, which OpenCV runs."""
    network.eval()
    torch.save(network.state_dict(), out.with_suffix(".pt"))
    example = torch.zeros(1, 3, SIDE, SIDE)
    torch.onnx.export(
        network,
        (example,),
        str(out),
        dynamo=False,
        input_names=["patches"],
        output_names=["scores"],
        dynamic_axes={"patches": {0: "n"}, "scores": {0: "n"}},
    )


if __name__ == "__main__":
    main()
