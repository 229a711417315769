"""The survey for a build: what is remembered of the site, what the league's files are now, and whether to make pages.

A tick builds after every run, and mostly there is nothing new: no more is loaded here than that takes to see.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from genetess_cli.errors import Refused, unwritten
from genetess_cli.site.output import cache
from genetess_cli.site.output.cache import Known, Print, recall
from genetess_cli.site.output.folder import Folder
from genetess_cli.store.git.history import holds
from genetess_cli.store.layout import LEAGUE, Layout
from genetess_cli.store.league import League


class Built(msgspec.Struct, frozen=True):
    """The result of a build: the site's pages, and the files written and removed."""

    pages: int
    written: int
    removed: int


class Survey:
    """A site's folder, what is remembered of it in the file `path`, and the prints of each game's files now."""

    def __init__(self, league: League, out: Path, full: bool, here: bool = False) -> None:
        self.folder = Folder(out)
        if not self.folder.is_ours:
            raise Refused(
                f"{out} holds files and is no site of genetess: name another folder, or an empty one"
            )
        self.path = _memory_path(league, out)
        settings = [league.read(LEAGUE) or b"", *([b"here"] if here else [])]
        self.memory = recall(self.path, cache.of_program(), cache.digest(settings))
        if self.memory.tip and not holds(league.root, self.memory.tip):
            self.memory.games.clear()
        if full:
            self.memory.games.clear()
            self.memory.shared.clear()
        self.prints = {slug: _print(league, slug) for slug in league.slugs()}
        self.here = here

    @property
    def is_current(self) -> bool:
        memory, folder = self.memory, self.folder
        if not folder.is_claimed or memory.games.keys() != self.prints.keys() or not memory.shared:
            return False
        if memory.shared.keys() - folder.names(""):
            return False
        return all(self.stands(known, self.prints[slug]) for slug, known in memory.games.items())

    def stands(self, known: Known, now: Print) -> bool:
        if known.moving != now.moving or known.count != len(now.turns) or not known.leads_to(now):
            return False
        folders = known.folders.items()
        return all(cache.of_names(self.folder.names(place)) == held for place, held in folders)

    def built(self) -> Built:
        pages = sum(name.endswith(".html") for name in self.memory.shared)
        pages += sum(known.pages for known in self.memory.games.values())
        return Built(pages, self.folder.written, self.folder.removed)


def survey(league: League, out: Path, full: bool, here: bool = False) -> Survey:
    """Return what there is to build; `full` forgets what was built. Raises Refused where `out` is no site's."""
    with writing(out):
        return Survey(league, out, full, here)


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


def _memory_path(league: League, out: Path) -> Path:
    if league.cache is None:
        return out / ".genetess-build"
    return league.cache.parent / f"build-{cache.digest([os.fsencode(out.resolve())])}.json"


def _print(league: League, slug: str) -> Print:
    paths, root = Layout(slug), league.root
    queues, wishes = root / paths.orders_folder, root / paths.signups_folder
    settings = [root / paths.game, root / paths.board, root / paths.specials]
    return Print(
        files=cache.of_files([*settings, *(wishes / name for name in cache.names(wishes))]),
        moving=cache.of_files([root / paths.clock, *(queues / name for name in cache.names(queues))]),
        turns=cache.of_records(root, paths.turns_folder),
    )
