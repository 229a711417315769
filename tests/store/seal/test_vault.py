"""A game's vault: one kind of text for each place, and sheets for their seats alone."""

from __future__ import annotations

import random

import pytest

from genetess_cli.errors import Closed, Refused
from genetess_cli.store.codec import KINDS, SealedCodec
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import OVERHEAD, Misshapen, SealContext, SealedFile, Unopened, write_file

GAME = "00" * 16
KEY = keys.game_key(bytes(range(32)), GAME)
VAULT = SealedCodec("riot", GAME, KEY)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_sealed_is_opened_as_the_same_kind_and_turn(kind: str) -> None:
    data = VAULT.file(kind, b"text", "0012-3b")
    assert data.startswith(f"genetess/v1 sealed {kind} riot - 0012-3b\n".encode())
    assert VAULT.text(kind, data, "0012-3b") == b"text"
    with pytest.raises(Unopened, match="another place"):
        VAULT.text(kind, data, "0013-3b")
    for other in KINDS.keys() - {kind}:
        with pytest.raises(Misshapen, match=f"holds no sealed {other}"):
            VAULT.text(other, data, "0012-3b")
        renamed = data.replace(kind.encode(), other.encode(), 1)
        with pytest.raises(Unopened, match="another place"):
            VAULT.text(other, renamed, "0012-3b")


def test_another_games_key_opens_nothing() -> None:
    other = SealedCodec("riot", "01" * 16, keys.game_key(bytes(range(32)), "01" * 16))
    with pytest.raises(Unopened):
        other.text("state", VAULT.file("state", b"text", "0010"), "0010")


def test_a_vault_without_a_key_says_so_when_it_is_needed() -> None:
    locked = SealedCodec("riot", GAME, Closed("riot", Refused("the master key is missing")))
    with pytest.raises(Refused, match="missing"):
        locked.text("state", VAULT.file("state", b"text", "0010"), "0010")


def test_a_sheet_opens_with_its_seats_key_of_its_epoch_alone() -> None:
    sheet = VAULT.sealed("sheet", "red", 1, "0012-3b", box.compress(b"what red sees"), 0)
    place = SealContext(GAME, "sheet", "red", "0012-3b")
    assert box.unseal(VAULT.seat_key("red", 1), place, sheet, KINDS["sheet"]) == b"what red sees"
    assert VAULT.opened("sheet", "red", 1, "0012-3b", sheet) == b"what red sees"
    for kind, seat, epoch, turn in (
        ("sheet", "red", 0, "0012-3b"),
        ("sheet", "red", 2, "0012-3b"),
        ("sheet", "green", 1, "0012-3b"),
        ("sheet", "red", 1, "0013-3c"),
        ("past", "red", 1, "0012-3b"),
    ):
        with pytest.raises(Unopened):
            VAULT.opened(kind, seat, epoch, turn, sheet)


def test_sheets_of_one_turn_can_be_made_equally_long() -> None:
    texts = [box.compress(text) for text in (b"short", random.Random(1).randbytes(20_000))]
    least = max(map(box.size, texts))
    assert len({len(VAULT.sealed("sheet", "red", 0, "0012-3b", text, least)) for text in texts}) == 1


def test_an_oversized_file_is_refused() -> None:
    data = write_file(SealedFile("specials", "riot", "", "0", bytes(KINDS["specials"] + OVERHEAD + 1)))
    with pytest.raises(Misshapen, match="at most"):
        VAULT.text("specials", data, "0")
