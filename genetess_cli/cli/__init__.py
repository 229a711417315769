"""The command line: its entrance, and how every way of ending becomes an exit status.

The table of commands is in `group.py`, one command in each file beside it; what they do is done in other rooms.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from genetess_cli.cli.terminal import complain
from genetess_cli.errors import Fault

_INTERRUPTED = 130
_NOBODY_READS = 141


def main() -> NoReturn:
    """Run the command line and end the process with the exit status of the contract."""
    for stream in (sys.stdout, sys.stderr):
        # No locale may turn a player's name into a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_status())


def _status() -> int:
    from genetess_cli.cli import express

    try:
        status = express.run(sys.argv[1:])
        status = _by_click() if status is None else status
        sys.stdout.flush()
    except Fault as fault:
        complain(str(fault))
        return fault.exit_status
    except KeyboardInterrupt:
        complain("Stopped. Turns that were carried out are committed; anything else is as it was.")
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NOBODY_READS
    return status


def _by_click() -> int:
    import click

    from genetess_cli.cli.group import genetess

    try:
        status = genetess.main(prog_name="genetess", standalone_mode=False)
    except click.ClickException as mistake:
        mistake.show()
        return mistake.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0
