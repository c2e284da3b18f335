"""What every test shares."""

import os

from hypothesis import settings

# as the command does, before anything imports numpy
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# the gate judges a change by the same examples each time; at one's desk every run tries new ones
settings.register_profile("gate", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("gate")
