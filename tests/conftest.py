"""What every test shares."""

import os
import signal

import pytest
from hypothesis import settings

# as the command does, before anything imports numpy
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# the themes that somebody learned on this machine are no part of what is tested
os.environ["MINEBOT_THEMES"] = os.devnull

# the gate judges a change by the same examples each time; at one's desk every run tries new ones
settings.register_profile("gate", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("gate")


# what a shell starts in the background ignores Ctrl-C, and so would every process that the tests start and interrupt
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def compiled_once():
    """The kernels are compiled before any test waits for them, or reads what a command says on standard error."""
    from minebot.warmup import warm_up

    warm_up()
