"""What is told of a league without asking its forge: facts of it and of this machine, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from genetess_cli.admin.doctor.ring import Ring, readable, ring
from genetess_cli.admin.doctor.symptoms import Symptom, ok, unseen, warning, wrong
from genetess_cli.admin.refresh import EARLIER
from genetess_cli.errors import Finding, Refused
from genetess_cli.rules.problems import count_words
from genetess_cli.store.forges import FORGES, forge_at, forge_named
from genetess_cli.store.forges.program import Program, program, web_address
from genetess_cli.store.git import run
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.schema import SiteFile
from genetess_cli.store.seal import keyring

_PROGRAM = re.compile(rb"\bgenetess[^\s@]*[@/]([0-9a-f]{40})\b")
_TURN = 11_000
_MOST = 1_000_000_000
"""Bytes of a site that hosts of pages ask to stay below, and at most those of one more turn."""
_FULL = 0.8


class LeagueFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A league as a whole; nothing of it needs a game's settings."""

    site: SiteFile
    remote: str  # the web address of what git pushes to; "": it has none
    program: Program | None
    runs: str  # the file of the forge's runs; "": there is none
    runs_program: str  # the commit of the program that these runs use; "": they name none
    earlier: Sequence[str]  # files of earlier programs
    turns: int


class GamesFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a league, and what this machine has for them."""

    anonymous: str  # why git would not commit; "": it would
    keyless: str  # why there is no master key; "": there is one
    ring: Ring
    unread: Sequence[str]  # games that cannot be read
    other_rules: dict[str, Finding]  # of another version than this program's, by the game
    plain: Sequence[str]  # files of sealed games that everybody can read


def facts(league: League) -> LeagueFacts:
    """Return the facts of a league. Raise InvalidFile for its genetess.yaml."""
    site = league.settings.site
    order = sorted(FORGES, key=lambda name: name != site.kind)
    runs = next((FORGES[name].runs for name in order if league.lying(FORGES[name].runs)), "")
    named = _PROGRAM.search((runs and league.lying(runs)) or b"")
    remote = run.run(league.root, "remote", "get-url", "origin").out.decode("utf-8", "replace").strip()
    return LeagueFacts(
        site=site,
        remote=web_address(remote) or remote,
        program=program(),
        runs=runs,
        runs_program=named[1].decode() if named else "",
        earlier=[path for path in EARLIER if league.snapshot.find(path)],
        turns=sum(game.clock.number for game in league.clocks() if game.clock),
    )


def games_facts(league: League) -> GamesFacts:
    """Return the facts of its games."""
    anonymous = keyless = ""
    masters: list[bytes] = []
    try:
        league.repository.author()
    except Refused as why:
        anonymous = str(why)
    try:
        masters = keyring.masters()
    except Refused as why:
        keyless = str(why)
    games = readable(league)
    return GamesFacts(
        anonymous=anonymous,
        keyless=keyless,
        ring=ring(league, games, masters),
        unread=[slug for slug in league.slugs() if slug not in games],
        other_rules={},
        plain=[path for slug, terms in games.items() if terms.is_sealed for path in _plain(league, slug)],
    )


def _plain(league: League, slug: str) -> Iterator[str]:
    """Yield the files of a sealed game that only an open one has."""
    paths = Layout(slug)
    if league.snapshot.find(paths.state):
        yield paths.state
    for name in league.tree.names(paths.orders_folder):
        if name.endswith(".txt"):
            yield f"{paths.orders_folder}/{name}"


# What is wrong with them


def symptoms(facts: LeagueFacts) -> Iterator[Symptom]:
    yield from _program(facts)
    yield from _address(facts)
    if facts.earlier:
        yield warning(
            "files.earlier", f"of an earlier program, and of no use now: {', '.join(facts.earlier)}"
        )
    size = facts.turns * _TURN
    room = max(0, _MOST - size) // _TURN
    words = (
        f"{facts.turns:,} turns, at most {size / 1e6:,.0f} MB; hosts ask for 1,000 MB: {room:,} more turns"
    )
    yield warning("size.site", words) if size > _FULL * _MOST else ok("size", words)


def _program(facts: LeagueFacts) -> Iterator[Symptom]:
    here = facts.program
    if not facts.runs:
        yield ok("program", "no forge carries out turns")
    elif not facts.runs_program:
        words = "names no commit of genetess, so it is of an earlier program"
        yield warning("program.earlier", words, facts.runs)
    elif here is None:
        yield unseen(
            "program", f"{facts.runs} names {facts.runs_program[:10]}; this one is from a local folder"
        )
    elif here.commit != facts.runs_program:
        words = f"the forge uses {facts.runs_program[:10]}, and this program is {here.commit[:10]}"
        yield warning("program.other", f"{words}; if this one is newer, lay its files", facts.runs)
    else:
        yield ok("program", f"{here.commit[:10]}, here and on the forge")


def _address(facts: LeagueFacts) -> Iterator[Symptom]:
    site = facts.site
    home = forge_at(site.repository, site.kind, "").home if site.repository and site.kind else ""
    kind = forge_named(facts.remote)
    if home and not facts.remote:
        yield warning("address.remote", f"git has no remote, and genetess.yaml names {home}", named=home)
    elif facts.remote.lower() != home.lower() and facts.runs and kind:
        named = facts.remote.removeprefix("https://github.com/")
        words = f"git pushes to {facts.remote}, and genetess.yaml names {home or 'no repository'}"
        yield wrong("address.repository", words, "genetess.yaml", named)
    elif facts.runs and site.base_url is None:
        told = FORGES[site.kind].site_of(site.repository) if site.kind and site.repository else None
        words = f"there is no `base_url`, so links lead nowhere; add it below `site:`, such as {told}"
        yield warning("address.site", words, "genetess.yaml")
    else:
        yield ok("address", home or "the league is on no forge")


def games_symptoms(facts: GamesFacts) -> Iterator[Symptom]:
    if facts.anonymous:
        yield wrong("identity.signer", facts.anonymous)
    else:
        yield ok("identity", "git knows in whose name it commits")
    yield from _keys(facts)
    for slug in facts.unread:
        yield wrong("games.unread", "it cannot be read", f"games/{slug}")
    for slug, finding in facts.other_rules.items():
        yield wrong("games.rules", finding.text, finding.path, slug)
    if not facts.unread and not facts.other_rules:
        yield ok("games", "all are of this program's rules")
    for path in facts.plain:
        yield wrong("games.plain", "the game is sealed, and everybody can read this", path, path)


def _keys(facts: GamesFacts) -> Iterator[Symptom]:
    found = facts.ring
    if facts.keyless and found.unfit:
        yield wrong("keys.none", facts.keyless)
        return
    for slug, promised in found.unfit.items():
        words = f"its commitment begins with {promised}, which fits no key here ({', '.join(found.games)})"
        yield wrong("keys.unfit", words, f"games/{slug}/game.yaml")
    for name, games in [*found.games.items()][:-1]:
        if not games:
            yield warning(
                "keys.idle", f"{name} is of no game of this league; its line can be taken out", named=name
            )
    if not found.unfit:
        yield ok("keys", f"{count_words(len(found.games), 'master key')} here, for all games that need one")
