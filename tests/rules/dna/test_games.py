"""Whole games of random and greedy orders: pieces are conserved, every game ends, what is listed can be ordered."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, dna
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import bots
from genetess_cli.rules.dna.events import HadNothing, TurnBegan
from genetess_cli.rules.dna.game import Game, Settings, Stock
from genetess_cli.rules.dna.order import Mutation
from genetess_cli.rules.dna.plans import completions, placings
from genetess_cli.rules.orders import entries
from tests.rules.dna.positions import FOUR, archived, emptied, laid, read, seats, started
from tests.rules.dna.soundness import flaws

TABLES = [
    (FOUR, Settings()),
    (FOUR, Settings(centre="drawn", stash=Stock(2, 2, 2))),
    (FOUR, Settings(stash=Stock(6, 6, 6))),
    (("red", "green", "blue"), Settings()),
    (("red", "purple", "blue"), Settings(neutral_counts=True)),
    (("red", "green"), Settings()),
    (("red", "green"), Settings(neutral_counts=True)),
    (("red", "green"), Settings(two_player="double")),
]


def _pieces(game: Game) -> Counter[str]:
    """How many pieces of each colour there are, wherever they are."""
    found = Counter(piece.colour for piece in game.pieces.values())
    for stocks in (game.pools, *game.archives.values()):
        for colour, stock in stocks.items():
            found[colour] += stock.pieces
    return found


@pytest.mark.by_day(12)
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("table", range(len(TABLES)))
def test_a_random_game_ends_and_loses_no_piece(table: int, seed: int) -> None:
    names, settings = TABLES[table]
    key = f"{table} {seed}".encode()
    game = dna.new(settings, None, seats(*names), Dice(lambda: key, 0)).game
    stash, turns = settings.stash.pieces, Counter[str]({"red": 1})
    for number in range(1, 400):
        dice = Dice(lambda: key, number)
        choose = bots.greedy if seed % 2 else bots.sample
        order = choose(game, str(game.to_move), dice)
        assert read(str(order)) == order  # ruling D5
        outcome = dna.play(game, str(game.to_move), order, dice)
        assert outcome.problem is None, (str(order), outcome.problem)
        assert not flaws(game, outcome)
        assert _pieces(outcome.game) == dict.fromkeys(game.colours, stash)  # ruling D1
        assert codec.load(dna.RULES, settings, codec.dump(outcome.game)) == outcome.game
        turns.update(event.seat for event in outcome.events if isinstance(event, TurnBegan))
        game = outcome.game
        if game.result:
            break
    assert game.result
    assert len({turns[name] for name in names}) == 1  # ruling D12: everybody had as many turns


def test_a_full_board_ends_the_game() -> None:
    names, settings = TABLES[2]
    game = dna.new(settings, None, seats(*names), Dice(lambda: b"full", 0)).game
    for number in range(1, 200):
        outcome = dna.play(
            game,
            str(game.to_move),
            bots.sample(game, str(game.to_move), Dice(lambda: b"full", number)),
            Dice(bytes, 0),
        )
        game = outcome.game
        if game.result:
            break
    assert game.result


def test_every_order_that_is_listed_can_be_carried_out() -> None:
    game = _middle()
    listed = dna.legal(game, "red")
    assert len(listed) == 3 * len(game.empty_squares()) + len(game.empty_squares())
    for text in listed:
        assert dna.check(game, "red", read(text)) is None, text


def _middle() -> Game:
    pieces = {"D4": "S red", "E4": "S green", "D5": "M blue", "E5": "L yellow", "F6": "S blue"}
    return archived(laid(started(), pieces), "red", "M blue")


def _all(game: Game, text: str) -> list[str]:
    """Every whole order with a placing."""
    placed = next(placing for placing in placings(game, "red") if str(placing[0]) == text)
    return [str(order) for order in completions(game, "red", *placed)]


@pytest.mark.parametrize("placing", ["PLACE S C3", "PLACE M C3 FROM ARCHIVE", "PLACE L A1"])
def test_all_orders_with_a_placing_can_be_listed(placing: str) -> None:
    game = _middle()
    listed = _all(game, placing)
    assert len(set(listed)) == len(listed) >= 1
    assert placing.startswith("PLACE L") or len(listed) > 1
    for text in listed:
        assert text.startswith(placing)
        assert dna.check(game, "red", read(text)) is None, text


def test_both_orders_of_the_clauses_are_listed() -> None:
    listed = _all(_middle(), "PLACE S C3")
    assert any(text.startswith("PLACE S C3; SCORE TAKE") for text in listed)
    assert any(text.startswith("PLACE S C3; MUTATE D4") for text in listed)


def test_a_bare_clause_is_listed_where_leaving_it_out_would_be_judged_too_early() -> None:
    """Scoring takes the one piece that could be mutated with (ruling D5)."""
    game = emptied(laid(started("red", "green"), {"A2": "S blue", "A3": "M blue"}), *FOUR)
    game = replace(game, pools={**game.pools, "red": Stock(1, 0, 0), "green": Stock(1, 0, 0)})
    assert _all(game, "PLACE S A1") == [
        "PLACE S A1; SCORE TAKE S FROM green; MUTATE",
        "PLACE S A1; MUTATE A2 TO green",
    ]


def test_where_nothing_can_be_mutated_scoring_is_listed_once() -> None:
    game = emptied(laid(started("red", "green"), {"A2": "S blue", "A3": "M blue"}), *FOUR)
    game = replace(game, pools={**game.pools, "red": Stock(1, 0, 0), "green": Stock(0, 0, 1)})
    assert _all(game, "PLACE S A1") == ["PLACE S A1; SCORE"]


def test_nothing_is_listed_for_one_who_has_left_or_after_the_end() -> None:
    gone = dna.drop(started(), "green", Dice(bytes, 0)).game
    assert dna.legal(gone, "green") == []
    assert dna.legal(dna.end(gone, "it is late", False).game, "red") == []


def test_greed_scores_all_that_one_piece_can() -> None:
    game = laid(started(), {"D5": "S red", "D6": "S red", "E4": "M yellow", "F4": "L green"})
    order = bots.greedy(game, "red", Dice(lambda: b"key", 1))
    assert str(order).startswith("PLACE S D4; SCORE TAKE L green FROM green, L green FROM green; MUTATE ")
    assert Mutation in map(type, order.clauses)


def test_an_extra_turn_that_nobody_can_use_is_passed() -> None:
    game = replace(emptied(laid(started(), {}), "green", "blue", "yellow"), to_move="red")
    game = replace(game, pools={**game.pools, "red": Stock(1, 0, 0)})
    outcome = dna.play(game, "red", dna.parse(entries("PLACE S A1")[0]).order, Dice(bytes, 0))
    passed = [event.seat for event in outcome.events if isinstance(event, HadNothing)]
    assert passed == ["green", "blue", "yellow"]  # rulings D6 and D12
    assert outcome.game.result


@pytest.mark.no_cover
def test_the_hunter_is_ahead_by_more_after_its_order_than_the_greedy_one() -> None:
    game = dna.new(Settings(), None, seats("red", "green"), Dice(lambda: b"lead", 0)).game
    for number in range(8):
        luck = Dice(lambda: b"lead", number)
        ends = [
            dna.play(game, str(game.to_move), bot(game, str(game.to_move), luck), luck).game.score(
                str(game.to_move)
            )
            for bot in (bots.hunt, bots.greedy)
        ]
        assert ends[0] >= ends[1]
        game = dna.play(game, str(game.to_move), bots.greedy(game, str(game.to_move), luck), luck).game


def test_what_is_hunted_reads_back() -> None:
    game = dna.new(Settings(), None, seats(*FOUR), Dice(lambda: b"hunt", 0)).game
    for number in range(3):
        order = bots.hunt(game, str(game.to_move), Dice(lambda: b"hunt", number))
        assert read(str(order)) == order
        outcome = dna.play(game, str(game.to_move), order, Dice(bytes, 0))
        assert outcome.problem is None, (str(order), outcome.problem)
        game = outcome.game
