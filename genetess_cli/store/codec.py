"""The codec of a game: what the program writes of a position, and what players order, as the bytes of their files.

In an open game these are YAML and plain text. In a sealed one they are sealed (`seal/codec.py`), and everything else
of the program is none the wiser.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli.rules.orders import as_utf8
from genetess_cli.store.schema import Clock
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.store.yaml.read import Tree


class Queued(msgspec.Struct, frozen=True):
    """The text of an order file, and in a sealed game its number, which grows from queue to queue, and its print."""

    text: bytes
    number: int = 0
    print: str = ""


class Codec:
    """Writes and reads the files of an open game, kept parsed in `cache` (None: nowhere); `seal/codec.py` has another.

    `where` is a file's path, for messages.
    """

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache

    def state(self, data: bytes, where: str) -> Tree:
        return api.read_program(data, where, self._cache)

    def state_since(self, data: bytes) -> int | None:
        """Return the number of the record after a stored position; None where that is the next one to be made."""
        return None

    def record(self, data: bytes, where: str) -> Tree:
        return api.read_program(data, where, self._cache)

    def state_file(self, values: dict[str, Any], number: int) -> bytes:
        return self._write(values)

    def record_file(self, values: dict[str, Any], where: str) -> bytes:
        return self._write(values)

    def is_due(self, number: int) -> bool:
        """Return whether the position is written together with a record of this number, whatever that is of."""
        return False

    def queue(self, seat: str, data: bytes, clock: Clock | None) -> Queued:
        """Return what an order file says. Raise Unreadable; the words are for the seat's holder alone."""
        return Queued(as_utf8(data))

    def queue_file(self, seat: str, queued: Queued, clock: Clock | None) -> bytes:
        """Return the order file that says so. Raise Refused where it would be too long."""
        return queued.text

    def queue_id(self, seat: str, text: bytes) -> str:
        """Return a short text that changes with what an order file says; "" for a file without orders."""
        return blob_id(text) if text else ""

    def hidden_ids(self, ids: Mapping[str, str], number: int) -> dict[str, str]:
        """Return what clock.yaml has for such texts by seat, before the record of a number; and back."""
        return dict(ids)

    def _write(self, values: dict[str, Any]) -> bytes:
        text = api.dump(values).encode()
        api.remember(self._cache, text, values)
        return text


def ids_of(codec: Codec, queues: Mapping[str, bytes | None]) -> dict[str, str]:
    """Return what tells later whether an order file has changed; seats without one are left out."""
    return {seat: codec.queue_id(seat, data) for seat, data in queues.items() if data}
