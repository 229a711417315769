"""The first lesson of a game: small positions, each with one goal, which the rules themselves judge."""

from __future__ import annotations

from functools import cache
from typing import Any

from genetess_cli.manual import prose
from genetess_cli.manual.article import play
from genetess_cli.manual.books import book
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.base import View
from genetess_cli.values import Value


class LessonStep(Value, forbid_unknown_fields=True):
    """A step as lesson.toml tells it."""

    name: str
    title: str
    says: str  # what it shows
    goal: str  # what to do
    done: str  # what is said once it is done
    board: dict[str, Any]  # a position as in boards.toml, with the order that reaches the goal
    also: tuple[str, ...] = ()  # other orders that lead there


class Task(Value):
    """A step with its position, as the learner sees it before and after."""

    step: LessonStep
    seat: str
    before: View
    after: View
    offers: dict[str, Any]  # what the learner can order

    @property
    def accepted(self) -> list[str]:
        return [self.step.board["order"], *self.step.also]


@cache
def steps(game: str) -> tuple[LessonStep, ...]:
    """Return the steps of a game's lesson; () for a game without a lesson."""
    if game not in RULESETS:
        return ()
    return tuple(prose.tables(f"{game}/lesson.toml", LessonStep).values())


def task(game: str, step: LessonStep) -> Task:
    """Return a step of a game's lesson, set up. Raise ValueError where its order cannot be carried out."""
    rules = ruleset(game)
    boards = book(game).boards()
    assert boards is not None
    board = prose.value({**step.board, "caption": step.title}, boards.kind, step.name)
    before = boards.begin(board)
    after = play(rules, before, boards.seat, board.order, f"{game}, {step.name}")
    seat = boards.seat
    offers = rules.offering().offers(before, seat, None)
    return Task(step, seat, rules.view(before, seat), rules.view(after, seat), offers)
