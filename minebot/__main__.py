"""The command minebot, and python -m minebot: Ctrl-C is one sentence also while all the rest is imported."""

import os
import signal


def main() -> None:
    """Run the command line."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a program in the background may be told to ignore it
        signal.signal(signal.SIGINT, _leave)
    from minebot.cli import main as run  # noqa: PLC0415 - this is what takes its time

    signal.signal(signal.SIGINT, before)
    run()


def _leave(*_: object) -> None:
    """End here: an exception could be swallowed, or made another, by a library that is half imported."""
    os.write(2, b"minebot: stopped by the user\n")
    os._exit(130)


if __name__ == "__main__":
    main()
