"""Placing, whose turn comes next, the last round, and what the GM does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, dna
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.events import HadNothing, RanOut, TimedOut, TurnBegan
from genetess_cli.rules.dna.game import GRID, Game, Piece, Settings, Stock
from genetess_cli.rules.dna.turn import award, drop, end
from genetess_cli.rules.turn import Ended, Result
from tests.rules.dna.positions import (
    FOUR,
    NO_LUCK,
    archive,
    archived,
    done,
    emptied,
    laid,
    piece,
    play,
    pool,
    read,
    refused,
    started,
)


def bare(*names: str, settings: Settings | None = None) -> Game:
    """A game with an empty board."""
    return laid(started(*names, settings=settings), {})


# Placing


def test_a_piece_is_placed_from_the_gene_pool() -> None:
    after = done(bare(), "PLACE L A1")
    assert piece(after, "A1") == "L red"  # ruling D6
    assert pool(after, "red") == "5 S, 5 M, 4 L"
    assert (after.label, after.to_move) == ("1b", "green")


def test_a_piece_from_the_archive_keeps_its_colour() -> None:
    after = done(archived(bare(), "red", "L green"), "PLACE L A1 FROM ARCHIVE")
    assert piece(after, "A1") == "L green"  # ruling D6
    assert archive(after, "red") == []


def test_the_colour_is_asked_for_where_it_can_be_several() -> None:
    game = archived(bare(), "red", "L green", "L blue")
    problem = refused(game, "PLACE L A1 FROM ARCHIVE; SCORE")
    assert problem.message == "The L can be green or blue."  # ruling D5
    assert problem.hint == "Name its colour, like PLACE L green A1 FROM ARCHIVE."
    assert piece(done(game, "PLACE L blue A1 FROM ARCHIVE"), "A1") == "L blue"


def test_in_double_a_piece_of_either_colour_is_placed() -> None:
    game = bare("red", "green", settings=Settings(two_player="double"))
    assert refused(game, "PLACE L A1").slug == "which-colour"  # ruling D4
    assert piece(done(game, "PLACE L blue A1"), "A1") == "L blue"


@pytest.mark.parametrize(
    ("order", "slug", "message", "hint"),
    [
        ("PLACE L I9", "off-grid", "I9 is off the board.", "Squares are named A1 to H8"),
        ("PLACE L D4", "taken", "D4 is taken: an S red stands there.", "on an empty square"),
        ("PLACE L rde A1", "no-colour", "There is no colour rde in this game.", "Did you mean red?"),
        ("PLACE L green A1", "no-piece", "There is no L green in your gene pool.", "There you have 4 S red"),
        ("PLACE L A1 FROM ARCHIVE", "no-piece", "There is no L in your archive.", "leave out FROM ARCHIVE"),
        ("PLACE M blue A1", "no-piece", "There is no M blue in your gene pool.", "add FROM ARCHIVE"),
    ],
)
def test_what_cannot_be_placed_is_refused(order: str, slug: str, message: str, hint: str) -> None:
    problem = refused(archived(started(), "red", "M blue"), order)
    assert (problem.slug, problem.message) == (slug, message)  # ruling D6
    assert hint in problem.hint


def test_an_empty_archive_is_told_as_such() -> None:
    game = emptied(bare(), "red")
    assert refused(game, "PLACE L A1 FROM ARCHIVE").hint == "There you have nothing."


def test_a_holiday_is_no_matter_of_the_rules() -> None:
    assert dna.check(started(), "red", read("HOLIDAY")) is None


# Turns


def test_a_time_out_skips_the_turn() -> None:
    outcome = dna.play(started(), "red", None, NO_LUCK)
    assert list(outcome.events) == [TimedOut("red"), TurnBegan("green", 1)]  # ruling D13


def test_after_the_last_seat_a_new_round_begins() -> None:
    assert done(replace(bare(), to_move="yellow"), "PLACE S A1").label == "2a"


def test_a_player_with_nothing_to_place_passes_in_the_same_run() -> None:
    outcome = play(emptied(bare(), "green", "blue"), "PLACE S A1")
    passed = [event.seat for event in outcome.events if isinstance(event, HadNothing)]
    assert passed == ["green", "blue"]  # ruling D6
    assert outcome.game.to_move == "yellow"
    assert outcome.game.idle == 2


def test_on_a_full_board_nobody_can_place() -> None:
    game = started()
    full = dict.fromkeys(GRID.squares, Piece("S", "red"))
    assert not replace(game, pieces=full).can_place("red")


# The end


def last_piece(seat: str) -> Game:
    """Red has the last piece of all gene pools; everybody has an M in the archive but yellow, who has an L and an S."""
    game = bare()
    for owner, *texts in (
        ("red", "M blue"),
        ("green", "M blue"),
        ("blue", "M red"),
        ("yellow", "L red", "S red"),
    ):
        game = archived(game, owner, *texts)
    game = emptied(game, *FOUR)
    return replace(game, pools={**game.pools, seat: Stock(1, 0, 0)}, to_move=seat)


def test_the_remaining_seats_of_the_round_have_one_more_turn_each() -> None:
    outcome = play(last_piece("green"), "PLACE S A1")
    assert RanOut() in outcome.events  # ruling D12
    assert outcome.game.ending
    assert outcome.game.label == "1c"
    after = done(outcome.game, "PLACE M A8 FROM ARCHIVE")
    outcome = play(after, "PLACE S H8 FROM ARCHIVE")
    assert outcome.game.result == Result(("yellow",), "no player had a piece left in a gene pool")
    assert outcome.game.awaited == []


def test_the_game_ends_at_once_when_the_last_seat_empties_the_pools() -> None:
    outcome = play(last_piece("yellow"), "PLACE S A1")
    assert isinstance(outcome.events[-1], Ended)  # ruling D12
    assert dna.view(outcome.game, "red").result == dna.view(outcome.game, "#public").result
    result = dna.view(outcome.game, "red").result
    assert result
    assert result.scores == {"red": 2, "green": 2, "blue": 2, "yellow": 4}


def test_a_refilled_pool_does_not_take_the_end_back() -> None:
    game = done(last_piece("blue"), "PLACE S A1")
    game = replace(game, pools={**game.pools, "green": Stock(0, 1, 0)})
    outcome = play(game, "PLACE L A2 FROM ARCHIVE; MUTATE A1 TO M")
    assert outcome.problem
    assert done(game, "PLACE S H8 FROM ARCHIVE").result  # ruling D12


def test_an_extra_turn_without_a_piece_is_passed() -> None:
    game = last_piece("blue")
    game = replace(
        game, archives={**game.archives, "yellow": game.archives["yellow"] | {"red": Stock(0, 0, 0)}}
    )
    outcome = play(game, "PLACE S A1")
    assert HadNothing("yellow") in outcome.events  # ruling D6
    assert outcome.game.result


def test_equals_share_the_win() -> None:
    game = last_piece("yellow")
    game = replace(game, archives={**game.archives, "yellow": game.archives["red"]})
    assert done(game, "PLACE S A1").result == Result(FOUR, "no player had a piece left in a gene pool")  # D12


def neutral_left(counts: bool) -> Game:
    game = bare("red", "green", settings=Settings(neutral_counts=counts))
    game = emptied(game, "red", "green", "yellow")
    return replace(game, pools={**game.pools, "red": Stock(1, 0, 0)})


def test_neutral_pools_do_not_keep_the_game_going() -> None:
    assert done(neutral_left(counts=False), "PLACE S A1").result  # ruling D4


def test_where_they_count_the_game_ends_with_a_round_in_which_nobody_could_place() -> None:
    outcome = play(neutral_left(counts=True), "PLACE S A1")
    assert outcome.game.result == Result(
        ("red", "green"), "nobody could place a piece in a whole round"
    )  # D12
    assert outcome.game.label == "2b"
    assert RanOut() not in outcome.events


def test_a_turn_timed_out_by_one_who_can_place_is_none_in_which_nobody_could() -> None:
    game = emptied(bare("red", "green"), "green")
    for label in ("2a", "3a"):
        outcome = dna.play(game, "red", None, NO_LUCK)
        assert HadNothing("green") in outcome.events
        game = outcome.game
        assert (game.label, game.result, game.idle) == (label, None, 1)  # rulings D12 and D13


# The GM


def test_the_gm_ends_a_game_by_its_archives() -> None:
    outcome = end(archived(bare(), "blue", "S red"), "the GM moves house", draw=False)
    assert outcome.game.result == Result(("blue",), "the GM moves house")


def test_the_next_best_archive_wins_where_the_best_has_no_player() -> None:
    game = archived(archived(bare(), "blue", "L red"), "green", "S red")
    outcome = award(end(game, "it is late", draw=False), ["blue"])
    assert outcome.events == [Ended(("green",), "it is late")]
    assert outcome.game.result == Result(("green",), "it is late")


def test_nothing_else_is_another_event_where_the_best_archive_has_no_player() -> None:
    ended = end(archived(bare(), "blue", "L red"), "it is late", draw=False)
    played = replace(ended, events=[HadNothing("red"), *ended.events])
    assert award(played, []) == played
    assert award(played, ["blue"]).events[0] == HadNothing("red")


def test_a_draw_is_shared_by_all_still_in() -> None:
    game = drop(started(), "blue", NO_LUCK).game
    result = end(game, "all agreed", draw=True).game.result
    assert result
    assert result.winners == ("red", "green", "yellow")


def test_a_player_who_leaves_has_no_more_turns_and_leaves_neutral_pools() -> None:
    outcome = drop(started(), "red", NO_LUCK)
    assert outcome.game.to_move == "green"
    assert "red" not in outcome.game.owners()
    assert dna.view(outcome.game, "#public").players["red"].status == "eliminated"
    assert done(replace(outcome.game, to_move="yellow"), "PLACE S A1").label == "2b"


def test_one_who_is_not_to_move_leaves_and_the_turn_goes_on() -> None:
    assert drop(started(), "green", NO_LUCK).game.label == "1a"


def test_the_last_player_left_has_won() -> None:
    for gone in ("red", "green"):
        outcome = drop(started("red", "green"), gone, NO_LUCK)
        assert outcome.game.result
        assert outcome.game.result.winners == tuple({"red", "green"} - {gone})
        assert outcome.game.result.reason == "only one player is left"


def test_a_player_leaves_once_and_not_after_the_end() -> None:
    gone = drop(started(), "green", NO_LUCK).game
    assert drop(gone, "green", NO_LUCK).problem
    over = end(gone, "the GM moves house", draw=True).game
    outcome = drop(over, "red", NO_LUCK)
    assert outcome.problem
    assert outcome.problem.message == "The game is over."


def test_the_pieces_of_one_who_left_do_not_keep_the_game_going() -> None:
    game = bare("red", "green", "blue")
    game = emptied(drop(game, "blue", NO_LUCK).game, "green")
    game = replace(game, pools={**game.pools, "red": Stock(1, 0, 0)})
    outcome = play(game, "PLACE S A1")
    assert outcome.game.result


def test_squares_are_named_from_the_top_left() -> None:
    assert Square.named("A1") == (0, 0)  # ruling D2
    assert (GRID.columns, GRID.rows) == (8, 8)


def test_what_the_last_turn_played_did_on_the_board_is_told_until_the_next_one() -> None:
    game = done(started(), "PLACE L D3; MUTATE D4 TO M, D4 TO L, E4 TO M; SCORE TAKE S FROM green")
    last = dna.view(game, "#public").last
    assert last
    assert (last["seat"], last["at"]) == ("red", "D3")
    assert [(step["at"], step["piece"]["size"], step["to"]["size"]) for step in last["steps"]] == [
        ("D4", "S", "M"),
        ("D4", "M", "L"),
        ("E4", "S", "M"),
    ]
    assert last["strands"] == [{"squares": ["D3", "D4", "D5"], "bonuses": []}]
    assert codec.load(dna.RULES, game.settings, codec.dump(game)).last == game.last
    assert dna.view(dna.play(game, "green", None, NO_LUCK).game, "#public").last == last  # ruling D13
