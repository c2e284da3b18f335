import json
import os
import signal
import subprocess
import time
from concurrent.futures import Future
from dataclasses import replace

import pytest
from runs import MINEBOT, called, minebot, simulate, without_seconds

from minebot import BoardSet, MinebotError, RandomBoards
from minebot.simulation import chunks, thinker
from minebot.simulation.chunks import PlayedBy, in_order, next_size
from minebot.simulation.crew import Crew, Here, local
from minebot.simulation.outcome import Outcome, pack, unpack
from minebot.simulation.player import Kind, play_chunk, play_game
from minebot.simulation.run import Plan, Run
from minebot.simulation.tally import Tally, milliseconds, wilson

BEGINNER = RandomBoards(9, 9, 10, seed=4)


def played(boards, indices, jobs):
    """The outcomes of these games, without the seconds."""
    with local(jobs) as crew:
        found = [chunk.outcomes[0] for chunk in in_order(crew, boards, indices, PlayedBy(("tiebreak",)))]
    return [replace(outcome, seconds=0) for outcomes in found for outcome in unpack(outcomes)]


def test_the_same_seed_gives_the_same_games_for_any_number_of_processes():
    """Only the seconds differ between one process and two, and the games come in order."""
    one, two = (played(BEGINNER, range(3, 40), jobs) for jobs in (1, 2))
    assert one == two
    assert [outcome.index for outcome in one] == list(range(3, 40))


def test_a_chunk_of_a_board_set_takes_along_its_own_boards_alone():
    """Boards of a file travel under their own indices, and no more of them than are played."""
    boards = BoardSet.parse("\n".join(["3 3 1 0 0 safe", *map(str, range(1, 9))]))
    part = chunks.part(boards, range(2, 5))
    assert len(part.fields) == 3
    assert [part[index] for index in range(2, 5)] == [boards[index] for index in range(2, 5)]
    assert played(boards, range(8), 1) == [
        replace(play_game(boards, "tiebreak", n).outcome, seconds=0) for n in range(8)
    ]


def test_few_chunks_are_under_way_and_a_slow_worker_keeps_its_place():
    """No more chunks are begun than the crew asks for, and the order is that of the indices, not of the answers."""
    begun = []

    class Late(Here):
        def submit(self, fn, /, *args, **kwargs):
            begun.append(args[1])
            future = Future()
            future.result = lambda _patience: fn(*args, **kwargs)
            return future

    playing = in_order(Crew(Late(), lambda: 3), BEGINNER, range(1000), PlayedBy(("tiebreak",)))
    assert next(playing).outcomes[0]["index"].tolist() == [0]
    assert [len(each) for each in begun] == [1, 1, 1]


@pytest.mark.parametrize(
    ("size", "games", "seconds", "following"),
    [
        (1, 1, 10.0, 1),
        (1, 1, 0.05, 4),
        (1, 1, 0.00001, 4),
        (64, 64, 0.1, 128),
        (64, 64, 60.0, 16),
        (1 << 14, 1 << 14, 0.1, 1 << 14),
    ],
)
def test_a_chunk_takes_about_a_fifth_of_a_second(size, games, seconds, following):
    """Its size follows the time that the last chunk took, by at most four times, and has a limit."""
    assert next_size(size, games, seconds) == following


def test_moves_are_clicks_on_covered_cells():
    """A certain cell that an opening opened meanwhile is not clicked again; the first move is no guess."""
    for index in range(40):
        game = play_game(BEGINNER, "tiebreak", index)
        field, opened = BEGINNER[index], set()
        for step in game.steps:
            cell = step.cell[1] * 9 + step.cell[0]
            assert cell not in opened
            opened |= field.opened_by(cell)
        kinds = [step.kind for step in game.steps]
        assert kinds[0] is Kind.FIRST
        assert game.outcome.guesses == kinds.count(Kind.GUESS)
        assert game.outcome.moves == len(kinds)
        assert game.outcome.won == (field.mines.isdisjoint(opened) and len(opened) == 71)


def test_an_outcome_tells_what_board_it_was():
    """3BV and openings are those of the board."""
    row = play_chunk(BEGINNER, "tiebreak", range(5, 6))
    assert (row["three_bv"][0], row["openings"][0]) == (BEGINNER[5].three_bv, len(BEGINNER[5].openings))


def test_an_array_of_outcomes_round_trips():
    """Unpacking gives what was packed."""
    outcomes = [Outcome(0, True, 9, 2, 0.5, 20, 3), Outcome(1, False, 3, 1, 0.25)]
    assert list(unpack(pack(outcomes))) == outcomes


def test_a_solver_that_fails_names_the_game(monkeypatch):
    """The index is in the sentence, so that the game can be looked at alone."""

    def fail(_board, _thinking):
        raise MinebotError("no idea")

    monkeypatch.setattr(thinker, "named", lambda _name: fail)
    with pytest.raises(MinebotError, match="game 7: no idea"):
        play_game(BEGINNER, "odd", 7)


