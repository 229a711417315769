"""The files of people in a league, raised to the versions that this program writes. What they say stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import unified_diff

from genetess_cli.admin.refresh import check_committed
from genetess_cli.errors import NothingDue
from genetess_cli.store import schema
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.records import Handover
from genetess_cli.store.schema import OF_PERSONS, VERSION, PlayerFile, row_of
from genetess_cli.store.yaml import api
from genetess_cli.turns.timeline import records_of


def raised(league: League) -> Mapping[str, bytes]:
    """Return each file of an older version as the newest one has it, by its path, and those of persons named there.

    Raise NothingDue where there is none, Refused for one that was edited and not committed, or whose players have
    addresses that the key is missing for, InvalidFile.
    """
    files: dict[str, bytes] = {}
    persons: dict[str, bytes] = {}
    people = league.people
    for slug in league.slugs():
        path = Layout(slug).game
        before = league.lying(path) or b""
        file = schema.load_game(api.read(before, path))
        if file.names_persons:
            continue
        joined = people.join([*file.players, *_formers(league, slug)], is_exact=True)
        people = joined.people
        persons |= joined.files
        files[path] = _raised(before, path, joined.players[: len(file.players)])
    if not files:
        raise NothingDue("all files are of the version that this program writes")
    check_committed(league, files)
    return files | persons


def _formers(league: League, slug: str) -> list[PlayerFile]:
    """Return those who had seats before, as the records of a game name them."""
    if league.clock(slug).clock is None:
        return []
    given = [record for record in records_of(league, league.terms(slug)) if isinstance(record, Handover)]
    return [
        PlayerFile(seat=record.seat, name=holder.name, github=holder.github)
        for record in given
        for holder in (record.was, record.now)
        if not holder.bot
    ]


def _raised(data: bytes, path: str, players: Sequence[PlayerFile]) -> bytes:
    for index, player in enumerate(players):
        fields = {"seat": player.seat, **dict.fromkeys(OF_PERSONS), **row_of(player)}
        data = api.with_fields(data, fields, path, ("players", index))
    return api.with_fields(data, {"version": VERSION}, path)


def changes(league: League, files: Mapping[str, bytes]) -> list[str]:
    """Return what would be changed, as the lines of a diff."""
    lines: list[str] = []
    for path, after in files.items():
        before = (league.lying(path) or b"").decode().splitlines()
        lines += unified_diff(before, after.decode().splitlines(), path, path, n=0, lineterm="")
    return lines


def migrate(league: League, files: Mapping[str, bytes], now: int) -> None:
    """Commit files that are `raised`."""
    with league.repository.lock():
        tip = league.repository.tip()
        league.repository.commit(tip, files, f"files of version {VERSION}", now)
