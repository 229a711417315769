"""The sealed parts of a game's site: turnsheets for their seats, and for the GM what a build remembers."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import msgspec

from genetess_cli.store.codec import SealedCodec
from genetess_cli.store.reader.games import Game
from genetess_cli.store.seal import box
from genetess_cli.store.seal.box import Misshapen, Unopened
from genetess_cli.store.yaml.api import blob_id

_MEMORY = "story"
_SMALL = 9
_QUICKLY = 1  # a sheet fills whole blocks anyhow, and packing takes most of what sealing costs a build
# Every sheet has so many bytes at least: one with its scripts is to weigh less than 48 kB. The newest may need a block
# besides, for the orders that wait and for what helps to write some.
_LEAST = 4 * box.BLOCK
_SPARE = box.BLOCK


class Seals:
    """The seals of one sealed game, with its keys as they are now; `size` that of the sheets so far."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.codec, SealedCodec)
        self._game = game
        self._codec = game.codec
        self._epochs = game.clock.epochs
        self.size = 0

    def sheets(self, turn: str, texts: Mapping[str, str], is_newest: bool) -> dict[str, str]:
        """Return all turnsheets of the next turn by seat, as base64 and of one length, which tells nothing of them.

        That doubles for all that follow where it does not suffice. What the newest need goes into none that is to come,
        as no record has that. The newest is another one with every order file, or who looks at both would see orders
        that are as they were.
        """
        if is_newest:
            texts = {seat: f"{text}\n<!-- {self._file_of(seat)} -->" for seat, text in texts.items()}
        packed, size = self._pack(texts, 0 if is_newest else _SPARE)
        if not is_newest:
            self.size = size
        epochs = {seat: self._epochs.get(seat, 0) for seat in packed}
        sealed = {seat: self._codec.sheet(seat, epochs[seat], turn, gz, size) for seat, gz in packed.items()}
        return {seat: base64.b64encode(sheet).decode() for seat, sheet in sealed.items()}

    def _pack(self, texts: Mapping[str, str], spare: int) -> tuple[dict[str, bytes], int]:
        """Return the sheets of a turn packed quickly, or as small as can be where need be, and the size of each."""
        size = max(self.size, _LEAST)
        for level in (_QUICKLY, _SMALL):
            packed = {
                seat: box.compress(text.encode("utf-8", "replace"), level) for seat, text in texts.items()
            }
            needed = max(map(box.size, packed.values())) + spare
            if needed <= size:
                break
        while size < needed:
            size *= 2
        return packed, size

    def _file_of(self, seat: str) -> str:
        files = self._game.files
        return blob_id(files[seat] or b"") if seat in files else "no file of orders"

    def seal_memory(self, memory: bytes, count: int) -> bytes:
        """Return what is remembered of a game of so many records, as JSON that nobody else can read."""
        return msgspec.json.encode(self._codec.file(_MEMORY, memory, f"{count:04}").decode())

    def open_memory(self, kept: bytes, count: int) -> bytes | None:
        try:
            file = msgspec.json.decode(kept, type=str | None)
            return self._codec.text(_MEMORY, file.encode(), f"{count:04}") if file else None
        except (Unopened, Misshapen, msgspec.MsgspecError):
            return None
