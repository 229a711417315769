"""The act that a line of an order file, or a command, wishes."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from genetess_cli.rules import orders
from genetess_cli.rules.orders import Entry
from genetess_cli.rules.problems import Problem
from genetess_cli.turns.acts.absence import GoAway
from genetess_cli.turns.acts.notices import ChooseNotices
from genetess_cli.turns.acts.wishes import Give, Misread, Resign, Vote, WishAct
from genetess_cli.turns.state import GameState
from genetess_cli.turns.wishes.grammar import (
    AnyWish,
    ToBeTold,
    ToComeBack,
    ToGive,
    ToGoAway,
    ToResign,
    ToVote,
    read_wish,
)
from genetess_cli.turns.wishes.lines import lift


def act_of(entry: Entry, seat: str, remaining: bytes | None = None) -> WishAct[Any]:
    """Return the act that an entry asks for."""
    wish = read_wish(entry)
    if isinstance(wish, Problem):
        return Misread(seat=seat, text=entry.text, remaining=remaining, problem=wish)
    return replace(_made(wish, seat), text=entry.text, remaining=remaining)


def _made(wish: AnyWish, seat: str) -> WishAct[Any]:
    match wish:
        case ToResign():
            return Resign(seat=seat)
        case ToGive(seconds=seconds):
            return Give(seat=seat, seconds=seconds)
        case ToVote():
            return Vote(seat=seat, vote=wish)
        case ToGoAway(days=days):
            return GoAway(seat=seat, days=days)
        case ToBeTold(which=which):
            return ChooseNotices(seat=seat, which=which)
        case ToComeBack():
            return GoAway(seat=seat, here=True)
        case _:
            assert_never(wish)


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
