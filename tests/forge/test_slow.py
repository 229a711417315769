"""What cannot be fetched in time, or at all: whose order it may be decides what becomes of the run."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.store.git import fetched
from tests.forge.test_again import two
from tests.forge.test_fairness import LATER, NEXT_DAY, NOON, few, looked_at, strangers
from tests.kit.command import Done, git
from tests.kit.forge import GREEN, RED, Forge, numbers

__all__ = ["few", "two"]
WHITE = "games/wish/orders/white.txt"


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


def remembered(forge: Forge) -> list[str]:
    """What counts as looked at."""
    if not git(forge.remote, "for-each-ref", "refs/genetess"):
        return []
    rows = json.loads(git(forge.remote, "show", "refs/genetess/answered:kept.json"))
    return [name for name, (_, _, at, *_) in rows.items() if at is not None]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fetch is ended after two seconds."""
    monkeypatch.setattr("genetess_cli.store.git.fetched._PATIENCE", 2.0)


# Whose is fetched first


def test_what_was_looked_at_before_is_looked_at_again_players_first(forge: Forge, few: None) -> None:
    forge.pull("zoe", {"games/riot/game.yaml": "name: x\n"})
    forge.collect("--now", NOON)
    forge.pull("ragnar42", {RED: "JUMP\n"})
    forge.collect("--now", LATER)
    strangers(forge, 8)
    again = looked_at(forge.collect("--now", NEXT_DAY.replace("T12:00", "T13:00")))
    assert "2" in again
    assert "1" not in again


