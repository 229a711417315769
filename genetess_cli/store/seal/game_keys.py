"""The vault of one sealed game: its keys, and files sealed and opened with them.

    vault.file("record", text, turn="0012-3b")   text as a sealed file
    vault.text("record", data, turn="0012-3b")   the text of a sealed file

Where the files lie, and what their text means, is known to `store/seal/codec.py`. The cipher is `box.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

import msgspec

from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import OVERHEAD, Misshapen, SealContext, SealedFile

KINDS: Final = {"state": 8 << 20, "record": 8 << 20, "specials": 1 << 20, "story": 64 << 20, "sheet": 4 << 20}
"""The kinds that the GM's key seals, and the most bytes of a text of each; sheets are sealed for their seat."""


class GameKeys(msgspec.Struct, frozen=True, dict=True):
    """The keys of a sealed game. `key` gives its game key, or raises Refused where nobody here has it."""

    slug: str
    game: str
    key: Callable[[], bytes]

    @cached_property
    def _game_key(self) -> bytes:
        return self.key()

    @cached_property
    def _state_key(self) -> bytes:
        return keys.state_key(self._game_key)

    @cached_property
    def _seat_keys(self) -> dict[tuple[str, int], bytes]:
        return {}

    def seat_key(self, seat: str, epoch: int) -> bytes:
        """Return the key of a seat. Raise Refused where the game key is not here."""
        known = self._seat_keys
        if (seat, epoch) not in known:
            known[seat, epoch] = keys.seat_key(self._game_key, seat, epoch)
        return known[seat, epoch]

    def print_key(self) -> bytes:
        return keys.print_key(self._game_key)

    def file(self, kind: str, text: bytes, turn: str) -> bytes:
        """Return a text that is for the GM alone as a sealed file."""
        sealed = box.seal(self._state_key, SealContext(self.game, kind, "", turn), text)
        return box.write_file(SealedFile(kind, self.slug, "", turn, sealed))

    def text(self, kind: str, data: bytes, turn: str) -> bytes:
        """Return the text of such a file. Raise Unopened, Misshapen, Refused where the game key is not here."""
        letter = box.read(data, KINDS[kind] + OVERHEAD)
        if letter.kind != kind:
            raise Misshapen(f"it holds no sealed {kind}, but a sealed {letter.kind}")
        return box.unseal(self._state_key, SealContext(self.game, kind, "", turn), letter.sealed, KINDS[kind])

    def sheet(self, seat: str, epoch: int, turn: str, gz: bytes, least: int) -> bytes:
        """Return a packed turnsheet sealed for its seat, as bytes; it is padded to `least`, as all of its turn are."""
        return box.seal_packed(
            self.seat_key(seat, epoch), SealContext(self.game, "sheet", seat, turn), gz, least
        )
