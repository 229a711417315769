"""Stories of sealed games: what a seat writes is sealed with its key, and what lies there is opened with the GM's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.notices.log import turns
from genetess_cli.store import game
from genetess_cli.store.game import Hosted
from genetess_cli.store.seal import keys, orders
from genetess_cli.store.seal.codec import sealed_codec
from genetess_cli.store.seal.game_keys import GameKeys
from genetess_cli.store.seal.keyring import VARIABLE
from genetess_cli.store.seal.orders import SealedOrders
from genetess_cli.turns import start, timeline
from tests.referee.desks import Desk, at
from tests.referee.timelines import MASTER

ID = "000102030405060708090a0b0c0d0e0f"
GAME_KEY = keys.game_key(MASTER, ID)
VAULT = GameKeys("riot", ID, lambda: GAME_KEY)
SEALED = f'secrecy: sealed\nid: "{ID}"\n'


class SealedDesk(Desk):
    """A Desk whose game is sealed with MASTER. `writes` seals each queue with a number higher than the one before."""

    def __init__(
        self,
        folder: Path,
        more: str = "",
        board: str | None = None,
        blue: bool = False,
        specials: list[dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(folder, SEALED + more, board, blue)
        self.next = 1000
        hidden = {"specials": specials or []}
        codec = sealed_codec("riot", ID, lambda: GAME_KEY)
        (self.folder / "specials.sealed").write_bytes(codec.specials_file(hidden))

    @property
    def hosted(self) -> Hosted:
        return game.load(self.league, "riot")

    def path(self, seat: str) -> Path:
        return self.folder / "orders" / f"{seat}.sealed"

    def sealed(
        self, seat: str, text: str, number: int | None = None, epoch: int = 0, turn: str = "1a"
    ) -> bytes:
        """A queue as its holder seals it."""
        self.next += 10
        queue = SealedOrders("riot", seat, turn, self.next if number is None else number, text.encode())
        return orders.seal_orders(keys.seat_key(GAME_KEY, seat, epoch), ID, queue)

    def writes(self, seat: str, text: str | bytes) -> SealedDesk:
        """The seat's file: text is sealed under the seat's present key, bytes lie there as they are."""
        self.path(seat).parent.mkdir(exist_ok=True)
        epoch = self.clock.epochs.get(seat, 0) if (self.folder / "clock.yaml").exists() else 0
        data = self.sealed(seat, text, epoch=epoch) if isinstance(text, str) else text
        self.path(seat).write_bytes(data)
        return self

    def file(self, seat: str) -> str | None:
        """What the seat's file says, opened with the present key."""
        return self.slip(seat).text.decode() if self.path(seat).exists() else None

    def slip(self, seat: str) -> SealedOrders:
        """The seat's queue as it lies there."""
        key = keys.seat_key(GAME_KEY, seat, self.clock.epochs.get(seat, 0))
        return orders.unseal_orders(key, ID, "riot", seat, self.path(seat).read_bytes())

    def told(self, seat: str) -> list[dict[str, Any]]:
        """What `genetess log --as SEAT` tells."""
        return turns(self.hosted, seat)

    def reason(self, seat: str) -> str | None:
        """Why the last order of a seat failed, as it alone is told."""
        return str(self.told(seat)[-1]["reason"])

    def message(self) -> str:
        """The last commit's message."""
        return self.repository.log(most=1)[0].message

    def renew(self, hour: float, seat: str) -> None:
        start.renew(self.league, "riot", seat, at(hour))

    def reveal(self, hour: float) -> None:
        start.reveal(self.league, "riot", at(hour))

    def check_past(self) -> None:
        """The records lead to the position."""
        assert list(timeline.positions(self.hosted))


@contextmanager
def without_key() -> Iterator[None]:
    """No master key on this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(VARIABLE)
        yield
