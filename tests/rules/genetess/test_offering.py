"""What the order builder is offered: the very orders that are listed, in a form that does not grow with the ways."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.rules import genetess
from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import offering
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.offering import runs
from genetess_cli.rules.genetess.sight import SeatMemory
from tests.rules.genetess.cases import Loaded, drawn, read_order
from tests.rules.genetess.gambling import muster, new
from tests.rules.genetess.strategies import games


def _offers(text: str) -> dict[str, Any]:
    return offering.offers(drawn(text), "red")


def _squares(runs: str) -> list[str]:
    found = []
    for run in runs.split():
        first, _, more = run.partition("+")
        row, column = Square.named(first)
        found += [str(Square(row, column + step)) for step in range(int(more or 0) + 1)]
    return found


def _moves(at: str, ways: list[Direction], act: dict[str, Any]) -> Iterator[str]:
    passed, ends = set(_squares(act["pass"])), set(_squares(act["end"]))
    for path in product(ways, repeat=act["steps"]):
        square, way = Square.named(at), []
        for step in path:
            square = square.step(step)
            way.append(str(square) if min(square) >= 0 else "")
        if way[-1] in ends and passed.issuperset(way[:-1]):
            yield f"MOVE {at} {'-'.join(map(str, path))}"


def _charges(at: str, act: dict[str, Any]) -> Iterator[str]:
    runs = [run.split() for run in act["runs"]]
    ways: list[tuple[str, list[str]]] = [(at, [])]
    for _ in range(act["legs"]):
        ways = [(to, [*way, by]) for here, way in ways for start, by, to in runs if start == here]
        yield from (f"CHARGE {at} {'-'.join(way)}" for _, way in ways)


def _listed(offers: dict[str, Any]) -> Iterator[str]:
    """All orders that are offered, as they are listed."""
    yield from offers.get("plain", ())
    for piece in offers.get("pieces", ()):
        for verb in piece["acts"]:
            yield from _of_piece(piece, verb)
    for needed, squares in offers.get("create", {}).items():
        codes = f"<codes{' with ' if needed else ''}{needed}>"
        yield from (f"CREATE {square} {codes}" for square in _squares(squares))


def _of_piece(piece: dict[str, Any], verb: str) -> Iterator[str]:
    at, act = piece["at"], piece["acts"][verb]
    targets = _squares(act.get("to", ""))
    if verb == "MOVE":
        yield from _moves(at, [each for each in Direction if piece["diagonal"] or not each.diagonal], act)
    elif verb == "CHARGE":
        yield from _charges(at, act)
    elif "codes" in act:
        codes = ["<codes>"] if act["codes"] is None else act["codes"]
        yield from (f"{verb} {at} {some} {to}" for some in codes for to in targets)
    else:
        yield from (f"{verb} {at} {to}" for to in targets)
        if "to" not in act:
            yield f"{verb} {at}"


def _rich(game: Game, seat: str) -> Game:
    """The position with a purse that pays for anything: what is made is offered whatever it costs."""
    return replace(game, players={**game.players, seat: replace(game.players[seat], e=10**6)})


@given(games())
def test_what_is_offered_is_what_is_listed(game: Game) -> None:
    for seat in game.players:
        if all(piece.body.steps <= 4 for piece in game.pieces.values()):
            offers = offering.offers(game, seat)
            assert sorted(_listed(offers)) == sorted(genetess.legal(_rich(game, seat), seat))
            assert all(
                list(_of_piece(piece, verb)) for piece in offers.get("pieces", ()) for verb in piece["acts"]
            )


def test_offers_are_plain_data() -> None:
    offers = _offers("before:\n    k..\n    .a.\nk: red K\na: red ABCHNTZ\ne: red 9")
    assert json.loads(json.dumps(offers)) == json.loads(json.dumps(offers, default=list))


def test_squares_side_by_side_are_one_run() -> None:
    found = runs([Square(0, 1), Square(0, 2), Square(0, 3), Square(1, 0), Square(1, 2)])
    assert found == "B1+2 A2 C2"


def test_a_piece_of_many_steps_is_offered_at_once() -> None:
    rows = "\n".join("    " + "." * 60 for _ in range(60))
    board = rows.replace(".", "a", 1)
    acts = _offers(f"before:\n{board}\na: red A{'B' * 500}\n")["pieces"][0]["acts"]
    assert acts["MOVE"]["steps"] == 501
    assert "A1" not in _squares(acts["MOVE"]["end"])


# ruling G13
def test_a_piece_that_is_walled_in_beside_an_enemy_is_offered_no_move_of_many_steps() -> None:
    for bodies in ("ABB", "ABBB", "ABBBB"):
        acts = _offers(f"before:\n    +b+\n    +a+\n    +++\na: red {bodies}\nb: blue A")["pieces"][0]["acts"]
        assert "MOVE" not in acts


# ruling G13
def test_a_move_of_many_steps_goes_to_and_fro() -> None:
    for steps, end in ((5, "B1 D1"), (6, "A1 C1")):
        piece = _offers(f"before:\n    a...\na: red A{'B' * (steps - 1)}")["pieces"][0]
        assert piece["acts"]["MOVE"]["end"] == end


def test_nobody_is_offered_what_the_fog_hides() -> None:
    shown, hidden = (
        offering.offers(drawn(f"before:\n    a...{there}\na: red AB\nb: green A"), "red") for there in ".b"
    )
    assert shown == hidden


def _offered(row: str, piece: str, memory: SeatMemory | None) -> dict[str, Any]:
    """What red's one piece can do on a board of one row, out of sight of which red remembers something else."""
    acts: dict[str, Any] = offering.offers(drawn(f"before:\n    {row}\na: red {piece}"), "red", memory)[
        "pieces"
    ][0]["acts"]
    return acts


