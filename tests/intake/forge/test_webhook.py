"""A chat hears by its webhook what is public, and mentions who is to move; what it does not take stops nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from genetess_cli.intake.forge.webhook import address_of, body_of, post
from genetess_cli.store.forges.told import Comment

SAID = Comment("riot", "m", "riot: turns", "", "`red` is to move <!channel> @everyone\n", False, ["<@1234>"])


class Chat:
    """A chat's server: what was posted to it, by path, and the status that it answers with."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, str]] = []
        self.status = 204
        self.slow = 0.0
        self.drips = False
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                chat.posted.append((self.path, data.decode()))
                time.sleep(chat.slow)
                for _ in range(100 * chat.drips):
                    self.wfile.write(b"H")
                    time.sleep(0.02)
                self.send_response(chat.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def chat() -> Iterator[Chat]:
    made = Chat()
    Thread(target=made.server.serve_forever, daemon=True).start()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_chat_gets_the_text_and_the_mention(chat: Chat) -> None:
    warned: list[str] = []
    post(f"{chat.address}/hook/token", SAID, warned.append)
    [(path, data)] = chat.posted
    assert (path, warned) == ("/hook/token", [])
    assert json.loads(data) == {"text": "<@1234> `red` is to move <!channel> @everyone"}


def test_each_kind_has_its_shape_and_nobody_else_is_mentioned(chat: Chat) -> None:
    for kind in ("discord", "slack", "ntfy"):
        post(f"{kind}+{chat.address}/a/league", SAID, pytest.fail)
    assert {path for path, _ in chat.posted} == {"/a/league"}
    discord, slack, ntfy = [data for _, data in chat.posted]
    assert json.loads(discord) == {
        "content": "<@1234> `red` is to move <!channel> @everyone",
        "allowed_mentions": {"users": ["1234"]},
    }
    assert json.loads(slack) == {"text": "<@1234> `red` is to move &lt;!channel&gt; @everyone"}
    assert ntfy == "<@1234> `red` is to move <!channel> @everyone"


@pytest.mark.parametrize(
    ("hook", "kind"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://hooks.slack.com/services/T/B/x", "slack"),
        ("https://ntfy.sh/league", "ntfy"),
        ("https://matrix.example/webhook/x", ""),
    ],
)
def test_the_host_tells_the_kind(hook: str, kind: str) -> None:
    assert address_of(hook) == (kind, hook)


def test_what_a_chat_takes_of_a_run_is_counted(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.slow = 0.2
    assert 0.2 <= post(chat.address, SAID, pytest.fail) < 5
    warned: list[str] = []
    monkeypatch.setattr("genetess_cli.intake.forge.webhook._TIMEOUT", 0.05)
    assert post(chat.address, SAID, warned.append) < 0.2
    chat.slow = 0
    chat.drips = True
    assert post(chat.address, SAID, warned.append) < 0.2
    assert ["cannot be reached" in words for words in warned] == [True, True]


@pytest.mark.parametrize("status", [400, 404, 429, 500])
def test_a_chat_that_refuses_stops_nothing_and_its_address_is_not_told(chat: Chat, status: int) -> None:
    chat.status = status
    warned: list[str] = []
    post(f"{chat.address}/hook/token", SAID, warned.append)
    assert f"HTTP {status}" in warned[0]
    assert "token" not in warned[0]


@pytest.mark.parametrize(
    "hook", ["http://127.0.0.1:9/token", "file:///token", "token", "http://[token", "ntfy+"]
)
def test_an_address_where_nobody_is_stops_nothing(hook: str) -> None:
    warned: list[str] = []
    post(hook, SAID, warned.append)
    assert "cannot be reached" in warned[0]
    assert "token" not in warned[0]


def test_long_news_is_cut() -> None:
    long = Comment("riot", "m", "riot: turns", "", "x" * 60_000, False)
    assert len(json.loads(body_of("discord", long))["content"]) < 2_000
