"""Which pull requests are looked at, where many are open, and that each of their heads is answered once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from genetess_cli.intake import ledger
from tests.kit.command import Done, git, run
from tests.kit.forge import GREEN, RED, Forge, numbers

FEW = 4
NOON, LATER, NEXT_DAY = "2026-11-21T12:00:00Z", "2026-11-21T12:15:00Z", "2026-11-22T12:00:01Z"
FORM = "### Game\n\nriot\n\n### Seat\n\nred\n\n### Orders\n\n{}\n"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run looks at no more than four, as the real number takes long to open."""
    monkeypatch.setattr(ledger, "MOST", FEW)
    monkeypatch.setattr("genetess_cli.intake.pull_requests.MOST", FEW)


def looked_at(done: Done) -> list[str]:
    """The pull requests that a run looked at."""
    found: list[Any] = [*done.json["taken"], *done.json["refused"], *done.json["passed"]]
    return sorted(numbers(found), key=int)


def strangers(forge: Forge, count: int, login: str = "stranger{}") -> None:
    """Pull requests for a seat of somebody else's, each of an account of its own where the login has a place for it."""
    for index in range(count):
        name = login.format(index)
        forge.pull(name, {RED: "PASS\n"}, user={"login": name, "id": 5000 + (index if name != login else 0)})


@pytest.mark.by_day(1)
@pytest.mark.parametrize("later", [LATER, NEXT_DAY])
def test_what_was_refused_is_neither_looked_at_nor_answered_again(forge: Forge, later: str) -> None:
    forge.pull("ragnar42", {RED: "JUMP\n"})
    assert len(forge.collect("--now", NOON).json["answers"]) == 1
    assert run(forge.league, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--push").status == 0
    done = forge.collect("--now", later)
    assert (done.status, looked_at(done), done.json["answers"]) == (3, [], [])


def test_nothing_of_it_is_fetched(forge: Forge) -> None:
    """Its commit may be gone meanwhile."""
    forge.pull("mallory", {RED: "PASS\n"})
    forge.collect("--now", NOON)
    git(forge.remote, "update-ref", "-d", "refs/pull/1/head")
    git(forge.remote, "gc", "--quiet", "--prune=now")
    assert "waits" not in forge.collect("--now", LATER).err


def test_a_new_commit_is_looked_at(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "JUMP\n"})
    forge.collect("--now", NOON)
    mended = forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pulls = [{**mended, "number": 1}]
    assert numbers(forge.collect("--now", LATER).json["taken"]) == ["1"]


def test_what_waits_for_the_gm_is_answered_once_and_comes_in_when_the_gm_has_mended_it(forge: Forge) -> None:
    game = forge.league / "games/riot/game.yaml"
    sound = game.read_text()
    runs = []
    for text in (f"{sound}deadline: never\n", f"{sound}# still\ndeadline: never\n", sound):
        game.write_text(text)
        git(forge.league, "commit", "--quiet", "--all", "--message", "a slip, and what mends it")
        git(forge.league, "push", "--quiet")
        forge.pulls = forge.pulls or [forge.pull("ragnar42", {RED: "PASS\n"})]
        runs.append(forge.collect("--now", NOON))
    assert [done.status for done in runs] == [1, 3, 0]
    assert [len(done.json["answers"]) for done in runs] == [1, 0, 1]
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.exhaustive
def test_what_the_gm_changes_does_not_take_in_what_was_refused_for_good(forge: Forge) -> None:
    forge.pull("zoe", {RED: "PASS\n"})
    forge.collect("--now", NOON)
    assert run(forge.league, "replace", "riot", "red", "Zoe@zoe").status == 0
    git(forge.league, "push", "--quiet")
    done = forge.collect("--now", LATER)
    assert done.json["answers"][0]["close"] is True
    assert forge.shown(RED) is None


