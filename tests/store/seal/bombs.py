"""Texts that are small sealed and huge opened, and what it takes to open them. No test is here."""

from __future__ import annotations

import tracemalloc
import zlib
from collections.abc import Callable

_PART = 1 << 20


def zeros(megabytes: int) -> bytes:
    """So many MiB of zeros as gzip, made without ever having them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    first = packer.compress(bytes(_PART)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(_PART)) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (megabytes - 1) + packer.flush()


def held(call: Callable[[], object]) -> float:
    """The most MB that a call holds; what it inflates is among them."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
