"""Random stories in which much is undone: no order is lost, nothing that comes back runs by itself, `verify` agrees."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from genetess_cli.errors import Fault
from genetess_cli.rules.orders import entries
from genetess_cli.store.records import Record
from genetess_cli.store.timeline import Timeline
from genetess_cli.turns import submit
from genetess_cli.turns.acts.back import Undone
from genetess_cli.turns.saving import takes_from_file
from genetess_cli.turns.timeline import positions
from tests.kit.history import verify
from tests.kit.league import League, at, small

pytestmark = pytest.mark.usefixtures("key")

TEXTS = (
    "PASS\n",
    "* PASS\n",
    "MOVE B2 E / PASS # on\n",
    "* MOVE H3 W\n* PASS\n",
    "MOVE B2 X\nPASS\n",
    "HOLIDAY / PASS\n",
    "GAMBLE 1E on 1st\nPASS\n",
    "what is this\n",
    "",
)


def begun(folder: Path, kind: str) -> League:
    story = small(folder, "holiday: 5d\ngrace: 2h\n", sealed=kind == "sealed")
    if kind == "gambling":
        story.edit("starting_e: 20", "starting_e: 20, gamble: [order]")
    return story.start()


def saves(story: League, seat: str, text: str, hour: float) -> None:
    """What a player's editor, or page, leaves there; orders are sealed with the number of the second."""
    if not text:
        story.path(seat).unlink(missing_ok=True)
    elif story.is_sealed:
        story.writes(seat, story.sealed(seat, text, max(at(hour), story.clock.numbers.get(seat, 0))))
    else:
        story.writes(seat, text.encode())


def held(story: League) -> dict[str, Counter[str]]:
    return {
        seat: Counter(entry.text for entry in entries(story.file(seat) or "")) for seat in ("red", "green")
    }


def live(records: list[Record]) -> set[int]:
    return {record.number for record in Timeline(records).live()}


def undoes(story: League, luck: random.Random, hour: float) -> None:
    """Take something back, and hold what lies there then against what lay there before."""
    before, records = held(story), story.recorded()
    turns = sorted({record.turn for record in records})
    story.undo(hour, luck.choice([None, None, luck.choice(turns)]))
    after, now = held(story), story.recorded()
    again = live(now) - live(records)  # what an undo of an undo brings back takes its order with it
    gone = live(records) - live(now)
    for seat in before:
        redone = sum(
            record.order is not None for record in now if record.number in again and record.seat == seat
        )
        assert (before[seat] - after[seat]).total() <= redone
    if not isinstance(now[int(now[-1].back_to or 0)], Undone):
        taken = [record for record in records if record.number in gone and takes_from_file(record)]
        for record in taken:
            words = str(record.order).split(" ")[0]
            assert any(words in text for text in after[str(record.seat)]), (record, before, after)
    clock = story.clock
    if set(clock.to_move) <= set(clock.put_back) and not clock.is_late(at(hour)):
        assert story.run(hour) == []


def goes_on(story: League, luck: random.Random, hour: float) -> None:
    seat, text = luck.choice(["red", "green"]), luck.choice(TEXTS)
    match luck.randrange(8):
        case 0 | 1:
            saves(story, seat, text, hour)
            story.run(hour)
        case 2:
            saves(story, seat, text, hour)
            story.commit(str(story.path(seat).relative_to(story.root)))
        case 3:
            submit.write(
                story.league,
                story.game,
                seat,
                text,
                at(hour),
                commit=luck.random() < 0.5,
            )
        case 4:
            story.run(hour)
        case 5:
            story.some_act(luck, seat, hour)
        case _:
            undoes(story, luck, hour)


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", ["open", "sealed", "gambling"])
def test_no_order_is_lost_and_none_runs_by_itself(tmp_path: Path, kind: str, seed: int) -> None:
    story, luck = begun(tmp_path, kind), random.Random(f"{kind} {seed}")
    hour = 0.0
    for _ in range(25):
        hour += luck.choice([0, 1, 1, 5, 20])
        try:
            goes_on(story, luck, hour)
        except Fault:
            continue  # nothing to take back, a file that is not committed, or an order that is none
    done = verify(story.repository.top)
    assert done.status == 0, done.out + done.err
    assert_told_alike_from_anywhere(story)


def assert_told_alike_from_anywhere(story: League) -> None:
    """The newest moments are the same, however many of the earlier ones were read."""
    game = story.game
    whole = [*positions(story.league, game.terms, game.position)]
    for first in range(len(whole)):
        part = [*positions(story.league, game.terms, game.position, first)]
        assert part == whole[-len(part) :]
        assert len(part) >= len(whole) - first
