"""GitLab and Forgejo run a league as GitHub does: their files' own scripts, from what was sent to the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.store.forges.client import Client
from genetess_cli.store.forges.forgejo import Forgejo as ForgejoHub
from genetess_cli.store.forges.gitlab import GitLab as GitLabHub
from genetess_cli.store.forges.hubs import Hub
from tests.intake.forge.api import TOKEN, Api
from tests.intake.forge.pipelines import Forgejo, GitLab, Workers
from tests.intake.forge.test_hostile import CHANGES
from tests.intake.forge.test_unread import no_lock
from tests.kit.command import git, turn_clock
from tests.kit.forge import GREEN, RED, Forge
from tests.kit.keys import KEY, machine

LATE = 30

pytestmark = pytest.mark.by_day(1)


class League:
    """A league on one of the two forges."""

    def __init__(self, forge: Forge, workers: Workers, api: Api) -> None:
        self.forge = forge
        self.workers = workers
        self.api = api

    def tick(self, event: str = "schedule") -> dict[str, int]:
        """One run; gives how each of its parts ended."""
        assert isinstance(self.workers, (GitLab, Forgejo))
        return self.workers.tick(event)

    def site(self) -> list[str]:
        """The files of the site as it was deployed last."""
        assert isinstance(self.workers, (GitLab, Forgejo))
        return self.workers.site()

    def send(self, login: str, files: dict[str, Any], inside: bool = False, **more: Any) -> int:
        """A merge request or pull request, as this forge lists it."""
        number = len(self.forge.pulls) + 1
        gitlab = isinstance(self.workers, GitLab)
        ref = f"refs/merge-requests/{number}/head" if gitlab else None
        made = self.forge.pull(login, files, branch=ref)
        sha, user = made["head"]["sha"], made["user"]
        if gitlab:
            found = {
                "id": 7000 + number, "iid": number, "project_id": 7, "title": "orders", "state": "opened",
                "description": "", "target_branch": "main", "source_branch": "orders", "sha": sha, "draft": False,
                "author": {"id": user["id"], "username": login, "name": login},
                "source_project_id": 7 if inside else 8, "target_project_id": 7,
            }  # fmt: skip
        else:
            found = {
                "id": 7000 + number, "number": number, "title": "orders", "state": "open", "body": "", "draft": False,
                "user": {"id": user["id"], "login": login, "login_name": "", "full_name": ""},
                "head": {"label": "orders", "ref": "orders", "sha": sha, "repo_id": 7 if inside else 8},
                "base": {"label": "main", "ref": "main", "sha": "", "repo_id": 7},
            }  # fmt: skip
        self.api.pulls.append({**found, **more})
        return number


@pytest.fixture(params=[GitLab, Forgejo])
def league(request: pytest.FixtureRequest, forge: Forge, tmp_path: Path) -> Iterator[League]:
    with machine(tmp_path, KEY), Api() as api:
        yield League(forge, request.param(tmp_path / "workers", forge.remote, api, KEY), api)


def late(league: League) -> None:
    """Let the deadline of the turn be over."""
    turn_clock(league.forge.league, "2026", "2025")


def in_time(league: League, deadline: str = "2126-01-01T00:00:00Z") -> None:
    """Let there be time for the turn."""
    clock = (league.forge.league / "games/riot/clock.yaml").read_text()
    turn_clock(league.forge.league, re.findall('deadline: "([^"]*)"', clock)[0], deadline)


def test_orders_are_taken_in_carried_out_and_answered(league: League) -> None:
    league.send("ragnar42", {RED: "MOVE B2 S\nPASS\n"})
    ended = league.tick()
    assert not any(ended.values()), league.workers.log
    assert git(league.forge.remote, "log", "--format=%s", "-2", "main").splitlines() == [
        "riot 1a red: MOVE B2 S", "riot: orders of red"]  # fmt: skip
    assert league.api.closed == [1]
    [said] = league.api.said[1]
    assert "MOVE B2 S" in said
    assert "closed without merging" in said


@pytest.mark.exhaustive
def test_the_site_is_published(league: League) -> None:
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    league.tick()
    assert "riot/index.html" in league.site()


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [GitLab], indirect=True)
def test_what_a_build_remembers_is_not_published_where_it_need_not_be(league: League) -> None:
    league.tick()
    assert "index.html" in league.site()
    assert [file for file in league.site() if "/." in f"/{file}"] == []


@pytest.mark.exhaustive
def test_what_is_refused_is_answered_once_and_stays_open_where_it_can_be_mended(league: League) -> None:
    league.send("ragnar42", {RED: "JUMP\n"})
    league.send("mallory", {RED: "PASS\n"})
    league.tick()
    league.tick()
    assert league.api.closed == [2]
    [said] = league.api.said[1]
    assert "^^^^" in said


@pytest.mark.exhaustive
def test_a_draft_is_answered_once_and_read_when_it_is_ready(league: League) -> None:
    league.send("ragnar42", {RED: "PASS\n"}, draft=True)
    league.tick()
    [said] = league.api.said[1]
    assert "this is a draft" in said
    league.api.pulls[0]["draft"] = False
    league.tick()
    assert league.api.closed == [1]


@pytest.mark.exhaustive
def test_an_answer_that_stands_there_is_not_written_again(league: League) -> None:
    league.send("ragnar42", {RED: "JUMP\n"})
    league.tick()
    git(league.forge.remote, "update-ref", "-d", "refs/genetess/answered")
    league.tick()
    assert len(league.api.said[1]) == 1


@pytest.mark.exhaustive
def test_what_is_pushed_while_the_run_works_is_not_closed_unread(league: League) -> None:
    turn_clock(league.forge.league, 'deadline: "2026', 'deadline: "2126')
    league.send("ragnar42", {RED: "MOVE A1 N\n"})
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    good = league.api.pulls.pop()

    def push() -> None:
        league.api.pulls[0] |= {name: good[name] for name in ("sha", "head") if name in good}

    league.workers.meanwhile = {"tick": push, "Run what is due": push}
    league.tick()
    assert (league.api.closed, league.api.said) == ([], {})
    assert "was changed meanwhile" in league.workers.log
    league.workers.meanwhile.clear()
    league.tick()
    assert league.api.closed == [1]
    assert "Commit checked: " in league.api.said[1][-1]
    assert "riot 1a red: MOVE B2 S" in git(league.forge.remote, "log", "-1", "--format=%s", "main")


@pytest.mark.exhaustive
def test_after_the_twentieth_comment_the_last_one_is_put_right(league: League) -> None:
    """Each answer names its commit, and whoever pushes for ever is to get no comments for ever."""
    league.send("ragnar42", {RED: "JUMP\n"})
    league.api.said[1] = [f"Answer {number}" for number in range(20)]
    league.tick()
    assert league.api.said[1][:-1] == [f"Answer {number}" for number in range(19)]
    assert "Commit checked: " in league.api.said[1][-1]


@pytest.mark.exhaustive
def test_what_others_say_does_not_count(league: League) -> None:
    league.send("ragnar42", {RED: "JUMP\n"})
    league.api.said[1] = [f"Well {number}" for number in range(60)]
    league.api.foreign = {*league.api.said[1]}
    league.tick()
    assert "Commit checked: " in league.api.said[1][60]


@pytest.mark.exhaustive
def test_whose_seat_it_is_is_told_by_the_accounts_number(league: League) -> None:
    league.send("ragnar42", {RED: "PASS\n"})
    league.tick()
    assert "github_id: 101" in str(league.forge.shown("games/riot/game.yaml"))


@pytest.mark.exhaustive
def test_all_pages_of_the_list_are_read(league: League) -> None:
    """The oldest stands on the last page."""
    league.send("gwen-g", {GREEN: "PASS\n"})
    [first] = league.api.pulls
    name = "iid" if "iid" in first else "number"
    league.api.pulls += [{**first, name: number, "draft": True} for number in range(2, LATE)]
    league.tick()
    assert league.forge.shown(GREEN) == "PASS\n"


@pytest.mark.exhaustive
def test_what_the_gm_changes_in_the_league_itself_is_left_alone(league: League) -> None:
    """It comes from a branch of the league's own repository: its author can push there."""
    league.send("gail", {"games/riot/game.yaml": "name: x\n"}, inside=True)
    league.tick()
    assert (league.api.said, league.api.closed) == ({}, [])


