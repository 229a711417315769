"""The memory of a build for the next one, and the survey that compares it with what the league's files are now.

The memory is a hidden file of JSON among the pages that it tells of, gone while a build is writing: after a crash
everything is made anew. Whoever publishes the folder publishes it, so it has nothing that neither the site nor the
repository shows, but sealed. A tick builds after every run, and mostly there is nothing new: no more is loaded here
than that takes to see.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Raw

from genetess_cli.errors import CannotRead, Finding, Refused, unwritten
from genetess_cli.rules import packages
from genetess_cli.rules.packages import NoRuleset
from genetess_cli.site.write.folder import Folder, grows
from genetess_cli.site.write.installed import of_pack
from genetess_cli.store import resources
from genetess_cli.store.files import write_whole
from genetess_cli.store.layout import ABOUT, LEAGUE, RECORDS, person_file, record_of, slug_of
from genetess_cli.store.league import League
from genetess_cli.store.reader import clocks
from genetess_cli.store.reader.clocks import Clocked
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.values import Value

NAME = ".genetess-build"
Records = Sequence[tuple[str, str]]
"""Path and git's id of each record of a game, in order."""


class Print(Value):
    """All that a game's pages are made of, as prints."""

    folder: str = ""  # git's id of its folder in the commit, "" where that has none
    edits: str = ""  # people's files that lie there otherwise, and sign-ups
    people: str = ""  # the files of the persons whom they name
    said: str = ""  # git's id of what players said in it, on the branch of that


class Known(msgspec.Struct):
    """A game as it was built; as it is here, one of which nothing is known."""

    made_of: Print = Print()
    count: int = 0  # how many records there were
    history: str = ""  # the print of those
    newest: int = -1  # the number of the last one, -1 without any
    commit: str = ""  # the one that added it, "" where git has none
    pages: int = 0
    # Unread until something has changed:
    listed: Raw = Raw()  # what the league's own pages tell of it
    board: Raw = Raw()  # its public one, in small
    past: Raw = Raw(b"null")
    keys: Raw = Raw(b"{}")  # those of the files that are made of how it is now
    lasting: str = ""  # the key of what the pages of all its turns are made of, beside their records
    packs: str = ""  # the print of its files that only grow
    named: list[str] = []  # the IDs of the persons whom its pages name, "" among them for who may be any

    def leads_to(self, lasting: str, records: Records) -> bool:
        """Return whether at most the newest pages can have changed, and pages been added."""
        return self.lasting == lasting and self.history == of_records(records[: self.count])


class Memory(msgspec.Struct):
    """Everything remembered of a build."""

    basis: str = ""  # the print of what all pages depend on
    tip: str = ""  # the newest commit then: pages name those that added records
    games: dict[str, Known] = {}
    broken: list[str] = []  # games that could not be shown, which pages name
    shared: dict[str, str] = {}  # the prints of what the files were made of that are no game's
    packages: dict[str, str] = {}  # those of the packages of others, by the rulesets that games have of them


def recall(path: Path, basis: str) -> Memory:
    """Return the memory of a site made on this basis; an empty one where there is none that can be read."""
    with suppress(OSError, msgspec.MsgspecError):
        kept, _, text = path.read_bytes().partition(b"\n")
        if kept != digest([text]).encode():
            return Memory(basis)
        memory = msgspec.json.decode(text, type=Memory)
        packages = {ruleset: of_package(ruleset) for ruleset in memory.packages}
        if memory.basis == basis and memory.packages == packages:
            return memory
    return Memory(basis)


def keep(path: Path, memory: Memory) -> None:
    """Remember; a disk that cannot be written to only makes the next build slower."""
    with suppress(OSError):
        text = msgspec.json.encode(memory)
        write_whole(path, b"%s\n%s" % (digest([text]).encode(), text), f".{path.name}.{os.getpid()}")


def digest(parts: Iterable[bytes]) -> str:
    """Return one print of several values, in order.

    Checksums and not a hash: nobody gains by a page of their own that is not renewed, and hashlib takes longer to
    load than everything else that a build with nothing to do does.
    """
    crc = 0
    adler = 1
    size = 0
    for part in parts:
        whole = b"%d " % len(part) + part
        crc = zlib.crc32(whole, crc)
        adler = zlib.adler32(whole, adler)
        size += len(whole)
    return f"{size:x}-{crc:08x}{adler:08x}"


def of_names(names: Iterable[str]) -> str:
    return digest([os.fsencode("\n".join(sorted(names)))])


def of_records(records: Records) -> str:
    return digest(os.fsencode(f"{path} {oid}") for path, oid in records)


def stems_of(records: Records) -> list[str]:
    return [path[path.rindex("/") + 1 : path.rindex(".")] for path, _ in records]


def of_program() -> str:
    """Return the print of all that runs here: the program, Python and zlib, and what is installed beside them."""
    names = (os.listdir(folder) for folder in sys.path if os.path.isdir(folder))
    installed = {name for folder in names for name in folder if name.endswith(".dist-info")}
    parts = (resources.contents(), sys.version, zlib.ZLIB_RUNTIME_VERSION, *sorted(installed))
    return digest(map(os.fsencode, parts))


@cache  # what is loaded stays as it is
def of_package(ruleset: str) -> str:
    """Return the print of the package of others that brings a ruleset; "" where none does."""
    try:
        return resources.digest_of(packages.places(ruleset))
    except NoRuleset:
        return ""


# What there is to do


