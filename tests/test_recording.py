"""Recordings: every frame in its turn, and what is refused with a sentence."""

import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from recordings import save_animation, save_video

from minebot.errors import PictureError
from minebot.vision.sources import recording
from minebot.vision.sources.recording import frames, is_recording

GREYS = [np.full((48, 64, 3), grey, np.uint8) for grey in (0, 60, 120, 180, 240)]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """A video of five grey frames, ten a second."""
    if not save_video(tmp_path / "a.mp4", GREYS):
        pytest.skip("this build of OpenCV writes no MP4")
    return tmp_path / "a.mp4"


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.png"])
def test_pictures_that_move_give_every_frame(tmp_path: Path, name: str):
    """Frames come in order, with their time; a picture that moves is a recording."""
    save_animation(tmp_path / name, GREYS, milliseconds=250)
    found = list(frames(tmp_path / name))
    assert is_recording(tmp_path / name)
    assert [int(frame.picture[5, 5, 0]) for frame in found] == [0, 60, 120, 180, 240]
    assert [(frame.index, frame.seconds, frame.until) for frame in found[:2]] == [(0, 0, 0.25), (1, 0.25, 0.5)]


@pytest.mark.parametrize(
    ("name", "codec"), [("a.mp4", "mp4v"), ("a.mov", "mp4v"), ("a.avi", "MJPG"), ("a.mkv", "mp4v"), ("a.webm", "VP80")]
)
def test_videos_give_every_frame(tmp_path: Path, name: str, codec: str):
    """Frames come in order, with their time, but for the loss of the codec; the name does not matter."""
    if not save_video(tmp_path / name, GREYS, codec=codec):
        pytest.skip(f"this build of OpenCV writes no {codec}")
    (tmp_path / name).rename(tmp_path / "a.dat")
    found = list(frames(tmp_path / "a.dat"))
    assert is_recording(tmp_path / "a.dat")
    assert [int(frame.picture[5, 5, 0]) for frame in found] == pytest.approx([0, 60, 120, 180, 240], abs=8)
    assert [frame.seconds for frame in found] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4], abs=0.01)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.gif", "a.webp", "a.bmp", "a.tif"])
def test_a_still_picture_is_no_recording(tmp_path: Path, name: str):
    """One frame is a picture."""
    Image.fromarray(GREYS[1]).save(tmp_path / name)
    assert not is_recording(tmp_path / name)


def test_each_frame_can_be_kept(video: Path):
    """No frame is written over by the next."""
    first, *rest = frames(video)
    assert first.picture[0, 0, 0] < 10 < rest[-1].picture[0, 0, 0]


def test_a_video_cut_off_is_refused(video: Path, capfd):
    """What lacks its index, or all its pictures, is refused with one sentence, and the decoder says nothing."""
    whole = video.read_bytes()
    for length in (12, 40, len(whole) // 2):
        video.write_bytes(whole[:length])
        with pytest.raises(PictureError, match=r"a\.mp4 cannot be decoded"):
            list(frames(video))
    assert capfd.readouterr() == ("", "")


def test_a_huge_video_is_refused(tmp_path: Path):
    """A video that claims to have 16000x16000 pixels is refused before memory is taken for them."""
    if not save_video(tmp_path / "a.avi", GREYS, codec="MJPG"):
        pytest.skip("this build of OpenCV writes no MJPG")
    small, huge = struct.pack("<ii", 64, 48), struct.pack("<ii", 16_000, 16_000)
    (tmp_path / "a.avi").write_bytes((tmp_path / "a.avi").read_bytes().replace(small, huge))
    with pytest.raises(PictureError, match=r"million pixels|cannot be decoded"):
        list(frames(tmp_path / "a.avi"))


def test_an_endless_recording_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Work has a limit, however small the file: a GIF of a few kilobytes may hold a million frames."""
    monkeypatch.setattr(recording, "MAX_WORK", 3 * 1920 * 1080)
    save_animation(tmp_path / "a.gif", GREYS)
    with pytest.raises(PictureError, match="cut it into parts"):
        list(frames(tmp_path / "a.gif"))


def test_a_damaged_animation_is_refused_from_there_on(tmp_path: Path):
    """The frames before the damage are given, then a sentence."""
    noise = list(np.random.default_rng(1).integers(0, 256, (4, 60, 60, 3), np.uint8))
    save_animation(tmp_path / "a.png", noise)
    whole = (tmp_path / "a.png").read_bytes()
    (tmp_path / "a.png").write_bytes(whole[: len(whole) * 5 // 8])
    found = frames(tmp_path / "a.png")
    assert np.array_equal(next(found).picture, noise[0])
    with pytest.raises(PictureError, match="cut off"):
        list(found)


def test_folders_and_missing_files_are_refused(tmp_path: Path):
    """As for pictures."""
    with pytest.raises(PictureError, match="folder"):
        is_recording(tmp_path)
    with pytest.raises(PictureError, match="check the path"):
        list(frames(tmp_path / "none.mp4"))
