"""What a browser keeps of the games: a row for each step, of what that added to git; and the way out of the browser.

All else is made again from that. The exception is what a build remembers, without which the first page of the next
visit would tell of all turns once more: it goes along with a row as soon as as much else was kept since, so that what
is kept stays within twice of what is new.
"""

from __future__ import annotations

import io
import os
import zlib
from contextlib import suppress
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from genetess_cli.browser.play import LEAGUE, SITE
from genetess_cli.errors import Progress, Refused
from genetess_cli.site.write.folder import Folder
from genetess_cli.site.write.survey import NAME
from genetess_cli.store.git.plumbing.loose import made
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import MASTER_KEY
from genetess_cli.store.seal.keyring import lines, masters
from genetess_cli.values import Value

GIT = LEAGUE / ".git"
_NOTE = GIT / "genetess" / "kept"
_EXPORTED = "genetess-play"
_MADE_ONCE = ("HEAD", "config")


class KeptRow(Value, omit_defaults=True):
    """What one step added."""

    files: dict[str, bytes]  # of git, by path below its folder
    memory: bytes = b""  # what the build remembered, deflated; b"": it is in a row before


class _Kept(Value):
    """How far what is kept has come."""

    tip: str = ""
    apart: int = 0  # bytes that were kept since the memory was


def changes(data: bytes, tell: Progress) -> bytes:
    """Return the row of what is new since this was last asked; b"" where nothing is."""
    kept = _kept()
    with Repository.open(LEAGUE) as repository:
        tip = repository.tip()
        if tip == kept.tip:
            return b""
        objects = repository.git.place.common / "objects"
        names = {f"objects/{oid[:2]}/{oid[2:]}" for oid in made(objects, tip, kept.tip)}
        names.add(f"refs/heads/{repository.branch}")
    names.update(() if kept.tip else _MADE_ONCE)
    files = {name: (GIT / name).read_bytes() for name in sorted(names)}
    apart = kept.apart + sum(map(len, files.values()))
    memory = _memory()
    is_due = 0 < len(memory) <= apart
    _note(_Kept(tip, 0 if is_due else apart))
    return msgspec.json.encode(KeptRow(files, memory if is_due else b""))


def restore(data: bytes, tell: Progress) -> bytes:
    """Lay a league as rows have it, one a line."""
    try:
        rows = msgspec.json.Decoder(KeptRow).decode_lines(data)
    except msgspec.MsgspecError as error:
        raise Refused(f"what this browser kept cannot be read ({error})") from None
    files = {name: body for row in rows for name, body in row.files.items()}
    for folder in {os.path.dirname(name) for name in files}:
        os.makedirs(f"{GIT}/{folder}", exist_ok=True)
    for name, body in files.items():
        with open(f"{GIT}/{name}", "wb") as file:
            file.write(body)
    with Repository.open(LEAGUE) as repository:
        repository.lay()
        _note(_Kept(repository.tip()))
    if memory := next((row.memory for row in reversed(rows) if row.memory), b""):
        with suppress(zlib.error), Folder(SITE).claimed(0):
            (SITE / NAME).write_bytes(zlib.decompress(memory))
    return b""


def export(data: bytes, tell: Progress) -> bytes:
    """Return the league as a zip that any machine goes on with, with the key that its games were made with."""
    with Repository.open(LEAGUE) as repository:
        repository.complete()
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        for file in sorted(LEAGUE.rglob("*")):
            if file.is_file() and GIT / "genetess" not in file.parents:
                packed.write(file, f"{_EXPORTED}/{file.relative_to(LEAGUE)}")
        packed.writestr(f"{_EXPORTED}/.git/{MASTER_KEY}", lines(masters()))
    return out.getvalue()


def _memory() -> bytes:
    with suppress(FileNotFoundError):
        return zlib.compress((SITE / NAME).read_bytes())
    return b""


def _kept() -> _Kept:
    with suppress(FileNotFoundError):
        return msgspec.json.decode(_NOTE.read_bytes(), type=_Kept)
    return _Kept()


def _note(kept: _Kept) -> None:
    _NOTE.parent.mkdir(exist_ok=True)
    _NOTE.write_bytes(msgspec.json.encode(kept))
