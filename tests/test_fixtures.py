"""The pictures in fixtures/screens and their texts are whole; whether minebot reads them is tested elsewhere."""

from fnmatch import fnmatch
from pathlib import Path

import pytest
from PIL import Image

from minebot.board import Board

FIXTURES = Path(__file__).parents[1] / "fixtures"
PICTURES = sorted((FIXTURES / "screens").glob("*.png"))
NAMES = [path.stem for path in PICTURES]
STATES = {"playing", "won", "lost"}


def blocks(picture: Path) -> list[tuple[dict[str, str], Board]]:
    """The header and the board of every block beside a picture; none for a picture without a board."""
    text = picture.with_suffix(".board").read_text(encoding="utf-8")
    if text.strip() == "none":
        return []
    boards = [Board.parse(block) for block in text.split("\n---\n")]
    return [(dict(board.headers), board) for board in boards]


@pytest.mark.parametrize("picture", PICTURES, ids=NAMES)
def test_text_beside_picture(picture):
    """A picture has a text that parses, says theme, state and how it is known, and whose grid lies in the picture."""
    with Image.open(picture) as image:
        width, height = image.size
        assert image.mode == "RGB"
        image.load()
    for header, board in blocks(picture):
        x, y, w, h = map(int, header["bbox"].split())
        assert min(x, y) >= 0
        assert x + w <= width
        assert y + h <= height
        assert board.topology != "square" or w % board.width == h % board.height == 0
        assert header["state"] in STATES
        assert (FIXTURES.parent / "templates" / header["theme"] / "theme.toml").is_file()
        assert header["truth"]


@pytest.mark.parametrize("picture", PICTURES, ids=NAMES)
def test_state_fits_board(picture):
    """A board that shows a mine is over, and a won board has no more covered or flagged cells than mines."""
    for header, board in blocks(picture):
        text = "".join(board.rows)
        assert not (header["state"] == "playing" and set("*XW") & set(text))
        if header["state"] == "won":
            assert board.mines == sum(map(text.count, "#F"))


def test_no_text_without_picture():
    """Each text belongs to a picture."""
    assert sorted(path.stem for path in (FIXTURES / "screens").glob("*.board")) == NAMES


def test_enough_of_each_kind():
    """There are at least 60 pictures, every theme at every level won and lost, two boards at once, and negatives."""
    assert len(PICTURES) >= 60
    everything = [blocks(picture) for picture in PICTURES]
    assert sum(not found for found in everything) >= 3
    assert sum(len(found) == 2 for found in everything) >= 3
    kinds = {(header["theme"], header["state"]) for found in everything for header, _ in found}
    assert kinds >= {(theme, state) for theme in ("sgt", "xdemineur", "winemine", "xbomb") for state in STATES}
    assert {width for found in everything for board in found for width in [board[1].width]} >= {9, 16, 30}


def test_readme_mentions_each():
    """The README says what each picture is, by name or pattern."""
    text = (FIXTURES / "README.md").read_text(encoding="utf-8")
    patterns = ["*-lost-fresh", "*-lost-begun", "*-lost-flags", "*-lost-lost", "sgt-*-lost-flash"]
    patterns += ["*-won-half", "*-won-late", "*-won-won", "sgt-??px", "desktop-?", "none-*", "page-*"]
    for pattern in patterns:
        assert pattern.rpartition("*")[2].rstrip("?") in text or pattern in text
    assert [name for name in NAMES if not any(fnmatch(name, pattern) for pattern in patterns)] == []


def test_small():
    """All pictures together stay under 3 MB."""
    assert sum(path.stat().st_size for path in PICTURES) < 3_000_000
