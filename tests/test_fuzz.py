"""Whatever bytes a file holds: it is read, or refused with a sentence. `benchmarks/fuzz.py` tries more of them."""

from pathlib import Path

import pytest
from damage import EDITS, NASTY, animations, changed, damaged, pictures, theme, tile, toml, videos, write_theme
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from minebot.errors import MinebotError, PictureError, ThemeError
from minebot.vision.picture import MAX_PIXELS, load_picture
from minebot.vision.sources.recording import frames, is_recording
from minebot.vision.themes.folders import read_theme

# one folder serves all examples: each writes its file anew
files = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

edits = st.lists(
    st.tuples(st.sampled_from(sorted(EDITS)), st.floats(0, 1, exclude_max=True), st.integers(0, 1 << 30)),
    min_size=1,
    max_size=5,
)
changes = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.integers(0, 4), st.integers(0, len(NASTY) - 1)), min_size=1, max_size=3
)


def refusal(path: Path) -> str | None:
    """The sentence with which a picture is refused; None where it is read, and then as a picture."""
    try:
        picture = load_picture(path)
    except PictureError as error:
        return str(error)
    assert picture.shape[2] == 3
    assert 0 < picture.size <= 3 * MAX_PIXELS
    return None


def watched(path: Path) -> tuple[int, str | None]:
    """How many frames are read, and the sentence that ends them, where it is not the end of the recording."""
    count = 0
    try:
        assert is_recording(path) in (True, False)
        for count, frame in enumerate(frames(path), start=1):  # noqa: B007 - the last one counts
            assert frame.picture.shape[2] == 3
    except PictureError as error:
        return count, str(error)
    return count, None


def theme_refusal(folder: Path) -> str | None:
    """The sentence with which a theme is refused; None where it is read, and can then be drawn."""
    try:
        read_theme(folder).templates(16)
    except MinebotError as error:
        return str(error)
    return None


def is_sentence(text: str | None) -> bool:
    """Whether it is nothing, or a sentence in one line."""
    return text is None or (len(text) > 20 and len(text.splitlines()) == 1)


@pytest.mark.parametrize("name", pictures())
def test_the_pictures_that_are_damaged_are_whole(tmp_path: Path, name: str):
    """What the other tests damage is read while it is whole."""
    (tmp_path / name).write_bytes(pictures()[name])
    assert refusal(tmp_path / name) is None


@pytest.mark.parametrize("name", [*animations(), *videos()])
def test_the_recordings_that_are_damaged_are_whole(tmp_path: Path, name: str):
    """Likewise, with all their frames."""
    (tmp_path / name).write_bytes({**animations(), **videos()}[name])
    assert watched(tmp_path / name) == (4, None)


def test_the_theme_that_is_damaged_is_whole(tmp_path: Path):
    """Likewise, with a captured picture."""
    assert theme_refusal(write_theme(tmp_path / "t", theme(), tile())) is None


@files
@given(st.sampled_from(sorted(pictures())), edits)
def test_damaged_pictures(tmp_path: Path, name: str, edits):
    """A damaged picture is read or refused."""
    (tmp_path / "a").write_bytes(damaged(pictures()[name], edits))
    assert is_sentence(refusal(tmp_path / "a"))


@files
@given(st.sampled_from(sorted(animations())), edits)
def test_damaged_animations(tmp_path: Path, name: str, edits):
    """A damaged animation is read up to the damage, and then refused."""
    (tmp_path / "a").write_bytes(damaged(animations()[name], edits))
    assert is_sentence(watched(tmp_path / "a")[1])


@settings(files, max_examples=10)
@given(st.data())
def test_damaged_videos(tmp_path: Path, data):
    """A damaged video is read up to the damage, and then refused; the decoder may crash, minebot does not."""
    name, todo = data.draw(st.sampled_from(sorted(videos()))), data.draw(edits)
    (tmp_path / "a").write_bytes(damaged(videos()[name], todo))
    assert is_sentence(watched(tmp_path / "a")[1])


