"""What a pull request's check tells its author, before anything is accepted."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest
from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.intake.forge.runner import Runner
from tests.kit.command import git, run
from tests.kit.forge import GREEN, RED, Forge
from tests.kit.keys import KEY


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
    game = forge.league / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("github: ragnar42", "github: ragnar42, github_id: 101"))
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


# The workflow


def _advised(
    forge: Forge,
    login: str,
    path: str,
    text: str,
    standing: str = "NONE",
    draft: bool = False,
    also: str = "",
) -> tuple[str, str]:
    """What comes of the workflow's run for a pull request, and all that it prints."""
    pull = forge.pull(
        login, {path: text, **({also: "x\n"} if also else {})}, author_association=standing, draft=draft
    )
    base, head = forge.tip(), pull["head"]["sha"]
    who = {f"GIT_{role}_{part}": "x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    merged = git(forge.remote, "commit-tree", f"{head}^{{tree}}", "-p", base, "-p", head, "-m", "x", also=who)
    git(forge.remote, "update-ref", "refs/pull/1/merge", merged)
    workers = Runner(forge.league.parent / "runner", forge.remote, KEY)
    event = {**pull, "base": {"ref": "main", "sha": base}}
    came = workers.run("orders.yml", "pull_request", "refs/pull/1/merge", pull_request=event)
    assert KEY not in workers.log
    return came["check"], workers.log


@pytest.mark.exhaustive
def test_a_player_is_told_within_minutes_how_the_order_was_read(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", RED, "* move b2 s\n")
    assert came == "success", log
    assert "riot red: * MOVE B2 S" in log


@pytest.mark.parametrize("kind", ["github", "forgejo"])
@pytest.mark.parametrize("path", ["red.txt", "red.sealed", "mine/red-1a.sealed", GREEN, "orders/red"])
def test_whatever_may_be_an_order_file_is_looked_at(kind: str, path: str) -> None:
    text = resources.forge(kind)[f".{kind}/workflows/orders.yml"]
    wanted = YAML(typ="safe").load(text)["on"]["pull_request"]["paths"]
    assert any(fnmatch(path, each.removeprefix("**/")) for each in wanted)


def test_a_player_is_told_within_minutes_what_is_wrong(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", RED, "MOVE B2 UP\n")
    assert came == "failure"
    assert "^" in log


def test_a_player_is_told_whose_seat_it_is(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", GREEN, "PASS\n")
    assert came == "failure"
    assert "ragnar42 plays red in riot, not green" in log


def test_a_player_is_told_within_minutes_that_a_draft_is_not_read(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", RED, "* move b2 s\n", draft=True)
    assert came == "failure"
    assert "riot red: * MOVE B2 S" in log
    assert "Nothing in a draft is accepted. Press *Ready for review*" in log


def test_whoever_may_push_anyway_is_held_to_no_seat(forge: Forge) -> None:
    assert _advised(forge, "gail", GREEN, "PASS\n", standing="OWNER")[0] == "success"


def test_who_may_push_is_told_that_orders_beside_other_files_are_not_taken_in(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", RED, "MOVE B2 S\n", standing="OWNER", also=".DS_Store")
    assert came == "success"
    assert "other files than a player's, for a person with write access to review: .DS_Store" in log


@pytest.mark.exhaustive
def test_and_of_a_mistake_in_them(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", RED, "MOVE A1 N\n", standing="OWNER")
    assert came == "failure"
    assert "You have no piece on A1" in log


def test_what_is_no_players_is_noted_to_who_may_push(forge: Forge) -> None:
    came, log = _advised(forge, "ragnar42", "README.md", "x\n", standing="OWNER")
    assert came == "success"
    assert "other files than a player's, for a person with write access to review: README.md" in log


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
