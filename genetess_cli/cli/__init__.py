"""The command line: its entrance, and how every way of ending becomes an exit status.

The table of commands is in `group.py`, one command in each file beside it; what they do is done in other rooms.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import NoReturn

import click

from genetess_cli.cli.group import genetess
from genetess_cli.cli.terminal import note
from genetess_cli.errors import Fault, unwritten

_REFUSED = 1
_INTERRUPTED = 130
_NOBODY_READS = 141


def main() -> NoReturn:
    if sys.stderr is None:  # what is told besides must not end up between the lines of the output
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - open as long as the process
    if sys.stdout is None:
        note("The output is closed, so nothing was done. Send it to a file or to /dev/null.")
        sys.exit(_REFUSED)
    for stream in (sys.stdout, sys.stderr):
        # No locale may turn a player's name into a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_status())


def _status() -> int:
    output = sys.stdout
    try:
        status = genetess.main(prog_name="genetess", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.ClickException as mistake:
        words = io.StringIO()
        mistake.show(words)
        said = words.getvalue().rstrip("\n")
        if mistake.message.startswith("Got unexpected extra argument"):
            said += ". Put text with spaces in quotes."
        note(said)
        return mistake.exit_code
    except Fault as fault:
        note(str(fault))
        return fault.exit_status
    except (KeyboardInterrupt, click.Abort):
        note("Stopped. Turns that were carried out are committed; anything else is as it was.")
        return _INTERRUPTED
    except SystemExit:
        if sys.stdout is output:
            raise
        sys.stdout = output  # Click's answer to a pipe that nobody reads any more
        _drop_output()
        return _NOBODY_READS
    except BrokenPipeError:
        _drop_output()
        return _NOBODY_READS
    except OSError as error:
        _drop_output()
        with suppress(OSError):
            note(f"{error.filename or 'The output'} cannot be written or read: {unwritten(error)}.")
        return _REFUSED
    except Exception as fault:
        if not os.environ.get("CI"):
            raise
        note(_place_of(fault))
        return _REFUSED


def _drop_output() -> None:
    """Send what is still to be written nowhere; Python would complain of it once more as it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _place_of(fault: Exception) -> str:
    """Return a fault of the program by its place alone: its words may hold what is secret in a sealed game."""
    import traceback

    places = [f"  {frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)]
    return "\n".join(
        (
            f"The program has a fault ({type(fault).__name__}). Its message is not printed in CI, where others "
            "can read it: run the command on your own machine and report it. The place, innermost last:",
            *places,
        )
    )
