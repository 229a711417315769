"""The first lesson of a game: small positions, each with one goal, which the rules themselves judge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from genetess_cli.manual import prose
from genetess_cli.rules import RULESETS, load, ruleset
from genetess_cli.rules.base import View
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.extras import offers
from genetess_cli.rules.orders import entries


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as lesson.toml tells it: a short name, what it shows, what to do, and what is said once it is done.

    `board` is a position as in boards.toml, with the order that reaches the goal.
    """

    name: str
    title: str
    says: str
    goal: str
    done: str
    board: dict[str, Any]


class Task(msgspec.Struct, frozen=True):
    """A step with its position, as the learner sees it before and after.

    `accepted` are all orders that lead to where the first of them leads, and `offers` what the learner can order.
    """

    step: Step
    seat: str
    before: View
    after: View
    offers: dict[str, Any]
    accepted: Sequence[str]


@cache
def steps(game: str) -> tuple[Step, ...]:
    """Return the steps of a game's lesson; none for a game without one."""
    if game not in RULESETS:
        return ()
    return tuple(prose.tables(f"{game}/lesson.toml", Step).values())


def task(game: str, step: Step) -> Task:
    """Set up a step. Raise ValueError where its order cannot be carried out."""
    rules, boards = ruleset(game), load("manual", game, "boards")
    board = prose.value({**step.board, "caption": step.title}, boards.Board, step.name)
    before = boards.begin(board)

    def play(text: str) -> Any:
        outcome = rules.play(before, boards.SEAT, rules.parse(entries(text)[0]).order, Dice(bytes, 0))
        if outcome.problem:
            raise ValueError(f"{game}, {step.name}: {outcome.problem.message}")
        return outcome.game

    after = play(board.order)
    verb = board.order.partition(" ")[0]
    alike = (
        order for order in rules.legal(before, boards.SEAT) if order.startswith(verb) and "<" not in order
    )
    accepted = [order for order in alike if rules.dump(play(order)) == rules.dump(after)]
    return Task(
        step,
        boards.SEAT,
        rules.view(before, boards.SEAT),
        rules.view(after, boards.SEAT),
        offers(rules, before, boards.SEAT),
        [*dict.fromkeys([board.order, *accepted])],
    )
