"""A record played again: the order that it holds, given once more to the rules with the luck that it holds.

Pure: what comes of it is the record as it would have to be, and how the game stands after it. `verify` holds both
against what was committed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from genetess_cli.rules import extras, orders
from genetess_cli.rules.base import AGREED, PUBLIC, Outcome, Reading, plain
from genetess_cli.rules.dice import Dice, Draw, Recorded
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store.game import GameFolder
from genetess_cli.store.schema import GRACE, Phase, RecordFile

# What a changed record makes the rules raise.
MISFITS: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip


class Standing(msgspec.Struct, frozen=True):
    """How a game stands between two records, as far as records and clock.yaml tell it.

    `phase` is None where the rules alone cannot tell: after an act of the GM a game may be suspended or not.
    `in_view`: the record before this was of no failed order, or its player saw all of that (ruling G44).
    `left` are the seats whose players have left and that nobody else has yet.
    """

    game: Any
    label: str = "0"
    to_move: tuple[str, ...] = ()
    phase: Phase | None = "waiting"
    in_view: bool = True
    left: frozenset[str] = frozenset()


class Unplayable(Exception):
    """A record that cannot be played again; the text says which field, what was expected and what was found."""


def opening(folder: GameFolder) -> Standing:
    """The game before record 0."""
    return Standing(folder.setup.opening())


def again(folder: GameFolder, stands: Sequence[Standing], record: RecordFile) -> tuple[RecordFile, Standing]:
    """The record as it has to be, and how the game stands after it; `stands` begins with the opening.

    Raises Unplayable, and for a record that fits no game one of MISFITS.
    """
    before = stands[-1]
    if record.back_to is not None:
        return _replay_undo(folder, stands, record, record.back_to)
    if record.desk is not None:
        return _at_the_desk(folder, before, record)
    if len(stands) == 1:
        return _replay_start(folder, before, record)
    if not before.to_move:
        raise Unplayable("expected no record any more, as the game is over")
    if record.source == "start":
        raise Unplayable("source: expected live, stored, timeout or gm, found start")
    by = record.by if record.source == "gm" else None
    expected = replace(record, turn=before.label, seat=before.to_move[0], by=by, was={}, now={})
    return _replay_from_file(folder, before, expected)


# What is no order


def _replay_start(folder: GameFolder, before: Standing, record: RecordFile) -> tuple[RecordFile, Standing]:
    dice = Recorded(draws_of(record))
    outcome = folder.setup.begin(dice)
    expected = replace(record, turn="0", seat=None, order=None, source="start", outcome="done", reason=None)
    expected = replace(expected, by=None, was={}, now={}, queue=None, opened=None, rested=None)
    return _ended(folder, before, expected, outcome, dice)


def _at_the_desk(folder: GameFolder, before: Standing, record: RecordFile) -> tuple[RecordFile, Standing]:
    """What the GM did, and what the rules make of it."""
    if record.desk == "undo":
        raise Unplayable("back_to: expected the number of a record, found nothing")
    if not before.to_move:
        raise Unplayable(f"desk: expected undo alone, as the game is over, found {record.desk}")
    dice = Recorded(draws_of(record))
    outcome = _outcome_of_action(folder, before, record, dice)
    if outcome.problem:
        raise Unplayable(f"desk: expected no {record.desk} here: {outcome.problem.message}")
    seat = record.seat if record.desk in ("replace", "drop", GRACE) else None
    source: Literal["timeout", "gm"] = "timeout" if record.desk == GRACE else "gm"
    expected = replace(
        record, turn=before.label, seat=seat, order=None, source=source, outcome="done", queue=None
    )
    if record.desk == GRACE:
        expected = replace(expected, by=None, reason=None)
    expected, after = _ended(folder, before, expected, outcome, dice)
    return expected, replace(after, phase=None, left=_left(before.left, record))


def _left(left: frozenset[str], record: RecordFile) -> frozenset[str]:
    """The seats whose players have left once the GM has dropped or replaced one."""
    if record.desk not in ("drop", "replace"):
        return left
    is_gone = record.desk == "drop" and not record.now.get("orphans")
    return left | {record.seat or ""} if is_gone else left - {record.seat or ""}


def _outcome_of_action(folder: GameFolder, before: Standing, record: RecordFile, dice: Dice) -> Outcome:
    rules = folder.ruleset
    if record.desk == "finish":
        return extras.end(rules, before.game, record.reason or "", draw=False)
    if record.desk == "draw":
        return extras.end(rules, before.game, AGREED, draw=True)
    if record.desk == "drop" and record.now.get("orphans"):
        return extras.drop(rules, before.game, record.seat or "", dice)
    return Outcome(before.game, [])


def _replay_undo(
    folder: GameFolder, stands: Sequence[Standing], record: RecordFile, back_to: int
) -> tuple[RecordFile, Standing]:
    """An undo: the game stands as it did before the record `back_to`."""
    last = len(stands) - 2
    if not 1 <= back_to <= last:
        raise Unplayable(f"back_to: expected a number from 1 to {last}, found {back_to}")
    after = replace(stands[back_to], phase=None, in_view=True)
    expected = replace(record, seat=None, order=None, source="gm", outcome="done", queue=None, desk="undo")
    expected = replace(
        expected, draws=[], events=[], turn=stands[-1].label, to_move=after.to_move, next=after.label
    )
    return expected, after


# What is one


def _replay_from_file(
    folder: GameFolder, before: Standing, record: RecordFile
) -> tuple[RecordFile, Standing]:
    together = folder.ruleset.view(before.game, PUBLIC).together
    if record.source == "timeout":
        expected = replace(record, order=None, outcome="timed out")
        # What could not be read or did not count, and why, is in the player's file alone.
        return _replay_order(folder, before, expected, None, record.reason)
    if together:
        return _together(folder, before, record)
    if record.order is None:
        return _not_read(before, record)
    return _one(folder, before, record)


def _not_read(before: Standing, record: RecordFile) -> tuple[RecordFile, Standing]:
    """An order file that could not be read as a whole; why is in the file alone."""
    if not record.reason:
        raise Unplayable("order: expected an order, or a reason why there is none, found neither")
    return _as_before(replace(record, outcome="failed"), before)


def _together(folder: GameFolder, before: Standing, record: RecordFile) -> tuple[RecordFile, Standing]:
    """All that a seat ordered in a phase in which all order at the same time."""
    found = orders.entries(record.order or "")
    order = extras.muster(folder.ruleset, before.game, before.to_move[0], found).order
    if order is None:
        raise Unplayable(f"order: expected one that counts in turn {before.label}, found {record.order}")
    # What did not count, and why, is in the player's file alone.
    return _replay_order(folder, before, replace(record, order=str(order)), order, record.reason)


def _one(folder: GameFolder, before: Standing, record: RecordFile) -> tuple[RecordFile, Standing]:
    found = orders.entries(record.order or "")
    if len(found) != 1:
        raise Unplayable(f"order: expected one order, found {record.order}")
    reading: Reading = folder.ruleset.parse(found[0])
    if reading.order is None:
        reason = reading.problem.told if reading.problem else None
        expected, after = _as_before(
            replace(record, order=found[0].text, outcome="failed", reason=reason), before
        )
        in_view = extras.in_view(folder.ruleset, before.game, before.to_move[0], found[0])
        return expected, replace(after, in_view=in_view)
    if reading.order.verb == HOLIDAY:
        return _holiday(before, record)
    expected = replace(record, order=str(reading.order))
    return _replay_order(folder, before, expected, reading.order, _gms(record))


def _gms(record: RecordFile) -> str | None:
    """Why the GM brought an order: the GM's word."""
    return record.reason if record.source == "gm" else None


