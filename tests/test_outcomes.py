"""A run can be stopped anywhere, and gone on with: nothing is lost, nothing counted twice."""

import json
import os
import random
import resource
import signal
import subprocess
import time
from contextlib import suppress

import numpy as np
import pytest
from runs import MINEBOT, games_in, minebot, simulate, without_seconds

from minebot import RandomBoards
from minebot.errors import OutcomesError
from minebot.simulation import keep
from minebot.simulation.columnar import read_parquet, settings_in
from minebot.simulation.keep import Place
from minebot.simulation.outcome import Outcome, pack, unpack
from minebot.simulation.settings import Settings
from minebot.simulation.table import CSV, FULL, Layout, batches, read_table

GAMES = [Outcome(index, index % 3 == 0, 9, 2, 0.25, 20, 3) for index in range(10)]
SETTINGS = Settings.of(RandomBoards(9, 9, 10), "tiebreak")


def written(tmp_path, columns=CSV, *, times=True, games=GAMES):
    """A table of games."""
    layout = Layout(columns, times)
    path = tmp_path / "table.csv"
    path.write_bytes(layout.header + layout.lines(pack(games)))
    return path


def read(path):
    """The games of a table."""
    return [outcome for batch in read_table(path) for outcome in unpack(batch)]


def test_a_table_of_all_columns_round_trips(tmp_path):
    """What is written is read."""
    assert read(written(tmp_path, FULL)) == GAMES


def test_a_csv_holds_a_line_a_game(tmp_path):
    """The form that other programs read."""
    lines = written(tmp_path).read_text().splitlines()
    assert lines[:2] == ["index,won,moves,guesses,seconds", "0,1,9,2,0.250000"]
    assert [outcome.three_bv for outcome in read(tmp_path / "table.csv")] == [-1] * 10


def test_times_that_are_not_kept_are_empty(tmp_path):
    """The field is there, with nothing in it, and is read as no number."""
    path = written(tmp_path, times=False)
    assert path.read_text().splitlines()[1] == "0,1,9,2,"
    assert all(np.isnan(outcome.seconds) for outcome in read(path))


def test_a_torn_last_line_is_no_game(tmp_path):
    """Cut at any byte, a table gives the whole lines before."""
    path = written(tmp_path)
    whole = path.read_bytes()
    header = len(Layout(CSV).header)
    for end in range(header, len(whole) + 1):
        path.write_bytes(whole[:end])
        assert read(path) == [replace_board(each) for each in GAMES][: whole[header:end].count(b"\n")]


def replace_board(outcome):
    """The outcome as a CSV knows it."""
    return Outcome(outcome.index, outcome.won, outcome.moves, outcome.guesses, outcome.seconds)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("3,1,9", "4,1,9"),
        lambda text: text.replace("3,1,9,2,0.250000\n", ""),
        lambda text: text.replace("3,1,9", "three,1,9"),
        lambda text: text.replace("3,1,9", "3,1"),
        lambda text: text.replace("3,1,9", "\n3,1,9"),
        lambda text: text.replace("3,1,9", "3,,9"),
        lambda text: text.replace("3,1,9", "3,7,9"),
        lambda text: text.replace("3,1,9", '3,"1",9'),
        lambda text: text.replace("3,1,9", "3,1,-9"),
        lambda text: text.replace("index", "Index"),
        lambda text: text.replace("\n", "\r\n"),
        lambda _text: "",
    ],
)
def test_a_damaged_table_is_refused(tmp_path, damage):
    """A line that is no game, is missing or is not in its place is an error that names the file."""
    path = written(tmp_path)
    damaged = damage(path.read_text())
    assert damaged != path.read_text()
    path.write_bytes(damaged.encode())
    with pytest.raises(OutcomesError, match=r"table\.csv"):
        read(path)


def test_batches_hold_the_same_games():
    """However the blocks come, the batches are of one size, but for the last."""
    games = pack(GAMES)
    found = list(batches([games[:1], games[1:8], games[8:]], 4))
    assert [len(batch) for batch in found] == [4, 4, 2]
    assert np.concatenate(found).tolist() == games.tolist()


def test_settings_round_trip_and_tell_what_differs():
    """The text is the value; a difference names both sides."""
    assert Settings.parse(str(SETTINGS), "x") == SETTINGS
    other = Settings.of(RandomBoards(9, 9, 11, seed=1), "tiebreak")
    assert SETTINGS.differences(other) == ["mines 10, not 11", "boards seed 0, not seed 1"]


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", str(SETTINGS).replace("10", '"10"'), str(SETTINGS)[:-5]])
def test_damaged_settings_are_refused(text):
    """Anything but the settings is an error that names the file."""
    with pytest.raises(OutcomesError, match=r"odd\.json"):
        Settings.parse(text, "odd.json")


