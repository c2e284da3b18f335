"""The champion: sound, exact where that can be told; its look ahead agrees with the engine and plain arithmetic."""

import json
from dataclasses import replace
from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import boards
from typer.testing import CliRunner

from minebot import Board, MinebotError, solve
from minebot.board import COVERED, FLAG
from minebot.cli import app
from minebot.deadline import share_left
from minebot.errors import OutOfTime
from minebot.minefield import RandomBoards
from minebot.move import Action, Move
from minebot.simulation.player import play_game
from minebot.simulation.show import SimulatedGame
from minebot.simulation.thinker import until
from minebot.solver import VARIANTS, Effort, Thinking
from minebot.solver import champion as module
from minebot.solver.engine import count_board
from minebot.solver.kernels.ahead import FORESIGHT
from minebot.solver.kernels.net import FAINT
from minebot.solver.learned import value_network
from minebot.solver.optimal import solved_apart

EXPERT = RandomBoards(30, 16, 99)

OPENINGS = [  # rows, mines, and the cells that may be opened
    (";".join(["1" + "#" * 29, *["#" * 30] * 15]), 99, {(29, 0), (0, 15), (29, 15)}),
    (";".join(["1" + "#" * 28 + "2", *["#" * 30] * 15]), 99, {(0, 15), (29, 15)}),
    (";".join(["#" * 9, "#" * 9, "##2######", *["#" * 9] * 6]), 10, {(0, 0), (8, 0), (0, 8), (8, 8)}),
    (";".join(["1" + "#" * 7, *["#" * 8] * 7]), 10, {(7, 0), (0, 7), (7, 7)}),
]


def changed_plans(monkeypatch, **changes):
    """Think otherwise than is usual, at every effort."""
    plans = {effort: replace(plan, **changes) for effort, plan in module.PLANS.items()}
    monkeypatch.setattr(module, "PLANS", plans)


def by_the_look_ahead(monkeypatch):
    """Every guess is weighed, however few arrangements are left, and by the look ahead alone."""
    changed_plans(monkeypatch, reach=module.Reach(0, 0), played=0)


def guesses(games, boards=EXPERT):
    """The positions in which the champion guessed."""
    for index in range(games):
        game = SimulatedGame(boards[index])
        played = play_game(boards, "champion", index)
        for step in played.steps:
            if step.kind == "guess":
                yield game.read()
            game.play([Move(Action.OPEN, *step.cell)])


@settings(max_examples=150, deadline=None)
@given(boards(longest=4))
def test_it_is_sound_on_every_topology(board):
    """What it calls safe, or a mine, is so in every arrangement; it opens a safe cell if there is one, never a mine."""
    if board.state != "playing":
        return
    advice, counts = solve(board, "champion"), count_board(board)
    assert advice.safe == {board.place(cell) for cell in counts.safe}
    assert advice.mines == {board.place(cell) for cell in counts.mines}
    if advice.safe:
        assert advice.best.cell in advice.safe
    elif len(advice.mines) < len(advice.risks):
        assert advice.risks[advice.best.cell] < 1


@settings(max_examples=100, deadline=None)
@given(boards(longest=4))
def test_where_the_tree_is_in_reach_it_wins_what_best_play_wins(board):
    """On small boards its move and its probability of winning are those of `optimal`, however little it thinks."""
    if board.state != "playing" or count_board(board).safe or board.mines is None:
        return
    for name in ("champion-fast", "champion"):
        advice, best = solve(board, name), solve(board, "optimal")
        assert (advice.win, advice.best) == (best.win, best.best)


def test_what_a_candidate_may_show_is_as_likely_as_the_engine_says(monkeypatch):
    """For each number, by the arrangements of the board on which the cell shows it."""
    by_the_look_ahead(monkeypatch)
    for board in list(guesses(2))[:4]:
        everything = count_board(board).log_arrangements
        for candidate in solve(board, "champion").candidates:
            shares = {}
            for number in range(9):
                cells = list(board.cells)
                cells[board.index(candidate.cell)] = number
                try:
                    shown = count_board(replace(board, cells=tuple(cells)))
                except MinebotError:
                    continue
                shares[number] = exp(shown.log_arrangements - everything)
            safe = sum(shares.values())
            assert safe == pytest.approx(1 - candidate.risk, rel=1e-9)
            assert {number: odds for number, (odds, _) in candidate.shows.items()} == pytest.approx(
                {number: share / safe for number, share in shares.items()}, rel=1e-9
            )
            worth = safe * sum(odds * win for odds, win in candidate.shows.values())
            assert candidate.win == pytest.approx(worth, rel=1e-9)


