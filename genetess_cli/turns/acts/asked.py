"""The act that a line of an order file, or a command, wishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from genetess_cli.rules import orders
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import Entry, problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.store.reader.games import AnyGame, Game
from genetess_cli.store.schema import Notices
from genetess_cli.store.times import days_in
from genetess_cli.turns.acts.absence import TellPerson
from genetess_cli.turns.acts.wishes import Give, Misread, Resign, Vote, WishAct
from genetess_cli.turns.state import GameState, state_of
from genetess_cli.turns.wishes.lines import NOTED, WISHES, lift, said_in, verb_of
from genetess_cli.turns.wishes.votes import read_length, read_vote


def act_of(entry: Entry, seat: str, remaining: bytes | None = None) -> WishAct[Any]:
    """Return the act that an entry asks for."""
    verb = verb_of(entry)
    usage = WISHES[verb]
    text = entry.text[:100]
    problem = problem_in("wish", span=entry.span, text=text, usage=usage)
    act = None
    try:
        act = _read(seat, verb, said_in(entry))
    except ValueError as fault:
        problem = problem_in("wish-days", span=entry.span, text=text, usage=usage, why=str(fault))
    act = act or Misread(seat=seat, problem=problem)
    return act.replace(text=entry.text, remaining=remaining)


def _read(seat: str, verb: str, said: str) -> WishAct[Any] | None:
    """Return what the words behind a verb ask for; None where they say nothing of the kind.

    Raise ValueError where what is wrong can be said.
    """
    match verb:
        case "RESIGN" if not said:
            return Resign(seat=seat)
        case "GIVE" if seconds := read_length(said):
            return Give(seat=seat, seconds=seconds)
        case "VOTE" if vote := read_vote(said):
            return Vote(seat=seat, vote=vote)
        case "HERE" if not said:
            return TellPerson(seat=seat, what="here")
        case "NOTICES" if said.lower() in get_args(Notices):
            return TellPerson(seat=seat, what="notices", value=said.lower())
        case "AWAY" if said.lower() == NOTED:
            return TellPerson(seat=seat, what="away")
        case "AWAY":
            first, last = days_in(said)
            return TellPerson(seat=seat, what="away", value=f"{first}..{last}")
        case _:
            return None


def misread(wishes: Sequence[Entry]) -> list[Problem]:
    """Return what is wrong with how wishes are written."""
    acts = [act_of(entry, "") for entry in wishes]
    return [act.problem for act in acts if isinstance(act, Misread)]


def in_vain(game: AnyGame, seat: str, wishes: Sequence[Entry], now: int) -> list[Problem]:
    """Return why wishes cannot be read; or carried out as things are, where that can be known here."""
    if not wishes or not isinstance(game, Game) or game.other_rules:
        return misread(wishes)
    state = state_of(game)
    asked = [(entry, act_of(entry, seat, b"").grant(state, now, Dice(bytes, 0))) for entry in wishes]
    return [done.replace(span=entry.span) for entry, done in asked if isinstance(done, Problem)]


def wish_in(state: GameState, seat: str) -> WishAct[Any] | None:
    """Return the first wish of a seat's order file."""
    data = state.text_of(seat)
    if seat in state.closed or seat in state.file.bots or not data:
        return None
    lifted = lift(data)
    if not lifted.wishes:
        return None
    first = min(lifted.wishes, key=lambda wish: verb_of(wish) != "AWAY")  # its days are to be in no commit
    return act_of(first, seat, orders.without(lifted.text, first).encode())
