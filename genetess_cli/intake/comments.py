"""What seats write in their game's thread on the forge, as deliveries: each comment is something said to all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from genetess_cli.errors import Fault
from genetess_cli.intake.submission import Delivery, Submission, game_file
from genetess_cli.store.forges import thread_of
from genetess_cli.store.forges.sent import PlayerRemark
from genetess_cli.store.league import League


def talking(league: League) -> list[str]:
    """Return the games in which players talk to all; those that cannot be read are left out."""
    found = []
    for slug in league.slugs():
        with suppress(Fault):
            file = game_file(league, slug)
            if file and file.talk == "public":
                found.append(slug)
    return found


def from_comments(
    said: Sequence[PlayerRemark], threads: Mapping[str, int], league: League, *_: object
) -> list[Delivery]:
    """Return what comments bring, judged by the league as it is committed; those of no seat's bring nothing."""
    games = {threads[thread_of(slug)]: slug for slug in talking(league) if thread_of(slug) in threads}
    deliveries = []
    for one in said:
        slug = games.get(one.on, "")
        file = game_file(league, slug) if slug else None
        for seat in one.author.seats(file)[:1] if file else ():
            sent = Submission(slug, seat, said=one.body.split("\n"))
            deliveries.append(Delivery("comment", one.id, f"comment {one.id}", one.author, [sent]))
    return deliveries
