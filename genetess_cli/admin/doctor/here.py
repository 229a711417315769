"""What is told of a league without asking its forge, and what is wrong with that."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress

from genetess_cli.admin.doctor.ring import Ring, ring
from genetess_cli.admin.doctor.symptoms import Symptom, symptom
from genetess_cli.admin.on_github import BRANCH
from genetess_cli.errors import Fault, Refused
from genetess_cli.store.forges import EARLIER, FORGES, forge_at, forge_named
from genetess_cli.store.forges.program import program, web_address
from genetess_cli.store.git import run
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.schema import SiteFile
from genetess_cli.store.seal import keyring

_PROGRAM = re.compile(r"\bgenetess[^\s@]*[@/]([0-9a-f]{40})\b")
_TURN = 11_000
_MOST = 1_000_000_000
"""At most so many bytes of a site are of one more turn, and so many do hosts of pages take."""
_FULL = 0.8


# A league as a whole: no game is read for it


def league_symptoms(league: League) -> Iterator[Symptom]:
    """Yield what is wrong with a league as a whole. Raise InvalidFile for its genetess.yaml."""
    earlier = sorted(path for path in EARLIER if league.snapshot.find(path))
    runs = next((one.runs for one in FORGES.values() if league.lying(one.runs)), "")
    if runs:
        yield from _workflow(league, runs)
        named = _PROGRAM.search((league.lying(runs) or b"").decode("utf-8", "replace"))
        earlier += [] if named else [runs]
        here = program()
        if named and here and here.commit != named[1]:
            words = f"the forge uses {named[1][:10]}, and this program is {here.commit[:10]}; if this one is newer:"
            yield symptom("program.other", words, runs)
        remote = run.run(league.root, "remote", "get-url", "origin").out.decode("utf-8", "replace").strip()
        yield from _address(league.settings.site, remote)
    if earlier:
        yield symptom(
            "program.earlier", f"of an earlier program, or without its commit: {', '.join(earlier)}"
        )
    turns = sum(game.clock.number for game in league.clocks() if game.clock)
    words = f"{turns:,} turns; there is room for {max(0, _MOST // _TURN - turns):,} more"
    if turns * _TURN > _MOST * _FULL:
        yield symptom(
            "size", f"{words} at hosts that take 1,000 MB; docs/scale.md says how a league is split"
        )
    else:
        yield Symptom("size", "ok", words)


def _workflow(league: League, runs: str) -> Iterator[Symptom]:
    """Tell whether a forge finds the file that carries out turns."""
    with suppress(Refused):  # no branch is checked out
        if league.repository.branch != BRANCH:
            yield symptom("program.branch", f"it runs on the branch {BRANCH} alone", runs)
    if league.repository.prefix:
        yield symptom("program.below", "forges look for it at the top of a repository alone", runs)


def _address(site: SiteFile, remote: str) -> Iterator[Symptom]:
    """Tell whether git and genetess.yaml name the same repository, as far as that can be told."""
    home = forge_at(site.repository, site.kind, "").home if site.repository and site.kind else ""
    if not remote:
        yield symptom("address.remote", "git has no remote", named=home or "ADDRESS")
        return
    if home and not site.base_url:
        yield symptom("address.site", "it has no `base_url`, so no link leads to the site", "genetess.yaml")
    named = web_address(remote)
    if named and forge_named(named) and named.lower() != home.lower():
        words = f"it names {home or 'no repository'}, and git pushes to {named}"
        yield symptom("address.repository", words, "genetess.yaml", named.removeprefix("https://github.com/"))


# Its games, and what this machine has for them


def games_symptoms(league: League) -> Iterator[Symptom]:
    """Yield what is wrong with the games, their keys, and the name that acts in them are committed in."""
    try:
        league.repository.author()
    except Refused as why:
        yield symptom("identity", str(why))
    try:
        yield from _keys(league, ring(league, keyring.masters()))
    except Refused as why:
        if ring(league, ()).unfit:
            yield symptom(
                _unfit(league, "keys.broken"), str(why), named=shlex.quote(str(keyring.master_file()))
            )
    for slug in league.slugs():
        try:
            yield from _game(league, slug)
        except Fault as fault:
            yield symptom("games.unread", str(fault))


def _keys(league: League, found: Ring) -> Iterator[Symptom]:
    for slug, promised in found.unfit.items():
        words = f"its commitment begins with {promised}, which fits no key in {keyring.where()}"
        kind = _unfit(league, "keys.unfit")
        yield symptom(kind, f"{words} ({', '.join(found.games)})", Layout(slug).game)
    for name in [*found.games][:-1]:
        if not found.games[name]:
            yield Symptom("keys", "ok", f"no game of this league has {name}; another league may")


def _unfit(league: League, of_file: str) -> str:
    """Return of which kind it is that a key is not right, `of_file` where it is in its file."""
    if not keyring.given():
        return of_file if keyring.has_master() else "keys.none"
    if not os.environ.get("CI"):
        return "keys.variable"
    return "keys.secret" if league.settings.site.kind == "github" else "keys.worker"


def _game(league: League, slug: str) -> Iterator[Symptom]:
    game = league.game(slug)
    if game.other_rules:
        key = "games.newer" if game.terms.is_ahead else "games.rules"
        yield symptom(key, game.other_rules.text, game.other_rules.path, slug)
    if aged := game.terms.aged:
        yield symptom("games.version", aged.text, aged.path)
    paths = Layout(slug)
    names = league.tree.names(paths.orders_folder) if game.is_secret else ()
    for path in [paths.state, *(f"{paths.orders_folder}/{name}" for name in names if name.endswith(".txt"))]:
        if game.is_secret and league.snapshot.find(path):
            yield symptom("games.plain", "the game is sealed, and everybody can read this", path, path)
