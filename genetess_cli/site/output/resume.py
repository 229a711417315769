"""Where the telling of a game can be gone on from: how things stood before the newest turn that a build told.

What is done with it is the matter of `site/game_pages.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from genetess_cli.site.facts import GameFacts, TurnFacts
from genetess_cli.site.league.feeds import GameSummary
from genetess_cli.site.log import PublicLog
from genetess_cli.site.output.cache import Known, Print
from genetess_cli.site.output.folder import Folder
from genetess_cli.site.places import places
from genetess_cli.site.replay import Waiting
from genetess_cli.site.sealed import Seals
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.times import decode_time


class Checkpoint(msgspec.Struct):
    """How things stood before the newest turn: its number, the position (None: the opening), what was told so far.

    `acts` are the records of the GM's, and `after` is the position that the newest turn went back to, if it did.
    `waiting` are the pages whose boards spectators do not see yet, `scenes` the same of the replay;
    `size` is that of sealed sheets.
    """

    number: int = 0
    position: Any = None
    public_log: PublicLog = msgspec.field(default_factory=PublicLog)
    before: TurnFacts | None = None
    after: Any = None
    acts: list[RecordFile] = []
    waiting: list[Waiting] = []
    scenes: list[Waiting] = []
    summary: GameSummary = msgspec.field(default_factory=GameSummary)
    size: int = 0


def resume_point(
    facts: GameFacts, known: Known | None, now: Print, folder: Folder, seals: Seals | None
) -> Checkpoint:
    """Where the records have to be gone on from: before the newest turn that was built, or the opening."""
    if known is None or not known.leads_to(now):
        return Checkpoint()
    if _common_facts(known.facts) != _common_facts(facts):
        return Checkpoint()
    if not all(
        folder.names(each) >= names for each, names in places(known.facts, now.stems[: known.count]).items()
    ):
        return Checkpoint()
    text = seals.opened(bytes(known.checkpoint), known.count) if seals else bytes(known.checkpoint)
    point = msgspec.json.decode(text or b"null", type=Checkpoint | None, dec_hook=decode_time)
    return point or Checkpoint()


def _common_facts(facts: GameFacts) -> tuple[Any, ...]:
    """What the pages of all turns have in common."""
    secret = (facts.is_sealed, facts.epochs, facts.delay)
    return facts.is_full, facts.is_together, facts.end, facts.seats, secret
