"""Build a league's site: see what has changed, have each game told that has, write what belongs to the league.

A build goes on from where the last one stopped if nothing before has changed; what it must remember for that lies
beside the git objects, never on the site. Games are told in `game_pages.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from genetess_cli.errors import Fault, Refused, unwritten
from genetess_cli.site import assets, game_pages
from genetess_cli.site.league.feeds import GameSummary
from genetess_cli.site.league.pages import LeaguePages
from genetess_cli.site.output import cache
from genetess_cli.site.output.cache import Known, Memory, Print, forget, keep, recall
from genetess_cli.site.output.folder import Folder
from genetess_cli.site.pages import PageRenderer
from genetess_cli.site.places import PAGES_STYLE, PIECES, PLAY, RULES, SCRIPTS, STYLE, places
from genetess_cli.site.words import strip_controls
from genetess_cli.store.forges.links import ForgeAddress, forge_at
from genetess_cli.store.git.history import holds
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import LEAGUE, Layout, record_of
from genetess_cli.store.league import League

Progress = Callable[[int, int], None]


class Built(msgspec.Struct, frozen=True):
    """What a build came to: the site's pages, and the files written and removed."""

    pages: int
    written: int
    removed: int


def build(
    league: League, out: Path, full: bool = False, progress: Progress | None = None, now: int = 0
) -> Built:
    """Bring the site in `out` up to date with the league; `full` makes every page anew.

    `progress` is told how many turns are done, of how many. Reminders that have come by the time `now`, in seconds, are
    in the feeds; nothing else depends on it. A game that cannot be built keeps its old pages and the
    others are built; then Refused names it. Raises Refused where `out` holds something else than a site, or cannot
    be written.
    """
    try:
        return _build(league, out, full, progress, now)
    except OSError as error:
        where = error.filename or out
        raise Refused(
            f"{where}: {unwritten(error)}; the site in {out} is not complete, build it again"
        ) from error


def _build(league: League, out: Path, full: bool, progress: Progress | None, time: int) -> Built:
    folder = Folder(out)
    if not folder.is_ours:
        raise Refused(f"{out} holds files and is no site of genetess: name another folder, or an empty one")
    path = _memory_path(league, out)
    memory = recall(path, cache.of_program(), cache.digest([league.read(LEAGUE) or b""]))
    if memory.tip and not holds(league.root, memory.tip):
        memory.games.clear()
    if full:
        memory.games.clear()
        memory.rules = False
        memory.shared.clear()
    now = {slug: _print(league, slug) for slug in league.slugs()}
    if not _is_current(folder, memory, now, time):
        forget(path)
        memory.tip = _tip(league)
        faults = _write(league, folder, memory, now, progress or (lambda done, total: None), time)
        keep(path, memory)
        if faults:
            raise Refused("\n".join(faults))
    pages = sum(
        name.endswith(".html")
        for slug in now
        for names in places(memory.games[slug].facts, now[slug].stems).values()
        for name in names
    )
    pages += sum(name.endswith(".html") for name in memory.shared)
    return Built(pages + len([*RULES, *PIECES, PLAY]), folder.written, folder.removed)


def _tip(league: League) -> str:
    """The newest commit of the league; "" where there is none."""
    try:
        with Repository.open(league.root) as repository:
            return repository.tip()
    except Refused:
        return ""


def _memory_path(league: League, out: Path) -> Path:
    """Where a site's memory lies: in the git folder, or where there is none beside the pages."""
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
        turns=cache.of_records(root / paths.turns_folder, lambda name: _stem(f"{paths.turns_folder}/{name}")),
    )


def _stem(path: str) -> str | None:
    found = record_of(path)
    return f"{found[0]:04}-{found[1]}" if found else None


def _is_current(folder: Folder, memory: Memory, now: dict[str, Print], time: int) -> bool:
    if not folder.is_whole or memory.games.keys() != now.keys() or not memory.shared:
        return False
    if (memory.until is not None and memory.until <= time) or memory.shared.keys() - folder.names(""):
        return False
    return all(_stands(folder, memory.games[slug], now[slug]) for slug in now)


def _stands(folder: Folder, known: Known, now: Print) -> bool:
    """Whether a game's pages are as they should be."""
    return known.is_as(now) and _holds(folder, places(known.facts, now.stems))


def _holds(folder: Folder, places: dict[str, set[str]]) -> bool:
    return all(folder.names(each) == names for each, names in places.items())


# All games


def _write(
    league: League, folder: Folder, memory: Memory, now: dict[str, Print], progress: Progress, time: int
) -> list[str]:
    """Write what has changed and note it in `memory`; gives what is wrong with games that could not be built."""
    folder.claim()
    templates = league.cache.parent / "templates" if league.cache else None
    title, address = strip_controls(league.settings.title), league.settings.site.base_url
    place = league.settings.site.repository
    renderer = PageRenderer(title, templates, address, _forge(league), league.settings.mail)
    total, done = sum(len(each.turns) for each in now.values()), 0
    built: dict[str, Known] = {}
    broken: dict[str, bool] = {}  # whether it is but the key that is missing
    faults: dict[str, str] = {}
    for slug, each in now.items():
        progress(done, total)
        known = memory.games.get(slug)
        try:
            stands = known is not None and _stands(folder, known, each)
            built[slug] = (
                known if known and stands else game_pages.tell(league, slug, folder, renderer, known, each)
            )
        except (Fault, ValueError, LookupError) as error:
            faults[slug] = _fault(slug, error)
            broken[slug] = isinstance(error, game_pages.Locked)
        done += len(each.turns)
    progress(total, total)
    _rules(folder, renderer, memory)
    commons = LeaguePages(folder, renderer, memory, address or place or title, time)
    games = [(known.facts, msgspec.json.decode(known.summary, type=GameSummary)) for known in built.values()]
    commons.write(games, broken)
    for slug in sorted(folder.folders("") - now.keys()):
        if folder.is_page(f"{slug}/index.html"):
            folder.sweep(slug, {})
    memory.games = built
    return [*faults.values()]


def _forge(league: League) -> ForgeAddress | None:
    """The forge that the league lies on, if genetess.yaml names it; its pages are those of the branch that is out."""
    site = league.settings.site
    if site.repository is None or site.kind is None:
        return None
    try:
        with Repository.open(league.root) as repository:
            branch = repository.branch
    except Refused:
        branch = "main"  # no branch is checked out, as when a release is built: then it is the usual one
    return forge_at(site.repository, site.kind, branch)


def _fault(slug: str, error: Exception) -> str:
    if isinstance(error, Fault):
        return f"{slug} was not built; the other games were. {error}"
    what = "its records do not fit its settings and board; take them back from git"
    return f"{slug} was not built; the other games were: {what} ({type(error).__name__}: {error})"


def _rules(folder: Folder, renderer: PageRenderer, memory: Memory) -> None:
    """Write style, scripts, the pages of rules and the one on how to play where they do not stand.

    These change with the program and genetess.yaml alone.
    """
    texts: dict[str, Callable[[], str]] = {STYLE: assets.style, PAGES_STYLE: assets.pages_style}
    texts |= {script: partial(assets.script, script) for script in SCRIPTS}
    texts |= {page: partial(renderer.rules, ruleset) for ruleset, page in RULES.items()}
    texts |= {page: partial(renderer.calculator, ruleset) for ruleset, page in PIECES.items()}
    texts[PLAY] = partial(renderer.plain, "play")
    here = folder.names("")
    for place, text in texts.items():
        if not memory.rules or place not in here:
            folder.write(place, text())
    memory.rules = True
