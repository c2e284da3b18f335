"""One game, played again alone: `minebot simulate --only INDEX`."""

import json

import pytest
from runs import called, minebot, simulate


def test_a_game_alone_goes_as_it_went_among_the_others(tmp_path):
    """Won, moves and guesses are those of the line in the file."""
    path = tmp_path / "games.csv"
    simulate("--games", 12, "--outcomes", path)
    for line in path.read_text().splitlines()[1:]:
        index, won, moves, guesses = line.split(",")[:4]
        found = json.loads(simulate("--only", index, "--json").stdout)
        assert [found[name] for name in ("index", "won", "moves", "guesses")] == [
            int(index),
            won == "1",
            int(moves),
            int(guesses),
        ]


def test_a_game_of_a_file_is_played_alone(tmp_path):
    """The index is the place in the file; one outside it is wrong usage."""
    path = tmp_path / "set.txt"
    path.write_text("3 3 1 0 0 safe\n4\n8\n")
    assert (
        json.loads(called(["minebot", "simulate", "--boards", str(path), "--only", "1", "--json"]).stdout)["index"] == 1
    )
    outside = called(["minebot", "simulate", "--boards", str(path), "--only", "2"])
    assert outside.returncode == 2
    assert b"0 to 1" in outside.stderr


def test_a_game_is_shown_guess_by_guess():
    """Each guess comes with the board, its risks and the reason; and the end is the board."""
    played = json.loads(simulate("--only", 3, "--show", "--json").stdout)
    text = simulate("--only", 3, "--show").stdout.decode()
    assert played["guesses"] > 0
    assert text.count("best:  open") == text.count("guess: risk") == played["guesses"]
    assert text.startswith("first: open 0,0\n")
    assert text.splitlines()[-1].startswith("game 3, 3BV ")
    for count, move in enumerate((move for move in played["played"] if move["kind"] == "guess"), start=1):
        assert "guess {}: open {},{}\n".format(count, *move["cell"]) in text


def test_a_lost_game_shows_the_mine():
    """The last board has the X, and the result says lost."""
    outcomes = [json.loads(simulate("--only", index, "--json").stdout) for index in range(30)]
    lost = next(each["index"] for each in outcomes if not each["won"])
    shown = simulate("--only", lost, "--show").stdout.decode().splitlines()
    assert any("X" in line.split() for line in shown[-7:-1])
    assert "lost" in shown[-1]


def test_the_first_game_takes_no_longer_than_the_others():
    """What its process loads before is not of the game; here a game takes a thousandth of a second at most."""
    alone = minebot("simulate", "--level", "beginner", "--only", 1, "--json")
    assert json.loads(alone.stdout)["seconds"] < 0.05


@pytest.mark.parametrize(
    "arguments",
    [
        ["--show"],
        ["--only", "-1"],
        ["--only", "1", "--games", "5"],
        ["--only", "1", "--outcomes", "x.csv"],
        ["--only", "1", "--until-ci", "1"],
        ["--only", "9" * 20],
        ["--first", "9" * 20],
        ["--games", "9" * 20],
        ["--resume"],
        ["--no-times"],
        ["--against", "tiebreak"],
        ["--summary"],
        ["x.csv"],
        ["--summary", "x.csv", "--games", "4"],
        ["--until-ci", "0"],
        ["--until-ci", "nan"],
        ["--until-ci", "1", "--sprt", "0", "1", "--against", "tiebreak"],
        ["--sprt", "0", "1"],
        ["--sprt", "1", "0", "--against", "tiebreak"],
        ["--sprt", "0", "nan", "--against", "tiebreak"],
        ["--sprt", "0", "x", "--against", "tiebreak"],
        ["--sprt", "tiebreak", "tiebreak"],
        ["--sprt", "tiebreak", "tiebreak", "--against", "tiebreak"],
        ["--cluster", "tcp://x:1", "--jobs", "2"],
    ],
)
def test_options_that_do_not_go_together_leave_with_2(arguments):
    """Wrong usage is said in a box of its own, before anything is played or written."""
    ran = called(["minebot", "simulate", "--level", "beginner"][: 2 if "--summary" in arguments else 4] + arguments)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert b"Traceback" not in ran.stderr
