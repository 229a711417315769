"""The memory of a build for the next one, and the survey that compares it with what the league's files are now.

The memory is one JSON file, gone while a build is writing: after a crash everything is made anew. Nothing of it is on
the site. A tick builds after every run, and mostly there is nothing new: no more is loaded here than that takes to see.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from genetess_cli import __version__
from genetess_cli.errors import Refused, unwritten
from genetess_cli.site.output.folder import Folder
from genetess_cli.store import resources
from genetess_cli.store.files import write_whole
from genetess_cli.store.git.history import added_since
from genetess_cli.store.layout import LEAGUE, Layout, record_of
from genetess_cli.store.league import League


class Print(msgspec.Struct, frozen=True):
    """The state of a game's files: `files` those that all pages depend on, `moving` those that the newest do.

    `turns` has a line for each file of the history, which begins with its path and changes with the file.
    """

    files: str
    moving: str
    turns: list[str]

    def paths(self, count: int | None) -> list[str]:
        """Return where the first files of the history lie (None: all of them)."""
        return [turn.rsplit(" ", 4)[0] for turn in self.turns[:count]]

    def stems(self, count: int | None = None) -> list[str]:
        """Return the stems of the records among the first files of the history (None: among all)."""
        records = map(record_of, self.paths(count))
        return [f"{record[0]:04}-{record[1]}" for record in records if record]

    def history(self, count: int) -> str:
        return digest([os.fsencode("\n".join(self.turns[:count]))])


class Known(msgspec.Struct):
    """A game as it was built: the prints of its files, how many pages it has, and the print of their places.

    `board` is the drawing of its public board in small, and `preview` the print of the picture that goes with links to
    it. Its facts, its story's past and its summary are kept unread: where nothing has changed nobody needs them.
    """

    files: str
    moving: str
    count: int
    history: str
    pages: int
    places: str
    facts: msgspec.Raw
    past: msgspec.Raw
    summary: msgspec.Raw
    board: str = ""
    preview: str = ""

    def leads_to(self, now: Print) -> bool:
        """Return whether at most the newest pages can have changed, and pages been added."""
        return (
            self.files == now.files
            and self.count <= len(now.turns)
            and self.history == now.history(self.count)
        )


class Memory(msgspec.Struct):
    """Everything remembered of a build."""

    basis: str = ""  # the print of what all pages depend on
    tip: str = ""  # the newest commit then: pages name those that added records
    games: dict[str, Known] = {}
    shared: dict[str, str] = {}  # the prints of what the files were made of that are no game's


def recall(path: Path, basis: str) -> Memory:
    """Return the memory of a site made on this basis; an empty one where there is none that can be read."""
    with suppress(OSError, msgspec.MsgspecError):
        memory = msgspec.json.decode(path.read_bytes(), type=Memory)
        if memory.basis == basis:
            return memory
    return Memory(basis)


def keep(path: Path, memory: Memory) -> None:
    """Remember; a disk that cannot be written to only makes the next build slower."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(memory), f".{path.name}.{os.getpid()}")


def digest(parts: Iterable[bytes]) -> str:
    """Return one print of several values, in order.

    Checksums and not a hash: nobody gains by a page of their own that is not renewed, and hashlib takes longer to
    load than everything else that a build with nothing to do does.
    """
    crc, adler, size = 0, 1, 0
    for part in parts:
        whole = b"%d " % len(part) + part
        crc, adler, size = zlib.crc32(whole, crc), zlib.adler32(whole, adler), size + len(whole)
    return f"{size:x}-{crc:08x}{adler:08x}"


def of_names(names: Iterable[str]) -> str:
    return digest([os.fsencode("\n".join(sorted(names)))])


def of_files(files: Iterable[Path]) -> str:
    """Return the print of what some files hold; a missing one counts as such."""
    return digest(part for file in files for part in (os.fsencode(file.name), _contents(file)))


def _contents(file: Path) -> bytes:
    try:
        return b"+" + file.read_bytes()
    except OSError:
        return b""


def of_program() -> str:
    """Return the print of this program: its version, modules, templates, and all else that ships with it."""
    folders = (Path(__file__).parents[1], resources.templates())
    lines = sorted(line for folder in folders for line in _stats(folder.parent, folder.name))
    return digest([__version__.encode(), *(os.fsencode(line) for line in lines)])


