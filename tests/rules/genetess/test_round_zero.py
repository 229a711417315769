"""Round 0 by the rules alone (ruling G39): how it begins, who gets what, and who is told of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import PUBLIC, REFEREE, Seat, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Allotted, Gambled
from genetess_cli.rules.genetess.game import Settings
from genetess_cli.rules.genetess.round_zero import prizes
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.sight.told import Allotment, Means, SeenCreated
from tests.rules.genetess.cases import Loaded, read_order
from tests.rules.genetess.gambling import SEATS, STARTS, Answers, allotted, new, play_all

# How it begins


def test_a_game_with_fixed_starts_skips_round_0() -> None:
    """Ruling G39."""
    seats = [Seat("red", "red", "K1"), Seat("green", "green", "K2")]
    game = genetess.new(Settings(), Board("........\n" * 3, STARTS), seats, Loaded([])).game
    assert game.round_zero is None
    assert game.label == "1a"
    assert genetess.view(game, PUBLIC).phase == "playing"


@pytest.mark.parametrize(
    ("gamble", "starts"),
    [((), list(STARTS)), (("order",), list(STARTS)), (("start",), None)],
)
def test_the_gm_gives_no_starts_that_are_gambled_for(
    gamble: tuple[str, ...], starts: list[str] | None
) -> None:
    """Ruling G39."""
    assert genetess.starts(Settings(gamble=gamble), Board("........\n" * 3, STARTS)) == starts


def test_in_round_0_all_are_to_move_at_the_same_time() -> None:
    """Rulings G39, G40: its label is `0`."""
    view = genetess.view(new("start", "order"), PUBLIC)
    assert (view.turn, view.phase, view.together) == ("0", "gambling", True)
    assert view.to_move == list(SEATS)


def test_what_can_be_bid_for_is_shown_to_all() -> None:
    view = genetess.view(new("colour", "order", "start"), PUBLIC)
    assert list(view.prizes) == ["start", "order", "colour"]
    assert view.prizes["start"] == ["K1", "K2", "K3", "K4"]
    assert view.prizes["order"] == ["1st", "2nd", "3rd"]
    assert view.prizes["colour"][0] == "red"


def test_where_the_starts_lie_and_their_walls_are_shown_to_all_while_they_are_bid_for() -> None:
    """Ruling G39: walls and starts are what board.yaml tells everybody; specials are not."""
    special = {"at": "B1", "type": "S5"}
    for viewer in ("p1", PUBLIC):
        view = genetess.view(new("start", specials=[special]), viewer)
        assert view.starts["K2"] == {"C1": "K", "C2": "AB"}
        assert view.skeleton == ["........"] * 3
        assert set("".join(view.board.map)) == {"?"}
        assert view.specials == []
    view = genetess.view(new("order"), "p1")
    assert view.starts == {}
    assert view.skeleton == []


def test_where_starts_are_bid_for_the_board_is_empty_and_else_it_is_not() -> None:
    assert new("start").pieces == {}
    assert len(new("order").pieces) == 4


def test_a_colour_that_is_bid_for_is_none_before() -> None:
    assert {player.colour for player in new("colour").players.values()} == {""}


def test_a_seat_may_pass_or_gamble_for_what_is_open() -> None:
    assert genetess.legal(new("order", "start"), "p2") == [
        "PASS",
        "GAMBLE <stake>E on K1, K2, K3, K4",
        "GAMBLE <stake>E on 1st, 2nd, 3rd",
    ]


def test_a_seat_that_is_in_for_good_may_do_nothing_more() -> None:
    game = genetess.play(new("order"), "p1", read_order("PASS"), Loaded([])).game
    assert genetess.legal(game, "p1") == []
    problem = genetess.check(game, "p1", read_order("GAMBLE 1E 1st"))
    assert problem
    assert problem.slug == "in-already"


# Who gets what


@pytest.mark.parametrize(
    ("answers", "draws", "got"),
    [
        # from the highest stake down
        ({"p1": "1E K1", "p2": "3E K1", "p3": "2E K1, K2"}, [1], "p1 K4 by lot, p2 K1, p3 K2"),
        # ties drawn: the third of three, then the first of two
        ({"p1": "2E K1, K2", "p2": "2E K1, K2", "p3": "2E K1, K2"}, [2, 0, 0], "p1 K2, p2 K3 by lot, p3 K1"),
        # no tie where the stakes differ; the best that is still free
        ({"p1": "3E K1, K2, K3", "p2": "2E K1, K2, K3", "p3": "1E K1, K2, K3"}, [], "p1 K1, p2 K2, p3 K3"),
        # don't care: what is left, after all others
        ({"p1": "9E K1, don't care", "p2": "10E K1", "p3": "0E K2"}, [1], "p1 K4 by lot, p2 K1, p3 K2"),
        # a list that runs out waits behind those that are served, however high its stake
        ({"p1": "5E K1", "p2": "6E K1", "p3": "1E K4, K3"}, [0], "p1 K2 by lot, p2 K1, p3 K4"),
        # no gamble, in seating order: from four, from three, from two
        ({"p1": "PASS", "p2": "PASS", "p3": ""}, [3, 0, 1], "p1 K4 by lot, p2 K1 by lot, p3 K3 by lot"),
    ],
)  # fmt: skip
def test_bids_are_served_by_stake_and_lots_are_drawn_for_the_rest(
    answers: Answers, draws: list[int], got: str
) -> None:
    """Ruling G39."""
    files = {seat: text if text in ("", "PASS") else f"GAMBLE {text}" for seat, text in answers.items()}
    expected = dict(part.split(" ", 1) for part in got.split(", "))
    assert allotted(new("start"), files, draws) == {
        f"{seat} start": prize for seat, prize in expected.items()
    }


def test_the_last_prize_needs_no_draw() -> None:
    assert allotted(new("order"), {"p1": "GAMBLE 0E 2nd", "p2": "GAMBLE 0E 3rd"}, [0]) == {
        "p1 order": "2nd",
        "p2 order": "3rd",
        "p3 order": "1st by lot",
    }


def test_every_kind_is_drawn_by_itself() -> None:
    answers = {
        "p1": "GAMBLE 1E K1 / GAMBLE 9E 3rd / GAMBLE 0E blue",
        "p2": "GAMBLE 2E K1, K2 / GAMBLE 1E blue",
        "p3": "GAMBLE 0E K3 / GAMBLE 1E 1st / GAMBLE 2E blue, pink",
    }
    assert allotted(new("colour", "order", "start"), answers, [0, 0, 0]) == {
        "p2 start": "K1", "p3 start": "K3", "p1 start": "K2 by lot",
        "p1 order": "3rd", "p3 order": "1st", "p2 order": "2nd by lot",
        "p3 colour": "blue", "p1 colour": "red by lot", "p2 colour": "green by lot",
    }  # fmt: skip


def test_every_stake_is_spent_won_or_not() -> None:
    """Ruling G39; income comes to the first player alone."""
    game = play_all(new("order"), {"p1": "GAMBLE 3E 1st", "p2": "GAMBLE 2E 1st"}, Dice(lambda: b"k", 1))[
        -1
    ].game
    assert {seat: player.e for seat, player in game.players.items()} == {"p1": 8, "p2": 8, "p3": 10}


def test_places_become_the_order_of_play_and_its_letters() -> None:
    """Rulings G39, G40."""
    answers = {"p1": "GAMBLE 0E 3rd", "p2": "GAMBLE 0E 2nd", "p3": "GAMBLE 0E 1st"}
    game = play_all(new("order"), answers, Loaded([0, 0]))[-1].game
    assert list(game.players) == ["p3", "p2", "p1"]
    assert (game.label, game.to_move, game.round_zero) == ("1a", "p3", None)
    assert genetess.view(game, PUBLIC).reseated


def test_without_a_gamble_for_places_the_order_stays() -> None:
    game = play_all(new("start"), {}, Dice(lambda: b"k", 1))[-1].game
    assert list(game.players) == list(SEATS)
    assert not genetess.view(game, PUBLIC).reseated


def test_start_pieces_stand_where_the_start_that_was_won_has_them() -> None:
    answers = {"p1": "GAMBLE 0E K2", "p2": "GAMBLE 0E K3", "p3": "GAMBLE 0E K1"}
    game = play_all(new("start"), answers, Loaded([0, 0]))[-1].game
    assert [f"{square} {piece.owner} {piece.codes}" for square, piece in game.in_row_order()] == [
        "A1 p3 K",
        "C1 p1 K",
        "E1 p2 K",
        "C2 p1 AB",
    ]


def test_no_special_fires_because_a_start_piece_arrives() -> None:
    """Rulings G8, G28, G39: start pieces may stand on specials; those that fire at a turn's start do."""
    specials: list[dict[str, Any]] = [
        {"at": "A1", "type": "S8", "targets": ["H3"]},
        {"at": "C2", "type": "S1", "amount": 5},
    ]
    answers = {"p1": "GAMBLE 0E K2", "p2": "GAMBLE 0E K1", "p3": "GAMBLE 0E K3"}
    game = play_all(new("start", specials=specials), answers, Loaded([0, 0]))[-1].game
    assert [str(square) for square, _ in game.of("p2")] == ["A1"]
    assert game.players["p1"].e == 10 + 1 + 5


