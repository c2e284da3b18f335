"""Displays and programs for the live tests: where they are missing, skipped, or an error with MINEBOT_LIVE=1."""

import os
import subprocess
import sys
from contextlib import contextmanager

import pytest
from programs import available, running, virtual_display


def need(condition, what):
    """Skip the test for want of something, or fail it where MINEBOT_LIVE=1 says that nothing may be wanting."""
    if condition:
        return
    if os.environ.get("MINEBOT_LIVE") == "1":
        pytest.fail(f"{what} is missing, and MINEBOT_LIVE=1")
    pytest.skip(f"{what} is missing")


def pytest_itemcollected(item):
    """One process plays all windows, one after another; meanwhile the others run the tests that look at none."""
    item.add_marker(pytest.mark.xdist_group("live"))


@pytest.fixture(scope="session", autouse=True)
def authority(tmp_path_factory):
    """An empty X authority for the tests' own look at a display: the X library wants a file, our servers do not."""
    file = tmp_path_factory.mktemp("authority") / "Xauthority"
    file.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XAUTHORITY", str(file))
        yield


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """A home folder a program: winemine takes 8 s to make its first one."""
    folder = tmp_path_factory.mktemp("homes")
    return lambda program: folder / program


@pytest.fixture
def stage(homes):
    """A context of a program and a level: it opens the program on a display of its own, and closes both."""

    @contextmanager
    def open_stage(program, level):
        need(available(program), program)
        with virtual_display() as display, running(program, level, display, homes(program)) as process:
            yield display, process

    return open_stage


@pytest.fixture
def minebot(tmp_path):
    """A function of a display and arguments: it starts the command line there, with its output in pipes."""
    started = []

    def start(display, *arguments):
        environment = {key: value for key, value in os.environ.items() if key != "XAUTHORITY"} | {"DISPLAY": display}
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "minebot", *arguments]
        process = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
