"""The door: `genetess` and `python -m genetess_cli` come in here.

Only what must run before Click is loaded belongs here; the commands are in `cli/`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from genetess_cli import __version__

_NO_POSIX = "genetess runs on Linux and macOS. On Windows use it in WSL, the Windows Subsystem for Linux."


def main() -> None:
    """Runs the command line; ends the process with the exit status of the contract."""
    # The one call that scripts make most, and every start of Click costs more than all of Python.
    if sys.argv[1:] == ["--version"]:
        print(f"genetess {__version__}")
        return
    try:
        import fcntl  # noqa: F401
    except ImportError:
        sys.exit(_NO_POSIX)
    from genetess_cli.cli import main as run

    try:
        run()
    except SystemExit as end:
        _leave(end.code)


def _leave(status: str | int | None) -> None:
    """End the process without taking the interpreter apart first, which takes a seventh of a turn's time.

    Nothing waits for that: files are closed, git's processes have ended, output is flushed here.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
