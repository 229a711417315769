"""A search for hidden facts in everything that is public: whole git histories, sites, and what git's folder keeps.

A fact is found as it stands, behind gzip, zlib and base64, one in another, and in a site's packs. No test is here.
"""

from __future__ import annotations

import base64
import re
import subprocess
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from genetess_cli.store.codec import KINDS, SealedCodec
from genetess_cli.store.reader.games import Game
from genetess_cli.store.seal import keys, orders
from genetess_cli.store.seal.box import Misshapen, Unopened, read
from tests.kit import packs

DEEPEST = 3
LARGEST = 64 << 20
_GZIP = b"\x1f\x8b\x08"
_PLAIN = bytes.maketrans(b"-_", b"+/")
_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/_-]{16,}[\r\n]*)+={0,2}")


def layers(data: bytes, depth: int = DEEPEST) -> Iterator[bytes]:
    """The bytes themselves, and whatever they are a wrapping of."""
    yield data
    if depth:
        for inner in _unwrapped(data):
            yield from layers(inner, depth - 1)


def _unwrapped(data: bytes) -> Iterator[bytes]:
    if packs.is_packed(data):
        yield packs.said(data)
        return
    starts = [found.start() for found in re.finditer(re.escape(_GZIP), data)]
    for start in [0, *starts]:
        try:
            inner = zlib.decompressobj(47).decompress(data[start:], LARGEST)
        except zlib.error:
            continue
        if inner:
            yield inner
    for found in _BASE64.finditer(data):
        text = b"".join(found[0].split()).translate(_PLAIN).rstrip(b"=")
        text = text[: len(text) - (len(text) % 4 == 1)]
        yield base64.b64decode(text + b"=" * (-len(text) % 4))


def traces(data: bytes, facts: Iterable[re.Pattern[bytes]]) -> set[bytes]:
    """Which facts can be found in some bytes, by their patterns."""
    facts, found = list(facts), set()
    for layer in layers(data):
        found |= {fact.pattern for fact in facts if fact.search(layer)}
    return found


def objects(root: Path) -> Iterator[tuple[str, bytes]]:
    """Every object that a repository has, reached by a branch or not, with its name and kind."""
    done = subprocess.run(
        ["git", "cat-file", "--batch-all-objects", "--batch"], cwd=root, capture_output=True, check=True
    )
    data, start = done.stdout, 0
    while start < len(data):
        head, _, _ = data[start : start + 200].partition(b"\n")
        name, kind, size = head.split()
        start += len(head) + 1
        yield f"{kind.decode()} {name.decode()}", data[start : start + int(size)]
        start += int(size) + 1


def files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder but git's objects, which `objects` tells: logs, caches, index and work tree too."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and "/.git/objects/" not in path.as_posix():
            yield path.relative_to(root).as_posix(), path.read_bytes()


def opened(game: Game, key: bytes, things: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """What the sealed files among some things say, for whoever has the game's key."""
    vault = SealedCodec(game.slug, game.file.id or "", key)
    for name, data in things:
        if data.startswith(b"genetess/v1 sealed "):
            yield name, _text(vault, data, game.clock.epochs)


def _text(vault: SealedCodec, data: bytes, epochs: dict[str, int]) -> bytes:
    letter = read(data, 100 << 20)
    if letter.kind in KINDS and not letter.seat:
        return vault.text(letter.kind, data, letter.turn)
    for epoch in range(epochs.get(letter.seat, 0) + 1):
        key = keys.seat_key(vault.key, letter.seat, epoch)
        try:
            return orders.unseal_orders(key, vault.game, vault.slug, letter.seat, data).text
        except (Unopened, Misshapen):
            continue
    return b""
