"""What one run fails to do, the next one makes good: nothing is lost, and nobody is told anything twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.intake.forge.runner import Runner
from tests.intake.forge.test_run import DAY, key, league, runner
from tests.kit.command import git, run
from tests.kit.forge import RED, Forge

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


# The site


@pytest.mark.exhaustive
@pytest.mark.parametrize("step", ["Deploy the site", "Leave the note to the next runs"])
def test_a_site_that_was_not_deployed_is_deployed_by_the_next_run(machine: Runner, step: str) -> None:
    machine.breaking = {step}
    machine.tick(fails=["deploy"])
    machine.breaking.clear()
    assert machine.tick()["deploy"] == "success"
    assert (machine.pages / "index.html").exists()
    assert machine.tick()["deploy"] == "skipped"


@pytest.mark.exhaustive
def test_all_jobs_of_a_run_can_be_done_again(machine: Runner) -> None:
    """What the first attempt left of the same name would keep the site from being deployed ever again."""
    machine.breaking = {"Deploy the site"}
    machine.tick("push", fails=["deploy"])
    machine.breaking.clear()
    assert machine.again("push")["deploy"] == "success"
    assert machine.again("push")["deploy"] == "success"
    assert [len(machine.named(name)) for name in ("notices", "deployed")] == [1, 1]


@pytest.mark.exhaustive
def test_a_site_that_was_not_built_is_built_by_the_next_run(machine: Runner) -> None:
    machine.tick()
    machine.open([])
    machine.breaking = {"Build the site"}
    machine.tick("push", fails=["tick"])
    machine.breaking.clear()
    assert machine.tick("workflow_dispatch")["deploy"] == "success"


@pytest.mark.exhaustive
def test_where_it_cannot_be_asked_which_site_is_deployed_it_is_built(machine: Runner) -> None:
    machine.tick()
    machine.set(failing=["name=deployed"])
    assert machine.tick()["deploy"] == "success"


# Comments in the threads


@pytest.mark.exhaustive
@pytest.mark.parametrize("step", ["Tell whose turn it is", "Keep the notices that nobody got"])
def test_a_comment_whose_job_was_lost_is_written_once(machine: Runner, step: str) -> None:
    machine.deadly = {step}
    machine.tick(fails=["tell"])
    machine.deadly.clear()
    machine.tick()
    machine.tick()
    [said] = machine.comments["100"]
    assert "`red` (@ragnar42) is to move" in said
    assert len(machine.forge["issues"]) == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("failing", ["issue comment 100", "issues/100/comments", "gm/league/issues --input"])
def test_a_comment_that_could_not_be_written_is_written_by_the_next_run(
    machine: Runner, failing: str
) -> None:
    machine.set(failing=[failing])
    machine.tick()
    assert "a comment could not be written" in machine.log
    machine.set(failing=[])
    machine.tick()
    machine.tick()
    assert len(machine.comments["100"]) == 1


@pytest.mark.exhaustive
def test_turns_that_follow_each_other_are_told_each_once_whatever_fails(riot: Forge, machine: Runner) -> None:
    machine.tick()
    machine.set(failing=["issue comment 100"])
    for number, order in enumerate(("MOVE B2 S", "MOVE H3 N"), start=1):
        login, seat = (("ragnar42", "red"), ("gwen-g", "green"))[number - 1]
        machine.open([riot.pull(login, {f"games/riot/orders/{seat}.txt": f"{order}\n"}, number=number)])
        machine.tick()
    machine.set(failing=[])
    machine.tick()
    whose = [said.partition(": ")[2].partition(" (")[0] for said in machine.comments["100"]]
    assert whose == ["`red`", "`green`", "`red`"]


@pytest.mark.exhaustive
def test_a_comment_of_one_game_that_fails_keeps_no_other_back(tmp_path: Path, key: str) -> None:
    machine = runner(league(tmp_path, ("riot", "helix"), begun=60), key)
    machine.set(failing=["issue comment 100"])
    machine.tick()
    assert [*machine.comments] == ["101"]
    machine.set(failing=[])
    machine.tick()
    assert {number: len(said) for number, said in machine.comments.items()} == {"100": 1, "101": 1}


@pytest.mark.exhaustive
def test_nobody_but_the_workflow_can_make_it_believe_that_something_was_told(machine: Runner) -> None:
    """Whoever copies the mark of a comment out of the page keeps no comment back."""
    machine.deadly = {"Keep the notices that nobody got"}
    machine.tick(fails=["tell"])
    machine.deadly.clear()
    said = machine.forge["said"]
    machine.set(
        said={
            "100": [{**one, "user": {"login": "mallory", "id": 666, "type": "User"}} for one in said["100"]]
        }
    )
    machine.tick()
    assert len(machine.comments["100"]) == 2


@pytest.mark.exhaustive
def test_an_issue_of_a_stranger_is_no_thread_whatever_it_is_called(machine: Runner) -> None:
    stranger = {"login": "mallory", "id": 666, "type": "User"}
    machine.set(issues=[{"number": 55, "title": "Turns of riot", "labels": ["turns"], "user": stranger}])
    machine.tick()
    assert [*machine.comments] == ["100"]


@pytest.mark.exhaustive
def test_the_thread_of_a_game_that_is_over_is_closed(riot: Forge, machine: Runner) -> None:
    machine.tick()
    assert run(riot.league, "finish", "riot", "--reason", "snow").status == 0
    git(riot.league, "push", "--quiet")
    machine.tick("push")
    assert "the game is over" in machine.comments["100"][-1]
    assert machine.forge["closed"] == [100]


@pytest.mark.exhaustive
def test_no_thread_is_made_for_a_game_that_is_over(riot: Forge, machine: Runner) -> None:
    assert run(riot.league, "finish", "riot", "--reason", "snow").status == 0
    git(riot.league, "push", "--quiet")
    machine.tick("push")
    assert machine.forge["issues"] == []


@pytest.mark.exhaustive
def test_where_issues_are_turned_off_all_else_is_done(machine: Runner) -> None:
    machine.set(has_issues=False)
    machine.tick()
    assert "no thread can say whose turn it is" in machine.log
    assert machine.pages.exists()
    assert machine.tick()["tell"] == "skipped"


# Answers, and what came in


@pytest.mark.exhaustive
def test_an_answer_whose_job_was_lost_is_given_by_the_next_run(riot: Forge, machine: Runner) -> None:
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.deadly = {"Answer those who sent something"}
    machine.tick(fails=["answer"])
    machine.deadly.clear()
    machine.tick()
    assert machine.forge["closed"] == [1]
    assert len(machine.comments["1"]) == 1


@pytest.mark.exhaustive
def test_what_came_in_is_answered_where_the_site_could_not_be_built(riot: Forge, machine: Runner) -> None:
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.breaking = {"Build the site"}
    machine.tick(fails=["tick"])
    assert machine.forge["closed"] == [1]


@pytest.mark.exhaustive
def test_what_is_pushed_while_the_run_works_is_not_closed_unread(riot: Forge, machine: Runner) -> None:
    bad = riot.pull("ragnar42", {RED: "MOVE A1 N\n"})
    good = riot.pull("ragnar42", {RED: "MOVE B2 S\n"})
    machine.open([bad])
    machine.meanwhile["Build the site"] = lambda: machine.set(pulls=[{**bad, "head": good["head"]}])
    machine.tick()
    machine.meanwhile.clear()
    assert (machine.forge["closed"], machine.comments.get("1")) == ([], None)
    assert "pr 1 was changed meanwhile" in machine.log
    machine.tick()
    assert last(riot) == "riot 1a red: MOVE B2 S"
    assert machine.forge["closed"] == [1]
    assert f"Commit checked: {good['head']['sha'][:10]}." in machine.comments["1"][-1]


@pytest.mark.exhaustive
def test_a_form_that_is_edited_while_the_run_works_is_not_closed_unread(riot: Forge, machine: Runner) -> None:
    bad = {"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101},
           "body": FORM.replace("MOVE B2 S", "MOVE A1 N\r\n\ttäglich ")}  # fmt: skip
    machine.set(issues=[bad])
    machine.meanwhile["Build the site"] = lambda: machine.set(issues=[{**bad, "body": FORM}])
    machine.tick()
    machine.meanwhile.clear()
    assert (machine.forge["closed"], machine.comments.get("9")) == ([], None)
    machine.tick()
    assert last(riot) == "riot 1a red: MOVE B2 S"
    assert machine.forge["closed"] == [9]


@pytest.mark.exhaustive
@pytest.mark.parametrize("orders", ['MOVE A1 N\r\n\ttäglich \\ "', "MOVE A1 N" + " \U0001f9ec" * 30_000])
def test_a_form_is_known_again_whatever_stands_in_it(machine: Runner, orders: str) -> None:
    body = FORM.replace("MOVE B2 S", orders)
    machine.set(issues=[{"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": body}])
    machine.tick()
    assert len(machine.comments["9"]) == 1


@pytest.mark.exhaustive
def test_an_answer_that_cannot_be_given_keeps_no_other_back(riot: Forge, machine: Runner) -> None:
    machine.open([riot.pull("ragnar42", {RED: "JUMP\n"}), riot.pull("mallory", {RED: "PASS\n"})])
    machine.set(failing=["pr comment 1"])
    machine.tick()
    assert "plays no seat" in machine.comments["2"][-1]


@pytest.mark.exhaustive
def test_players_are_answered_before_anybody_who_was_refused(riot: Forge, machine: Runner) -> None:
    """The job may end before all are answered."""
    strangers = [riot.pull(f"stranger{number}", {RED: "PASS\n"}) for number in range(3)]
    machine.open([*strangers, riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    assert machine.forge["written"][0] == "4"


@pytest.mark.exhaustive
def test_a_list_that_cannot_be_read_stops_no_turn(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    machine = runner(forge, key)
    machine.set(pulls=[{"number": "x", "head": {"sha": "y"}, "base": {"ref": "main"}}])
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
    machine.set(
        issues=[
            {"number": 200 + at, "title": "x", "user": user, "body": body} for at, user in enumerate(users)
        ]
    )
    machine.tick()
    assert last(forge) == "riot 1a red: timed out"
    assert "could not be read" not in machine.log


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "failing", ["pulls", "gm/league --jq .has_issues", "gm/league/issues.state=open.per_page"]
)
def test_where_the_forge_does_not_say_what_came_in_nobody_misses_a_deadline(
    tmp_path: Path, key: str, failing: str
) -> None:
    forge = league(tmp_path, ("riot",), begun=3 * DAY + 60)
    machine = runner(forge, key)
    machine.set(issues=[{"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": FORM}])
    machine.set(failing=[failing])
    machine.tick(fails=["tick"])
    assert last(forge) != "riot 1a red: timed out"
    machine.set(failing=[])
    machine.tick()
    assert last(forge) == "riot 1a red: MOVE B2 S"


@pytest.mark.exhaustive
def test_where_issues_are_turned_off_pull_requests_are_taken_in(riot: Forge, machine: Runner) -> None:
    machine.set(has_issues=False)
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick()
    assert machine.forge["closed"] == [1]


@pytest.mark.exhaustive
def test_a_title_or_a_path_is_no_command_for_the_worker(riot: Forge, machine: Runner) -> None:
    files: Any = {f"games/riot/orders/{MASK}": "PASS\n"}
    machine.open(
        [riot.pull("mallory", files, title=MASK), riot.pull("ragnar42", {RED: "MOVE B2 S\n"}, title=MASK)]
    )
    machine.tick()
    assert machine.forge["closed"] == [2]
    assert "##[" not in machine.log


# Where there is no league to run


def test_without_the_key_nothing_is_done_and_the_summary_says_what_is_missing(riot: Forge) -> None:
    machine = Runner(riot.league.parent / "runner", riot.remote, key="")
    tip = riot.tip()
    machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    came = machine.tick("push")
    assert came.pop("tick") == "success"
    assert set(came.values()) == {"skipped"}
    assert "has no secret `GENETESS_MASTER_KEY`" in machine.summary
    assert (riot.tip(), machine.comments, machine.forge["issues"]) == (tip, {}, [])


@pytest.mark.exhaustive
def test_a_fork_with_a_key_of_its_own_is_a_league(riot: Forge, key: str) -> None:
    machine = runner(riot, key)
    machine.set(fork=True)
    machine.tick()
    assert machine.pages.exists()


def test_in_a_private_repository_a_missing_key_is_an_error_with_words(riot: Forge) -> None:
    """The free plan has no environment secrets there: whoever made the secret must hear that no run finds it."""
    machine = runner(riot, key="")
    machine.set(private=True)
    machine.tick(fails=["tick"])
    assert (
        "On GitHub's free plan a private repository has neither environment secrets nor Pages." in machine.log
    )
    machine.set(fork=True)  # of a player, who wants no key
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
    assert machine.summary.count("riot") == 1
    machine.tick()
    assert machine.summary.count("riot") == 1
    assert [one["name"] for one in machine.forge["artifacts"]].count("reminders") == 1
