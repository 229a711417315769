"""A league under several master keys: each game keeps the key that it was made with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.store.seal import keys
from tests.kit.command import DEADLINE, LATER, PLAYERS, START, league_with_site, new_game, run
from tests.kit.keys import machine

OLD, NEW, STRANGE = "0d" * 32, "1e" * 32, "2f" * 32
PRINTS = {name: keys.fingerprint(bytes.fromhex(name)) for name in (OLD, NEW, STRANGE)}


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A league with an open game with a bot, which draws, and a sealed one of either key, all started."""
    root = league_with_site(tmp_path)
    for key, slugs in ((OLD, ("riot", "fog")), (f"{OLD}\n{NEW}", ("late", "mist"))):
        with machine(tmp_path, key):
            new_game(root, slugs[0], "--bot", "green=random", players=PLAYERS[:2])
            new_game(root, slugs[1], "--sealed")
            done = run(root, "start", *slugs, "--now", START)
            assert done.status == 0, done.err
    return root


def test_each_game_goes_on_with_its_own_key(league: Path, tmp_path: Path) -> None:
    with machine(tmp_path, f"{OLD}\n{NEW}"):
        done = run(league, "order", "fog", "red", "PASS", "--commit")
        assert done.status == 0, done.err
        for moment in (LATER, DEADLINE):
            done = run(league, "tick", "--now", moment)
            assert done.status == 0, done.err
        assert {f"{slug} 1b" for slug in ("riot", "late")} <= {line[:7] for line in done.out.splitlines()}
        assert run(league, "build", "--out", str(tmp_path / "site")).status == 0
        done = run(league, "verify")
        assert done.status == 0, done.err
        assert done.out.count("all as committed") == 4
    assert all((tmp_path / "site" / slug / "sheet" / "red").exists() for slug in ("fog", "mist"))


@pytest.mark.parametrize(("key", "stopped"), [(OLD, ("late", "mist")), (NEW, ("riot", "fog"))])
def test_with_one_key_of_two_the_games_of_the_other_stop_alone(
    league: Path, tmp_path: Path, key: str, stopped: tuple[str, str]
) -> None:
    with machine(tmp_path, key):
        done = run(league, "tick", "--now", DEADLINE)
        found = [line for line in done.err.splitlines() if "not the one that the game was made with" in line]
        assert sorted(line.replace(":", " ").split()[0] for line in found) == sorted(stopped)
        assert all(PRINTS[key] in line for line in found)
        played = {line.split()[0] for line in done.out.splitlines() if " 1b" in line}
        assert {"riot", "fog", "late", "mist"} - {*stopped} <= played
        assert run(league, "verify").status == 1


def test_show_names_the_games_of_each_key_and_a_key_of_none(league: Path, tmp_path: Path) -> None:
    with machine(tmp_path, f"{OLD},{STRANGE}"):
        done = run(league, "keys", "show")
        outside = run(tmp_path, "keys", "show")
    assert f"  {PRINTS[OLD]}: fog, riot\n  {PRINTS[STRANGE]}: no game of this league\n" in done.out
    promised = (league / "games" / "late" / "game.yaml").read_text().partition("commitment: ")[2].strip('"')
    assert f"late is of none of these keys: its commitment begins with {promised[:8]}" in done.err
    assert "mist is of none" in done.err
    assert f"  {PRINTS[OLD]}  {PRINTS[STRANGE]}\n" in outside.out
    assert not {OLD, NEW, STRANGE} & set((done.out + done.err + outside.out).split())


def test_a_rotation_is_for_games_to_come(tmp_path: Path) -> None:
    with machine(tmp_path):
        root = league_with_site(tmp_path)
        new_game(root, "fog", "--sealed")
        done = run(root, "keys", "rotate")
        assert done.status == 0, done.err
        file = tmp_path / ".config" / "genetess" / "master.key"
        old, new = (keys.fingerprint(bytes.fromhex(line)) for line in file.read_text().split())
        assert f"  {old}: fog\n  {new}: no game of this league\n" in done.out
        assert f"`gh secret set GENETESS_MASTER_KEY --env league < {file}`" in done.out
        new_game(root, "riot")
        assert run(root, "start", "fog", "riot", "--now", START).status == 0
        assert f"  {old}: fog\n  {new}: riot\n" in run(root, "keys", "show").out
        printed = run(root, "keys", "show", "--secret").out
    with machine(tmp_path / "other"):
        assert run(root, "keys", "import", given=printed).status == 0
        assert run(root, "keys", "show", "--secret").out == printed


def test_several_pasted_lines_are_one_import(tmp_path: Path) -> None:
    terminal, end = os.openpty()
    with machine(tmp_path):
        command = [sys.executable, "-m", "genetess_cli", "keys", "import"]
        with subprocess.Popen(command, stdin=end, stdout=subprocess.PIPE) as going:
            assert going.stdout
            assert going.stdout.readline().startswith(b"Paste the key")
            os.write(terminal, f"{OLD}\n{NEW}\n".encode())
            assert going.wait() == 0
        assert f"  {PRINTS[OLD]}  {PRINTS[NEW]}\n" in run(tmp_path, "keys", "show").out
    os.close(terminal)
    os.close(end)
