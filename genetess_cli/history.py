"""A game's past: every record with the position before it and after it, replayed from the opening.

Nothing is drawn or judged again here: the events of the records are applied, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from genetess_cli.errors import InvalidFile
from genetess_cli.rules.base import Told, View
from genetess_cli.store import Hosted, records
from genetess_cli.store.schema import RecordFile


class Moment(msgspec.Struct, frozen=True):
    """One record, its events as the ruleset's own values, and the position before and after them."""

    record: RecordFile
    before: Any
    after: Any
    events: list[Any]


def positions(hosted: Hosted) -> Iterator[Moment]:
    """Every record of a game that has started, in order; the first is that of its start.

    Raises InvalidFile where settings, board or a record cannot be read or do not go together, and at the very end
    where the records do not lead to the position in state.yaml: then what was given before is wrong too.
    """
    hosted.check()
    game = hosted.ruleset.opening(hosted.settings, hosted.board, hosted.seats)
    for record in records(hosted.league, hosted.slug):
        before = game
        with _fitting(hosted, record):
            events = [hosted.ruleset.event(data) for data in record.events]
            for event in events:
                game = hosted.ruleset.apply(game, event)
        yield Moment(record, before, game, events)
    rules = hosted.ruleset
    if hosted.game is not None and rules.dump(game) != rules.dump(hosted.game):
        changed = f"this file, {hosted.paths.board}, rules or players in {hosted.paths.game}, or a record"
        mend = f"find it with `git log {hosted.paths.folder}` and take it back from git"
        raise InvalidFile(
            [
                f"{hosted.paths.state}: the records do not lead here: {changed} was changed after the start; {mend}"
            ]
        )


def view(hosted: Hosted, moment: Moment, viewer: str) -> View:
    """The position before a record as a viewer sees it. Raises InvalidFile where it cannot be one."""
    with _fitting(hosted, moment.record):
        return hosted.ruleset.view(moment.before, viewer)


def told(hosted: Hosted, moment: Moment, viewer: str) -> Sequence[Told]:
    """What a viewer heard of a record's events. Raises InvalidFile where they do not fit the game."""
    with _fitting(hosted, moment.record):
        return hosted.ruleset.tell(moment.before, moment.events, viewer)


@contextmanager
def _fitting(hosted: Hosted, record: RecordFile) -> Iterator[None]:
    """What goes wrong when a board or a record was changed afterwards becomes InvalidFile."""
    try:
        yield
    except (LookupError, ValueError, TypeError) as error:
        path = hosted.paths.record(record.number, record.turn)
        what = f"its events do not fit the game ({type(error).__name__}: {str(error)[:120]})"
        mend = f"take it back from git, or {hosted.paths.game} and {hosted.paths.board}"
        raise InvalidFile([f"{path}: {what}; {mend}"]) from None