def _holiday(before: Standing, record: RecordFile) -> tuple[RecordFile, Standing]:
    """A holiday changes nothing on the board. Whether there was one left, clock.yaml knew."""
    if record.outcome == "failed":
        if not record.reason:
            raise Unplayable("reason: expected why there was no holiday, found nothing")
        return _as_before(replace(record, order=HOLIDAY), before)
    expected, after = _as_before(replace(record, order=HOLIDAY, outcome="done", reason=_gms(record)), before)
    return expected, replace(after, phase="suspended")


def _replay_order(
    folder: GameFolder, before: Standing, record: RecordFile, order: Any, reason: str | None = None
) -> tuple[RecordFile, Standing]:
    """An order (None: a missed deadline) played; a failed one is no matter of luck, and records none."""
    failed = record.outcome == "failed"
    dice = Dice(bytes, 0) if failed else Recorded(draws_of(record))
    outcome = _outcome(folder, before, order, dice)
    if outcome.problem is None:
        expected = replace(record, outcome="done" if order else "timed out", reason=reason)
        return _ended(folder, before, expected, outcome, dice)
    expected, after = _as_before(
        replace(record, outcome="failed", reason=outcome.problem.told),
        before,
        [plain(event) for event in outcome.events],
    )
    return expected, replace(after, game=outcome.game, in_view=outcome.in_view)


