"""The hub refuses what GitHub refuses: what is in no description, over a limit, or beyond the right of a job."""

from __future__ import annotations

import http.client
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.intake.forge.hub import BASE, REPOSITORY, Hub, faults_of, published

PULL = {"number": 1, "user": {"login": "zoe", "id": 103}, "head": {"sha": "a" * 40}, "base": {"ref": "main"}}


@pytest.fixture(autouse=True)
def described() -> None:
    if published() is None:
        if os.environ.get("CI") or shutil.which("npm"):
            pytest.fail(
                "GitHub's description of itself is not installed: run make github-api, which needs npm"
            )
        pytest.skip("npm is not installed, so nothing can be held against GitHub's description here")


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    hub = Hub(tmp_path)
    hub.tokens = {"all": dict.fromkeys(("issues", "pull-requests", "actions"), "write"), "none": {}}
    return hub


def ask(
    hub: Hub, method: str, path: str, body: object = None, token: str = "all"
) -> tuple[int, Any, Mapping[str, str]]:
    there = http.client.HTTPConnection(urlsplit(hub.api).netloc)
    try:
        data = None if body is None else json.dumps(body)
        there.request(method, f"{BASE}{REPOSITORY}{path}", data, {"Authorization": f"Bearer {token}"})
        found = there.getresponse()
        text = found.read()
        return found.status, json.loads(text) if text else None, dict(found.headers)
    finally:
        there.close()


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "fault"),
    [
        ("GET", "/pulls", {"state": "open", "base": "main"}, None, None),
        ("GET", "/pulls", {"status": "open"}, None, "has no status"),
        ("GET", "/pulls", {"state": "opened"}, None, "has no state opened"),
        ("GET", "/pull", {}, None, "there is no GET"),
        ("POST", "/issues", {}, {"body": "x"}, "'title' is a required property"),
    ],
)
def test_what_github_does_not_know_is_noticed(
    method: str, path: str, query: dict[str, str], body: object, fault: str | None
) -> None:
    found = "; ".join(faults_of(method, f"{REPOSITORY}{path}", query, body))
    assert (fault or "") in found
    assert bool(found) == bool(fault)


def test_a_long_list_comes_in_pages_and_the_newest_first(hub: Hub) -> None:
    hub.pulls = [{**PULL, "number": number} for number in range(1, 6)]
    status, rows, headers = ask(hub, "GET", "/pulls?per_page=2&page=2")
    assert (status, [one["number"] for one in rows]) == (200, [3, 2])
    assert headers["Link"] == f'<{hub.api}{REPOSITORY}/pulls?per_page=2&page=3>; rel="next"'


def test_requests_are_among_the_issues(hub: Hub) -> None:
    hub.pulls = [PULL]
    ask(hub, "POST", "/issues", {"title": "x", "labels": ["turns"]})
    kinds = {one["number"]: "pull_request" in one for one in ask(hub, "GET", "/issues")[1]}
    assert kinds == {1: True, 100: False}
    assert [one["number"] for one in ask(hub, "GET", "/issues?labels=turns")[1]] == [100]


@pytest.mark.parametrize("token", ["none", "unknown"])
def test_no_job_gets_what_it_has_no_right_to(hub: Hub, token: str) -> None:
    assert ask(hub, "GET", "/pulls", token=token)[0] == 422
    assert len(hub.faults) == 1
    hub.faults.clear()


@pytest.mark.parametrize(
    ("most", "path", "body"), [(20, "/issues", {"title": "x"}), (80, "/issues/1/comments", {"body": "x"})]
)
def test_more_than_the_limit_of_a_minute_is_refused_until_it_is_over(
    hub: Hub, most: int, path: str, body: object
) -> None:
    hub.pulls = [PULL]
    statuses = [ask(hub, "POST", path, body)[0] for _ in range(most + 1)]
    assert statuses == [201] * most + [403]
    assert ask(hub, "POST", path, body)[2]["Retry-After"] == "60"
    hub.slept += 61
    assert ask(hub, "POST", path, body)[0] == 201


def test_a_test_says_which_request_is_refused(hub: Hub) -> None:
    hub.pulls = [PULL]
    hub.refuse("POST .*/comments", 429, after=1, times=1, retry_after=3)
    found = [ask(hub, "POST", "/issues/1/comments", {"body": "x"}) for _ in range(3)]
    assert [status for status, _, _ in found] == [201, 429, 201]
    assert found[1][2]["Retry-After"] == "3"


def test_an_answer_can_be_lost_though_all_is_done(hub: Hub) -> None:
    hub.pulls = [PULL]
    hub.losing = ["POST .*/comments"]
    with pytest.raises(http.client.RemoteDisconnected):
        ask(hub, "POST", "/issues/1/comments", {"body": "x"})
    assert [one["body"] for one in hub.said["1"]] == ["x"]
    assert ask(hub, "PATCH", "/pulls/1", {"state": "closed"})[1]["state"] == "closed"
    assert hub.closed == [1]


def test_a_wrong_address_is_none(hub: Hub) -> None:
    assert ask(hub, "GET", "/actions/secrets")[0] == 404
    assert hub.faults == [f"GET {REPOSITORY}/actions/secrets?: nobody needed that so far"]
    hub.faults.clear()
