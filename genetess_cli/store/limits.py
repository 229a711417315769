"""How large and deep a YAML file may be; apart from `parsing.py`, which nothing needs while the cache has it all."""

from __future__ import annotations

from typing import Any, Final

import msgspec

Plain = dict[str, Any] | list[Any] | str | int | float | bool | None


class Limits(msgspec.Struct, frozen=True):
    """How much a file may hold: bytes, values within values, values in all."""

    size: int
    depth: int
    nodes: int


HUMAN: Final = Limits(size=256 * 1024, depth=12, nodes=20_000)
PROGRAM: Final = Limits(size=4 * 1024 * 1024, depth=24, nodes=400_000)
