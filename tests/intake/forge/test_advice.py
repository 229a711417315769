"""What a pull request's check tells its author, before anything is accepted."""

from __future__ import annotations

import pytest

from tests.kit.command import git, run
from tests.kit.forge import GREEN, RED, Forge


def _checked_out(forge: Forge, login: str, *words: str) -> tuple[int, str, str]:
    git(forge.league, "fetch", "--quiet", "origin", "refs/pull/1/head")
    git(forge.league, "checkout", "--quiet", "FETCH_HEAD")
    done = run(forge.league, "check", "--author", login, *words, "--base", "main")
    return done.status, done.out, done.err


def test_the_orders_are_given_back_as_they_are_read(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "* move b2 s\npass # or not\n"})
    status, out, _ = _checked_out(forge, "ragnar42")
    assert status == 0
    assert "riot red: * MOVE B2 S\nriot red: PASS\n" in out


def test_the_caret_points_to_what_is_none(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE B2 UP\n"})
    status, _, err = _checked_out(forge, "ragnar42")
    assert status == 1
    assert "^" in err


def test_the_number_of_the_account_decides_once_it_is_known(forge: Forge) -> None:
    person = forge.league / "people/p1.yaml"
    person.write_text(f"{person.read_text()}github_id: 101\n")
    git(forge.league, "commit", "--quiet", "--all", "--message", "the number")
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: "PASS\n"})
    assert _checked_out(forge, "ragnar42", "--author-id", "101")[0] == 0
    assert "plays no seat in riot" in _checked_out(forge, "ragnar42", "--author-id", "7")[2]


def test_two_queues_for_one_seat_are_told_as_they_will_be_refused(forge: Forge) -> None:
    start = RED.removesuffix(".txt")
    forge.pull("ragnar42", {f"{start}-a.txt": "PASS\n", f"{start}-b.txt": "MOVE B2 S\n"})
    status, _, err = _checked_out(forge, "ragnar42")
    assert status == 1
    assert "riot: two files for red; change only one of them" in err


def test_a_number_without_a_login_is_wrong_usage(forge: Forge) -> None:
    assert run(forge.league, "check", "--author-id", "7").status == 2


def test_an_order_that_cannot_be_done_now_is_told_as_it_will_be_refused(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n"})
    status, _, err = _checked_out(forge, "ragnar42")
    assert status == 1
    assert "You have no piece on A1" in err


def test_whoever_may_push_anyway_is_held_to_no_seat(forge: Forge) -> None:
    forge.pull("gail", {GREEN: "PASS\n"})
    assert _checked_out(forge, "gail", "--may-push")[0] == 0


@pytest.mark.parametrize("other", [".DS_Store", "README.md"])
def test_who_may_push_is_told_that_orders_beside_other_files_are_not_taken_in(
    forge: Forge, other: str
) -> None:
    forge.pull("ragnar42", {RED: "MOVE B2 S\n", other: "x\n"})
    status, out, err = _checked_out(forge, "ragnar42", "--may-push")
    assert status == 0
    assert f"other files than a player's, for a person with write access to review: {other}" in out + err


@pytest.mark.exhaustive
def test_and_of_a_mistake_in_them(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n"})
    status, _, err = _checked_out(forge, "ragnar42", "--may-push")
    assert status == 1
    assert "You have no piece on A1" in err


def test_a_message_that_only_the_program_writes_is_named_to_whoever_may_merge_it(forge: Forge) -> None:
    found = forge.pull("mallory", {"README.md": "better\n"})
    tree = git(forge.remote, "rev-parse", f"{found['head']['sha']}^{{tree}}")
    who = {f"GIT_{role}_{part}": "m" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    words = "a better README\n\nGenetess-Taken: riot pull 2 0000"
    made = git(forge.remote, "commit-tree", tree, "-p", "main", "-m", words, also=who)
    git(forge.remote, "update-ref", "refs/pull/1/head", made)
    status, _, err = _checked_out(forge, "mallory")
    assert status == 1
    assert f"commit {made[:10]}: its message has a line Genetess-Taken:" in err
