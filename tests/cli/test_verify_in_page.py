"""A game verified from what its site has for that, without the league: the same is found as by `genetess verify`."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from shutil import copytree

import msgspec
import pytest
from msgspec.structs import replace

from genetess_cli import browser
from genetess_cli.site.write import proof
from tests.house.tree import ROOT
from tests.kit.command import START, commit, git, run
from tests.kit.history import record, replaced, tamper, verify
from tests.kit.keys import KEY, machine
from tests.kit.proved import files, proved


def _line(said: str) -> str:
    """What a page says was compared."""
    match = re.search(r'class="banner">(.*)\.</p>', said)
    assert match, said
    return match[1]


def _difference(said: str) -> str:
    match = re.search(r'class="banner alert">(.*)</p>', said)
    assert match, said
    return match[1]


def test_a_game_with_every_kind_of_record_is_as_committed(played: Path, tmp_path: Path) -> None:
    assert f"riot: {_line(proved(played, tmp_path / 'page'))}\n" == verify(played).out


def test_a_game_with_an_undo_is_as_committed(played: Path, tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        assert run(played, "undo", "riot", "--to", "3a", "--now", "2026-12-20T00:00:00Z").status == 0
    assert f"riot: {_line(proved(played, tmp_path / 'page'))}\n" == verify(played).out


def test_a_game_by_rules_that_no_release_has_is_not_called_right(tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", str(ROOT / "tests/corpus/before-0.1.0-b94efbc1.bundle"), "league")
    said = proved(tmp_path / "league", tmp_path / "page")
    assert "<h2>No turn was played again</h2>" in said
    assert "<li>0–5b: rules 3, which no release has" in said


def test_orders_that_came_by_merges_are_found(started: Path, tmp_path: Path) -> None:
    for number, order in enumerate(("MOVE B2 S", "PASS")):
        git(started, "switch", "--quiet", "-c", f"pull{number}", f"HEAD~{number}")
        (started / "games/riot/orders" / f"{('red', 'green')[number]}.txt").write_text(f"{order}\n")
        commit(started, "orders")
        git(started, "switch", "--quiet", "main")
        (started / "README.md").write_text(f"{number}\n")
        commit(started, "another file")
        git(started, "merge", "--quiet", "--no-edit", f"pull{number}")
        assert run(started, "tick", "--now", f"2026-11-2{number + 2}T00:00:00Z").status == 0
    assert f"riot: {_line(proved(started, tmp_path / 'page'))}\n" == verify(started).out


def test_a_league_may_lie_in_a_folder_of_its_repository(founded: Path, tmp_path: Path) -> None:
    league = tmp_path / "outer" / "[two] words"
    copytree(founded, league, ignore=lambda _, names: {".git"} & {*names})
    git(tmp_path / "outer", "init", "--quiet")
    (tmp_path / "outer" / "other.txt").write_text("not the league's\n")
    commit(league)
    assert run(league, "start", "riot", "--now", START).status == 0
    assert run(league, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--now", START).status == 0
    assert f"riot: {_line(proved(league, tmp_path / 'page'))}\n" == verify(league).out


def test_a_record_that_was_changed_is_named_as_by_the_command(played: Path, tmp_path: Path) -> None:
    path = record(played, 3)
    path.write_text(path.read_text().replace("outcome: ", "outcome:  "))
    commit(played, "tidy up")
    said = _difference(proved(played, tmp_path / "page"))
    assert "the record was changed after it was added" in said
    assert f"riot: {said}\n" == verify(played).err


def test_an_order_that_was_changed_is_shown_on_the_board_before_it(played: Path, tmp_path: Path) -> None:
    tamper(played, 2, "", replaced("order: .*", "order: MOVE H3 S"))
    said = proved(played, tmp_path / "page")
    assert f"riot: {_difference(said)}\n" == verify(played).err
    assert "The first difference is in record 2, turn <b>1b</b>" in said
    assert "<svg" in said.partition("The board before that turn")[2]


def test_a_die_that_was_changed_is_found_once_the_key_is_public(played: Path, tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        assert (
            run(played, "finish", "riot", "--reason", "enough", "--now", "2026-12-20T00:00:00Z").status == 0
        )
        assert run(played, "reveal", "riot").status == 0
    number = next(number for number in range(30) if "draws:\n" in record(played, number).read_text())
    tamper(played, number, "", replaced("of: 4, number: 0", "of: 4, number: 1"))
    said = proved(played, tmp_path / "page")
    assert "by the dice of the game's key" in said
    assert f"riot: {_difference(said)}\n" == verify(played).err


def test_a_sealed_game_is_opened_by_the_cipher_of_the_browser(sealed: Path, tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        assert run(sealed, "order", "riot", "red", "PASS", "--commit").status == 0
        for day in (23, 27, 29):
            run(sealed, "tick", "--now", f"2026-11-{day}T00:00:00Z")
        assert (
            run(sealed, "finish", "riot", "--reason", "enough", "--now", "2026-12-20T00:00:00Z").status == 0
        )
        assert run(sealed, "reveal", "riot").status == 0
    assert f"riot: {_line(proved(sealed, tmp_path / 'page'))}\n" == verify(sealed).out


def test_files_that_are_damaged_are_told(
    started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [whole] = files(started)
    given = proof.read(whole)
    lacking = zlib.compress(msgspec.msgpack.encode(replace(given, objects=given.objects[:-1])))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GENETESS_GIT", "loose")
    for data in (b"", b"no file", whole[:-20], whole[:40], whole + b"more", zlib.compress(b"\x92"), lacking):
        said = browser.call("lay", data, lambda done, total: None)
        assert isinstance(said, str)
        assert "the files of this game are damaged" in said
