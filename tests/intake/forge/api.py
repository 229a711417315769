"""GitLab and Forgejo as far as a league asks them: requests and threads by HTTP, out of one list each.

The answers have the shape that their API gives them; whatever is asked without the token is refused.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.kit.command import git

TOKEN = "a-token"
Row = dict[str, Any]
LEAGUE = re.compile(r"/api/v4/projects/(?:7|gm%2Fleague)(/.*)?|/api/v1/repos/gm/league(/.*)?")
PAGE = 30  # the most rows of a page where nothing else is asked for
MOST = {"/api/v4": 100, "/api/v1": 50}  # the most at all
OWN = {"/api/v4": 40, "/api/v1": -2}


class Asked(NamedTuple):
    version: str
    method: str
    path: str  # below the league's own
    query: dict[str, str]
    body: Row


class Api:
    """A forge's API for the time of a test: `pulls` are open, `said` has the comments on them by number.

    They are the league's own but for the `foreign` ones. `threads` are all issues, `told` has the comments in them.
    `refuses` says what is answered with a status instead.
    """

    def __init__(self) -> None:
        self.pulls: list[Row] = []
        self.said: dict[int, list[str]] = {}
        self.foreign: set[str] = set()
        self.closed: list[int] = []
        self.threads: dict[int, Row] = {}
        self.told: dict[int, list[str]] = {}
        self.has_issues = True
        self.scheduled: list[str] = []
        self.remote = Path()
        self.refuses: Callable[[str, str], int] = lambda method, path: 0
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"api": self}))
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, method: str, path: str, query: dict[str, str], body: Row) -> tuple[int, Any]:
        self.asked.append(f"{method} {path}")
        if status := self.refuses(method, path):
            return status, {"message": "no"}
        version = path[:7]
        if path.endswith("/issues") and not self.has_issues:
            return 404, {"message": "404 Not Found"}
        if path == "/api/v4/user":
            return 200, {"id": OWN["/api/v4"]}
        league = LEAGUE.fullmatch(path)
        if not league:
            return 404, {"message": "404 Not Found"}
        asked = Asked(version, method, league[1] or league[2] or "", query, body)
        found = self._gitlab(asked) if version == "/api/v4" else self._forgejo(asked)
        return found or (404, {"message": f"404 Not Found: {method} {path}"})

    def _gitlab(self, asked: Asked) -> tuple[int, Any] | None:
        method, body = asked.method, asked.body
        match asked.path.split("/")[1:]:
            case []:
                access = "enabled" if self.has_issues else "disabled"
                return 200, {"visibility": "public", "issues_access_level": access}
            case ["pipelines"]:
                assert asked.query["source"] == "schedule"
                return 200, [{"created_at": each} for each in self.scheduled]
            case ["events"]:
                return 200, [{"action_name": "commented on", "note": row} for row in self._everything(asked)]
            case ["merge_requests"]:
                return 200, self.pulls[::-1]
            case ["issues"] if method == "POST":
                assert body.keys() == {"title", "description", "labels"}
                return 201, {"iid": self._thread(body["title"], body["description"])}
            case ["issues"]:
                assert (asked.query["labels"], asked.query["author_id"]) == ("turns", "40")
                own = [(number, row) for number, row in self.threads.items() if not row.get("stranger")]
                return 200, [{"iid": number, "title": row["title"]} for number, row in own if row["open"]]
            case ["merge_requests" | "issues", number, "notes"] if method == "POST":
                return 201, self._say(int(number), body["body"])
            case ["merge_requests" | "issues", number, "notes"]:
                return 200, [*self._notes(asked, int(number))]
            case ["merge_requests" | "issues", _, "notes", note] if method == "PUT":
                return 200, self._reword(int(note), body["body"])
            case ["merge_requests", number] if method == "GET":
                return 200, next(one for one in self.pulls if one["iid"] == int(number))
            case ["merge_requests" | "issues", number] if body == {"state_event": "close"}:
                return 200, self._close(int(number))
        return None

    def _forgejo(self, asked: Asked) -> tuple[int, Any] | None:
        method, body = asked.method, asked.body
        match asked.path.split("/")[1:]:
            case []:
                return 200, {"private": False, "fork": False, "has_issues": self.has_issues}
            case ["actions", "tasks"]:
                runs = [{"event": "schedule", "created_at": each} for each in self.scheduled]
                return 200, {
                    "workflow_runs": [{"event": "push", "created_at": "2026-01-01T00:00:00Z"}, *runs]
                }
            case ["branches", "pages"] if git(self.remote, "branch", "--list", "pages"):
                return 200, {"commit": {"message": git(self.remote, "log", "-1", "--format=%B", "pages")}}
            case ["pulls"]:
                return 200, self.pulls[::-1]
            case ["issues"] if method == "POST":
                return 201, {"number": self._thread(body["title"], body["body"])}
            case ["issues"]:
                return 200, [
                    {"number": number, "title": row["title"], "user": self._account(row)}
                    for number, row in self.threads.items()
                    if row["open"]
                ]
            case ["issues", "comments"]:
                return 200, [*self._everything(asked)][::-1]
            case ["issues", "comments", note] if method == "PATCH":
                return 200, self._reword(int(note), body["body"])
            case ["issues", number, "comments"] if method == "POST":
                return 201, self._say(int(number), body["body"])
            case ["issues", number, "comments"]:
                return 200, [*self._notes(asked, int(number))]
            case ["pulls", number] if method == "GET":
                return 200, next(one for one in self.pulls if one["number"] == int(number))
            case ["issues" | "pulls", number] if body == {"state": "closed"}:
                return 200, self._close(int(number))
        return None

    @staticmethod
    def _account(thread: Row) -> Row:
        if thread.get("stranger"):
            return {"id": 666, "login": "forgejo-actions"}
        return {"id": OWN["/api/v1"], "login": "forgejo-actions"}

    def _thread(self, title: str, body: str) -> int:
        number = 501 + len(self.threads)
        self.threads[number] = {"title": title, "body": body, "open": True}
        return number

    def _said(self, number: int) -> list[str]:
        where = self.told if number in self.threads else self.said
        return where.setdefault(number, [])

    def _say(self, number: int, text: str) -> Row:
        self._said(number).append(text)
        return {}

    def _reword(self, note: int, text: str) -> Row:
        number, index = divmod(note, 1000)
        self._said(number)[index] = text
        return {}

    def _close(self, number: int) -> Row:
        if number in self.threads:
            self.threads[number]["open"] = False
        else:
            self.closed.append(number)
            self.pulls = [one for one in self.pulls if one.get("iid", one.get("number")) != number]
        return {}

    def _notes(self, asked: Asked, number: int) -> Iterator[Row]:
        """The comments on something; on GitLab with what it notes itself."""
        is_thread = number in self.threads
        now = datetime.now(UTC).isoformat()
        place = f"{self.address}/gm/league/{'issues' if is_thread else 'pulls'}/{number}"
        for index, text in enumerate((self.told if is_thread else self.said).get(number, [])):
            who = {"id": 50 if text in self.foreign else OWN[asked.version], "login": "x", "username": "x"}
            row = {"id": 1000 * number + index, "body": f"{text}\n"}
            if asked.version == "/api/v1":
                where = {"issue_url": "", "pull_request_url": ""}
                where["issue_url" if is_thread else "pull_request_url"] = place
                yield {**row, **where, "user": who, "updated_at": now}
            else:
                note = {**row, "author": who, "created_at": now, "system": False, "noteable_iid": number}
                note["noteable_type"] = "Issue" if is_thread else "MergeRequest"
                yield note
                yield {**note, "id": 999_000_000 + index, "body": "added 1 commit", "system": True}

    def _everything(self, asked: Asked) -> Iterator[Row]:
        for number in [*self.told, *self.said][::-1]:
            yield from [*self._notes(asked, number)][::-1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    api: Api

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if parts.path.startswith("/door/"):  # somebody would sleep (`ready.py`)
            self.send_response(204)
            self.end_headers()
            return
        known = TOKEN in (self.headers.get("PRIVATE-TOKEN"), (self.headers.get("Authorization") or "")[6:])
        status, found = self.api.answer(self.command, parts.path, query, body) if known else (401, {})
        link = ""
        if isinstance(found, list):
            found, link = self._page(parts.path, query, found)
        data = json.dumps(found, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        if link:
            self.send_header("Link", link)
        self.end_headers()
        self.wfile.write(data)

    def _page(self, path: str, query: dict[str, str], rows: list[Row]) -> tuple[list[Row], str]:
        """A page of a list, and where the next one is; Forgejo has all comments of one thing on one page."""
        version = path[:7]
        if version == "/api/v1" and re.fullmatch(r".*/issues/\d+/comments", path):
            return rows, ""
        size = min(MOST[version], int(query.get("per_page" if version == "/api/v4" else "limit", PAGE)))
        page = int(query.get("page", 1))
        following = f"{self.api.address}{path}?{urlencode({**query, 'page': page + 1})}"
        is_named = len(rows) > size * page and not path.endswith("/issues/comments")
        return rows[size * (page - 1) : size * page], f'<{following}>; rel="next"' if is_named else ""

    do_GET = do_POST = do_PUT = do_PATCH = _serve  # noqa: N815 - so the library calls them

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""