AGIT = {"label": "", "repo_id": 7, "repo": {"id": 7}}


@pytest.mark.exhaustive
@pytest.mark.parametrize("flow", [{"flow": 1}, {}])
@pytest.mark.parametrize("league", [Forgejo], indirect=True)
def test_what_anybody_may_push_to_forgejo_without_a_branch_is_held_to_the_own_seat(
    league: League, flow: dict[str, Any]
) -> None:
    """Of `git push origin HEAD:refs/for/main` it says that the head lies in the league itself."""
    for login, files in (("gail", {"games/riot/game.yaml": "name: x\n"}), ("ragnar42", {RED: "MOVE B2 S\n"})):
        number = league.send(login, files, **flow)
        league.api.pulls[-1]["head"] |= {**AGIT, "ref": f"refs/pull/{number}/head"}
        league.api.pulls[-1]["base"] |= {"repo": {"id": 7}}
    league.tick()
    assert "a player may only change their own order file" in league.api.said[1][0]
    assert league.api.closed == [2]


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [Forgejo], indirect=True)
def test_a_branch_of_the_league_itself_is_still_known(league: League) -> None:
    league.send("gail", {"games/riot/game.yaml": "name: x\n"}, inside=True, flow=0)
    league.tick()
    assert league.api.said == {}


