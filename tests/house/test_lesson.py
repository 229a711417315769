"""The steps of lessons: what each asks for can be done, and nothing that it shows is hidden from the learner."""

from __future__ import annotations

import pytest

from genetess_cli.manual import lesson
from genetess_cli.rules import RULESETS

STEPS = [(game, step) for game in RULESETS for step in lesson.steps(game)]


@pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game} {step.name}" for game, step in STEPS])
def test_the_order_of_a_step_reaches_its_goal(game: str, step: lesson.Step) -> None:
    task = lesson.task(game, step)
    assert step.board["order"] == task.accepted[0]
    assert task.before != task.after


def test_another_way_to_the_same_square_reaches_the_goal_too() -> None:
    [step] = [step for step in lesson.steps("genetess") if step.name == "See"]
    assert lesson.task("genetess", step).accepted == ["MOVE B4 N-E", "MOVE B4 E-N"]


def test_the_last_step_of_genetess_wins() -> None:
    after = lesson.task("genetess", lesson.steps("genetess")[-1]).after
    assert after.result
    assert after.result.winners == ["red"]
