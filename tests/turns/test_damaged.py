"""Order files that are damaged, deleted and sent again: whatever lies there, `verify` agrees."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from genetess_cli.errors import Fault
from genetess_cli.turns import submit
from tests.kit.history import verify
from tests.kit.league import League, at, small

pytestmark = pytest.mark.usefixtures("key")

TEXTS = (
    "PASS\n",
    "* PASS\n* PASS\n",
    "MOVE B2 E / PASS # on\n",
    "HOLIDAY / PASS\n",
    "GAMBLE 1E on 1st\nPASS\n",
)
JUNK = (b"junk\n", b"\xff\xfe\0", b"genetess sealed 1\n", b"\n")


@pytest.mark.parametrize("is_committed", [True, False], ids=["committed", "not committed"])
@pytest.mark.parametrize("mover", ["red", "green"])
def test_a_stored_file_is_replaced_by_one_that_nobody_can_open(
    tmp_path: Path, mover: str, is_committed: bool
) -> None:
    story = small(tmp_path, sealed=True).start()
    story.writes("green", "MOVE H3 W\n").writes("red", "MOVE B2 E / PASS\n").run(1)
    story.writes(mover, b"junk\n")
    if is_committed:
        story.commit(f"games/riot/orders/{mover}.sealed")
    story.run(2)
    story.run(25)
    story.writes(mover, "PASS\n").run(26)
    assert verify(story.repository.top).status == 0


def test_of_a_round_that_all_order_together_each_hears_why_its_file_was_not_used(tmp_path: Path) -> None:
    story = begun(tmp_path, "together")
    story.writes("red", b"junk\n").writes("green", b"junk\n").run(25)
    story.run(49)
    missed = [record for record in story.recorded() if record.outcome == "timed out"]
    assert ["cannot be opened" in str(story.game.terms.reason(record)) for record in missed] == [True, True]
    assert verify(story.repository.top).status == 0


def begun(folder: Path, kind: str) -> League:
    story = small(folder, "holiday: 5d\ngrace: 2h\n", sealed=kind != "open")
    if kind == "together":
        story.edit("starting_e: 20", "starting_e: 20, gamble: [order]")
    return story.start()


def good(story: League, luck: random.Random, seat: str, hour: float) -> bytes:
    text = luck.choice(TEXTS)
    if not story.is_sealed:
        return text.encode()
    return story.sealed(seat, text, max(at(hour), story.clock.numbers.get(seat, 0)))


def odd(story: League, luck: random.Random, seat: str, hour: float) -> bytes:
    """Orders that are as they were sealed, but not for here and now."""
    if not story.is_sealed:
        return luck.choice(TEXTS).encode("utf-16")
    text = luck.choice(TEXTS)
    other = {"red": "green", "green": "red"}[seat]
    number = max(at(hour), story.clock.numbers.get(seat, 0))
    epoch = story.clock.epochs.get(seat, 0)
    match luck.randrange(5):
        case 0:
            return story.sealed(seat, text, max(story.clock.numbers.get(seat, 0) - luck.randrange(1, 9), 0))
        case 1:
            return story.sealed(seat, text, number + 2_000_000_000)
        case 2:
            return story.sealed(seat, text, number, epoch=epoch + 100)
        case 3:
            return story.sealed(seat, text, number, epoch=max(epoch - 1, 0))
        case _:
            return story.sealed(other, text, number)


def sends(story: League, luck: random.Random, seat: str, hour: float, sent: list[bytes]) -> None:
    """What anybody may leave there: good orders, what was sent before, or what nobody can open."""
    path = story.path(seat)
    lies = path.read_bytes() if path.exists() else b""
    match luck.randrange(8):
        case 0:
            path.unlink(missing_ok=True)
        case 1:
            story.writes(seat, lies + luck.choice(JUNK))
        case 2:
            story.writes(seat, luck.choice(JUNK))
        case 3:
            story.writes(seat, luck.choice(sent) if sent else b"")
        case 4:
            story.writes(seat, odd(story, luck, seat, hour))
        case _:
            story.writes(seat, good(story, luck, seat, hour))
    if path.exists():
        sent.append(path.read_bytes())
    if luck.random() < 0.5:
        story.commit(str(path.relative_to(story.root)))


def goes_on(story: League, luck: random.Random, hour: float, sent: dict[str, list[bytes]]) -> None:
    seat = luck.choice(["red", "green"])
    match luck.randrange(12):
        case 0 | 1 | 2 | 3 | 4:
            sends(story, luck, seat, hour, sent[seat])
        case 5:
            text = luck.choice(TEXTS)
            submit.write(story.league, story.game, seat, text, at(hour), commit=luck.random() < 0.5)
        case 6:
            story.undo(hour)
        case 7:
            story.some_act(luck, seat, hour)
        case _:
            story.run(hour)


@pytest.mark.by_day(2, ci=6)
@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("kind", ["open", "sealed", "together"])
def test_whatever_lies_among_the_orders_verify_agrees(tmp_path: Path, kind: str, seed: int) -> None:
    story, luck = begun(tmp_path, kind), random.Random(f"{kind} {seed}")
    sent: dict[str, list[bytes]] = {"red": [], "green": []}
    hour = 0.0
    for _ in range(25):
        hour += luck.choice([0, 1, 1, 5, 20])
        try:
            goes_on(story, luck, hour, sent)
        except Fault:
            continue  # nothing is due or to take back, or a file lies there that is not committed
    done = verify(story.repository.top)
    assert done.status == 0, done.out + done.err
