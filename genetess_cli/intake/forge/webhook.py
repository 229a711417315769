"""A chat that hears what a game's thread does: a webhook of Discord, Slack, Matrix, ntfy or their like.

Its address is a secret. A chat that takes nothing keeps nothing back and is told nothing twice.
"""

from __future__ import annotations

import json
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

from genetess_cli.errors import Note
from genetess_cli.store.forges.told import Comment
from genetess_cli.values import Value

_MOST = 1_800  # Discord takes 2,000 letters
_PATIENCE = 10.0
KINDS = ("discord", "ntfy", "slack")


class ChatPost(Value):
    """What is posted, and where."""

    address: str
    body: dict[str, object]


def chat_post(hook: str, comment: Comment) -> ChatPost:
    """Return what a chat is told. Raise ValueError for no address; before it stands the kind, where its host has none.

    `ntfy+https://chat.example/league` is one of ntfy's on a host of its own.
    """
    kind, plus, address = hook.partition("+")
    if not plus or kind not in KINDS:
        address = hook
        kind = next((name for name in KINDS if name in (urlsplit(hook).hostname or "")), "")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("no address")
    text = comment.body[:_MOST].rstrip()
    called = " ".join(comment.chats)
    match kind:
        case "discord":
            users = [name.strip("<@!>") for name in comment.chats]
            return ChatPost(
                address, {"content": f"{called} {text}".strip(), "allowed_mentions": {"users": users}}
            )
        case "slack":
            safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return ChatPost(address, {"text": f"{called} {safe}".strip()})
        case "ntfy":
            top, _, topic = parts.path.rpartition("/")
            place = urlunsplit(parts._replace(path=top or "/"))
            return ChatPost(place, {"topic": topic, "message": f"{called} {text}".strip()})
        case _:
            return ChatPost(address, {"text": f"{called} {text}".strip()})


def post(hook: str, comment: Comment, warn: Note) -> None:
    """Tell a chat; `warn` hears what went wrong, without the address."""
    try:
        made = chat_post(hook, comment)
        headers = {"Content-Type": "application/json", "User-Agent": "genetess"}
        data = json.dumps(made.body).encode("utf-8", "replace")
        with urlopen(Request(made.address, data, headers), timeout=_PATIENCE):
            return
    except HTTPError as error:
        warn(f"{comment.thread}: the chat does not take it (HTTP {error.code}). See GENETESS_WEBHOOK.")
    except (OSError, HTTPException, ValueError):
        warn(
            f"{comment.thread}: the chat cannot be reached. See that GENETESS_WEBHOOK is the webhook's address."
        )
