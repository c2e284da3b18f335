import json
import os

import pytest
from runs import minebot


def test_solve_reads_standard_input():
    """`-` is standard input; the document holds the fields of Advice."""
    ran = minebot("solve", "-", "--mines", 1, "--json", input=b"#1.;#1.;#1.")
    document = json.loads(ran.stdout)
    assert list(document) == ["safe", "mines", "risks", "best", "why", "arrangements"]
    assert document["safe"] == [[0, 0], [0, 2]]


def test_solve_shows_the_board_with_risks(tmp_path):
    """Risks in percent at their places, then what is certain, and the best move with its reason."""
    path = tmp_path / "b.txt"
    path.write_text("mines: 1\n1#\n1#\n")
    lines = minebot("solve", path).stdout.decode().splitlines()
    assert lines[:2] == ["   1  50", "   1  50"]
    assert lines[-1].startswith("best:  open 1,0  (guess: risk 50.0 %")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"##\n#", b"8#;##", b"mines: 9\n1#;##", b"X#;##", None])
def test_what_solve_cannot_solve_is_one_sentence(tmp_path, content):
    """No UTF-8, no board, a board that nothing fits, a lost game, a folder: exit code 1 and one line."""
    path = tmp_path / "b.txt"
    path.mkdir() if content is None else path.write_bytes(content)
    ran = minebot("solve", path, env={**os.environ, "COLUMNS": "400"})
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"minebot: ")
    assert len(ran.stderr.splitlines()) == 1
