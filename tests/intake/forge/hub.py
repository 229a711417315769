"""GitHub as a league asks it: a server on this machine, where each request is held to what GitHub publishes.

That is the package @octokit/openapi, for paths, questions and bodies. What it does not know is refused, and so is what
the token of a job has no right to; both are in `faults`. The server can refuse what a test names, lose an answer, and
hold to GitHub's limits by a clock that goes on as the program sleeps (`ready.py`).
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from jsonschema import Draft202012Validator

from tests.house.tree import ROOT

Row = dict[str, Any]
Query = Mapping[str, str]

BOT = {"login": "github-actions[bot]", "id": 41898282, "type": "Bot"}
BASE = "/api/v3"  # as an own GitHub has it: no address but the one that a worker is told is right
REPOSITORY = "/repos/gm/league"
WRITES = ("POST", "PUT", "PATCH", "DELETE")
A_MINUTE = {"writes": 80, "new issues": 20}  # what GitHub lets through in one


def published() -> Path | None:
    """Where `make test` has put what GitHub publishes."""
    found = sorted((ROOT / "build").glob("api-*/node_modules/@octokit"))
    return found[-1] if found else None


@cache
def rest() -> Row:
    place = published()
    assert place
    known: Row = json.loads((place / "openapi/generated/api.github.com.json").read_bytes())
    return known


def faults_of(method: str, path: str, query: Query, body: Any) -> list[str]:
    """What is not as GitHub's description has it."""
    words = path.split("/")
    known = [where for where in rest()["paths"] if _fits(where.split("/"), words)]
    where = min(known, key=lambda each: each.count("{"), default="")
    operation = rest()["paths"].get(where, {}).get(method.lower())
    if operation is None:
        return [f"there is no {method} {path}"]
    rows = [_resolved(one) for one in operation.get("parameters", ())]
    choices = {one["name"]: one["schema"].get("enum") for one in rows if one["in"] == "query"}
    found = [f"{path} has no {name}" for name in query if name not in choices]
    found += [
        f"{path} has no {name} {value}"
        for name, value in query.items()
        if choices.get(name) and value not in choices[name]
    ]
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        judge = Draft202012Validator({**schema, "components": rest()["components"]})
        found += [f"{path}: {error.message}" for error in judge.iter_errors(body)]
    return found


def _fits(where: list[str], words: list[str]) -> bool:
    return len(where) == len(words) and all(
        known == word or known.startswith("{") for known, word in zip(where, words, strict=True)
    )


def _resolved(found: Row) -> Row:
    name = found.get("$ref", "").rpartition("/")[2]
    return rest()["components"]["parameters"][name] if name else found


class Asked(NamedTuple):
    method: str
    path: str
    query: Query
    token: str | None
    body: Any

    @property
    def words(self) -> str:
        return f"{self.method} {self.path}?{urlencode(self.query)}"


class Answer(NamedTuple):
    status: int
    body: Any = None
    headers: Mapping[str, str] = {}


class Refused(Exception):
    """What GitHub answers otherwise."""

    def __init__(self, status: int, words: str, retry_after: int | None = None) -> None:
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        self.answer = Answer(status, {"message": words}, headers)


@dataclass
class Refusal:
    """What is refused: requests that a pattern is found in, but for the first ones, and only so often."""

    pattern: str
    status: int
    after: int
    times: float
    retry_after: int | None

    def meets(self, words: str) -> bool:
        if not re.search(self.pattern, words):
            return False
        self.after -= 1
        self.times -= self.after < 0
        return self.after < 0 <= self.times


