"""Makes the modules of `fixtures` and of the live tests importable; import it before them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "fixtures"), str(ROOT / "tests" / "live")]
