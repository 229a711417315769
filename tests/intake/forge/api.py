"""GitLab and Forgejo as far as a league asks them: merge requests and pull requests by HTTP, out of one list.

The answers have the shape that their API gives them; whatever is asked without the token is refused.
"""

from __future__ import annotations

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

TOKEN = "a-token"
_LIST = re.compile(r"/api/v4/projects/7/merge_requests|/api/v1/repos/gm/league/pulls")
_ONE = re.compile(r"/api/v4/projects/7/merge_requests/(\d+)|/api/v1/repos/gm/league/pulls/(\d+)")
_SAID = re.compile(
    r"/api/v4/projects/7/merge_requests/(\d+)/notes|/api/v1/repos/gm/league/issues/(\d+)/comments"
)
_EDITED = re.compile(
    r"/api/v4/projects/7/merge_requests/\d+/notes/(\d+)|/api/v1/repos/gm/league/issues/comments/(\d+)"
)
_OWN = {"/api/v4": 40, "/api/v1": -2}


class Api:
    """A forge's API for the time of a test: `pulls` are open, `said` has the comments by number.

    They are the league's own but for the `foreign` ones.
    """

    def __init__(self) -> None:
        self.pulls: list[dict[str, Any]] = []
        self.said: dict[int, list[str]] = {}
        self.foreign: set[str] = set()
        self.closed: list[int] = []
        self.broken = False
        self.asked = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"api": self}))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, method: str, path: str, query: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
        self.asked += 1
        if self.broken:
            return 503, {"message": "down"}
        if method == "GET" and _LIST.fullmatch(path):
            size, page = int(query.get("per_page") or query["limit"]), int(query["page"])
            return 200, self.pulls[::-1][size * (page - 1) : size * page]
        if method == "GET" and path == "/api/v4/user":
            return 200, {"id": _OWN["/api/v4"]}
        if found := _SAID.fullmatch(path):
            number = int(found[1] or found[2])
            if method == "POST":
                self.said.setdefault(number, []).append(body["body"])
            return (201, {}) if method == "POST" else (200, self._said(number, path[:7], query))
        if (found := _EDITED.fullmatch(path)) and method in ("PUT", "PATCH"):
            number, index = divmod(int(found[1] or found[2]), 1000)
            self.said[number][index] = body["body"]
            return 200, {}
        if (found := _ONE.fullmatch(path)) and method == "GET":
            number = int(found[1] or found[2])
            return 200, next(one for one in self.pulls if one.get("iid", one.get("number")) == number)
        if (found := _ONE.fullmatch(path)) and "close" in (
            body.get("state_event"),
            body.get("state", "")[:5],
        ):
            number = int(found[1] or found[2])
            self.closed.append(number)
            self.pulls = [one for one in self.pulls if one.get("iid", one.get("number")) != number]
            return 200, {}
        return 404, {"message": "404 Not Found"}

    def _said(self, number: int, version: str, query: dict[str, str]) -> list[dict[str, Any]]:
        """The comments, a hundred on a page where pages are asked for; on GitLab with what it notes itself."""
        rows = []
        for index, text in enumerate(self.said.get(number, [])):
            who = {"id": 50 if text in self.foreign else _OWN[version], "login": "x"}
            note = {"id": 1000 * number + index, "body": f"{text}\n", "user": who, "author": who}
            rows += [note, {**note, "id": 999_000 + index, "body": "added 1 commit"}]
        if version == "/api/v1":
            return rows[::2]
        page = int(query.get("page", 1))
        return [{**row, "system": at % 2 == 1} for at, row in enumerate(rows)][100 * (page - 1) : 100 * page]


class _Handler(BaseHTTPRequestHandler):
    api: Api

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        known = TOKEN in (self.headers.get("PRIVATE-TOKEN"), (self.headers.get("Authorization") or "")[6:])
        status, found = self.api.answer(self.command, parts.path, query, body) if known else (401, {})
        data = json.dumps(found, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = _serve  # noqa: N815 - so the library calls them

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""