def test_two_runs_do_not_write_in_one_file(tmp_path):
    """A file that is being written is not opened by another run."""
    place = Place(tmp_path / "games.csv")
    with keep.begin(place, SETTINGS) as journal:
        journal.append(pack(GAMES))
        with pytest.raises(OutcomesError, match="another run"), keep.resume(place, SETTINGS):
            pass
    with keep.resume(place, SETTINGS) as journal:
        assert sum(map(len, journal.games())) == 10


def test_a_parquet_carries_its_settings_and_all_columns(tmp_path):
    """What a finished run leaves is one file, that says what it is of."""
    path = tmp_path / "games.parquet"
    assert simulate("--games", 30, "--outcomes", path).returncode == 0
    assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]
    outcomes = np.concatenate(list(read_parquet(path)))
    assert outcomes["index"].tolist() == list(range(30))
    assert (outcomes["three_bv"] > 0).all()
    assert settings_in(path) == Settings.of(RandomBoards(6, 6, 6, seed=9), "tiebreak")


# ---- resume, by the command line


def stopped_at(path, games, *arguments):
    """The file of a run that ended after so many games."""
    assert simulate("--games", games, "--outcomes", path, *arguments).returncode == 0


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_resumed_run_is_the_uninterrupted_one(tmp_path, name):
    """Byte for byte, where the seconds are left out; the summary covers the games of both parts."""
    parts, whole = tmp_path / name, tmp_path / f"whole.{name}"
    stopped_at(parts, 7, "--no-times")
    resumed = simulate("--games", 40, "--outcomes", parts, "--no-times", "--resume", "--json")
    once = simulate("--games", 40, "--outcomes", whole, "--no-times", "--json")
    assert parts.read_bytes() == whole.read_bytes()
    (one, two) = (json.loads(ran.stdout) for ran in (resumed, once))
    assert one["games"] == 40
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_a_run_that_is_done_has_nothing_to_resume(tmp_path):
    """It is summed up again, and the file stays as it is."""
    path = tmp_path / "games.csv"
    stopped_at(path, 7)
    before = path.read_bytes()
    assert json.loads(simulate("--games", 7, "--outcomes", path, "--resume", "--json").stdout)["games"] == 7
    assert path.read_bytes() == before


@pytest.mark.parametrize("tail", [b"7,1,1", b"7", b"7,1,12,3,0.0123", b"\x00\x00\x00"])
def test_a_torn_last_line_is_played_again(tmp_path, tail):
    """What was cut off in the middle of a line is dropped."""
    path = tmp_path / "games.csv"
    stopped_at(path, 7)
    with path.open("ab") as file:
        file.write(tail)
    assert simulate("--games", 9, "--outcomes", path, "--resume").returncode == 0
    assert [line.split(",")[0] for line in without_seconds(path)[1:]] == list(map(str, range(9)))


@pytest.mark.parametrize("left", [0, 5, 32])
def test_a_run_killed_before_its_first_game_is_resumed(tmp_path, left):
    """A header, a part of one, or nothing: the settings tell the run."""
    path = tmp_path / "games.csv"
    stopped_at(path, 3)
    path.write_bytes(path.read_bytes()[:left])
    assert simulate("--games", 3, "--outcomes", path, "--resume").returncode == 0
    assert len(without_seconds(path)) == 4


REFUSED = {
    "another seed": (["--seed", "10"], None, b"boards seed 9, not seed 10"),
    "another size": (["--size", "7x7"], None, b"size 6x6, not 7x7"),
    "no times": (["--no-times"], None, b"times True, not False"),
    "too many": (["--games", "3"], None, b"3 games are asked for"),
    "missing file": ([], lambda path: (path.unlink(), side(path).unlink()), b"leave --resume out"),
    "missing settings": ([], lambda path: side(path).unlink(), b"run.json is missing"),
    "broken settings": ([], lambda path: side(path).write_text("{"), b"run.json does not say"),
    "settings that are no text": ([], lambda path: side(path).write_bytes(b"\xff{"), b"run.json does not say"),
    "settings that are a folder": ([], lambda path: (side(path).unlink(), side(path).mkdir()), b"run.json cannot be"),
    "a line lost": ([], lambda path: drop_line(path, 2), b"game 1 is not where"),
    "not ours": ([], lambda path: path.write_text("name,age\nann,3"), b"holds no outcomes"),
    "a folder": ([], lambda path: (path.unlink(), path.mkdir()), b"is a folder or a device"),
}  # fmt: skip


def drop_line(path, line):
    """Take a line out of a file."""
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:line] + lines[line + 1 :]))


def side(path):
    """Where the settings stand."""
    return path.with_name(f"{path.name}.run.json")


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_resumed_is_refused_in_a_sentence(tmp_path, case):
    """It says what is wrong, and the file stays as it is."""
    arguments, damage, said = REFUSED[case]
    path = tmp_path / "games.csv"
    stopped_at(path, 7)
    if damage:
        damage(path)
    before = path.read_bytes() if path.is_file() else None
    ran = simulate("--games", 20, "--outcomes", path, "--resume", *arguments)
    assert ran.returncode == 1
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stdout == b""
    assert b"the same command" not in ran.stderr  # it would be refused again
    assert before == (path.read_bytes() if path.is_file() else None)


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_games_are_not_overwritten(tmp_path, name):
    """Without --resume, a file that holds games is left alone, and the sentence says what to do."""
    path = tmp_path / name
    stopped_at(path, 7)
    before = path.read_bytes()
    ran = simulate("--games", 20, "--outcomes", path)
    assert ran.returncode == 1
    assert b"--resume" in ran.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", ["/nowhere/games.csv", "/proc/games.parquet", "/dev/full", "."])
