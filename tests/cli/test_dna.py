"""A game of DNA by the commands of every game: founded, started, ordered, carried out, shown, replayed, built."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, START, Unchanged, bring, git, run

PLAYERS = [text for seat in ("red=Ragnar", "green=Gwen", "blue=Bo") for text in ("--player", seat)]
ORDER = "PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO red"


@pytest.fixture
def helix(empty: Path) -> Path:
    """A league with a game of DNA for three, red to move."""
    assert run(empty, "new", "helix", "--ruleset", "dna", *PLAYERS).status == 0
    assert run(empty, "start", "helix", "--now", START).status == 0
    return empty


def test_a_game_that_is_called_as_its_ruleset_has_its_title(empty: Path) -> None:
    for slug, title in (("dna", "DNA"), ("dna-2", "DNA 2"), ("spiral", "Spiral")):
        run(empty, "new", slug, "--ruleset", "dna", *PLAYERS)
        assert f"name: {title}\n" in (empty / f"games/{slug}/game.yaml").read_text()


def test_a_new_game_has_settings_that_explain_themselves_and_no_board(empty: Path) -> None:
    done = run(empty, "new", "helix", "--ruleset", "dna", *PLAYERS)
    assert done.status == 0
    text = (empty / "games/helix/game.yaml").read_text()
    assert "  stash: {S: 5, M: 5, L: 5}          # pieces of each colour: small, medium, large\n" in text
    assert "  neutral_counts: false " in text
    assert "board.yaml" not in text
    assert not (empty / "games/helix/board.yaml").exists()
    assert "PLACE L D3; MUTATE" in (empty / "games/helix/orders/README.md").read_text()
    assert run(empty, "check").status == 0
    shown = run(empty, "show", "helix", "--as", "red")
    assert "helix has not started\n" in shown.out
    assert "specials" not in run(empty, "show", "helix", "--as", "red", "--json").json


def test_a_board_is_not_asked_for_and_settings_are_checked(empty: Path) -> None:
    run(empty, "new", "helix", "--ruleset", "dna", *PLAYERS)
    file = empty / "games/helix/game.yaml"
    file.write_text(file.read_text().replace("centre: seats", "centre: middle").replace("S: 5", "S: 0"))
    done = run(empty, "check")
    assert done.status == 1
    assert "expected seats or drawn" in done.err
    assert "expected a number from 1 to 20" in done.err
    assert run(empty, "show", "helix").status == 0


def test_an_order_is_checked_before_it_is_written(helix: Path, refused: Unchanged) -> None:
    done = refused(helix, "order", "helix", "red", "PLACE S D6")
    assert done.err.splitlines() == [
        "The mutation spends 0 points; here it must spend 1, which is the most that it can.",
        "    PLACE S D6",
        "    ^^^^^",
        "  This whole order would do: PLACE S D6; MUTATE D5 TO red; SCORE TAKE L FROM green",
    ]


def test_a_square_that_no_board_has_is_refused_out_of_turn_too(helix: Path, refused: Unchanged) -> None:
    text = "PLACE L D3; MUTATE Z9 TO green"
    assert "Z9 is off the board." in refused(helix, "order", "helix", "green", text).err


def test_a_refusal_points_at_the_part_that_is_wrong(helix: Path, refused: Unchanged) -> None:
    order = ORDER.replace("FROM green", "FROM gren")
    done = refused(helix, "resolve", "helix", "--order", order, "--seat", "red")
    assert done.err.splitlines()[-2:] == [
        f"    {' ' * ORDER.index('green')}^^^^",
        "  Did you mean green? You can take from green or blue.",
    ]


def test_an_order_is_carried_out_and_told(helix: Path) -> None:
    assert run(helix, "order", "helix", "red", ORDER).status == 0
    done = run(helix, "resolve", "helix", "--now", LATER)
    assert done.out.splitlines()[0] == f"helix 1a red: {ORDER}"
    log = run(helix, "log", "helix").out
    assert "Ragnar (red) scored 2 points: 1 for the strand D6-D5-D4, 1 for one size." in log
    shown = run(helix, "show", "helix", "--json").json
    assert {"at": "D5", "size": "S", "colour": "red"} in shown["pieces"]
    assert shown["pools"]["green"] == {"S": 4, "M": 4, "L": 5}
    assert shown["archives"]["red"]["green"] == {"S": 0, "M": 1, "L": 0}
    assert shown["to_move"] == ["green"]
    assert run(helix, "verify").status == 0
    assert git(helix, "status", "--porcelain") == ""


def test_the_terminal_shows_pieces_pools_and_archives(helix: Path) -> None:
    bring(helix, "helix", ORDER)
    shown = run(helix, "show", "helix").out
    assert "   5  .  .  . Sr Sy  .  .  ." in shown
    assert "  y yellow (neutral): 4 S, 5 M, 5 L" in shown
    assert "  red: green 1 M" in shown
    assert "  green: empty" in shown
    assert " E  orders" not in shown


def test_the_orders_that_are_listed_can_be_given(helix: Path) -> None:
    listed = run(helix, "legal", "helix", "--json").json
    assert len(listed) == 3 * 60
    bring(helix, "helix", listed[-1])


def test_a_missed_deadline_skips_the_turn(helix: Path) -> None:
    done = run(helix, "tick", "--now", "2026-11-25T00:00:00Z")
    assert "helix 1b" in done.out  # ruling D13


def test_the_gm_drops_a_player_and_ends_the_game(helix: Path) -> None:
    assert run(helix, "drop", "helix", "red", "--orphans", "--reason", "moved away").status == 0
    assert run(helix, "show", "helix", "--json").json["to_move"] == ["green"]
    assert "red (neutral): " in run(helix, "show", "helix").out
    assert run(helix, "finish", "helix", "--reason", "it is late").status == 0
    assert run(helix, "show", "helix", "--json").json["result"]["winners"] == ["green", "blue"]
    assert run(helix, "verify").status == 0


def test_a_seat_without_a_player_does_not_win(helix: Path) -> None:
    assert run(helix, "drop", "helix", "red").status == 0
    assert run(helix, "finish", "helix", "--reason", "it is late").status == 0
    assert run(helix, "show", "helix", "--json").json["result"]["winners"] == ["green", "blue"]
    assert run(helix, "verify").status == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_game_is_simulated_to_its_end_and_its_site_built(helix: Path, bots: str) -> None:
    done = run(helix, "simulate", "helix", "--turns", "12", "--seed", "1", "--bots", bots, "--commit")
    assert done.status == 0, done.err
    done = run(helix, "simulate", "helix", "--turns", "100", "--seed", "1", "--bots", bots)
    assert "Over: " in done.out
    built = run(helix, "build", "--out", "site")
    assert built.status == 0, built.err
    sheet = (helix / "site/helix/sheet/red/index.html").read_text()
    assert "<title>D4: " in sheet
    assert "Gene pools" in sheet
    assert 'class="err"' not in sheet


def test_a_simulation_counts_what_there_is_in_dna(helix: Path) -> None:
    arguments = ("simulate", "helix", "--turns", "100", "--seed", "1", "--bots", "greedy")
    shown = run(helix, *arguments).out
    assert "specials" not in shown
    assert "eliminations" not in shown
    assert "\nbonuses: " in shown
    found = run(helix, *arguments, "--json").json
    assert found["captures"] == found["events"]["captured"]
    assert found["mutations"] == found["events"]["altered"]
    assert sum(found["bonuses"].values()) >= 1
    assert f"strands: {found['strands']}; mutations: {found['mutations']}; " in shown
