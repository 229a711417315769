"""The clocks of all games of a commit, and what people have edited since; of an idle game nothing else is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from genetess_cli.errors import CannotRead, Finding, InvalidFile, mend
from genetess_cli.store import schema
from genetess_cli.store.files import Contents, Files, write_whole
from genetess_cli.store.git.run import damaged
from genetess_cli.store.git.snapshot import Snapshot, WorkTree
from genetess_cli.store.git.worktree import LARGEST, TreeEntry, named, object_id
from genetess_cli.store.layout import GAMES, Layout, is_slug, seat_of
from genetess_cli.store.schema import Clock
from genetess_cli.store.times import Time, decode_time, encode_time
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

LARGEST_FILE = 8 * 1024 * 1024
"""The most bytes that are read of a file of the work tree, but for orders."""


_MANY = 10
"""So many clocks that nobody has read before take longer to be written into a file each than to be parsed."""


class Clocked(Value):
    """What a commit tells of a game without its settings and position; all of it follows from slug and `folder`."""

    slug: str
    folder: str = ""  # the id of the game's folder; "" for a game that is in no commit
    settings: str = ""  # the id of game.yaml, where there is one
    # As the name of the position's file tells; None for a game without one.
    secrecy: Literal["open", "sealed"] | None = None
    bots: tuple[str, ...] | None = ()  # the seats of bots; None where game.yaml cannot tell
    clock: Clock | None = None  # None before the start
    start: Time = Time(0)  # when a game that has not started does so by itself; 0 for others
    orders: Mapping[str, str] = {}  # the ids of the order files, by path
    board: Mapping[str, str] = {}  # those of the files of its board
    findings: tuple[Finding, ...] = ()  # what is wrong with all this

    @property
    def paths(self) -> Layout:
        return Layout(self.slug, self.secrecy == "sealed")

    def sound(self) -> Clocked:
        """Return it. Raise InvalidFile where anything is wrong with it."""
        if self.findings:
            raise InvalidFile(*self.findings)
        return self


class Edits(Value):
    """People's files of a game, by path, where the work tree has them otherwise than the commit."""

    files: Contents = {}
    """What they hold; None for one that was deleted."""
    unread: dict[str, Finding] = {}
    """Why some cannot be read at all, such as a link."""


def clocks(snapshot: Snapshot) -> list[Clocked]:
    """Return the clocks of all games of a commit, by slug. Raise InvalidFile where git has lost the folder of games."""
    cache = snapshot.cache
    there = folders(snapshot)
    known = _recall(cache)
    fresh = {slug: oid for slug, oid in there.items() if (slug, oid) not in known}
    apart = cache if len(fresh) < _MANY else None  # one file keeps them all, below
    read = {game.slug: game for game in _read(snapshot, fresh, apart)}
    games = [read.get(slug) or known[slug, oid] for slug, oid in there.items()]
    if fresh or len(known) > len(there):
        _keep(cache, games)
    return games


def folders(snapshot: Snapshot) -> dict[str, str]:
    """Return the ids of all games' folders, by slug: of one that has the same nothing has changed."""
    return {slug: row.oid for slug, row in _games(snapshot).items()}


def clock(snapshot: Snapshot, slug: str) -> Clocked:
    """Return the clock of one game; nothing of it where the commit has none of that slug."""
    row = _games(snapshot).get(slug)
    return next(_read(snapshot, {slug: row.oid}, snapshot.cache)) if row else Clocked(slug)


def folder(snapshot: Snapshot, path: str) -> dict[str, TreeEntry]:
    """Return what lies in a folder, nothing where there is none. Raise InvalidFile where git has lost it."""
    entry = snapshot.find(path)
    if entry is None or not entry.is_tree:
        return {}
    [rows] = snapshot.trees([entry.oid])
    if rows is None:
        raise InvalidFile(Finding(path, f"it is missing in git; {damaged()}"))
    return named(rows)