class Hub:
    """What GitHub holds, for the time of a test: what is open and gone, and what was said on it, by its number."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.private, self.fork, self.has_issues, self.archived = False, False, True, False
        self.default_branch = "main"
        self.settings: dict[
            str, Any
        ] = {}  # what else its owner has set up, by the place below the repository
        self.pulls: list[Row] = []
        self.issues: list[Row] = []
        self.gone: list[Row] = []
        self.said: dict[str, list[Row]] = {}
        self.closed: list[int] = []
        self.written: list[str] = []
        self.enabled: list[str] = []
        self.runs: list[Row] = []
        self.jobs: list[Row] = []
        self.tokens: dict[str, Mapping[str, str]] = {}  # the rights of each
        self.refusals: list[Refusal] = []
        self.losing: list[str] = []  # patterns of requests that are done, each once, and have no answer
        self.asked: list[str] = []
        self.refused: list[str] = []
        self.faults: list[str] = []
        self.slept = 0.0
        self.uses: Callable[[Row], bool] = bool  # what the stand-ins of act have done here
        self._began = self.now
        self._times: dict[str, list[float]] = {name: [] for name in A_MINUTE}
        self._lock = threading.RLock()
        self._servers = [_server(self.answer), _server(self._at_the_door)]
        _OPEN.append(self)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self._servers[0].server_port}{BASE}"

    @property
    def door(self) -> str:
        """The address for the parts of a test that run elsewhere."""
        return f"http://127.0.0.1:{self._servers[1].server_port}"

    @property
    def now(self) -> str:
        return datetime.fromtimestamp(time.time() + self.slept, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def writes(self) -> list[str]:
        """What was asked that changes something, done or not."""
        return [words for words in self.asked if words.split()[0] in WRITES]

    def close(self) -> None:
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def refuse(
        self,
        pattern: str,
        status: int = 500,
        *,
        after: int = 0,
        times: float = float("inf"),
        retry_after: int | None = None,
    ) -> None:
        """Refuse requests that a pattern is found in: `METHOD path?query`."""
        self.refusals.append(Refusal(pattern, status, after, times, retry_after))

    # What is asked

    def answer(self, asked: Asked) -> Answer | None:
        """What GitHub answers; None: nothing at all."""
        with self._lock:
            asked = asked._replace(path=asked.path.removeprefix(BASE))
            self.asked.append(asked.words)
            try:
                self._may(asked)
                found = self._done(asked)
            except Refused as fault:
                self.refused.append(asked.words)
                return fault.answer
            lost = [pattern for pattern in self.losing if re.search(pattern, asked.words)]
            if lost:
                self.losing.remove(lost[0])
            return None if lost else found

    def _at_the_door(self, asked: Asked) -> Answer:
        with self._lock:
            match asked.path.strip("/").split("/"):
                case ["slept", seconds]:
                    self.slept += float(seconds)
                    return Answer(200)
                case _:
                    return Answer(200 if self.uses(asked.body) else 500)

    def _may(self, asked: Asked) -> None:
        for refusal in self.refusals:
            if refusal.meets(asked.words):
                raise Refused(refusal.status, "refused by the test", refusal.retry_after)
        faults = faults_of(asked.method, asked.path, asked.query, asked.body) if published() else []
        if asked.token not in self.tokens:
            faults.append(f"{asked.path} comes without a token")
        elif not self._has_right(asked):
            faults.append(f"{asked.words}: this job has no right to it")
        if asked.method in WRITES and not isinstance(asked.body, dict):
            faults.append(f"{asked.words}: body should be a JSON object")
        if faults:
            self.faults += faults
            raise Refused(422, "; ".join(faults))
        if asked.method in WRITES:
            self._count("writes")
        if asked.method == "POST" and asked.path == f"{REPOSITORY}/issues":
            self._count("new issues")

    def _has_right(self, asked: Asked) -> bool:
        rights = self.tokens[str(asked.token)]
        room, _, rest = asked.path.removeprefix(REPOSITORY).strip("/").partition("/")
        kinds = {
            "issues": ["issues"],
            "labels": ["issues"],
            "pulls": ["pull-requests"],
            "actions": ["actions"],
        }
        wanted = kinds.get(room, [])
        if room == "issues" and any(str(one["number"]) == rest.partition("/")[0] for one in self.pulls):
            wanted = ["issues", "pull-requests"]
        enough = ("write",) if asked.method in WRITES else ("write", "read")
        return not wanted or any(rights.get(one) in enough for one in wanted)

    def _count(self, name: str) -> None:
        now = time.time() + self.slept
        times = [one for one in self._times[name] if one > now - 60]
        self._times[name] = [*times, now]
        if len(times) >= A_MINUTE[name]:
            raise Refused(403, "You have exceeded a secondary rate limit.", 60)

    def _done(self, asked: Asked) -> Answer:
        method, query, body = asked.method, asked.query, asked.body
        parts = asked.path.removeprefix(REPOSITORY).strip("/").split("/")
        is_on_pull = any(str(one["number"]) in parts[1:2] for one in self.pulls)
        if parts[0] == "issues" and not (self.has_issues or is_on_pull):
            raise Refused(410, "Issues are disabled for this repo")
        match method, parts:
            case "GET", [""]:
                facts = {name: getattr(self, name) for name in ("private", "fork", "has_issues", "archived")}
                return Answer(
                    200, {"id": 7, "full_name": "gm/league", "default_branch": self.default_branch, **facts}
                )
            case "GET", ["pulls"]:
                rows = [one for one in self.pulls if one["base"]["ref"] == query.get("base", "main")]
                return self._page(asked, [self._whole(one) for one in rows])
            case "GET", ["issues", "comments"]:
                every = [(number, at) for number, rows in self.said.items() for at in range(len(rows))]
                rows = sorted((self._comment(*one) for one in every), key=lambda one: str(one["created_at"]))
                rows = [one for one in rows if one["updated_at"] >= query.get("since", "")]
                return self._page(asked, rows, oldest_first=query.get("direction") != "desc")
            case "GET", ["pulls" | "issues" as kind, number]:
                return Answer(200, self._whole(self._found(kind, number)))
            case "PATCH", ["pulls" | "issues" as kind, number]:
                row = self._found(kind, number)
                row |= {name: value for name, value in body.items() if name != "state"}
                if body.get("state") == "closed":
                    self._close(row)
                return Answer(200, self._whole(row))
            case "GET", ["issues"]:
                labels = set(query["labels"].split(",")) if "labels" in query else set()
                rows = [one for one in self.issues if labels <= set(one.get("labels", ()))]
                rows += [] if labels else [{**one, "pull_request": {}} for one in self.pulls]
                return self._page(asked, [self._whole(one) for one in rows])
            case "POST", ["issues"]:
                number = max([99, *(one["number"] for one in [*self.issues, *self.gone])]) + 1
                self.issues.append({"number": number, "user": BOT, "created_at": self.now, **body})
                return Answer(201, self._whole(self.issues[-1]))
            case "GET", ["issues", number, "comments"]:
                since = query.get("since", "")
                rows = [self._comment(number, at) for at in range(len(self.said.get(number, ())))]
                return self._page(
                    asked, [one for one in rows if one["updated_at"] >= since], oldest_first=True
                )
            case "POST", ["issues", number, "comments"]:
                self._found("issues", number)
                said = self.said.setdefault(number, [])
                said.append({"user": BOT, "created_at": self.now, **body})
                self.written.append(number)
                return Answer(201, self._comment(number, len(said) - 1))
            case "PATCH", ["issues", "comments", ident]:
                about, at = divmod(int(ident), 1000)
                self.said[str(about)][at] |= {"updated_at": self.now, **body}
                self.written.append(str(about))
                return Answer(200, self._comment(str(about), at))
            case "GET", ["pages" | "environments" | "labels" | "rules" | "branches" | "collaborators", *_] | [
                "actions",
                "workflows",
                _,
            ]:
                if "/".join(parts) not in self.settings:
                    raise Refused(404, "Not Found")
                return Answer(200, self.settings["/".join(parts)])
            case "PUT", ["actions", "workflows", name, "enable"]:
                self.enabled.append(name)
                return Answer(204)
            case "GET", ["actions", "runs", ident, "jobs"]:
                rows = [one for one in self.jobs if str(one["run_id"]) == ident]
                newest = max((one["run_attempt"] for one in rows), default=1)
                return self._page(asked, [one for one in rows if one["run_attempt"] == newest], "jobs")
            case "GET", ["actions", "workflows", _, "runs"]:
                rows = [one for one in self.runs if one["event"] == query.get("event", one["event"])]
                return self._page(asked, rows, "workflow_runs")
        self.faults.append(f"{asked.words}: nobody needed that so far")
        raise Refused(404, "Not Found")

    # What is answered

    def _page(self, asked: Asked, rows: list[Row], name: str = "", oldest_first: bool = False) -> Answer:
        """One page, the newest first as GitHub has it, with the address of the next."""
        size, page = min(100, int(asked.query.get("per_page", 30))), int(asked.query.get("page", 1))
        rows = rows if oldest_first or asked.query.get("direction") == "asc" else rows[::-1]
        shown = rows[size * (page - 1) : size * page]
        more = urlencode({**asked.query, "page": page + 1})
        link = {"Link": f'<{self.api}{asked.path}?{more}>; rel="next"'} if size * page < len(rows) else {}
        return Answer(200, {"total_count": len(rows), name: shown} if name else shown, link)

    def _whole(self, row: Row) -> Row:
        """A request or an issue, with what every one has."""
        address = f"https://github.com/gm/league/issues/{row['number']}"
        always: Row = {"title": "", "body": None, "state": "closed" if row in self.gone else "open",
                       "created_at": self._began, "html_url": address}  # fmt: skip
        found = always | row
        found["labels"] = [{"name": one} for one in row.get("labels", ())]
        found["user"] = row.get("user") and {"type": "User", **row["user"]}
        if "base" in row:
            found["head"] = {"repo": None, **row["head"]}
            found["base"] = {"repo": {"id": 7}, **row["base"]}
        return found

    def _comment(self, number: str, at: int) -> Row:
        row = self.said[number][at]
        made = row.get("created_at", self._began)
        where = f"{self.api}{REPOSITORY}/issues/{number}"
        return {
            "id": 1000 * int(number) + at,
            "issue_url": where,
            "created_at": made,
            "updated_at": made,
            **row,
        }

    def _found(self, kind: str, number: str) -> Row:
        rows = [*self.pulls, *([] if kind == "pulls" else self.issues), *self.gone]
        found = [one for one in rows if str(one["number"]) == number]
        if not found:
            raise Refused(404, "Not Found")
        return found[0]

    def _close(self, row: Row) -> None:
        if row in self.gone:
            return
        self.pulls = [one for one in self.pulls if one is not row]
        self.issues = [one for one in self.issues if one is not row]
        self.gone.append(row)
        self.closed.append(row["number"])


_OPEN: list[Hub] = []


def close_all() -> list[str]:
    """End every hub that a test has begun; gives what they found to be wrong."""
    faults = [fault for hub in _OPEN for fault in hub.faults]
    while _OPEN:
        _OPEN.pop().close()
    return faults


def _server(answers: Callable[[Asked], Answer | None]) -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("H", (_Handler,), {"answers": staticmethod(answers)}))
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    return server


class _Handler(BaseHTTPRequestHandler):
    answers: Callable[[Asked], Answer | None]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def _do(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size)) if size else None
        where = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(where.query, keep_blank_values=True).items()}
        token = self.headers.get("Authorization")
        token = token and token.rpartition(" ")[2]
        found = self.answers(Asked(self.command, where.path, query, token, body))
        if found is None:
            self.close_connection = True
            return
        data = found.body if isinstance(found.body, bytes) else json.dumps(found.body).encode()
        self.send_response(found.status)
        for name, value in found.headers.items():
            self.send_header(name, value)
        if found.status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with suppress(
            BrokenPipeError, ConnectionResetError
        ):  # it need not wait for an answer that it does not read
            if found.status != 204:
                self.wfile.write(data)
            self.wfile.flush()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _do  # noqa: N815 - so the library calls them

    def log_message(self, *_: object) -> None:
        """Say nothing."""