class Built(Value):
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
    """A site's folder, what is remembered in its file `path`, and the prints of each game's files now."""

    def __init__(
        self, league: League, out: Path, full: bool = False, here: bool = False, only: str = ""
    ) -> None:
        """See what there is to build; `full` forgets what was built. Raises Refused where `out` is no site's."""
        self.folder = Folder(out, only)
        self.here = here
        self.league = league
        self._full = full
        self.path = out / NAME
        with writing(out):
            if not self.folder.is_ours:
                raise Refused(
                    f"{out} holds files and is no site of genetess: name another folder, or an empty one"
                )
            self.look()

    def look(self) -> None:
        """See what is remembered now, and what the newest commit and the work tree have to build."""
        self.league = league = self.league.now()
        self.at = _checked_out(league)
        basis = [of_program(), f"{self.here}", of_pack(), self.at.branch, self.at.cut]
        files = (league.lying(path) or b"" for path in (LEAGUE, ABOUT))
        basis_print = digest([*map(os.fsencode, basis), *files])
        self.memory = Memory(basis_print) if self._full else recall(self.path, basis_print)
        self.prints = _prints(league, self.memory)
        self._forget()
        gone = set() if self.folder.only else self.memory.games.keys() - self.folder.homes()
        for slug in gone:
            del self.memory.games[slug]

    def _forget(self) -> None:
        """Forget the games with a record that has been added by another commit since, which pages now name."""
        tip = self.memory.tip
        now = self.at.tip
        games = self.memory.games
        if tip == now or not games:
            return
        try:
            for slug in self._added_anew(tip, now):
                games.pop(slug, None)
        except Refused:  # damaged: what pages name is unknown
            games.clear()

    def _added_anew(self, tip: str, now: str) -> Iterator[str]:
        """Yield the games as found in a commit `tip` whose records are of other commits in `now`."""
        git = self.league.repository.git
        games = {**self.memory.games}
        known_to = {tip}
        is_ahead = tip and now and git.is_ancestor(tip, now)
        if not is_ahead:  # as behind a push by force: games name what is gone
            here = git.ancestors(now) if now else ()
            known_to = {known.commit for known in games.values() if known.commit in here}
            yield from (
                slug for slug, known in games.items() if known.newest >= 0 and known.commit not in known_to
            )
        added = git.additions(now, RECORDS, without=known_to) if known_to else ()
        for path in (path for each in added for path in each.paths):
            slug = slug_of(path)
            record = record_of(path)
            if slug in games and record and record[0] <= games[slug].newest:
                yield slug

    @property
    def is_current(self) -> bool:
        """True if there is nothing to do: each game's folder is believed to be as the last build left it."""
        if self.folder.only:
            return self._has(self.folder.only)
        shared = self.memory.shared
        if not self.folder.is_claimed or not shared or shared.keys() - self.folder.names():
            return False
        if self.memory.broken:
            return False
        return {slug: known.made_of for slug, known in self.memory.games.items()} == self.prints

    def _has(self, place: str) -> bool:
        """Return whether a file that grows lies there, made of what its game is now."""
        slug = place.partition("/")[0]
        known = self.memory.games.get(slug)
        is_as_known = known is not None and known.made_of == self.prints.get(slug)
        return grows(place) and is_as_known and self.folder.has(place)

    def built(self) -> Built:
        pages = sum(name.endswith(".html") for name in self.memory.shared)
        pages += sum(known.pages for known in self.memory.games.values())
        return Built(pages, self.folder.written, self.folder.removed)


def _checked_out(league: League) -> CheckedOut:
    found = CheckedOut(league.snapshot.commit)
    with suppress(Refused):
        found.cut = league.repository.cut
        found.branch = league.repository.branch
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


def _prints(league: League, memory: Memory) -> dict[str, Print]:
    committed = {game.slug: game for game in league.clocks()}
    persons = Persons(league)
    prints: dict[str, Print] = {}
    for slug in league.slugs():
        known = memory.games.get(slug)
        found = _print(league, committed.get(slug) or Clocked(slug))
        if found:
            people = persons.print_of(known.named) if known else ""
            prints[slug] = found.replace(people=people)
    return prints


class Persons:
    """The files of persons by what is in them, each read once and none understood."""

    def __init__(self, league: League) -> None:
        self._league = league
        self._id = cache(self._read)

    def print_of(self, named: Sequence[str]) -> str:
        """Return the print of the files of some persons, of all where one of them may be any; "" for nobody."""
        asked = self._league.people.ids if "" in named else named
        return of_names(f"{person} {self._id(person)}" for person in asked) if named else ""

    def _read(self, person: str) -> str:
        try:
            return _id(self._league.lying(person_file(person)))
        except CannotRead as fault:
            return str(fault)


def _print(league: League, game: Clocked) -> Print | None:
    """Return the print of a game, people's files in it as they lie there; None where there is none."""
    paths = game.paths
    edits = clocks.edits(game, league.tree)
    board = clocks.board_edits(game, league.tree)
    files: dict[str, bytes | Finding | None] = {**edits.files, **edits.unread, **board.files, **board.unread}
    if game.clock is None and files.get(paths.game, game.settings) is None:
        return None
    if game.clock is None:
        files |= league.signups(paths)
    edited = of_names(f"{path} {_id(data)}" for path, data in files.items())
    return Print(game.folder, edited, said=league.said_id(game.slug))


def _id(data: bytes | Finding | None) -> str:
    return blob_id(data) if isinstance(data, bytes) else str(data)
