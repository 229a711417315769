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

from genetess_cli.admin import play
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
_TIP = "refs/heads/main"
_BROUGHT = re.compile(
    rf"(?P<top>[^/]+/)?\.git/(?P<place>objects/[0-9a-f]{{2}}/[0-9a-f]{{38}}|{_TIP}|{MASTER_KEY})"
)
"""What is taken of a download, in a folder or not; never the repository's settings, by which git may run something."""
_MOST = 1 << 28
"""The bytes to which a download, or an object in it, may unpack."""
_UNREADABLE = (BadZipFile, zlib.error, OSError, RuntimeError, ValueError, EOFError)


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
    if not kept.tip:
        names.update(_MADE_ONCE)
    files = {name: (GIT / name).read_bytes() for name in sorted(names)}
    apart = kept.apart + sum(map(len, files.values()))
    memory = _memory()
    if 0 < len(memory) <= apart:
        apart = 0
    else:
        memory = b""
    _note(_Kept(tip, apart))
    return msgspec.json.encode(KeptRow(files, memory))


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


def accept(data: bytes, tell: Progress) -> bytes:
    """Make the league of a download where there is none yet, and return its keys. Raise Refused for any other file."""
    files = _brought(data)
    keys = files.pop(MASTER_KEY, b"")
    decode_keys(keys.decode(errors="replace"), f"its file .git/{MASTER_KEY}")
    with Repository.init(LEAGUE, settings=play.SIGNER) as repository:
        try:
            _take(repository, files.pop(_TIP).decode().strip(), files)
        except (*_UNREADABLE, Refused):
            raise Refused(
                "something of the games in this zip is missing or damaged, or git has packed it"
            ) from None
    begin(b"", tell)
    return keys


def _brought(data: bytes) -> dict[str, bytes]:
    """Return what is taken of a download, by its place in the repository."""
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            matches = [match for name in packed.namelist() if (match := _BROUGHT.fullmatch(name))]
            if sum(packed.getinfo(match[0]).file_size for match in matches) > _MOST:
                raise Refused("this zip unpacks to more than any games")
            files = {match["place"]: packed.read(match[0]) for match in matches}
    except _UNREADABLE:
        raise Refused("this file is no zip, or it is damaged") from None
    if _TIP not in files or len({match["top"] for match in matches}) > 1:
        raise Refused("this zip does not have the games of one page like this, as they are downloaded")
    return files


def _take(repository: Repository, tip: str, objects: Mapping[str, bytes]) -> None:
    """Write objects, each under the name that it has by what is in it; `tip` has to name all that it leads to."""
    git = repository.git
    came = {git.write(*_unpacked(body)) for body in objects.values()}
    if tip not in came or not made(git.place.common / "objects", tip, "") <= came:
        raise ValueError(tip)
    git.move(repository.branch, tip, None, "")
    repository.lay()


def _unpacked(body: bytes) -> tuple[str, bytes]:
    content = zlib.decompressobj().decompress(body, _MOST)
    head, _, rest = content.partition(b"\0")
    return head.decode().partition(" ")[0], rest


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
