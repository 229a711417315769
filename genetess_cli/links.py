"""The links of a sealed game's seats, new keys for a seat, and the end of any game's secrets: its key for everybody.

Neither moves the game on: each is a commit of the clock alone, and cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from genetess_cli import namesakes
from genetess_cli.errors import Refused
from genetess_cli.referee import commit, tell_edited
from genetess_cli.seal import chest, keys
from genetess_cli.store import Hosted, League
from genetess_cli.store.git import Repository
from genetess_cli.store.schema import ClockFile
from genetess_cli.table import Note, Table, read_table, silent, with_files


class Link(msgspec.Struct, frozen=True):
    """What a player needs of a seat: the address of its turnsheets without the key, and the key's text."""

    address: str
    key: str

    def __str__(self) -> str:
        """Both in one. What follows the `#` never leaves a browser, but stays in the history of one that goes there."""
        return f"{self.address}#{self.key}"

    @property
    def pasted(self) -> str:
        """The key as a player pastes it, with its game and seat: nothing that can be clicked."""
        return "/".join(str(self).split("/")[-4:])


def link(hosted: Hosted, seat: str) -> Link:
    """The link of a seat.

    Raises Refused for an open game, for a league whose site has no address, and where the key is not here.
    """
    _check_sealed(hosted)
    base = hosted.league.settings.site.base_url
    if base is None:
        raise Refused(
            "genetess.yaml does not say where the site is: write `site: {base_url: https://…}` into it first"
        )
    epoch = hosted.clock.epochs.get(seat, 0) if hosted.clock else 0
    key = keys.seat_key(hosted.game_key(), seat, epoch)
    return Link(f"{base.rstrip('/')}/{hosted.slug}/sheet/{seat}/", chest.seat_text(key))


def renew(league: League, slug: str, seat: str, now: int, note: Note = silent) -> None:
    """Give a seat another key, so that the old link opens nothing that comes.

    Raises Refused for an open game, one that has not started or whose key is public.
    """

    def new(table: Table) -> Table:
        _check_sealed(table.hosted)
        _check_secret(table)
        return replace(table, file=rekeyed(table, seat))

    _save(league, slug, now, new, f"{slug}: a new link for {seat}", note)


def rekeyed(table: Table, *seats: str) -> ClockFile:
    """clock.yaml once some seats have got other keys, in a sealed game.

    How often they got one never goes back, whatever is taken back.
    """
    if not table.hosted.is_sealed:
        return table.file
    epochs = table.file.epochs
    return replace(table.file, epochs=epochs | {seat: epochs.get(seat, 0) + 1 for seat in seats})


def reveal(league: League, slug: str, now: int, note: Note = silent) -> None:
    """Publish the key of a game that is over. Raises Refused before that, and where it is public already."""

    def opened(table: Table) -> Table:
        _check_secret(table)
        if table.phase != "finished":
            raise Refused(f"{slug} is not over; its key stays secret until it is")
        if twin := namesakes.running(table.hosted):
            raise Refused(f"{slug}: its key is that of {twin} as well, which is not over; finish that first")
        key = table.hosted.game_key()
        if keys.commitment(key) != table.hosted.commitment:
            path = table.hosted.paths.game
            raise Refused(
                f"{path}: `commitment` was made with another key than is here; take it back from git"
            )
        return replace(table, file=replace(table.file, key=key.hex()))

    _save(league, slug, now, opened, f"{slug}: its key is revealed", note)


def _save(
    league: League, slug: str, now: int, change: Callable[[Table], Table], subject: str, note: Note
) -> None:
    with Repository.open(league.root) as repository, repository.lock() as left:
        tell_edited(left, note)
        tip = repository.tip()
        table = read_table(league, slug, repository, tip, note)
        _, changes, seen = with_files(table, change(table))
        commit(repository, tip, changes, seen, f"{subject}\n\nGenetess-Game: {slug}\n", now, note)


def _check_sealed(hosted: Hosted) -> None:
    if not hosted.is_sealed:
        raise Refused(f"{hosted.slug} is an open game: everybody can read its files, and it needs no keys")


def _check_secret(table: Table) -> None:
    if table.file.key is not None:
        raise Refused(f"the key of {table.hosted.slug} is public already; nothing of it is secret any more")
