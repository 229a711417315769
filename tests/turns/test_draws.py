"""What a draw comes from: the turn's label, how often that turn was taken back, and the place among its draws (G45)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.store.records import Record
from genetess_cli.store.seal import keys
from tests.kit.keys import ID, MASTER
from tests.kit.league import League, small
from tests.kit.reading import records_in
from tests.kit.verified import verified

BOARD = """\
map: |
  #########
  #...+...#
  #.......#
  #.......#
  #########
starts:
  K1: {B2: K, B3: AB}
  K2: {H3: K, G2: ABM, G3: ABCDEFG, H2: ABCDEFGHI}
  K3: {B4: K}
"""
RANDOM_CODE = "specials:\n  - {at: G2, type: S4, codes: random}\n"
RADIATE = "RADIATE G2"
MORE = f'holiday: 10d\ngrace: 6h\nid: "{ID}"\n'


@pytest.fixture
def story(tmp_path: Path) -> League:
    """Green, to move in turn 1b, can radiate."""
    return begun(small(tmp_path, MORE, BOARD, blue=True))


def begun(story: League, turns: bool = True) -> League:
    story.start()
    if turns:
        story.writes("red", "PASS\n").run(1)
    return story


def drawn(record: Record) -> list[dict[str, Any]]:
    return [dict(draw) for draw in record.draws]


def expected(label: str, attempt: int, record: Record) -> list[int]:
    """The draws of a record, counted from the words of docs/luck.md alone."""
    key = keys.dice_key(keys.game_key(MASTER, ID))
    texts = [f"{label}\0{attempt}\0{counter}".encode() for counter, _ in enumerate(record.draws)]
    found = [int.from_bytes(hmac.digest(key, text, hashlib.sha256), "big") for text in texts]
    return [number % draw["of"] for number, draw in zip(found, record.draws, strict=True)]


def numbers(record: Record) -> list[int]:
    return [draw["number"] for draw in record.draws]


def checked(story: League) -> None:
    report = verified(story.league, "riot", [MASTER])
    assert report.difference is None
    assert report.draws
    assert report.checked


ACTS: dict[str, Callable[[League], object]] = {
    "more time": lambda story: story.extend(2, 5),
    "a pause": lambda story: (story.pause(3), story.resume(4)),
    "another player": lambda story: story.replaced(5, "green", "Rolf"),
    "a player who leaves": lambda story: story.drop(6, "blue"),
    "a player who is dropped": lambda story: story.drop(7, "blue", orphans=True),
    "an act that is taken back": lambda story: (story.extend(8, 1), story.undo(9)),
    "a file that cannot be read": lambda story: story.writes("green", b"\xff\n").run(10),
    "orders that fail": lambda story: story.writes("green", "MOVE A1 N\nMOVE H3 H9\n").run(11),
    "a failed order that is taken back": lambda story: (
        story.writes("green", "MOVE A1 N\n").run(12),
        story.undo(13, "1b"),
    ),
    "a holiday": lambda story: story.writes("green", "HOLIDAY\n").run(14),
    "a holiday that is taken back": lambda story: (
        story.writes("green", "HOLIDAY\n").run(15),
        story.undo(16),
    ),
}


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize("name", [*ACTS, "all of them"])
def test_neither_the_desk_nor_an_order_that_fails_changes_a_draw(
    story: League, tmp_path: Path, name: str
) -> None:
    [plain] = begun(small(tmp_path / "plain", MORE, BOARD, blue=True)).writes("green", RADIATE).records(20)
    assert len(plain.draws) == 3
    for act in ACTS.values() if name == "all of them" else [ACTS[name]]:
        act(story)
    record, *_ = story.writes("green", RADIATE).records(20)
    assert record.number > plain.number
    assert drawn(record) == drawn(plain)
    checked(story)


def test_a_draw_is_counted_from_label_attempt_and_counter(story: League) -> None:
    [record] = story.writes("green", RADIATE).records(2)
    assert numbers(record) == expected("1b", 0, record)
    story.undo(3)
    [again] = story.writes("green", f"{RADIATE} # again").records(4)
    assert numbers(again) == expected("1b", 1, again) != numbers(record)
    story.undo(5)
    story.undo(6)  # the undo of the undo: nothing is drawn for it
    assert story.clock.turn == "1c"
    checked(story)


def test_each_seat_of_round_0_has_draws_of_its_own(tmp_path: Path) -> None:
    """All its records have one label: that of the last seat, which settles the ties, has the seat besides."""
    story = small(tmp_path, f'id: "{ID}"\n', BOARD, blue=True)
    story.edit("starting_e: 20", "starting_e: 20, gamble: [order]")
    begun(story, turns=False)
    for seat in ("red", "green", "blue"):
        story.writes(seat, "GAMBLE 3E 1st\n")
    *_, last = story.records(1)
    assert last.turn == "0"
    assert numbers(last) == expected(f"0 {last.seat}", 0, last) != []
    checked(story)


def test_what_a_dropped_seat_draws_is_no_draw_of_its_turn(tmp_path: Path) -> None:
    """The seat that was to move is dropped: the next turn begins, and a special fires in it."""
    story = small(tmp_path, f'id: "{ID}"\n', BOARD + RANDOM_CODE, blue=True)
    story.edit("starting_e: 20", 'starting_e: 20, specials: "1.02"')
    begun(story, turns=False)
    record = story.drop(1, "red", orphans=True)
    assert numbers(record) == expected("1a drop red", 0, record) != []
    story.undo(2)
    assert numbers(story.drop(3, "red", orphans=True)) == numbers(record), "the GM gains nothing by an undo"
    checked(story)


def test_the_start_has_a_label_of_its_own(tmp_path: Path) -> None:
    story = small(tmp_path, f'id: "{ID}"\n')
    game = story.folder / "game.yaml"
    text = game.read_text().replace("ruleset: genetess", "ruleset: dna").replace(", start: K1", "")
    game.write_text(
        text.replace(", start: K2", "").replace("rules: {starting_e: 20}", "rules: {centre: drawn}")
    )
    (story.folder / "board.yaml").unlink()
    story.start()
    [record] = records_in(story.league)
    assert numbers(record) == expected("start", 0, record) != []
    checked(story)
