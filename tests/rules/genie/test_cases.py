"""The cases of `tests/cases/genie`: a position, orders one after the other, and what each does or why it is refused.

=== a title
cites L1                    rulings
promotion fide              a setting
fen 4k3/8/8/… w - - 0 1 Gg  the position; without it the first one
order Gd2                   an order of the seat to move; below it what holds then
san Gd2                  the move as the score sheet has it
fen …                    the position after it
squares Ge4 Pd5          pieces that stand there, `-d2` for nothing there
refused TEXT             the whole message of the refusal
hint TEXT                and what it says besides
over white: TEXT         the game is over; `over draw: TEXT`
event kind name=value    an event that happened, with facts of it
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from genetess_cli.rules.base import plain
from genetess_cli.rules.genie.game import Game, Settings
from genetess_cli.rules.problems import Problem
from tests.house.tree import ROOT
from tests.rules.genie.positions import game, play, read, refused, unread

FOLDER = ROOT / "tests" / "cases" / "genie"


class Case(msgspec.Struct):
    """A case: its file, its title, how it begins, and each order with what has to hold after it."""

    source: str
    title: str
    cites: str = ""
    settings: dict[str, str] = {}
    fen: str = ""
    orders: list[tuple[str, list[str]]] = []


def _cases(path: Path) -> Iterator[Case]:
    case: Case | None = None
    for row in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = row.strip().partition(" ")
        if row.startswith("==="):
            if case:
                yield case
            case = Case(path.stem, rest)
        elif case is None or not word or row.startswith("#"):
            continue
        elif row.startswith(" "):
            case.orders[-1][1].append(row.strip())
        elif word == "order":
            case.orders.append((rest, []))
        elif word == "promotion":
            case.settings[word] = rest
        else:
            setattr(case, word, rest)
    if case:
        yield case


CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in _cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}: {case.title}")
def test_case(case: Case) -> None:
    settings = Settings(**case.settings)
    now = game(case.fen, settings) if case.fen else game(settings=settings)
    for order, expected in case.orders:
        now = _ordered(now, order, expected)


def _ordered(before: Game, order: str, expected: list[str]) -> Game:
    problem = _problem(before, order, expected)
    if problem:
        assert problem.parts is not None, "a record would keep the sentence"
        told = [f"refused {problem.message}", f"hint {problem.hint}"]
        assert [each for each in told if each.split()[0] in {row.split()[0] for row in expected}] == expected
        return before
    outcome = play(before, order)
    assert outcome.problem is None, (order, outcome.problem)
    after: Game = outcome.game
    facts = [plain(event) for event in outcome.events]
    for row in expected:
        word, _, rest = row.partition(" ")
        assert _holds(after, word, rest, facts), (order, row, after, facts)
    return after


def _problem(before: Game, order: str, expected: list[str]) -> Problem | None:
    if not any(row.startswith("refused ") for row in expected):
        return None
    try:
        read(order)
    except AssertionError:
        return unread(order)
    return refused(before, order)


def _holds(after: Game, word: str, rest: str, facts: list[dict[str, object]]) -> bool:
    if word == "san":
        return after.sheet[-1] == rest
    if word == "fen":
        return after.fen == rest
    if word == "squares":
        return all(after.pieces().get(each[1:], "-") == each[0] for each in rest.split())
    if word == "over":
        who, _, reason = rest.partition(": ")
        winners = () if who == "draw" else (who,)
        return after.result is not None and (after.result.winners, after.result.reason) == (winners, reason)
    assert word == "event", word
    kind, *named = rest.split()
    wanted = {"kind": kind} | dict(each.split("=") for each in named)
    return any(wanted.items() <= fact.items() for fact in facts)


def test_the_cases_are_many_and_told_apart() -> None:
    titles = [f"{case.source}: {case.title}" for case in CASES]
    assert len(set(titles)) == len(titles) > 80
