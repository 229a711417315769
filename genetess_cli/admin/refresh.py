"""The forge's files of a league, written again as this program has them: newer ones, or those of another forge.

It is one commit, which `git revert` takes back. Of what the GM changed in these files only the schedule is kept. A
README.md that the GM has changed stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from genetess_cli import __version__
from genetess_cli.admin import new_league
from genetess_cli.admin.new_league import MADE, README
from genetess_cli.errors import Finding, NothingDue, Refused, WrongUsage
from genetess_cli.store import resources
from genetess_cli.store.files import Files
from genetess_cli.store.forges import EARLIER, FORGES
from genetess_cli.store.forges.program import program
from genetess_cli.store.git import run
from genetess_cli.store.layout import LEAGUE, Layout, person_file
from genetess_cli.store.league import League
from genetess_cli.store.reader.clocks import edits_of
from genetess_cli.store.schema import SiteFile
from genetess_cli.store.yaml import api

_SUBJECT = "the forge's files of genetess"
_NUMBER = re.compile(rb"@[0-9a-f]{40}\b( # v.*)?")
_WRITTEN = re.compile(r" ([0-9a-f]+) [AM]\t")
_CRON = re.compile(rb"^ *- cron:.*\n(?:^ *(?:- cron:|#).*\n)*", re.MULTILINE)
_ID = re.compile(rb"\n *github_id: *\d+ *(?=\r?\n|$)|, *github_id: *\d+(?= *[,}])")


def refresh(league: League, forge: str | None, repository: str | None, now: int) -> list[str]:
    """Write the files of the league's forge, or of another one, and commit them. Gives a line for each.

    Raise NothingDue where all is as it should be, WrongUsage for a forge and a repository that do not go together,
    Refused for files that were edited and not committed.
    """
    site = league.settings.site
    laid = [name for name, one in FORGES.items() if league.snapshot.find(one.runs)]
    old = (site.repository and site.kind) or (laid or ["none"])[0]
    new = forge or old
    if old == new == "none":
        raise WrongUsage("the league is on no forge; name one, such as --forge github")
    if old != new != "none" and site.repository and not repository:
        raise WrongUsage(f"the league is at {site.repository}; say where on {new} with --repository")
    new_league.check_place(repository, new)
    found = program()
    if new in FORGES and new_league.program_line(new, found) is None:
        raise Refused(
            "this genetess is from a folder that the forge cannot install from; install a release, or a clone whose "
            "commit is pushed, and run this again"
        )
    notes: dict[str, str] = {}
    files = _forge_files(league, new_league.forge_files(new, found), notes)
    watched = {path for path, data in files.items() if data is not None}
    files |= placed(league, repository, old, new)
    if _host(site.repository, old) != _host(repository or site.repository, new):
        files |= _without_ids(league, notes)
    changed = {path: data for path, data in files.items() if data != _plain(league, path)}
    check_committed(league, watched | changed.keys())
    if not changed:
        raise NothingDue(f"the files of {new} are as genetess {__version__} has them")
    lines = [_line(league, path, changed[path], notes) for path in sorted(changed)]
    if old != new != "none" and README not in changed and _plain(league, README):
        steps = f"`genetess init DIR --forge {new}` makes one with the steps there"
        lines.append(f"{'kept':8} {README} (you changed it; {steps})")
    commit(league, changed, "\n".join([__version__, "", *lines]), now)
    return lines


def commit(league: League, files: Files, words: str, now: int) -> None:
    with league.repository.lock():
        league.repository.commit(league.repository.tip(), files, f"{_SUBJECT} {words}\n", now)


def _forge_files(league: League, fresh: Files, notes: dict[str, str]) -> Files:
    """Return the files of the forge, with the schedule that they have here, and None for those of others."""
    known = {*EARLIER, *(path for name in FORGES for path in resources.forge(name))}
    files: Files = {path: None for path in known if league.snapshot.find(path)}
    for path in files:
        if not _is_ours(league, path):
            notes[path] = " (your changes are not kept)"
    for path, data in fresh.items():
        files[path] = data
        cron = _CRON.search(_plain(league, path) or b"")
        own = _CRON.search(data or b"")
        if data and cron and own and cron[0] != own[0]:
            files[path] = data.replace(own[0], cron[0], 1)
            notes[path] = " (of your changes, the schedule is kept)"
    return files


def placed(league: League, repository: str | None, old: str = "github", new: str = "github") -> Files:
    """Return genetess.yaml and README.md of a league that goes from one forge to another, where they change.

    `repository` None leaves it where it is. Comments of genetess.yaml stay.
    """
    settings = league.settings
    site = settings.site
    before = _plain(league, LEAGUE) or b""
    place = None if new == "none" else repository or site.repository
    told = new_league.site_of(site.repository, old)
    base = site.base_url
    if base is None or base == told:
        base = new_league.site_of(place, new)
    after = before
    if before == new_league.league_draft(settings.title, site.repository, old).encode():
        after = new_league.league_draft(settings.title, place, new).encode()
    elif place != site.repository:
        kind = None if SiteFile(repository=place).kind == new else new
        fields = {"base_url": base, "repository": place, "forge": place and kind}
        if site == SiteFile():
            added = {name: value for name, value in fields.items() if value}
            after = before.rstrip() + b"\n" + api.dump({"site": added}).encode()
        else:
            after = api.with_fields(before, fields, LEAGUE, ("site",))
    files: Files = {LEAGUE: after}
    if _is_ours(league, README):
        address = new_league.checked_site(after.decode()).base_url
        files[README] = new_league.readme(new, address).encode()
    return {path: data for path, data in files.items() if data != _plain(league, path)}


def _host(repository: str | None, forge: str) -> str:
    address = (repository or "").split("/")
    return address[2] if len(address) > 2 else forge


def _is_ours(league: League, path: str) -> bool:
    """Return whether a file is committed as this program once wrote it, in whatever version.

    The number of the program is none of it: Dependabot changes that alone.
    """
    entry = league.snapshot.find(path)
    if entry is None:
        return False
    how = ("--format=%x01%s", "--raw", "--no-abbrev", "--no-renames")
    commits = run.read(league.root, "log", *how, "--", path).split("\1")
    own = [rows for rows in commits if rows.startswith((f"{MADE}\n", _SUBJECT))]
    written = _WRITTEN.findall("".join(own))
    now, *then = [_NUMBER.sub(b"", data or b"") for data in league.snapshot.blobs([entry.oid, *written])]
    return now in then


def _without_ids(league: League, notes: dict[str, str]) -> Files:
    """Return what people wrote without the numbers of accounts, which another forge gives to others."""
    files: Files = {}
    persons = map(person_file, league.people.ids)
    written: dict[str, bytes | Finding | None] = {path: league.lying(path) for path in persons}
    for paths in map(Layout, league.slugs()):
        written |= {paths.game: league.lying(paths.game), **league.signups(paths)}
    for path, data in written.items():
        if isinstance(data, bytes) and _ID.search(data):
            files[path] = _ID.sub(b"", data)
            notes[path] = " (github_id is removed; see whether `github` is right)"
    return files


def check_committed(league: League, paths: Iterable[str]) -> None:
    """Raise Refused where one of the files was edited and not committed."""
    edits = edits_of(league.snapshot, league.tree, paths)
    if edited := sorted({*edits.files, *edits.unread}):
        raise Refused(
            f"edited and not committed: {', '.join(edited)}; commit or restore them, then run this again"
        )


def _line(league: League, path: str, after: bytes | None, notes: Mapping[str, str]) -> str:
    how = "changed"
    if after is None:
        how = "removed"
    elif league.snapshot.find(path) is None:
        how = "new"
    return f"{how:8} {path}{notes.get(path, '')}"


def _plain(league: League, path: str) -> bytes | None:
    """Return what lies at a path, its lines ended as git has them."""
    data = league.lying(path)
    return data and data.replace(b"\r\n", b"\n")
