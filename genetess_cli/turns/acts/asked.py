"""The act that a line of an order file, or a command, wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from genetess_cli.rules import orders
from genetess_cli.rules.orders import Entry, problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.turns.acts.absence import TellPerson
from genetess_cli.turns.acts.wishes import Give, Misread, Resign, Vote, WishAct
from genetess_cli.turns.state import GameState
from genetess_cli.turns.wishes.lines import WISHES, lift, verb_of

_ACTS: Final[Mapping[str, type[WishAct[Any]]]] = {
    "RESIGN": Resign,
    "GIVE": Give,
    "AWAY": TellPerson,
    "HERE": TellPerson,
    "NOTICES": TellPerson,
    "VOTE": Vote,
}


def act_of(entry: Entry, seat: str, remaining: bytes | None = None) -> WishAct[Any]:
    """Return the act that an entry asks for."""
    verb = verb_of(entry)
    said = " ".join(word.text for word in entry.words[1:])
    act = _ACTS[verb].read(seat, verb, said)
    if act is None:
        problem = problem_in("wish", span=entry.span, text=entry.text[:100], usage=WISHES[verb])
        act = Misread(seat=seat, problem=problem)
    return replace(act, text=entry.text, remaining=remaining)


def misread(wishes: Sequence[Entry]) -> list[Problem]:
    """Return what is wrong with how wishes are written."""
    acts = [act_of(entry, "") for entry in wishes]
    return [act.problem for act in acts if isinstance(act, Misread)]


def wish_in(state: GameState, seat: str) -> WishAct[Any] | None:
    """Return the first wish of a seat's order file."""
    data = state.queues.get(seat) or b""
    if seat in state.closed or seat in state.file.bots or not data:
        return None
    wishes = lift(data).wishes
    if not wishes:
        return None
    first = wishes[0]
    text = orders.decode(data)
    assert isinstance(text, str)
    return act_of(first, seat, orders.without(text, first).encode())