def _games(snapshot: Snapshot) -> Mapping[str, TreeEntry]:
    rows = folder(snapshot, GAMES)
    return {slug: rows[slug] for slug in sorted(rows) if rows[slug].is_tree and is_slug(slug)}


def _read(snapshot: Snapshot, games: Mapping[str, str], cache: Path | None) -> Iterator[Clocked]:
    """Read some games' clocks, by the ids of their folders; all objects of one kind at once."""
    folders = [named(rows or {}) for rows in snapshot.trees([*games.values()])]
    contents = {
        **_contents(snapshot.trees, folders, "orders", "signups"),
        **_contents(snapshot.blobs, folders, "game.yaml", "clock.yaml"),
    }
    for (slug, oid), rows in zip(games.items(), folders, strict=True):
        asked = [(name, row.oid) for name, row in rows.items()]
        there = {name: contents[name, oid] for name, oid in asked if (name, oid) in contents}
        if not rows or None in there.values():
            lost = Finding(Layout(slug).folder, f"something of it is missing in git; {damaged()}")
            yield Clocked(slug, oid, findings=(lost,))
        else:
            game = _game(slug, oid, rows, there, cache)
            yield _with_clock(game, rows, there, cache)


def _contents(
    read: Callable[[Sequence[str]], list[Any]], folders: Sequence[Mapping[str, TreeEntry]], *names: str
) -> dict[tuple[str, str], Any]:
    """Return what `read` gives for what lies under some names in folders, by its name and id."""
    rows = [(name, files[name].oid) for files in folders for name in names if name in files]
    return dict(zip(rows, read([oid for _, oid in rows]), strict=True))


def _game(
    slug: str, oid: str, rows: Mapping[str, TreeEntry], there: Mapping[str, Any], cache: Path | None
) -> Clocked:
    place = Layout(slug).orders_folder
    orders = named(there.get("orders", {}))
    files = {f"{place}/{name}": row.oid for name, row in orders.items() if row.is_file}
    board = {path: rows.get(path.rpartition("/")[2]) for path in _board_files(Layout(slug))}
    secrecy: Literal["open", "sealed"] | None = None
    if "state.sealed" in rows:
        secrecy = "sealed"
    elif "state.yaml" in rows:
        secrecy = "open"
    settings = rows["game.yaml"].oid if "game.yaml" in rows else ""
    return Clocked(
        slug,
        oid,
        settings=settings,
        secrecy=secrecy,
        bots=_bots(there.get("game.yaml", b""), slug, cache),
        orders={path: oid for path, oid in files.items() if seat_of(path)},
        board={path: row.oid for path, row in board.items() if row and row.is_file},
    )


def _board_files(paths: Layout) -> tuple[str, str]:
    return paths.board, paths.specials


def _bots(settings: bytes, slug: str, cache: Path | None) -> tuple[str, ...] | None:
    """Return the seats of bots. To parse a game.yaml takes longer than all else, so it is asked for the word first.

    Without the word, and without a backslash that could stand for letters of it, no YAML has the key.
    """
    if b"bot" not in settings and b"\\" not in settings:
        return ()
    with suppress(InvalidFile):
        return tuple(schema.load_game(api.read(settings, Layout(slug).game, cache)).bots)
    return None


def _with_clock(
    game: Clocked, rows: Mapping[str, TreeEntry], there: Mapping[str, Any], cache: Path | None
) -> Clocked:
    path = game.paths.clock
    data = there.get("clock.yaml")
    if data is None:
        if not rows.keys() & {"turns", "state.yaml", "state.sealed"}:
            asked = len(named(there.get("signups", {})))
            return game.replace(start=_start(there.get("game.yaml", b""), game.paths, cache, asked))
        missing = Finding(path, f"there is no such file, but the game has started; {mend(path)}")
        return game.replace(findings=(missing,))
    try:
        return game.replace(clock=api.convert(api.read_program(data, path, cache), Clock))
    except InvalidFile as fault:
        return game.replace(findings=fault.findings)


