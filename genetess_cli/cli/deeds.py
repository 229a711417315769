"""What the GM did at the desk, as lines for the GM, and what is awaited next: shared by the commands of the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genetess_cli.briefing import deed_of
from genetess_cli.cli.due import awaited
from genetess_cli.cli.terminal import say
from genetess_cli.rules.base import REFEREE
from genetess_cli.site.desk import deed
from genetess_cli.store import load

if TYPE_CHECKING:
    from genetess_cli.store import League
    from genetess_cli.store.schema import RecordFile


def tell(here: League, slug: str, record: RecordFile) -> None:
    """Say what was done, as all will read it, and whom the game waits for now."""
    hosted = load(here, slug)
    names = {player.seat: player.name for player in hosted.file.players}
    say(f"{slug} {record.turn}: {deed(deed_of(hosted, record), REFEREE, names)}")
    say(awaited(hosted))
