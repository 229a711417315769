"""What of a sealed game's site is sealed: turnsheets for their seats, and for the GM what a build remembers.

How text is sealed is the matter of `seal/`; which pages there are, that of `story.py`.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.seal import box
from genetess_cli.seal.box import Unopened
from genetess_cli.seal.envelope import Misshapen
from genetess_cli.seal.vault import Vault
from genetess_cli.store import Hosted
from genetess_cli.store.parsed import blob_id

_MEMORY = "story"
_QUICKLY = 1  # a sheet fills whole blocks anyhow, and packing takes most of what sealing costs a build
_LARGE = (
    3 * box.BLOCK
)  # beyond this it is worth the time: a sheet with its scripts is to weigh less than 40 kB


class Seals:
    """The seals of one sealed game, with its keys as they are now."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self._vault = Vault(hosted.slug, hosted.file.id or "", hosted.game_key)
        self._epochs = hosted.clock.epochs if hosted.clock else {}

    def sheets(self, turn: str, texts: Mapping[str, str], is_newest: bool) -> dict[str, str]:
        """All turnsheets of a turn, by seat, as base64 and of the same length, so that it tells nothing of them.

        The newest is another one with every order file, or who looks at both would see orders that are as they were.
        """
        if is_newest:
            texts = {seat: f"{text}\n<!-- {self._file_of(seat)} -->" for seat, text in texts.items()}
        packed = _packed({seat: text.encode("utf-8", "replace") for seat, text in texts.items()})
        least = max(map(box.size, packed.values()))
        return {
            seat: base64.b64encode(
                self._vault.sheet(seat, self._epochs.get(seat, 0), turn, gz, least)
            ).decode()
            for seat, gz in packed.items()
        }

    def _file_of(self, seat: str) -> str:
        """Git's name of a seat's order file, as it lies there."""
        try:
            return blob_id(self._hosted.queue_file(seat) or b"")
        except Refused:
            return "no file of orders"

    def kept(self, memory: bytes, count: int) -> bytes:
        """What is remembered of a game of so many records, as JSON that nobody else can read."""
        return msgspec.json.encode(self._vault.file(_MEMORY, memory, _name(count)).decode())

    def opened(self, kept: bytes, count: int) -> bytes | None:
        """What was remembered so; None where it cannot be opened."""
        try:
            file = msgspec.json.decode(kept, type=str | None)
            return self._vault.text(_MEMORY, file.encode(), _name(count)) if file else None
        except (Unopened, Misshapen, msgspec.MsgspecError):
            return None


def _packed(texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The sheets of a turn, packed quickly, or where one of them is large, all as small as can be."""
    packed = {seat: box.packed(text, _QUICKLY) for seat, text in texts.items()}
    if max(map(box.size, packed.values())) <= _LARGE:
        return packed
    return {seat: box.packed(text) for seat, text in texts.items()}


def _name(count: int) -> str:
    return f"{count:04}"
