"""What a browser keeps of the games: a row for each step, of what that added to git; and the way out of the browser.

All else is made again from that. The exception is what a build remembers, without which the first page of the next
visit would tell of all turns once more: it goes along with a row as soon as as much else was kept since, so that what
is kept stays within twice of what is new.
"""

from __future__ import annotations

import io
import os
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from genetess_cli.browser.play import LEAGUE, SITE, begin
from genetess_cli.errors import Progress, Refused
from genetess_cli.site.write.folder import Folder
from genetess_cli.site.write.survey import NAME
from genetess_cli.store.git.plumbing.loose import made
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import MASTER_KEY
from genetess_cli.store.seal.keyring import decode_keys, lines, masters
from genetess_cli.values import Value

GIT = LEAGUE / ".git"
_NOTE = GIT / "genetess" / "kept"
_EXPORTED = "genetess-play"
_MADE_ONCE = ("HEAD", "config")
_BROUGHT = re.compile(rf"objects/[0-9a-f]{{2}}/[0-9a-f]{{38}}|refs/heads/main|{MASTER_KEY}")
"""What is taken of a download: a repository's own settings can have git run something."""


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
    _lay({name: body for row in rows for name, body in row.files.items()})
    with Repository.open(LEAGUE) as repository:
        _note(_Kept(repository.tip()))
    if memory := next((row.memory for row in reversed(rows) if row.memory), b""):
        with suppress(zlib.error), Folder(SITE).claimed(0):
            (SITE / NAME).write_bytes(zlib.decompress(memory))
    return b""


def _lay(files: Mapping[str, bytes]) -> None:
    """Write files of git, and the work tree as it has it then."""
    for folder in {os.path.dirname(name) for name in files}:
        os.makedirs(f"{GIT}/{folder}", exist_ok=True)
    for name, body in files.items():
        with (
            suppress(PermissionError),
            open(f"{GIT}/{name}", "wb") as file,
        ):  # what is there of it is the same
            file.write(body)
    with Repository.open(LEAGUE) as repository:
        repository.lay()


def accept(data: bytes, tell: Progress) -> bytes:
    """Lay the league of a download in place of the one that is here, and return its keys.

    Raise Refused for any other file.
    """
    begin(b"", tell)
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            names = {name.partition("/.git/")[2]: name for name in packed.namelist()}
            files = {own: packed.read(name) for own, name in names.items() if _BROUGHT.fullmatch(own)}
    except (BadZipFile, zlib.error, RuntimeError):
        raise Refused("this file is no zip, or it is damaged") from None
    if "refs/heads/main" not in files:
        raise Refused("this zip has no games that were downloaded from a page like this")
    keys = files.pop(MASTER_KEY, b"")
    decode_keys(keys.decode(errors="replace"), f"its file .git/{MASTER_KEY}")
    _lay(files)
    return begin(b"", tell) or keys


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