def test_the_value_of_a_position_is_what_the_network_says(monkeypatch):
    """Worked out once more by matrices over all cells, from the risks that the engine gives."""
    by_the_look_ahead(monkeypatch)
    for board in list(guesses(2))[:4]:
        candidate = solve(board, "champion").candidates[0]
        for number, (_, win) in candidate.shows.items():
            cells = list(board.cells)
            cells[board.index(candidate.cell)] = number
            assert win == pytest.approx(plain_value(replace(board, cells=tuple(cells))), rel=1e-4)


def plain_value(board):
    """The estimate of the network for a board."""
    net, counts, size = value_network(), count_board(board), len(board.cells)
    near = np.zeros((size, size))
    for cell, others in enumerate(board.neighbours):
        near[cell, list(others)] = 1
    codes = np.array(board.cells)
    mine, safe = (np.isin(np.arange(size), list(cells)) for cells in (counts.mines, counts.safe))
    open_cells, undecided = codes >= 0, (codes < 0) & ~mine & ~safe
    risk = np.where(undecided, [counts.risks.get(cell, 0) for cell in range(size)], 0)
    doubts, mines, sure = near @ undecided, near @ mine, near @ safe
    number = open_cells & (doubts + sure > 0)
    free = undecided & (near @ open_cells == 0)
    matters = undecided | safe | number
    spread = 4 * risk * (1 - risk)
    columns = [undecided, risk, safe, number, number * (codes - mines) / 4, number * doubts / 4, free, matters, spread]
    pairs = plain_fifty_fifties(near, risk + mine, undecided)
    columns += [np.minimum(pairs, 1), undecided * (1 + np.log10(np.maximum(pairs, 1e-4)) / 4)]
    columns += [undecided * np.minimum(near @ open_cells, 4) / 4]
    cells = np.stack([each.astype(float) for each in columns], 1)
    layers = [(net.first_own, net.first_around, net.first_bias), *zip(net.own, net.around, net.bias, strict=True)]
    for own, around, bias in layers:
        cells = np.maximum(cells @ own + near @ cells @ around + bias, 0) * matters[:, None]
    best, second = np.sort((1 - risk)[undecided])[::-1][:2]
    stuck, many, frees = not safe.any(), undecided.sum(), free.sum()
    whole = [stuck, -stuck * log(best), -stuck * log(second), min(safe.sum(), 8) / 8, many / 480, risk.sum() / 99]
    whole += [frees / 480, risk[free].sum() / max(frees, 1), spread[undecided & ~free].sum() / 64]
    whole += [np.log1p(many) / 6, 1 / (1 + many), min(columns[9].sum() / 2, 4) / 2, columns[9].max()]
    whole += [min(columns[9].sum() / 2, 1), *(cells.sum(0) / 64)]
    heard = np.maximum(np.array(whole) @ net.deep + net.deep_bias, 0)
    costs = np.logaddexp(0, cells @ net.head[:-1] + net.head[-1])[matters].sum()
    return exp(-costs - np.logaddexp(0, heard @ net.last[:-1] + net.last[-1]))


def plain_fifty_fifties(near, chances, undecided):
    """In how many fifty-fifties each cell is, on average: what touches one of two alone must be a mine."""
    pairs = np.zeros(len(near))
    for one, two in np.argwhere((near > 0) & np.outer(undecided, undecided)).tolist():
        alone = near[one] != near[two]
        alone[[one, two]] = False
        odds = chances[one] * (1 - chances[two]) + chances[two] * (1 - chances[one])
        odds *= chances[alone].prod()
        pairs[one] += odds if odds >= FAINT else 0
    return pairs


