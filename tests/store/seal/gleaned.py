"""What can be read in public bytes, accepted once: sentences, orders, tokens, and whatever has the look of a secret.

Everything public goes through `Gleaned.take`, each text once however often it was published; what is hidden is looked
up in it afterwards. So the cost is that of reading, not that of reading for each secret. No test is here.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.order import GAMBLE
from tests.store.seal.leaks import layers

LOOKS = {
    "a piece on a square": re.compile(r"\b[A-Z]{1,20} on [A-P]\d{1,2}\b"),
    "an amount of E": re.compile(r"\b\d+ E\b"),
    "somebody's E": re.compile(r"(?<![\w-])\"?e\"?: ?\d"),
    "pieces or events": re.compile(r"\"?(?:pieces|events)\"?: ?(?:[{\"]|\[\s*[^\s\]])"),
    "a piece drawn": re.compile(r"\b[A-P]\d{1,2}: (?!start )[\w-]+ (?:\(codes|[A-Z]{1,20}\b)"),
    "a player's E in a scene": re.compile(r"\"[\w-]+\":\[-?[\d.]+,\"[\w ]+\",\d+,(?:true|false)\]"),
    "a special": re.compile(r"(?:type\"?: ?\"?|\b[A-P]\d{1,2}: )S\d"),
    "codes": re.compile(r"codes\"?: ?\"?[A-Z]{3,}\b"),
}
"""What no public text of a sealed game has, whatever the game."""
MARKED = {"codes in a table": re.compile(r"class\"?[=:]\"codes\"[>}],?\"?[A-Z]+\b")}
"""The same, by the markup around it, which a page writes as HTML and a scene of the replay as JSON."""
_TOKEN = re.compile(r"token-[0-9a-f]{16}")
_ORDER = re.compile(rf"\b(?:{'|'.join([*ACTIONS, GAMBLE])}) [^\n<\"/#]{{1,200}}")
_INLINE = re.compile(r"</?(?:a|abbr|b|cite|code|em|i|small|span|strong|time|title|text|tspan)\b[^<>]*>")
_MARKUP = re.compile(r"<[^<>]*>")
_ENDS = re.compile(r"(?<=[.;!?])\s+|[\n\"]|\\n")
_READABLE = re.compile(rb"(?:[\x20-\x7e\n]|\xe2\x80[\x90-\xbf]){12,}")


class Gleaned(msgspec.Struct):
    """What was read, each with where it was first; `looks` are texts that look like a secret, by their look."""

    sentences: dict[str, str] = {}
    orders: dict[str, str] = {}
    tokens: dict[str, str] = {}
    looks: dict[str, dict[str, str]] = {}
    texts: int = 0
    _seen: set[bytes] = set()

    def take(self, where: str, data: bytes) -> None:
        """Read bytes, and whatever they are a wrapping of; nothing where the same bytes were read before."""
        print_ = hashlib.blake2b(data, digest_size=16).digest()
        if print_ in self._seen:
            return
        self._seen.add(print_)
        self.texts += 1
        for layer in layers(data):
            self._read(where, _text(layer))

    def take_all(self, things: Iterable[tuple[str, bytes]]) -> Gleaned:
        for where, data in things:
            self.take(where, data)
        return self

    def _read(self, where: str, text: str) -> None:
        plain = html.unescape(_MARKUP.sub("\n", _INLINE.sub("", text))) if "<" in text else text
        for piece in _ENDS.split(plain):
            self.sentences.setdefault(" ".join(piece.split()), where)
        for found in _ORDER.finditer(plain):
            words = found[0].split()
            for end in range(2, min(len(words), 24) + 1):
                self.orders.setdefault(" ".join(words[:end]), where)
        for found in _TOKEN.finditer(text):
            self.tokens.setdefault(found[0], where)
        for looks, read in ((LOOKS, plain), (MARKED, text)):
            for name, look in looks.items():
                for found in look.finditer(read):
                    self.looks.setdefault(name, {}).setdefault(found[0], where)

    def has(self, orders: Collection[str], sentences: Collection[str]) -> dict[str, str]:
        """Which of some hidden orders and sentences can be read, and every token: each with where it is."""
        told = {each: self.sentences[each] for each in sentences if each in self.sentences}
        given = {each: self.orders[each] for each in orders if each in self.orders}
        return {**self.tokens, **given, **told}


class Pages:
    """A site that is built again and again: gives what has changed since the last look."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[Path, tuple[int, int]] = {}

    def changed(self) -> Iterable[tuple[str, bytes]]:
        """Every file that is another one than before, by its name in the site."""
        for path in self.root.rglob("*"):
            if path.is_file():
                state = path.stat()
                now = (state.st_mtime_ns, state.st_ino)
                if self._known.get(path) != now:
                    self._known[path] = now
                    yield path.relative_to(self.root).as_posix(), path.read_bytes()


def _text(data: bytes) -> str:
    """Bytes as text; of what is no text, the parts that can be read."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return b"\n".join(_READABLE.findall(data)).decode(errors="replace")
