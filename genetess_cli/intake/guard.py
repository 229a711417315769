"""One delivery apart from the others: a fault that reading or answering it raises ends with it.

What comes from outside is a stranger's. Where the program itself fails on it, the orders of all others still count.
This is the one place where any exception is caught. Faults of the league, of git, of the disk and of memory go on: they
are everybody's.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import TypeVar

from genetess_cli.errors import Fault

_Made = TypeVar("_Made")


def guard(work: Callable[[], _Made], otherwise: Callable[[str], _Made]) -> _Made:
    """Return what `work` makes; where the program fails, what `otherwise` makes of the place of its fault."""
    try:
        return work()
    except (Fault, OSError, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other deliveries go on
        return otherwise(_place_of(fault))


def _place_of(fault: Exception) -> str:
    """Return a fault's kind and place. Its words may hold what a sealed game hides."""
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {frame.filename}:{frame.lineno}"
