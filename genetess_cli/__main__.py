"""The door: `genetess` and `python -m genetess_cli` come in here.

Only what must run before Click is loaded belongs here; the commands are in `cli/`.
"""

from __future__ import annotations

import sys

from genetess_cli import __version__


def main() -> None:
    """Runs the command line; ends the process with the exit status of the contract."""
    # The one call that scripts make most, and every start of Click costs more than all of Python.
    if sys.argv[1:] == ["--version"]:
        print(f"genetess {__version__}")
        return
    from genetess_cli.cli import main as run

    run()


if __name__ == "__main__":
    main()
