"""Video files, decoded in a process of its own (`sources.decoder`), which a damaged file may crash or stall."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import IO

import numpy as np

from minebot.errors import PictureError
from minebot.vision.picture import MAX_PIXELS, Bgr
from minebot.vision.sources import decoder

_PATIENCE = 20.0  # seconds for a frame, far more than a large one takes on a busy machine


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A frame of a video: the picture, when it shows and for how long (seconds), and the share of the file so far."""

    picture: Bgr
    seconds: float
    duration: float
    share: float


def is_video(path: Path) -> bool:
    """Whether a file begins as MP4, MOV, MKV, WebM and AVI do; PictureError where it cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(12)
    except OSError as error:
        raise PictureError(f"{path} cannot be read ({error.strerror}); check the path") from None
    brand = head[4:8] in (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")
    return brand or head[:4] == b"\x1a\x45\xdf\xa3" or (head[:4] == b"RIFF" and head[8:] == b"AVI ")


def video_shots(path: Path) -> Iterator[Shot]:
    """The frames of a video in turn; PictureError where it cannot be decoded, or no further."""
    program = [sys.executable, "-P", decoder.__file__, str(path.resolve()), str(MAX_PIXELS)]
    null, pipe, environment = subprocess.DEVNULL, subprocess.PIPE, {**os.environ, **decoder.ENVIRONMENT}
    # FFmpeg prints what it thinks of a damaged file; the user gets one sentence
    with subprocess.Popen(program, stdin=null, stdout=pipe, stderr=null, env=environment) as process:  # noqa: S603 - our own
        try:
            yield from _shots(process)
            code = process.wait(_PATIENCE)
        finally:
            process.kill()
    if code == decoder.TOO_LARGE:
        raise PictureError(
            f"{path} has over {MAX_PIXELS // 1_000_000} million pixels a frame, which no screen has; "
            "cut the board out of it"
        )
    if code != 0:
        raise PictureError(f"{path} cannot be decoded to its end; record it again, or save it as MP4 (H.264)")


def _shots(process: subprocess.Popen[bytes]) -> Iterator[Shot]:
    stream = process.stdout
    assert stream is not None  # noqa: S101 - it is a pipe; this tells mypy
    while True:
        with _patience(process):
            shot = _shot(stream)
        if shot is None:
            return
        yield shot


def _shot(stream: IO[bytes]) -> Shot | None:
    """The next frame that the decoder writes; None where it writes no more, or half a frame."""
    head = stream.read(decoder.HEADER.size)
    if len(head) < decoder.HEADER.size:
        return None
    width, height, seconds, duration, share = decoder.HEADER.unpack(head)
    body = stream.read(width * height * 3)
    if len(body) < width * height * 3:
        return None
    return Shot(np.frombuffer(body, np.uint8).reshape(height, width, 3), seconds, duration, share)


@contextmanager
def _patience(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a process that has not done its part in time."""
    timer = Timer(_PATIENCE, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
