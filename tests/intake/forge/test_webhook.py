"""A chat hears by its webhook what is public, and mentions who is to move; what it does not take stops nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from genetess_cli.intake.forge.webhook import chat_post, post
from genetess_cli.store.forges.told import Comment

SAID = Comment("riot", "m", "riot: turns", "", "`red` is to move <!channel> @everyone\n", False, ["<@1234>"])


class Chat:
    """A chat's server: what was posted to it, by path, and the status that it answers with."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, Any]] = []
        self.status = 204
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                chat.posted.append((self.path, json.loads(data)))
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
    assert chat.posted == [("/hook/token", {"text": "<@1234> `red` is to move <!channel> @everyone"})]
    assert warned == []


def test_each_kind_has_its_shape_and_nobody_else_is_mentioned(chat: Chat) -> None:
    for kind in ("discord", "slack", "ntfy"):
        post(f"{kind}+{chat.address}/a/league", SAID, pytest.fail)
    assert chat.posted == [
        (
            "/a/league",
            {
                "content": "<@1234> `red` is to move <!channel> @everyone",
                "allowed_mentions": {"users": ["1234"]},
            },
        ),
        ("/a/league", {"text": "<@1234> `red` is to move &lt;!channel&gt; @everyone"}),
        ("/a", {"topic": "league", "message": "<@1234> `red` is to move <!channel> @everyone"}),
    ]


@pytest.mark.parametrize(
    ("hook", "field"),
    [
        ("https://discord.com/api/webhooks/1/x", "content"),
        ("https://hooks.slack.com/services/T/B/x", "text"),
        ("https://ntfy.sh/league", "message"),
        ("https://matrix.example/webhook/x", "text"),
    ],
)
def test_the_host_tells_the_kind(hook: str, field: str) -> None:
    assert field in chat_post(hook, SAID).body


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
    assert len(str(chat_post("https://discord.com/api/webhooks/1/x", long).body["content"])) < 2_000
