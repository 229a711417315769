"""What is told of a league without asking its forge, and what is wrong with that."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress

from genetess_cli.admin.check import PUBLISHED, check, unfit_packs, unnamed
from genetess_cli.admin.doctor.ring import Ring, ring
from genetess_cli.admin.doctor.symptoms import Symptom, symptom
from genetess_cli.admin.new_league import UNNAMED, program_line
from genetess_cli.admin.on_github import BRANCH
from genetess_cli.errors import Fault, Refused
from genetess_cli.store.forges import EARLIER, FORGES, forge_at, forge_named
from genetess_cli.store.forges.program import program, web_address
from genetess_cli.store.git import run
from genetess_cli.store.git.run import NoRepository
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.schema import SiteFile
from genetess_cli.store.seal import keyring

_PROGRAM = re.compile(r"\bgenetess[^\s@]*[@/]([0-9a-f]{40})\b")
_TURN = 11_000
_MOST = 1_000_000_000
"""At most so many bytes of a site are of one more turn, and so many do hosts of pages take."""
_FULL = 0.8


def symptoms(league: League) -> Iterator[Symptom]:
    """Yield all that is wrong here. A part that cannot be looked at keeps no other back."""
    for part, subjects in _PARTS.items():
        seen = set()
        try:
            for one in part(league):
                seen.add(one.subject)
                yield one
        except Fault as fault:
            yield symptom("league.unread", str(fault))
            yield from (Symptom(name, "unseen", "not looked at") for name in subjects if name not in seen)


def _files(league: League) -> Iterator[Symptom]:
    problems = check(league).problems
    leaks = [one for one in problems if one.message == PUBLISHED]
    for one in leaks:
        yield symptom("files.key", one.message, one.path)
    if others := len(problems) - len(leaks):
        yield symptom("files.wrong", f"mistakes in the league's files: {others}")


# A league as a whole: no game is read for it


def league_symptoms(league: League) -> Iterator[Symptom]:
    """Yield what is wrong with a league as a whole. Raise InvalidFile for its genetess.yaml."""
    runs = next((one.runs for one in FORGES.values() if league.lying(one.runs)), "")
    turns = sum(game.clock.number for game in league.clocks() if game.clock)
    words = f"{turns:,} turns; there is room for {max(0, _MOST // _TURN - turns):,} more"
    if turns * _TURN > _MOST * _FULL:
        yield symptom(
            "size", f"{words} at hosts that take 1,000 MB; docs/scale.md says how a league is split"
        )
    else:
        yield Symptom("size", "ok", words)
    for finding in unfit_packs(league):
        yield symptom("program.pack", finding.message, finding.path)
    yield from _program(league, runs)
    if runs:
        yield from _workflow(league, runs)
        remote = run.run(league.root, "remote", "get-url", "origin").out.decode("utf-8", "replace").strip()
        yield from _address(league.settings.site, remote)
        for finding in unnamed(league):
            yield symptom("address.unnamed", finding.text, finding.path)


def _program(league: League, runs: str) -> Iterator[Symptom]:
    """Tell whether the forge runs this program, which the workflow `runs` names."""
    if not runs:
        site = league.settings.site
        if site.repository and site.kind:
            missing = FORGES[site.kind].runs
            yield _refreshed(
                "program.missing", "it is missing, so the forge runs nothing", missing, site.kind
            )
        return
    forge = next(name for name, one in FORGES.items() if one.runs == runs)
    text = (league.lying(runs) or b"").decode("utf-8", "replace")
    named = _PROGRAM.search(text)
    here = program()
    if named and here and here.commit != named[1]:
        words = (
            f"the forge uses {named[1][:10]}, and this program is {here.commit[:10]}; if this one is newer:"
        )
        yield symptom("program.other", words, runs)
    blanks = [str(at) for at, line in enumerate(text.split("\n"), 1) if UNNAMED in line]
    earlier = sorted(path for path in EARLIER if league.snapshot.find(path))
    if blanks:
        words = (
            f"line {' and '.join(blanks)}: write the program's repository and commit, in place of {UNNAMED}"
        )
        yield _refreshed("program.unnamed", words, runs, forge)
    elif not named:
        earlier.append(runs)
    if earlier:
        words = f"of an earlier program, or without its commit: {', '.join(earlier)}"
        yield _refreshed("program.earlier", words, "", forge)


def _refreshed(key: str, words: str, where: str, forge: str) -> Symptom:
    """Return what a refresh mends, or an installed release before it, without which a refresh is refused."""
    found = symptom(key, words, where)
    if program_line(forge, program()) is not None:
        return found
    return found.replace(words=f"{words}; a release of genetess writes it with `{found.remedy}`", remedy="")


def _workflow(league: League, runs: str) -> Iterator[Symptom]:
    """Tell whether a forge finds the file that carries out turns."""
    with suppress(Refused):  # no branch is checked out, or there is no repository
        if league.repository.prefix:
            yield symptom("program.below", "forges look for it at the top of a repository alone", runs)
        if league.repository.branch != BRANCH:
            yield symptom("program.branch", f"it runs on the branch {BRANCH} alone", runs)


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
    except NoRepository:
        yield symptom("git.none", "the league is in no git repository, and every turn is a commit")
    except Refused:
        yield symptom("identity", "git does not know in whose name you commit")
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


_PARTS = {
    games_symptoms: ("keys", "games"),
    league_symptoms: ("program", "address", "size"),
    _files: ("files",),
}
"""What is looked at, and the subjects that it is of."""
