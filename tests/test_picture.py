"""Picture files: what can be loaded, and what is refused with a sentence."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from minebot.errors import PictureError
from minebot.vision.picture import load_picture, save_picture


def _bomb(width: int, height: int) -> bytes:
    """A PNG file that claims to be of that size and holds next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def test_round_trip(tmp_path: Path):
    """A picture that is saved as PNG is loaded unchanged."""
    picture = np.random.default_rng(1).integers(0, 256, (20, 30, 3), np.uint8)
    save_picture(tmp_path / "a.png", picture)
    assert np.array_equal(load_picture(tmp_path / "a.png"), picture)


def test_transparency_is_black(tmp_path: Path):
    """A transparent picture is laid over black."""
    Image.new("RGBA", (2, 1), (200, 100, 50, 128)).save(tmp_path / "a.png")
    assert load_picture(tmp_path / "a.png")[0, 0].tolist() == [25, 50, 100]


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "I;16"])
def test_every_mode_becomes_colour(tmp_path: Path, mode: str):
    """Whatever the file's pixel format, the picture has three channels."""
    Image.new(mode, (5, 4)).save(tmp_path / "a.png")
    assert load_picture(tmp_path / "a.png").shape == (4, 5, 3)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no picture"),
        (b"hello", "no picture"),
        (_bomb(60_000, 60_000), "million pixels"),
        (_bomb(9_000, 9_000), "million pixels"),
        (_bomb(100, 100), "cut off"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes, says: str):
    """Empty, foreign, huge and damaged files are refused with a sentence that names the file."""
    path = tmp_path / "shot.png"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=says) as caught:
        load_picture(path)
    assert "shot.png" in str(caught.value)


def test_truncated_file_is_refused(tmp_path: Path):
    """A PNG file that was cut off at any place is refused, never half read."""
    path = tmp_path / "a.png"
    save_picture(path, np.random.default_rng(1).integers(0, 256, (40, 40, 3), np.uint8))
    whole = path.read_bytes()
    for length in range(0, len(whole) - 12, 97):
        path.write_bytes(whole[:length])
        with pytest.raises(PictureError):
            load_picture(path)


def test_missing_file_and_folder_are_refused(tmp_path: Path):
    """A path that does not exist and a folder are refused with what to do."""
    with pytest.raises(PictureError, match="check the path"):
        load_picture(tmp_path / "none.png")
    with pytest.raises(PictureError, match="folder"):
        load_picture(tmp_path)


def test_unwritable_place_is_refused(tmp_path: Path):
    """Saving into a folder that does not exist is an error with a sentence, not a traceback of another library."""
    with pytest.raises(PictureError, match="cannot be written"):
        save_picture(tmp_path / "none" / "a.png", np.zeros((2, 2, 3), np.uint8))
