"""Where pull requests are fetched from and what came in is pushed to: nothing is lost, nothing is accepted twice."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.kit.command import commit, git, run
from tests.kit.forge import GREEN, RED, Forge, numbers, reasons


def test_it_is_done_again_where_the_remote_has_moved(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    git(forge.league.parent, "clone", "--quiet", "remote.git", "other")
    other = forge.league.parent / "other"
    (other / "note.md").write_text("hi\n")
    commit(other, "a note")
    git(other, "push", "--quiet")
    done = forge.collect()
    assert done.status == 0, done.err
    assert git(forge.league, "log", "--format=%s", "-2").splitlines() == ["riot: orders of red", "a note"]


def test_whose_seat_it_is_is_asked_again_where_the_remote_has_moved(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    git(forge.league.parent, "clone", "--quiet", "remote.git", "other")
    other = forge.league.parent / "other"
    assert run(other, "replace", "riot", "red", "Zoe@zoe").status == 0
    git(other, "push", "--quiet")
    done = forge.collect()
    assert "ragnar42 plays no seat in riot" in reasons(done)
    assert forge.shown(RED) is None


def test_it_is_done_again_where_somebody_pushes_at_the_same_moment(forge: Forge) -> None:
    """The remote moves between the last look at it and the push."""
    forge.pull("ragnar42", {RED: "PASS\n"})
    tree = git(forge.remote, "rev-parse", "main^{tree}")
    other = git(forge.remote, "commit-tree", tree, "-p", "main", "-m", "somebody else's")
    hook = forge.remote / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        f"#!/bin/sh\nunset GIT_QUARANTINE_PATH\ngit update-ref refs/heads/main {other} {forge.tip()} || true\n"
    )
    hook.chmod(0o755)
    done = forge.collect()
    assert done.status == 0, done.err
    assert git(forge.remote, "log", "--format=%s", "-2", "main").splitlines() == [
        "riot: orders of red", "somebody else's"]  # fmt: skip


def test_what_cannot_be_done_again_leaves_nothing_here(forge: Forge) -> None:
    """Somebody pushes at the same moment, and then the remote is gone."""
    forge.pull("ragnar42", {RED: "PASS\n"})
    tip = forge.tip()
    tree = git(forge.remote, "rev-parse", "main^{tree}")
    other = git(forge.remote, "commit-tree", tree, "-p", "main", "-m", "somebody else's")
    hook = forge.remote / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        f"#!/bin/sh\nunset GIT_QUARANTINE_PATH\ngit update-ref refs/heads/main {other}\n"
        f"git -C {forge.league} remote set-url origin ../nowhere.git\n"
    )
    hook.chmod(0o755)
    done = forge.collect()
    assert (done.status, done.out) == (4, "")
    assert git(forge.league, "rev-parse", "HEAD") == tip
    assert not (forge.league / RED).exists()


def test_what_cannot_be_pushed_leaves_nothing_here(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    listed = forge.listed()
    tip = git(forge.league, "rev-parse", "HEAD")
    git(forge.league, "remote", "set-url", "--push", "origin", "../nowhere.git")
    done = run(forge.league, "collect", "--pulls", str(listed), "--push")
    assert done.status == 4
    assert git(forge.league, "rev-parse", "HEAD") == tip
    assert not (forge.league / RED).exists()


def test_a_remote_that_cannot_be_fetched_is_no_refusal(forge: Forge) -> None:
    """Whoever carries out turns next would take status 1 for orders that were all refused."""
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.remote.rename(forge.remote.with_name("away.git"))
    done = forge.collect("--from", "../away.git")
    assert (done.status, done.out) == (4, "")
    assert "the remote could not be asked, and nothing was done" in done.err


def test_a_remote_that_does_not_say_what_was_answered_is_no_refusal(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused for good would be looked at again, and could come in on another day."""
    forge.pull("zoe", {RED: "PASS\n"})
    forge.collect()
    wrapped = tmp_path / "bin" / "git"
    wrapped.parent.mkdir()
    wrapped.write_text(
        '#!/bin/sh\ncase "$*" in *fetch*refs/genetess*) echo "fatal: the remote hung up" >&2; exit 128 ;; esac\n'
        f'exec {shutil.which("git")} "$@"\n'
    )
    wrapped.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapped.parent}:{os.environ['PATH']}")
    done = forge.collect()
    assert (done.status, done.out) == (4, "")
    assert "earlier answers could not be read" in done.err


@pytest.mark.parametrize("old_first", [True, False])
def test_how_far_back_one_parted_is_no_matter_beside_another(forge: Forge, old_first: bool) -> None:
    """What is fetched of a branch ends so many commits ago, within the history of the league, which is whole."""
    old = forge.tip()
    stream = "".join(
        f"commit refs/heads/main\ncommitter g <g@g> {1800000000 + at} +0000\ndata 1\nx\n"
        + (f"from {old}\n" if at == 0 else "")
        for at in range(150)
    )
    git(forge.remote, "fast-import", "--quiet", data=stream.encode())
    sent = [("gwen-g", GREEN, old), ("ragnar42", RED, None)]
    for login, path, parent in sent if old_first else sent[::-1]:
        forge.pull(login, {path: "PASS\n"}, parent)
    assert numbers(forge.collect().json["taken"]) == ["1", "2"]


def test_commits_of_the_gm_are_never_dropped(forge: Forge) -> None:
    git(forge.league.parent, "clone", "--quiet", "remote.git", "other")
    other = forge.league.parent / "other"
    for folder, name in ((forge.league, "mine.md"), (other, "theirs.md")):
        (folder / name).write_text("hi\n")
        commit(folder, name)
    git(other, "push", "--quiet")
    forge.pull("ragnar42", {RED: "PASS\n"})
    done = forge.collect()
    assert (done.status, done.out) == (1, "")
    assert "commits here are not on it. Run `git pull --rebase`" in done.err
    assert (forge.league / "mine.md").exists()


def test_a_file_that_was_edited_here_is_not_overwritten(forge: Forge) -> None:
    (forge.league / RED).parent.mkdir(exist_ok=True)
    (forge.league / RED).write_text("MOVE B2 S\n")
    forge.pull("ragnar42", {RED: "PASS\n"})
    done = forge.collect()
    assert done.status == 3
    assert "edited and not committed" in done.err
    assert done.json["answers"] == []
    assert (forge.league / RED).read_text() == "MOVE B2 S\n"


@pytest.mark.parametrize("source", ["../remote.git", "origin"])
def test_the_remote_may_be_a_name_or_a_path(forge: Forge, source: str) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    assert forge.collect("--from", source).status == 0


@pytest.mark.parametrize("source", ["nowhere", "--upload-pack=touch x", "", "a\nb"])
def test_what_is_no_remote_is_wrong_usage(forge: Forge, source: str) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    assert forge.collect("--from", source).status == 2


def test_a_remote_that_would_run_a_program_is_not_asked(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    assert forge.collect("--from", "ext::sh -c touch% ran").status == 4
    assert not (forge.league / "ran").exists()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"number": "x"}]', "\udcff"])
def test_what_is_no_list_of_pull_requests_is_wrong_usage(forge: Forge, tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    assert run(forge.league, "collect", "--pulls", str(path)).status == 2


def test_pages_of_a_long_list_are_one_list(forge: Forge, tmp_path: Path) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    path = tmp_path / "list.json"
    path.write_text(json.dumps([[], forge.pulls, []]))
    assert run(forge.league, "collect", "--pulls", str(path)).status == 0


def test_nothing_to_look_at_is_wrong_usage(forge: Forge) -> None:
    assert run(forge.league, "collect").status == 2
