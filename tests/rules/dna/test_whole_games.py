"""Whole games by their orders, from the first turn to the count: tests/cases/dna/, each told at its head."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.rules import codec, dna
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.game import Game, Settings
from tests.house.tree import ROOT
from tests.rules.dna.positions import NO_LUCK, read, seats
from tests.rules.dna.soundness import flaws

CASES = sorted((ROOT / "tests" / "cases" / "dna").glob("*.txt"))
HEADS = ("players", "two_player", "pools", "archives", "won")


def _parts(path: Path) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """What a case says besides its turns, and the turns: label, seat, order."""
    heads, turns = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        name, _, text = line.partition(": ")
        if name in HEADS:
            heads[name] = text
        else:
            label, seat = name.split()
            turns.append((label, seat, text))
    return heads, turns


def _numbers(text: str) -> dict[str, int]:
    return {name: int(number) for name, number in (part.split() for part in text.split(", "))}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_game_is_played_to_its_end_by_its_orders(path: Path) -> None:
    heads, turns = _parts(path)
    settings = Settings(two_player=heads.get("two_player", "neutral"))
    game: Game = dna.new(settings, None, seats(*heads["players"].split()), Dice(bytes, 0)).game
    for label, seat, text in turns:
        assert (game.label, game.to_move) == (label, seat)
        order = None if text == "timed out" else read(text)
        outcome = dna.play(game, seat, order, NO_LUCK)
        assert outcome.problem is None, (label, outcome.problem)
        assert not flaws(game, outcome)
        game = codec.load(dna.RULES, settings, codec.dump(outcome.game))
    result = dna.view(game, PUBLIC).result
    assert result
    assert result.reason == "no player had a piece left in a gene pool"  # ruling D12
    assert result.scores == _numbers(heads["archives"])
    assert result.winners == heads["won"].split()
    assert {colour: stock.pieces for colour, stock in game.pools.items()} == _numbers(heads["pools"])


def test_there_is_a_game_for_two_of_either_kind_and_one_for_three() -> None:
    # ruling D4
    heads = [_parts(path)[0] for path in CASES]
    found = {(len(head["players"].split()), head.get("two_player", "neutral")) for head in heads}
    assert found == {(2, "neutral"), (2, "double"), (3, "neutral")}
