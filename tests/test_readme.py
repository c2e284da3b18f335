"""The README is true: its commands run, its options exist, its Python works."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from minebot.cli import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
NEED_NO_SCREEN = [line for line in SHELL if re.search(r"minebot (read|learn|solve|simulate|compare|replay) ", line)]
MENTIONED = sorted(
    set(re.findall(r"minebot ([a-z]+)((?: [^`|#\n]*)?)", "\n".join([*SHELL, *re.findall("`(minebot [^`]+)`", README)])))
)


@pytest.mark.parametrize("what", ["minebot demo", "pytest"])
def test_two_commands(what: str):
    """The two commands that do all the set-up stand in the README, a line each."""
    assert f"python3 -m pip install -q uv && uv run {what}" in SHELL


@pytest.mark.parametrize(("command", "rest"), MENTIONED)
def test_options_exist(command: str, rest: str):
    """Every command that the README mentions exists, with every option that it mentions."""
    known = typer.main.get_command(app).commands
    assert command in known
    options = {option for parameter in known[command].params for option in parameter.opts}
    assert set(re.findall(r"--[a-z-]+", rest)) <= options


@pytest.mark.parametrize("line", NEED_NO_SCREEN)
def test_commands_run(line: str, tmp_path: Path):
    """Every command that needs no screen does what it says, without an error."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = line.replace("fixtures/", f"{ROOT}/fixtures/").replace("/*.png", "/winemine-beginner-*.png")
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout != "") == (0, True), done.stderr


def test_python_runs():
    """The Python example runs."""
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - it is our own


def test_linked_files_exist():
    """Every file that the README links to is there."""
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).is_file(), target
