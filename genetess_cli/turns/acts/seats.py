"""Who has which seat: game.yaml with other players, and what of a seat is left when it changes hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from genetess_cli.errors import Refused
from genetess_cli.rules.base import TOGETHER
from genetess_cli.rules.dice import Dice
from genetess_cli.store.records import Holder
from genetess_cli.store.schema import PlayerFile
from genetess_cli.store.terms import Terms
from genetess_cli.store.yaml import api
from genetess_cli.turns.state import GameState


def holder_of(player: PlayerFile) -> Holder:
    if player.person:
        return Holder(person=player.person)
    return Holder(player.name, player.github, player.bot)


def set_players(terms: Terms, data: bytes, players: Mapping[str, Holder]) -> bytes:
    """Return a text of game.yaml with other players, by seat, and all else as it was.

    Where seats name persons, one that somebody had whom the league never knew stays as it is.
    """
    for seat, holder in players.items():
        index = terms.file.seats.index(seat)
        if terms.file.names_persons:
            if holder.person or holder.bot:
                named = {"person": holder.person, "name": holder.name, "bot": holder.bot}
                if holder.person:
                    named["name"] = None
                data = api.with_fields(data, named, terms.paths.game, ("players", index))
            continue
        # The number of an account goes with its login; that of the next player is noted at first sight. Where a
        # player wants mail is no other player's business.
        player = terms.file.players[index]
        gone = ["bot"] if player.bot else []
        if holder.github != player.github:
            gone.append("github_id")
        if holder != holder_of(player):
            gone += ["mail", "notices"]
        changed = {**dict.fromkeys(gone), "name": holder.name, "github": holder.github}
        if holder.bot:
            changed["bot"] = holder.bot
        data = api.with_fields(data, changed, terms.paths.game, ("players", index))
    return data


def orders_left(state: GameState, seats: Iterable[str]) -> list[str]:
    """Say which seats with another player still have orders of the one before."""
    return [
        f"{state.paths.orders(seat)} still holds orders from before; to remove "
        f'them: `genetess order {state.slug} {seat} "" --commit`'
        for seat in seats
        if state.files.get(seat)
    ]


def check_turns(state: GameState, seat: str, done: str) -> None:
    """Raise Refused for a seat that is out for good; where nobody has moved yet, all turns are to come."""
    if state.view.phase == TOGETHER:
        return
    problem = state.ruleset.drop(state.game, seat, Dice(lambda: b"rehearsal", 0)).problem
    if problem:
        raise Refused(f"{state.slug}: {seat} cannot be {done}. {problem.message}")
