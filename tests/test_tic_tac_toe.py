"""The example of docs/rulesets.md as a league meets it: installed, played, shown, built, verified, checked."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from genetess_cli import rules
from genetess_cli.rules import packages
from tests.kit import packs
from tests.kit.command import Done, commit, copied, new_game, new_league, run, start_game
from tests.kit.packages import EXAMPLE, offer
from tests.kit.versions import program_with

PLAYERS = ("--player", "red=Ann", "--player", "blue=Bob")
BROKEN = "raise RuntimeError('not today')\n"


def _install(folder: Path) -> None:
    """Install the example as a league's workflow does, into a folder of its own."""
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps"]
    options = ["--no-build-isolation", "--python", sys.executable, "--target", str(folder), str(EXAMPLE)]
    subprocess.run([*command, *options], check=True, capture_output=True)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A league with a game in its third round: both know B2, blue has a stored order."""
    folder = tmp_path_factory.mktemp("fog")
    _install(folder / "installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder / "installed"))
        rules.ruleset.cache_clear()
        packages.package.cache_clear()
        league = new_league(folder, "--forge", "none")
        new_game(league, "fog", ruleset="tic-tac-toe", players=PLAYERS)
        start_game(league, "fog")
        for seat, order in (("red", "MARK B2"), ("blue", "mark b2"), ("red", "MARK A1"), ("blue", "MARK A3")):
            _ok(run(league, "order", "fog", seat, order, "--commit"))
            _ok(run(league, "resolve", "fog", "--now", "2026-11-21T01:00:00Z"))
        _ok(run(league, "order", "fog", "blue", "MARK C1", "--commit"))
        yield league


def _ok(done: Done) -> Done:
    assert done.status == 0, done.err
    return done


def _board(shown: str) -> list[str]:
    return re.findall(r"(?m)^ +[123] (. . .)$", shown)


@pytest.fixture(scope="module")
def site(league: Path) -> Path:
    _ok(run(league, "build"))
    return league / "_site"


def test_a_player_sees_their_own_marks_and_what_they_ran_into(league: Path) -> None:
    assert _board(run(league, "show", "fog", "--as", "red").out) == ["X ? ?", "? X ?", "? ? ?"]
    assert _board(run(league, "show", "fog", "--as", "blue").out) == ["? ? ?", "? X ?", "O ? ?"]


def test_the_log_tells_a_player_nothing_of_where_the_other_went(league: Path) -> None:
    log = run(league, "log", "fog", "--as", "red").out
    assert "You marked B2." in log
    assert "Bob (blue) tried a square, which was taken, and lost the turn." in log
    assert "A3" not in log


def test_a_mistake_is_shown_with_its_place(league: Path) -> None:
    done = run(league, "order", "fog", "red", "MARK B2 / MARK D4")
    assert done.status == 1
    assert "B2 is taken, as you know.\n    MARK B2 / MARK D4\n         ^^" in done.err


def test_a_sheet_has_the_board_and_a_button_for_each_order(site: Path) -> None:
    sheet = (site / "fog/sheet/red/index.html").read_text()
    assert sorted(re.findall("<title>(.*?)</title><(?:path|circle)", sheet)) == ["A1: X", "B2: X"]
    buttons = re.findall('<button type="button" data-order="(.*?)"', sheet)
    assert buttons == [*(f"MARK {at}" for at in ("B1", "C1", "A2", "C2", "A3", "B3", "C3")), "HOLIDAY"]
    assert "special square" not in sheet
    scripts = re.findall('<script src="[^"]*?([^/"]+)"', sheet)
    assert scripts[:3] == ["old.js", "tic-tac-toe.grammar.js", "core.js"]
    assert not (site / "tic-tac-toe.orders.js").exists()


def test_no_sheet_shows_a_mark_that_its_player_has_not_seen(site: Path) -> None:
    for path in (site / "fog/sheet/red").rglob("*.*"):
        assert b"A3: O" not in packs.said(path.read_bytes())
    assert "A3: O" in (site / "fog/sheet/blue/index.html").read_text()


def test_the_replay_shows_each_player_what_they_saw(site: Path) -> None:
    scenes = [packs.said((site / f"fog/replay/{name}01.js").read_bytes()) for name in ("", "red/", "blue/")]
    assert [b"A3: O" in text for text in scenes] == [False, False, True]


def test_the_rules_have_a_page_and_the_league_names_it(site: Path) -> None:
    page = (site / "rules-tic-tac-toe.html").read_text()
    assert "your turn is lost" in page
    assert "<code>MARK B2</code>" in page
    for name in ("index.html", "standings-tic-tac-toe.html", "play.html"):
        assert 'href="rules-tic-tac-toe.html">Tic-tac-toe</a>' in (site / name).read_text()


def test_a_build_with_nothing_new_writes_nothing(league: Path, site: Path) -> None:
    assert "0 files written, 0 removed" in run(league, "build").out


def test_the_history_holds(league: Path) -> None:
    assert "4 turns" in _ok(run(league, "verify")).out
    assert "Problems: none." in _ok(run(league, "check")).out


def test_bots_can_play_it(league: Path) -> None:
    done = _ok(run(league, "simulate", "fog", "--turns", "30", "--seed", "1"))
    assert "flaw" not in done.out


# A league whose package is not there, or broken


def _without(tmp_path: Path, name: str) -> Path:
    """A league with a game of a ruleset that nobody offers."""
    league = new_league(tmp_path, "--forge", "none")
    new_game(league, "bout", ruleset="dna")
    file = league / "games/bout/game.yaml"
    file.write_text(file.read_text().replace("ruleset: dna", f"ruleset: {name}"))
    commit(league)
    return league


def test_a_game_of_a_ruleset_that_is_not_installed_says_how_to_install_it(
    tmp_path: Path,
) -> None:
    league = _without(tmp_path, "hex")
    for command in (["show", "bout"], ["check"], ["start", "bout"]):
        done = run(league, *command)
        assert done.status == 1
        assert "there is no ruleset `hex`; there are `dna`, `genetess`, `genie`" in done.out + done.err
        assert "`pip install packages/*.whl`" in done.out + done.err


def test_a_package_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, tmp_path / "installed", "hive", "hive_rules", BROKEN, "genetess-hive")
    league = _without(tmp_path, "hive")
    done = run(league, "show", "bout")
    assert done.status == 1
    assert "'hive' of the package genetess-hive cannot be loaded: RuntimeError: not today" in done.err
    new = run(league, "new", "other", "--ruleset", "hive", *PLAYERS)
    assert new.status == 2
    assert "genetess-hive cannot be loaded" in new.err


def test_another_version_of_its_rules_is_named_with_its_package(league: Path, tmp_path: Path) -> None:
    played = copied(league, tmp_path)
    with program_with(2, import_module("tic_tac_toe")):
        done = run(played, "resolve", "fog", "--now", "2026-11-22T00:00:00Z")
        words = "fog is played by version 1, and this program has version 2 of the tic-tac-toe rules; play it on with"
        assert f"{words} an older genetess-tic-tac-toe, or move it to version 2" in done.err
        _ok(run(played, "adopt", "fog", "--now", "2026-11-22T00:00:00Z"))
        done = _ok(run(played, "verify"))
    assert "0–2b: rules 1, verify them with an older genetess-tic-tac-toe" in done.out
