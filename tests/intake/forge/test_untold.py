"""What a run finds still to be said: of a league that comes from an earlier program, and of what was left unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from genetess_cli.intake.forge.untold import hand_on, left_of, recall
from genetess_cli.intake.forge.worker import Worker
from genetess_cli.store.forges.client import Client
from genetess_cli.store.forges.github import GitHub
from genetess_cli.store.forges.told import NAME, Comment, HandedOn, Reply
from genetess_cli.store.league import League
from genetess_cli.store.times import to_time
from tests.intake.forge.hub import BOT, Hub
from tests.kit.forge import Forge

THREAD = {"number": 100, "title": "Turns of riot", "user": BOT, "labels": ["turns"]}
PULL = {"number": 1, "user": {"login": "zoe", "id": 103}, "head": {"sha": "a" * 40}, "base": {"ref": "main"}}
NOTICE = Comment("riot", "riot 3  other", "Turns of riot", "The thread.", "It is red's turn.", over=False)
REFUSAL = Reply("pr", 1, close=False, body="Mend it.", head="a" * 40, to="pull 1 aaa")


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    hub = Hub(tmp_path)
    hub.tokens = {"token": dict.fromkeys(("issues", "pull-requests", "actions"), "read")}
    hub.pulls = [PULL]
    return hub


@pytest.fixture
def github(hub: Hub) -> Iterator[GitHub]:
    client = Client(hub.api, GitHub.headers("token"))
    yield GitHub(client, "gm/league")
    client.close()


def said(hub: Hub, number: int, body: str, at: str = "2026-11-24T18:00:00Z") -> None:
    hub.said.setdefault(str(number), []).append({"user": BOT, "body": body, "created_at": at})


def test_a_league_without_memory_and_threads_was_never_told_anything(forge: Forge, github: GitHub) -> None:
    with League(forge.league) as league:
        assert recall(league.repository, github) == HandedOn()


def test_a_league_that_comes_from_an_earlier_program_was_told_up_to_the_newest_comment_of_a_thread(
    forge: Forge, hub: Hub, github: GitHub
) -> None:
    hub.issues = [THREAD]
    said(hub, 100, "It is red's turn.", "2026-11-24T18:00:00Z")
    said(hub, 1, "An answer, and no notice.", "2026-11-24T19:00:00Z")
    with League(forge.league) as league:
        told = recall(league.repository, github)
    assert told.at == told.reached == to_time("2026-11-24T18:00:00Z")
    assert told.commit == ""


def test_what_was_handed_on_is_kept_in_the_remote(forge: Forge, github: GitHub) -> None:
    told = HandedOn(at=5, commit="c" * 40, notices=[NOTICE], answers=[REFUSAL])
    with League(forge.league) as league:
        league.repository.keep(NAME, msgspec.json.encode(told), 5)
        assert recall(league.repository, github) == told


def test_what_has_its_tag_in_a_comment_was_told(hub: Hub, github: GitHub) -> None:
    said(hub, 100, NOTICE.text)
    said(hub, 1, REFUSAL.text)
    told = HandedOn(at=to_time("2026-11-24T18:00:00Z"), notices=[NOTICE], answers=[REFUSAL])
    left = left_of(github, told)
    assert (left.notices, left.answers) == ([], [])


def test_what_nobody_said_is_left(hub: Hub, github: GitHub) -> None:
    left = left_of(github, HandedOn(notices=[NOTICE], answers=[REFUSAL]))
    assert (left.notices, left.answers) == ([NOTICE], [REFUSAL])


def test_no_forge_is_asked_for_a_time_before_there_were_any(hub: Hub, github: GitHub) -> None:
    left_of(github, HandedOn(at=0, answers=[REFUSAL]))
    assert not [words for words in hub.asked if "since=" in words]


def test_a_tag_in_a_strangers_comment_says_nothing(hub: Hub, github: GitHub) -> None:
    hub.said["100"] = [{"user": {"login": "mallory", "id": 666}, "body": NOTICE.text}]
    assert left_of(github, HandedOn(notices=[NOTICE])).notices == [NOTICE]


@pytest.mark.parametrize("head", ["b" * 40, None])
def test_an_answer_to_what_was_changed_or_is_gone_is_dropped(
    hub: Hub, github: GitHub, head: str | None
) -> None:
    hub.pulls = [{**PULL, "head": {"sha": head}}] if head else []
    assert left_of(github, HandedOn(answers=[REFUSAL])).answers == []


def test_nobody_is_told_that_a_game_is_over_where_it_has_no_thread(hub: Hub, github: GitHub) -> None:
    over = msgspec.structs.replace(NOTICE, over=True)
    assert left_of(github, HandedOn(notices=[over])).notices == []
    hub.issues = [THREAD]
    assert left_of(github, HandedOn(notices=[over])).notices == [over]


def test_where_nothing_was_handed_on_nothing_is_asked(hub: Hub, github: GitHub) -> None:
    assert left_of(github, HandedOn(at=5)) == HandedOn(at=5)
    assert hub.asked == []


def test_where_the_forge_does_not_tell_how_runs_went_people_are_told_all_the_same(
    forge: Forge, hub: Hub, tmp_path: Path
) -> None:
    hub.refuse("GET .*/workflows/tick.yml/runs", 403)
    environment = {
        "FORGE_TOKEN": "token\n", "GITHUB_API_URL": hub.api, "GITHUB_REPOSITORY": "gm/league", "GITHUB_RUN_ID": "7",
        "GITHUB_SERVER_URL": "https://github.com", "RUNNER_TEMP": str(tmp_path),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
    }  # fmt: skip
    worker = Worker(environment, 60)
    with League(forge.league) as league:
        told = HandedOn(at=5, gap=7200)
        hand_on(worker, league, told, [], to_time("2026-11-24T18:00:00Z"), False, print)
    kept = worker.kept("notices.json", HandedOn)
    worker.hub.client.close()
    assert kept
    assert kept.notices
    assert kept.gap == 7200
