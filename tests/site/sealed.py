"""The league of `leagues.py` with its game sealed, and what only the holder of a key can see of its site."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Self

import msgspec

from genetess_cli.site import build
from genetess_cli.site.build import Built
from genetess_cli.store.game import load
from genetess_cli.store.league import League, find
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import SealContext
from genetess_cli.store.seal.codec import sealed_codec
from genetess_cli.store.seal.keyring import seat_text
from genetess_cli.store.seal.orders import SealedOrders, seal_orders
from genetess_cli.store.yaml import api
from genetess_cli.turns import start
from tests.site.leagues import BEGIN, BOARD, HOUR, MASTER, Site

ID = "5b0c" * 8
GAME_KEY = keys.game_key(MASTER, ID)
_DATA = re.compile(
    r'<pre id="sealed" hidden data-game="(\w+)" data-slug="riot" data-seat="(\w+)" data-turn="([\w-]+)">'
)


class SealedSite(Site):
    """A league with the sealed game `riot`, and the site built from it with its GM's key."""

    def __init__(self, folder: Path, more: str = "", board: str = BOARD, red: str = "Ragnar") -> None:
        super().__init__(folder, more=f"secrecy: sealed\n{more}", board=board, red=red)

    def add(self, slug: str, game: str, board: str = BOARD) -> None:
        """A game's files; what of a sealed game's board is secret lies beside it, sealed."""
        if "secrecy: sealed" not in game:
            super().add(slug, game, board)
            return
        data = api.read(board.encode(), "board.yaml").data
        assert isinstance(data, dict)
        hidden = {"specials": data.pop("specials", [])}
        super().add(slug, game, api.dump(data))
        file = sealed_codec(slug, ID, lambda: GAME_KEY).specials_file(hidden)
        (self.root / "games" / slug / "specials.sealed").write_bytes(file)

    @property
    def league(self) -> League:
        """The league as it is now, with the GM's key."""
        return League(self.root, lambda game, promised: keys.check_key(MASTER, game, promised))

    @property
    def closed(self) -> League:
        """The league as somebody has it who has no key but what is public."""
        return find(self.root)

    def epoch(self, seat: str) -> int:
        """How often a seat has got another key."""
        clock = load(self.league, "riot").clock
        return clock.epochs.get(seat, 0) if clock else 0

    def key(self, seat: str) -> bytes:
        """The key that a seat has now."""
        return keys.seat_key(GAME_KEY, seat, self.epoch(seat))

    def link(self, seat: str) -> str:
        """What stands behind the `#` of a seat's link now."""
        return seat_text(self.key(seat))

    def writes(self, seat: str, text: str) -> Self:
        """A seat's order file as its player seals it."""
        clock = load(self.league, "riot").clock
        assert clock is not None
        number = BEGIN + self.turns * HOUR
        self.seals(
            seat,
            seal_orders(self.key(seat), ID, SealedOrders("riot", seat, clock.turn, number, text.encode())),
        )
        return self

    def seals(self, seat: str, data: bytes) -> None:
        """A seat's order file as it is."""
        folder = self.root / "games" / "riot" / "orders"
        folder.mkdir(exist_ok=True)
        (folder / f"{seat}.sealed").write_bytes(data)

    def renew(self, seat: str) -> Self:
        """A new link for a seat."""
        self.turns += 1
        start.renew(self.league, "riot", seat, BEGIN + self.turns * HOUR)
        return self

    def reveal(self) -> Self:
        """The key of the game, for everybody."""
        self.turns += 1
        start.reveal(self.league, "riot", BEGIN + self.turns * HOUR)
        return self

    def build_closed(self) -> Built:
        """The site, brought up to date by somebody who has no key but what is public."""
        return build.build(self.closed, self.out)

    def sheet(self, place: str, key: bytes | None = None) -> str:
        """The turnsheet that is sealed on a page, opened with the key that its seat has now, or another one."""
        part = part_of(self.page(place))
        text = box.unseal(key or self.key(part.place.seat), part.place, part.sealed, 4 << 20)
        return text.decode()


class Part(msgspec.Struct, frozen=True):
    """What is sealed on a page, and what it says it is for."""

    place: SealContext
    sealed: bytes


def part_of(page: str) -> Part:
    """The sealed part of a turnsheet's page."""
    found = _DATA.search(page)
    assert found, "nothing is sealed on this page"
    text = page[found.end() : page.index("</pre>", found.end())]
    return Part(SealContext(found[1], "sheet", found[2], found[3]), base64.b64decode(text, validate=True))
