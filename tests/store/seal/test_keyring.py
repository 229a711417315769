"""Where keys are kept: a place that is the same wherever the program runs, and that git never publishes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.errors import Refused, ignore_note
from genetess_cli.store.seal import keyring
from tests.kit.command import new_league, run
from tests.kit.keys import KEY, machine


def test_a_configuration_folder_that_is_not_absolute_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(keyring.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "config")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="XDG_CONFIG_HOME=config is not an absolute path"):
        keyring.master(ignore_note)
    assert not any(tmp_path.iterdir())


def test_a_configuration_folder_in_a_work_tree_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = new_league(tmp_path)
    (tmp_path / "link").symlink_to(league)
    monkeypatch.delenv(keyring.VARIABLE, raising=False)
    for folder in (league / "config", tmp_path / "link" / "config"):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
        done = run(league, "keys", "new")
        assert done.status == 1
        assert "a git repository, where `git add` would publish your keys" in done.err
        assert not folder.exists()


def test_the_key_in_the_environment_needs_no_folder(tmp_path: Path) -> None:
    with machine(tmp_path, KEY), pytest.MonkeyPatch.context() as change:
        change.setenv("XDG_CONFIG_HOME", "not/absolute")
        assert keyring.master().hex() == KEY
        assert keyring.has_master()
        assert run(tmp_path, "keys", "show").status == 0


# The account has no entry in the list of accounts, as in some containers.
_NOBODY = """
import pwd
def getpwuid(number):
    raise KeyError(number)
pwd.getpwuid = getpwuid
from genetess_cli.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["keys", "new"], "HOME"),
        (["keys", "show"], "HOME"),
        (["verify"], "not in a league"),
        (["play"], "-C"),
    ],
)
def test_without_a_home_folder_there_is_no_traceback(tmp_path: Path, words: list[str], remedy: str) -> None:
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", _NOBODY, *words]
    done = subprocess.run(command, cwd=tmp_path, env=bare, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert remedy in done.stderr
    assert done.returncode in (1, 2)


def test_what_is_there_already_is_not_written_again(tmp_path: Path) -> None:
    with machine(tmp_path):
        file = keyring.bring_master(f":{KEY},")
        before = file.read_bytes()
        keyring.bring_master(file.read_text())
        assert file.read_bytes() == before


def test_what_parts_keys_may_end_them(tmp_path: Path) -> None:
    with machine(tmp_path, f"{KEY}:{'0d' * 32}:"):
        assert len(keyring.masters()) == 2
    with machine(tmp_path, ":"), pytest.raises(Refused, match="line breaks, blanks, commas or colons"):
        keyring.masters()


def test_check_finds_a_key_in_the_league(tmp_path: Path) -> None:
    league = new_league(tmp_path)
    with machine(tmp_path, KEY):
        run(league, "new", "riot", "--ruleset", "dna", "--player", "red=Ann", "--player", "green=Ben")
    (league / "genetess" / "seats").mkdir(parents=True)
    (league / "genetess" / "master.key").write_text(f"{'5e' * 32}\n")
    (league / "genetess" / "seats" / f"{'5b0c' * 8}-red.key").write_text("a" * 43)
    (league / ".env").write_text(f"GENETESS_MASTER_KEY={KEY}\n")
    (league / "notes.txt").write_text(f"a digest is no key: {'77' * 32}\n")
    done = run(league, "check")
    found = {line.partition(":")[0] for line in done.err.splitlines() if "secret key" in line}
    assert found == {".env", "genetess/master.key", f"genetess/seats/{'5b0c' * 8}-red.key"}
    assert done.status == 1
    (league / ".gitignore").write_text(".env\ngenetess/\n")
    assert run(league, "check").status == 0
