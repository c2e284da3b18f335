"""The rules that end a run: the game that ends it, and how often the verdict is wrong."""

import json
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import simulate, without_seconds

from minebot.simulation.outcome import ROW
from minebot.simulation.sprt import BOUND, Sprt
from minebot.simulation.stopping import Precision
from minebot.simulation.tally import wilson


def results(won):
    """Outcomes of games with these results."""
    outcomes = np.zeros(len(won), ROW)
    outcomes["won"] = won
    return outcomes


def ended(rule, rows, cuts):
    """After how many games a rule ends a run whose games come in chunks that are cut in these places."""
    begun = 0
    for cut in [*sorted({cut for cut in cuts if 0 < cut < len(rows[0])}), len(rows[0])]:
        needed = rule.until(tuple(row[begun:cut] for row in rows))
        if needed is not None:
            return begun + needed
        begun = cut
    return None


cuts = st.lists(st.integers(1, 3000), max_size=12)
seeds = st.integers(0, 1 << 30)


@settings(max_examples=40, deadline=None)
@given(seeds, cuts, st.floats(0.5, 12), st.floats(0, 1))
def test_an_interval_ends_the_run_at_the_first_game_that_makes_it_narrow(seed, cuts, points, rate):
    """Not before 100 games; the chunks do not matter."""
    won = np.random.default_rng(seed).random(3000) < rate
    found = ended(Precision(points), (results(won),), cuts)
    narrow = (n for n in range(100, 3001) if 50 * np.subtract(*wilson(int(won[:n].sum()), n)[::-1]) <= points + 1e-9)
    plain = next(narrow, None)
    unclipped = ended(Precision(points), (results(won),), [])
    assert found == unclipped
    assert found == plain or 0 in (won[:100].sum(), (~won[:100]).sum())


@settings(max_examples=40, deadline=None)
@given(seeds, cuts, st.floats(-0.1, 0.2))
def test_a_comparison_ends_at_the_same_board_for_all_chunks(seed, cuts, better):
    """And what it counted is what there was up to that board."""
    draws = np.random.default_rng(seed).random((2, 3000))
    rows = results(draws[0] < 0.4 + better), results(draws[1] < 0.4)
    one, other = Sprt(0, 2, ("a", "b")), Sprt(0, 2, ("a", "b"))
    end = ended(one, rows, cuts)
    assert end == ended(other, rows, [])
    assert one == other
    played = rows[0]["won"][:end], rows[1]["won"][:end]
    assert (one.first_only, one.second_only) == ((played[0] & ~played[1]).sum(), (played[1] & ~played[0]).sum())


def test_the_log_likelihood_ratio_is_that_of_the_formula():
    """Worked by hand: 1000 boards, 60 to 40; m = 0.02, v = 0.0996; H0 0 against H1 2 points."""
    test = Sprt(0, 2, ("a", "b"), boards=1000, first_only=60, second_only=40)
    assert test.llr == pytest.approx(1000 * 0.02 * (0.04 - 0.02) / (2 * 0.0996))
    assert test.verdict == "undecided"
    assert pytest.approx(log(19)) == BOUND


def verdicts(difference, runs=300):
    """What the test says of solvers that differ by so many points, 0 against 4 points, many times."""
    generator = np.random.default_rng(1)
    for _ in range(runs):
        draws = generator.random(20000)
        first_only, second_only = draws < 0.1 + difference / 200, draws > 0.9 + difference / 200
        test = Sprt(0, 4, ("a", "b"))
        assert test.until((results(first_only), results(second_only))) is not None
        yield test.verdict


@pytest.mark.parametrize(("difference", "right"), [(0, "h0"), (4, "h1"), (-3, "h0"), (8, "h1")])
def test_the_test_errs_as_rarely_as_it_promises(difference, right):
    """At either limit at most 5 % of the verdicts are wrong (9 % here: 300 runs scatter), beyond them next to none."""
    found = list(verdicts(difference))
    assert found.count(right) >= (0.91 if difference in (0, 4) else 0.99) * len(found)


def test_solvers_that_never_differ_are_not_told_apart():
    """Without boards that tell, there is no verdict."""
    won = results(np.random.default_rng(1).random(5000) < 0.4)
    test = Sprt(0, 1, ("a", "b"))
    assert test.until((won, won)) is None
    assert (test.llr, test.verdict) == (0.0, "undecided")


# ---- by the command line


def test_until_ci_ends_every_run_at_the_same_game(tmp_path):
    """One process or two: the same file, and the interval is as narrow as was asked for."""
    documents = []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.csv"
        ran = simulate("--until-ci", 4, "--jobs", jobs, "--outcomes", path, "--json")
        documents.append(json.loads(ran.stdout))
        low, high = documents[-1]["ci95"]
        assert 50 * (high - low) <= 4
    assert without_seconds(tmp_path / "1.csv") == without_seconds(tmp_path / "2.csv")
    assert documents[0]["games"] == len(without_seconds(tmp_path / "1.csv")) - 1
    assert documents[0]["until_ci"]["reached"] <= 4


def test_a_rule_goes_on_where_a_stopped_run_was(tmp_path):
    """Resumed, it ends at the game at which it would have ended."""
    parts, whole = tmp_path / "parts.csv", tmp_path / "whole.csv"
    options = ["--until-ci", 4, "--no-times"]
    assert simulate("--outcomes", parts, "--games", 130, "--no-times").returncode == 0
    assert simulate("--outcomes", parts, "--resume", *options).returncode == 0
    assert simulate("--outcomes", whole, *options).returncode == 0
    assert parts.read_bytes() == whole.read_bytes()
    assert simulate("--outcomes", parts, "--resume", *options).returncode == 0
    assert parts.read_bytes() == whole.read_bytes()
    refused = simulate("--outcomes", parts, "--resume", "--until-ci", 5, "--no-times")
    assert refused.returncode == 1
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_solver_is_never_told_from_itself(tmp_path, name):
    """It plays all games, says that it is undecided, and keeps both solvers' games, which --resume goes on with."""
    path, other = tmp_path / name, (tmp_path / name).with_suffix(f".tiebreak{(tmp_path / name).suffix}")
    options = ["--sprt", 0, 1, "--against", "tiebreak", "--outcomes", path, "--no-times"]
    assert simulate("--games", 20, *options).returncode == 0
    ran = simulate("--games", 120, *options, "--resume", "--json")
    document = json.loads(ran.stdout)
    assert list(document) == ["games", "won", "rate", "ci95", "seconds", "guesses", "solver", "seed", "sprt"]
    test = document["sprt"]
    assert (test["boards"], test["first_only"], test["second_only"], test["verdict"]) == (120, 0, 0, "undecided")
    assert path.read_bytes() == other.read_bytes()


def test_two_solvers_are_told_apart_at_the_same_board_for_any_number_of_processes():
    """Tiebreak wins more games than single; the verdict, its board and its figures do not depend on --jobs."""
    options = ["--sprt", "tiebreak", "single", "--games", 2000, "--json"]
    one, two = (json.loads(simulate(*options, "--jobs", jobs).stdout) for jobs in (1, 2))
    assert one["sprt"]["verdict"] == "h1"
    assert one["sprt"]["boards"] < 2000
    assert one["sprt"] == two["sprt"]