def test_a_seat_that_is_late_is_timed_out_and_gambles_nothing() -> None:
    outcome = genetess.play(new("order"), "p1", None, Loaded([]))
    assert [plain(event)["kind"] for event in outcome.events] == ["timed out", "gambled"]
    assert outcome.game.awaited == ["p2", "p3"]
    assert outcome.game.players["p1"].e == 10


def test_events_of_round_0_do_not_fit_a_game_without_one() -> None:
    game = play_all(new("order"), {}, Dice(lambda: b"k", 1))[-1].game
    with pytest.raises(ValueError, match="no round 0"):
        genetess.apply(game, Gambled("p1", ()))


def test_after_round_0_there_is_nothing_left_to_bid_for() -> None:
    assert prizes(play_all(new("order"), {}, Dice(lambda: b"k", 1))[-1].game) == {}


# Who is told what


def test_gambles_are_told_to_their_player_alone_until_all_are_in() -> None:
    """Ruling G39: nothing is shown until then."""
    before = new("start")
    outcome = genetess.play(before, "p1", read_order("GAMBLE 3E K1"), Loaded([]))
    told = {viewer: genetess.tell(before, outcome.events, viewer) for viewer in ("p1", "p2", PUBLIC, REFEREE)}
    assert [len(told[viewer]) for viewer in told] == [1, 0, 0, 1]
    seen = genetess.view(outcome.game, "p2")
    assert seen.players["p1"].e is None
    assert seen.prizes == prizes(before)


