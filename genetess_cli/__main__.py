"""The door: `genetess` and `python -m genetess_cli` come in here; the commands are in `cli/`."""

from __future__ import annotations

import atexit
import gc
import sys

_INTERRUPTED = 130
_NO_POSIX = "genetess runs on Linux and macOS. On Windows use it in WSL, the Windows Subsystem for Linux."


def main() -> None:
    """Runs the command line; ends the process with the exit status of the contract."""
    try:
        import fcntl  # noqa: F401
    except ImportError:
        sys.exit(_NO_POSIX)
    # A command is short, and what it loads stays: neither on the way nor at its end is it looked through for what is
    # not needed any more, and taken apart; the system takes it back at once.
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)
    try:
        from genetess_cli.cli import main as run
    except KeyboardInterrupt:  # before a command has begun
        sys.exit(_INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
