"""The turns of a game as told: every record, or what one seat was told of it, as `genetess log` and notices have it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from genetess_cli.rules.base import PUBLIC, REFEREE
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games import sentence
from genetess_cli.site.gather import turn_of
from genetess_cli.site.past.log import UNSAID, fresh_words, gm_order_words, holiday, open_seat_words, ran_out
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game
from genetess_cli.store.records import Acted, Begun, Failed, Graced, Played, Record, TimeOut, tag_of
from genetess_cli.store.terms import Terms
from genetess_cli.turns.acts import told_act
from genetess_cli.turns.acts.wishes import KEPT
from genetess_cli.turns.timeline import Moment, hear, positions

Row = dict[str, Any]
"""A turn as `genetess log --json` prints it."""
FRESH = "fresh deadline"
"""The kind of an event by which all hear that an order failed, and nothing else of it (ruling G44)."""


def turns(league: League, game: Draft | Game, viewer: str | None) -> list[Row]:
    """Return all records but the start's; for a seat, only what it may know of them. Raise InvalidFile."""
    if isinstance(game, Draft):
        return []
    return [*log_rows(game.terms, [*positions(league, game.terms, game.position)], viewer)]


def lines(turn: Row) -> list[str]:
    """Return a turn as lines for a person: what it was, and below it what happened."""
    texts = [event["text"] for event in turn["events"] if event["kind"] not in UNSAID]
    back = " (undone)" if turn.get("taken_back") else ""
    if "desk" in turn:
        who = {"gm": "GM", "wish": turn["seat"]}.get(turn["source"])
        first = " ".join(filter(None, [turn["turn"], who]))
        return [f"{first}: {turn['desk']}{back}", *(f"    {text}" for text in texts)]
    ending = "" if turn["outcome"] == "done" else f" ({turn['outcome']})"
    order = f": {turn['order']}" if turn["order"] else ""
    first = f"{turn['turn']} {turn['seat']}{order}{ending}{back}"
    reason = None if turn["source"] == "gm" else turn["reason"]
    return [first, *(f"    {text}" for text in filter(None, [reason, *texts]))]


def is_told(turn: Row) -> bool:
    """Say whether there is more to a turn than that it was somebody's."""
    return "desk" in turn or len(lines(turn)) > 1 or bool(turn["order"])


def log_rows(terms: Terms, moments: Sequence[Moment], viewer: str | None, first: int = 0) -> Iterator[Row]:
    """Return what was told of all moments of a game, those from the record number `first` on."""
    players = terms.file.names
    for moment in moments:
        record = moment.record
        names = moment.names
        hearer = viewer or REFEREE
        # Who took over a seat is told of what was before by the name of who had it then.
        you = hearer if names.get(hearer) == players.get(hearer) else PUBLIC
        voice = Voice(you, names)
        if isinstance(record, Begun) or record.is_quiet or record.number < first:
            continue
        said = [
            (told.kind, sentence(terms.file.ruleset, told, voice)) for told in hear(terms, moment, hearer)
        ]
        _add_record(said, terms, record, voice)
        events = [{"kind": kind, "text": text} for kind, text in said]
        # That another's order failed is not public.
        if events or viewer in (None, record.seat) or not isinstance(record, Failed):
            yield _turn(terms, moment, viewer, events)


def _add_record(said: list[tuple[str, str]], terms: Terms, record: Record, voice: Voice) -> None:
    """Add what no event of a record tells."""
    match record:
        case Acted() | Graced():
            act = told_act(terms, record)
            said.insert(0, (act.name, act.words(voice)))
        case Played():
            if record.source == "gm":
                said.insert(0, ("brought", gm_order_words(turn_of(terms, record), voice)))
            if record.is_holiday:
                said.append(("holiday", holiday(record.seat, voice)))
        case Failed():
            if record.fresh:
                said.append((FRESH, fresh_words(record.seat, record.fresh, voice)))
        case TimeOut():
            if record.rested:
                said.append(("holiday over", ran_out(record.seat, voice)))
            if record.opened:
                said.append(("seat opened", open_seat_words(record.opened, voice)))
        case Begun():
            pass


def _turn(terms: Terms, moment: Moment, viewer: str | None, events: list[dict[str, str]]) -> Row:
    record = moment.record
    outcome = record.outcome
    if isinstance(record, Failed) and record.problems[0].key == KEPT:
        outcome = "done"
    row: Row = {
        "turn": record.turn,
        "seat": record.seat,
        "order": record.order,
        "source": record.source,
        "outcome": outcome,
        "reason": terms.reason(record),
        "events": events,
    }
    if viewer not in (None, record.seat) and not isinstance(record, Acted | Graced):
        if not (isinstance(record, Played) and record.is_holiday):
            row["order"] = None
        if record.source not in ("timeout", "gm", "bot"):
            row["source"] = None
        if record.source != "gm":
            row["reason"] = None
    if isinstance(record, Acted | Graced):
        row["desk"] = tag_of(type(record))
        row["by"] = "the GM" if record.source == "gm" else None
    if moment.is_undone:
        row["taken_back"] = True
    return row
