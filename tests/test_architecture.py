import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import minebot
from minebot.cli import app

PACKAGE = Path(minebot.__file__).parent
MODULES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py")}
COMMANDS = sorted(typer.main.get_command(app).commands)


def imports(tree):
    """Every module that a file imports, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importers(name):
    """The files that import a module or anything in it."""
    return {path for path, tree in MODULES.items() if any(f"{each}.".startswith(f"{name}.") for each in imports(tree))}


@pytest.mark.parametrize(("library", "home"), [("mss", "vision/screen.py"), ("pyautogui", "play/mouse.py")])
def test_a_library_of_the_outside_world_has_one_importer(library, home):
    """Only one file imports it."""
    assert importers(library) <= {home}


@pytest.mark.parametrize(
    ("folder", "banned"),
    [
        ("solver/", ["minebot.vision", "minebot.play", "minebot.cli", "minebot.game", "minebot.minefield"]),
        ("solver/", ["time", "random", "logging", "os", "pathlib", "cv2", "PIL", "mss", "rich", "typer"]),
        ("vision/", ["minebot.solver", "minebot.play", "minebot.cli"]),
        ("play/", ["minebot.cli"]),
        ("board.py", ["minebot.solver", "minebot.vision", "minebot.play"]),
        ("simulation/", ["minebot.vision", "minebot.play", "minebot.comparison", "minebot.cli"]),
        (
            "watch/",
            ["minebot.play.mouse", "minebot.play.window", "minebot.play.session", "pyautogui", "pynput", "Xlib"],
        ),
        ("comparison/", ["minebot.vision", "minebot.play", "minebot.cli"]),
    ],
)
def test_data_flows_one_way(folder, banned):
    """No module imports what lies downstream of it, and the solver touches nothing of the world."""
    found = {(path, name) for name in banned for path in importers(name) if path.startswith(folder)}
    assert not found


def test_minebot_imports_without_a_display():
    """`import minebot` loads nothing of the screen, the mouse or OpenCV."""
    program = "import minebot, sys; print({'cv2', 'mss', 'pyautogui', 'pynput', 'tkinter'} & set(sys.modules))"
    bare = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    ran = subprocess.run([sys.executable, "-c", program], env=bare, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_no_function_is_over_60_lines():
    """Counted without the docstring and the signature, since a command's signature is its list of options."""
    long = [
        f"{path}:{node.name}"
        for path, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.body[0].lineno >= 60
    ]
    assert not long


def test_no_name_of_a_module_is_given_twice():
    """The second one would be meant by all who meant the first: two constants, or two functions, of one name."""
    twice = set()
    for path, tree in MODULES.items():
        names = [name for node in tree.body for name in given(node)]
        twice |= {(path, name) for name in names if names.count(name) > 1}
    assert not twice


def given(node):
    """The names that a statement of a module gives, also as one of several."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        named = (each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
        yield from (each.id for each in named if isinstance(each.ctx, ast.Store))  # not a table that is filled in


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    """`minebot COMMAND --help` tells what it does and shows a use."""
    ran = subprocess.run(
        [sys.executable, "-m", "minebot", command, "--help"], capture_output=True, text=True, check=True
    )
    assert "Example" in ran.stdout


def test_the_public_names_are_sorted_and_there():
    """`__all__` lists what can be imported, constants, classes and functions each in order."""
    assert all(hasattr(minebot, name) for name in minebot.__all__)
    assert len(set(minebot.__all__)) == len(minebot.__all__)
