"""The codec of a game: what the program writes of a position, and what players order, as the bytes of their files.

In an open game these are YAML and plain text. In a sealed one they are sealed (`seal/codec.py`), and everything else
of the program is none the wiser.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from genetess_cli.rules.orders import as_utf8
from genetess_cli.store.schema import Clock
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.store.yaml.read import Tree


class Queued(msgspec.Struct, frozen=True):
    """What an order file says, and in a sealed game its number, which grows from queue to queue, and its print."""

    text: bytes
    number: int = 0
    print: str = ""


class Codec(Protocol):
    """How the files of one game are written and read. `where` is a file's path, for messages."""

    def state(self, data: bytes, where: str) -> Tree:
        """A position. Raises InvalidFile."""

    def state_since(self, data: bytes) -> int | None:
        """The number of the record that comes after a stored position; None where that is the next one to be made."""

    def record(self, data: bytes, where: str) -> Tree:
        """A record. Raises InvalidFile."""

    def state_file(self, values: dict[str, Any], number: int) -> bytes:
        """The file of a position, before the record of a number."""

    def record_file(self, values: dict[str, Any], where: str) -> bytes:
        """The file of a record that will lie at `where`."""

    def is_due(self, number: int) -> bool:
        """Whether the position is written together with a record, whatever it is of."""

    def queue(self, seat: str, data: bytes, clock: Clock | None) -> Queued:
        """What an order file says. Raises Unreadable."""

    def queue_file(self, seat: str, queued: Queued, clock: Clock | None) -> bytes:
        """The order file that says so. Raises Refused where it would be too long."""

    def is_outdated(self, seat: str, clock: Clock | None) -> bool:
        """Whether a seat has got another key since the one on this machine was brought."""

    def queue_id(self, seat: str, text: bytes) -> str:
        """A short text that changes with what an order file says; "" for a file without orders."""

    def hidden_ids(self, ids: Mapping[str, str], number: int) -> dict[str, str]:
        """What clock.yaml says, before the record of a number, for such texts by seat; and the texts for that."""


class OpenCodec:
    """The codec of an open game: YAML that is kept parsed in `cache` (None: nowhere), and plain text."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache

    def state(self, data: bytes, where: str) -> Tree:
        """A position. Raises InvalidFile."""
        return api.read_program(data, where, self._cache)

    def state_since(self, data: bytes) -> int | None:
        """None: a position is written whenever it changes."""
        return None

    def record(self, data: bytes, where: str) -> Tree:
        """A record. Raises InvalidFile."""
        return api.read_program(data, where, self._cache)

    def state_file(self, values: dict[str, Any], number: int) -> bytes:
        """The file of a position."""
        return self._write(values)

    def record_file(self, values: dict[str, Any], where: str) -> bytes:
        """The file of a record."""
        return self._write(values)

    def is_due(self, number: int) -> bool:
        """Only where it has changed."""
        return False

    def queue(self, seat: str, data: bytes, clock: Clock | None) -> Queued:
        """What an order file says: its bytes, in UTF-8."""
        return Queued(as_utf8(data))

    def queue_file(self, seat: str, queued: Queued, clock: Clock | None) -> bytes:
        """The order file that says so: the text."""
        return queued.text

    def is_outdated(self, seat: str, clock: Clock | None) -> bool:
        """Never: nothing is sealed."""
        return False

    def queue_id(self, seat: str, text: bytes) -> str:
        """Git's name of the file, "" for none."""
        return blob_id(text) if text else ""

    def hidden_ids(self, ids: Mapping[str, str], number: int) -> dict[str, str]:
        """The same: there is nothing to hide."""
        return dict(ids)

    def _write(self, values: dict[str, Any]) -> bytes:
        text = api.dump(values).encode()
        api.remember(self._cache, text, values)
        return text


def ids_of(codec: Codec, queues: Mapping[str, bytes | None]) -> dict[str, str]:
    """What tells later whether an order file has changed; seats without one are left out."""
    return {seat: codec.queue_id(seat, data) for seat, data in queues.items() if data}