def test_where_the_list_cannot_be_had_nothing_is_carried_out(league: League) -> None:
    tip = league.forge.tip()
    league.api.refuses = lambda *_: 503
    assert any(league.tick().values())
    assert league.forge.tip() == tip


def test_where_it_was_not_read_nothing_is_carried_out(league: League) -> None:
    """Status 1 without a list of answers is no word about what players sent."""
    late(league)
    league.send("ragnar42", {RED: "PASS\n"})
    tip, workers = league.forge.tip(), league.workers
    league.workers.meanwhile = {
        "collect": lambda: no_lock(workers.folder / "1-collect"),
        "Take in what was sent": lambda: no_lock(workers.folder / "run-1"),
    }
    ended = league.tick()
    assert "cannot be written" in workers.log
    assert not {"tick", "Run what is due"} & ended.keys()
    assert league.forge.tip() == tip


def test_only_what_needs_the_key_sees_it(league: League) -> None:
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    league.tick()
    keyed = {name for name, variables in league.workers.seen.items() if variables}
    assert keyed in ({"tick"}, {"Run what is due"})
    assert KEY not in league.workers.log


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [Forgejo], indirect=True)
def test_no_token_lies_in_the_clone_while_something_is_installed(league: League) -> None:
    seen = []

    def look() -> None:
        seen.append(TOKEN in (league.workers.folder / "run-1/.git/config").read_text())

    league.workers.meanwhile |= {"Install genetess": look, "Run what is due": look}
    assert not any(league.tick().values()), league.workers.log
    assert seen == [False, False]


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [GitLab], indirect=True)
def test_a_merge_request_that_gitlab_is_still_making_ready_waits(league: League) -> None:
    league.send("ragnar42", {RED: "PASS\n"}, sha=None)
    league.tick()
    assert league.forge.shown(RED) is None
    assert league.api.said == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [GitLab], indirect=True)
def test_a_newer_merge_request_is_named_as_gitlab_links_it(league: League) -> None:
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    league.send("ragnar42", {RED: "PASS\n"})
    league.tick()
    assert "merge request !2" in league.api.said[1][0]


# What is told


def test_a_game_has_a_thread_that_says_whose_turn_it_is(league: League) -> None:
    in_time(league)
    league.tick()
    assert [row["title"] for row in league.api.threads.values()] == ["Turns of riot"]
    [first] = league.api.told[501]
    assert "@ragnar42" in first
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    league.tick()
    league.tick("push")
    [_, second] = league.api.told[501]
    assert "`green` (@gwen-g) is to move" in second


@pytest.mark.exhaustive
def test_a_reminder_is_told_in_the_thread_once(league: League) -> None:
    game = league.forge.league / "games/riot/game.yaml"
    game.write_text(game.read_text() + "remind: [2d]\n")
    now = datetime.now(UTC)
    in_time(league, f"{now + timedelta(hours=58):%Y-%m-%dT%H:%M:%SZ}")
    league.tick()
    # As there was no run for 23 hours, this one is the last that can be relied on to remind in time.
    league.api.scheduled = [f"{now - timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}" for hours in (1, 24)]
    league.tick()
    league.tick()
    [_, reminder] = league.api.told[501]
    assert "to the deadline" in reminder


@pytest.mark.exhaustive
def test_where_the_site_is_not_deployed_the_next_run_tells(league: League) -> None:
    league.send("ragnar42", {RED: "JUMP\n"})
    league.workers.breaking = {"pages", "Deploy the site"}
    league.tick()
    assert [*league.api.said] == [1]
    assert league.api.told == {}
    league.workers.breaking.clear()
    league.tick()
    assert [len(texts) for texts in league.api.told.values()] == [1]
    assert "riot/index.html" in league.site()


