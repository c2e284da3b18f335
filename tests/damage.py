"""Small valid files of every form that minebot reads, and ways to damage them."""

import io
import json
import random
import struct
import tempfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from recordings import save_animation, save_video

from minebot.vision.picture import save_picture

NUMBERS = (0, 1, 2, 127, 128, 255, 256, 6_000, 32_767, 65_535, 10**8, 2**31 - 1, 2**31, 2**32 - 1)
"""What sizes, counts and offsets in a header are set to."""

NASTY = (
    None,
    True,
    0,
    1,
    -1,
    16,
    10**4,
    10**12,
    10**400,
    0.5,
    -1e300,
    float("nan"),
    float("inf"),
    "",
    "x",
    "t",
    "..",
    "../t",
    "/etc",
    "a/b",
    "red",
    "#ff0000",
    "#12 34 ",
    "nan",
    "é\0",
    [],
    [1],
    ["x"],
    ["t", "t"],
    [[]],
    [[0, 0], [1]],
    {},
    {"x": 1},
    {"digits": 3, "x": 1},
    {"lit": 3},
    {"disc": []},
    {"covered": [1]},
    {"nine": ["raised"]},
    [[[[[[[[[[1]]]]]]]]]],
    [{"polygon": [], "fill": "face"}],
    [{"box": [float("nan")] * 4, "fill": "face"}],
    [{"disc": [1e9, 1, 1], "fill": "face"}],
    [{"box": ["nan", 0, 1, 1], "fill": "face"}],
    [{"box": [0, 0, 9, 9], "fill": ["face"]}],
)
"""What the values of a theme.toml are replaced by; None takes the key away."""

Edit = tuple[str, float, int]
"""What is done, where (the share of the file), and with which number."""


def _cut(data: bytes, at: int, _: int) -> bytes:
    return data[:at]


