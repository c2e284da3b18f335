"""Solvers side by side: the same boards for all, honest statistics, budgets, files, and every way to ask wrongly."""

import csv
import json
from contextlib import contextmanager
from fractions import Fraction
from math import ceil, comb
from types import MappingProxyType

import numpy as np
import pytest
from runs import called

from minebot import MinebotError, RandomBoards, solve, solver
from minebot.comparison import command
from minebot.comparison.match import Match, Plan, Player
from minebot.comparison.paired import Pair, binomial_p, pairs
from minebot.comparison.peers import read_peers
from minebot.comparison.reproduce import all_boards, measured, start_cells
from minebot.comparison.result import COLUMNS, Result
from minebot.comparison.sources import TABLES
from minebot.comparison.whole import whole_game
from minebot.simulation import chunks, thinker
from minebot.simulation.outcome import ROW
from minebot.simulation.player import play_chunk
from minebot.solver import SIMPLER

SMALL = RandomBoards(6, 6, 6, seed=9)


def compare(*arguments):
    """A finished run of `minebot compare` on small boards, in this process."""
    command = ["minebot", "compare", "--size", "6x6", "--mines", "6", "--seed", "9", "--jobs", "1"]
    return called([*command, *map(str, arguments)])


def compared(*arguments):
    """The document of such a run, which succeeds."""
    ran = compare(*arguments, "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def match(solvers, games=20, **options):
    """A match on small boards that was played to its end."""
    played = Match(Plan(boards=SMALL, indices=range(games), solvers=tuple(solvers), **options))
    played.play(lambda: None)
    return played


@pytest.mark.parametrize(
    ("one", "other", "p"),
    [
        (0, 0, Fraction(1)),
        (1, 0, Fraction(1)),
        (5, 5, Fraction(1)),
        (10, 2, Fraction(2 * (1 + 12 + 66), 1 << 12)),
        (2, 10, Fraction(2 * (1 + 12 + 66), 1 << 12)),
        (0, 6, Fraction(1, 32)),
        (121, 59, Fraction(2 * sum(comb(180, heads) for heads in range(60)), 1 << 180)),
        (500, 500, Fraction(1)),
        (3, 997, Fraction(2 * sum(comb(1000, heads) for heads in range(4)), 1 << 1000)),
        (1050, 950, Fraction(2 * sum(comb(2000, heads) for heads in range(951)), 1 << 2000)),
    ],
)
def test_mcnemar_is_exact(one, other, p):
    """The two-sided binomial test of the boards that one alone won, as fractions give it."""
    assert binomial_p(one, other) == pytest.approx(float(p), rel=1e-9)


def test_mcnemar_takes_any_number_of_boards():
    """Ten million of them, in no time."""
    assert 0 < binomial_p(5_002_000, 4_998_000) < 1
    assert binomial_p(5_100_000, 4_900_000) < 1e-300


def test_the_interval_of_a_difference_is_bonetts_and_prices():
    """Worked by hand: 98 boards, 19 to 9; (20 - 10) / 100 +- 1.96 sqrt((0.3 - 0.01) / 100)."""
    pair = Pair("a", "b", 98, 19, 9)
    assert pair.difference == pytest.approx(10 / 98)
    assert pair.ci95 == pytest.approx((0.1 - 1.959964 * 0.0538516, 0.1 + 1.959964 * 0.0538516), abs=1e-6)


def test_players_who_never_differ_are_not_certainly_equal():
    """The interval has a width, and it is the same to both sides."""
    low, high = Pair("a", "b", 100, 0, 0).ci95
    assert low == -high < 0


def test_the_interval_holds_what_it_should():
    """In 2000 comparisons of 200 boards, 95 % of them hold the true difference."""
    draws = np.random.default_rng(3).random((2000, 200))
    held = 0
    for row in draws:
        low, high = Pair.of(("a", "b"), row < 0.5, (row > 0.1) & (row < 0.5)).ci95
        held += low <= 0.1 <= high
    assert 0.93 < held / 2000 < 0.985


def test_a_pair_is_compared_on_the_boards_that_both_played():
    """The one that played fewer says how many; each two are compared once."""
    one, other = np.array([1, 1, 0, 0], bool), np.array([1, 0, 1], bool)
    assert Pair.of(("a", "b"), one, other) == Pair("a", "b", 3, 1, 1)
    assert [(pair.solver, pair.against) for pair in pairs(dict.fromkeys("abc", one))] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_solvers_play_the_boards_that_simulate_plays(jobs):
    """The same counts, and board by board the same results, however many processes play."""
    played = match(["single", "pairs", "tiebreak"], jobs=jobs)
    for name, player in played.players.items():
        alone = play_chunk(SMALL, name, range(20))
        assert player.won.tolist() == alone["won"].tolist()
        assert (player.tally.games, player.tally.guesses) == (20, alone["guesses"].sum())


def test_the_command_counts_as_simulate_does():
    """Games, won and guesses of each solver."""
    found = {row["solver"]: row for row in compared("--solvers", "tiebreak,single", "--games", 15)["solvers"]}
    for name in ("single", "tiebreak"):
        asked = [
            "--size",
            "6x6",
            "--mines",
            "6",
            "--seed",
            "9",
            "--games",
            "15",
            "--jobs",
            "1",
            "--solver",
            name,
            "--json",
        ]
        alone = json.loads(called(["minebot", "simulate", *asked]).stdout)
        assert {key: found[name][key] for key in ("games", "won", "guesses", "rate", "ci95")} == {
            key: alone[key] for key in ("games", "won", "guesses", "rate", "ci95")
        }


def test_the_document_has_every_solver_and_every_two():
    """The solvers in the order of the ladder, the pairs once each, and the boards they played."""
    found = compared("--games", 5, "--start", "2,3")
    assert [row["solver"] for row in found["solvers"]] == list(SIMPLER)
    assert len(found["pairs"]) == len(SIMPLER) * (len(SIMPLER) - 1) // 2
    assert found["against"] in SIMPLER
    assert {key: found[key] for key in ("size", "mines", "rule", "start", "boards", "first")} == {
        "size": "6x6",
        "mines": 6,
        "rule": "safe",
        "start": "2,3",
        "boards": "seed 9",
        "first": 0,
    }
    assert all(
        {"unguessed", "moves", "nodes", "handed_on", "peer", "seconds"} <= row.keys() for row in found["solvers"]
    )
    assert set(found["pairs"][0]) == {
        "solver",
        "against",
        "boards",
        "first_only",
        "second_only",
        "difference",
        "ci95",
        "p",
    }


def test_the_table_names_all_and_compares_with_the_strongest():
    """Or with whom --against names."""
    text = compare("--solvers", "single,tiebreak", "--games", 40).stdout.decode()
    assert "against tiebreak" in text
    assert text.index("single") < text.index("tiebreak")
    assert (
        "against single" in compare("--solvers", "single,tiebreak", "--games", 5, "--against", "single").stdout.decode()
    )


def test_files_hold_what_was_counted(tmp_path):
    """A line a solver; beside it a line a pair; and the picture is drawn."""
    path, picture = tmp_path / "c.csv", tmp_path / "c.svg"
    found = compared("--solvers", "single,tiebreak,pairs", "--games", 12, "--csv", path, "--plot", picture)
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["solver"], int(row["won"]), float(row["rate"])) for row in rows] == [
        (each["solver"], each["won"], each["rate"]) for each in found["solvers"]
    ]
    with (tmp_path / "c.pairs.csv").open() as file:
        beside = list(csv.DictReader(file))
    names = ("boards", "first_only", "second_only", "difference", "p")
    assert [[float(row[name]) for name in names] for row in beside] == [
        [each[name] for name in names] for each in found["pairs"]
    ]
    assert "<svg" in picture.read_text()


