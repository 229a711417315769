"""Every refusal is true: its squares are on the board, what it names can be ordered, what it advises helps.

Orders are drawn, good ones are spoilt, and what a person reads of each refusal is read here and held to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import chess
import pytest
from msgspec.structs import replace

from genetess_cli.rules import dna, genetess, genie
from genetess_cli.rules.board import Direction, Grid, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.bots import sample
from genetess_cli.rules.dna.game import GRID, Settings
from genetess_cli.rules.dna.game import Game as Dna
from genetess_cli.rules.dna.order import Mutation, Scoring
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import GAMBLE, USAGES, Order
from genetess_cli.rules.genetess.sight import known
from genetess_cli.rules.genie.game import Game as Genie
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem
from tests.rules.dna.positions import FOUR, read, started
from tests.rules.genetess import gambling, strategies
from tests.rules.genetess.cases import drawn, read_order
from tests.rules.genie.positions import game as position

SEEDS = range(10)
WHOLE = "This whole order would do: "


def _squares_named(problem: Problem, order: str, grid: Grid) -> list[str]:
    """The squares that a refusal names and that are not: none but what the order itself says may be off the board."""
    text = f"{problem.message} {problem.hint}"
    named = re.findall(r"\b[A-Z]{1,3}[0-9]+\b", text) + re.findall(r"(?:on|beside|from) ([0-9]+)\b", text)
    return [name for name in named if name not in order and not _is_on(name, grid)]


def _is_on(name: str, grid: Grid) -> bool:
    try:
        return Square.named(name) in grid
    except ValueError:
        return False


def _listed(text: str) -> list[str]:
    """The words of a list such as `A, B or C.`"""
    return re.findall(r"[^\s,.]+", re.sub(r" (?:or|and) ", ", ", text))


def _behind(hint: str, words: str) -> list[str]:
    """What a hint lists behind some words of it; nothing where it does not have them."""
    return _listed(hint.partition(words)[2].partition(". ")[0]) if words in hint else []


# Genetess


def _mended(game: Game, seat: str, order: Order, problem: Problem) -> Iterator[Order]:
    """The orders that a refusal advises, each of which must not be refused for the same reason."""
    piece = game.pieces.get(order.at) if order.at else None
    hint = problem.hint
    match problem.slug:
        case "wrong-steps":
            assert piece
            yield replace(order, path=(Direction.N,) * piece.body.steps)
        case "no-diagonals":
            yield replace(order, path=tuple(Direction.N if step.diagonal else step for step in order.path))
        case "off-grid":
            yield replace(order, to=Square.named(hint.split()[-1].rstrip(".")))
        case "unable":
            yield from (_with_verb(order, verb) for verb in _behind(hint, "are for "))
        case "unavailable":
            yield from (replace(order, codes="".join(sorted({"A", code}))) for code in hint.split()[-1][:-1])
        case "no-king" | "too-far":
            near = [Square.named(name) for name in _behind(hint, "beside ")]
            yield from (replace(order, to=at) for square in near for at in game.grid.neighbours(square))


def _with_verb(order: Order, verb: str) -> Order:
    slots = USAGES[verb][0]
    return Order(
        verb,
        at=order.at if "at" in slots else None,
        to=order.at if "to" in slots else None,
        codes="A" if {"code", "codes"} & set(slots) else "",
        path=(Direction.N,) if "path" in slots else (),
    )


NEVER = ("unable", "no-create", "king")
"""Why a piece can never do what an action is."""


def _untrue(game: Game, problem: Problem) -> bool:
    """Whether a wall is named where there is none, or a piece."""
    told = [
        Square.named(name)
        for name in re.findall(r"(?:wall|King|piece \w+|in the way) on ([A-Z]+\d+)", problem.message)
    ]
    if "wall" in problem.slug:
        return not all(map(game.is_wall, told))
    occupied = problem.slug in ("blocked", "occupied", "own-piece", "own-king")
    return occupied and not all(square in game.pieces for square in told)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_refusal_of_genetess_says_is_so(seed: int) -> None:
    luck = Random(seed)
    refused = 0
    for _ in range(40):
        game = strategies.position(luck)
        seat = str(game.to_move)
        for order in (strategies.order(luck, game, seat) for _ in range(15)):
            outcome = genetess.play(game, seat, order, Dice(lambda: b"a key", seed))
            foreseen = genetess.check(game, seat, order)
            for problem in filter(None, (outcome.problem, outcome.truth, foreseen)):
                refused += 1
                assert problem.parts is not None, "a record would keep the sentence"
                assert _squares_named(problem, str(order), game.grid) == [], (order, problem)
                assert not _untrue(game, problem), (order, problem)
            if foreseen:
                for mended in _mended(known(game, seat), seat, order, foreseen):
                    again = genetess.check(game, seat, mended)
                    slugs = NEVER if foreseen.slug == "unable" else (foreseen.slug,)
                    assert not again or again.slug not in slugs, (order, foreseen, mended)
    assert refused > 200


# ruling G1
@pytest.mark.parametrize("step", ["N", "W", "NW", "S", "E"])
def test_a_move_off_a_board_without_a_ring_of_wall_names_no_square_outside(step: str) -> None:
    game = drawn("before:\n    a\na: red ACO")
    problem = genetess.check(game, "red", read_order(f"MOVE A1 {step}"))
    assert problem
    assert (problem.message, problem.hint) == ("The MOVE leads off the board.", "Its squares are A1 to A1.")


WISHES = (
    "K9",
    "9th",
    "1st 9th",
    "K1 K9",
    "K1 1st",
    "1st K1",
    "1st red",
    "red K1",
    "rde",
    "K9 1st",
    "9th K1",
    "red puce",
)


# ruling G39
@pytest.mark.parametrize("kinds", ["start", "order", "start order", "colour order", "start order colour"])
@pytest.mark.parametrize("wishes", WISHES)
def test_what_a_refusal_of_round_0_offers_can_be_gambled_for(kinds: str, wishes: str) -> None:
    game, wanted = gambling.new(*kinds.split()), wishes.split()

    def refusal(wanted: list[str]) -> Problem | None:
        return genetess.check(game, "p1", Order(GAMBLE, stake=1, preferences=tuple(wanted)))

    problem = refusal(wanted)
    if problem and problem.slug == "no-prize":
        wrong = int(problem.about.split()[-1])
        offered = _behind(problem.hint.replace(";", ","), "There are ")
        assert offered
        for name in offered:
            again = refusal([*wanted[:wrong], name, *wanted[wrong + 1 :]])
            assert not again or again.about != problem.about, (problem, again)
    elif problem:
        assert problem.slug == "mixed"
        assert problem.hint == "Write another GAMBLE for it."
        assert not refusal(wanted[1:])


# DNA


TABLES = [
    (FOUR, Settings()),
    (("red", "green"), Settings(two_player="double")),
    (("green", "red"), Settings()),
    (("red", "green", "blue"), Settings(centre="drawn")),
]


def _middle(luck: Random) -> Dna:
    """A position of a game of DNA that has gone on for a while."""
    seats, settings = luck.choice(TABLES)
    dice = Dice(lambda: b"a table", luck.randrange(10**6))
    game = started(*seats, settings=settings)
    for _ in range(luck.randrange(40)):
        if game.result:
            return _middle(luck)
        game = dna.play(game, str(game.to_move), sample(game, str(game.to_move), dice), dice).game
    return _middle(luck) if game.result else game


def _spoilt(luck: Random, order: str) -> str:
    """An order in which some words are others, are missing or come twice."""
    words = order.replace(",", " ,").replace(";", " ;").split()
    for _ in range(luck.randint(1, 3)):
        at = luck.randrange(1, len(words))
        word = words[at]
        if word in ("S", "M", "L"):
            words[at] = luck.choice("SML")
        elif word in FOUR:
            words[at] = luck.choice([*FOUR, "puce"])
        elif re.fullmatch("[A-H][1-8]", word):
            words[at] = str(luck.choice(GRID.squares))
        elif word == "FROM" and luck.random() < 0.5:
            words[at:at] = [luck.choice(FOUR)]
        elif word == ",":
            following = words[at:]
            words = words[:at] + (words[:at][-3:] if luck.random() < 0.5 else following)
        elif luck.random() < 0.3:
            words[at + 1 : at + 1] = ["ARCHIVE"]
        elif word in ("MUTATE", "SCORE") and luck.random() < 0.3:
            return " ".join(words[: at - 1])
    return " ".join(words)


def _advised(order: dna.order.Order, problem: Problem) -> Iterator[str]:
    """The orders that a refusal advises, each of which must not be refused for the same reason at the same place."""
    part, _, number = problem.about.partition(" ")
    text, hint = str(order), problem.hint.splitlines()[0] if problem.hint else ""
    steps = tuple(step for each in order.clauses if isinstance(each, Mutation) for step in each.steps)
    captures = tuple(taken for each in order.clauses if isinstance(each, Scoring) for taken in each.captures)
    meant = _behind(hint, "Did you mean ")[0].rstrip("?") if "Did you mean " in hint else ""
    match problem.slug, part:
        case "which-colour", "size":
            yield hint.partition("like ")[2].rstrip(".")
        case "no-colour", "colour":
            for colour in [*filter(None, [meant]), *_behind(hint, "There you have ")]:
                yield str(replace(order, colour=colour))
        case "no-piece", "size" if "ARCHIVE to place" in hint:
            yield str(replace(order, archive=not order.archive))
        case (_, "step") if "eave" in hint:
            left_out = steps[int(number.split()[0]) - 1]
            yield str(_with(order, Mutation(tuple(step for step in steps if step != left_out))))
        case "no-rival", _:
            wrong = int(number.split()[0]) - 1
            owners = [*filter(None, [meant]), *_behind(hint, "take from ")]
            written = [str(replace(captures[wrong], owner=owner)) for owner in owners]
            if "Write " in hint:
                written.append(hint.removeprefix("Write ").rstrip("."))
            for capture in written:
                whole = [*captures[:wrong], capture, *captures[wrong + 1 :]]
                yield text.replace(str(Scoring(captures)), f"SCORE TAKE {', '.join(map(str, whole))}")


def _with(order: dna.order.Order, mutation: Mutation) -> dna.order.Order:
    return replace(
        order, clauses=tuple(mutation if isinstance(each, Mutation) else each for each in order.clauses)
    )


def _refusals(game: Dna, text: str) -> list[Problem]:
    reading = dna.parse(entries(text)[0])
    problem = reading.problem
    if reading.order:
        problem = dna.check(game, str(game.to_move), reading.order)
    return [problem, *problem.also] if problem else []


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_refusal_of_dna_says_is_so(seed: int) -> None:
    luck = Random(seed)
    refused = proposed = 0
    for _ in range(20):
        game = _middle(luck)
        for _ in range(15):
            text = _spoilt(
                luck, str(sample(game, str(game.to_move), Dice(lambda: b"an order", luck.randrange(10**6))))
            )
            for problem in _refusals(game, text):
                refused += 1
                assert problem.parts is not None, "a record would keep the sentence"
                assert _squares_named(problem, text, GRID) == [], (text, problem)
                if problem.span:
                    continue
                order = read(text)
                for advised in _advised(order, problem):
                    again = [(each.message, each.about) for each in _refusals(game, advised)]
                    assert (problem.message, problem.about) not in again, (text, problem, advised)
                if WHOLE in problem.hint:
                    proposed += 1
                    whole = problem.hint.partition(WHOLE)[2]
                    assert _refusals(game, whole) == [], (text, problem)
                    assert whole.startswith(str(replace(order, clauses=())))
    assert refused > 100
    assert proposed > 10


# rulings D9 and D11
@pytest.mark.parametrize(
    ("order", "whole"),
    [
        ("PLACE L D3; MUTATE E4 TO M", "PLACE L D3; MUTATE E4 TO M, D4 TO L; SCORE TAKE S FROM green"),
        (
            "PLACE L D3; MUTATE E4 TO M, D4 TO L, E4 TO L",
            "PLACE L D3; MUTATE E4 TO M, D4 TO L; SCORE TAKE S FROM green",
        ),
        (
            "PLACE S D6; SCORE TAKE S blue FROM blue; MUTATE D5 TO red",
            "PLACE S D6; SCORE TAKE S blue FROM blue, S FROM green; MUTATE D5 TO red",
        ),
        (
            "PLACE S D6; SCORE TAKE L FROM green, S FROM yellow; MUTATE D5 TO red",
            "PLACE S D6; SCORE TAKE S FROM yellow, S FROM green; MUTATE D5 TO red",
        ),
    ],
)
def test_the_whole_order_that_is_proposed_keeps_what_was_right(order: str, whole: str) -> None:
    last = _refusals(started(), order)[-1]
    assert last.hint.partition(WHOLE)[2] == whole


def _parts(clause: Mutation | Scoring) -> tuple[Any, ...]:
    return clause.steps if isinstance(clause, Mutation) else clause.captures


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_clause_that_is_right_stays_in_the_whole_order_that_is_proposed(seed: int) -> None:
    luck = Random(seed)
    for _ in range(30):
        game = _middle(luck)
        order = sample(game, str(game.to_move), Dice(lambda: b"an order", luck.randrange(10**6)))
        first, second = order.in_turn()
        kept = luck.randint(0, len(_parts(second)))
        cut = type(second)(_parts(second)[:kept])
        for problem in _refusals(game, str(replace(order, clauses=(first, cut)))):
            if WHOLE in problem.hint:
                clauses = read(problem.hint.partition(WHOLE)[2]).in_turn()
                assert clauses[0] == first, (str(order), problem)
                assert _parts(clauses[1])[:kept] == _parts(cut), (str(order), problem)


# Genie of the Lamp


def _chess(luck: Random) -> Genie:
    """A position of a game of Genie of the Lamp that has gone on for a while."""
    game = position()
    for _ in range(luck.randrange(80)):
        order = genie.parse(entries(luck.choice(genie.legal(game, game.to_move)[:-1]))[0]).order
        after = genie.play(game, game.to_move, order, Dice(bytes, 0)).game
        if after.result:
            return game
        game = after
    return game


def _checked(game: Genie, order: genie.Order | None) -> Problem | None:
    assert order is not None
    return genie.check(game, game.to_move, order)


def _move(luck: Random) -> str:
    """Any move as somebody may write it, legal or not."""
    piece = luck.choice(["", "", "N", "B", "R", "Q", "K", "G", "G"])
    start = luck.choice(["", "", luck.choice("abcdefgh"), luck.choice("abcdefgh") + luck.choice("12345678")])
    target = luck.choice("abcdefgh") + luck.choice("12345678")
    becomes = luck.choice(["", "", "=Q", "=G", "=K"])
    return luck.choice([piece + start + luck.choice(["", "x"]) + target + becomes, "O-O", "O-O-O"])


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_refusal_of_genie_of_the_lamp_says_is_so(seed: int) -> None:
    luck = Random(seed)
    advised = 0
    for _ in range(20):
        game = _chess(luck)
        for text in (_move(luck) for _ in range(60)):
            reading = genie.parse(entries(text)[0])
            problem = reading.problem or _checked(game, reading.order)
            if problem is None:
                continue
            told = f"{problem.message} {problem.hint}".replace(text, "")
            assert set(re.findall(r"\b[a-z][0-9]+\b", told)) <= set(chess.SQUARE_NAMES), (text, problem)
            for words in ("It can go: ", "Write ", "Without a capture it is ", "becomes, like "):
                for move in _behind(f"{problem.message} {problem.hint} ", words):
                    advised += 1
                    assert _checked(game, genie.parse(entries(move)[0]).order) is None, problem
    assert advised > 100
