"""Texts that are small sealed and huge opened, and what it takes to open them. No test is here."""

from __future__ import annotations

import time
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


def cost(call: Callable[[], object]) -> tuple[float, float]:
    """The seconds of this process and the most MB that a call takes, each measured on its own."""
    begin = time.process_time()
    call()
    spent = time.process_time() - begin
    tracemalloc.start()
    try:
        call()
        return spent, tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