def _outcome(folder: GameFolder, before: Standing, order: Any, dice: Dice) -> Outcome:
    seat = before.to_move[0]
    if order is None:
        return folder.setup.timed_out(before.game, seat, dice, left=seat in before.left)
    return folder.ruleset.play(before.game, seat, order, dice)


# What came of it


def _ended(
    folder: GameFolder, before: Standing, record: RecordFile, outcome: Outcome, dice: Dice
) -> tuple[RecordFile, Standing]:
    outcome = folder.setup.award(outcome, before.left)
    after = _standing(folder, before, outcome.game)
    expected = replace(
        record,
        to_move=after.to_move,
        next=after.label,
        draws=[plain(draw) for draw in dice.draws],
        events=[plain(event) for event in outcome.events],
    )
    return expected, after


def _as_before(
    record: RecordFile, before: Standing, events: Sequence[dict[str, Any]] = ()
) -> tuple[RecordFile, Standing]:
    """The record of what brought no turn to its end."""
    # Whether a failed order ended a holiday depends on the time, which only the clock knew.
    phase = None if before.phase == "suspended" else before.phase
    after = replace(before, phase=phase, in_view=True)
    return replace(record, to_move=before.to_move, next=before.label, draws=[], events=[*events]), after


def _standing(folder: GameFolder, before: Standing, game: Any) -> Standing:
    view = folder.ruleset.view(game, PUBLIC)
    label = before.label if view.result else view.turn
    return Standing(game, label, tuple(view.to_move), view.phase, left=before.left)


def draws_of(record: RecordFile) -> list[Draw]:
    """What was drawn for a record. Raises ValueError for what is no draw."""
    return [msgspec.convert(draw, Draw) for draw in record.draws]


# What differs

_NOTHING: Final = object()
_WIDEST: Final = 120


def difference(expected: Any, found: Any, path: str = "") -> str | None:
    """The first place in which two plain values differ, in words; None where they are equal."""
    for name, one, other in _parts(expected, found, path):
        if words := difference(one, other, name):
            return words
    if _whole(expected) == _whole(found):
        return None
    return f"{path}: expected {_quote(expected)}, found {_quote(found)}".removeprefix(": ")


def _parts(expected: Any, found: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """What two values of the same kind consist of, side by side; none where they have to be compared whole."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys([*expected, *found]):
            yield f"{path}.{key}".lstrip("."), expected.get(key, _NOTHING), found.get(key, _NOTHING)
    elif isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        for index, (one, other) in enumerate(zip_longest(expected, found, fillvalue=_NOTHING)):
            yield f"{path}[{index}]", one, other


def _whole(value: Any) -> Any:
    """A value so that it equals another one of its kind alone: true is not 1, and a list is a tuple's equal."""
    if isinstance(value, list | tuple):
        return "list", None
    return ("mapping", None) if isinstance(value, dict) else (type(value), value)


def _quote(value: Any) -> str:
    if value is _NOTHING:
        return "nothing"
    text = value if isinstance(value, str) and value else msgspec.json.encode(value).decode()
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
