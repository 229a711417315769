"""The codec of a game: the same questions for open and sealed ones, each with its own files."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.errors import Closed, InvalidFile, Refused, Unreadable
from genetess_cli.store import codec
from genetess_cli.store.codec import Codec, Queued, ids_of
from genetess_cli.store.schema import Clock
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.times import Time, to_time
from genetess_cli.store.yaml.api import blob_id

ID = "00" * 16
KEY = keys.game_key(bytes(range(32)), ID)
CLOCK = Clock(turn="3b", phase="playing", since=Time(to_time("2026-11-21T00:00:00Z")), number=12)
VALUES = {"round": 3, "pieces": [{"at": "B2", "codes": "AB"}]}
STATE = "games/riot/state.sealed"
RECORD = "games/riot/turns/00xx/0012-3b"


def _sealed(key: bytes | Closed = KEY) -> codec.SealedCodec:
    return codec.SealedCodec("riot", ID, key)


_NOBODY = Closed("riot", Refused("the master key is missing"))


BOTH = pytest.mark.parametrize("codec", [Codec(), _sealed()], ids=["open", "sealed"])


@BOTH
def test_a_position_and_a_record_come_back(codec: Codec) -> None:
    assert codec.state(codec.state_file(VALUES, 10), "state").data == VALUES
    assert codec.record(codec.record_file(VALUES, f"{RECORD}.sealed"), f"{RECORD}.sealed").data == VALUES


@BOTH
def test_a_queue_comes_back(codec: Codec) -> None:
    file = codec.queue_file("red", Queued(b"PASS\n", 7), CLOCK)
    assert codec.queue("red", file, CLOCK).text == b"PASS\n"


@BOTH
def test_a_print_changes_with_the_orders_and_is_empty_for_none(codec: Codec) -> None:
    one, other = codec.queue_id("red", b"PASS\n"), codec.queue_id("red", b"PASS")
    assert len({one, other, ""}) == 3
    assert codec.queue_id("red", b"PASS\n") == one
    assert codec.queue_id("red", b"") == ""
    assert ids_of(codec, {"red": b"PASS\n", "green": None, "blue": b""}) == {"red": one}


def test_prints_of_an_open_game_are_gits_names_and_of_a_sealed_one_keyed() -> None:
    assert Codec().queue_id("red", b"PASS\n") == blob_id(b"PASS\n")
    one = _sealed().queue_id("red", b"PASS\n")
    other = codec.SealedCodec("riot", ID, bytes(32)).queue_id("red", b"PASS\n")
    assert len({one, other, blob_id(b"PASS\n"), _sealed().queue_id("green", b"PASS\n")}) == 4


def test_the_position_of_a_sealed_game_is_due_with_every_tenth_record() -> None:
    assert [number for number in range(1, 31) if _sealed().is_due(number)] == [10, 20, 30]
    assert not any(Codec().is_due(number) for number in range(31))
    assert Codec().state_since(b"", STATE) is None
    assert _sealed().state_since(_sealed().state_file(VALUES, 20), STATE) == 20


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"genetess/v1 sealed state riot -",
        b"genetess/v1 sealed record riot - 0010",
        b"genetess/v1 sealed state riot - x",
    ],
)
def test_a_position_that_names_no_record_is_refused(first: bytes) -> None:
    with pytest.raises(InvalidFile, match=r"^games/riot/state\.sealed: its first line names no record"):
        _sealed().state_since(first + b"\n", STATE)


def test_a_sealed_file_in_the_wrong_place_is_refused_with_its_path() -> None:
    codec = _sealed()
    record, state = codec.record_file(VALUES, f"{RECORD}.sealed"), codec.state_file(VALUES, 10)
    with pytest.raises(InvalidFile, match=r"0013-3c\.sealed: it was changed, .* restore the file from git"):
        codec.record(record, "games/riot/turns/00xx/0013-3c.sealed")
    with pytest.raises(InvalidFile, match="it was changed"):
        codec.state(state.replace(b"0010", b"0020", 1), "games/riot/state.sealed")
    with pytest.raises(InvalidFile, match="holds no sealed record"):
        codec.record(state, f"{RECORD}.sealed")
    with pytest.raises(InvalidFile, match="first line"):
        codec.record(b"number: 12\n", f"{RECORD}.sealed")


def test_specials_come_back_from_their_own_place_alone() -> None:
    codec = _sealed()
    data = codec.specials_file({"specials": []})
    assert codec.specials(data, "specials.sealed") == {"specials": []}
    with pytest.raises(InvalidFile, match=r"specials\.sealed: it holds no sealed specials"):
        codec.specials(codec.state_file(VALUES, 0), "specials.sealed")


def test_nothing_but_orders_is_opened_without_the_game_key() -> None:
    codec = _sealed()
    for call in (
        lambda: _sealed(_NOBODY).state(codec.state_file(VALUES, 10), "state"),
        lambda: _sealed(_NOBODY).record(codec.record_file(VALUES, RECORD), RECORD),
        lambda: _sealed(_NOBODY).queue_id("red", b"PASS"),
    ):
        with pytest.raises(Refused, match="master key is missing"):
            call()


def test_a_print_stands_in_the_clock_under_another_veil_with_every_record() -> None:
    codec = _sealed()
    prints = {seat: codec.queue_id(seat, b"PASS\n") for seat in ("red", "green")}
    shown = [codec.hidden_ids(prints, number) for number in range(20)]
    assert len({found for each in (prints, *shown) for found in each.values()}) == 42
    assert all(codec.hidden_ids(each, number) == prints for number, each in enumerate(shown))


def test_what_is_no_print_has_no_veil_and_in_an_open_game_nothing_has() -> None:
    found = {"red": "", "green": "by hand", "blue": "F" * 40, "white": "7" * 41}
    assert _sealed().hidden_ids(found, 7) == found
    assert Codec().hidden_ids({"red": blob_id(b"PASS")}, 7) == {"red": blob_id(b"PASS")}


# The queues of a sealed game


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))


def _file(number: int, epoch: int = 0) -> bytes:
    return _sealed().queue_file("red", Queued(b"PASS\n", number), replace(CLOCK, epochs={"red": epoch}))


def test_the_least_number_counts_and_anything_below_does_not() -> None:
    clock = replace(CLOCK, numbers={"red": 7})
    assert _sealed().queue("red", _file(7), clock).number == 7
    with pytest.raises(Unreadable, match="an older queue"):
        _sealed().queue("red", _file(6), clock)
    with pytest.raises(Unreadable, match="too high"):
        _sealed().queue("red", _file(10**10 + 8), clock)


def test_an_old_key_is_told_from_a_foreign_one(config: None) -> None:
    clock = replace(CLOCK, epochs={"red": 3})
    assert _sealed().queue("red", _file(7, epoch=3), clock).text == b"PASS\n"
    for epoch in (0, 1, 2):
        with pytest.raises(Unreadable, match="an old key of the seat"):
            _sealed().queue("red", _file(7, epoch), clock)
    with pytest.raises(Unreadable, match="sealed with another key"):
        _sealed().queue("red", _file(7, epoch=4), clock)


def test_a_seats_key_opens_and_seals_where_the_gms_is_not(config: None) -> None:
    keyring.bring_seat(ID, "red", keyring.seat_text(keys.seat_key(KEY, "red", 0)))
    player = _sealed(_NOBODY)
    file = player.queue_file("red", Queued(b"PASS\n", 7), CLOCK)
    assert file == _file(7)
    assert player.queue("red", file, CLOCK).number == 7
    with pytest.raises(Unreadable, match="sealed with another key"):
        player.queue("red", _file(7, epoch=1), CLOCK)
    with pytest.raises(
        Refused, match="riot is sealed, and the key of green is not here: import it from your link"
    ):
        player.queue_file("green", Queued(b"PASS\n", 7), CLOCK)


def test_orders_too_long_for_a_sealed_file_are_refused() -> None:
    with pytest.raises(Refused, match="too long for a sealed file"):
        _sealed().queue_file("red", Queued(b"#" * 4300, 7), CLOCK)
