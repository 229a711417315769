"""What pull requests and issues were answered, kept in the remote so that each of their heads is answered once.

What was refused to be closed gets the same answer until it is gone. What waits for the GM is looked at by every run,
and answered again where there is something else to say. Where all this is lost, everything is looked at anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

import msgspec

from genetess_cli.errors import Busy, Fault, Finding
from genetess_cli.intake.rejections import REJECTIONS
from genetess_cli.intake.submission import Author, Delivery
from genetess_cli.notices.forge_thread import LONGEST
from genetess_cli.store.game import load
from genetess_cli.store.git.fetched import fetch_kept, keep
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import GAMES
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import PlayerFile

NAME: Final = "answered"
MOST: Final = 100
"""How many pull requests, and how many issues, are looked at in one run."""


class Refusal(msgspec.Struct, frozen=True, array_like=True):
    """Why something was refused, as `Delivery` has it."""

    rejection: str
    findings: list[Finding]
    joins: list[str]
    right: list[str]


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What was answered to something while its `mark` was this: why it was refused, or what was `said` of what came in.

    Neither is there where nobody had to be answered.
    """

    mark: str
    refusal: Refusal | None = None
    said: str = ""

    @property
    def is_last(self) -> bool:
        """Whether nobody has to look at it again: it did not come in, and does not wait for the GM."""
        return not self.said and not (self.refusal and REJECTIONS[self.refusal.rejection].waits)


class Answered:
    """What was answered before, for one run at the time `now`."""

    def __init__(self, repository: Repository, now: int, remembers: bool) -> None:
        """Nothing of before is known unless it `remembers`; it is asked for when there is a need."""
        self._repository = repository
        self._now = now
        self._remembers = remembers
        self._tip = ""
        self._players: list[PlayerFile] = []
        self._going: list[PlayerFile] = []
        self._listed: dict[str, Delivery] = {}
        self._kinds: set[str] = set()

    @cached_property
    def _answers(self) -> dict[str, Answer]:
        """What the remote remembers; nothing where that cannot be read. Raises Busy as `kept` does."""
        try:
            data = fetch_kept(self._repository, NAME) if self._remembers else b""
        except Busy as fault:
            # Without it, what was refused for good would be judged anew, and could come in unasked.
            raise Busy(
                f"nothing was taken in, as what was answered before cannot be asked: {fault}"
            ) from None
        try:
            return msgspec.json.decode(data or b"{}", type=dict[str, Answer])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return {}

    def begin(self, tip: str) -> None:
        """Ask the league as the commit `tip` has it who plays."""
        self._tip = tip
        self._listed.clear()
        self._kinds.clear()

    def select(self, kinds: Sequence[str], found: Sequence[Delivery]) -> tuple[list[Delivery], int]:
        """Return those of all open ones of some kinds that are to be looked at now, and how many wait besides.

        Players' come before strangers', the newest first, at most `MOST`. With them come, at most as many, those that
        were refused to be closed: these have their findings already.
        """
        self._players, self._going = _players(self._repository, self._tip)
        self._kinds.update(kinds)
        self._listed |= {_key(one): one for one in found}
        newest = sorted(found, key=lambda one: (not _plays(one.author, self._players), -one.order))
        fresh = [one for one in newest if not ((known := self._answer(one)) and known.is_last)]
        refused = [(one, known.refusal) for one in newest if (known := self._answer(one)) and known.refusal]
        again = [msgspec.structs.replace(one, **msgspec.structs.asdict(each)) for one, each in refused]
        closing = [one for one in again if one.closes]
        return [*closing[:MOST], *fresh[:MOST]], len(fresh[MOST:])

    def said(self, one: Delivery) -> str:
        """Return the answer that was made when something was taken in as it is now; "" where none is known."""
        known = self._answer(one)
        return known.said if known else ""

    def is_repeated(self, one: Delivery) -> bool:
        """Whether something that stays open was refused before as it is now, for the same reasons."""
        known = self._answer(one)
        return bool(known and not one.closes and known.refusal == _refusal(one))

    def _answer(self, one: Delivery) -> Answer | None:
        """What is remembered of something as it is now."""
        known = self._answers.get(_key(one))
        return known if known and known.mark == one.mark else None

    def is_awaited(self, author: Author) -> bool:
        """Whether an account has a seat in a game that goes on, so that a deadline can pass it by."""
        return _plays(author, self._going)

    def note(self, answered: Sequence[Delivery], said: Mapping[str, str]) -> None:
        """Remember in the remote what was refused or passed by, and by its mark what was said of what was taken in.

        What is not open any more is forgotten. Raises Refused where the remote does not take it.
        """
        if not self._kinds:
            return
        found = {
            key: known
            for key, known in self._answers.items()
            if key in self._listed or key.partition(" ")[0] not in self._kinds
        }
        found |= {_key(one): Answer(one.mark, _refusal(one)) for one in answered if _key(one) in self._listed}
        taken = {key: one.mark for key, one in self._listed.items() if said.get(one.mark)}
        found |= {key: Answer(mark, said=said[mark]) for key, mark in taken.items()}
        if found != self._answers:
            keep(self._repository, NAME, msgspec.json.encode(dict(sorted(found.items()))), self._now)


def _plays(author: Author, players: Sequence[PlayerFile]) -> bool:
    return any(map(author.owns, players))


def _refusal(one: Delivery) -> Refusal | None:
    """What is to be remembered of what was refused: as much of the findings as an answer tells."""
    if not one.findings:
        return None
    ends = accumulate(len(str(finding)) for finding in one.findings)
    kept = [
        finding._replace(message=finding.message[:LONGEST], detail=finding.detail[:LONGEST])
        for finding, end in zip(one.findings, ends, strict=True)
        if end - len(str(finding)) < LONGEST
    ]
    return Refusal(one.rejection, kept, [*one.joins], [*one.right])


def _key(one: Delivery) -> str:
    return f"{one.kind} {one.name}"


def _players(repository: Repository, tip: str) -> tuple[list[PlayerFile], list[PlayerFile]]:
    """The players of all games, and those of games that go on; nothing of a game is taken in that cannot be read."""
    players: list[PlayerFile] = []
    going: list[PlayerFile] = []
    league, shelf = League(repository.top / repository.prefix), Committed(repository, tip)
    for slug in repository.names(tip, GAMES):
        try:
            folder = load(league, slug, shelf)
            players += folder.file.players
            if folder.clock and folder.clock.phase != "finished":
                going += folder.file.players
        except Fault:
            continue
    return players, going
