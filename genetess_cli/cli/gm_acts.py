"""What the GM did at the desk, as lines for the GM, and what is awaited next: shared by the commands of the desk."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.cli.due import waiting_words
from genetess_cli.cli.terminal import say
from genetess_cli.errors import InvalidFile
from genetess_cli.rules.base import REFEREE
from genetess_cli.site.gather import gm_action_of
from genetess_cli.site.words import gm_action_words
from genetess_cli.store.game import load
from genetess_cli.store.league import League
from genetess_cli.store.schema import RecordFile


def epochs(here: League, slug: str) -> Mapping[str, int]:
    """The epochs of a game's seats as they are now; none where the clock cannot be read, which the deed will tell."""
    try:
        clock = load(here, slug).clock
    except InvalidFile:
        return {}
    return clock.epochs if clock else {}


def tell(here: League, slug: str, record: RecordFile, before: Mapping[str, int] | None = None) -> None:
    """Say what was done, as all will read it, and whom the game waits for now.

    `before`: the epochs before that; whoever has another one since needs a new link.
    """
    folder = load(here, slug)
    names = {player.seat: player.name for player in folder.file.players}
    say(f"{slug} {record.turn}: {gm_action_words(gm_action_of(folder, record), REFEREE, names)}")
    if before is not None:
        for seat, epoch in epochs(here, slug).items():
            if epoch != before.get(seat, 0):
                say(
                    f"The old link of {seat} opens nothing new; send the new one: `genetess invite {slug} {seat}`."
                )
    say(waiting_words(folder))