def _stats(root: Path, folder: str) -> Iterator[str]:
    """Yield a line for each file below a folder: its path from `root`, and what changes with it."""
    with os.scandir(root / folder) as entries:
        for entry in entries:
            if entry.name == "__pycache__":
                continue
            if entry.is_dir():
                yield from _stats(root, f"{folder}/{entry.name}")
            else:
                stat = entry.stat()
                changing = f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}"
                yield f"{folder}/{entry.name} {changing}"


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder)) if folder.is_dir() else []


# What there is to do


class Built(msgspec.Struct, frozen=True):
    """The result of a build: the site's pages, and the files written and removed."""

    pages: int
    written: int
    removed: int


class CheckedOut(msgspec.Struct):
    """What pages name of the repository, where there is one."""

    tip: str = ""  # the newest commit
    cut: str = ""  # the oldest ones, of a shallow clone
    branch: str = "main"  # the usual one, where none is checked out, as for a release


class Survey:
    """A site's folder, what is remembered of it in the file `path`, and the prints of each game's files now."""

    def __init__(self, league: League, out: Path, full: bool = False, here: bool = False) -> None:
        """See what there is to build; `full` forgets what was built. Raises Refused where `out` is no site's."""
        self.folder = Folder(out)
        self.here = here
        self._league = league
        self._full = full
        self.path = out / ".genetess-build"
        if league.cache:
            self.path = league.cache.parent / f"build-{digest([os.fsencode(out.resolve())])}.json"
        with writing(out):
            if not self.folder.is_ours:
                raise Refused(
                    f"{out} holds files and is no site of genetess: name another folder, or an empty one"
                )
            self.look()

    def look(self) -> None:
        """See what is remembered now, and what there is to build."""
        league = self._league
        self.at = _checked_out(league)
        basis = [of_program(), f"{self.here}", self.at.branch, self.at.cut]
        basis_print = digest([*map(os.fsencode, basis), league.read(LEAGUE) or b""])
        self.memory = Memory(basis_print) if self._full else recall(self.path, basis_print)
        self.prints = {slug: _print(league, slug) for slug in league.slugs()}
        self._forget(league.root)

    def _forget(self, root: Path) -> None:
        """Forget the games with a record that has been added by another commit since, which pages now name."""
        tip, games = self.memory.tip, self.memory.games
        if tip == self.at.tip:
            return
        added = added_since(root, tip, self.at.tip) if tip and self.at.tip else None
        for slug in games.keys() & self.prints.keys():
            records = self.prints[slug].paths(games[slug].count)
            if added is None or not added.isdisjoint(records):
                del games[slug]

    @property
    def is_current(self) -> bool:
        memory, folder = self.memory, self.folder
        if not folder.is_claimed or memory.games.keys() != self.prints.keys() or not memory.shared:
            return False
        if memory.shared.keys() - folder.names():
            return False
        return all(self.stands(slug, known, self.prints[slug]) for slug, known in memory.games.items())

    def stands(self, slug: str, known: Known, now: Print) -> bool:
        if known.moving != now.moving or known.count != len(now.turns) or not known.leads_to(now):
            return False
        return of_names(self.folder.files(slug)) == known.places

    def built(self) -> Built:
        pages = sum(name.endswith(".html") for name in self.memory.shared)
        pages += sum(known.pages for known in self.memory.games.values())
        return Built(pages, self.folder.written, self.folder.removed)


def _checked_out(league: League) -> CheckedOut:
    found = CheckedOut()
    with suppress(Refused), league.repository as repository:
        found.tip = repository.tip()
        found.cut = repository.cut
        found.branch = repository.branch
    return found


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Raise Refused where a file of the site in `out` cannot be written or read."""
    try:
        yield
    except OSError as error:
        where = error.filename or out
        raise Refused(
            f"{where}: {unwritten(error)}; the site in {out} is not complete, build it again"
        ) from error


def _print(league: League, slug: str) -> Print:
    paths, root = Layout(slug), league.root
    queues, wishes = root / paths.orders_folder, root / paths.signups_folder
    settings = [root / paths.game, root / paths.board, root / paths.specials]
    return Print(
        files=of_files([*settings, *(wishes / name for name in names(wishes))]),
        moving=of_files([root / paths.clock, *(queues / name for name in names(queues))]),
        turns=sorted(_stats(root, paths.turns_folder)) if (root / paths.turns_folder).is_dir() else [],
    )
