"""The steps of lessons: what each asks for can be done, and nothing that it shows is hidden from the learner."""

from __future__ import annotations

import pytest

from genetess_cli.manual import lesson, prose
from genetess_cli.manual.books import book
from genetess_cli.rules import RULESETS, codec, ruleset
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.sight import GenetessView
from genetess_cli.rules.orders import entries

TASKS = [(game, lesson.task(game, step)) for game in RULESETS for step in lesson.steps(game)]


@pytest.mark.parametrize(("game", "task"), TASKS, ids=[f"{game} {task.step.name}" for game, task in TASKS])
def test_the_orders_that_reach_a_goal_are_all_that_lead_there(game: str, task: lesson.Task) -> None:
    step = task.step
    rules, boards = ruleset(game), book(game).boards()
    assert boards
    before = boards.begin(prose.value({**step.board, "caption": ""}, boards.kind, step.name))

    def after(text: str) -> object:
        order = rules.parse(entries(text)[0]).order
        return codec.dump(rules.play(before, boards.seat, order, Dice(bytes, 0)).game)

    accepted = task.accepted
    goal = after(accepted[0])
    assert goal != codec.dump(before)
    legal = [order for order in rules.legal(before, boards.seat) if "<" not in order]
    alike = {order for order in legal if order.split()[0] == accepted[0].split()[0] and after(order) == goal}
    assert alike | {accepted[0]} == {*accepted}


def test_the_last_step_of_genetess_wins() -> None:
    after = lesson.task("genetess", lesson.steps("genetess")[-1]).after
    assert after.result
    assert after.result.winners == ["red"]


def test_green_comes_into_view_where_the_learner_has_to_find_it() -> None:
    [task] = [task for game, task in TASKS if task.step.name == "See"]
    assert isinstance(task.before, GenetessView)
    assert isinstance(task.after, GenetessView)
    assert {piece.owner for piece in task.before.pieces} == {"red"}
    assert {piece.owner for piece in task.after.pieces} == {"red", "green"}
