"""What pull requests and issues were answered, kept in the remote so that each of their heads is answered once.

What was refused to be closed gets the same answer until it is gone. What waits for the GM is looked at by every run,
and answered again where there is something else to say. Where all this is lost, everything is looked at anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property

import msgspec

from genetess_cli.errors import Busy, Fault, Finding
from genetess_cli.intake.rejections import decide
from genetess_cli.intake.submission import Delivery, game_file
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.schema import PlayerFile
from genetess_cli.values import Value

NAME = "answered"
MOST = 100
"""How many pull requests, and how many issues, are looked at in one run."""
_MOST_FINDINGS = 20


class LedgerEntry(Value, array_like=True):
    """What was answered to something: why it was refused, or what was said of what came in, or nothing."""

    mark: str  # what it was then
    findings: list[Finding] = []
    said: str = ""

    @property
    def is_last(self) -> bool:
        """Return whether nobody has to look at it again: it did not come in, and does not wait for the GM."""
        return not self.said and not (self.findings and decide(self.findings).waits)


class Answered:
    """What was answered before, for one run at the time `now`."""

    def __init__(self, repository: Repository, now: int, remembers: bool) -> None:
        """Nothing of before is known unless it `remembers`; it is asked for when there is a need."""
        self._repository = repository
        self._now = now
        self._remembers = remembers
        self._players: dict[str, PlayerFile] = {}
        self._listed: dict[str, Delivery] = {}
        self._kinds: set[str] = set()

    @cached_property
    def _answers(self) -> dict[str, LedgerEntry]:
        """Return what the remote remembers; nothing where that cannot be read. Raise Busy as `fetch_kept` does."""
        try:
            data = self._repository.fetch_kept(NAME) if self._remembers else b""
        except Busy as fault:
            # Without it, what was refused for good would be judged anew, and could come in unasked.
            raise Busy(f"nothing was accepted, because earlier answers could not be read: {fault}") from None
        try:
            return msgspec.json.decode(data or b"{}", type=dict[str, LedgerEntry])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return {}

    def select(
        self, league: League, kinds: Sequence[str], listed: Sequence[Delivery]
    ) -> tuple[list[Delivery], int]:
        """Return those of all open ones of some kinds that are to be looked at now, and how many wait besides.

        Players', as the league has them, come before strangers', the newest first, at most `MOST`. With them
        come, at most as many, those that were refused to be closed: these have their findings already.
        """
        if listed:  # to know who plays, every game's settings are read
            self._players = players_by_file(league)
        self._kinds.update(kinds)
        self._listed |= {delivery.what: delivery for delivery in listed}
        fresh = []
        closing = []
        for delivery in sorted(listed, key=lambda sent: (not self.files_of(sent.author), -sent.number)):
            known = self._answer(delivery)
            if not (known and known.is_last):
                fresh.append(delivery)
            if known and known.findings:
                before = delivery.replace(findings=known.findings)
                if before.closes:
                    closing.append(before)
        return [*closing[:MOST], *fresh[:MOST]], len(fresh[MOST:])

    def earlier_words(self, delivery: Delivery) -> str:
        known = self._answer(delivery)
        return known.said if known else ""

    def is_repeated(self, delivery: Delivery) -> bool:
        """Say whether something that stays open was refused before as it is now, for the same reasons."""
        known = self._answer(delivery)
        return bool(known and not delivery.closes and known.findings == [*delivery.findings[:_MOST_FINDINGS]])

    def _answer(self, delivery: Delivery) -> LedgerEntry | None:
        known = self._answers.get(delivery.what)
        return known if known and known.mark == delivery.mark else None

    def files_of(self, author: Author) -> list[str]:
        """Return the order files of an account's seats in games that go on: those that a deadline can pass by."""
        return [path for path, player in self._players.items() if author.owns(player)]

    def note(self, answered: Sequence[Delivery], said: Mapping[str, str]) -> None:
        """Remember in the remote what was refused or passed by, and by its mark what was said of what was accepted.

        What is not open any more is forgotten. Raise Refused where the remote does not take it.
        """
        if not self._kinds:
            return
        answers = {
            what: known
            for what, known in self._answers.items()
            if what in self._listed or what.partition(" ")[0] not in self._kinds
        }
        for delivery in answered:
            if delivery.what in self._listed:
                answers[delivery.what] = LedgerEntry(delivery.mark, [*delivery.findings[:_MOST_FINDINGS]])
        for what, delivery in self._listed.items():
            if words := said.get(delivery.mark):
                answers[what] = LedgerEntry(delivery.mark, said=words)
        if answers != self._answers:
            self._repository.keep(NAME, msgspec.json.encode(dict(sorted(answers.items()))), self._now)


def players_by_file(league: League) -> dict[str, PlayerFile]:
    """Return by order file the players of all games that go on; games that cannot be read are left out."""
    players: dict[str, PlayerFile] = {}
    for game in league.clocks():
        if game.findings or game.clock is None or game.clock.is_over:
            continue
        with suppress(Fault):
            file = game_file(league, game.slug)
            rows = file.players if file else ()
            players |= {f"{league.repository.prefix}{game.paths.orders(one.seat)}": one for one in rows}
    return players
