"""What every test shares."""

import os

# as the command does, before anything imports numpy
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
