"""The codecs of a game: what the program writes of a position, and what players order, as the bytes of their files.

In an open game these are YAML and plain text, in a sealed one sealed files, with JSON inside. Everything else of the
program is none the wiser. A sealed file takes 4 KiB of the repository however little it says, so the position is not
written with every record but with every tenth: the one of now follows from it and the events of the records since.
What was opened is kept nowhere.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from genetess_cli.errors import Closed, Finding, InvalidFile, Refused, Unreadable
from genetess_cli.rules.orders import as_utf8
from genetess_cli.store.files import Contents
from genetess_cli.store.schema import Clock
from genetess_cli.store.seal import box, keyring, keys, orders
from genetess_cli.store.seal.box import OVERHEAD, Misshapen, SealContext, SealedFile, Unopened
from genetess_cli.store.seal.orders import MOST_AHEAD, SealedOrders
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.store.yaml.read import PROGRAM, Tree
from genetess_cli.values import Value

EVERY = 10
KINDS = {"state": 8 << 20, "record": 8 << 20, "specials": 1 << 20, "story": 64 << 20}
"""The kinds that the GM's key seals, and the most bytes of a text of each."""
KINDS |= {"sheet": 4 << 20, "past": 64 << 20}
"""The kinds that are sealed for their seat."""
_PRINT = "[0-9a-f]{40}"
_MEND = "restore the file from git; do not edit it by hand"


class Queued(Value):
    """The text of an order file, and in a sealed game its number, which grows from queue to queue, and its print."""

    text: bytes
    number: int = 0
    print: str = ""


class Codec:
    """Writes and reads the files of an open game; `SealedCodec` is another.

    `where` is a file's path, for messages, `cache` the folder of what was parsed before.
    """

    def state(self, data: bytes, where: str, cache: Path | None = None) -> Tree:
        return api.read_program(data, where, cache)

    def state_since(self, data: bytes, where: str) -> int | None:
        """Return the number of the record after a stored position; None where that is the next one to be made."""
        return None

    record = state

    def state_file(self, values: dict[str, Any], number: int) -> bytes:
        return api.dump(values).encode()

    def record_file(self, values: dict[str, Any], where: str) -> bytes:
        return api.dump(values).encode()

    def is_due(self, number: int) -> bool:
        """Return whether the position is written together with a record of this number, whatever that is of."""
        return False

    @property
    def shut(self) -> Closed | None:
        """Return why what is sealed of the game, if anything is, cannot be opened here; None where it can."""
        return None

    def check_open(self) -> None:
        """Raise Closed where `shut` says why."""
        if why := self.shut:
            raise why

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


def ids_of(codec: Codec, queues: Contents) -> dict[str, str]:
    """Return what tells later whether an order file has changed; seats without one are left out."""
    return {seat: codec.queue_id(seat, data) for seat, data in queues.items() if data}


