"""The clock where the same seat is still to move after an order of its own, and what is left of its file."""

from __future__ import annotations

import pytest

from genetess_cli.store.schema import Clock
from genetess_cli.store.times import Time
from genetess_cli.turns.clock import Source, keep_turn

CLOCK = Clock(
    turn="1a",
    phase="playing",
    number=1,
    since=Time(0),
    deadline=Time(100),
    queues={"white": "before", "black": "theirs"},
)


@pytest.mark.parametrize("source", ["live", "stored", "timeout", "gm"])
def test_the_deadline_is_what_it_was(source: Source) -> None:
    after = keep_turn(CLOCK, "white", source, "rest")
    assert (after.since, after.deadline, after.queues["black"]) == (0, 100, "theirs")


@pytest.mark.parametrize(
    ("source", "rest", "queue"),
    [
        ("live", "rest", "before"),  # the file is another one than that: what is left is live
        ("live", "", ""),
        ("stored", "rest", "rest"),
        ("stored", "", ""),
        ("gm", "", "before"),
    ],
)
def test_what_is_left_is_live_behind_a_live_order_alone(source: Source, rest: str, queue: str) -> None:
    assert keep_turn(CLOCK, "white", source, rest).queues["white"] == queue
