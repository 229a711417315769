"""Where an order came from: a record's word for it, held against the order files that the history has.

Only `admin/verify/__init__.py` asks, where the commit of the record holds no other one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genetess_cli.admin.verify.replay import Unplayable, difference
from genetess_cli.rules import orders
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store.game import GameFolder
from genetess_cli.store.schema import Clock, RecordFile
from genetess_cli.turns import step
from genetess_cli.turns.queue import Queue, due, read_files, read_queue
from genetess_cli.turns.state import GameState, takes_from_file


def hold(state: GameState, record: RecordFile, earlier: Mapping[str, bytes], again: bool, now: int) -> None:
    """Raise Unplayable where a record of an order file is not what that file has led to.

    `state` is the game before it, with the order files as the record left them; `earlier` are the files before it as
    far as a commit has them. `again`: the record before is of an order of the same seat that failed.
    """
    if record.source not in ("live", "stored") or state.clock.together:
        return  # where all order together, a file may have been changed behind those that count (ruling G39)
    said = _text_before(state.folder, state.clock, record, earlier)
    if record.order is None:
        said = state.queue
    if said is None:
        if record.source == "stored" and not state.clock.queues.get(state.seat):
            raise Unplayable("source: expected live, as no file was there when the turn began, found stored")
        return
    queue = read_queue(state.folder, state.seat, said)
    _source(state, record, queue, again, now)
    if record.order is not None:
        _order(state, record, queue)


def _text_before(
    folder: GameFolder, clock: Clock, record: RecordFile, earlier: Mapping[str, bytes]
) -> bytes | None:
    """What the file said from which a record took its order; None where nothing tells it to the letter."""
    seat = record.seat or ""
    if record.queue is not None:
        return record.queue.encode()
    if not takes_from_file(record) or seat not in earlier:
        return None
    found, closed, _ = read_files(folder, {seat: earlier[seat]}, clock)
    return None if closed else found[seat]


def _source(state: GameState, record: RecordFile, queue: Queue, again: bool, now: int) -> None:
    """An order is stored where its file is the one that lay there as the turn began, and then it had to be due."""
    same = queue.id == state.clock.queues.get(state.seat, "")
    retry = step.retry_source(state, queue)
    expected = retry or ("stored" if same else "live")
    if what := difference(expected, record.source, "source"):
        raise Unplayable(what)
    if record.order is None or expected == "live" or retry or again:
        return
    if due(state.clock, state.seat, queue, now) is None:
        raise Unplayable(f"source: expected no stored order before the deadline, found {record.order}")


def _order(state: GameState, record: RecordFile, queue: Queue) -> None:
    """It is the first one of the file, and the others are left."""
    if not queue.entries:
        raise Unplayable(f"order: expected none, as there was none in the file, found {record.order}")
    entry = queue.entries[0]
    expected = _print_before(state.folder.ruleset.parse(entry).order) or entry.text
    left = orders.without(queue.text, entry).encode()
    if what := difference(expected, record.order, "order"):
        raise Unplayable(f"{what}; the first order of the file counts")
    if left != state.queue:
        path = state.folder.paths.orders(state.seat)
        raise Unplayable(
            f"order: expected all behind {record.order} to be left in {path}, found other orders"
        )


def _print_before(order: Any) -> str | None:
    if order is None:
        return None
    return HOLIDAY if order.verb == HOLIDAY else str(order)