def _start(settings: bytes, paths: Layout, cache: Path | None, asked: int) -> Time:
    """Return from when on a run tries to start a game for which so many have signed up; 0 for never."""
    with suppress(InvalidFile):
        file = schema.load_game(api.read(settings, paths.game, cache))
        if file.cancelled:
            return Time(0)
        if file.start and file.plan.start:
            return file.start
        if file.signup and file.signup.ready and len(file.players) + asked >= file.signup.most:
            return Time(1)
    return Time(0)


# What was read before


class _Memory(Value):
    """The clocks that the last run read; with another `form` it was another program's."""

    form: tuple[str, ...]
    games: list[Clocked]


_FORM = (*Clocked.__struct_fields__, *Clock.__struct_fields__)


def _memory(cache: Path) -> Path:
    return cache.with_name("clocks.json")


def _recall(cache: Path | None) -> dict[tuple[str, str], Clocked]:
    with suppress(OSError, msgspec.MsgspecError):
        data = _memory(cache).read_bytes() if cache else b""
        kept = msgspec.json.decode(data, type=_Memory, dec_hook=decode_time)
        if kept.form == _FORM:
            return {(game.slug, game.folder): game for game in kept.games}
    return {}


def _keep(cache: Path | None, games: Sequence[Clocked]) -> None:
    if cache is None:
        return
    sound = [game for game in games if not game.findings]
    file = _memory(cache)
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        data = msgspec.json.encode(_Memory(_FORM, sound), enc_hook=encode_time)
        write_whole(file, data, f".{file.name}.{os.getpid()}")


# What people have edited


def edits(game: Clocked, tree: WorkTree) -> Edits:
    """Return what game.yaml and the order files hold in the work tree where the commit has them otherwise.

    A file that git leaves out on purpose is as it is committed, and so is one whose line ends alone differ.
    """
    layout = game.paths
    known = dict(game.orders)
    if game.settings:
        known[layout.game] = game.settings
    place = layout.orders_folder
    paths = {layout.game}
    unread: dict[str, Finding] = {}
    try:
        there = {f"{place}/{name}" for name in tree.names(place)}
        paths |= {*filter(seat_of, there), *game.orders}
    except CannotRead as fault:
        unread[place] = Finding("", str(fault))
    found = _edits(known, paths, tree, LARGEST)
    return Edits(found.files, found.unread | unread)


def board_edits(game: Clocked, tree: WorkTree) -> Edits:
    """Return what the files of its board hold in the work tree where the commit has them otherwise."""
    return _edits(game.board, _board_files(game.paths), tree, LARGEST_FILE)


def edits_of(snapshot: Snapshot, tree: WorkTree, paths: Iterable[str]) -> Edits:
    """Return those of some files that the work tree has otherwise than the commit, but for their line ends."""
    entries = {path: snapshot.find(path) for path in paths}
    known = {path: entry.oid for path, entry in entries.items() if entry}
    return _edits(known, entries, tree, LARGEST_FILE)


def _edits(known: Mapping[str, str], paths: Iterable[str], tree: WorkTree, most: int) -> Edits:
    """Return those of some files that the work tree has otherwise than by the `known` ids."""
    found: Files = {}
    unread: dict[str, Finding] = {}
    for path in sorted(paths):
        try:
            data = tree.read(path, most)
        except CannotRead as fault:
            unread[path] = Finding("", str(fault))
            continue
        if _id(data, known.get(path)) not in (known.get(path), *tree.behind(path)):
            found[path] = data
    left_out = tree.left_out() if None in found.values() else ()
    files = {path: data for path, data in found.items() if data is not None or path not in left_out}
    return Edits(files, unread)


def _id(data: bytes | None, known: str | None) -> str | None:
    """Return git's name of a file, or `known` where it has that but for its line ends."""
    if data is None:
        return None
    algorithm = "sha256" if known and len(known) == 64 else "sha1"
    oid = object_id("blob", data, algorithm)
    if oid != known and object_id("blob", data.replace(b"\r\n", b"\n"), algorithm) == known:
        return known
    return oid
