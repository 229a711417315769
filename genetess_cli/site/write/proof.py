"""Files by which whoever has them alone verifies a game: the commits that changed it, and the objects that they name.

A file is deflated. It begins with what it is of and the way from commit to commit. Then come objects of git as it
hashes them: commits, folders on the way to the game's, all folders in that, and the files that `verify` reads. There is
one for each hundred records, and only the last one grows.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from genetess_cli.site import places
from genetess_cli.site.write.folder import Folder
from genetess_cli.store.git.history import Touch, Trail, trail
from genetess_cli.store.git.objects import steps
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.worktree import TreeEntry, named, object_id
from genetess_cli.store.layout import Layout, hundred, is_proved
from genetess_cli.store.league import League
from genetess_cli.values import Value

_HEAD = "proof"
"""The kind of what a file begins with, where the others have that of an object."""


class Head(Value):
    """What a file begins with."""

    prefix: str  # where the league is in its repository
    trail: Trail


class Proof(Value):
    """What some files of a game say, one behind the other."""

    head: Head
    objects: Sequence[tuple[str, bytes]]  # kind and content


def read(data: bytes) -> Proof:
    """Return what files say. Raise ValueError, zlib.error where they say nothing."""
    heads = []
    objects: list[tuple[str, bytes]] = []
    while data:
        unpacker = zlib.decompressobj()
        parts = _parts(unpacker.decompress(data) + unpacker.flush())
        data = unpacker.unused_data
        _, head = next(parts)
        heads.append(msgspec.json.decode(head, type=Head))
        objects += parts
    touches = [touch for head in heads for touch in head.trail.touches]
    return Proof(Head(heads[0].prefix, Trail(heads[0].trail.slug, touches)), objects)


def _parts(text: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(text):
        start = text.index(b"\0", at) + 1
        kind, size = text[at : start - 1].decode().split()
        at = start + int(size)
        yield kind, text[start:at]


def write(league: League, output: Folder, slug: str) -> set[str]:
    """Write the files of a game as its newest commit has it, where git has all its history; return their places."""
    tip = league.snapshot.commit
    if not tip or league.repository.cut or league.repository.git.algorithm != "sha1":
        return set()
    way = trail(league.repository, slug, tip)
    lying = sorted(output.files(slug) & {places.proof_place(slug, file) for file in range(len(way.touches))})
    found = files(league.repository, way, [*map(output.data, lying)])
    made = {places.proof_place(slug, file): data for file, data in enumerate(found)}
    for place, data in made.items():
        output.write(place, data)
    return {*made}


def files(repository: Repository, way: Trail, there: Sequence[bytes]) -> list[bytes]:
    """Return the files of a game; of those that are there all stay as they are but the last. Raise Refused."""
    kept = there[:-1]
    try:
        proofs = [*map(read, kept)]
    except (ValueError, LookupError, zlib.error):  # somebody else wrote there
        return files(repository, way, ())
    commits = {touch.commit for proof in proofs for touch in proof.head.trail.touches}
    if not commits <= {touch.commit for touch in way.touches}:  # the history was rewritten
        return files(repository, way, ())
    known = {object_id(*each) for proof in proofs for each in proof.objects}
    writer = _Writer(repository, way.slug, known)
    groups: list[list[Touch]] = [[]]
    for touch in way.touches:
        if touch.commit not in commits:
            if groups[-1] and writer.has_hundred(touch.commit, len(kept) + len(groups)):
                groups.append([])
            groups[-1].append(touch)
    return [*kept, *map(writer.file, groups)]


class _Writer:
    """Writes files whose objects are in none of those before: their ids are `known`."""

    def __init__(self, repository: Repository, slug: str, known: set[str]) -> None:
        self._database = repository.database
        self._prefix = repository.prefix
        self._slug = slug
        self._paths = Layout(slug)
        self._known = known

    def has_hundred(self, commit: str, number: int) -> bool:
        """Return whether a commit has records of this hundred; the first one is 0."""
        folder = f"{self._prefix}{self._paths.turns_folder}/{hundred(100 * number)}"
        return self._database.entry(commit, folder) is not None

    def file(self, touches: Sequence[Touch]) -> bytes:
        head = Head(self._prefix, Trail(self._slug, touches))
        found = [("", _HEAD, msgspec.json.encode(head))]
        for touch in touches:
            found += self._objects(touch.commit)
        # What one file was from commit to commit stands side by side, which is packed best.
        found.sort(key=lambda row: row[0])
        packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION)
        parts = [packer.compress(f"{kind} {len(body)}\0".encode() + body) for _, kind, body in found]
        return b"".join(parts) + packer.flush()

    def _objects(self, commit: str) -> Iterator[tuple[str, str, bytes]]:
        """Yield the objects that are new with a commit, each behind what it is sorted by."""
        yield from self._new("", "commit", commit)
        entry: TreeEntry | None = self._database.root(commit)
        path = "/"
        for name in steps(self._prefix + self._paths.folder):
            if entry is None or not entry.is_tree:
                return
            yield from self._new(path, "tree", entry.oid)
            entry = self._database.tree(entry.oid).get(name)
            path += f"{name.decode()}/"
        if entry:
            yield from self._below(self._paths.folder, entry)

    def _below(self, path: str, entry: TreeEntry) -> Iterator[tuple[str, str, bytes]]:
        if entry.is_file and is_proved(path):
            yield from self._new(path, "blob", entry.oid)
        if entry.is_tree and entry.oid not in self._known:
            yield from self._new(path, "tree", entry.oid)
            for name, row in named(self._database.tree(entry.oid)).items():
                yield from self._below(f"{path}/{name}", row)

    def _new(self, path: str, kind: str, oid: str) -> Iterator[tuple[str, str, bytes]]:
        if oid not in self._known:
            self._known.add(oid)
            yield path, kind, self._database.read([oid])[oid]
