"""A chat that hears what a game's thread does: a webhook of Discord, Slack, Matrix, ntfy or their like.

Its address is a secret. A chat that takes nothing keeps nothing back and is told nothing twice.
"""

from __future__ import annotations

import json
import time
from html import escape
from http.client import HTTPException
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from genetess_cli.errors import Note
from genetess_cli.store.forges.told import Comment

PATIENCE = 15.0
"""Seconds that a run waits for its chat in all."""
_TIMEOUT = 5.0
_UNREACHED = "cannot be reached. See that GENETESS_WEBHOOK is the webhook's address."
_MOST = 1_800  # Discord takes 2,000 letters
KINDS = ("discord", "ntfy", "slack")


def address_of(hook: str) -> tuple[str, str]:
    """Return the kind of chat, "" for any other, and its address. Raise ValueError for none.

    The kind is known by its host, or stands before the address: `ntfy+https://chat.example/league`.
    """
    kind, plus, address = hook.partition("+")
    if not plus or kind not in KINDS:
        address = hook
        kind = next((name for name in KINDS if name in (urlsplit(hook).hostname or "")), "")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("no address")
    return kind, address


def body_of(kind: str, comment: Comment) -> bytes:
    """Return what a chat of a kind is told; only the players that are to move are mentioned in it."""
    called = " ".join(comment.chats)
    text = comment.body[:_MOST].rstrip()
    if kind == "slack":
        text = escape(text, quote=False)
    text = f"{called} {text}".strip()
    body: dict[str, object] = {"text": text}
    if kind == "discord":
        users = [name.strip("<@!>") for name in comment.chats]
        body = {"content": text, "allowed_mentions": {"users": users}}
    if kind != "ntfy":
        text = json.dumps(body)
    return text.encode("utf-8", "replace")


def post(hook: str, comment: Comment, warn: Note) -> float:
    """Tell a chat; the seconds that it took. `warn` hears what went wrong, without the address."""
    began = time.monotonic()
    wrong = [_UNREACHED]
    # Each byte that comes gives a socket its whole time anew: a thread is left at its time whatever comes.
    calling = Thread(target=lambda: wrong.append(_call(hook, comment)), daemon=True)
    calling.start()
    calling.join(_TIMEOUT)
    if wrong[-1]:
        warn(f"{comment.thread}: the chat {wrong[-1]}")
    return time.monotonic() - began


def _call(hook: str, comment: Comment) -> str:
    """Return what went wrong, "" for nothing."""
    try:
        kind, address = address_of(hook)
        headers = {"Content-Type": "application/json", "User-Agent": "genetess"}
        request = Request(address, body_of(kind, comment), headers)
        with urlopen(request, timeout=_TIMEOUT):
            return ""
    except HTTPError as error:
        return f"does not take it (HTTP {error.code}). See GENETESS_WEBHOOK."
    except (OSError, HTTPException, ValueError):
        return _UNREACHED