@pytest.fixture
def boards(tmp_path):
    """A file of four boards that are won by the first click, or need a guess."""
    path = tmp_path / "set.txt"
    path.write_text("3 3 1 0 0 safe\n8\n4\n8\n8\n")
    return path


def with_peers(boards, text, *more):
    """A comparison on the boards of a file with peers of this text."""
    path = boards.with_name("set.peers.txt")
    path.write_text(text)
    return called(["minebot", "compare", "--boards", str(boards), "--peers", str(path), "--jobs", "1", *more])


def test_peers_are_rows_and_pairs(boards):
    """Their results stand beside the solvers', and are compared on the boards that they played."""
    ran = with_peers(boards, "java 1011\njs 000\n", "--json", "--solvers", "single,tiebreak")
    found = json.loads(ran.stdout)
    assert [(row["solver"], row["peer"], row["games"], row["won"]) for row in found["solvers"][2:]] == [
        ("java", True, 4, 3),
        ("js", True, 3, 0),
    ]
    assert found["solvers"][2]["seconds"] is found["solvers"][2]["guesses"] is None
    pair = next(pair for pair in found["pairs"] if (pair["solver"], pair["against"]) == ("java", "js"))
    assert (pair["boards"], pair["first_only"], pair["second_only"]) == (3, 2, 0)
    assert b"java (peer)" in with_peers(boards, "java 1011\n", "--solvers", "single").stdout


