"""What moved a game on, read back from a record: the input that `advance` is given once more.

A record is taken on its word here for what it holds: an order, an act of the GM's, its time and its luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from genetess_cli.admin.verify.difference import Unplayable
from genetess_cli.rules import extras, orders
from genetess_cli.rules.base import PUBLIC, Reading
from genetess_cli.store.schema import GRACE, UNDO, RecordFile
from genetess_cli.turns import simultaneous
from genetess_cli.turns.gm_actions import ACTIONS, GmAction
from genetess_cli.turns.state import GameState, has_left, queue_of
from genetess_cli.turns.step import Input, Missed, Order, Start, UnreadableFile, unreadable_reason
from genetess_cli.turns.undo import Past, go_back, moves


def input_of(state: GameState, record: RecordFile, past: Past | None, records: Sequence[RecordFile]) -> Input:
    """Return the input that a record holds; `past` is what an undo goes back to. Raise Unplayable where it has none."""
    if not records:
        return Start()
    if record.back_to is not None or record.desk not in (None, GRACE):
        return _gm_action(state, record, past, records)
    if not state.clock.to_move:
        over = f"desk: expected undo alone, as the game is over, found {record.desk}"
        raise Unplayable(over if record.desk else "expected no record any more, as the game is over")
    together = state.folder.ruleset.view(state.game, PUBLIC).together
    if record.desk == GRACE:
        return Missed(
            tuple(simultaneous.missing_seats(simultaneous.answers(state))) if together else (state.seat,)
        )
    if record.source == "start":
        raise Unplayable("source: expected live, stored, timeout, bot or gm, found start")
    if record.source == "timeout":
        return _missed(state, record, together)
    if together:
        return _order_together(state, record)
    if record.order is None:
        return _unreadable(state, record)
    return _order(state, record)


def _missed(state: GameState, record: RecordFile, together: bool) -> Missed:
    if together:  # what could not be read or did not count, and why, is in the player's file alone
        return Missed(reason=record.reason)
    if has_left(state, state.seat) or state.seat in state.folder.file.bots:
        return Missed()
    problem = queue_of(state, state.seat).problem
    reason = unreadable_reason(state, state.seat, problem) if problem else None
    return Missed((state.seat,), reason=reason)


def _order_together(state: GameState, record: RecordFile) -> Order:
    entries = orders.entries(record.order or "")
    order = extras.muster(state.folder.ruleset, state.game, state.seat, entries).order
    if order is None:
        words = f"expected one that counts in turn {state.clock.turn}, found {record.order}"
        raise Unplayable(f"order: {words}")
    return Order(str(order), Reading(order), record.source, reason=record.reason)  # type: ignore[arg-type]


def _order(state: GameState, record: RecordFile) -> Order:
    entries = orders.entries(record.order or "")
    if len(entries) != 1:
        raise Unplayable(f"order: expected one order, found {record.order}")
    [entry] = entries
    reading = state.folder.ruleset.parse(entry)
    if record.source == "gm":
        return Order(entry.text, reading, "gm", entry=entry, reason=record.reason, by=record.by)
    if record.source == "bot":
        return Order(entry.text, reading, "bot", entry=entry)
    return Order(entry.text, reading, record.source, state.queue, entry)  # type: ignore[arg-type]


def _unreadable(state: GameState, record: RecordFile) -> UnreadableFile:
    if not record.reason:
        raise Unplayable("order: expected an order, or a reason why there is none, found neither")
    queue = queue_of(state, state.seat)
    if queue.problem is None:
        raise Unplayable("order: expected an order, as the order file can be read, found nothing")
    return UnreadableFile(queue.id, queue.problem)


# What the GM did


def _gm_action(
    state: GameState, record: RecordFile, past: Past | None, records: Sequence[RecordFile]
) -> GmAction:
    name = UNDO if record.back_to is not None else str(record.desk)
    row, seats = ACTIONS.get(name), state.folder.file.seats
    if row is None:
        raise Unplayable(f"desk: expected one of {', '.join(ACTIONS)}, found {name}")
    if name == UNDO and record.back_to is None:
        raise Unplayable("back_to: expected the number of a record, found nothing")
    if not state.clock.to_move and not row.over:
        raise Unplayable(f"desk: expected undo alone, as the game is over, found {name}")
    seat = record.seat if row.has_seat else None
    if row.has_seat and seat not in seats:
        raise Unplayable(f"seat: expected one of {', '.join(seats)}, found {seat}")
    action = GmAction(name, seat, record.reason, record.by or "")
    if past is not None:
        first = records[record.back_to or 0]
        is_anew = moves(records, first.number) or "since" not in record.now  # as `undo --to` begins it afresh
        return replace(action, go_back=partial(go_back, past, records, first, is_anew))
    try:
        return row.read(action, state, record)
    except ValueError as error:
        raise Unplayable(str(error)) from None
