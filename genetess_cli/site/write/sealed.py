"""The sealed parts of a game's site: turnsheets for their seats, and for the GM what a build remembers."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping

import msgspec

from genetess_cli.site.write import pack
from genetess_cli.site.write.pack import Row
from genetess_cli.store.codec import SealedCodec
from genetess_cli.store.reader.games import Game
from genetess_cli.store.seal import box
from genetess_cli.store.seal.box import Misshapen, Unopened
from genetess_cli.store.yaml.api import blob_id

_MEMORY = "story"
LEAST = 4 * box.BLOCK
"""Bytes of a sealed sheet or file, at least."""


class Seals:
    """The seals of one sealed game, with its keys as they are now.

    What is sealed for the seats together has one length, which tells nothing of it: `size` bytes. Where that does not
    suffice it doubles, for this and all that follows.
    """

    def __init__(self, game: Game) -> None:
        assert isinstance(game.codec, SealedCodec)
        self._game = game
        self._codec = game.codec
        self._epochs = game.clock.epochs
        self.size = LEAST

    def sheets(self, turn: str, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the newest turnsheets by seat, as base64.

        They are others with every order file, or who looks at two builds would see orders that are as they were.
        """
        sealed = self._seal("sheet", turn, {seat: self._marked(seat, text) for seat, text in texts.items()})
        return {seat: base64.b64encode(sheet).decode() for seat, sheet in sealed.items()}

    def past(self, file: int, rows: Mapping[str, Iterable[Row]]) -> dict[str, str]:
        """Return the past sheets of a file by seat, as scripts."""
        sealed = self._seal("past", f"{file}", {seat: b"".join(own) for seat, own in rows.items()})
        return {seat: pack.sealed_script(file, data) for seat, data in sealed.items()}

    def rows_of(self, text: str, seat: str, file: int) -> list[Row]:
        """Return the rows of such a script."""
        epoch = self._epochs.get(seat, 0)
        rows = self._codec.opened("past", seat, epoch, f"{file}", pack.sealed_of(text))
        return rows.splitlines(keepends=True)

    def go_on_from(self, text: str) -> None:
        """Take the length of such a script for those to come."""
        self.size = len(pack.sealed_of(text)) - box.OVERHEAD

    def _seal(self, kind: str, turn: str, texts: Mapping[str, bytes]) -> dict[str, bytes]:
        packed = {seat: box.compress(text) for seat, text in texts.items()}
        while self.size < max(map(box.size, packed.values())):
            self.size *= 2
        return {
            seat: self._codec.sealed(kind, seat, self._epochs.get(seat, 0), turn, gz, self.size)
            for seat, gz in packed.items()
        }

    def _marked(self, seat: str, text: str) -> bytes:
        files = self._game.files
        waiting = blob_id(files[seat] or b"") if seat in files else "no file of orders"
        return f"{text}\n<!-- {waiting} -->".encode("utf-8", "replace")

    def seal_memory(self, memory: bytes, count: int) -> bytes:
        """Return what is remembered of a game of so many records, as JSON that nobody else can read."""
        return msgspec.json.encode(self._codec.file(_MEMORY, memory, f"{count:04}").decode())

    def open_memory(self, kept: bytes, count: int) -> bytes | None:
        try:
            file = msgspec.json.decode(kept, type=str | None)
            return self._codec.text(_MEMORY, file.encode(), f"{count:04}") if file else None
        except (Unopened, Misshapen, msgspec.MsgspecError):
            return None
