"""A recorded game as one self-contained HTML page: each frame, what was read in it, the moves made then."""

import base64
import html
from collections.abc import Sequence
from pathlib import Path

from minebot.errors import RecordError
from minebot.play.record import Header, Step

_STYLE = """body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
section { display: flex; gap: 1.5rem; flex-wrap: wrap; border-top: 1px solid #ccc; padding: 1rem 0 }
pre { margin: 0; font-size: 12px; line-height: 1.15 } img { max-width: 100%; align-self: flex-start }
.difference { color: #b00 }"""


def write_page(path: Path, header: Header, steps: Sequence[Step], differences: Sequence[str]) -> None:
    """Write the page; RecordError where the file cannot be written."""
    title = f"{header.theme}, {header.mines} mines, {header.solver}: {header.result or 'broken off'}"
    turns = "\n".join(_section(turn, step) for turn, step in enumerate(steps))
    found = (
        "".join(f"<p class=difference>{html.escape(text)}</p>\n" for text in differences) or "<p>No difference.</p>\n"
    )
    text = (
        f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{html.escape(title)}</title>\n"
        f"<style>{_STYLE}</style>\n<h1>{html.escape(title)}</h1>\n{found}{turns}\n</html>\n"
    )
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be written ({error.strerror}); name another file with --page") from None


def _section(turn: int, step: Step) -> str:
    picture = base64.b64encode(step.frame.read_bytes()).decode("ascii")
    moves = html.escape("; ".join(map(str, step.moves)) or "the end")
    return (
        f"<section id=turn{turn}><img alt='frame {turn}' src='data:image/png;base64,{picture}'>"
        f"<pre>{html.escape(str(step.board))}</pre><p><b>{turn}.</b> {moves}</p></section>"
    )
