"""The demo and the doctor on a real display, and the demo on a display that it starts."""

import shutil

import pytest
from conftest import need
from programs import virtual_display


@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_demo_on_display(minebot, tmp_path, level):
    """The demo plays its own window on the display that is there, and saves its picture."""
    need(shutil.which("Xvfb"), "Xvfb")
    with virtual_display() as display:
        process = minebot(display, "demo", "--level", level, "--seed", "2")
        output, errors = process.communicate(timeout=180)
    assert (process.returncode, errors) == (0, "")
    assert "on your screen" in output
    assert (tmp_path / "minebot-demo.png").is_file()


def test_demo_starts_a_display(minebot, tmp_path):
    """With no display the demo starts one."""
    need(shutil.which("Xvfb"), "Xvfb")
    process = minebot("", "demo", "--level", "beginner", "--seed", "2")
    output, errors = process.communicate(timeout=180)
    assert process.returncode == 0, errors
    assert "Xvfb" in output
    assert (tmp_path / "minebot-demo.png").is_file()


def test_doctor(minebot):
    """On a display that works, the doctor finds nothing that play needs amiss."""
    need(shutil.which("Xvfb"), "Xvfb")
    with virtual_display() as display:
        process = minebot(display, "doctor")
        output, _ = process.communicate(timeout=180)
    assert process.returncode == 0, output
    assert output.endswith("minebot can play here\n")
