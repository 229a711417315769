"""Whole games by bots, held to the rules; what may be ordered; what a game is made of from beginning to end."""

from __future__ import annotations

from functools import reduce
from typing import get_args

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, genie
from genetess_cli.rules.base import Outcome, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie import bots
from genetess_cli.rules.genie.events import Event, Moved, Took
from genetess_cli.rules.genie.game import FIDE, Game, Settings
from genetess_cli.rules.genie.turn import board_of
from tests.rules.genie.positions import NO_LUCK, SEATS, done, game, read
from tests.rules.genie.soundness import flaws

MOST_TURNS = 1200


@pytest.mark.by_day(2)
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6))
def test_a_long_game_is_sound_from_beginning_to_end(seed: int) -> None:
    settings = Settings(promotion=FIDE) if seed % 3 == 0 else Settings()
    now: Game = genie.new(settings, None, SEATS, NO_LUCK).game
    begin, events = now, list[Event]()
    for number in range(MOST_TURNS):
        dice = Dice(lambda: f"{seed}".encode(), number)
        bot = bots.greedy if seed % 2 and now.to_move == "white" else bots.sample
        order = bot(now, now.to_move, dice)
        assert read(str(order)) == order  # ruling L6
        outcome = genie.play(now, now.to_move, order, dice)
        assert outcome.problem is None, (now.fen, str(order), outcome.problem)
        assert flaws(now, outcome) == []
        assert codec.load(genie.RULES, settings, codec.dump(outcome.game)) == outcome.game
        events += [codec.event(genie.RULES, plain(event)) for event in outcome.events]
        now = outcome.game
        if now.result:
            break
    assert now.result  # ruling L5: repetition and the 75 moves end every game
    assert reduce(genie.apply, events, begin) == now
    assert sum(isinstance(event, Moved) for event in events) == len(now.sheet)
    assert sum(isinstance(event, Took) for event in events) == len("".join(now.captured.values()))


def test_a_game_that_lasts_is_replayed_from_its_score_sheet() -> None:
    now = game()
    for number in range(300):
        order = bots.sample(now, now.to_move, Dice(lambda: b"sheet", number))
        if order.move:
            now = genie.play(now, now.to_move, order, NO_LUCK).game
        if now.result:
            break
    assert len(now.sheet) > 50
    assert done(game(), *now.sheet).fen == now.fen


def test_every_order_that_is_listed_can_be_carried_out() -> None:
    now = done(game(), "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1")
    listed = genie.legal(now, "black")
    assert listed[-2:] == ["DRAW", "RESIGN"]
    assert "CLAIM Ng8" in listed  # ruling L5
    assert "CLAIM" not in listed
    assert listed.count("Gd7") == 1
    assert len(set(listed)) == len(listed)
    for text in listed:
        assert genie.check(now, "black", read(text)) is None, text


def test_a_claim_that_holds_is_listed_and_no_second_offer() -> None:
    now = done(game("7k/8/8/8/8/8/P3R3/4K3 w - - 100 80 -"), "DRAW")
    listed = genie.legal(now, "white")
    assert "CLAIM" in listed
    assert "CLAIM Rb2" in listed
    assert "CLAIM a3" not in listed
    assert "DRAW" not in listed


def test_a_move_of_one_who_is_not_to_move_is_judged_as_if_it_were() -> None:
    assert genie.check(game(), "black", read("e5")) is None
    assert genie.check(game(), "black", read("HOLIDAY")) is None
    problem = genie.check(game(), "black", read("e4"))
    assert problem
    assert problem.message == "e4: the pawn on e7 cannot go to e4."


def test_greed_mates_or_takes_the_most() -> None:
    mating = game("6k1/5ppp/8/8/8/8/q7/R3K3 w - - 0 1 -")
    assert str(bots.greedy(mating, "white", Dice(lambda: b"key", 1))) == "Rxa2"
    mating = game("6k1/5ppp/8/8/8/8/8/Rn2K3 w - - 0 1 -")
    assert str(bots.greedy(mating, "white", Dice(lambda: b"key", 1))) == "Ra8"
    promoting = game("7k/4P3/8/8/8/8/8/4K3 w - - 0 1 -")
    assert str(bots.greedy(promoting, "white", Dice(lambda: b"key", 1))) == "e8=Q"


def test_the_random_bot_orders_all_that_there_is() -> None:
    now = game("7k/8/8/8/8/8/4R3/4K3 w - - 100 80 -")
    verbs = {bots.sample(now, "white", Dice(lambda: b"verbs", number)).verb for number in range(600)}
    assert verbs == {"MOVE", "DRAW", "CLAIM", "RESIGN"}


def test_each_event_is_another_kind() -> None:
    tags = [event.__struct_config__.tag for event in get_args(Event)]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1 Gg"}, "pieces went off the board, and 0 were taken"),
        (
            {"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Gg"},
            "was followed by 1a, with 1 moves",
        ),
        (
            {"fen": "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3 Gg"},
            "the game went on, though",
        ),
    ],
)
def test_what_cannot_be_is_told(changes: dict[str, str], words: str) -> None:
    before = game()
    outcome = genie.play(before, "white", read("e4"), NO_LUCK)
    broken = replace(outcome, game=replace(outcome.game, **changes))
    assert any(words in flaw for flaw in flaws(before, broken))


def test_a_right_that_comes_back_and_a_refusal_that_moves_something_are_told() -> None:
    before = game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -")
    outcome = genie.play(before, "white", read("e4"), NO_LUCK)
    again = replace(outcome, game=replace(outcome.game, fen=outcome.game.fen[:-1] + "Gg"))
    assert flaws(before, again) == ["a side may enter a Genie again that could not"]
    failed = genie.play(before, "white", read("e5"), NO_LUCK)
    assert flaws(before, failed) == []
    moved: Outcome[Game, Event] = Outcome(outcome.game, [], failed.problem)
    assert flaws(before, moved) == ["an order that failed changed something"]


def test_the_board_of_a_game_has_its_promotions() -> None:
    assert board_of(game(settings=Settings(promotion=FIDE))).promotion == FIDE


def _hunted(fen: str) -> str:
    now = game(fen)
    return str(bots.hunt(now, now.to_move, Dice(lambda: b"hunt", 1)))


def test_the_hunter_mates_in_one() -> None:
    assert _hunted("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 -") == "Ra8"


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/8/8/8/8/8/1R6/R5K1 w - - 0 1 -", ("Rb7", "Ra7")),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1 -", ("Ra6",)),
    ],
)
def test_the_hunter_mates_in_two(fen: str, moves: tuple[str, ...]) -> None:
    """Once with a check to come, once by a sacrifice without one."""
    assert _hunted(fen) in moves


def test_the_hunter_stalemates_nobody_whom_it_can_beat() -> None:
    assert _hunted("7k/8/8/8/8/8/6PP/5QK1 w - - 0 1 -") != "Qf7"


def test_the_hunter_takes_what_is_not_covered_and_leaves_what_is() -> None:
    assert _hunted("k7/8/8/3r4/8/8/3Q4/K7 w - - 0 1 -") == "Qxd5"
    assert _hunted("k7/8/4p3/3p4/8/8/3Q4/K7 w - - 0 1 -") != "Qxd5"
