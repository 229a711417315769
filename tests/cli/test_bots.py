"""Bots in seats, as a GM gives them one and as commands and pages tell of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, Unchanged, run
from tests.kit.reading import game_in

NOW = ("--now", LATER)
NEW = ("new", "cave", "--ruleset", "genetess")


def test_a_new_game_has_bots_behind_the_players_or_called_as_named(empty: Path) -> None:
    done = run(empty, *NEW, "--player", "red=Greta", "--bot", "green=greedy", "--bot", "RED=random")
    assert done.status == 0, done.err
    players = game_in(empty, "cave").file.players
    assert [(player.seat, player.called, player.bot) for player in players] == [
        ("red", "Greta (bot)", "random"),
        ("green", "Greedy (bot)", "greedy"),
    ]


def test_a_game_that_bots_play_by_themselves_is_not_simulated_with_commits(
    empty: Path, refused: Unchanged
) -> None:
    assert run(empty, *NEW, "--player", "red=Greta", "--bot", "green=greedy").status == 0
    assert run(empty, "start", "cave", *NOW).status == 0
    assert (
        "has bots, which play by themselves"
        in refused(empty, "simulate", "cave", "--turns", "1", "--commit").err
    )


def test_a_games_own_bots_play_it_in_a_simulation(empty: Path) -> None:
    assert run(empty, *NEW, "--player", "red=Greta", "--bot", "green=greedy").status == 0
    done = run(empty, "simulate", "cave", "--turns", "1", "--json")
    assert done.json["bots"] == {"red": "random", "green": "greedy"}


def test_a_bot_that_there_is_not_is_refused_with_those_that_there_are(
    empty: Path, refused: Unchanged
) -> None:
    told = refused(empty, *NEW, "--bot", "red=greedy", "--bot", "green=gready").err
    assert "there is no bot `gready` (did you mean `greedy`?)" in told
    assert "genetess has `random`, `greedy`" in told
    assert "write SEAT=BOT" in refused(empty, *NEW, "--bot", "greedy", status=2).err
    assert (
        "leave out @ann" in refused(empty, *NEW, "--player", "red=A@ann", "--bot", "red=greedy", status=2).err
    )


def test_a_game_of_bots_starts_and_is_played_by_tick(empty: Path) -> None:
    run(empty, *NEW, "--bot", "red=greedy", "--bot", "green=greedy")
    assert "red is to move; the bot greedy orders with the next run" in run(empty, "start", "cave").out
    done = run(empty, "tick")
    assert done.status == 0
    assert len(done.out.splitlines()) > 10


def test_a_seat_is_given_to_a_bot_and_everybody_reads_it(started: Path, refused: Unchanged) -> None:
    done = run(started, "replace", "riot", "green", "--bot", "greedy", *NOW)
    assert "gave the seat green to Greedy (bot) instead of Gwen" in done.out
    assert run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", *NOW).status == 0
    assert run(started, "show", "riot", "--json").json["players"]["green"]["bot"] == "greedy"
    assert "Greedy (bot)" in run(started, "show", "riot").out
    assert [turn["source"] for turn in run(started, "log", "riot", "--as", "red", "--json").json][-1] == "bot"
    assert "the bot greedy plays green" in refused(started, "order", "riot", "green", "PASS").err
    assert run(started, "verify", "riot").status == 0
    refused(started, "replace", "riot", "green", *NOW, status=2)
    assert (
        "no bot `chess`" in refused(started, "replace", "riot", "red", "--bot", "chess", *NOW, status=2).err
    )


def test_check_finds_what_a_bot_cannot_have_and_a_file_that_is_not_used(started: Path) -> None:
    run(started, "order", "riot", "green", "PASS")
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("person: p2", "person: p2, bot: greedy"))
    assert "a bot is no person: delete `person` or `bot`" in run(started, "check").err
    game.write_text(game.read_text().replace("person: p2", "name: Gwen"))
    done = run(started, "check")
    assert "nothing in it is used: the bot greedy plays green; delete the file" in done.out + done.err


def test_the_pages_tell_a_bot_from_a_person(started: Path) -> None:
    run(started, "replace", "riot", "green", "--bot", "greedy", *NOW)
    run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", *NOW)
    assert run(started, "build").status == 0
    for page in ("riot/index.html", "riot/sheet/green/index.html", "riot/sheet/red/index.html"):
        assert "Greedy (bot)" in (started / "_site" / page).read_text(encoding="utf-8"), page
    sheet = (started / "_site/riot/sheet/green/index.html").read_text(encoding="utf-8")
    assert "The bot <code>greedy</code> plays this seat and takes no orders." in sheet
    assert "builder" not in sheet


@pytest.mark.parametrize(
    ("ruleset", "digest"), [("genetess", "b1231727433e"), ("dna", "1551a91863bb"), ("genie", "422d57441d73")]
)
def test_what_a_bot_orders_changes_with_the_version_of_the_rules_alone(
    empty: Path, ruleset: str, digest: str
) -> None:
    """Else `verify` would doubt the records of bots in older games: raise the ruleset's VERSION with this digest."""
    seats = ("white", "black") if ruleset == "genie" else ("red", "green")
    players = [text for seat in seats for text in ("--player", f"{seat}={seat.title()}")]
    assert run(empty, "new", "game", "--ruleset", ruleset, *players).status == 0
    done = run(empty, "simulate", "game", "--turns", "10", "--seed", "1", "--bots", "hunter", "--json")
    assert done.json["digest"][:12] == digest