def test_afterwards_everybody_is_told_who_got_what_and_each_seat_what_came_of_its_own_bid() -> None:
    """Rulings G39 and G43: what was staked is what a player has no more, and nobody sees another's E."""
    outcomes = play_all(new("start"), {"p1": "GAMBLE 1E K1, K2", "p2": "GAMBLE 3E K1, K2"}, Loaded([0]))
    told = {
        viewer: genetess.tell(outcomes[-2].game, outcomes[-1].events, viewer)
        for viewer in (PUBLIC, "p2", REFEREE)
    }
    assert [one.kind for one in told[PUBLIC]] == ["timed out", *["allotted"] * 3, "seated", "turn began"]
    shares = {viewer: [one for one in told[viewer] if isinstance(one, Allotment)] for viewer in told}
    p1, p2, p3 = (
        Allotment(seat, "start", got, None) for seat, got in zip(SEATS, ("K2", "K1", "K3"), strict=True)
    )
    mine = replace(p2, means=Means(3, ("K1", "K2"), lot=False, tied=False))
    assert shares[PUBLIC] == [p1, p2, p3]
    assert shares["p2"] == [p1, mine, p3]
    assert shares[REFEREE][0] == mine
    assert [share.means and share.means.stake for share in shares[REFEREE]] == [3, 1, 0]


def test_who_staked_more_is_not_told_by_the_order_of_what_is_told() -> None:
    game, answers = (
        new("colour", "order"),
        ("GAMBLE 1E red / GAMBLE 3E 1st", "GAMBLE 2E blue / GAMBLE 2E 2nd"),
    )
    heard = []
    for first, second in (answers, ("GAMBLE 9E red / GAMBLE 0E 1st", answers[1])):
        outcomes = play_all(
            game, {"p1": first, "p2": second, "p3": "GAMBLE 5E pink / GAMBLE 5E 3rd"}, Loaded([])
        )
        heard.append(
            [genetess.tell(outcomes[-2].game, outcomes[-1].events, viewer) for viewer in (PUBLIC, "p3")]
        )
    assert heard[0] == heard[1]


@pytest.mark.parametrize(
    ("answers", "tied"),
    [
        ({"p1": "GAMBLE 2E K1, K2", "p2": "GAMBLE 2E K1, K2"}, ["p1", "p2"]),
        ({"p1": "GAMBLE 2E K1", "p2": "GAMBLE 3E K1"}, []),
        ({"p1": "GAMBLE 0E K1", "p3": "GAMBLE 0E K1"}, ["p1", "p3"]),  # one of them by lot in the end
    ],
)
def test_that_equal_stakes_were_settled_by_lot_is_told(answers: Answers, tied: list[str]) -> None:
    """Ruling G39: ties are drawn at random."""
    last = play_all(new("start"), answers, Dice(lambda: b"k", 1))[-1]
    assert sorted(event.seat for event in last.events if isinstance(event, Allotted) and event.tied) == tied


def test_start_pieces_are_told_to_those_who_see_them() -> None:
    outcomes = play_all(new("start"), {seat: f"GAMBLE 0E K{seat[1]}" for seat in SEATS}, Loaded([0, 0]))
    told = genetess.tell(outcomes[-2].game, outcomes[-1].events, "p3")
    assert [one.at for one in told if isinstance(one, SeenCreated)] == ["E1"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"prizes": ["colour"]}, "for what nobody gambles for"),
        ({"bids": {"pink": []}}, "bids of nobody's"),
        ({"starts": {"K1": {"Z99": "K"}}}, "the start K1 has a piece in a wall"),
        ({"starts": {"K1": {"A1": "B"}}}, "cannot live"),
        ({"starts": {"K1": {"1": "K"}}}, "not the name of a square"),
    ],
)
def test_a_round_0_that_cannot_be_is_not_loaded(change: dict[str, object], words: str) -> None:
    game = new("start")
    data = codec.dump(game)
    data["round_zero"] |= change
    with pytest.raises(ValueError, match=words):
        codec.load(genetess.RULES, game.settings, data)
