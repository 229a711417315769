"""Every case of `tests/cases/genetess`, played; how they are written is told in `cases.py`.

What no picture of one order can show (several turns, any board at all) is tested in the modules beside this one.
"""

from __future__ import annotations

import re
from functools import reduce

import pytest

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.events import Event
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order
from tests.rules.genetess.cases import (
    Case,
    afterwards,
    expected,
    expected_types,
    line_of,
    picture,
    play,
    read_cases,
    shown,
    types,
)

CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}: {case.title}")
def test_case(case: Case) -> None:
    before, order, outcome = play(case)
    truth = outcome.truth
    assert (truth.slug if truth else "done") == case.fields.get("fails", "done"), truth
    after = afterwards(case, before, outcome)
    assert picture(after) == picture(expected(case))
    assert types(after) == expected_types(case)
    assert reduce(genetess.apply, outcome.events, before) == outcome.game
    _players(case, before, after)
    _knowledge(case, before, order, outcome)
    _telling(case, before, outcome)
    _seeing(case, before, after)


def _players(case: Case, before: Game, after: Game) -> None:
    purses = {seat: player.e for seat, player in before.players.items()} | case.amounts("e ->")
    assert {seat: player.e for seat, player in after.players.items()} == purses
    scores = {seat: player.score for seat, player in before.players.items()} | case.amounts("score ->")
    assert {seat: player.score for seat, player in after.players.items()} == scores
    flares = {seat: player.flare for seat, player in before.players.items()} | case.by_seat("lit ->")
    assert {seat: player.flare or "none" for seat, player in after.players.items()} == {
        seat: how or "none" for seat, how in flares.items()
    }
    fallen = [seat for seat in before.still_in() if after.players[seat].eliminated]
    assert fallen == case.names("eliminated")
    assert list(after.result.winners if after.result else ()) == case.names("winners")
    assert case.fields.get("turn ->", after.label) == after.label


def _knowledge(case: Case, before: Game, order: Order, outcome: Outcome[Game, Event]) -> None:
    known = genetess.check(before, case.seat, order)
    if outcome.truth is None:
        assert known is None, f"a good order is refused beforehand: {known}"
        return
    assert outcome.problem is not None
    assert outcome.problem.parts is not None, "a record would keep the sentence"
    assert outcome.problem.message.startswith(case.fields.get("reason", "")), outcome.problem.message
    assert outcome.foreseeable == (case.fields.get("foreseeable", "yes") == "yes")
    assert bool(known) == (case.fields.get("knows", "yes") == "yes"), known


def _telling(case: Case, before: Game, outcome: Outcome[Game, Event]) -> None:
    for viewer, line in case.told:
        assert line in [line_of(told) for told in genetess.tell(before, outcome.events, viewer)]
    for viewer, kind in case.untold:
        heard = [told.kind.replace(" ", "-") for told in genetess.tell(before, outcome.events, viewer)]
        assert kind not in heard


def _seeing(case: Case, before: Game, after: Game) -> None:
    overviews = dict.fromkeys(before.players, "") | case.by_seat("overview ->")
    assert {seat: player.overview for seat, player in after.players.items()} == overviews
    for viewer, line in case.sees:
        page = shown(after, viewer)
        for square, piece in (words.split() for words in line.split(",")):
            assert page.get(square, "None") == piece, f"{square} in the view of {viewer}"


@pytest.mark.parametrize("verb", ACTIONS)
def test_every_action_has_cases_that_are_done_and_refused(verb: str) -> None:
    refused = {"fails" in case.fields for case in CASES if case.order.upper().startswith(verb)}
    assert refused == {True, False}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}: {case.title}")
def test_every_case_cites_a_ruling_or_the_page(case: Case) -> None:
    assert case.cites
    assert all(re.fullmatch(r"G\d+|orders|pieces|specials", cited) for cited in case.cites), case.cites


def test_no_two_cases_of_a_file_have_one_title() -> None:
    names = [(case.source, case.title) for case in CASES]
    assert len(set(names)) == len(names)
