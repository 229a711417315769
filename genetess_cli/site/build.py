"""Build a league's site: see what has changed, have each game told that has, write what belongs to the league.

A build goes on from where the last one stopped if nothing before has changed. Games are told in `game_pages.py`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from genetess_cli.errors import Fault, Progress, Refused
from genetess_cli.rules import RULESETS
from genetess_cli.rules.letters import strip_controls
from genetess_cli.site import game_pages
from genetess_cli.site.board.layers import Thumbnail
from genetess_cli.site.league.pages import LeaguePages
from genetess_cli.site.pages.page import PageRenderer, Site
from genetess_cli.site.past.summary import Listed
from genetess_cli.site.places import IN_PAGE
from genetess_cli.site.write.installed import pack
from genetess_cli.site.write.survey import Built, Known, Survey, keep, of_package, writing
from genetess_cli.store.forges import forge_at
from genetess_cli.store.layout import ABOUT
from genetess_cli.store.league import League
from genetess_cli.store.times import decode_time

LONGEST_ABOUT = 20_000
PATIENCE = 60.0
"""Seconds to wait for another build of the same folder."""


def build(
    league: League,
    out: Path,
    full: bool = False,
    progress: Progress | None = None,
    here: bool = False,
) -> Built:
    """Bring the site in `out` up to date with the league; `full` makes every page anew.

    `here`: what serves the site carries out what its sheets send. Raises what `Survey` and `update` raise.
    """
    site = Survey(league, out, full, here)
    if not site.is_current:
        update(site, progress)
    return site.built()


def build_page(league: League, out: Path, place: str) -> bytes | None:
    """Return one file of a site that is served from here, made alone; None where there is none.

    What was told of its game is remembered for its newest pages; for those of earlier turns all is told once more, and
    files that grow stay where they are as long as the game does.
    """
    site = Survey(league, out, here=True, only=place)
    if not site.is_current:
        if site.folder.has(place):
            site.folder.remove(place)
        update(site)
    return (out / place).read_bytes() if site.folder.has(place) else None


def update(site: Survey, progress: Progress | None = None, patience: float = PATIENCE) -> None:
    """Make the pages that are missing or out of date; `progress` is told how many games are done, of how many.

    A game that cannot be built keeps its old pages and the others are built; then Refused names it. Raises Refused
    where the site cannot be written, Busy where another build of it takes longer than `patience` in seconds.
    """
    with writing(site.folder.root), site.folder.claimed(patience):
        site.look()  # once more: another build may just have ended
        if site.is_current:
            return
        site.path.unlink(missing_ok=True)  # before the first page is written
        faults = _write(site, progress or (lambda done, total: None))
        keep(site.path, site.memory)
    if faults:
        raise Refused("\n".join(faults))


def _site_of(survey: Survey) -> Site:
    """Return what pages of a league say of it."""
    league = survey.league
    settings = league.settings
    here = survey.here
    place = settings.site.repository
    forge = None
    if place and settings.site.kind and not here:
        forge = forge_at(place, settings.site.kind, survey.at.branch)
    mail = None if here else settings.mail
    plays = not here and pack() is not None and IN_PAGE not in survey.prints
    return Site(
        strip_controls(settings.title),
        settings.site.base_url,
        forge,
        mail,
        here,
        gms=settings.gms,
        about=(league.lying(ABOUT) or b"").decode("utf-8", "replace")[:LONGEST_ABOUT],
        pushes=settings.push,
        plays=plays,
        verifies=plays and settings.site.verify,
    )


def _write(survey: Survey, progress: Progress) -> list[str]:
    """Write what has changed and note it in the memory; return what is wrong with games that could not be built."""
    league = survey.league
    folder = survey.folder
    memory = survey.memory
    prints = survey.prints
    memory.tip = survey.at.tip
    site = _site_of(survey)
    renderer = PageRenderer(site)
    built: dict[str, Known] = {}
    broken: dict[str, bool] = {}  # whether it is but the key that is missing
    faults: list[str] = []
    only = folder.only.partition("/")[0]
    asked = {only: prints[only]} if only in prints else prints
    for done, (slug, state) in enumerate(asked.items()):
        progress(done, len(prints))
        known = memory.games.get(slug) or Known()
        try:
            if known.made_of != state or only in prints:
                known = game_pages.build(league, slug, folder, renderer, known, state)
            built[slug] = known
        except (Fault, ValueError, LookupError) as error:
            faults.append(_fault(slug, error))
            broken[slug] = isinstance(error, game_pages.Locked)
    if only in prints:
        memory.games |= built
        return faults
    progress(len(prints), len(prints))
    games = [msgspec.json.decode(known.listed, type=Listed, dec_hook=decode_time) for known in built.values()]
    for listed in games:
        renderer.admit(listed.game.ruleset)
    where = site.address or league.settings.site.repository or site.league
    commons = LeaguePages(folder, renderer, memory, where)
    boards = [msgspec.json.decode(known.board, type=Thumbnail) for known in built.values()]
    commons.write(games, boards, broken)
    for home in sorted(folder.root.glob("*/index.html")):
        slug = home.parent.name
        is_laid = site.plays and slug == IN_PAGE
        if slug not in prints and not is_laid and folder.is_page(f"{slug}/index.html"):
            folder.sweep(slug, set())
    memory.games = built
    memory.broken = [*broken]
    memory.packages = {ruleset: of_package(ruleset) for ruleset in renderer.titles.keys() - RULESETS.keys()}
    return faults


def _fault(slug: str, error: Exception) -> str:
    """Return why a game was not built; of what does not fit nothing is quoted, as the game may be sealed."""
    what = "its records do not fit its settings and board; take them back from git"
    why = f". {error}" if isinstance(error, Fault) else f": {what} ({type(error).__name__})"
    return f"{slug} was not built; the other games were{why}"
