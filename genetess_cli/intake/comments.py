"""What seats write in their game's thread on the forge, as deliveries: each comment is something said to all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from genetess_cli.intake.submission import Delivery, Submission, game_files
from genetess_cli.store.forges import thread_of
from genetess_cli.store.forges.sent import PlayerRemark
from genetess_cli.store.league import League
from genetess_cli.store.schema import GameFile


def talking(league: League) -> dict[str, GameFile]:
    """Return the games in which players talk to all; those that cannot be read are left out."""
    return {slug: file for slug, file in game_files(league) if file.talk == "public"}


def from_comments(
    said: Sequence[PlayerRemark], threads: Mapping[str, int], league: League, *_: object
) -> list[Delivery]:
    """Return what comments bring, judged by the league as it is committed; those of no seat's bring nothing."""
    games = {threads.get(thread_of(slug)): (slug, file) for slug, file in talking(league).items()}
    deliveries = []
    for one in said:
        if one.on not in games:
            continue
        slug, file = games[one.on]
        for seat in one.author.seats(file)[:1]:
            sent = Submission(slug, seat, said=one.body.split("\n"))
            deliveries.append(Delivery("comment", one.id, f"comment {one.id}", one.author, [sent]))
    return deliveries
