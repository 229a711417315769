"""The forge's files of a league, written again as this program has them: newer ones, or those of another forge.

It is one commit, which `git revert` takes back. Of what the GM changed in these files only the schedule is kept. A
README.md that the GM has changed stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from genetess_cli import __version__
from genetess_cli.admin import new_league
from genetess_cli.admin.new_league import MADE, README
from genetess_cli.errors import NothingDue, Refused, WrongUsage
from genetess_cli.store import resources
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.forges import FORGES, forge_at
from genetess_cli.store.forges.program import program
from genetess_cli.store.git import run
from genetess_cli.store.layout import LEAGUE, Layout
from genetess_cli.store.league import League
from genetess_cli.store.reader.clocks import edits_of
from genetess_cli.store.schema import LeagueFile, SiteFile
from genetess_cli.store.yaml import api

_SUBJECT = "the forge's files of genetess"
_CRON = re.compile(rb"^ *- cron:.*\n(?:^ *(?:- cron:|#).*\n)*", re.MULTILINE)
_ID = "github_id"
_REQUIREMENTS = "requirements.txt"
_OTHER_PACKAGE = re.compile(rb"^(?!genetess *[@=])([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)
EARLIER: Final = (
    _REQUIREMENTS,
    "requirements.lock",
    "requirements-build.lock",
    ".github/workflows/orders.yml",
    ".forgejo/workflows/orders.yml",
)
"""What leagues had of earlier programs."""


class LaidFile(msgspec.Struct, frozen=True):
    """A file that was written or removed, and what to know of that."""

    path: str
    how: Literal["new", "changed", "removed"]
    note: str = ""


class Move(msgspec.Struct, frozen=True):
    """From where a league goes to where; the same twice where it stays."""

    old: str  # a forge, or `none`
    new: str
    repository: str | None  # None: as genetess.yaml has it

    @property
    def is_away(self) -> bool:
        return self.old != self.new


def refresh(league: League, forge: str | None, repository: str | None, now: int) -> list[LaidFile]:
    """Write the files of the league's forge, or of another one, and commit them. Gives what was done to which.

    Raise NothingDue where all is as it should be, WrongUsage for a forge and a repository that do not go together,
    Refused for files that were edited and not committed.
    """
    settings = league.settings
    move = _move(league, settings.site, forge, repository)
    found = program()
    if move.new in FORGES and new_league.program_line(move.new, found) is None:
        raise Refused(
            "this genetess is from a folder that the forge cannot install from; install a release, or a clone whose "
            "commit is pushed, and run this again"
        )
    notes: dict[str, str] = {}
    fresh = new_league.forge_files(move.new, found)
    files = _forge_files(league, fresh, notes)
    data = league.lying(LEAGUE) or b""
    files[LEAGUE] = _settings(data, settings, move)
    site = new_league.checked_site((files[LEAGUE] or b"").decode())
    if _is_ours(league, README):
        files[README] = new_league.readme(move.new, site.base_url).encode()
    if _host(settings.site, move.old) != _host(site, move.new):
        files |= _without_ids(league, notes)
    changed = {path: after for path, after in files.items() if after != _plain(league.lying(path))}
    _check_committed(league, {**fresh, **changed})
    if not changed:
        raise NothingDue(f"the files of {move.new} are already as genetess {__version__} has them")
    laid = [_laid(league, path, after, notes) for path, after in sorted(changed.items())]
    body = "".join(f"{one.how} {one.path}\n" for one in laid)
    with league.repository.lock():
        tip = league.repository.tip()
        league.repository.commit(tip, changed, f"{_SUBJECT} {__version__}\n\n{body}", now)
    return laid


def _move(league: League, site: SiteFile, forge: str | None, repository: str | None) -> Move:
    laid = [name for name, one in FORGES.items() if league.snapshot.find(one.runs)]
    named = site.kind if site.repository else None
    old = named or next(iter(laid), "none")
    new = forge or old
    if new == "none" and forge is None:
        raise WrongUsage("the league is on no forge yet; name one, such as --forge github")
    is_elsewhere = old != new and site.repository is not None
    if is_elsewhere and repository is None and new != "none":
        raise WrongUsage(f"the league is at {site.repository}; say where on {new} with --repository")
    new_league.check_place(repository, new)
    return Move(old, new, repository)


def _forge_files(league: League, fresh: Contents, notes: dict[str, str]) -> Files:
    """Return the files of the forge, with the schedule that they have here, and None for those of others."""
    known = {*EARLIER, *(path for name in FORGES for path in resources.forge(name))}
    files: Files = {path: None for path in known if league.snapshot.find(path)}
    for path, data in {**files, **fresh}.items():
        files[path] = data
        if league.snapshot.find(path) and not _is_ours(league, path):
            notes[path] = "your changes are not kept"
        cron = _CRON.search(_plain(league.lying(path)) or b"")
        if cron and data and cron[0] not in data:
            first = _CRON.search(data)
            files[path] = data.replace(first[0], cron[0], 1) if first else data
            notes[path] = "of your changes, the schedule is kept"
    if others := _OTHER_PACKAGE.findall(_plain(league.lying(_REQUIREMENTS)) or b""):
        names = ", ".join(name.decode("ascii") for name in others)
        notes[_REQUIREMENTS] = (
            f"no run installs {names} any more; put a wheel of each into the folder packages"
        )
    return files


def _settings(data: bytes, settings: LeagueFile, move: Move) -> bytes:
    """Return genetess.yaml with the new place of the league; its comments stay."""
    site = settings.site
    place = None if move.new == "none" else move.repository or site.repository
    if data == new_league.league_draft(settings.title, site.repository, move.old).encode():
        return new_league.league_draft(settings.title, place, move.new).encode()
    if place == site.repository:
        return data
    fields = {"base_url": _base_url(site, move), "repository": place, "forge": None}
    if place and SiteFile(repository=place).kind != move.new:
        fields["forge"] = move.new
    if site == SiteFile():
        added = {name: value for name, value in fields.items() if value}
        return data.rstrip() + b"\n" + api.dump({"site": added}).encode()
    return api.with_fields(data, fields, LEAGUE, ("site",))


def _base_url(site: SiteFile, move: Move) -> str | None:
    """Return where the site will be: what the forge tells, unless the league has an address of its own."""
    told = None
    if site.repository and move.old in FORGES:
        told = FORGES[move.old].site_of(site.repository)
    if site.base_url != told and site.base_url:
        return site.base_url
    if move.repository and move.new in FORGES:
        return FORGES[move.new].site_of(move.repository)
    return None


def _is_ours(league: League, path: str) -> bool:
    """Return whether this program wrote a file last, in whatever version."""
    last = run.read(league.root, "log", "-1", "--format=%s", "--", path).strip()
    return last == MADE or last.startswith(_SUBJECT)


def _host(site: SiteFile, forge: str) -> str:
    if site.repository is None or forge not in FORGES:
        return forge
    return forge_at(site.repository, forge, "").home.split("/")[2]


def _without_ids(league: League, notes: dict[str, str]) -> Files:
    """Return what people wrote of games without the numbers of accounts, which another forge gives to others."""
    files: Files = {}
    for slug in league.slugs():
        paths = Layout(slug)
        data = league.lying(paths.game)
        if data is None:
            continue
        gone = []
        for index, player in _players(data, paths.game):
            if player.get(_ID) is not None:
                data = api.with_fields(data, {_ID: None}, paths.game, ("players", index))
                gone.append(str(player.get("seat")))
        if gone:
            files[paths.game] = data
            notes[paths.game] = f"the {_ID} of {', '.join(gone)} is removed; see whether `github` is right"
        for path, wish in league.signups(paths).items():
            if isinstance(wish, bytes) and _ID.encode() in wish:
                files[path] = api.with_fields(wish, {_ID: None}, path)
                notes[path] = f"its {_ID} is removed; see whether `github` is right"
    return files


def _players(data: bytes, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    game = api.read(data, path).data
    players = game.get("players") if isinstance(game, dict) else None
    rows = players if isinstance(players, list) else []
    return ((index, row) for index, row in enumerate(rows) if isinstance(row, dict))


def _check_committed(league: League, files: Contents) -> None:
    """Raise Refused where one of the files was edited and not committed."""
    edits = edits_of(league.snapshot, league.tree, files)
    if edited := sorted({*edits.files, *edits.unread}):
        raise Refused(
            f"edited and not committed: {', '.join(edited)}; commit or restore them, then run this again"
        )


def _laid(league: League, path: str, after: bytes | None, notes: dict[str, str]) -> LaidFile:
    how: Literal["new", "changed", "removed"] = "changed"
    if after is None:
        how = "removed"
    elif league.snapshot.find(path) is None:
        how = "new"
    return LaidFile(path, how, notes.get(path, ""))


def _plain(data: bytes | None) -> bytes | None:
    return None if data is None else data.replace(b"\r\n", b"\n")