def test_what_cannot_be_written_is_found_before_the_first_game(path):
    """One sentence, exit code 1, and not a game played."""
    ran = simulate("--games", 1 << 40, "--outcomes", path)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"minebot: ")
    assert ran.stdout == b""


def test_a_folder_that_is_not_there_is_named(tmp_path):
    """Not a file beside the one that the user asked for."""
    ran = simulate("--games", 3, "--outcomes", tmp_path / "none" / "games.csv")
    assert ran.returncode == 1
    assert b"there is no folder" in ran.stderr
    assert b".run.json" not in ran.stderr


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_full_disk_loses_nothing(tmp_path, name):
    """One sentence and exit code 1; with room again, the run goes on to the same file as if nothing had been."""
    path, whole = tmp_path / name, tmp_path / f"whole.{name}"

    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

    options = ["--games", 400, "--outcomes", path, "--no-times"]
    ran = minebot("simulate", "--size", "6x6", "--mines", 6, "--seed", 9, *options, preexec_fn=little_room)
    assert ran.returncode == 1
    assert b"cannot be written" in ran.stderr
    assert b"--resume" in ran.stderr
    assert b"Traceback" not in ran.stderr
    assert simulate(*options, "--resume").returncode == 0
    assert simulate("--games", 400, "--outcomes", whole, "--no-times").returncode == 0
    assert path.read_bytes() == whole.read_bytes()


# ---- killed


def killed(command, journal, moments):
    """Start a run and kill it at a random moment, now and then before its first game; 0 if it ended before."""
    before = journal.stat().st_size if journal.exists() else 0
    early = moments.random() < 0.2
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        while not early and run.poll() is None and not (journal.exists() and journal.stat().st_size > before + 100):
            time.sleep(0.01)
        with suppress(subprocess.TimeoutExpired):
            run.wait(moments.uniform(0, 0.5))
        run.kill()
        return run.wait()


@pytest.mark.parametrize(("name", "jobs"), [("games.csv", 1), ("games.parquet", 2)])
def test_a_run_killed_again_and_again_is_the_uninterrupted_one(tmp_path, name, jobs):
    """SIGKILL at random moments, --resume after each, and in the end to the end: the same file, byte for byte."""
    path, whole = tmp_path / name, tmp_path / f"whole.{name}"
    common = [
        "simulate",
        "--level",
        "beginner",
        "--games",
        str(games_in(2)),
        "--no-times",
        "--jobs",
        str(jobs),
        "--outcomes",
    ]
    journal = Place(path).journal
    moments, kills = random.Random(f"{name}{jobs}"), 0
    command = [*MINEBOT, *common, str(path)]
    while kills < 3 and (code := killed(command, journal, moments)):
        assert code == -signal.SIGKILL
        kills += 1
        command = [*MINEBOT, *common, str(path), *(["--resume"] if journal.exists() or path.exists() else [])]
    assert kills > 0
    for last in (command, [*MINEBOT, *common, str(whole)]):
        subprocess.run(last, check=True, capture_output=True)
    assert path.read_bytes() == whole.read_bytes()


def children(process):
    """The processes that a process started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def workers(run, path):
    """The processes of a run that has kept some games."""
    deadline = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < 500:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return children(run.pid)


ENDLESS = ["simulate", "--games", "100000000", "--jobs", "2", "--outcomes"]


def test_a_worker_that_dies_ends_the_run_in_a_sentence(tmp_path):
    """What was answered is kept, and --resume goes on."""
    path = tmp_path / "games.csv"
    with subprocess.Popen([*MINEBOT, *ENDLESS, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        os.kill(workers(run, path)[-1], signal.SIGKILL)
        printed, complaint = run.communicate(timeout=60)
    assert run.returncode == 1
    assert b"a worker process died" in complaint
    assert b"--resume" in complaint
    assert b"Traceback" not in complaint
    assert f"of {len(without_seconds(path)) - 1} games" in printed.decode()


def test_workers_end_with_a_run_that_is_killed(tmp_path):
    """No process is left behind."""
    path = tmp_path / "games.csv"
    with subprocess.Popen([*MINEBOT, *ENDLESS, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        started = workers(run, path)
        run.kill()
    deadline = time.monotonic() + 30
    while any(alive(each) for each in started):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def alive(process):
    """Whether a process is there, and more than a zombie."""
    found = subprocess.run(["ps", "-o", "state=", "-p", str(process)], capture_output=True, text=True, check=False)
    return found.stdout.strip() not in ("", "Z")