def test_a_large_board_is_not_thought_about_for_ever():
    """Where it would take too long, fewer cells are weighed, or none, and it says so; between them it can be ended."""
    asked = []
    large, vast = Board.covered(100, 100, 2000), Board.covered(200, 200, 8000)
    weighed = module.champion(large, Thinking(go_on=lambda: asked.append(1))).candidates
    assert 1 < len(weighed) <= module.MOST_WORK // 10_000
    assert len(asked) >= len(weighed)
    with pytest.raises(OutOfTime):
        module.champion(large, Thinking(go_on=until(0)))
    assert "too large to look ahead" in solve(vast, "champion").why


def test_candidates_stand_in_order_and_the_first_is_the_move(monkeypatch):
    """By the chance to survive, what the network says then, and how safe the next moves are, which counts for more."""
    changed_plans(monkeypatch, played=0)
    for board in guesses(2):
        advice = solve(board, "champion")
        if advice.candidates:
            merits = [merit(candidate) for candidate in advice.candidates]
            assert merits == pytest.approx(sorted(merits, reverse=True))
            assert advice.best.cell == advice.candidates[0].cell
            assert advice.win == advice.candidates[0].win
            assert 0 < advice.win < 1


def test_rivals_are_told_apart_by_games():
    """Those close to the best are played out and stand before the others, the likeliest to win first."""
    played = 0
    for board in guesses(4):
        advice = solve(board, "champion")
        rivals = [each for each in advice.candidates if each.games]
        assert [each.cell for each in advice.candidates[: len(rivals)]] == [each.cell for each in rivals]
        assert [each.win for each in rivals] == sorted((each.win for each in rivals), reverse=True)
        assert sum(each.games for each in rivals) * module.A_GAME <= module.PLANS[Effort.NORMAL].played
        assert all(each.win <= 1 - each.risk for each in rivals)
        played += bool(rivals)
        assert not any(each.games for each in solve(board, "champion-fast").candidates)
    assert played


def test_games_end_when_the_time_is_over(monkeypatch):
    """After a round of them; neither they nor the look ahead are lost, as a simulated player with a budget asks."""
    changed_plans(monkeypatch, reach=module.Reach(0, 0))
    late = (board for board in guesses(6) if board.cells.count(COVERED) < 200)  # games from there take little time
    board = next(board for board in late if asks(board) > 80)
    asked = []
    thinking = Thinking(effort=Effort.MAX, left=lambda: 1.0 - len(asked) / 40, go_on=lambda: asked.append(1))
    assert any(each.games for each in module.champion(board, thinking).candidates)
    assert len(asked) == 40
    hurried, later = (module.champion(board, Thinking(go_on=after(calls))).candidates for calls in (5, 8))
    assert 0 < sum(each.games for each in hurried) < sum(each.games for each in later)


def asks(board):
    """How often the champion asks whether to go on, where it has all the time for many games."""
    asked = []
    module.champion(board, Thinking(effort=Effort.MAX, go_on=lambda: asked.append(1)))
    return len(asked)


def after(calls):
    """Raises OutOfTime after so many calls."""
    left = iter(range(calls))

    def go_on():
        if next(left, None) is None:
            raise OutOfTime("it took too long")

    return go_on


def merit(candidate):
    """What a candidate is chosen by."""
    safe = 1 - candidate.risk
    return safe * (candidate.win / safe) ** FORESIGHT * candidate.next ** (1 - FORESIGHT)


def test_the_safety_of_the_next_moves_is_what_the_engine_says(monkeypatch):
    """Four fifths the safest cell and one fifth the one after it, or 1 where one is certain; over all numbers."""
    by_the_look_ahead(monkeypatch)
    for board in list(guesses(2))[:4]:
        candidate, total = solve(board, "champion").candidates[0], 0.0
        for number, (odds, _) in candidate.shows.items():
            cells = list(board.cells)
            cells[board.index(candidate.cell)] = number
            counts = count_board(replace(board, cells=tuple(cells)))
            best, second = sorted(counts.risks.values())[:2]
            total += odds if counts.safe else odds * (1 - (4 * best + second) / 5)
        assert candidate.next == pytest.approx(total, rel=1e-9)


@pytest.mark.parametrize(("rows", "mines", "corners"), OPENINGS)
def test_until_a_zero_is_found_corners_are_opened(rows, mines, corners):
    """What is likeliest to show one: the cells with the fewest neighbours, away from all numbers."""
    for name in ("champion-fast", "champion"):
        advice = solve(Board.parse(rows, mines=mines), name)
        assert advice.best.cell in corners
        assert {candidate.cell for candidate in advice.candidates} <= corners


