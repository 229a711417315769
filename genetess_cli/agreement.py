"""Whose word a draw needs: that of every seat which is in the game and has a player."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.clock import open_seats
from genetess_cli.errors import Refused
from genetess_cli.rules.base import PUBLIC
from genetess_cli.table import Table


def check(table: Table, agreed: Sequence[str]) -> list[str]:
    """Who has agreed to a draw, in the order of the seats, where that is enough.

    A seat whose player has left can say nothing. One that is open, as its player missed too many deadlines, may agree,
    but nobody waits for it. Raises Refused, naming those who still have to agree or cannot.
    """
    slug, clock = table.hosted.slug, table.clock
    view = table.hosted.ruleset.view(table.game, PUBLIC)
    still_in = [seat for seat, player in view.players.items() if player.status == "in"]
    for seat in agreed:
        _check_voice(table, seat, still_in)
    silent = {*clock.absent, *open_seats(clock.missed, table.hosted.file.drop_after, view)}
    if missing := [seat for seat in still_in if seat not in silent and seat not in agreed]:
        raise Refused(
            f"{slug}: a draw needs all who are still in; who still has to agree: {', '.join(missing)}"
        )
    if not agreed:
        raise Refused(
            f"{slug}: nobody has to be asked for a draw any more, but nobody of those who are in has agreed either; "
            f"end the game with `genetess finish {slug} --reason TEXT`"
        )
    return [seat for seat in still_in if seat in agreed]


def _check_voice(table: Table, seat: str, still_in: Sequence[str]) -> None:
    slug = table.hosted.slug
    if seat not in still_in:
        raise Refused(f"{slug}: {seat} cannot agree to a draw, being out of the game")
    if seat in table.clock.absent:
        raise Refused(
            f"{slug}: {seat} cannot agree to a draw, as its player has left; leave it out, or give the seat to "
            f"somebody with `genetess replace {slug} {seat} NAME`"
        )
