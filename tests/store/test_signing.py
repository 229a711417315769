"""Who signs a commit: whoever git says, and nobody whom git can only guess; by a key where git is told so."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store.git.repository import Repository
from tests.store.conftest import git
from tests.store.test_git import play

Variables = dict[str, str]
WITH_SSH = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, top: Path) -> Path:
    """A league on a machine on which git was told nothing."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.delenv("EMAIL", raising=False)
    return top


def commit(top: Path, monkeypatch: pytest.MonkeyPatch, given: Variables) -> None:
    """Play a turn, with names as variables of the environment and names with a dot as git's own settings."""
    for name, value in given.items():
        if "." in name:
            subprocess.run(["git", "config", name, value], cwd=top, check=True)
        else:
            monkeypatch.setenv(name, value)
    with Repository.open(top) as league:
        play(league)


WHO = {"user.name": "Gail", "user.email": "gail@example.org"}
SIGNERS: list[Variables] = [
    WHO,
    {**WHO, "user.name": " Gail <Ü> Jr. "},
    {**WHO, "author.name": "A", "author.email": "a@x", "committer.name": "C"},
    {**WHO, "author.name": ""},
    {**WHO, "user.email": ""},
    {**WHO, "GIT_AUTHOR_NAME": "Robot", "GIT_COMMITTER_EMAIL": "c@x"},
    {**WHO, "EMAIL": "e@x"},
    {**WHO, "user.useConfigOnly": "true"},
    {"user.name": "Gail", "EMAIL": "e@x"},
    {f"GIT_{role}_{part}": "a@x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")},
]


@pytest.mark.parametrize("given", SIGNERS, ids=str)
def test_a_turn_is_signed_as_git_would_sign_it(
    nobody: Path, monkeypatch: pytest.MonkeyPatch, given: Variables
) -> None:
    commit(nobody, monkeypatch, given)
    subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "by git"], cwd=nobody, check=True)
    ours, gits = git(nobody, "log", "-2", "--format=%an <%ae> %cn <%ce>").splitlines()
    assert ours == gits


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"user.name": "Gail"},
        {"user.email": "gail@example.org", "user.useConfigOnly": "true"},
        {"user.name": "Gail", "EMAIL": "e@x", "user.useConfigOnly": "true"},
        {**WHO, "GIT_AUTHOR_NAME": ""},
        {**WHO, "user.name": " . "},
        {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@x"},
    ],
    ids=str,
)
def test_where_git_can_only_guess_nothing_is_committed(
    nobody: Path, monkeypatch: pytest.MonkeyPatch, given: Variables
) -> None:
    with pytest.raises(Refused, match=r"user\.name|empty ident name|disallowed"):
        commit(nobody, monkeypatch, given)
    assert git(nobody, "rev-list", "--count", "HEAD") == "1"


def signing(folder: Path, top: Path) -> None:
    """Have git sign by a key of ssh, as many do."""
    key, allowed = folder / "key", folder / "allowed"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    allowed.write_text(f"test@example.org {key.with_suffix('.pub').read_text()}")
    for name, value in {
        "commit.gpgsign": "yes",
        "gpg.format": "ssh",
        "user.signingKey": str(key),
        "gpg.ssh.allowedSignersFile": str(allowed),
    }.items():
        git(top, "config", name, value)


@pytest.mark.parametrize("value", ["", "no", "off"])
def test_a_turn_is_not_signed_where_git_is_told_not_to(top: Path, value: str) -> None:
    git(top, "config", "commit.gpgsign", value)
    with Repository.open(top) as league:
        play(league)
    assert "gpgsig" not in git(top, "cat-file", "commit", "HEAD")


@WITH_SSH
def test_a_turn_is_signed_by_the_key_where_git_is_told_to_sign(top: Path, tmp_path: Path) -> None:
    signing(tmp_path, top)
    with Repository.open(top) as league:
        play(league)
    git(top, "verify-commit", "HEAD")
    shown = git(top, "log", "-1", "--format=%an|%ae|%ad|%cd|%B", "--date=iso")
    time = "2023-11-14 22:13:20 +0000"
    assert shown == f"Test|test@example.org|{time}|{time}|riot 1 red: PASS\n\nGenetess-Turn: 1"
    git(top, "fsck", "--strict")


@WITH_SSH
def test_a_key_that_is_not_there_refuses_the_turn(top: Path, tmp_path: Path) -> None:
    signing(tmp_path, top)
    (tmp_path / "key").unlink()
    with (
        Repository.open(top) as league,
        pytest.raises(Refused, match=r"commit.gpgsign.*No private key found"),
    ):
        play(league)
    assert (git(top, "rev-list", "--count", "HEAD"), git(top, "status", "--porcelain")) == ("1", "")
