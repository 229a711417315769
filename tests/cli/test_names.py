"""Names and titles wherever one comes in: what is not read alike by all is refused with a sentence, the GM's too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_signup import OFFER, offer, sign_up
from tests.kit.command import LATER, Unchanged, commit, run

TURNED = "A\u202enn"
WORDS = "has the character U+202E (right-to-left override), which is invisible; remove it"
NEW = ("new", "cave", "--ruleset", "genetess", "--player", "red=Ann")


@pytest.mark.parametrize(
    "command",
    [
        (*NEW, "--player", f"green={TURNED}"),
        (*NEW, "--player", "green=Bo", "--name", TURNED),
        ("init", "other", "--title", TURNED),
        ("replace", "riot", "green", f"{TURNED}@rolf"),
    ],
    ids=["new --player", "new --name", "init --title", "replace"],
)
def test_a_name_on_the_command_line(started: Path, refused: Unchanged, command: tuple[str, ...]) -> None:
    assert WORDS in refused(started, *command, status=2).err


@pytest.mark.parametrize("option", ["--player=green=\udcff", "--name=\udcff"])
def test_a_name_that_is_not_utf_8(empty: Path, refused: Unchanged, option: str) -> None:
    done = refused(empty, *NEW, "--player=blue=Bo", option, status=2)
    assert "has the byte 0xff, which is not UTF-8" in done.err


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("name: Gwen", f'name: "{TURNED}"', f"name: it {WORDS}"),
        ("name: Gwen", "name: Rаgnаr", "name: the name `Rаgnаr` is taken: `Ragnar` looks the same"),
        ("name: Gwen", "name: ragnar", "name: the name `ragnar` is taken"),
        ("name: Riot", f'name: "{TURNED}"', f"name: it {WORDS}"),
    ],
)
def test_a_name_in_game_yaml_keeps_a_game_from_starting_and_a_running_one_from_nothing(
    founded: Path, refused: Unchanged, old: str, new: str, line: str
) -> None:
    settings = founded / ("people/p2.yaml" if "Gwen" in old else "games/riot/game.yaml")
    text = settings.read_text()
    settings.write_text(text.replace(old, new))
    assert line in refused(founded, "start", "riot").err
    checked = run(founded, "check")
    assert (checked.status, line in checked.err) == (1, True), checked.err
    settings.write_text(text)
    assert run(founded, "start", "riot", "--now", "2026-11-21T00:00:00Z").status == 0
    settings.write_text(settings.read_text().replace(old, new))
    (founded / "games/riot/orders/red.txt").write_text("PASS\n")
    assert run(founded, "tick", "--now", LATER).status == 0
    assert run(founded, "build").status == 0


def test_the_title_of_a_league(started: Path) -> None:
    settings = started / "genetess.yaml"
    settings.write_text(settings.read_text().replace("title: Tests", f'title: "{TURNED}"'))
    done = run(started, "check")
    assert (done.status, f"genetess.yaml: title: it {WORDS}" in done.err) == (1, True), done.err


def test_a_sign_up_that_somebody_committed_by_hand(founded: Path, refused: Unchanged) -> None:
    offer(founded, OFFER.replace("minimum: 3", "minimum: 2"))
    sign_up(founded, "zed", 1, "name: Rаgnаr\ngithub: zed\n")
    commit(founded)
    done = refused(founded, "start", "riot")
    assert "name: the name `Rаgnаr` is taken" in done.err
    assert "games/riot/signups: these files name players" in done.err


@pytest.mark.parametrize(
    "command",
    [
        ("order", "RIOT", "Red", "PASS"),
        ("show", "Riot", "--as", "RED"),
        ("legal", "riot", "RED"),
        ("resolve", "Riot", "--order", "PASS", "--seat", "RED", "--now", LATER),
        ("replace", "Riot", "GREEN", "Rolf", "--now", LATER),
        ("simulate", "Riot", "--turns", "1", "--bots", "GREEDY"),
        ("draw", "Riot", "--agreed", "Red,GREEN", "--now", LATER),
        ("new", "Cave", "--ruleset", "dna", "--player", "RED=Ann", "--player", "Green=Bo"),
    ],
)
def test_capitals_do_not_matter_in_the_names_of_games_and_seats(
    started: Path, command: tuple[str, ...]
) -> None:
    done = run(started, *command)
    assert done.status == 0, done.err


def test_nor_do_they_where_a_schedule_runs_the_program(started: Path) -> None:
    for name in ("Riot", "riot"):
        assert run(started, "resolve", name, "--now", LATER).status == 3
