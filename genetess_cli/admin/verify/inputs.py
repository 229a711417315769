"""What moved a game on, read back from a record: the input that `advance` is given once more.

A record is taken on its word here for what it holds: an order, an act of the GM's, its time and its luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from genetess_cli.admin.verify.difference import Unplayable
from genetess_cli.rules import extras, orders
from genetess_cli.rules.base import PUBLIC, Reading
from genetess_cli.store.schema import GRACE, RecordFile
from genetess_cli.turns import simultaneous
from genetess_cli.turns.clock import open_seats
from genetess_cli.turns.gm_actions import ACTIONS, GmAction, Past, moves
from genetess_cli.turns.state import GameState, has_left, name_of, queue_of
from genetess_cli.turns.step import Input, Missed, Order, Start, Unreadable, unreadable_reason


def input_of(state: GameState, record: RecordFile, past: Past | None, records: Sequence[RecordFile]) -> Input:
    """Return the input that a record holds; `past` is what an undo goes back to, `records` are the records before it.

    Raise Unplayable, with the field, for a record that holds none.
    """
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
        raise Unplayable("source: expected live, stored, timeout or gm, found start")
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
    if has_left(state, state.seat):
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
    return Order(entry.text, reading, record.source, state.queue, entry)  # type: ignore[arg-type]


def _unreadable(state: GameState, record: RecordFile) -> Unreadable:
    if not record.reason:
        raise Unplayable("order: expected an order, or a reason why there is none, found neither")
    queue = queue_of(state, state.seat)
    if queue.problem is None:
        raise Unplayable("order: expected an order, as the order file can be read, found nothing")
    return Unreadable(queue.id, queue.problem)


# What the GM did


def _gm_action(
    state: GameState, record: RecordFile, past: Past | None, records: Sequence[RecordFile]
) -> GmAction:
    name = "undo" if record.back_to is not None else record.desk
    assert name is not None
    if name == "undo" and record.back_to is None:
        raise Unplayable("back_to: expected the number of a record, found nothing")
    if not state.clock.to_move and not ACTIONS[name].over:
        raise Unplayable(f"desk: expected undo alone, as the game is over, found {name}")
    seat, seats = record.seat if ACTIONS[name].has_seat else None, state.folder.file.seats
    if ACTIONS[name].has_seat and seat not in seats:
        raise Unplayable(f"seat: expected one of {', '.join(seats)}, found {seat}")
    args = _ARGS[name](state, record) if name in _ARGS else {}
    if name == "undo" and past is not None:
        args = _of_undo(state, record, past, records)
    return GmAction(name, seat, args, record.reason, record.by)  # type: ignore[arg-type]


def _of_extend(state: GameState, record: RecordFile) -> dict[str, Any]:
    by = record.now.get("by")
    if type(by) is not int or by <= 0:
        raise Unplayable(f"now.by: expected a number of seconds, found {by}")
    return {"by": by}


def _of_replace(state: GameState, record: RecordFile) -> dict[str, Any]:
    """Return who had the seat before is in the record alone: the work tree told it, which was never committed."""
    now = next(player for player in state.folder.file.players if player.seat == record.seat)
    return {"was": record.was, "now": name_of(now)}


def _of_draw(state: GameState, record: RecordFile) -> dict[str, Any]:
    """Of those who were in, all have to have agreed who had a player: of a seat without one nobody could."""
    view, clock = state.folder.ruleset.view(state.game, PUBLIC), state.clock
    limit = state.folder.file.drop_after
    vacant = {*clock.absent, *open_seats(clock.missed, limit, view, clock.absent)}
    still_in = [seat for seat, player in view.players.items() if player.status == "in"]
    agreed = set(record.now.get("agreed") or ()) - {*clock.absent}
    return {"agreed": [seat for seat in still_in if seat not in vacant or seat in agreed]}


def _of_undo(
    state: GameState, record: RecordFile, past: Past, records: Sequence[RecordFile]
) -> dict[str, Any]:
    kept = record.now.get("kept") or ()
    edited = [seat for seat in state.folder.file.seats if seat in kept]
    first = records[record.back_to or 0]
    is_anew = moves(records, first.number) or "since" not in record.now  # as `undo --to` begins it afresh
    return {"past": past, "records": records, "first": first, "edited": edited, "is_anew": is_anew}


_ARGS = {
    "extend": _of_extend,
    "replace": _of_replace,
    "drop": lambda state, record: {"orphans": record.now.get("orphans")},
    "draw": _of_draw,
}
