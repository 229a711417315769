"""What cannot be fetched in time, or at all: whose order it may be decides what becomes of the run."""

from __future__ import annotations

import os
import shutil
import socket
from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from genetess_cli.intake import pull_requests
from tests.kit.command import git
from tests.kit.forge import GREEN, RED, Forge, numbers


def packing(folder: Path, monkeypatch: pytest.MonkeyPatch, pull: dict[str, Any] | None, does: str) -> None:
    """Let the remote's git do something before it packs one pull request's commit; None: whatever it packs."""
    wanted = pull["head"]["sha"] if pull else "."
    hook = folder / "pack-objects"
    hook.write_text(
        f"#!/bin/sh\ncat > {folder}/asked\nif grep -q {wanted} {folder}/asked; then {does}; fi\n"
        f'exec "$@" < {folder}/asked\n'
    )
    hook.chmod(0o755)
    settings = folder / "settings"
    shutil.copy(os.environ["GIT_CONFIG_GLOBAL"], settings)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    git(folder, "config", "--global", "uploadpack.packObjectsHook", str(hook))


def lost(forge: Forge, pull: dict[str, Any]) -> None:
    """Let the remote have lost a commit."""
    head = pull["head"]["sha"]
    git(forge.remote, "update-ref", "-d", f"refs/pull/{pull['number']}/head")
    (forge.remote / "objects" / head[:2] / head[2:]).unlink()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fetch is ended after two seconds."""
    monkeypatch.setattr("genetess_cli.store.git.fetched._PATIENCE", 2.0)


# A slow remote, or a slow pull request


@pytest.mark.exhaustive
def test_where_the_remote_is_slow_with_everything_the_run_ends(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    """Nobody's orders can be read then, and no deadline is to pass."""
    forge.pull("ragnar42", {RED: "PASS\n"})
    packing(tmp_path, monkeypatch, None, "sleep 4")
    done = forge.collect()
    assert (done.status, done.out) == (4, "")
    assert "pull request 1 of ragnar42 may have orders, and the remote did not answer in time" in done.err


@pytest.mark.exhaustive
@pytest.mark.parametrize("login", ["ragnar42", "zoe"])
def test_whose_request_cannot_be_fetched_in_time_is_told_once(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None, login: str
) -> None:
    """What it holds can make it slow; nobody is to stop a league so."""
    packing(tmp_path, monkeypatch, forge.pull(login, {RED: "PASS\n"}), "sleep 4")
    done = forge.collect()
    [answer] = done.json["answers"]
    assert (done.status, answer["close"]) == (1, False)
    assert "it could not be fetched in time: git took longer than 2 seconds" in answer["body"]
    assert "Send the same from a new branch" in answer["body"]
    assert forge.collect().json["answers"] == []


@pytest.mark.exhaustive
def test_a_remote_that_hangs_is_no_authors_fault(forge: Forge, hasty: None) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    with socket.create_server(("127.0.0.1", 0)) as mute:
        done = forge.collect("--from", f"http://127.0.0.1:{mute.getsockname()[1]}/league.git")
    assert (done.status, done.out) == (4, "")
    assert "the remote did not answer in time" in done.err


@pytest.mark.exhaustive
def test_after_a_slow_one_the_others_are_fetched(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    """The git that was ended leaves its lock behind."""
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    packing(tmp_path, monkeypatch, forge.pull("ragnar42", {RED: "PASS\n"}), "sleep 4")
    done = forge.collect()
    assert numbers(done.json["taken"]) == ["1"]


# What the remote does not give


def test_where_the_remote_does_not_give_what_a_player_sent_the_run_ends(forge: Forge) -> None:
    """No deadline is to pass while an order lies there unread."""
    lost(forge, forge.pull("ragnar42", {RED: "PASS\n"}))
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    done = forge.collect()
    assert (done.status, done.out, forge.shown(GREEN)) == (4, "", None)
    assert "pull request 1 of ragnar42 may have orders" in done.err
    assert "the GM can close it" in done.err
    forge.pulls.pop(0)
    assert forge.collect().status == 0


@pytest.mark.exhaustive
def test_a_draft_has_no_orders_yet(forge: Forge) -> None:
    lost(forge, forge.pull("ragnar42", {RED: "PASS\n"}, draft=True))
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    assert numbers(forge.collect().json["taken"]) == ["2"]


def test_a_namesake_of_a_player_stops_nothing(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    forge.pulls.clear()
    lost(forge, forge.pull("ragnar42", {RED: "PASS\n"}, user={"login": "ragnar42", "id": 4}))
    assert forge.collect().status == 3


def test_what_is_broken_is_its_authors_whatever_git_says_besides(forge: Forge) -> None:
    """Many warnings push the words out of sight that end them; no author can stop a league so."""
    blob = git(forge.remote, "hash-object", "-w", "--stdin", data=b"PASS\n")
    rows = (
        b"".join(f"100664 f{number:03}".encode() + b"\0" + bytes.fromhex(blob) for number in range(3))
        + b"100644 .git\0"
        + bytes.fromhex(blob)
    )
    tree = git(forge.remote, "hash-object", "-w", "-t", "tree", "--literally", "--stdin", data=rows)
    forge.pull_tree("ragnar42", tree)
    done = forge.collect()
    assert (done.status, numbers(done.json["refused"])) == (1, ["1"])


# What one author sent


@pytest.mark.exhaustive
def test_the_newest_counts_where_an_older_one_is_slow(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    packing(tmp_path, monkeypatch, forge.pull("ragnar42", {RED: "PASS\n"}), "sleep 4")
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    done = forge.collect()
    assert (numbers(done.json["taken"]), numbers(done.json["refused"])) == (["2"], ["1"])
    assert forge.collect().json["refused"] == []
    assert forge.shown(RED) == "MOVE B2 S\n"


@pytest.mark.exhaustive
def test_behind_a_slow_one_the_rest_of_its_author_waits_and_others_come_in(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    packing(tmp_path, monkeypatch, forge.pull("ragnar42", {RED: "MOVE B2 S\n"}), "sleep 4")
    done = forge.collect()
    assert (numbers(done.json["taken"]), numbers(done.json["refused"])) == (["2"], ["3"])
    assert "1 more wait for the next runs" in done.err
    assert "1" in numbers(forge.collect().json["taken"])


@pytest.mark.exhaustive
def test_what_there_was_no_time_for_waits_with_all_of_its_authors(
    forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read by a later run, the older one would take the place of the newer."""
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    clock = chain([0.0, 0.0], repeat(1000.0))  # the run begins, and fetches one
    with monkeypatch.context() as patched:
        patched.setattr(pull_requests, "time", SimpleNamespace(monotonic=lambda: next(clock)))
        assert (forge.collect().status, forge.shown(RED)) == (3, None)
    done = forge.collect()
    assert [one["replaced_by"] for one in done.json["taken"]] == ["pull request 2", None]
    assert forge.shown(RED) == "MOVE B2 S\n"
