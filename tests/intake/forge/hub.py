"""GitHub for the real `gh`: the forge of `gh.py` behind a socket, where each request is held to what GitHub publishes.

That are the packages @octokit/openapi, for paths, questions and bodies, and @octokit/graphql-schema. What they do not
know is refused, and is in `faults`. `gh` sends to the socket whatever its configuration names (`http_unix_socket`).
"""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
import threading
import zipfile
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingUnixStreamServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from graphql import (
    GraphQLSchema,
    OverlappingFieldsCanBeMergedRule,
    build_ast_schema,
    execute_sync,
    parse,
    specified_rules,
    validate,
)
from jsonschema import Draft202012Validator

from tests.house.tree import ROOT
from tests.intake.forge.gh import BOT, Refused, State, asked, close, enable, say

HOME = "https://api.github.com"
# GitHub is laxer in one: gh asks for the `state` of an issue or a pull request, which are of two types.
RULES = [rule for rule in specified_rules if rule is not OverlappingFieldsCanBeMergedRule]
CONFIGURED = 'version: "1"\nprompt: disabled\nhttp_unix_socket: {socket}\n'


def published() -> Path | None:
    """Where `make test` has put what GitHub publishes."""
    found = sorted((ROOT / "build").glob("api-*/node_modules/@octokit"))
    return found[-1] if found else None


@cache
def rest() -> dict[str, Any]:
    place = published()
    assert place
    text = (place / "openapi/generated/api.github.com.json").read_bytes()
    known: dict[str, Any] = json.loads(text)
    return known


@cache
def graph() -> GraphQLSchema:
    place = published()
    assert place
    text = (place / "graphql-schema/schema.graphql").read_text()
    return build_ast_schema(parse(text, no_location=True), assume_valid=True, assume_valid_sdl=True)


def faults_of(method: str, path: str, query: dict[str, list[str]], body: Any) -> list[str]:
    """What is not as GitHub's description has it."""
    known = [
        where for where in rest()["paths"] if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", where), path)
    ]  # fmt: skip
    where = min(known, key=lambda each: each.count("{"), default="")
    operation = rest()["paths"].get(where, {}).get(method.lower())
    if operation is None:
        return [f"there is no {method} {path}"]
    rows = [_resolved(one) for one in operation.get("parameters", ())]
    choices = {one["name"]: one["schema"].get("enum") for one in rows if one["in"] == "query"}
    found = [f"{path} has no {name}" for name in query if name not in choices]
    found += [
        f"{path} has no {name} {value}"
        for name, values in query.items()
        for value in values
        if choices.get(name) and value not in choices[name]
    ]
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        judge = Draft202012Validator({**schema, "components": rest()["components"]})
        found += [f"{path}: {error.message}" for error in judge.iter_errors(body)]
    return found


def _resolved(found: dict[str, Any]) -> dict[str, Any]:
    name = found.get("$ref", "").rpartition("/")[2]
    return rest()["components"]["parameters"][name] if name else found


