"""Texts that are small sealed and huge opened, and what opening them takes. No test is here."""

from __future__ import annotations

import time
import tracemalloc
import zlib
from collections.abc import Callable

import pytest

from genetess_cli.seal import box
from genetess_cli.seal.box import Place

_PART = 1 << 20


def zeros(megabytes: int) -> bytes:
    """So many MiB of zeros as gzip, made without ever having them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    first = packer.compress(bytes(_PART)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(bytes(_PART)) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (megabytes - 1) + packer.flush()


def sealed_packed(key: bytes, place: Place, packed: bytes) -> bytes:
    """What is gzip already, or pretends to be, sealed as it is by somebody who has the key."""
    patch = pytest.MonkeyPatch()
    with patch.context() as context:
        context.setattr(box, "_packed", lambda text: text)
        return box.seal(key, place, packed)


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
