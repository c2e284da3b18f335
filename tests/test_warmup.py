"""The solver is compiled once on a machine, and says so."""

import os
import subprocess
import sys
from pathlib import Path

from minebot import compiled


def solve(cache):
    """Run `minebot solve` with a cache folder of its own."""
    command = [sys.executable, "-m", "minebot", "solve", "-", "--mines", "1"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "COLUMNS": "200"}
    return subprocess.run(command, input=b"#1.;#1.;#1.", capture_output=True, check=True, timeout=300, env=environment)


def test_the_first_call_on_a_machine_compiles_and_says_so_once(tmp_path):
    """Standard error tells what happens, why, and where it is kept; standard output answers; then all is quiet."""
    first, second = solve(tmp_path), solve(tmp_path)
    told = first.stderr.decode().splitlines()
    assert "compiling the solver for this processor" in told[0]
    assert str(tmp_path) in told[1]
    assert second.stderr == b""
    assert first.stdout == second.stdout
    assert b"safe:  (0, 0) (0, 2)" in first.stdout


def test_any_change_of_a_kernel_gets_a_folder_of_its_own(tmp_path, monkeypatch):
    """Stale code is never run: the folder's name is a digest of the sources."""
    (tmp_path / "a.py").write_text("one")
    monkeypatch.setattr(compiled, "SOURCES", tmp_path)
    before = compiled._version()
    (tmp_path / "a.py").write_text("two")
    assert compiled._version() != before


def test_where_nothing_can_be_kept_it_works_all_the_same(monkeypatch):
    """A cache folder that cannot be made is done without."""
    monkeypatch.setattr(compiled, "user_cache_path", lambda *_args, **_named: Path(os.devnull) / "cache")
    assert compiled._folder() is None