def test_peers_keep_their_boards_where_some_are_left_out(boards):
    """--first and --games choose among their results as they do among the boards."""
    ran = with_peers(boards, "java 1001\n", "--first", "1", "--games", "3", "--json", "--solvers", "single")
    assert json.loads(ran.stdout)["solvers"][1]["won"] == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("java 10111\n", "java has 5 results, and there are 4 boards"),
        ("java 1012\n", "line 1: this is no peer"),
        ("java\n", "line 1: this is no peer"),
        ("java 1011\njava 1011\n", "line 2: java is there twice"),
        ("\n", "names no peer"),
    ],
)
def test_peers_that_do_not_belong_are_refused(boards, text, complaint):
    """The sentence names the file, the line and what is wrong."""
    ran = with_peers(boards, text)
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert complaint in ran.stderr.decode()


def test_the_files_of_peers_are_read(tmp_path):
    """A name and a result a board."""
    path = tmp_path / "x.peers.txt"
    path.write_text("java 101\n\njs 110\n")
    assert {name: won.tolist() for name, won in read_peers(path, 3).items()} == {
        "java": [True, False, True],
        "js": [True, True, False],
    }


def register(monkeypatch, name, think, simpler="tiebreak"):
    """Have a solver of this name, for one test."""
    monkeypatch.setattr(solver, "SOLVERS", MappingProxyType({**solver.SOLVERS, name: think}))
    monkeypatch.setattr(thinker, "SIMPLER", MappingProxyType({**thinker.SIMPLER, name: simpler}))


def endless(_board, thinking):
    """A search that never ends, but asks whether to go on."""
    while True:
        thinking.go_on()


def test_a_solver_that_is_too_slow_hands_its_moves_on(monkeypatch):
    """The next simpler one plays them all, as it plays alone; each move counts once, down any number of steps."""
    register(monkeypatch, "slow", endless)
    register(monkeypatch, "slower", endless, "slow")
    alone = play_chunk(SMALL, "tiebreak", range(6))
    for name in ("slow", "slower"):
        played = play_chunk(SMALL, name, range(6), 0.001)
        assert played["won"].tolist() == alone["won"].tolist()
        assert played["guesses"].tolist() == alone["guesses"].tolist()
        assert (played["handed_on"] >= played["guesses"]).all()
        assert played["handed_on"].sum() > 0


def test_the_last_of_the_ladder_has_as_long_as_it_takes():
    """`single` has nobody to hand a move on to, and a budget of nothing changes nothing for it."""
    fast, slow = (play_chunk(SMALL, "single", range(10), budget) for budget in (None, 0.0))
    assert fast["won"].tolist() == slow["won"].tolist()
    assert slow["handed_on"].sum() == 0


def test_nodes_are_summed_over_a_game(monkeypatch):
    """What each answer says it took; a solver that does not count them adds nothing."""
    from dataclasses import replace

    asked = []

    def counts(board, _thinking):
        asked.append(board)
        return replace(solve(board), nodes=5)

    register(monkeypatch, "counting", counts)
    played = play_chunk(SMALL, "counting", range(8))
    assert played["nodes"].sum() == 5 * len(asked) > 0
    assert play_chunk(SMALL, "single", range(8))["nodes"].sum() == 0


def test_each_solver_plays_for_its_time(monkeypatch):
    """Until its own games took so many seconds: the faster one plays more, and pairs are of the boards of both."""
    a_game = {"single": 1 / 512, "tiebreak": 1 / 4096}

    def play_chunk(_boards, solver, indices, _budget):
        rows = np.zeros(len(indices), ROW)
        rows["index"], rows["seconds"] = indices, a_game[solver]
        return rows

    monkeypatch.setattr(chunks, "play_chunk", play_chunk)
    played = match(["single", "tiebreak"], games=1 << 62, time=0.3)
    one, other = played.players.values()
    assert 100 < one.tally.games < other.tally.games
    assert all(0.3 <= player.tally.seconds < 0.6 for player in (one, other))
    assert [player.tally.games for player in (one, other)] == [ceil(0.3 * 512), ceil(0.3 * 4096)]
    assert Result.of(played, [], None).pairs[0].boards == one.tally.games


