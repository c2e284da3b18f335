"""Files of outcomes, summed up and drawn."""

import json

import numpy as np
import pytest
from PIL import Image
from runs import called, simulate

from minebot.simulation.plots import Bins
from minebot.simulation.tally import Spread


def summed_up(*arguments):
    """What `--summary --json` says of files."""
    ran = called(["minebot", "simulate", "--summary", "--json", *map(str, arguments)])
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)["runs"]


def run_of(path, *arguments):
    """The document of a run that is kept in a file."""
    ran = simulate("--outcomes", path, "--json", *arguments)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize("name", ["one.csv", "one.parquet"])
def test_a_file_says_what_its_run_said(tmp_path, name):
    """The same games, wins and guesses, and what run it was."""
    said = run_of(tmp_path / name, "--games", 25)
    (found,) = summed_up(tmp_path / name)
    assert all(found[key] == said[key] for key in ("games", "won", "rate", "ci95", "guesses"))
    assert (found["run"]["size"], found["run"]["mines"], found["run"]["boards"]) == ("6x6", 6, "seed 9")


def test_parts_of_a_run_are_merged_and_other_runs_are_not(tmp_path):
    """Two machines each play some boards of a run: together they are the run that one plays."""
    whole = run_of(tmp_path / "whole.csv", "--games", 30)
    run_of(tmp_path / "a.csv", "--games", 12)
    run_of(tmp_path / "b.parquet", "--first", 12, "--games", 18, "--no-times")
    run_of(tmp_path / "other.csv", "--games", 5, "--mines", 4)
    merged, other = summed_up(tmp_path / "b.parquet", tmp_path / "other.csv", tmp_path / "a.csv")
    assert {merged[key] == whole[key] for key in ("games", "won", "rate", "ci95", "guesses")} == {True}
    assert (merged["seconds"], other["games"]) == (None, 5)


def test_games_are_not_counted_twice(tmp_path):
    """Two files that hold the same game of the same run are refused, by name."""
    run_of(tmp_path / "a.csv", "--games", 12)
    run_of(tmp_path / "b.parquet", "--first", 11, "--games", 3)
    ran = called(["minebot", "simulate", "--summary", str(tmp_path / "a.csv"), str(tmp_path / "b.parquet")])
    assert ran.returncode == 1
    assert b"a.csv" in ran.stderr
    assert b"b.parquet both hold game 11" in ran.stderr


def test_a_journal_and_a_file_without_settings_are_summed_up(tmp_path):
    """What a killed run left can be looked at; a CSV alone is a run of its own."""
    run_of(tmp_path / "a.csv", "--games", 12)
    (tmp_path / "a.csv.run.json").rename(tmp_path / "b.parquet.run.json")
    (tmp_path / "b.parquet.journal").write_bytes((tmp_path / "a.csv").read_bytes()[:-5])
    alone, journal = summed_up(tmp_path / "a.csv", tmp_path / "b.parquet.journal")
    assert (alone["games"], alone["run"]) == (12, None)
    assert (journal["games"], journal["run"]["boards"]) == (11, "seed 9")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.csv", None, b"No such file"),
        ("none.parquet", None, b"cannot be read"),
        ("text.parquet", b"index,won", b"no Parquet file"),
        ("text.csv", b"once upon a time", b"holds no outcomes"),
        ("empty.csv", b"", b"holds no outcomes"),
    ],
)
def test_what_holds_no_outcomes_is_refused_in_a_sentence(tmp_path, name, content, said):
    """Exit code 1, and the name of the file."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ran = called(["minebot", "simulate", "--summary", str(tmp_path / name)])
    assert ran.returncode == 1
    assert said in ran.stderr
    assert name.encode() in ran.stderr


@pytest.mark.parametrize("resumed", [False, True])
def test_a_parquet_file_whose_games_are_damaged_is_refused_in_a_sentence(tmp_path, resumed):
    """Its end, which names the columns, may be whole: the file is named, and nothing of it is lost."""
    path = tmp_path / "games.parquet"
    run_of(path, "--games", 12)
    content = bytearray(path.read_bytes())
    content[4:200] = bytes(196)
    path.write_bytes(content)
    resume = ["--games", 20, "--outcomes", path, "--resume"]
    ran = simulate(*resume) if resumed else called(["minebot", "simulate", "--summary", str(path)])
    assert ran.returncode == 1
    assert b"games.parquet is damaged" in ran.stderr
    assert path.read_bytes() == content


def test_the_table_has_a_row_a_run(tmp_path):
    """Its figures are those of the document."""
    said = run_of(tmp_path / "one.csv", "--games", 25)
    text = called(["minebot", "simulate", "--summary", str(tmp_path / "one.csv")]).stdout.decode()
    row = next(line for line in text.splitlines() if "tiebreak" in line)
    assert f"  {said['won']}  " in row
    assert f"{100 * said['rate']:.2f}" in row


@pytest.mark.parametrize("name", ["one.csv", "one.parquet"])
def test_a_run_and_a_file_are_drawn(tmp_path, name):
    """A picture of some size, with more than one colour in it."""
    live, later = tmp_path / "live.png", tmp_path / "later.png"
    run_of(tmp_path / name, "--games", 25, "--plot", live)
    summed_up(tmp_path / name, "--plot", later)
    for path in (live, later):
        with Image.open(path) as picture:
            assert picture.size > (1000, 700)
            assert len(picture.convert("RGB").getcolors(1 << 20)) > 10


def test_a_picture_that_cannot_be_written_is_a_sentence(tmp_path):
    """Before the first game: a folder that is not there, and a kind of picture that does not exist."""
    missing = simulate("--games", 1 << 40, "--plot", tmp_path / "no" / "x.png")
    assert (missing.returncode, len(missing.stderr.splitlines()), missing.stdout) == (1, 1, b"")
    odd = simulate("--games", 1 << 40, "--plot", tmp_path / "x.odd")
    assert (odd.returncode, odd.stdout) == (2, b"")


def test_without_games_there_is_nothing_to_draw(tmp_path):
    """A file that holds a header alone is summed up, and the picture is refused."""
    (tmp_path / "none.csv").write_text("index,won,moves,guesses,seconds\n")
    assert summed_up(tmp_path / "none.csv")[0]["games"] == 0
    ran = called(["minebot", "simulate", "--summary", str(tmp_path / "none.csv"), "--plot", str(tmp_path / "x.png")])
    assert (ran.returncode, len(ran.stderr.splitlines())) == (1, 1)


def test_many_values_are_joined_into_ranges():
    """No game is lost, and the ranges have one width."""
    spread = Spread()
    values = np.arange(100, 250, dtype=np.int32)
    spread.add(values, values % 2 == 0)
    bins = Bins.of(spread)
    assert (bins.games.sum(), bins.won.sum(), bins.width) == (150, 75, 5)
    assert bins.edges[0] == 99.5
    assert bins.edges[-1] >= 249.5