FOR_GOOD = """
.....2#2.112##
..1113#3.1#22#
..1#23#313221#
..112#23#4#21#
....2223######
...12#12######
.112#2113#####
13#3221.23####
###42#1.2#####
###3#21.2#####
"""


def test_a_fifty_fifty_that_no_number_will_resolve_is_guessed_at_once():
    """All that touches one of the two alone is a mine; what the one that is opened shows is for free."""
    board = Board.parse(FOR_GOOD, mines=32)
    for name in ("champion-fast", "champion"):
        advice = solve(board, name)
        assert {candidate.cell for candidate in advice.candidates} == {(0, 8), (1, 8)}
        assert advice.risks[advice.best.cell] == pytest.approx(0.5)
        assert min(advice.risks.values()) < 0.3
        assert "that no number will resolve" in advice.why


def test_a_guess_beside_flags_is_not_taken_for_one():
    """Where the safest cells are flagged, what is opened is riskier than they are, and no fifty-fifty for good."""
    board = next(guesses(1))
    risks = solve(board, "champion").risks
    flagged = {cell for cell, risk in risks.items() if risk < 0.3}  # all but what touches the number
    cells = tuple(FLAG if board.place(index) in flagged else code for index, code in enumerate(board.cells))
    advice = solve(replace(board, cells=cells), "champion")
    assert advice.risks[advice.best.cell] > 0.3 > min(advice.risks.values())
    assert "resolve" not in advice.why


def test_one_that_may_be_resolved_is_not():
    """The cell (2, 9), which touches but one of the two, may be safe where the number at (3, 8) is not known."""
    board = Board.parse(FOR_GOOD.replace("###42", "####2"), mines=32)
    pair = [board.index((0, 8)), board.index((1, 8))]
    counts = count_board(board)
    assert [counts.risk(cell) for cell in pair] == pytest.approx([0.5, 0.5])
    assert solve(board, "champion").best.cell not in {(0, 8), (1, 8)}


def test_what_is_played_apart_costs_nothing(monkeypatch):
    """A component that nothing else tells of is played first, as if it were all; best play of all wins no more."""
    reach = module.Reach(400, 400_000)
    monkeypatch.setattr(module, "solved", lambda *_: "out of reach")
    monkeypatch.setattr(module, "solved_apart", lambda *given: solved_apart(*given[:3], reach))
    seen = 0
    for index in range(120):
        boards = RandomBoards(*((5, 5, 5), (6, 4, 5), (7, 3, 5))[index % 3])
        game = SimulatedGame(boards[index])
        game.play([Move(Action.OPEN, 0, 0)])
        while (board := game.read()).state == "playing":
            advice = solve(board, "champion")
            if "nothing else tells" in advice.why:
                assert won_by(board, advice.best.cell) == solve(board, "optimal").win
                seen += 1
            game.play([advice.best])
    assert seen > 10


def won_by(board, cell):
    """The share of the arrangements that best play wins which opens a cell first."""
    won = Fraction(0)
    for number in range(9):
        cells = list(board.cells)
        cells[board.index(cell)] = number
        shown = replace(board, cells=tuple(cells))
        try:
            fitting = count_board(shown).arrangements
        except MinebotError:
            continue
        won += fitting * (1 if shown.state == "won" else solve(shown, "optimal").win)
    return won / count_board(board).arrangements


def test_a_flagged_cell_is_no_candidate_unless_all_are_flagged():
    """A click does not open it."""
    board = next(guesses(1))
    favourite = solve(board, "champion").best.cell
    flagged = replace(board, cells=tuple(FLAG if board.place(i) == favourite else c for i, c in enumerate(board.cells)))
    advice = solve(flagged, "champion")
    assert favourite not in {candidate.cell for candidate in advice.candidates}
    assert advice.best.cell != favourite


def test_less_effort_weighs_fewer_cells():
    """And `champion-max` at least as many as any."""
    board = next(guesses(1))
    counted = [len(solve(board, name).candidates) for name in ("champion-fast", "champion", "champion-max")]
    assert counted == sorted(counted)
    assert counted[0] <= module.PLANS[Effort.FAST].cells
    assert set(VARIANTS) == {"champion-fast", "champion-max"}


