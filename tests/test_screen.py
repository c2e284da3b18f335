"""Screens: pictures, regions, and the way from pixels to points."""

import numpy as np
import pytest

from minebot.errors import ScreenError
from minebot.geometry import Lattice, Pixel, Point, Rect
from minebot.vision.picture import save_picture
from minebot.vision.screen import FolderScreen, Image, MssScreen, PictureScreen, clipped


def _picture(width, height):
    return np.arange(width * height * 3, dtype=np.uint32).astype(np.uint8).reshape(height, width, 3)


@pytest.mark.parametrize(
    ("pixels", "region", "pixel", "point"),
    [
        ((100, 50), Rect(0, 0, 100, 50), Pixel(10.5, 20.5), Point(10, 20)),
        ((100, 50), Rect(300, 40, 100, 50), Pixel(10.5, 20.5), Point(310, 60)),
        ((200, 100), Rect(300, 40, 100, 50), Pixel(21, 41), Point(310, 60)),
        ((150, 75), Rect(-100, 0, 100, 50), Pixel(15, 30), Point(-90, 20)),
    ],
)
def test_points(pixels, region, pixel, point):
    """A pixel is converted by the scale of its own picture and the place of its region."""
    assert Image(_picture(*pixels), region).to_point(pixel) == point


def test_around():
    """The region around a board has its margin, but nothing that the picture does not show."""
    image = Image(_picture(400, 300), Rect(1000, 0, 200, 150))
    assert image.around(Lattice(100, 100, 20, 20, 4, 3), 20, 40) == Rect(1040, 20, 61, 71)
    assert image.around(Lattice(0, 0, 100, 100, 4, 3), 20, 40) == Rect(1000, 0, 200, 150)


def test_seen_from():
    """A lattice keeps its place on the screen when it is seen in another picture."""
    whole = Image(_picture(400, 300), Rect(0, 0, 200, 150))
    part = Image(_picture(200, 100), Rect(20, 30, 100, 50))
    lattice = Lattice(100, 100, 20, 20, 4, 3)
    assert part.to_point(whole.seen_from(part, lattice).centre((1, 1))) == whole.to_point(lattice.centre((1, 1)))


def test_clipped():
    """A region partly off the screen is cut; one wholly off it is refused."""
    assert clipped(Rect(-5, -5, 20, 20), Rect(0, 0, 100, 100)) == Rect(0, 0, 15, 15)
    with pytest.raises(ScreenError, match="outside the screen"):
        clipped(Rect(200, 0, 20, 20), Rect(0, 0, 100, 100))


def test_pictures_in_turn(tmp_path):
    """A folder shows its pictures in the order of their names, and the last one stays."""
    first, second = _picture(8, 6), _picture(8, 6)[::-1]
    save_picture(tmp_path / "a.png", first)
    save_picture(tmp_path / "b.png", np.ascontiguousarray(second))
    screen = FolderScreen(tmp_path)
    shown = [screen.grab().bgr for _ in range(3)]
    assert [np.array_equal(picture, first) for picture in shown] == [True, False, False]
    assert np.array_equal(screen.grab(Rect(2, 1, 3, 2)).bgr, second[1:3, 2:5])


def test_no_pictures():
    """A screen without a picture says so."""
    with pytest.raises(ScreenError, match="no picture"):
        PictureScreen([]).grab()


def test_no_display(monkeypatch):
    """A display that is not there is one sentence with a remedy."""
    monkeypatch.setenv("DISPLAY", ":987")
    with pytest.raises(ScreenError, match=r"cannot be captured .*DISPLAY"):
        MssScreen()


def test_a_display_that_has_gone_ends_in_a_sentence(monkeypatch):
    """Where the connection breaks in the middle of a capture, mss gets no reply, and only asserts that it has one."""

    class Gone:
        monitors = ({"left": 0, "top": 0, "width": 10, "height": 10},)

        def grab(self, _):
            raise AssertionError

    monkeypatch.setattr("mss.MSS", lambda **_: Gone())
    with pytest.raises(ScreenError, match=r"can no longer be captured .*DISPLAY"):
        MssScreen(":7").grab()


def test_a_display_that_has_gone_is_left_without_a_word(monkeypatch):
    """What ended the play is told already; that the connection cannot be closed any more is no second error."""

    class Gone:
        monitors = ({"left": 0, "top": 0, "width": 10, "height": 10},)

        def close(self):
            raise RuntimeError("the connection was lost")

    monkeypatch.setattr("mss.MSS", lambda **_: Gone())
    with pytest.raises(ScreenError, match="told already"), MssScreen(":7"):
        raise ScreenError("told already")
