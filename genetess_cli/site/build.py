"""Build a league's site: see what has changed, have each game told that has, write what belongs to the league.

A build goes on from where the last one stopped if nothing before has changed; what it must remember for that lies
beside the git objects, never on the site. Games are told in `game_pages.py`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from genetess_cli.errors import Fault, Progress, Refused
from genetess_cli.site import game_pages
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.league.feeds import GameSummary
from genetess_cli.site.league.pages import LeaguePages
from genetess_cli.site.output.survey import Built, Known, Survey, forget, keep, survey, writing
from genetess_cli.site.pages import PageRenderer
from genetess_cli.site.words import strip_controls
from genetess_cli.store.forges import ForgeAddress, forge_at
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League


def build(
    league: League,
    out: Path,
    full: bool = False,
    progress: Progress | None = None,
    here: bool = False,
) -> Built:
    """Bring the site in `out` up to date with the league; `full` makes every page anew.

    `here`: what serves the site carries out what its sheets send. Raises what `survey` and `update` raise.
    """
    site = survey(league, out, full, here)
    if not site.is_current:
        update(league, site, progress)
    return site.built()


def update(league: League, site: Survey, progress: Progress | None = None) -> None:
    """Make the pages that are missing or out of date; `progress` is told how many turns are done, of how many.

    A game that cannot be built keeps its old pages and the others are built; then Refused names it. Raises Refused
    where the site cannot be written.
    """
    with writing(site.folder.root):
        forget(site.path)
        site.memory.tip = _tip(league)
        faults = _write(league, site, progress or (lambda done, total: None))
        keep(site.path, site.memory)
    if faults:
        raise Refused("\n".join(faults))


def _tip(league: League) -> str:
    try:
        with Repository.open(league.root) as repository:
            return repository.tip()
    except Refused:
        return ""


# All games


def _write(league: League, site: Survey, progress: Progress) -> list[str]:
    """Write what has changed and note it in the memory; return what is wrong with games that could not be built."""
    folder, memory, prints = site.folder, site.memory, site.prints
    folder.claim()
    templates = league.cache.parent / "templates" if league.cache else None
    title, address = strip_controls(league.settings.title), league.settings.site.base_url
    place = league.settings.site.repository
    forge, mail = (None, None) if site.here else (_forge(league), league.settings.mail)
    renderer = PageRenderer(title, templates, address, forge, mail, site.here)
    total, done = sum(len(state.turns) for state in prints.values()), 0
    built: dict[str, Known] = {}
    broken: dict[str, bool] = {}  # whether it is but the key that is missing
    faults: dict[str, str] = {}
    for slug, state in prints.items():
        progress(done, total)
        known = memory.games.get(slug)
        try:
            stands = known is not None and site.stands(slug, known, state)
            built[slug] = (
                known if known and stands else game_pages.build(league, slug, folder, renderer, known, state)
            )
        except (Fault, ValueError, LookupError) as error:
            faults[slug] = _fault(slug, error)
            broken[slug] = isinstance(error, game_pages.Locked)
        done += len(state.turns)
    progress(total, total)
    games = [
        (
            msgspec.json.decode(known.facts, type=GameFacts),
            msgspec.json.decode(known.summary, type=GameSummary),
        )
        for known in built.values()
    ]
    for facts, _ in games:
        renderer.admit(facts.ruleset)
    commons = LeaguePages(folder, renderer, memory, address or place or title)
    commons.write(games, [known.board for known in built.values()], broken)
    for home in sorted(folder.root.glob("*/index.html")):
        slug = home.parent.name
        if slug not in prints and folder.is_page(f"{slug}/index.html"):
            folder.sweep(slug, set())
    memory.games = built
    return [*faults.values()]


def _forge(league: League) -> ForgeAddress | None:
    """Return the forge that genetess.yaml names, if any; its pages are those of the branch that is checked out."""
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
