"""Picture files: what can be loaded, and what is refused with a sentence."""

import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps

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


def _corner(path: Path) -> tuple[int, int, int]:
    """Height, width, and the blue of the upper left pixel."""
    picture = load_picture(path)
    return (*picture.shape[:2], int(picture[0, 0, 0]))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_pictures_stand_upright(tmp_path: Path, orientation: int):
    """What a camera or a phone says of how it was held is heeded, in each of the eight ways."""
    image = Image.fromarray(np.arange(6 * 4 * 3, dtype=np.uint8).reshape(4, 6, 3) * 3)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    image.save(tmp_path / "a.png", exif=exif)
    with Image.open(tmp_path / "a.png") as saved:
        upright = np.asarray(ImageOps.exif_transpose(saved))[:, :, ::-1]
    assert np.array_equal(load_picture(tmp_path / "a.png"), upright)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.bmp", "a.webp", "a.gif", "a.tif", "a.ppm"])
def test_every_form_is_read_whatever_its_name(tmp_path: Path, name: str):
    """The content decides, not the name's end."""
    Image.new("RGB", (8, 6), (200, 100, 52)).save(tmp_path / name)
    (tmp_path / name).rename(tmp_path / "a.txt")
    assert _corner(tmp_path / "a.txt") == (6, 8, pytest.approx(52, abs=4))


@pytest.mark.parametrize(
    ("mode", "colour", "name", "blue"),
    [
        ("I;16", 40_000, "a.png", 156),  # 16 bits of grey: the upper eight
        ("L", 156, "a.png", 156),
        ("LA", (100, 128), "a.png", 50),
        ("1", 1, "a.png", 255),
        ("CMYK", (0, 0, 100, 0), "a.jpg", 155),
        ("CMYK", (0, 0, 100, 0), "a.tif", 155),
    ],
)
def test_colours_keep_their_brightness(tmp_path: Path, mode: str, colour: tuple[int, ...], name: str, blue: int):
    """Grey, 16-bit and print colours become the blue, green and red that a viewer would show."""
    Image.new(mode, (8, 6), colour).save(tmp_path / name)
    assert _corner(tmp_path / name) == (6, 8, pytest.approx(blue, abs=4))


def test_of_a_picture_that_moves_it_is_the_first_frame(tmp_path: Path):
    """Where one picture is wanted, an animation gives its first."""
    first, second = Image.new("RGB", (8, 6), (0, 0, 90)), Image.new("RGB", (8, 6), (0, 0, 200))
    first.save(tmp_path / "a.gif", save_all=True, append_images=[second])
    assert _corner(tmp_path / "a.gif") == (6, 8, 90)


def test_programs_are_not_started(tmp_path: Path):
    """PostScript, which Pillow would hand to Ghostscript, is no picture."""
    (tmp_path / "a.eps").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\n")
    with pytest.raises(PictureError, match="no picture"):
        load_picture(tmp_path / "a.eps")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused(tmp_path: Path):
    """A pipe, which might never say anything, is refused at once."""
    os.mkfifo(tmp_path / "a.png")
    with pytest.raises(PictureError, match="save the picture into a file"):
        load_picture(tmp_path / "a.png")