# rulings G3 and G26
@pytest.mark.parametrize("wall", "hb#+")
def test_a_charge_out_of_sight_is_offered_up_to_the_walls_that_the_page_draws_there(wall: str) -> None:
    for memory, run in ((None, "A1 E H1"), (SeatMemory(["????" + wall + "???"]), "A1 E D1")):
        assert _offered("a.......", "AZ", memory)["CHARGE"]["runs"] == [run]


def test_what_a_seat_sees_counts_for_more_than_what_it_remembers() -> None:
    assert _offered("a.......", "AZ", SeatMemory(["?#??????"]))["CHARGE"]["runs"] == ["A1 E H1"]


# ruling G13
def test_a_move_out_of_sight_is_offered_only_where_the_page_draws_floor() -> None:
    assert _offered("a....", "ABB", SeatMemory(["?????"]))["MOVE"] == {
        "steps": 3,
        "pass": "A1+2",
        "end": "B1 D1",
    }
    assert _offered("a....", "ABB", SeatMemory(["???b?"]))["MOVE"] == {
        "steps": 3,
        "pass": "A1+2",
        "end": "B1",
    }


# ruling G44: a wall may have been opened since it was seen
@given(games(), st.data())
def test_whatever_is_offered_by_memory_would_be_offered_without(game: Game, data: st.DataObject) -> None:
    seat = str(game.to_move)
    row = st.text("?hb.#+", min_size=game.grid.columns, max_size=game.grid.columns)
    memory = SeatMemory(data.draw(st.lists(row, min_size=game.grid.rows, max_size=game.grid.rows)))
    for piece in offering.offers(game, seat, memory).get("pieces", ()):
        for verb in piece["acts"].keys() & {"MOVE", "CHARGE"}:
            for text in islice(_of_piece(piece, verb), 20):
                assert genetess.check(game, seat, read_order(text)) is None


def test_an_action_that_would_change_nothing_is_offered_as_idle() -> None:
    for other, idle in (("green A", {"idle": True}), ("red A", {})):
        seats = "\nout: red\nseats: red green blue" if other == "red A" else ""
        offers = _offers(f"before:\n    ab..g\na: red AAPSSSS\nb: {other}\ng: green K{seats}")
        assert offers["pieces"][0]["acts"]["CONVERT"] == idle  # ruling G22
        assert offers["orphans"] == (["B1"] if other == "red A" else [])


def test_it_is_told_why_a_piece_can_do_nothing_with_a_verb_that_it_has() -> None:
    board = "before:\n    ###\n    #a#\n    ###\na: red"
    alone = _offers(f"{board} AHK")["pieces"][0]["cannot"]
    assert alone == {"MOVE": "", "DIVIDE": "", "CREATE": "No square beside your Kings is free."}
    whole = _offers(f"{board} AH")["pieces"][0]["cannot"]
    assert whole["DIVIDE"] == "AH would divide into H and A: each half needs an A or a K."


def test_it_is_told_that_a_king_cannot_petrify() -> None:
    piece = _offers("before:\n    a.\na: red AKQ")["pieces"][0]
    assert piece["cannot"]["PETRIFY"] == "A piece with K cannot petrify."


# ruling G8
def test_who_waits_is_offered_the_purse_of_the_next_turn() -> None:
    board = "before:\n    k..g.\nk: red K\ng: green AKK"
    game = drawn(board)
    mine, waiting = offering.offers(game, "red"), offering.offers(game, "green")
    assert (mine["e"], mine["income"]) == (10, 0)
    assert (waiting["e"], waiting["income"]) == (12, 2)


def test_what_can_be_made_is_offered_whatever_it_costs() -> None:
    offers = _offers("before:\n    k..\nk: red K\ne: red 0")
    assert offers["create"] == {"": "B1"}
    assert "CREATE" not in offers["pieces"][0]["cannot"]


@pytest.mark.parametrize(
    ("more", "verb", "words"),
    [
        ("", "GAMBLE", "Nobody gambles in this game: it has no round 0."),
        ("\ncreate: no", "CREATE", "This game allows no CREATE."),
        ("\ncodes: BCD", "CREATE", "This game does not sell A."),
        ("\nout: red", "CREATE", "An eliminated player cannot create pieces."),
    ],
)
def test_it_is_told_what_is_never_possible(more: str, verb: str, words: str) -> None:
    offers = _offers(f"before:\n    abc\na: red AP\nb: green A\nc: blue A{more}")
    assert offers["never"][verb] == words


def test_who_has_no_turns_any_more_is_offered_nothing() -> None:
    assert _offers("before:\n    ab\na: red A\nb: green A\nout: red\nseats: red green blue") == {}


# ruling G39
def test_in_round_0_prizes_are_offered_until_the_seat_is_in() -> None:
    game = new("order")
    assert offering.offers(game, "p1")["prizes"] == {"order": ["1st", "2nd", "3rd"]}
    assert offering.offers(game, "p1")["e"] == 10
    later = genetess.play(game, "p1", muster(game, "PASS").order, Loaded([])).game
    assert offering.offers(later, "p1") == {}


def test_a_seat_is_warned_of_an_enemy_that_it_sees_near_its_king() -> None:
    text = "before:\n    kd..........\nk: red K\nd: red ADDD\ng: green A\n"
    for row, warned in (("    kd.g........", True), ("    kd......g...", False)):
        game = drawn(text.replace("    kd..........", row))
        view = genetess.view(game, "red")
        assert view.most == 0
        assert offering.alarms(view) == (["king-in-danger"] if warned else [])