def _flip(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + bytes([data[at] ^ (1 << number % 8)]) + data[at + 1 :] if at < len(data) else data


def _big(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + struct.pack(">I", NUMBERS[number % len(NUMBERS)]) + data[at + 4 :]


def _little(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + struct.pack("<I", NUMBERS[number % len(NUMBERS)]) + data[at + 4 :]


def _short(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + struct.pack("<H", NUMBERS[number % len(NUMBERS)] & 0xFFFF) + data[at + 2 :]


def _repeat(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + data[at : at + 1 + number % 64] * 20 + data[at:]


def _drop(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + data[at + 1 + number % 64 :]


def _noise(data: bytes, at: int, number: int) -> bytes:
    length = 1 + number % 40
    return data[:at] + random.Random(number).randbytes(length) + data[at + length :]


EDITS: Mapping[str, Callable[[bytes, int, int], bytes]] = {
    "cut": _cut,
    "flip": _flip,
    "big": _big,
    "little": _little,
    "short": _short,
    "repeat": _repeat,
    "drop": _drop,
    "noise": _noise,
}


def damaged(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The file after these edits, with the check sums of a PNG made right, so that what lies behind is reached."""
    for kind, place, number in edits:
        data = EDITS[kind](data, int(place * len(data)), number)
    return _summed(data) if data.startswith(b"\x89PNG") else data


def _summed(data: bytes) -> bytes:
    whole, at = data[:8], 8
    while at + 12 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        body = data[at + 4 : at + 8 + length]
        if at + 12 + length > len(data):
            break
        whole += data[at : at + 4] + body + struct.pack(">I", zlib.crc32(body))
        at += 12 + length
    return whole + data[at:]


def random_edits(rng: random.Random) -> list[Edit]:
    """A few edits, half of them near the beginning, where headers are."""
    return [
        (rng.choice(list(EDITS)), rng.random() * rng.choice((0.05, 0.2, 1, 1)), rng.randrange(1 << 30))
        for _ in range(rng.choice((1, 1, 2, 3, 6)))
    ]


@cache
def pictures() -> dict[str, bytes]:
    """A still picture of every form and mode."""
    noise = np.random.default_rng(1).integers(0, 256, (24, 32, 4), np.uint8)
    rgba = Image.fromarray(noise)
    exif = Image.Exif()
    exif[274] = 6
    rgb = rgba.convert("RGB")
    saved = {
        "rgb.png": (rgb, {"exif": exif}),
        "rgba.png": (rgba, {}),
        "palette.png": (rgb.quantize(16), {"transparency": 3}),
        "grey.png": (rgb.convert("I;16"), {}),
        "bits.png": (rgb.convert("1"), {}),
        "base.jpg": (rgb, {"exif": exif}),
        "progressive.jpg": (rgb, {"progressive": True}),
        "print.jpg": (rgb.convert("CMYK"), {}),
        "a.bmp": (rgb, {}),
        "p.bmp": (rgb.quantize(16), {}),
        "lossy.webp": (rgba, {}),
        "whole.webp": (rgba, {"lossless": True}),
        "a.gif": (rgb.quantize(16), {}),
        "a.ppm": (rgb, {}),
        "a.tif": (rgb, {}),
        "lzw.tif": (rgba, {"compression": "tiff_lzw"}),
        "jpeg.tif": (rgb, {"compression": "jpeg"}),
        "deflate.tif": (rgb.convert("CMYK"), {"compression": "tiff_adobe_deflate"}),
    }
    return {name: _saved(image, name, options) for name, (image, options) in saved.items()}


def _saved(image: Image.Image, name: str, options: Mapping[str, Any]) -> bytes:
    buffer = io.BytesIO()
    kind = {"jpg": "JPEG", "tif": "TIFF"}.get(name.rpartition(".")[2], name.rpartition(".")[2])
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def _frames() -> list[np.ndarray]:
    return list(np.random.default_rng(2).integers(0, 256, (4, 32, 48, 3), np.uint8))


@cache
def animations() -> dict[str, bytes]:
    """A picture that moves of every form."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("a.gif", "a.webp", "a.png")]
        for path in paths:
            save_animation(path, _frames())
        return {path.name: path.read_bytes() for path in paths}


@cache
def videos() -> dict[str, bytes]:
    """A video of every form that this build of OpenCV writes."""
    with tempfile.TemporaryDirectory() as folder:
        names = {"a.mp4": "mp4v", "a.avi": "MJPG", "x.avi": "XVID", "a.mkv": "mp4v", "a.webm": "VP80", "a.mov": "mp4v"}
        written = [name for name, codec in names.items() if save_video(Path(folder) / name, _frames(), codec=codec)]
        return {name: (Path(folder) / name).read_bytes() for name in written}


def theme() -> dict[str, Any]:
    """The description of a small theme that is whole."""
    symbols = ("covered", "open", "1", "2", "3", "4", "flag", "mine")
    return {
        "name": "t",
        "title": "T",
        "source": "drawn here",
        "grid": 16,
        "reject": 30,
        "losing": ["mine"],
        "wins_by_flags": False,
        "blanks_wrong_flags": False,
        "restart": {"key": "n", "disc": "#ffff00"},
        "counter": {"lit": "#ff0000"},
        "colours": {"face": "#c0c0c0", "red": "#ff0000"},
        "symbols": {symbol: ["raised", "sign"] for symbol in symbols},
        "shapes": {
            "raised": [{"box": [0, 0, 16, 16], "fill": "face"}, {"disc": [8, 8, 3], "fill": "red"}],
            "sign": [{"polygon": [[2, 3], [3, 2], [15, 14], [14, 15]], "fill": "red"}],
        },
    }


Change = tuple[int, int, int]
"""Which value of a theme is replaced (its number, and how deep it lies), and by which of `NASTY`."""


def changed(description: dict[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """The description with some values replaced, or keys beside them added."""
    description = json.loads(json.dumps(description))
    for which, depth, nasty in changes:
        place: Any = description
        for level in range(depth):
            inner = [
                each
                for each in (place.values() if isinstance(place, dict) else place)
                if each and isinstance(each, dict | list)
            ]
            if not inner:
                break
            place = inner[(which >> 4 * level) % len(inner)]
        _replace(place, which, deepcopy(NASTY[nasty % len(NASTY)]))
    return description


def _replace(place: Any, which: int, value: object) -> None:
    if isinstance(place, list):
        place[which % len(place)] = value
        return
    key = [*place, "base", "counter", "digits"][which % (len(place) + 3)]
    if value is None:
        place.pop(key, None)
    else:
        place[key] = value


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return repr(value) if isinstance(value, float) else json.dumps(value or 0 if value is None else value)


def write_theme(folder: Path, description: Mapping[str, object], tile: bytes | None = None) -> Path:
    """A theme in a folder, with one captured picture if it is given, between another theme and itself as a base."""
    (folder / "16" / "counter").mkdir(parents=True, exist_ok=True)
    text = "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in description.items())
    (folder / "theme.toml").write_text(text, encoding="utf-8")
    if tile is not None:
        (folder / "16" / "open.png").write_bytes(tile)
    return folder


def tile(side: int = 16) -> bytes:
    """A captured picture."""
    with tempfile.TemporaryDirectory() as folder:
        save_picture(Path(folder) / "a.png", np.full((side, side, 3), 90, np.uint8))
        return (Path(folder) / "a.png").read_bytes()
