"""A recorded game as one self-contained HTML page: its frames one after the other, and what was thought and done."""

import base64
import html
from collections.abc import Sequence
from pathlib import Path

from minebot.errors import RecordError
from minebot.geometry import Cell, Lattice
from minebot.move import Action
from minebot.play.recorded import Record, Step, listed

_STYLE = """body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; display: flex; flex-wrap: wrap; gap: 2rem }
header { flex-basis: 100% } h1 { font-size: 1.3rem; margin: 0 }
#stage { position: sticky; top: 1rem; align-self: flex-start }
#film { position: relative; margin-top: .5rem }
#film img, #film svg { position: absolute; image-rendering: pixelated }
#film svg { inset: 0; overflow: visible } #film [hidden] { display: none }
ol { margin: 0; padding: 0; list-style: none; flex: 1; min-width: 22rem }
li { border-top: 1px solid #ccc; padding: .5rem }
li.now { background: #eef4ff } li { cursor: pointer } pre { font-size: 12px; line-height: 1.15; overflow: auto }
small { color: #666 } .difference { color: #b00 } rect { fill: none; stroke-width: 2 }
.open { stroke: #0a0 } .flag { stroke: #c00 } .chord { stroke: #06c } .guess { stroke: #e80 }"""

_SCRIPT = """const turns = [...document.querySelectorAll("li")], slider = document.querySelector("input");
function show(turn) {
  slider.value = turn;
  for (const each of document.querySelectorAll("#film img, #film svg"))
    each.toggleAttribute("hidden", turn < +each.dataset.from || turn >= +each.dataset.till);
  turns.forEach((each, index) => each.classList.toggle("now", index == turn));
}
slider.addEventListener("input", () => show(+slider.value));
turns.forEach((each, index) => each.addEventListener("click", () => show(index)));
document.addEventListener("keydown", event => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!step || event.target == slider) return;
  const turn = Math.min(turns.length - 1, Math.max(0, +slider.value + step));
  show(turn); turns[turn].scrollIntoView({block: "nearest"});
});
show(0);"""


def write_page(path: Path, record: Record, differences: Sequence[str], lattices: Sequence[Lattice]) -> None:
    """Write the page; RecordError where the file cannot be written. `lattices` tell where the board is in a frame."""
    header = record.header
    title = f"{header.theme}, {header.solver}: {record.result or 'broken off'}"
    found = "".join(f"<p class=difference>{html.escape(text)}</p>\n" for text in differences) or "<p>No difference.</p>"
    broken = f"<p>It broke off: {html.escape(record.stopped)}</p>" if record.stopped else ""
    turns = "\n".join(_turn(turn, step) for turn, step in enumerate(record.steps))
    text = (
        f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{html.escape(title)}</title>\n"
        f"<style>{_STYLE}</style>\n<header><h1>{html.escape(title)}</h1>\n{found}{broken}</header>\n"
        f"<div id=stage><input type=range min=0 max={len(record.steps) - 1} value=0> arrow keys, or click a turn\n"
        f"{_film(record, lattices)}</div>\n<ol>\n{turns}\n</ol>\n<script>{_SCRIPT}</script>\n</html>\n"
    )
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be written ({error.strerror}); name another file with --page") from None


def _film(record: Record, lattices: Sequence[Lattice]) -> str:
    """The frames laid on one another, as they were kept, and for each turn the cells that were clicked."""
    wholes = [turn for turn, step in enumerate(record.steps) if step.shot is not None and step.shot.at is None]
    images = []
    for turn, step in enumerate(record.steps):
        if step.shot is not None:
            till = next((whole for whole in wholes if whole > turn), len(record.steps))
            png = base64.b64encode(step.shot.png).decode("ascii")
            x, y = step.shot.at or (0, 0)
            images.append(
                f"<img alt='' data-from={turn} data-till={till} style='left:{x}px;top:{y}px' "
                f"src='data:image/png;base64,{png}'>"
            )
    marks = [
        _marks(turn, step, lattice) for turn, (step, lattice) in enumerate(zip(record.steps, lattices, strict=False))
    ]
    height, width = (max(frame.shape[axis] for frame in record.frames) for axis in (0, 1))
    return f"<div id=film style='width:{width}px;height:{height}px'>\n" + "\n".join([*images, *marks]) + "\n</div>"


def _marks(turn: int, step: Step, lattice: Lattice) -> str:
    safe = {tuple(cell) for cell in (step.advice or {}).get("safe", [])}
    boxes = []
    for move in step.moves or ():
        certain = move.action is not Action.OPEN or step.advice is None or move.cell in safe
        boxes.append(_box(move.cell, lattice, str(move.action) if certain else "guess"))
    return f"<svg data-from={turn} data-till={turn + 1}>{''.join(boxes)}</svg>"


def _box(cell: Cell, lattice: Lattice, kind: str) -> str:
    box = lattice.inner(cell)
    place = f"x={box.x + 1:.1f} y={box.y + 1:.1f} width={box.pitch_x - 2:.1f} height={box.pitch_y - 2:.1f}"
    return f"<rect class={kind} {place} />"


def _turn(turn: int, step: Step) -> str:
    done = "the end" if step.moves is None else listed(step.moves)
    why = html.escape(str(step.advice["why"])) if step.advice else ""
    return (
        f"<li><b>{turn}.</b> {html.escape(done)} <small>{_times(step)}</small><br>{why}"
        f"<details><summary>board</summary><pre>{html.escape(str(step.board))}</pre></details></li>"
    )


def _times(step: Step) -> str:
    return f"{step.seconds:.2f} s" + ("" if step.acted is None else f", done at {step.acted:.2f} s")
