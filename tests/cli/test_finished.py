"""A game that is over: what can still be asked of it, and that nothing can be ordered any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, START, Unchanged, run

BOARD = """\
map: |
  ####
  #..#
  ####
starts: {K1: {B2: K}, K2: {C2: K}}
"""


@pytest.fixture
def finished(empty: Path) -> Path:
    """The game duel, in which red took green's King in the first turn."""
    (empty / "board.yaml").write_text(BOARD)
    players = ["--player", "red=Ragnar", "--player", "green=Gwen"]
    run(empty, "new", "duel", "--ruleset", "genetess", "--board", str(empty / "board.yaml"), *players)
    run(empty, "start", "duel", "--now", START)
    done = run(empty, "resolve", "duel", "--order", "MOVE B2 E", "--seat", "red", "--now", LATER)
    assert done.out.splitlines() == [
        "duel 1a red: MOVE B2 E",
        "duel 1a: the game is over: red wins (only one player is left)",
    ]
    return empty


def test_the_result_is_shown(finished: Path) -> None:
    shown = run(finished, "show", "duel", "--json").json
    assert (shown["phase"], shown["to_move"], shown["deadline"]) == ("finished", [], None)
    assert shown["result"]["winners"] == ["red"]
    assert set(shown["result"]) >= {"winners", "scores", "reason"}
    assert shown["players"]["green"]["status"] == "eliminated"
    assert "the game is over: red wins" in run(finished, "show", "duel").out


def test_the_last_turn_is_shown_as_it_began(finished: Path) -> None:
    shown = run(finished, "show", "duel", "--turn", "1a", "--json").json
    assert [piece["at"] for piece in shown["pieces"]] == ["B2", "C2"]
    assert shown["result"] is None


def test_an_eliminated_player_sees_the_public_facts_only(finished: Path) -> None:
    """Ruling G6."""
    shown = run(finished, "show", "duel", "--as", "green", "--json").json
    assert shown["board"]["map"] == ["????"] * 3
    assert shown["pieces"] == []


@pytest.mark.parametrize("seat", ["red", "green"])
def test_nothing_can_be_ordered(finished: Path, refused: Unchanged, seat: str) -> None:
    assert "is over" in refused(finished, "order", "duel", seat, "PASS").err


def test_nothing_can_be_carried_out(finished: Path, refused: Unchanged) -> None:
    refused(finished, "resolve", "duel", "--order", "PASS", "--seat", "red")
    refused(finished, "resolve", "duel", status=3)
    refused(finished, "tick", status=3)


def test_no_order_is_legal(finished: Path) -> None:
    assert run(finished, "legal", "duel", "--json").json == []
    assert run(finished, "legal", "duel", "red", "--json").json == []
    done = run(finished, "legal", "duel", "red", "--json")
    assert done.json == []
    assert "duel is over" in done.err


def test_the_log_tells_the_end(finished: Path) -> None:
    turns = run(finished, "log", "duel", "--as", "green", "--json").json
    assert [event["kind"] for event in turns[-1]["events"]][-1] == "ended"