@pytest.mark.exhaustive
def test_no_stranger_takes_the_time_from_a_player(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the player's was looked at before, and the stranger's was not."""
    forge.pull("ragnar42", {RED: "JUMP\n"})
    forge.collect("--now", NOON)
    packing(tmp_path, monkeypatch, forge.pull("zoe", {RED: "PASS\n"}), "sleep 9")
    monkeypatch.setattr("genetess_cli.intake.pull_requests.SECONDS", 8)
    assert looked_at(forge.collect("--now", NEXT_DAY)) == ["1", "2"]


@pytest.mark.exhaustive
def test_a_players_that_was_not_fetched_does_not_count_as_looked_at(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    slow = forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    packing(tmp_path, monkeypatch, slow, "sleep 4")
    done = forge.collect()
    assert numbers(done.json["taken"]) == ["2"]
    assert "pull request 1 waits: git took longer than 2 seconds" in done.err
    assert remembered(forge) == ["pull 2"]


def test_nor_does_what_there_was_no_time_for(forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
    forge.pull("zoe", {RED: "PASS\n"})
    forge.pull("zoe", {RED: "PASS\n"})
    monkeypatch.setattr("genetess_cli.intake.pull_requests.SECONDS", -1)
    assert "2 more wait for the next runs" in forge.collect().err
    assert remembered(forge) == []


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
    assert "pull request 1 of ragnar42 may have orders and the remote gives nothing in time" in done.err


def test_so_it_does_where_there_was_no_time_for_anybodys(
    forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    monkeypatch.setattr("genetess_cli.intake.pull_requests.SECONDS", -1)
    done = forge.collect()
    assert (done.status, done.out) == (4, "")
    assert "were over before its turn to be fetched came" in done.err


@pytest.mark.exhaustive
def test_one_slow_request_of_a_player_ends_no_run(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    """What it holds can make it slow; nobody is to stop a league so."""
    packing(tmp_path, monkeypatch, forge.pull("ragnar42", {RED: "PASS\n"}), "sleep 4")
    assert forge.collect().status == 3


def test_a_stranger_on_a_slow_remote_ends_no_run(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    forge.pull("zoe", {RED: "PASS\n"})
    packing(tmp_path, monkeypatch, None, "sleep 4")
    assert forge.collect().status == 3


@pytest.mark.exhaustive
def test_a_remote_that_hangs_is_no_authors_fault(forge: Forge, hasty: None) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    with socket.create_server(("127.0.0.1", 0)) as mute:
        done = forge.collect("--from", f"http://127.0.0.1:{mute.getsockname()[1]}/league.git")
    assert (done.status, done.out) == (4, "")
    assert "the remote gives nothing in time" in done.err


@pytest.mark.exhaustive
def test_git_gives_up_on_one_before_it_is_ended(forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its words are those of a slow one as well, and blame nobody yet."""
    rows = {**fetched._SLOW, "http.lowspeedtime": "1"}
    assert float(fetched._SLOW["http.lowspeedtime"]) < fetched._PATIENCE
    monkeypatch.setattr(fetched, "_SLOW", rows)
    forge.pull("ragnar42", {RED: "PASS\n"})
    with socket.create_server(("127.0.0.1", 0)) as mute:
        done = forge.collect("--from", f"http://127.0.0.1:{mute.getsockname()[1]}/league.git")
    assert "the remote gives nothing in time" in done.err


@pytest.mark.exhaustive
@pytest.mark.parametrize(("login", "again"), [("ragnar42", 1), ("zoe", 0)])
def test_whose_request_two_runs_could_not_fetch_is_told(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None, login: str, again: int
) -> None:
    slow = forge.pull(login, {RED: "PASS\n"})
    with monkeypatch.context() as patched:
        packing(tmp_path, patched, slow, "sleep 4")
        assert forge.collect("--now", NOON).json["answers"] == []
        [answer] = forge.collect("--now", LATER).json["answers"]
        assert (
            forge.collect("--now", LATER).json["answers"] == [answer] * again
        )  # a player's is tried by every run
    assert answer["close"] is False
    assert "no run could fetch it in time" in answer["body"]
    assert "Send the same anew from a fresh branch" in answer["body"]
    assert looked_at(forge.collect("--now", NEXT_DAY.replace("T12:00", "T13:00"))) == ["1"]


def test_a_strangers_that_was_tried_goes_behind_those_that_nobody_has_tried(forge: Forge) -> None:
    """Or a few that are slow would be tried first by every run."""
    lost(forge, forge.pull("zoe", {RED: "PASS\n"}))
    done = forge.collect()
    assert (done.status, done.json["answers"]) == (3, [])
    assert "pull request 1 waits" in done.err
    assert remembered(forge) == ["pull 1"]


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


def test_a_players_is_tried_once_more(forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pull = forge.pull("ragnar42", {RED: "PASS\n"})
    packing(tmp_path, monkeypatch, pull, f"test -e {tmp_path}/once || {{ touch {tmp_path}/once; exit 1; }}")
    assert numbers(forge.collect().json["taken"]) == ["1"]
    assert (tmp_path / "once").exists()


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


# What one player sent


@pytest.fixture
def slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hasty: None
) -> Callable[[Forge, dict[str, Any]], Done]:
    """A run in which one pull request is slow."""

    def collected(forge: Forge, pull: dict[str, Any]) -> Done:
        with monkeypatch.context() as patched:
            packing(tmp_path, patched, pull, "sleep 4")
            return forge.collect("--now", NOON)

    return collected


Slowly = Callable[[Forge, dict[str, Any]], Done]


@pytest.mark.exhaustive
@pytest.mark.parametrize("standing", ["NONE", "OWNER"])
def test_of_one_player_the_newest_counts_where_the_older_one_is_slow(
    forge: Forge, slowly: Slowly, standing: str
) -> None:
    slow = forge.pull("ragnar42", {RED: "PASS\n"}, author_association=standing)
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"}, author_association=standing)
    done = slowly(forge, slow)
    assert (numbers(done.json["taken"]), done.json["refused"]) == (["2"], [])
    forge.pulls.pop()
    done = forge.collect("--now", LATER)
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert "This was read, and pull request #2 counts instead" in answer["body"]
    assert done.json["taken"][0]["replaced_by"] == "pull request 2"
    assert forge.collect("--now", LATER).json["answers"] == [answer]
    assert forge.shown(RED) == "MOVE B2 S\n"


@pytest.mark.exhaustive
def test_of_one_player_the_newest_is_fetched_first(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    packing(tmp_path, monkeypatch, forge.pull("ragnar42", {RED: "MOVE B2 S\n"}), "sleep 5")
    monkeypatch.setattr("genetess_cli.intake.pull_requests.SECONDS", 8)
    done = forge.collect()
    assert numbers(done.json["taken"]) == ["2"]
    forge.pulls.pop()
    assert forge.collect().json["taken"][0]["replaced_by"] == "pull request 2"


@pytest.mark.exhaustive
def test_what_the_older_one_sends_for_another_seat_comes_in(two: Forge, slowly: Slowly) -> None:
    slow = two.pull("ragnar42", {RED: "PASS\n", WHITE: "e4\n"})
    two.pull("ragnar42", {RED: "MOVE B2 S\n"})
    slowly(two, slow)
    two.pulls.pop()
    done = two.collect("--now", LATER)
    assert (two.shown(RED), two.shown(WHITE)) == ("MOVE B2 S\n", "e4\n")
    assert (
        "What this sends for `riot` was read, and pull request #2 counts" in done.json["answers"][0]["body"]
    )


@pytest.mark.exhaustive
def test_an_older_one_comes_in_where_nothing_of_the_newer_one_did(forge: Forge, slowly: Slowly) -> None:
    slow = forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("ragnar42", {RED: "JUMP\n"})
    assert numbers(slowly(forge, slow).json["refused"]) == ["2"]
    assert numbers(forge.collect("--now", LATER).json["taken"]) == ["1"]
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.exhaustive
def test_an_older_one_that_is_changed_after_that_counts(forge: Forge, slowly: Slowly) -> None:
    """Its author mended it, and knows what came in."""
    slow = forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    slowly(forge, slow)
    forge.pulls.pop()
    mended = forge.pull("ragnar42", {RED: "PASS\nPASS\n"})
    forge.pulls = [{**mended, "number": 1}]
    assert numbers(forge.collect("--now", LATER).json["taken"]) == ["1"]
    assert forge.shown(RED) == "PASS\nPASS\n"


@pytest.mark.exhaustive
def test_somebody_elses_older_one_is_no_matter(forge: Forge, slowly: Slowly) -> None:
    slow = forge.pull("gwen-g", {GREEN: "PASS\n"})
    forge.pull("ragnar42", {RED: "PASS\n"})
    slowly(forge, slow)
    forge.pulls.pop()
    forge.collect("--now", LATER)
    assert forge.shown(GREEN) == "PASS\n"


def test_so_it_is_of_one_that_waited_for_the_gm(forge: Forge) -> None:
    """It was read and stays open; what comes in after it for the same seat is newer all the same."""
    forge.pull("ragnar42", {RED: "PASS\n", "games/new/orders/red.txt": "PASS\n"})
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    done = forge.collect("--now", NOON)
    assert (numbers(done.json["taken"]), numbers(done.json["refused"])) == (["2"], ["1"])
    rows = json.loads(git(forge.remote, "show", "refs/genetess/answered:kept.json"))
    assert rows["pull 1"][5] == [["riot", "red", "pull request 2"]]
