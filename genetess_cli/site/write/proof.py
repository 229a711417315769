"""Files by which whoever has them alone verifies a game: the commits that changed it, and the objects that they name.

A file is deflated msgpack: the way from commit to commit, and objects of git: commits, folders on the way to the
game's, all folders in that, and the files that `verify` reads. There is one for each hundred records, and only the last
one grows.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.rules import RULESETS
from genetess_cli.site import places
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.write.folder import Folder
from genetess_cli.store.git.history import Trail, trail
from genetess_cli.store.git.worktree import TreeEntry, compare
from genetess_cli.store.layout import Layout, hundred, is_proved
from genetess_cli.store.league import League
from genetess_cli.values import Value


class Proof(Value, array_like=True):
    """What a file has, or several together."""

    way: Trail
    objects: Sequence[tuple[str, bytes]]  # kind and content


def write(league: League, output: Folder, facts: GameFacts) -> set[str]:
    """Write the files of a game as its newest commit has it; return their places.

    There are none of a game that is sealed, or has rules of another package, and none where git lacks its history.
    """
    tip = league.snapshot.commit
    if not tip or facts.secrecy.is_sealed or facts.ruleset not in RULESETS:
        return set()
    if league.repository.cut or league.repository.git.algorithm != "sha1":
        return set()
    try:
        made = [*files(league, trail(league.repository, facts.slug, tip))]
    except Refused:
        return set()
    found = {places.proof_place(facts.slug, file): data for file, data in enumerate(made)}
    for place, data in found.items():
        output.write(place, data)
    return {*found}


def files(league: League, way: Trail) -> Iterator[bytes]:
    """Yield the files of a game. Raise Refused where something of it is missing."""
    for proof in proofs(league, way):
        yield zlib.compress(msgspec.msgpack.encode(proof), zlib.Z_BEST_COMPRESSION)


def proofs(league: League, way: Trail) -> Iterator[Proof]:
    """Yield what the files of a game have. Raise Refused where something of it is missing."""
    database = league.repository.database
    narrowed = way.narrowed(database)
    start = f"{way.prefix}{Layout(way.slug).turns_folder}"
    groups: list[list[Sequence[str]]] = [[]]
    for row in way.rows:
        if groups[-1] and database.entry(row[0], f"{start}/{hundred(100 * len(groups))}"):
            groups.append([])
        groups[-1].append(row)
    known: set[str] = set()
    before = None
    for rows in groups:
        found: list[tuple[str, str, bytes]] = []
        for commit, *_ in rows:
            found.append(("", "commit", database.read([commit])[commit]))
            root = database.root(commit)
            for change in compare(narrowed, before, root):
                entry = change.new
                if entry and entry.oid not in known and _counts(entry, change.path.removeprefix(way.prefix)):
                    known.add(entry.oid)
                    kind = "tree" if entry.is_tree else "blob"
                    found.append((change.path, kind, database.read([entry.oid])[entry.oid]))
            before = root
        # What one file was from commit to commit stands side by side, which is packed best.
        found.sort(key=lambda row: row[0])
        yield Proof(way.replace(rows=rows), [(kind, body) for _, kind, body in found])


def _counts(entry: TreeEntry, path: str) -> bool:
    return entry.is_tree or (entry.is_file and is_proved(path))


def read(data: bytes) -> Proof:
    """Return what files have together, one behind the other. Raise ValueError, zlib.error for none."""
    found: list[Proof] = []
    while data or not found:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data)
        if not unpacker.eof:
            raise ValueError("the last one is cut short")
        data = unpacker.unused_data
        found.append(msgspec.msgpack.decode(text, type=Proof))
    rows = [row for proof in found for row in proof.way.rows]
    return Proof(found[0].way.replace(rows=rows), [each for proof in found for each in proof.objects])