def test_an_error_names_solver_and_game_and_what_was_played_is_printed(monkeypatch):
    """The other solver's games count."""

    def fail(board, _thinking):
        if len(failed) > 3:
            raise RuntimeError("no idea")
        failed.append(board)
        return solve(board)

    failed = []
    register(monkeypatch, "odd", fail)
    played = Match(Plan(boards=SMALL, indices=range(20), solvers=("tiebreak", "odd")))
    with pytest.raises(MinebotError, match=r"the solver odd failed in game \d+: RuntimeError: no idea"):
        played.play(lambda: None)
    assert played.players["tiebreak"].tally.games > 0


def test_a_peer_is_no_rival_unless_it_is_asked_for():
    """The others are compared with the strongest solver, the higher rung where two are equal."""
    won = np.ones(20, bool)
    played = match(["single", "tiebreak"])
    assert Result.of(played, [Player.known("java", won)], None).rival == "tiebreak"
    assert Result.of(played, [Player.known("java", won)], "java").rival == "java"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--solvers", "none"], "there is no solver 'none'; choose from: single"),
        (["--solvers", ""], "there is no solver ''"),
        (["--solvers", "single,tiebreak,single"], "names single twice"),
        (["--solvers", "single", "--against", "tiebreak"], "--against names none of those that play: single"),
        (["--budget", "-1"], "--budget takes seconds"),
        (["--time", "nan"], "--time takes seconds"),
        (["--peers", "x.txt"], "--peers goes with --boards"),
        (["--plot", "x.txt"], "x.txt is no picture"),
        (["--csv", "x.txt"], "x.txt is no table"),
        (["--start", "9,0"], "the start cell 9,0 is not on a board of 6x6"),
        (["--start", "a"], "'a' is no cell"),
        (["--games", "0"], "Invalid value for '--games'"),
    ],
)
def test_wrong_usage_leaves_with_2(arguments, complaint):
    """One sentence says what is wrong, and what there is, before any game."""
    ran = compare(*arguments)
    assert (ran.returncode, ran.stdout) == (2, b"")
    said = " ".join(ran.stderr.decode().replace("│", " ").split())
    assert complaint in said
    assert "Traceback" not in said


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("chunks", [0, 5])
def test_a_stopped_comparison_prints_what_was_played(monkeypatch, jobs, chunks):
    """Ctrl-C: the document of the games so far, one sentence, and the exit code 130."""

    @contextmanager
    def pressed(_match):
        left = iter(range(chunks))

        def shown():
            if next(left, None) is None:
                raise KeyboardInterrupt

        yield shown

    monkeypatch.setattr(command, "progress", pressed)
    ran = compare("--solvers", "single,tiebreak", "--games", 10000000, "--json", "--jobs", jobs)
    played = [row["games"] for row in json.loads(ran.stdout)["solvers"]]
    assert ran.returncode == 130
    assert len(played) == min(chunks + 1, 2)
    assert all(played)
    assert ran.stderr.decode() == f"minebot: stopped by the user; games played: {sum(played):,}\n"


def test_a_comparison_stopped_before_its_first_game_has_no_table(monkeypatch):
    """One sentence says so; the document holds no solver."""

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "play", stopped)
    ran, as_json = compare(), compare("--json")
    assert (ran.returncode, ran.stdout) == (130, b"")
    assert ran.stderr == as_json.stderr == b"minebot: stopped by the user; no game was played\n"
    assert json.loads(as_json.stdout)["solvers"] == []