class SealedCodec(Codec):
    """The codec of one sealed game, by its slug, its id and its key, or why that is not here.

    A seat's orders can be opened and sealed with its own key as well as the GM's.
    """

    def __init__(self, slug: str, game: str, key: bytes | Closed) -> None:
        self.slug = slug
        self.game = game
        self._key = key

    @property
    def shut(self) -> Closed | None:
        return self._key if isinstance(self._key, Closed) else None

    @property
    def key(self) -> bytes:
        """The game's key. Raise Closed where it is not here."""
        if isinstance(self._key, Closed):
            raise self._key
        return self._key

    def seat_key(self, seat: str, epoch: int) -> bytes:
        """Return the key of a seat. Raise Closed where the game key is not here."""
        return keys.seat_key(self.key, seat, epoch)

    def file(self, kind: str, text: bytes, turn: str) -> bytes:
        """Return a text that is for the GM alone as a sealed file."""
        sealed = box.seal(keys.state_key(self.key), SealContext(self.game, kind, "", turn), text)
        return box.write_file(SealedFile(kind, self.slug, "", turn, sealed))

    def text(self, kind: str, data: bytes, turn: str) -> bytes:
        """Return the text of such a file. Raise Unopened, Misshapen, Refused where the game key is not here."""
        letter = box.read(data, KINDS[kind] + OVERHEAD)
        if letter.kind != kind:
            raise Misshapen(f"it holds no sealed {kind}, but a sealed {letter.kind}")
        place = SealContext(self.game, kind, "", turn)
        return box.unseal(keys.state_key(self.key), place, letter.sealed, KINDS[kind])

    def sealed(self, kind: str, seat: str, epoch: int, turn: str, gz: bytes, least: int) -> bytes:
        """Return a packed text of the site sealed for its seat; it is padded to `least` bytes, as those of all are."""
        place = SealContext(self.game, kind, seat, turn)
        return box.seal_packed(self.seat_key(seat, epoch), place, gz, least)

    def opened(self, kind: str, seat: str, epoch: int, turn: str, sealed: bytes) -> bytes:
        """Return the text that was sealed so. Raise Unopened."""
        place = SealContext(self.game, kind, seat, turn)
        return box.unseal(self.seat_key(seat, epoch), place, sealed, KINDS[kind])

    def state(self, data: bytes, where: str, cache: Path | None = None) -> Tree:
        return self._unseal("state", data, f"{self.state_since(data, where):04}", where)

    def state_since(self, data: bytes, where: str) -> int | None:
        first = data.partition(b"\n")[0].split()
        if len(first) == 6 and first[2] == b"state" and first[5].isdigit():
            return int(first[5])
        raise InvalidFile(Finding(where, f"its first line names no record; {_MEND}"))

    def record(self, data: bytes, where: str, cache: Path | None = None) -> Tree:
        return self._unseal("record", data, PurePosixPath(where).stem, where)

    def state_file(self, values: dict[str, Any], number: int) -> bytes:
        return self.file("state", msgspec.json.encode(values), f"{number:04}")

    def record_file(self, values: dict[str, Any], where: str) -> bytes:
        return self.file("record", msgspec.json.encode(values), PurePosixPath(where).stem)

    def is_due(self, number: int) -> bool:
        return number % EVERY == 0

    def queue(self, seat: str, data: bytes, clock: Clock | None) -> Queued:
        try:
            sealed = orders.unseal_orders(self._held_key(seat, clock), self.game, self.slug, seat, data)
        except Misshapen as why:
            raise Unreadable(str(why)) from None
        except Unopened as why:
            raise Unreadable(
                f"{why}; if that was an old key of the seat, ask the GM for the new key"
            ) from None
        floor = clock.numbers.get(seat, 0) if clock else 0
        name = print_of(data)
        if sealed.number < floor and (clock is None or clock.noted.get(seat) != name):
            raise Unreadable("it is an older queue, or was cleared; seal your orders again")
        if sealed.number > floor + MOST_AHEAD:
            raise Unreadable("its number is too high; set your machine's clock, and seal your orders again")
        return Queued(sealed.text, sealed.number, name)

    def _held_key(self, seat: str, clock: Clock | None) -> bytes:
        """Return a seat's key, or what its holder brought. Raise Refused where neither it nor the GM's is here."""
        try:
            return self.seat_key(seat, epoch_of(seat, clock))
        except Closed as missing:
            key = keyring.seat_key(self.game, seat)
            if key is None:
                why = missing.why
                raise Refused(
                    f"{self.slug} is sealed, and the key of {seat} is not here: import it from your link "
                    f"with `genetess keys import`. The GM's key cannot be used either: {why}"
                ) from None
            return key

    def queue_file(self, seat: str, queued: Queued, clock: Clock | None) -> bytes:
        key = self._held_key(seat, clock)
        turn = clock.turn if clock else "0"
        sealed = SealedOrders(self.slug, seat, turn, queued.number, queued.text)
        try:
            return orders.seal_orders(key, self.game, sealed)
        except ValueError as error:
            raise Refused(str(error)) from None

    def queue_id(self, seat: str, text: bytes) -> str:
        """Return a keyed print: orders are so short that anybody could try them all against another one."""
        if not text:
            return ""
        return self._digest(f"{seat}\0".encode() + text)

    def hidden_ids(self, ids: Mapping[str, str], number: int) -> dict[str, str]:
        """Return prints under a veil that is another one with every record, so that none are seen to be equal."""
        return {seat: self._mask(seat, text, number) for seat, text in ids.items()}

    def _mask(self, seat: str, text: str, number: int) -> str:
        if not re.fullmatch(_PRINT, text):
            return text
        # No seat's name is empty, so that no queue can be written whose print is a veil.
        veil = self._digest(f"\0veil\0{seat}\0{number}".encode())
        return f"{int(text, 16) ^ int(veil, 16):040x}"

    def _digest(self, data: bytes) -> str:
        return hmac.digest(keys.print_key(self.key), data, "sha256").hex()[:40]

    def specials(self, data: bytes, where: str) -> Any:
        """Return what of a board is no skeleton. Raise InvalidFile, Refused where the key is not here."""
        return self._unseal("specials", data, "0", where).data

    def specials_file(self, values: dict[str, Any]) -> bytes:
        return self.file("specials", msgspec.json.encode(values), "0")

    def _unseal(self, kind: str, data: bytes, turn: str, where: str) -> Tree:
        try:
            text = self.text(kind, data, turn)
            return Tree(msgspec.json.decode(text), text, where, PROGRAM)
        except (Unopened, Misshapen, msgspec.DecodeError) as error:
            raise InvalidFile(Finding(where, f"{error}; {_MEND}")) from None


def epoch_of(seat: str, clock: Clock | None) -> int:
    """Return how often a seat has got another key."""
    return clock.epochs.get(seat, 0) if clock else 0


def print_of(data: bytes) -> str:
    """Return what tells sealed orders from all others, wherever their lines end; "" for what is none."""
    try:
        sealed = box.read(data, orders.MOST_SEALED).sealed
        box.check_length(sealed)
    except (Misshapen, Unopened):
        return ""
    return sha256(sealed).hexdigest()[:40]


def form_problem(data: bytes, kind: str, **place: str | None) -> str | None:
    """Return what is wrong with a sealed file, as can be seen without a key; None if nothing.

    `place` are `slug`, `seat` and `turn` that it should be of, as far as they are known.
    """
    try:
        most = KINDS[kind] + OVERHEAD if kind in KINDS else orders.MOST_SEALED
        letter = box.read(data, most)
        box.check_length(letter.sealed)
    except (Misshapen, Unopened) as why:
        return str(why)
    if letter.kind != kind:
        return f"it is no sealed {kind}, but a sealed {letter.kind}"
    wrong = [name for name, wanted in place.items() if wanted not in (None, getattr(letter, name))]
    return (
        f"it was sealed for {getattr(letter, wrong[0]) or '-'}, not for {place[wrong[0]]}" if wrong else None
    )
