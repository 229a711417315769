"""What one run fails to do, the next one makes good: nothing is lost, and nobody is told anything twice."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.intake.forge.runner import DEPLOY, TALK, TICK, Runner
from tests.intake.forge.test_run import DAY, key, league, runner
from tests.kit.command import git, run
from tests.kit.forge import GREEN, IDS, RED, Forge

__all__ = ["key"]
MASK = "##[add-mask]true"
FORM = "### Game\n\nriot\n\n### Seat\n\nred\n\n### Orders\n\nMOVE B2 S"


@pytest.fixture
def riot(tmp_path: Path) -> Forge:
    return league(tmp_path, ("riot",), begun=60)


@pytest.fixture
def machine(riot: Forge, key: str) -> Runner:
    return runner(riot, key)


def last(forge: Forge) -> str:
    return git(forge.remote, "log", "-1", "--format=%s", "main")


@pytest.fixture
def no_site(machine: Runner) -> Iterator[Callable[[], None]]:
    """Let no site be built: where it is to go, there are more folders in folders than can be removed."""

    def lay_down() -> None:
        folder = machine.temp("tick") / "site"
        for _ in range(1200):
            folder.mkdir()
            folder /= "x"

    def begin() -> None:
        machine.meanwhile[TICK] = lay_down

    yield begin
    subprocess.run(["rm", "-r", "-f", *machine.folder.glob("run-*/site")], check=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "step", [TICK, "Hand on what is to be said", "Hand the site on", DEPLOY, "Get what is to be said", TALK]
)
@pytest.mark.parametrize("how", ["deadly", "breaking"])
def test_wherever_a_run_ends_the_next_one_does_the_rest(
    riot: Forge, machine: Runner, step: str, how: str
) -> None:
    machine.open([riot.pull("ragnar42", {RED: "JUMP\n"}), riot.pull("gwen-g", {GREEN: "PASS\n"})])
    ends = getattr(machine, how)
    ends.add(step)
    assert "failure" in machine.run("push").values()
    ends.clear()
    for _ in range(2):
        machine.tick()
        assert {number: len(said) for number, said in machine.comments.items()} == {"1": 1, "2": 1, "100": 1}
        assert machine.hub.closed == [2]
        assert (machine.pages / "index.html").exists()


# The site


@pytest.mark.exhaustive
def test_a_site_that_was_not_deployed_is_deployed_by_the_next_run_and_told_then(machine: Runner) -> None:
    """Nobody is sent to a page that is not there."""
    machine.breaking = {DEPLOY}
    machine.tick(fails=["deploy"])
    assert machine.comments == {}
    machine.breaking.clear()
    assert machine.tick()["deploy"] == "success"
    assert (machine.pages / "index.html").exists()
    assert len(machine.comments["100"]) == 1
    assert machine.tick() == {"tick": "success", "deploy": "skipped", "talk": "skipped"}


@pytest.mark.exhaustive
def test_all_jobs_of_a_run_can_be_done_again(machine: Runner) -> None:
    """What the first attempt left of the same name would keep the site from being deployed ever again."""
    machine.breaking = {DEPLOY}
    machine.tick("push", fails=["deploy"])
    machine.breaking.clear()
    assert machine.again()["deploy"] == "success"
    assert "failure" not in machine.again().values()
    assert len(machine.comments["100"]) == 1


@pytest.mark.exhaustive
def test_a_site_that_was_not_built_is_built_by_the_next_run(
    machine: Runner, no_site: Callable[[], None]
) -> None:
    machine.tick()
    no_site()
    machine.tick("push", fails=["tick"])
    machine.meanwhile.clear()
    assert machine.tick("workflow_dispatch")["deploy"] == "success"


@pytest.mark.exhaustive
def test_where_it_cannot_be_asked_which_site_is_deployed_it_is_built(machine: Runner) -> None:
    machine.tick()
    machine.hub.refuse("GET .*/actions/runs/")
    assert machine.tick()["deploy"] == "success"


# Comments in the threads


@pytest.mark.exhaustive
@pytest.mark.parametrize("lost", ["POST .*league/issues", "POST .*/100/comments"])
def test_what_was_written_though_the_answer_was_lost_is_written_once(
    tmp_path: Path, key: str, lost: str
) -> None:
    """Nor is it where all is lost from then on."""
    machine = runner(league(tmp_path, ("riot", "helix"), begun=60), key)
    machine.hub.losing = [lost]
    machine.hub.refuse("^POST", after=2)
    machine.tick()
    machine.hub.refusals.clear()
    machine.tick()
    machine.tick()
    assert {number: len(said) for number, said in machine.comments.items()} == {"100": 1, "101": 1}
    assert len(machine.hub.issues) == 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("failing", ["POST .*/100/comments", "GET .*labels=turns", "POST .*league/issues"])
def test_a_comment_that_could_not_be_written_is_written_by_the_next_run(
    machine: Runner, failing: str
) -> None:
    machine.hub.refuse(failing)
    machine.tick()
    assert "::warning" in machine.log
    machine.hub.refusals.clear()
    machine.tick()
    machine.tick()
    assert len(machine.comments["100"]) == 1


@pytest.mark.exhaustive
def test_turns_that_follow_each_other_are_told_each_once_whatever_fails(riot: Forge, machine: Runner) -> None:
    machine.tick()
    machine.hub.refuse("POST .*/100/comments")
    for number, order in enumerate(("MOVE B2 S", "MOVE H3 N"), start=1):
        login, seat = (("ragnar42", "red"), ("gwen-g", "green"))[number - 1]
        machine.open([riot.pull(login, {f"games/riot/orders/{seat}.txt": f"{order}\n"}, number=number)])
        machine.tick()
    machine.hub.refusals.clear()
    machine.tick()
    whose = [said.partition(": ")[2].partition(" (")[0] for said in machine.comments["100"]]
    assert whose == ["`red`", "`green`", "`red`"]


@pytest.mark.exhaustive
def test_a_comment_of_one_game_that_fails_keeps_no_other_back(tmp_path: Path, key: str) -> None:
    machine = runner(league(tmp_path, ("riot", "helix"), begun=60), key)
    machine.hub.refuse("POST .*/100/comments")
    machine.tick()
    assert [*machine.comments] == ["101"]
    machine.hub.refusals.clear()
    machine.tick()
    assert {number: len(said) for number, said in machine.comments.items()} == {"100": 1, "101": 1}


@pytest.mark.exhaustive
def test_nobody_but_the_workflow_can_make_it_believe_that_something_was_told(machine: Runner) -> None:
    """Whoever copies the mark of a comment out of the page keeps no comment back."""
    machine.tick()
    for said in machine.hub.said["100"]:
        said["user"] = {"login": "mallory", "id": 666, "type": "User"}
    machine.tick()
    assert len(machine.comments["100"]) == 2


@pytest.mark.exhaustive
def test_an_issue_of_a_stranger_is_no_thread_whatever_it_is_called(machine: Runner) -> None:
    stranger = {"login": "mallory", "id": 666, "type": "User"}
    machine.hub.issues = [{"number": 55, "title": "Turns of riot", "labels": ["turns"], "user": stranger}]
    machine.tick()
    assert [*machine.comments] == ["100"]


@pytest.mark.exhaustive
def test_the_thread_of_a_game_that_is_over_is_closed(riot: Forge, machine: Runner) -> None:
    machine.tick()
    assert run(riot.league, "finish", "riot", "--reason", "snow").status == 0
    git(riot.league, "push", "--quiet")
    machine.tick("push")
    assert "the game is over" in machine.comments["100"][-1]
    assert machine.hub.closed == [100]


@pytest.mark.exhaustive
def test_no_thread_is_made_for_a_game_that_is_over(riot: Forge, machine: Runner) -> None:
    assert run(riot.league, "finish", "riot", "--reason", "snow").status == 0
    git(riot.league, "push", "--quiet")
    machine.tick("push")
    assert machine.hub.issues == []


@pytest.mark.exhaustive
def test_where_issues_are_turned_off_all_else_is_done(machine: Runner) -> None:
    machine.hub.has_issues = False
    machine.tick()
    assert "no thread can say whose turn it is" in machine.log
    assert machine.pages.exists()
    assert machine.tick()["talk"] == "skipped"


# Answers, and what came in


@pytest.mark.exhaustive
def test_what_came_in_is_answered_where_the_site_could_not_be_built(
    riot: Forge, machine: Runner, no_site: Callable[[], None]
) -> None:
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    no_site()
    machine.tick(fails=["tick"])
    assert machine.hub.closed == [1]


@pytest.mark.exhaustive
def test_what_is_pushed_while_the_run_works_is_not_closed_unread(riot: Forge, machine: Runner) -> None:
    bad = riot.pull("ragnar42", {RED: "MOVE A1 N\n"})
    good = riot.pull("ragnar42", {RED: "MOVE B2 S\n"})
    machine.open([bad])
    machine.meanwhile[TICK] = lambda: bad.update(head=good["head"])
    machine.tick()
    machine.meanwhile.clear()
    assert (machine.hub.closed, machine.comments.get("1")) == ([], None)
    assert "was changed meanwhile" in machine.log
    machine.tick()
    assert last(riot) == "riot 1a red: MOVE B2 S"
    assert machine.hub.closed == [1]
    assert f"Commit checked: {good['head']['sha'][:10]}." in machine.comments["1"][-1]


@pytest.mark.exhaustive
def test_a_form_that_is_edited_while_the_run_works_is_not_closed_unread(riot: Forge, machine: Runner) -> None:
    bad: dict[str, Any] = {"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101},
           "body": FORM.replace("MOVE B2 S", "MOVE A1 N\r\n\ttäglich ")}  # fmt: skip
    machine.hub.issues = [bad]
    machine.meanwhile[TICK] = lambda: bad.update(body=FORM)
    machine.tick()
    machine.meanwhile.clear()
    assert (machine.hub.closed, machine.comments.get("9")) == ([], None)
    machine.tick()
    assert last(riot) == "riot 1a red: MOVE B2 S"
    assert machine.hub.closed == [9]


@pytest.mark.exhaustive
@pytest.mark.parametrize("orders", ['MOVE A1 N\r\n\ttäglich \\ "', "MOVE A1 N" + " \U0001f9ec" * 30_000])
def test_a_form_is_known_again_whatever_stands_in_it(machine: Runner, orders: str) -> None:
    body = FORM.replace("MOVE B2 S", orders)
    machine.hub.issues = [{"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": body}]
    machine.tick()
    assert len(machine.comments["9"]) == 1


@pytest.mark.exhaustive
def test_an_answer_that_cannot_be_given_keeps_no_other_back(riot: Forge, machine: Runner) -> None:
    machine.open([riot.pull("ragnar42", {RED: "JUMP\n"}), riot.pull("mallory", {RED: "PASS\n"})])
    machine.hub.refuse("POST .*/1/comments")
    machine.tick()
    assert "plays no seat" in machine.comments["2"][-1]


def sent(riot: Forge, machine: Runner) -> None:
    """Three forms and two requests, all to be answered, and all but one to be closed."""
    for number, login in ((21, "ragnar42"), (22, "mallory"), (23, "zoe")):
        user = {"login": login, "id": IDS[login]}
        machine.hub.issues.append({"number": number, "title": "x", "user": user, "body": FORM})
    machine.open([riot.pull("gwen-g", {GREEN: "JUMP\n"}), riot.pull("stranger", {RED: "PASS\n"})])


ANSWERED = ["1", "2", "21", "22", "23"]


@pytest.mark.exhaustive
def test_what_was_not_answered_is_not_closed(riot: Forge, machine: Runner) -> None:
    sent(riot, machine)
    machine.hub.refuse("POST .*/comments", 403, times=1)
    machine.tick()
    [refused] = machine.hub.refused
    assert machine.hub.writes[-1] == refused
    assert machine.hub.closed == []
    machine.tick()
    machine.tick()
    assert sorted(machine.hub.closed) == [2, 21, 22, 23]
    assert {number: len(machine.comments[number]) for number in ANSWERED} == dict.fromkeys(ANSWERED, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("wait", [40, 4000])
def test_where_the_forge_asks_to_wait_nothing_is_written_until_then(
    riot: Forge, machine: Runner, wait: int
) -> None:
    """Where that is longer than the job has, the next run goes on."""
    sent(riot, machine)
    machine.hub.refuse("^(POST|PATCH)", 403, after=4, times=1, retry_after=wait)
    machine.tick()
    is_kept = wait < 600
    assert (len(machine.hub.writes) > 5) == (machine.hub.slept > wait) == is_kept
    machine.tick()
    assert {number: len(machine.comments[number]) for number in ANSWERED} == dict.fromkeys(ANSWERED, 1)
    assert len(machine.comments["100"]) == 1
    assert len(machine.hub.refused) == 1


@pytest.mark.exhaustive
def test_a_hundred_games_are_told_of_within_the_limits_of_the_forge(machine: Runner) -> None:
    path = machine.folder / "artifacts/1/talk/notices.json"

    def many() -> None:
        told = json.loads(path.read_text())
        [notice] = told["notices"]
        rows = [{**notice, "mark": f"{number}", "thread": f"Turns of {number}"} for number in range(100)]
        path.write_text(json.dumps({**told, "notices": rows}))

    machine.meanwhile["Get what is to be said"] = many
    machine.tick()
    assert machine.hub.refused == []
    assert machine.hub.slept < 600
    assert [len(said) for said in machine.comments.values()] == [1] * 100


@pytest.mark.exhaustive
def test_players_are_answered_before_anybody_who_was_refused(riot: Forge, machine: Runner) -> None:
    """The job may end before all are answered."""
    strangers = [riot.pull(f"stranger{number}", {RED: "PASS\n"}) for number in range(3)]
    machine.open([*strangers, riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    assert machine.hub.written[0] == "4"


@pytest.mark.exhaustive
def test_a_list_that_cannot_be_read_stops_no_turn(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    machine = runner(forge, key)
    machine.hub.pulls = [{"number": "x", "head": {"sha": "y"}, "base": {"ref": "main"}}]
    machine.tick()
    assert last(forge) == "riot 1a red: timed out"
    assert "::error title=What players sent could not be read::" in machine.log
    assert machine.pages.exists()


@pytest.mark.exhaustive
def test_many_issues_with_long_texts_stop_nothing(tmp_path: Path, key: str) -> None:
    """What the forge lists of them is far more than anybody would read at once."""
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    machine = runner(forge, key)
    body = "### Game\n\nriot\n\n" + "\U0001f9ec" * 65_000
    users = [{"login": f"stranger{number}", "id": 5000 + number} for number in range(270)]
    machine.hub.issues = [
        {"number": 200 + at, "title": "x", "user": user, "body": body} for at, user in enumerate(users)
    ]
    machine.tick()
    assert last(forge) == "riot 1a red: timed out"
    assert "could not be read" not in machine.log


@pytest.mark.exhaustive
@pytest.mark.parametrize(("failing", "status"), [("GET .*/pulls", 500), (r"GET .*league/issues\?", 403)])
def test_where_the_forge_does_not_say_what_came_in_nobody_misses_a_deadline(
    tmp_path: Path, key: str, failing: str, status: int
) -> None:
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    machine = runner(forge, key)
    machine.hub.issues = [{"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": FORM}]
    machine.hub.refuse(failing, status)
    machine.tick(fails=["tick"])
    assert last(forge) != "riot 1a red: timed out"
    machine.hub.refusals.clear()
    machine.tick()
    assert last(forge) == "riot 1a red: MOVE B2 S"


@pytest.mark.exhaustive
def test_where_issues_are_turned_off_pull_requests_are_taken_in(riot: Forge, machine: Runner) -> None:
    machine.hub.has_issues = False
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    assert machine.hub.closed == [1]


@pytest.mark.exhaustive
def test_a_title_or_a_path_is_no_command_for_the_worker(riot: Forge, machine: Runner) -> None:
    files: Any = {f"games/riot/orders/{MASK}": "PASS\n"}
    machine.open(
        [riot.pull("mallory", files, title=MASK), riot.pull("ragnar42", {RED: "MOVE B2 S\n"}, title=MASK)]
    )
    machine.tick()
    assert machine.hub.closed == [2]
    assert "##[" not in machine.log


# Where there is no league to run


def test_without_the_key_nothing_is_done_and_the_summary_says_what_is_missing(riot: Forge) -> None:
    machine = Runner(riot.league.parent / "runner", riot.remote, key="")
    tip = riot.tip()
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    came = machine.tick("push")
    assert came.pop("tick") == "success"
    assert set(came.values()) == {"skipped"}
    assert "no secret `GENETESS_MASTER_KEY`" in machine.summary
    assert (riot.tip(), machine.comments, machine.hub.issues) == (tip, {}, [])


@pytest.mark.exhaustive
def test_a_fork_with_a_key_of_its_own_is_a_league(riot: Forge, key: str) -> None:
    machine = runner(riot, key)
    machine.hub.fork = True
    machine.tick()
    assert machine.pages.exists()


def test_in_a_private_repository_a_missing_key_is_an_error_with_words(riot: Forge) -> None:
    """The free plan has no environment secrets there: whoever made the secret must hear that no run finds it."""
    machine = runner(riot, key="")
    machine.hub.private = True
    machine.tick(fails=["tick"])
    assert (
        "On GitHub's free plan a private repository has neither environment secrets nor Pages." in machine.log
    )
    machine.hub.fork = True  # of a player, who wants no key
    machine.tick()


def test_a_run_for_another_branch_does_nothing(machine: Runner) -> None:
    assert set(machine.tick("workflow_dispatch", ref="refs/heads/mine").values()) == {"skipped"}


@pytest.mark.exhaustive
def test_reminders_go_on_where_the_last_list_ended(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=2 * DAY + 60)
    settings = forge.league / "games/riot/game.yaml"
    settings.write_text(settings.read_text() + "remind: [1d]\n")
    git(forge.league, "commit", "--quiet", "--all", "--message", "remind")
    git(forge.league, "push", "--quiet")
    machine = runner(forge, key)
    machine.tick()
    assert machine.summary.count("\n    riot") == 1
    machine.tick()
    assert machine.summary.count("\n    riot") == 1


@pytest.mark.by_day(0, ci="all")
def test_a_program_for_browsers_that_does_not_fit_is_named(riot: Forge, key: str) -> None:
    package = riot.league.parent / "installed/genetess_play"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    machine = runner(riot, key, installed=True)
    machine.wrap("genetess", f"export PYTHONPATH={package.parent}")
    machine.tick()
    assert "::warning::genetess-play is installed, but not whole, so the site has no play/" in machine.log


def test_what_is_wrong_with_the_league_is_in_the_summary(riot: Forge, key: str) -> None:
    (riot.league / "requirements.lock").write_text("chess==1\n")
    git(riot.league, "add", "requirements.lock")
    git(riot.league, "commit", "--quiet", "--message", "as it was")
    git(riot.league, "push", "--quiet")
    machine = runner(riot, key)
    machine.tick()
    lines = machine.summary.splitlines()
    assert lines[0] == "### Doctor"
    assert lines[1].startswith(
        "- .github/workflows/tick.yml: line 54 and 137: write the program's repository"
    )
    assert lines[2].startswith("- of an earlier program, or without its commit: requirements.lock;")
    assert "its commitment begins with" in lines[3], "the game was made with another key"
    machine.tick()
    assert machine.summary.splitlines() == [*lines, *lines[:3]], "nothing is new, so no game is read"
