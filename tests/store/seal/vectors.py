"""Known answers: `python -m tests.store.seal.vectors` writes vectors.json, which holds Python and the browser.

The inputs are fixed. The gzip of a text is part of its vector, since another library may make other bytes of it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from tests.store.seal import reference

FILE = Path(__file__).parent / "vectors.json"
MASTER = bytes(range(32))
GAME = "000102030405060708090a0b0c0d0e0f"
SLUG, SEAT, LABEL, NUMBER = "riot", "red", "3b", 1_795_257_600
ORDERS = "MOVE B2 E\n* CREATE C3 AB  # Grüße\n"
LONG = "".join(
    f"<li>Turn {number}: {hashlib.sha256(b'%d' % number).hexdigest()}</li>\n" for number in range(150)
)


def load() -> dict[str, Any]:
    """The vectors as they were written."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def made() -> dict[str, Any]:
    """The vectors made anew from the fixed inputs."""
    game = reference.derived(MASTER, b"genetess/v1 game", bytes.fromhex(GAME))
    seats = [("red", 0), ("red", 1), ("red", 12), ("blue", 0), ("p-1", 3)]
    derived = {
        "game": (MASTER, b"genetess/v1 game", bytes.fromhex(GAME)),
        "dice": (game, b"genetess/v1 dice", b""),
        "state": (game, b"genetess/v1 state", b""),
        "print": (game, b"genetess/v1 print", b""),
        **{
            f"seat {seat} {epoch}": (game, f"genetess/v1 seat\0{seat}\0{epoch}".encode(), b"")
            for seat, epoch in seats
        },
    }
    return {
        "master": MASTER.hex(),
        "game": GAME,
        "commitment": hashlib.sha256(b"genetess/v1 commitment\0" + game).hexdigest(),
        "derived": [
            {
                "name": name,
                "key": key.hex(),
                "info": info.hex(),
                "salt": salt.hex(),
                "out": reference.derived(key, info, salt).hex(),
            }
            for name, (key, info, salt) in derived.items()
        ],
        "sealed": [*_sealed(game)],
        "slip": _slip(game),
    }


def _sealed(game: bytes) -> list[dict[str, Any]]:
    state = reference.derived(game, b"genetess/v1 state")
    red = reference.derived(game, b"genetess/v1 seat\0red\0" + b"1")
    return [
        _one(state, "state", "", "0030", '{"turn":"3b"}'),
        _one(state, "record", "", "0031-3b", '{"order":"MOVE B2 E"}'),
        _one(state, "specials", "", "0", '{"specials":[]}'),
        _one(state, "story", "", "0032", "null"),
        _one(red, "sheet", "red", "0031-3b", "<h1>Ragnar’s sheet</h1>\n"),
        _one(red, "sheet", "red", "0032-3c", "", least=8192),
        _one(red, "sheet", "red", "0033-4a", LONG),
        _one(red, "order", "red", "3b", f"order riot red 3b {NUMBER}\n{ORDERS}"),
    ]


def _one(key: bytes, kind: str, seat: str, turn: str, text: str, least: int = 0) -> dict[str, Any]:
    gz = reference.packed(text.encode())
    aad = reference.aad_of(GAME, kind, seat, turn)
    return {
        "key": key.hex(),
        "place": {"game": GAME, "kind": kind, "seat": seat, "turn": turn},
        "text": text,
        "gz": _base64(gz),
        "least": least,
        "sealed": _base64(reference.sealed(key, aad, reference.plain_of(gz, least))),
    }


def _slip(game: bytes) -> dict[str, Any]:
    key = reference.derived(game, f"genetess/v1 seat\0{SEAT}\0{0}".encode())
    gz = reference.packed(f"order {SLUG} {SEAT} {LABEL} {NUMBER}\n{ORDERS}".encode())
    aad = reference.aad_of(GAME, "order", SEAT, LABEL)
    text = _base64(reference.sealed(key, aad, reference.plain_of(gz)))
    rows = [text[start : start + 76] for start in range(0, len(text), 76)]
    return {
        "key": key.hex(),
        "link": base64.urlsafe_b64encode(key).decode().rstrip("="),
        "slip": {"game": GAME, "slug": SLUG, "seat": SEAT, "turn": LABEL, "number": NUMBER},
        "text": ORDERS,
        "gz": _base64(gz),
        "file": "\n".join([f"genetess/v1 sealed order {SLUG} {SEAT} {LABEL}", *rows, ""]),
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


if __name__ == "__main__":
    FILE.write_text(json.dumps(made(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