def test_the_interval_is_wilsons():
    """Known values: none played says nothing; 5 of 10 gives 0.2366 to 0.7634."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_a_tally_adds_up():
    """Won, guesses and moves are sums over the games, and a spread counts games and wins by value."""
    tally = Tally()
    tally.add(pack([Outcome(0, True, 9, 2, 0.1, 20, 1)]))
    tally.add(pack([Outcome(1, False, 3, 1, 0.1, 22, 1), Outcome(2, True, 3, 0, 0.1, 20, 1)]))
    assert (tally.games, tally.won, tally.guesses, tally.moves) == (3, 2, 3, 15)
    assert tally.rate == pytest.approx(2 / 3)
    assert (tally.spreads["guesses"].games.tolist(), tally.spreads["guesses"].won.tolist()) == ([1, 1, 1], [1, 0, 1])
    assert (tally.spreads["three_bv"].games[20], tally.spreads["three_bv"].games.sum()) == (2, 3)


@pytest.mark.parametrize(("seconds", "said"), [(0.00012345, "0.123"), (0.0567, "56.7"), (1.2434, "1,243")])
def test_a_time_reads_as_a_number(seconds, said):
    """No powers of ten."""
    assert milliseconds(seconds) == said


def test_what_came_before_a_run_is_none_of_its_seconds():
    """Its first run on a machine waits for the solver to compile, which is no property of the games."""
    run = Run(Plan(boards=RandomBoards(9, 9, 10), solvers=("tiebreak",), indices=range(0)))
    time.sleep(0.2)
    with run:
        assert run.seconds < 0.1


def test_a_value_that_no_file_tells_is_in_no_spread():
    """3BV and openings that are unknown are not counted as some number."""
    tally = Tally()
    tally.add(pack([Outcome(0, True, 9, 2, 0.1)]))
    assert tally.spreads["openings"].games.sum() == 0
    assert tally.spreads["guesses"].games.sum() == 1


@pytest.mark.parametrize("more", [[], ["--sprt", "0", "1", "--against", "single"]])
def test_a_run_stopped_before_its_first_game_has_no_results(monkeypatch, more):
    """One sentence says so, and there is no rate of nothing; the document is what it always is."""

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "play", stopped)
    ran, as_json = simulate(*more), simulate(*more, "--json")
    assert (ran.returncode, ran.stdout) == (130, b"")
    assert ran.stderr == as_json.stderr == b"minebot: stopped by the user; no game was played\n"
    assert json.loads(as_json.stdout)["games"] == 0


def test_an_unknown_solver_is_refused_before_any_game(tmp_path):
    """Wrong usage, which the caller's process says, not a broken pool; no file is begun."""
    for said in (["--solver", "none"], ["--sprt", "0", "1", "--against", "none"]):
        ran = simulate(*said, "--outcomes", tmp_path / "x.csv")
        assert ran.returncode == 2
        assert b"there is no solver 'none'" in ran.stderr
        assert not list(tmp_path.iterdir())


def test_simulate_prints_one_json_document_and_writes_outcomes(tmp_path):
    """The fields of the stable format, and a line a game."""
    path = tmp_path / "games.csv"
    ran = minebot("simulate", "--size", "6x6", "--mines", 5, "--games", 6, "--outcomes", path, "--json", "--seed", 9)
    document = json.loads(ran.stdout)
    assert list(document) == ["games", "won", "rate", "ci95", "seconds", "guesses", "solver", "seed"]
    lines = path.read_text().splitlines()
    assert lines[0] == "index,won,moves,guesses,seconds"
    assert sum(int(line.split(",")[1]) for line in lines[1:]) == document["won"]
    assert len(lines) == 7


def test_simulate_plays_the_boards_of_a_file(tmp_path):
    """All of them, unless fewer are asked for."""
    path = tmp_path / "set.txt"
    path.write_text("3 3 1 0 0 safe\n4\n8\n")
    assert json.loads(minebot("simulate", "--boards", path, "--json").stdout)["games"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "10x10"],
        ["--mines", "10"],
        ["--size", "3x3", "--mines", "9"],
        ["--size", "3x3", "--mines", "9", "--rule", "any"],
        ["--size", "ten", "--mines", "9"],
        ["--size", "0x5", "--mines", "0"],
        ["--level", "hard"],
        ["--level", "expert", "--mines", "9"],
        ["--rule", "kind"],
        ["--games", "0"],
        ["--seed", "-1"],
        ["--boards", "x.txt", "--level", "expert"],
    ],
)
def test_wrong_usage_of_simulate_leaves_with_2(arguments):
    """Options that say too little, too much or nonsense are refused without a traceback."""
    ran = called(["minebot", "simulate", *arguments])
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    assert ran.stdout == b""


@pytest.mark.parametrize("size", ["1x1", "1x12", "12x1", "5x4"])
def test_boards_without_mines_and_of_one_row_play(size):
    """No mines: every game is won by its first click. One row: it just plays."""
    document = json.loads(simulate("--size", size, "--mines", 0, "--games", 3, "--json").stdout)
    assert (document["won"], document["guesses"]) == (3, 0)
    if size.endswith("1"):
        return
    assert simulate("--size", size, "--mines", 2, "--games", 3).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_keeps_what_was_played(tmp_path, jobs):
    """Ctrl-C: the outcomes so far are in the file, a summary of them is printed, and the exit code is 130."""
    path = tmp_path / "games.csv"
    command = [*MINEBOT, "simulate", "--games", "100000000", "--json", "--jobs", str(jobs), "--outcomes", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        deadline = time.monotonic() + 60
        while not path.exists() or path.stat().st_size < 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        printed, complaint = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"Traceback" not in complaint
    assert b"--resume" in complaint
    assert len(without_seconds(path)) - 1 == json.loads(printed)["games"]