@files
@given(st.binary(max_size=200), st.sampled_from([b"", *{data[:12] for data in pictures().values()}]))
def test_any_bytes(tmp_path: Path, data: bytes, head: bytes):
    """Bytes that are nothing, also after a true beginning, are no picture and no theme."""
    (tmp_path / "a").write_bytes(head + data)
    assert is_sentence(refusal(tmp_path / "a"))
    (tmp_path / "theme.toml").write_bytes(data)
    assert theme_refusal(tmp_path) is not None


@files
@given(changes)
@example([(0, 0, NASTY.index("t"))])
def test_damaged_descriptions(tmp_path: Path, changes):
    """A theme.toml that says what cannot be is refused, before anything is drawn of it."""
    assert is_sentence(theme_refusal(write_theme(tmp_path / "t", changed(theme(), changes))))


@files
@given(edits)
def test_damaged_tiles(tmp_path: Path, edits):
    """A captured picture that is damaged, or of another size, is refused."""
    assert is_sentence(theme_refusal(write_theme(tmp_path / "t", theme(), damaged(tile(), edits))))


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("base", "t", "builds on itself"),
        ("base", "none", "cannot be read"),
        ("base", "../t", "as its base"),
        ("base", "/etc", "as its base"),
        ("base", ["t", "/etc"], "as its base"),
        ("name", 3, "as its name"),
        ("grid", 0, "as its grid"),
        ("grid", True, "as its grid"),
        ("grid", 10**30, "as its grid"),
        ("reject", float("nan"), "as its reject"),
        ("reject", "many", "as its reject"),
        ("losing", "mine", "as its losing"),
        ("restart", "n", "as its restart"),
        ("restart", {"disc": "yellow"}, "as its restart"),
        ("counter", {"digits": 3}, "as its counter"),
        ("counter", {"lit": [1]}, "as its counter"),
        ("counter", {"digits": 3, "width": 9, "height": 9, "x": 0, "y": 0, "advance": 9}, "the digits in"),
        ("colours", ["#ff0000"], "as its colours"),
        ("symbols", {"open": "flat"}, "as its symbols"),
        ("symbols", {"nine": ["raised"]}, "'nine'"),
        ("shapes", {"raised": [{"box": [float("inf"), 0, 1, 1], "fill": "face"}]}, "as its shapes"),
        ("shapes", {"raised": [{"polygon": [], "fill": "face"}]}, "as its shapes"),
        ("shapes", {"raised": [{"box": [0, 0, 1, 1], "fill": ["face"]}]}, "as its shapes"),
    ],
)
def test_each_key_is_checked(tmp_path: Path, key: str, value: object, says: str):
    """What a key cannot be is refused with a sentence that names it, a base that leads elsewhere too."""
    with pytest.raises(ThemeError, match=says):
        read_theme(write_theme(tmp_path / "t", {**theme(), key: value}))


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"a = " + b"[" * 100_000, b"a = 1\n" * 100_000, b"a = " + b"9" * 5_000, b"\0"]
)
def test_what_is_no_toml_is_refused(tmp_path: Path, content: bytes):
    """No UTF-8, endless nesting, endless length, endless numbers: one sentence each."""
    (tmp_path / "theme.toml").write_bytes(content)
    with pytest.raises(ThemeError, match="cannot be read"):
        read_theme(tmp_path)


def test_bases_in_a_ring_are_refused(tmp_path: Path):
    """Two themes that build on one another build on nothing."""
    for name, base in (("one", "two"), ("two", "one")):
        write_theme(tmp_path / name, {**theme(), "base": base})
    with pytest.raises(ThemeError, match="builds on itself"):
        read_theme(tmp_path / "one")


def test_toml_is_written_as_it_is_read():
    """The values that are tried are those that a theme.toml can hold."""
    assert toml({"a": [1, True, "x"]}) == '{"a" = [1, true, "x"]}'
