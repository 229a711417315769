"""How a game of DNA is set up: pieces, the centre, neutral colours, and what is wrong with settings and seats."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, dna
from genetess_cli.rules.base import Seat, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.events import Laid
from genetess_cli.rules.dna.game import Settings, Stock
from tests.rules.dna.positions import FOUR, piece, pool, seats, started


def test_each_colour_has_five_of_each_size() -> None:
    game = dna.opening(Settings(), None, seats(*FOUR))
    assert {colour: pool(game, colour) for colour in FOUR} == dict.fromkeys(
        FOUR, "5 S, 5 M, 5 L"
    )  # ruling D1
    assert not game.pieces
    assert game.label == "0"
    assert not game.awaited


def test_the_stash_can_be_another() -> None:
    game = dna.opening(Settings(stash=Stock(3, 2, 1)), None, seats(*FOUR))
    assert pool(game, "blue") == "3 S, 2 M, 1 L"  # ruling D1


def test_a_small_of_each_colour_stands_in_the_centre_in_seat_order() -> None:
    game = started()
    assert [piece(game, at) for at in ("D4", "E4", "D5", "E5")] == [f"S {colour}" for colour in FOUR]  # D2
    assert pool(game, "red") == "4 S, 5 M, 5 L"
    assert (game.label, game.awaited) == ("1a", ["red"])


def test_the_centre_can_be_drawn() -> None:
    outcomes = [
        dna.new(Settings(centre="drawn"), None, seats(*FOUR), Dice(lambda: b"key", turn)) for turn in range(9)
    ]
    found = {laid.colours for outcome in outcomes if isinstance(laid := outcome.events[0], Laid)}
    assert len(found) > 1  # ruling D2
    assert all(sorted(colours) == sorted(FOUR) for colours in found)


NAMED = {
    "A1": "M red",
    "a2": "small Green",
    "H8": "L blue",
    "B3": "S yellow",
    "D4": "S red",
    "E4": "S green",
    "D5": "S blue",
    "E5": "S yellow",
}


def test_the_centre_can_be_named_on_any_squares_of_any_sizes_and_number() -> None:
    game = started(settings=Settings(centre=NAMED))  # ruling D2
    assert [piece(game, at) for at in ("A1", "A2", "H8", "B3")] == ["M red", "S green", "L blue", "S yellow"]
    assert pool(game, "red") == "4 S, 4 M, 5 L"
    assert pool(game, "blue") == "4 S, 5 M, 4 L"
    assert started(settings=Settings(centre={})).pieces == {}


def test_the_first_pieces_of_a_named_centre_are_the_same_when_a_record_is_played_again() -> None:
    outcome = dna.new(Settings(centre=NAMED), None, seats(*FOUR), Dice(lambda: b"key", 0))
    event = codec.event(dna.RULES, plain(outcome.events[0]))
    assert event == outcome.events[0]
    assert (
        dna.apply(dna.opening(Settings(centre=NAMED), None, seats(*FOUR)), event).pieces
        == outcome.game.pieces
    )


ONE_EACH = {"D4": "S red", "E4": "S green", "D5": "S blue"}


@pytest.mark.parametrize(
    ("centre", "path", "message"),
    [
        ({**ONE_EACH, "I9": "S yellow"}, ("I9",), "the board’s squares are A1 to H8"),
        ({**ONE_EACH, "d4": "S yellow"}, ("d4",), "D4 is named twice"),
        (
            {**ONE_EACH, "E5": "S purple"},
            ("E5",),
            "a size and one of red, green, blue, yellow, such as S red",
        ),
        ({**ONE_EACH, "E5": "yellow"}, ("E5",), "a size and one of red, green, blue, yellow, such as S red"),
        (ONE_EACH, (), "as many of each colour; there are 1 red, 1 green, 1 blue, 0 yellow"),
        (
            {
                f"{at}{row}": f"L {colour}"
                for at, colour in zip("ABCD", FOUR, strict=True)
                for row in "123456"
            },
            (),
            "of 5 L red 6 are named",
        ),
    ],
)
def test_what_is_wrong_with_a_named_centre_is_told(
    centre: dict[str, str], path: tuple[str, ...], message: str
) -> None:
    fault = dna.faults(Settings(centre=centre), None, seats(*FOUR))[0]
    assert fault.path == ("rules", "centre", *path)  # ruling D2
    assert message in fault.message


@pytest.mark.parametrize("centre", ["seats", {**ONE_EACH, "E5": "S yellow"}])
def test_every_colour_has_a_piece_left_as_the_game_begins(centre: str | dict[str, str]) -> None:
    (fault,) = dna.faults(Settings(centre=centre, stash=Stock(1, 0, 0)), None, seats(*FOUR))
    assert fault.path == ("rules", "stash")


def test_a_square_is_left_as_the_game_begins() -> None:
    full = {
        f"{column}{row}": f"{size} {colour}"
        for column, size, colour in zip("ABCDEFGH", "SSSSMMMM", (*FOUR, *FOUR), strict=True)
        for row in "12345678"
    }
    (fault,) = dna.faults(Settings(centre=full, stash=Stock(9, 9, 9)), None, seats(*FOUR))
    assert fault.path == ("rules", "centre")


def test_in_a_game_of_three_the_fourth_colour_is_neutral_and_last() -> None:
    game = started("purple", "green", "red")
    assert game.colours == ["purple", "green", "red", "blue"]  # ruling D4
    assert "blue" not in game.owners()
    assert piece(game, "E5") == "S blue"


def test_two_players_have_two_neutral_colours() -> None:
    game = started("green", "blue")
    assert game.colours == ["green", "blue", "red", "yellow"]  # ruling D4
    assert game.owners() == {"green": "green", "blue": "blue"}


def test_two_players_can_have_two_colours_each() -> None:
    game = started("red", "green", settings=Settings(two_player="double"))
    assert game.owners() == {"red": "red", "blue": "red", "green": "green", "yellow": "green"}  # ruling D4


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        (Settings(stash=Stock(0, 5, 5)), ("rules", "stash", "S")),
        (Settings(stash=Stock(5, -1, 5)), ("rules", "stash", "M")),
        (Settings(stash=Stock(5, 5, 21)), ("rules", "stash", "L")),
        (Settings(centre="random"), ("rules", "centre")),
        (Settings(two_player="both"), ("rules", "two_player")),
    ],
)
def test_settings_that_cannot_be_are_named(settings: Settings, path: tuple[str, ...]) -> None:
    assert [fault.path for fault in dna.faults(settings, None, seats(*FOUR))] == [path]


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (seats("red"), ("players",)),
        (seats(*FOUR, "purple"), ("players",)),
        ([Seat("red", "red", "K1"), Seat("green", "green")], ("players", 0, "start")),
        ([Seat("red", "red"), Seat("ann", "green")], ("players", 1, "colour")),
        (seats("archive", "red"), ("players", 0, "seat")),
        (seats("red", "m"), ("players", 1, "seat")),
        (seats("red", "large"), ("players", 1, "seat")),
        (seats("red", "d4"), ("players", 1, "seat")),
        (seats("neutral", "red"), ("players", 0, "seat")),
        (seats("red", "nobody"), ("players", 1, "seat")),
    ],
)
def test_seats_that_cannot_play_are_named(given: list[Seat], path: tuple[str | int, ...]) -> None:
    assert [fault.path for fault in dna.faults(Settings(), None, given)] == [path]


@pytest.mark.parametrize("names", [FOUR[:3], FOUR])
def test_only_two_players_can_have_two_colours_each(names: tuple[str, ...]) -> None:
    (fault,) = dna.faults(Settings(two_player="double"), None, seats(*names))
    assert fault.path == ("rules", "two_player")  # ruling D4
    assert fault.message == f"double is for two players, not {len(names)}; take this away"
    assert not dna.faults(Settings(two_player="neutral"), None, seats(*names))
    assert not dna.faults(Settings(two_player="double"), None, seats(*names[:2]))


def test_a_sound_game_has_no_faults() -> None:
    assert not dna.faults(Settings(), None, seats("purple", "orange"))


def test_there_is_no_board_file_and_no_round_in_which_all_order() -> None:
    assert dna.RULES.board is None


def test_a_seat_is_named_in_the_label_by_its_letter() -> None:
    assert replace(started(), to_move="yellow", round=12).label == "12d"