def test_what_was_taken_in_is_answered_until_it_is_closed(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect("--now", NOON)
    [answer] = forge.collect("--now", LATER).json["answers"]
    assert answer["close"] is True


@pytest.mark.exhaustive
def test_many_that_stay_open_keep_no_player_out(forge: Forge, few: None) -> None:
    strangers(forge, 2 * FEW)
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    done = forge.collect("--now", NOON)
    assert numbers(done.json["taken"]) == [str(2 * FEW + 1)]
    assert f"one run reads {FEW} of those that are open; {FEW + 1} more wait" in done.err


@pytest.mark.exhaustive
def test_all_have_been_looked_at_after_some_runs(forge: Forge, few: None) -> None:
    strangers(forge, 2 * FEW + 1)
    runs = []
    for minute in (10, 20, 30, 40):
        done = forge.collect("--now", f"2026-11-21T12:{minute}:00Z")
        runs.append(looked_at(done))
        forge.pulls = [one for one in forge.pulls if str(one["number"]) not in runs[-1]]
    assert [len(each) for each in runs] == [FEW, FEW, 1, 0]
    assert len({name for each in runs for name in each}) == 2 * FEW + 1


@pytest.mark.exhaustive
def test_the_newest_are_looked_at_first(forge: Forge, few: None) -> None:
    strangers(forge, FEW + 1)
    assert looked_at(forge.collect("--now", NOON)) == [str(number) for number in range(2, FEW + 2)]


@pytest.mark.exhaustive
def test_a_player_with_two_goes_before_many_strangers_with_both(forge: Forge, few: None) -> None:
    """With the older one alone, the turn would be carried out by an order that its player has replaced."""
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    forge.pull("ragnar42", {RED: "MOVE C2 E-S\n"})
    strangers(forge, 2 * FEW)
    done = forge.collect("--now", NOON)
    assert {"1", "2"} <= {*looked_at(done)}
    assert len(looked_at(done)) == FEW
    assert forge.shown(RED) == "MOVE C2 E-S\n"


def test_what_is_closed_is_forgotten(forge: Forge) -> None:
    forge.pull("mallory", {RED: "PASS\n"})
    forge.pull("stranger", {RED: "PASS\n"})
    forge.collect("--now", NOON)
    forge.pulls.pop()
    forge.collect("--now", LATER)
    assert json.loads(git(forge.remote, "show", "refs/genetess/answered:kept.json")).keys() == {"pull 1"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", ["", "{", "[]", '{"pull 1": 3}'])
def test_without_what_was_remembered_everything_is_looked_at(forge: Forge, text: str) -> None:
    forge.pull("mallory", {RED: "PASS\n"})
    forge.collect("--now", NOON)
    blob = git(forge.remote, "hash-object", "-w", "--stdin", data=text.encode())
    tree = git(forge.remote, "mktree", data=f"100644 blob {blob}\tkept.json\n".encode())
    who = {f"GIT_{role}_{part}": "x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    made = git(forge.remote, "commit-tree", tree, "-m", "x", also=who)
    git(forge.remote, "update-ref", "refs/genetess/answered", made)
    assert looked_at(forge.collect("--now", LATER)) == ["1"]


def test_a_remote_that_takes_no_such_name_is_told_and_all_goes_on(forge: Forge) -> None:
    hook = forge.remote / "hooks" / "update"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\ncase "$1" in refs/genetess/*) exit 1 ;; esac\n')
    hook.chmod(0o755)
    forge.pull("ragnar42", {RED: "PASS\n"})
    done = forge.collect("--now", NOON)
    assert done.status == 0
    assert "could not be recorded and are sent again" in done.err
    assert forge.shown(RED) == "PASS\n"


def test_without_push_nothing_is_remembered(forge: Forge) -> None:
    forge.pull("mallory", {RED: "PASS\n"})
    for _ in range(2):
        assert run(forge.league, "collect", "--pulls", str(forge.listed())).status == 1
    assert git(forge.remote, "for-each-ref", "refs/genetess") == ""


def test_issues_are_answered_once_as_well(forge: Forge) -> None:
    path = forge.league.parent / "issues.json"
    path.write_text(
        json.dumps([{"number": 7, "user": {"login": "ragnar42", "id": 101}, "body": FORM.format("JUMP")}])
    )
    words = ("collect", "--issue", str(path), "--push", "--json", "--now")
    assert len(run(forge.league, *words, NOON).json["answers"]) == 1
    assert run(forge.league, *words, LATER).json["answers"] == []


def test_an_issue_that_was_refused_for_good_is_refused_until_it_is_gone(forge: Forge) -> None:
    path = forge.league.parent / "issues.json"
    path.write_text(
        json.dumps([{"number": 7, "user": {"login": "zoe", "id": 103}, "body": FORM.format("PASS")}])
    )
    words = ("collect", "--issue", str(path), "--push", "--json", "--now")
    answered = run(forge.league, *words, NOON).json["answers"]
    assert run(forge.league, "replace", "riot", "red", "Zoe@zoe").status == 0
    git(forge.league, "push", "--quiet")
    assert run(forge.league, *words, LATER).json["answers"] == answered


def test_it_is_not_judged_again(forge: Forge) -> None:
    """By then other words would be said of it."""
    path = forge.league.parent / "issues.json"
    user = {"login": "zoe", "id": 103}
    path.write_text(json.dumps([{"number": 7, "user": user, "body": FORM.format("PASS")}]))
    words = ("collect", "--issue", str(path), "--push", "--json", "--now")
    answered = run(forge.league, *words, NOON).json["answers"]
    assert run(forge.league, "replace", "riot", "green", "Zoe@zoe").status == 0
    git(forge.league, "push", "--quiet")
    for day in (LATER, NEXT_DAY):
        assert run(forge.league, *words, day).json["answers"] == answered


@pytest.mark.exhaustive
def test_those_that_were_refused_for_good_keep_nobody_out(forge: Forge, few: None) -> None:
    """Nobody could close them."""
    strangers(forge, 2 * FEW)
    for minute in (10, 20, 30):
        forge.collect("--now", f"2026-11-21T12:{minute}:00Z")
    assert len(looked_at(forge.collect("--now", "2026-11-21T12:40:00Z"))) == FEW
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    assert numbers(forge.collect("--now", "2026-11-21T12:50:00Z").json["taken"]) == [str(2 * FEW + 1)]


def test_a_list_may_be_a_folder_of_its_pages(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    folder = forge.league.parent / "pages"
    folder.mkdir()
    for number, pull in enumerate(forge.pulls):
        (folder / f"{number}.json").write_text(json.dumps([pull]))
    assert run(forge.league, "collect", "--pulls", str(folder)).status == 0
    assert git(forge.league, "log", "-1", "--format=%s") == "riot: orders of green, red"


def test_a_list_may_have_a_page_on_each_line(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    path = forge.league.parent / "pulls.jsonl"
    path.write_text(f"[]\n{json.dumps(forge.pulls)}\n")
    assert run(forge.league, "collect", "--pulls", str(path)).status == 0
