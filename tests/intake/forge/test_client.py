"""The client of a forge's API, and GitHub by it, against a server of its own on a real socket."""

from __future__ import annotations

import base64
import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.client import parse_headers
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from genetess_cli.errors import WrongUsage
from genetess_cli.store.forges import github
from genetess_cli.store.forges.client import Client, Denied, Limited, Timer, Unanswered, gap
from genetess_cli.store.forges.github import GitHub

Given = tuple[int, Any, dict[str, str]]
BOT = {"login": "github-actions[bot]", "type": "Bot", "id": 41898282}


class Server:
    """Answers what `answer` gives for a method, a path, its query and its body; `asked` has what came."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.clients: list[Client] = []
        self.answer: Callable[[str, str, dict[str, str], Any], Given] = lambda *_: (404, {}, {})
        handler = type("Handler", (_Handler,), {"server_of": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        serve = self._server.serve_forever
        threading.Thread(target=serve, args=(0.01,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/api"

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of: Server

    def _serve(self) -> None:
        where = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(where.query).items()}
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"null")
        self.server_of.asked.append((self.command, where.path))
        assert self.headers["Authorization"] == "Bearer a-token"
        status, found, headers = self.server_of.answer(self.command, where.path, query, body)
        if status == 0:
            self.close_connection = True  # it was taken, and no answer comes
            return
        data = found if isinstance(found, bytes) else json.dumps(found).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = _serve  # noqa: N815 - so the library calls them

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


class Clock:
    """Time that passes where somebody sleeps, and at no other time."""

    def __init__(self) -> None:
        self.now = 0.0

    @property
    def timer(self) -> Timer:
        return Timer(lambda: self.now, self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


def _client(server: Server, clock: Clock, seconds: float = 60) -> Client:
    client = Client(server.address, github.GitHub.headers("a-token"), seconds, timer=clock.timer)
    server.clients.append(client)
    return client


def _hub(server: Server, clock: Clock, seconds: float = 60) -> GitHub:
    return GitHub(_client(server, clock, seconds), "gm/league")


class _Proxy(StreamRequestHandler):
    """Leads to where a CONNECT names, and notes that and who may."""

    asked: list[tuple[str, str]]

    def handle(self) -> None:
        method, place, _ = self.rfile.readline().decode().split()
        headers = parse_headers(self.rfile)
        self.asked.append((f"{method} {place}", headers["Proxy-Authorization"] or ""))
        host, _, port = place.rpartition(":")
        self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        with socket.create_connection((host, int(port))) as there:
            while ready := select.select([self.request, there], [], [], 5)[0]:
                for one in ready:
                    if not (data := one.recv(65536)):
                        return
                    (there if one is self.request else self.request).sendall(data)


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """A proxy that the environment names; gives what it was asked."""
    asked: list[tuple[str, str]] = []
    with ThreadingTCPServer(("127.0.0.1", 0), type("Proxy", (_Proxy,), {"asked": asked})) as made:
        made.daemon_threads = True
        threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("http_proxy", f"http://gail:pa%20ss@127.0.0.1:{made.server_address[1]}")
        monkeypatch.delenv("no_proxy", raising=False)
        yield asked
        made.shutdown()


def test_the_forge_is_asked_through_the_workers_proxy(server: Server, proxy: list[tuple[str, str]]) -> None:
    server.answer = lambda *_: (200, 5, {})
    assert _client(server, Clock()).get("/list", int) == 5
    right = f"Basic {base64.b64encode(b'gail:pa ss').decode()}"
    assert proxy == [(f"CONNECT {urlsplit(server.address).netloc}", right)]


def test_no_proxy_is_asked_of_a_forge_that_is_to_have_none(
    server: Server, proxy: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server.answer = lambda *_: (200, 5, {})
    assert _client(server, Clock()).get("/list", int) == 5
    assert proxy == []


def _in_turn(*answers: Given) -> Callable[..., Given]:
    """Give these answers one after the other."""
    left = [*answers]
    return lambda *_: left.pop(0)


def test_all_pages_of_a_list_are_read(server: Server) -> None:
    def answer(method: str, path: str, query: dict[str, str], body: Any) -> Given:
        page = int(query.get("page", 1))
        more = f'<https://elsewhere.example/steal?page={page + 1}>; rel="next", <x>; rel="last"'
        return 200, [page], {"Link": more} if page < 3 else {}

    server.answer = answer
    assert [*_client(server, Clock()).rows("/list", int, per_page=1)] == [1, 2, 3]
    assert [path for _, path in server.asked] == ["/api/list"] * 3


def test_no_answer_leads_to_another_host(server: Server) -> None:
    server.answer = lambda *_: (302, {}, {"Location": "http://127.0.0.1:1/elsewhere"})
    with pytest.raises(Denied):
        _client(server, Clock()).get("/list", object)
    assert len(server.asked) == 1


def test_what_is_read_is_tried_again(server: Server) -> None:
    server.answer = _in_turn((502, {}, {}), (0, {}, {}), (200, {"private": True, "fork": False}, {}))
    assert _hub(server, Clock()).facts().private
    assert len(server.asked) == 3


def test_what_is_read_in_vain_ends_after_four_times(server: Server) -> None:
    server.answer = lambda *_: (500, {}, {})
    with pytest.raises(Unanswered):
        _hub(server, Clock()).facts()
    assert len(server.asked) == 4


def test_a_host_that_has_no_address_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    waits: list[float] = []
    client = Client("https://nowhere.invalid", {}, timer=Timer(sleep=waits.append))
    with pytest.raises(Unanswered, match="no network, or no such host: nowhere"):
        client.get("/user", object)
    assert waits == []


def test_a_comment_whose_answer_was_lost_is_not_written_again(server: Server) -> None:
    server.answer = lambda *_: (0, {}, {})
    with pytest.raises(Unanswered):
        _hub(server, Clock()).remark("pr", 3, "Accepted.")
    assert len(server.asked) == 1


def test_a_write_waits_as_long_as_the_forge_says(server: Server) -> None:
    clock = Clock()
    server.answer = _in_turn((403, {}, {"Retry-After": "40"}), (201, {}, {}))
    _hub(server, clock).remark("pr", 3, "Accepted.")
    assert clock.now == 40


@pytest.mark.parametrize("headers", [{"Retry-After": "61"}, {}])
@pytest.mark.parametrize("status", [403, 429])
def test_what_would_take_longer_than_the_run_has_ends_the_writing(
    server: Server, status: int, headers: dict[str, str]
) -> None:
    server.answer = lambda *_: (status, {}, headers)
    with pytest.raises(Limited):
        _hub(server, Clock()).remark("pr", 3, "Accepted.")
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "said",
    [
        "Unable to create comment because issue is locked.",
        "Commenting is disabled on issues with more than 2500 comments",
    ],
)
def test_a_thread_that_takes_no_comment_does_not_end_the_writing(server: Server, said: str) -> None:
    server.answer = lambda *_: (403, {"message": said}, {})
    with pytest.raises(Denied):
        _hub(server, Clock()).remark("issue", 3, "It is red's turn.")


@pytest.mark.parametrize("when", ["Sun, 29 Nov 2026 02:00:00 GMT", "-5", "²"])
def test_a_wait_that_is_no_number_of_seconds_ends_the_writing(server: Server, when: str) -> None:
    server.answer = lambda *_: (429, {}, {"Retry-After": when})
    with pytest.raises(Limited):
        _hub(server, Clock()).remark("pr", 3, "Accepted.")


def test_there_is_a_second_between_writes_and_three_between_new_threads(server: Server) -> None:
    clock = Clock()
    times: list[float] = []

    def answer(method: str, path: str, *_: Any) -> Given:
        times.append(clock.now)
        return 201, {"number": 7}, {}

    server.answer = answer
    hub = _hub(server, clock)
    for _ in range(2):
        hub.new_thread("Turns of riot", "")
        hub.remark("issue", 7, "")
    hub.remark("issue", 7, "")
    assert times == [0, 1, 3, 4, 5]


def test_text_that_no_text_can_hold_is_read(server: Server) -> None:
    body = b'[{"number": 1, "body": "### Game\\n\\ud800", "user": null, "created_at": null}]'
    facts = {"private": False, "fork": False, "has_issues": True}
    server.answer = lambda _, path, *rest: (200, body if path.endswith("issues") else facts, {})
    [form] = _hub(server, Clock()).forms()
    assert form.body == "### Game\n?"


def test_a_list_of_another_kind_is_no_list(server: Server) -> None:
    server.answer = lambda *_: (200, [{"number": "one", "secret": "::warning::"}], {})
    with pytest.raises(WrongUsage) as fault:
        _hub(server, Clock()).pulls("main")
    assert "::" not in str(fault.value)


def test_words_of_an_answer_are_not_told(server: Server) -> None:
    server.answer = lambda *_: (422, {"message": "::error::title"}, {})
    with pytest.raises(Denied) as fault:
        _hub(server, Clock()).facts()
    assert str(fault.value) == "the forge refuses GET /repos/gm/league (HTTP 422)"


def test_who_has_a_token_that_expired_is_told_what_to_do(server: Server) -> None:
    server.answer = lambda *_: (401, {"message": "Bad credentials"}, {})
    with pytest.raises(Denied, match="has expired: make a new one"):
        _hub(server, Clock()).facts()


def test_only_forms_are_kept_of_issues_and_only_their_beginning(server: Server) -> None:
    rows = [
        {"number": 3, "body": "### Game\n" + "x" * 50_000},
        {"number": 2, "body": "a long story"},
        {"number": 4, "body": "### Game", "pull_request": {}},
        {"number": 1, "body": "\n### Game"},
    ]
    facts = {"private": False, "fork": False, "has_issues": True}
    server.answer = lambda _, path, *rest: (200, rows if path.endswith("issues") else facts, {})
    forms = _hub(server, Clock()).forms()
    assert [(form.number, len(form.body or "")) for form in forms] == [(1, 9), (3, 40_000)]


def test_a_repository_without_issues_has_no_forms_and_no_threads(server: Server) -> None:
    server.answer = lambda *_: (410, {}, {})
    hub = _hub(server, Clock())
    assert (hub.forms(), hub.threads(), [*hub.said(0)]) == ([], {}, [])


def test_an_issues_print_is_that_of_what_was_listed(server: Server) -> None:
    row = {"number": 3, "body": "### Game\n" + "x" * 50_000}
    facts = {"private": False, "fork": False, "has_issues": True}

    def answer(_: str, path: str, *rest: Any) -> Given:
        if path.endswith("/issues"):
            return 200, [row], {}
        return 200, row if path.endswith("/3") else facts, {}

    server.answer = answer
    hub = _hub(server, Clock())
    assert hub.newest("issue", 3) == hub.forms()[0].head


@pytest.mark.parametrize("status", [301, 404, 410])
def test_what_is_gone_has_nothing_newest(server: Server, status: int) -> None:
    server.answer = lambda *_: (status, {}, {})
    assert _hub(server, Clock()).newest("pr", 3) is None


def test_only_the_runs_own_comments_are_remarks(server: Server) -> None:
    row = {"issue_url": "https://x/issues/12", "updated_at": "2026-11-24T18:00:00Z"}
    server.answer = lambda *_: (
        200,
        [
            {"id": 1, "user": BOT, "body": "told\n<!-- 12 -->\n", **row},
            {"id": 2, "user": {"login": "mallory"}, "body": "<!-- 13 -->", **row},
            {"id": 3, "user": None, "body": None, **row},
        ],
        {},
    )
    [remark] = _hub(server, Clock()).said(0)
    assert (remark.id, remark.on, remark.tag) == (1, 12, "<!-- 12 -->")
    assert remark.at == datetime(2026, 11, 24, 18, tzinfo=UTC).timestamp()


def test_a_strangers_issue_is_no_thread(server: Server) -> None:
    rows = [
        {"number": 9, "title": "Turns of riot", "user": BOT},
        {"number": 7, "title": "Turns of riot", "user": BOT},
        {"number": 5, "title": "Turns of riot", "user": {"login": "mallory", "type": "User"}},
    ]
    server.answer = lambda *_: (200, rows, {})
    assert _hub(server, Clock()).threads() == {"Turns of riot": 7}


def test_the_gap_is_the_longest_between_two_runs_and_no_outage() -> None:
    assert gap([]) == gap([5]) == 0
    assert gap([9000, 100, 7200]) == 7100
    assert gap([0, 10**7]) == 24 * 3600
