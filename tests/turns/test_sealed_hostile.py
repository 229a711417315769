"""Order files that nobody with the right to it has sealed: nothing comes of any, and only its seat is told why.

What everybody can read is the same for all of them as for an order that fails: commit message, output, exit status.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from genetess_cli.errors import Unreadable
from genetess_cli.store.seal import box, keys, orders
from genetess_cli.store.seal.box import SealContext, SealedFile
from genetess_cli.store.times import Time
from genetess_cli.store.yaml.api import blob_id
from tests.kit.command import Done, commit, git, run
from tests.kit.keys import GAME_KEY, ID, VAULT
from tests.kit.league import League, at
from tests.kit.reading import said
from tests.store.seal.bombs import held, zeros

RED = keys.seat_key(GAME_KEY, "red", 1)
LABEL, HOUR = "2a", 10
MESSAGE = """\
riot 2a: resolved

Genetess-Game: riot
Genetess-Turn: 2a
Genetess-Seat: red
"""


class Scene(msgspec.Struct, frozen=True):
    """A story in which red is to move in 2a, with what a stranger has found in the history."""

    story: League
    found: dict[str, bytes]


@pytest.fixture
def scene(sealed: League) -> Scene:
    """Red has got a new link, has ordered once with it, and has replaced a queue that nobody had read."""
    story, found = sealed, {}
    found["old key"] = story.sealed("red", "PASS", 9000, epoch=0, turn=LABEL)
    story.renew("red", 0.5)
    story.writes("red", "MOVE B2 E")
    found["last turn's"] = story.path("red").read_bytes()
    assert story.run(1) == ["1a red: MOVE B2 E (live, done)"]
    story.writes("red", "MOVE C2 S")
    found["replaced"] = story.path("red").read_bytes()
    story.writes("red", "PASS # the plan")
    story.writes("green", "MOVE H3 W / MOVE G3 W")
    found["blue's"] = story.path("green").read_bytes()
    assert story.run(3) == ["1b green: MOVE H3 W (live, done)"]
    return Scene(story, found)


def _queue(number: int = 9000, **other: str) -> orders.SealedOrders:
    return msgspec.structs.replace(orders.SealedOrders("riot", "red", LABEL, number, b"MOVE C2 E\n"), **other)


GOOD = orders.seal_orders(RED, ID, _queue())


def _of(sealed: bytes, kind: str = "order", seat: str = "red", turn: str = LABEL) -> bytes:
    return box.write_file(SealedFile(kind, "riot", seat, turn, sealed))


def _box(place: SealContext, text: bytes = b"order riot red 2a 9000\nMOVE C2 E\n") -> bytes:
    return _of(box.seal(RED, place, text))


HOSTILE: dict[str, tuple[bytes | str, str]] = {
    "another seat's queue": ("blue's", "from another seat or game"),
    "last turn's queue, under the key that counts": ("last turn's", "an older queue, or was cleared"),
    "a queue that was replaced unread": ("replaced", "an older queue, or was cleared"),
    "under the key of the old link": ("old key", "an old key of the seat, ask the GM for the new key"),
    "under a key that is still to come": (
        orders.seal_orders(keys.seat_key(GAME_KEY, "red", 2), ID, _queue()),
        "another key or for another place",
    ),
    "another game's, under its key": (
        orders.seal_orders(keys.seat_key(keys.game_key(bytes(32), ID), "red", 1), ID, _queue(slug="feud")),
        "from another seat or game",
    ),
    "another game's with the first line of this": (
        orders.seal_orders(RED, "ff" * 16, _queue(slug="feud")).replace(b"feud", b"riot"),
        "another place",
    ),
    "half of it": (GOOD[: len(GOOD) // 2], "not base64|part of it is missing"),
    "without its last line": (GOOD.rstrip().rpartition(b"\n")[0], "not base64|part of it is missing"),
    "its first line alone": (GOOD.split(b"\n")[0], "part of it is missing"),
    "without its first line": (GOOD.partition(b"\n")[2], "first line"),
    "nothing but zeros": (bytes(9000), "first line"),
    "no text at all": (b"\xff\xfeN\x00a\x00N\x00" * 400, "first line"),
    "NaN bytes in the middle": (GOOD[:300] + b"\xff\xfeNaN\x00" + GOOD[309:], "not base64"),
    "a wrong base64 line": (GOOD[:200] + b"NaN, NaN, NaN" + GOOD[213:], "not base64"),
    "more than a megabyte less a bit": (GOOD + b"A" * 900_000, "too many for a sealed text of its kind"),
    "too many sealed bytes": (_of(bytes(12_316)), "too many for a sealed text of its kind|at most"),
    "for another turn": (GOOD.replace(b" 2a", b" 3a", 1), "another place"),
    "a sheet's place": (_box(SealContext(ID, "sheet", "red", LABEL)), "another place"),
    "a sealed sheet": (
        _of(VAULT.sealed("sheet", "red", 1, LABEL, box.compress(b"what red sees"), 0), "sheet"), "a sealed sheet"
    ),
    "a record": (VAULT.file("record", b"{}", "0003-2a"), "a sealed record"),
    "under the key of the state": (
        _of(box.seal(keys.state_key(GAME_KEY), SealContext(ID, "order", "red", LABEL), b"order riot red 2a 9000\nPASS\n")),  # noqa: E501
        "another key",
    ),
    "another turn inside": (_box(SealContext(ID, "order", "red", LABEL), b"order riot red 3a 9000\nPASS\n"), "turn 3a"),
    "no first line inside": (_box(SealContext(ID, "order", "red", LABEL), b"MOVE C2 E\n"), "does not begin"),
    "a bomb": (_of(box.seal_packed(RED, SealContext(ID, "order", "red", LABEL), zeros(7))), "longer than"),
    "no gzip": (_of(box.seal_packed(RED, SealContext(ID, "order", "red", LABEL), b"PASS\n")), "not well formed"),
    "a plain order": (b"MOVE C2 E\n", "first line"),
    "a number too high": (orders.seal_orders(RED, ID, _queue(10**14)), "too high"),
}  # fmt: skip


def _tick(story: League, hour: float) -> Done:
    return run(story.repository.top, "tick", "--now", str(Time(at(hour))))


def _public(done: Done) -> tuple[int, str, str]:
    said = [line for line in done.err.splitlines() if not line.startswith("--now ")]  # that hangs on the day
    return done.status, done.out, "\n".join(said)


def test_the_queue_that_all_of_these_are_made_from_is_good(scene: Scene) -> None:
    assert scene.story.writes("red", GOOD).run(HOUR) == ["2a red: MOVE C2 E (live, done)"]


@pytest.mark.by_day(2, ci=5)
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_comes_of_it_and_the_seat_alone_is_told_why(scene: Scene, name: str) -> None:
    story, (file, reason) = scene.story, HOSTILE[name]
    story.writes("red", scene.found[file] if isinstance(file, str) else file)
    before, position, clock = story.snapshot(), story.position(), story.clock
    done = _tick(story, HOUR)

    # In public: the words of any order that failed.
    assert _public(done) == _public_of_a_failed_order(scene)
    assert story.message() == MESSAGE

    # Nothing else has changed.
    after = story.snapshot()
    changed = {path for path in before | after if before.get(path) != after.get(path)} - {"tip"}
    assert changed == {"games/riot/clock.yaml", "games/riot/turns/00xx/0003-2a.sealed"}
    assert story.position() == position
    now = story.clock
    same = (
        "turn",
        "to_move",
        "phase",
        "since",
        "holiday",
        "missed",
        "attempts",
        "epochs",
        "numbers",
    )
    assert [getattr(now, field) for field in same] == [getattr(clock, field) for field in same]

    # Its holder is told exactly, and everybody else that the deadline is a fresh one (ruling G44).
    assert story.told("red")[-1]["outcome"] == "failed"
    assert re.search(f"The order file cannot be opened: .*({reason})", str(story.reason("red")))
    heard = story.told("green")[-1]
    assert ([event["kind"] for event in heard["events"]], heard["reason"]) == (["fresh deadline"], None)

    # It is told once, and red can order again.
    assert _tick(story, HOUR + 1).status == 3
    story.writes("red", "MOVE C2 E")
    assert story.run(HOUR + 2) == ["2a red: MOVE C2 E (live, done)"]


def _public_of_a_failed_order(scene: Scene) -> tuple[int, str, str]:
    """What everybody reads of an order that fails on what its player knows: the deadline is a fresh one."""
    return (
        0,
        "riot 2a: resolved\nriot 2a: red is to move until 2027-01-16T18:00:00Z, fresh deadline number 1 of the turn\n",
        "",
    )


def test_an_order_that_fails_has_the_same_public_words(scene: Scene) -> None:
    story = scene.story.writes("red", "MOVE H2 E")
    assert _public(_tick(story, HOUR)) == _public_of_a_failed_order(scene)
    assert story.message() == MESSAGE
    assert story.told("red")[-1]["outcome"] == "failed"


def _flips() -> Iterator[int]:
    first = GOOD.index(b"\n") + 1
    yield from range(0, first * 8, 5)
    yield from range(first * 8, len(GOOD) * 8, 1999)
    yield from range((len(GOOD) - 2) * 8, len(GOOD) * 8)


@pytest.mark.exhaustive
def test_no_flipped_bit_is_carried_out(scene: Scene) -> None:
    story, hour = scene.story, float(HOUR)
    for bit in _flips():
        data = bytearray(GOOD)
        data[bit // 8] ^= 1 << bit % 8
        hour += 0.01
        assert story.writes("red", bytes(data)).run(hour) == ["2a red: - (live, failed)"]
    assert story.writes("red", GOOD).run(hour + 0.01) == ["2a red: MOVE C2 E (live, done)"]


def test_none_takes_much_memory() -> None:
    """What is inflated is held, so that this bounds the work too."""
    for file, _ in HOSTILE.values():
        if isinstance(file, bytes):

            def refused(data: bytes = file) -> None:
                with pytest.raises(Unreadable):
                    VAULT.queue("red", data, None)

            assert held(refused) < 50


def test_a_hostile_file_waits_for_nobody(scene: Scene) -> None:
    """It is no order: at the deadline its seat is timed out like one without a file."""
    story = scene.story.writes("red", scene.found["last turn's"])
    assert story.run(HOUR) == ["2a red: - (live, failed)"]
    assert story.run(27) == []
    assert story.run(HOUR + 24) == ["2a red: - (timeout, timed out)"]


def test_a_hostile_file_of_a_seat_that_is_not_to_move_is_told_when_its_turn_comes(scene: Scene) -> None:
    story = scene.story.writes("green", scene.found["last turn's"])
    story.writes("red", "MOVE C2 E")
    assert story.run(HOUR) == ["2a red: MOVE C2 E (live, done)", "2b green: - (stored, failed)"]
    assert story.clock.unread.keys() == {"green"}
    assert story.clock.unread["green"] != blob_id(scene.found["last turn's"])
    assert story.path("green").read_bytes() == scene.found["last turn's"]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("file", [b"\xff" * 500_000, b"MOVE C2 E\n", GOOD])
def test_a_file_that_nobody_can_open_keeps_nobody_from_a_new_link(scene: Scene, file: bytes) -> None:
    """What cannot be opened is not sealed anew, as nobody knows what it says."""
    story = scene.story.writes("green", file)
    story.renew("green", HOUR)
    assert story.path("green").read_bytes() == file
    story.replaced(HOUR, "green", "Rolf")
    assert story.path("green").read_bytes() == file
    assert story.clock.epochs == {"red": 1, "green": 2}
    assert said(story.undo(HOUR + 1)).get("desk") == "undo"
    story.check_past()


@pytest.mark.by_day(1)
@pytest.mark.parametrize("committed", [False, True])
def test_a_file_of_any_size_is_passed_over(scene: Scene, committed: bool) -> None:
    story, done = scene.story, list[Done]()
    with story.path("red").open("wb") as file:
        file.truncate(20_000_000)
    if committed:
        commit(story.repository.top, "orders")
    assert held(lambda: done.append(_tick(story, HOUR))) < 10
    assert (done[0].status, "red.sealed is larger than 1 MiB" in done[0].err) == (3, True)
    assert story.path("red").stat().st_size == 20_000_000
    story.writes("red", "MOVE C2 E")
    assert story.run(HOUR + 2) == ["2a red: MOVE C2 E (live, done)"]
    assert run(story.repository.top, "verify", "riot").status == 0


def test_a_huge_file_does_not_keep_its_seat_from_ordering(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)  # where no order of a sealed game is held against the board
    top = scene.story.writes("red", b"A" * 3_000_000).repository.top
    done = run(top, "order", "riot", "red", "MOVE C2 E")
    assert done.status == 0, done.err
    assert scene.story.file("red") == "MOVE C2 E\n"
    assert git(top, "status", "--porcelain")
    assert scene.story.run(HOUR) == ["2a red: MOVE C2 E (live, done)"]