@pytest.mark.exhaustive
def test_what_one_run_could_not_say_the_next_one_says_once(league: League) -> None:
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    league.api.refuses = lambda method, path: 403 if method != "GET" else 0
    league.tick()
    assert (league.api.said, league.api.told, league.api.closed) == ({}, {}, [])
    assert [call for call in league.api.asked if not call.startswith("GET")][1:] == []
    league.api.refuses = lambda *_: 0
    league.tick()
    league.tick("push")
    assert (len(league.api.said[1]), league.api.closed) == (1, [1])
    assert [len(texts) for texts in league.api.told.values()] == [1]


@pytest.mark.exhaustive
def test_where_issues_are_turned_off_orders_count_all_the_same(league: League) -> None:
    league.api.has_issues = False
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    assert not any(league.tick().values()), league.workers.log
    assert league.api.closed == [1]
    assert league.api.threads == {}
    assert "issues of this repository are turned off" in league.workers.log


@pytest.fixture(params=["gitlab", "forgejo"])
def hub(request: pytest.FixtureRequest) -> Iterator[tuple[Api, Hub]]:
    """A forge's API, and the league there as it is asked."""
    with Api() as api:
        if request.param == "gitlab":
            client = Client(f"{api.address}/api/v4", GitLabHub.headers(TOKEN), pace=0)
            yield api, GitLabHub(client, "7", "https://gitlab.test")
        else:
            client = Client(f"{api.address}/api/v1", ForgejoHub.headers(TOKEN), pace=0)
            yield api, ForgejoHub(client, "gm/league", api.address)
        client.close()


def test_of_many_comments_none_is_missed_and_the_newest_is_first(hub: tuple[Api, Hub]) -> None:
    api, forge = hub
    api.said = {1: [f"Answer {number}" for number in range(130)]}
    said = [*forge.said(None)]
    assert [one.body.strip() for one in said] == api.said[1][::-1]
    kind = "mr" if isinstance(forge, GitLabHub) else "pr"
    assert [one.body.strip() for one in forge.remarks(kind, 1)] == api.said[1]
    assert {one.on for one in said} == {1}


def test_a_thread_of_somebody_else_is_none(hub: tuple[Api, Hub]) -> None:
    api, forge = hub
    assert forge.new_thread("Turns of riot", "Hello") == 501
    api.threads[502] = {"title": "Turns of fort", "body": "", "open": True, "stranger": True}
    assert forge.threads() == {"Turns of riot": 501}


# Forgejo alone


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [Forgejo], indirect=True)
def test_a_run_with_nothing_new_leaves_the_site_of_forgejo_alone(league: League) -> None:
    league.tick("workflow_dispatch")
    before = git(league.forge.remote, "rev-parse", "pages")
    assert "Deploy the site" not in league.tick()
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    assert "Deploy the site" in league.tick("pull_request_target")
    assert git(league.forge.remote, "rev-parse", "pages") != before
    assert git(league.forge.remote, "rev-list", "--count", "pages") == "1"


@pytest.mark.exhaustive
@pytest.mark.parametrize("league", [Forgejo], indirect=True)
def test_without_a_key_nothing_is_done_on_forgejo(league: League) -> None:
    league.send("ragnar42", {RED: "MOVE B2 S\n"})
    tip = league.forge.tip()
    league.workers.key = ""
    ended = league.tick()
    assert [*ended] == ["Take the league with its history", "Take in what was sent"]
    assert (league.forge.tip(), league.api.said, league.api.threads) == (tip, {}, {})
    assert "GENETESS_MASTER_KEY" in (league.workers.folder / "temp-1/summary").read_text()


# Hostile changes


@pytest.mark.exhaustive
def test_every_change_of_what_is_not_the_authors_is_refused(league: League, tmp_path: Path) -> None:
    """As on GitHub: `test_hostile.py` has the table."""
    in_time(league)
    tip = league.forge.tip()
    numbers = [league.send("ragnar42", files) for files, _ in CHANGES]
    league.tick()
    assert (league.forge.tip(), league.api.closed, [*tmp_path.rglob("ran")]) == (tip, [], [])
    for number in numbers:
        [body] = league.api.said[number]
        quoted = [line for line in body.splitlines() if not line.startswith(("    ", "<!-- "))]
        assert not any(letter in line for line in quoted for letter in "<>@$")
    assert league.workers.log.replace("\n", "").isprintable()


def test_what_others_write_in_a_thread_is_heard(hub: tuple[Api, Hub]) -> None:
    api, asked = hub
    number = asked.new_thread("Turns of riot", "opening")
    api.told[number] = ["our own", "Well met"]
    api.foreign.add("Well met")
    heard = [one for one in asked.heard(0) if one.on == number]
    assert [(one.author.login, one.author.id, one.body) for one in heard] == [("x", 50, "Well met\n")]