class Hub:
    """The forge in a folder, with the artifacts beside it, for the time of a test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[str] = []
        self.seen: set[str] = set()
        self.lock = threading.Lock()
        self.place = Path(tempfile.mkdtemp(prefix="hub-"))  # the name of a socket must be short
        (self.place / "config.yml").write_text(CONFIGURED.format(socket=self.place / "s"))
        self._server = ThreadingUnixStreamServer(str(self.place / "s"), type("H", (_Handler,), {"hub": self}))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        shutil.rmtree(self.place)

    def answer(self, method: str, target: str, body: Any) -> tuple[int, Any, str]:
        """Status, document and the address of the next page."""
        forge, where = State(self.folder), urlsplit(target)
        if where.path == "/graphql":
            return 200, self._graph(forge, body), ""
        if found := re.fullmatch(r"/zip/(\d+)", where.path):
            return 200, _packed(self.folder.parent / "artifacts" / found[1]), ""
        query = parse_qs(where.query)
        faults = faults_of(method, where.path, query, body)
        self.faults += faults
        self.seen.add(f"{method} {re.sub(r'[0-9]+', 'N', where.path)}")
        if faults:
            return 422, {"message": "; ".join(faults)}, ""
        try:
            return self._rest(forge, method, where.path, query, body)
        except Refused as fault:
            return fault.status, {"message": str(fault)}, ""

    def _rest(
        self, forge: State, method: str, path: str, query: dict[str, list[str]], body: Any
    ) -> tuple[int, Any, str]:
        if path == "/repos/gm/league/actions/workflows/tick.yml":
            return 200, {"id": 7, "name": "Tick", "path": ".github/workflows/tick.yml", "state": "active"}, ""
        if path == "/repos/gm/league/actions/workflows/7/enable":
            enable(forge, "tick.yml")
            return 204, None, ""
        if found := re.fullmatch(r"/repos/gm/league/actions/runs/(\d+)/artifacts", path):
            rows = [
                {**one, "size_in_bytes": 1, "archive_download_url": f"{HOME}/zip/{one['id']}"}
                for one in forge["artifacts"]
                if str(one["workflow_run"]["id"]) == found[1]
            ]
            return 200, {"total_count": len(rows), "artifacts": rows}, ""
        pages = asked(forge, method, path, query, body)
        more = "&".join(f"{name}={values[0]}" for name, values in query.items() if name != "page")
        then = int(query.get("page", ["1"])[0]) + 1
        return 200, pages[0], f"{HOME}{path}?{more}&page={then}" if len(pages) > 1 else ""

    def _graph(self, forge: State, body: Any) -> Any:
        asked = parse(body["query"])
        done = execute_sync(graph(), asked, _root(forge), variable_values=body.get("variables"))
        self.faults += [error.message for error in [*validate(graph(), asked, RULES), *(done.errors or ())]]
        self.seen |= set(re.findall(r"(?:query|mutation) \w+", body["query"]))
        return done.formatted


def _packed(folder: Path) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder))
    return data.getvalue()


# What the questions of gh are answered from; the names are GitHub's


def _root(forge: State) -> dict[str, Any]:
    repository = {
        "hasIssuesEnabled": forge["has_issues"],
        "issueOrPullRequest": lambda _, number: _thing(forge, ("issues", "pulls"), number),
        "pullRequest": lambda _, number: _thing(forge, ("pulls",), number),
    }
    return {
        "repository": lambda *_, **__: repository,
        "addComment": lambda _, input: _said(forge, *input["subjectId"].split(), body=input["body"]),
        "updateIssueComment": lambda _, input: _said(forge, *input["id"].split(), body=input["body"]),
        "closeIssue": lambda _, input: {"issue": _closed(forge, input["issueId"])},
        "closePullRequest": lambda _, input: {"pullRequest": _closed(forge, input["pullRequestId"])},
    }


def _thing(forge: State, kinds: tuple[str, ...], number: int) -> dict[str, Any] | None:
    rows = [(kind, one) for kind in (*kinds, "gone") for one in forge[kind] if one["number"] == number]
    if not rows:
        return None
    kind, row = rows[0]
    is_pull = "head" in row
    said = [_comment(str(number), at, one) for at, one in enumerate(forge["said"].get(str(number), ()))]
    return {
        "__typename": "PullRequest" if is_pull else "Issue",
        "id": f"{'pulls' if is_pull else 'issues'} {number}",
        "url": f"https://github.com/gm/league/issues/{number}",
        "number": number,
        "title": row.get("title", ""),
        "state": "CLOSED" if kind == "gone" else "OPEN",
        "isCrossRepository": True,
        "headRefName": "orders",
        "comments": {"nodes": said, "totalCount": len(said), "pageInfo": {"hasNextPage": False}},
    }


def _comment(number: str, at: int, row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": f"comment {number} {at}",
        "author": {"__typename": "Bot", "login": row["user"]["login"].removesuffix("[bot]")},
        "authorAssociation": "NONE",
        "body": row["body"],
        "createdAt": row["updated_at"],
        "includesCreatedEdit": False,
        "isMinimized": False,
        "reactionGroups": [],
        "url": f"https://github.com/gm/league/issues/{number}#{at}",
        "viewerDidAuthor": row["user"] == BOT,
    }


def _said(forge: State, _: str, number: str, at: str | None = None, *, body: str) -> dict[str, Any]:
    say(forge, number, body, int(at) if at else None)
    written = {"url": f"https://github.com/gm/league/issues/{number}"}
    return {"commentEdge": {"node": written}, "issueComment": written}


def _closed(forge: State, name: str) -> dict[str, Any]:
    kind, number = name.split()
    close(forge, kind, number)
    return {"id": name}


class _Handler(BaseHTTPRequestHandler):
    hub: Hub

    def _do(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size)) if size else None
        with self.hub.lock:
            if self.headers.get("Authorization") != "token token":
                self.hub.faults.append(f"{self.path} comes without the token")
            status, document, following = self.hub.answer(self.command, self.path, body)
        data = (
            document
            if isinstance(document, bytes)
            else b""
            if document is None
            else json.dumps(document).encode()
        )
        self.send_response(status)
        kind = "zip" if isinstance(document, bytes) else "json; charset=utf-8"
        self.send_header("Content-Type", f"application/{kind}")
        self.send_header("Content-Length", str(len(data)))
        if following:
            self.send_header("Link", f'<{following}>; rel="next"')
        self.end_headers()
        with suppress(BrokenPipeError):  # it need not wait for an answer that it does not read
            self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _do  # noqa: N815

    def address_string(self) -> str:
        return "gh"

    def log_message(self, *_: object) -> None:
        """Say nothing."""