def test_the_same_board_gets_the_same_advice():
    """Whatever was asked before."""
    first, *_ = positions = list(guesses(2))
    advice = [solve(board, "champion") for board in positions]
    assert solve(first, "champion") == advice[0]


def test_with_little_time_it_answers_with_what_it_has(monkeypatch):
    """At least the safest cells are weighed; with plenty of time as many as without a limit."""
    by_the_look_ahead(monkeypatch)
    monkeypatch.setattr(module, "CELLS_AT_ONCE", 480)
    board = next(guesses(1))
    hurried, unhurried, free = (solve(board, "champion-max", left=left) for left in (lambda: 0.0, lambda: 1.0, None))
    assert len(hurried.candidates) == 1
    assert hurried.candidates[0].risk == min(hurried.risks.values())
    assert unhurried == free


def test_a_tree_that_takes_too_long_leaves_time_to_look_ahead():
    """With time enough it is searched to its end, with little the cells are weighed."""
    found = (board for board in guesses(30) if 2_000 < (count_board(board).arrangements or 0) <= 60_000)
    board = next(found)
    unhurried, hurried = (solve(board, "champion-max", left=left) for left in (lambda: 1.0, lambda: 0.0))
    assert isinstance(unhurried.win, Fraction)
    assert hurried.candidates
    assert not isinstance(hurried.win, Fraction)


def test_endings_are_exact():
    """The probability of winning is a fraction where the tree was searched, and no candidate is estimated."""
    board = Board.parse("1##;###;###", mines=4)
    advice = solve(board, "champion")
    assert isinstance(advice.win, Fraction)
    assert advice.candidates == ()


def test_why_prints_the_candidates_and_json_holds_them(tmp_path):
    """Risk, probability of winning, and what each cell may show."""
    board = next(guesses(1))
    path = tmp_path / "board.txt"
    path.write_text(f"mines: 99\n{board}" if "mines" not in str(board) else str(board))
    told = CliRunner().invoke(app, ["solve", str(path), "--solver", "champion", "--why"]).stdout
    found = json.loads(CliRunner().invoke(app, ["solve", str(path), "--solver", "champion", "--json"]).stdout)
    first = found["candidates"][0]
    assert first["cell"] == found["best"]["cell"]
    assert f"({first['cell'][0]}, {first['cell'][1]})" in told
    assert "wins %" in told
    assert f"{100 * first['wins']:.1f} ±{100 * first['error']:.1f}" in told
    assert found["win"] is None
    assert found["wins"] == first["wins"]
    assert sum(odds for _, odds, _ in first["shows"]) == pytest.approx(1)


def test_thinking_by_the_clock_is_not_recorded():
    """Its games could not be replayed: one sentence, and nothing is looked for."""
    ran = CliRunner().invoke(app, ["play", "--think", "1", "--record", "games"])
    assert ran.exit_code == 2
    assert "leave out --record" in " ".join(ran.output.replace("│", " ").split())


def test_the_time_left_runs_from_one_to_nothing():
    """And stays at nothing."""
    shares = [share_left(60)(), share_left(1e-9)()]
    assert shares[0] == pytest.approx(1, abs=0.01)
    assert shares[1] == 0


@pytest.mark.parametrize("option", [["--think", "2"], ["--think", "2", "--effort", "normal"]])
def test_it_thinks_so_many_seconds(option):
    """The option of the command line gives an advice like any other."""
    ran = CliRunner().invoke(app, ["solve", "-", "--solver", "champion", *option], input="mines: 2\n1###;####;####")
    assert ran.exit_code == 0, ran.output
    assert "best:" in ran.output


def test_effort_is_for_the_champion_alone():
    """Another solver with --effort is wrong usage."""
    ran = CliRunner().invoke(app, ["solve", "-", "--solver", "pairs", "--effort", "fast"], input="#1;#1")
    assert ran.exit_code == 2
    assert "always thinks alike" in ran.stderr
    ran = CliRunner().invoke(app, ["solve", "-", "--solver", "champion", "--effort", "fast"], input="mines: 1\n#1;#1")
    assert ran.exit_code == 0
