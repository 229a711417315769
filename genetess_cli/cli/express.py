"""`genetess resolve SLUG` and `genetess tick [--push]`, as schedules and scripts give them, without Click.

Importing Click takes longer than all the rest of a turn. Whatever has more options, asks for help or is mistyped is
left to Click, which reads the same commands and does the same (`carrying.py`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path


def run(arguments: Sequence[str]) -> int | None:
    """The exit status of a plain `resolve` or `tick`, None where the words are for Click to read."""
    if any(name.startswith("_GENETESS") for name in os.environ):  # a shell asks how to complete a word
        return None
    match arguments:
        case ["resolve", slug] if not slug.startswith("-"):
            from genetess_cli.cli import carrying

            return carrying.resolve(Path(), slug.lower(), int(time.time()))
        case ["tick", *options] if options in ([], ["--push"]):
            from genetess_cli.cli import carrying

            return carrying.tick(Path(), int(time.time()), push=bool(options))
    return None