@pytest.mark.parametrize("name", TABLES)
def test_the_figures_of_the_sources_stand_beside_ours(name):
    """Each figure whose solver is there, from three first cells, with an interval unless every board was played."""
    ran = called(["minebot", "compare", "--table", name, "--games", "3", "--jobs", "1", "--json"])
    found = json.loads(ran.stdout)
    known = [figure for figure in TABLES[name].figures if figure.solver in SIMPLER]
    assert [(row["solver"], row["source"]) for row in found["rows"]] == [(each.solver, each.given) for each in known]
    for ours in (each for row in found["rows"] for each in row["ours"]):
        assert ours["games"] == 3 if ours["ci95"] else ours["games"] in (28, 252)
        assert not ours["ci95"] or ours["ci95"][0] - 1e-9 <= ours["value"] <= ours["ci95"][1] + 1e-9


def test_a_table_prints_the_source_and_what_it_left_open():
    """Farn's second table is played on every board, so that ours are exact: 23 of 28 from a corner are 82.14 %."""
    text = called(["minebot", "compare", "--table", "farn-2", "--jobs", "1"]).stdout.decode()
    assert text.startswith("Farn, Table 2: % of games won on 3x3 with 2 mines")
    row = next(line for line in text.splitlines() if "tiebreak" in line)
    assert row.split()[-4:-2] == ["80", "82.14"]
    assert "ours: every board there is" in text


def test_nodes_are_those_of_the_whole_board():
    """A game of whole searches goes as the solver's own, and boxes need no more nodes than cells."""
    boards = RandomBoards(4, 4, 3, "open", 0)
    for index in range(20):
        played = whole_game(boards, "csp", index)
        own = play_chunk(boards, "csp", range(index, index + 1))[0]
        assert (played.won, played.guesses) == (own["won"], own["guesses"])
        assert whole_game(boards, "boxes", index).nodes <= played.nodes


def test_the_nodes_of_a_first_position_worked_by_hand():
    """2x2 with one mine: a 1 in the corner leaves three arrangements of three cells, the next 1 two of two.

    Cell after cell, 2 + 3 + 3 partial arrangements are possible, and then 2 + 2.
    """
    boards = RandomBoards(2, 2, 1)
    games = [whole_game(boards, "csp", index) for index in range(30)]
    assert {(game.guesses, game.nodes) for game in games} == {(1, 8), (2, 12)}


def test_the_worked_example_stands_beside_ours():
    """Sheppard's six risks are ours, estimated and exact."""
    found = json.loads(called(["minebot", "compare", "--table", "sheppard", "--json"]).stdout)
    assert len(found["rows"]) == 6
    for row in found["rows"]:
        assert row["entropy"] == pytest.approx(row["source"], abs=1e-6)
        assert row["exact"] == pytest.approx(row["source"])
    text = called(["minebot", "compare", "--table", "sheppard"]).stdout.decode()
    assert "(0, 2)   0.3333    0.3333   0.3333" in text


def test_every_board_there_is_is_played():
    """All ways to lay the mines that the rule allows at the start cell."""
    every = all_boards((3, 3), 2, (1, 1), "safe")
    assert len({field.mines for field in every}) == len(every) == 28
    assert not any(4 in field.mines for field in every)


@pytest.mark.parametrize("size", [(3, 3), (9, 9), (30, 16)])
def test_anywhere_is_spread_evenly(size):
    """No cell twice, all rows in turn, at most 48 of them."""
    cells = list(start_cells("anywhere", *size))
    assert len(set(cells)) == len(cells) == min(48, size[0] * size[1])
    assert {y for _, y in cells} == set(range(size[1]))
    assert all(x < size[0] for x, _ in cells)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--table", "farn-9"], "there is no table 'farn-9'; choose from: farn-1"),
        (["--table", "farn-1", "--level", "expert"], "--table says the boards and the solvers; leave --level out"),
        (["--table", "farn-1", "--solvers", "single"], "leave --solvers out"),
    ],
)
def test_a_table_says_the_boards_itself(arguments, complaint):
    """Options that it would not heed are wrong usage."""
    ran = called(["minebot", "compare", *arguments])
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert complaint in " ".join(ran.stderr.decode().replace("│", " ").split())


def test_means_of_nodes_have_the_interval_of_the_mean():
    """Worked by hand: 0, 0, 6, 6 have the mean 3 and the standard deviation 3; 3 +- 1.96 * 3 / 2."""
    games = np.zeros(4, ROW)
    games["nodes"] = [0, 0, 6, 6]
    ours = measured("nodes", "corner", games, exact=False)
    assert ours.value == 3
    assert ours.ci95 == pytest.approx((3 - 2.93995, 3 + 2.93995), abs=1e-4)
