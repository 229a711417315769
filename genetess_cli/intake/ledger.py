"""Whose turn it is to be looked at, of many pull requests and issues that are open at the same time.

What was refused or passed by is not looked at again, nor answered again, while it is the same, the league says the
same of who may send what, and no day has gone by: an answer can get lost. What was refused for good, to be closed, is
never looked at again while it is the same; it gets the same answer until it is gone. What was answered is kept in the
remote (`store/git/fetched.py`), so that every run knows of the ones before; where it is lost, all is looked at again.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

import msgspec

from genetess_cli import __version__
from genetess_cli.errors import Busy, Fault
from genetess_cli.intake.submission import Author, Delivery, Remedy, Submission
from genetess_cli.notices.forge_thread import LONGEST
from genetess_cli.store.committed import Committed
from genetess_cli.store.game import load
from genetess_cli.store.git.fetched import fetch_kept, keep
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import GAMES
from genetess_cli.store.league import League
from genetess_cli.store.schema import ClockFile, PlayerFile

NAME: Final = "answered"
MOST: Final = 100
"""How many pull requests, and how many issues, are looked at in one run."""
AGAIN: Final = 24 * 60 * 60
"""After so many seconds an answer is given again."""


class Refusal(msgspec.Struct, frozen=True, array_like=True):
    """Why something was refused for good, as `Delivery` has it."""

    remedy: Remedy
    problems: list[str]
    joins: list[str]
    right: list[str]


class Later(msgspec.Struct, frozen=True, array_like=True):
    """That for a seat of a game, or without one for a sign-up, what came later was taken in: what that is called."""

    slug: str
    seat: str | None
    by: str


class Looked(msgspec.Struct, frozen=True, array_like=True):
    """That something was looked at: what it is known by, on what ground it was answered ("": it was not), and when.

    Without a time it was not looked at. `refusal` is there where it was refused for good; `slow` counts the runs in a
    row that could not fetch it in time, and `later` has what was taken in meanwhile of what its author sent later.
    `said` is the answer to what was taken in.
    """

    mark: str
    ground: str = ""
    at: int | None = None
    refusal: Refusal | None = None
    slow: int = 0
    later: Sequence[Later] = ()
    said: str = ""


class Answered:
    """What was answered before, for one run at the time `now`."""

    def __init__(self, repository: Repository, now: int, remembers: bool) -> None:
        """Nothing of before is known unless it `remembers`; it is asked for when there is a need."""
        self._repository = repository
        self._now = now
        self._remembers = remembers
        self._tip = ""
        self._ground = ""
        self._ids: set[int] = set()
        self._logins: set[str] = set()
        self._going: list[PlayerFile] = []
        self._listed: dict[str, Delivery] = {}
        self._kinds: set[str] = set()
        self._chosen: dict[str, Delivery] = {}
        self._slow: dict[str, Delivery] = {}

    @cached_property
    def _rows(self) -> dict[str, Looked]:
        """What the remote remembers; nothing where that cannot be read. Raises Busy as `kept` does."""
        try:
            data = fetch_kept(self._repository, NAME) if self._remembers else b""
        except Busy as fault:
            # Without it, what was refused for good would be judged anew, and could come in unasked.
            raise Busy(
                f"nothing was taken in, as what was answered before cannot be asked: {fault}"
            ) from None
        try:
            return msgspec.json.decode(data or b"{}", type=dict[str, Looked])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return {}

    def begin(self, tip: str) -> None:
        """Take the league as the commit `tip` has it for the ground of all answers from now on."""
        self._tip, self._ground = tip, ""
        self._listed.clear()
        self._kinds.clear()
        self._chosen.clear()
        self._slow.clear()

    def _learn(self) -> None:
        if self._ground:
            return
        players, self._going, self._ground = _ground(self._repository, self._tip)
        self._ids = {one.github_id for one in players if one.github_id is not None}
        self._logins = {one.github.lower() for one in players if one.github}

    def chosen(self, kinds: Sequence[str], found: Sequence[Delivery]) -> tuple[list[Delivery], int]:
        """Those of all open ones of some kinds that are to be looked at now, at most `MOST`; how many wait besides.

        With them come, at most as many, those that were refused for good before: these have their problems already.

        First come those that nobody has looked at, players' before strangers'. All that one player sent go together, as
        the newest of them is to count before a turn is carried out; of strangers, an account's first one goes before
        the second of any other, the newest before older ones. A quarter is for those that were looked at, the longest
        ago first, players' before strangers'. So neither many that stay open nor one who sends many keep anybody out.
        """
        self._learn()
        self._kinds.update(kinds)
        self._listed |= {_key(one): one for one in found}
        again = [_with(one, refusal) for one in found if (refusal := self._refusal(one))]
        again = sorted(again, key=lambda one: self._last(one) or 0)[:MOST]
        wanted = [
            (self._last(one), one) for one in found if not (self._refusal(one) or self._is_settled(one))
        ]
        fresh = [one for last, one in wanted if last is None]
        seen = [(not self.plays(one.author), last, one) for last, one in wanted if last is not None]
        stale = [one for *_, one in sorted(seen, key=lambda row: row[:2])]
        fresh = _fitting(self._in_turn(fresh), max(MOST - len(stale), MOST - MOST // 4))
        chosen = [*fresh, *stale[: MOST - len(fresh)]]
        self._chosen |= {_key(one): one for one in (*again, *chosen)}
        return [*again, *chosen], len(wanted) - len(chosen)

    def put_off(self, waiting: Sequence[Delivery]) -> None:
        """Take back that some were chosen: they count as not looked at, as they could not be fetched."""
        for one in waiting:
            self._chosen.pop(_key(one), None)

    def too_slow(self, one: Delivery) -> int:
        """Count a run that could not fetch something in time; gives how many in a row could not, as it is now."""
        self._slow[_key(one)] = one
        return self._row(one).slow + 1

    def overtaken(self, one: Delivery, sent: Submission) -> str | None:
        """What its author sent later and was taken in for the same, while this was open as it is now and was not."""
        if one.kind not in self._kinds:
            return None
        found = (row.by for row in self._row(one).later if (row.slug, row.seat) == (sent.slug, sent.seat))
        return next(found, None)

    def said(self, one: Delivery) -> str:
        """The answer that was made when something was taken in as it is now; "" where none is known."""
        return self._row(one).said

    def _row(self, one: Delivery) -> Looked:
        """What is remembered of something as it is now."""
        return _row(self._rows, one)

    def _last(self, one: Delivery) -> int | None:
        """When something was looked at as it is now; None where it never was."""
        return self._row(one).at

    def _refusal(self, one: Delivery) -> Refusal | None:
        """Why something was refused for good as it is now; None where it was not."""
        return self._row(one).refusal

    def _is_settled(self, one: Delivery) -> bool:
        row = self._row(one)
        return row.at is not None and row.ground == self._ground and 0 <= self._now - row.at < AGAIN

    def _in_turn(self, fresh: Sequence[Delivery]) -> list[list[Delivery]]:
        """What goes together, one after the other: the players with the fewest first, then strangers' one by one."""
        piles: defaultdict[int | str, list[Delivery]] = defaultdict(list)
        for one in sorted(fresh, key=lambda one: one.order):
            piles[one.author.key].append(one)
        of_players = [pile for pile in piles.values() if self.plays(pile[0].author)]
        others = [
            (count, -one.order, one)
            for pile in piles.values()
            if not self.plays(pile[0].author)
            for count, one in enumerate(pile)
        ]
        of_players.sort(key=lambda pile: (len(pile), -pile[-1].order))
        return [*of_players, *([one] for *_, one in sorted(others, key=lambda row: row[:2]))]

    def plays(self, author: Author) -> bool:
        """Whether an account, or one of the same login, plays in any game."""
        self._learn()
        return author.id in self._ids or author.login.lower() in self._logins

    def is_awaited(self, author: Author) -> bool:
        """Whether an account has a seat in a game that goes on, so that a deadline can pass it by."""
        self._learn()
        return any(author.owns(player) for player in self._going)

    def note(
        self,
        answered: Sequence[Delivery],
        taken: Sequence[tuple[Delivery, Submission]] = (),
        said: Mapping[str, str] | None = None,
    ) -> None:
        """Remember in the remote what was looked at, and that those were answered and need no more, or for good.

        What was `taken` in keeps what its author sent before it, and is not read yet, from taking its place later.
        `said` has the answers to what was, by its mark. What is not open any more is forgotten. Raises Refused where
        the remote does not take it.
        """
        if not self._kinds:
            return
        settled = {_key(one): one for one in answered}
        rows = {
            key: row
            for key, row in self._rows.items()
            if key in self._listed or key.partition(" ")[0] not in self._kinds
        }
        for key, one in self._chosen.items():
            given = settled.get(key)
            ground = self._ground if given and not given.closes else ""
            refusal, later = _refusal_of(given) if given else None, self._row(one).later
            words = (said or {}).get(one.mark, "")
            rows[key] = Looked(one.mark, ground, self._now, refusal, later=later, said=words)
        for key, one in self._slow.items():
            rows[key] = msgspec.structs.replace(_row(rows, one), slow=self._row(one).slow + 1)
        self._overtake(rows, taken)
        if rows != self._rows:
            data = msgspec.json.encode(dict(sorted(rows.items())))
            keep(self._repository, NAME, data, self._now)

    def _overtake(self, rows: dict[str, Looked], taken: Sequence[tuple[Delivery, Submission]]) -> None:
        """Write down what is open as it was when something later of the same author was taken in."""
        own = {_key(one) for one, _ in taken}
        for by, sent in taken:
            later = Later(sent.slug, sent.seat, by.words)
            for key, one in self._listed.items():
                if key not in own and _is_before(one, by):
                    row = _row(rows, one)
                    rest = [each for each in row.later if (each.slug, each.seat) != (sent.slug, sent.seat)]
                    rows[key] = msgspec.structs.replace(row, later=[*rest, later])


def _row(rows: Mapping[str, Looked], one: Delivery) -> Looked:
    row = rows.get(_key(one))
    return row if row and row.mark == one.mark else Looked(one.mark)


def _is_before(one: Delivery, other: Delivery) -> bool:
    """Whether an author sent something before something else of the same kind."""
    return (one.kind, one.author.key) == (other.kind, other.author.key) and one.order < other.order


def _fitting(piles: Sequence[Sequence[Delivery]], room: int) -> list[Delivery]:
    """As much as there is room for: whole piles, but of the first one as much as can be."""
    found: list[Delivery] = []
    for pile in piles:
        if not found or len(found) + len(pile) <= room:
            found += pile[:room]
    return found


def _with(one: Delivery, refusal: Refusal) -> Delivery:
    return msgspec.structs.replace(one, **msgspec.structs.asdict(refusal))


def _refusal_of(one: Delivery) -> Refusal | None:
    """What is to be remembered of what is closed: as much of the reasons as an answer tells."""
    if not one.closes:
        return None
    ends = accumulate(len(line) for line in one.problems)
    told = [line[:LONGEST] for line, end in zip(one.problems, ends, strict=True) if end - len(line) < LONGEST]
    return Refusal(one.remedy, told, [*one.joins], [*one.right])


def _key(one: Delivery) -> str:
    return f"{one.kind} {one.name}"


def _ground(repository: Repository, tip: str) -> tuple[list[PlayerFile], list[PlayerFile], str]:
    """The players of all games, those of games that go on, and a print of all that says who may send what.

    That are the settings, the sign-ups, and what is over.
    """
    found = hashlib.sha256(__version__.encode())
    players: list[PlayerFile] = []
    going: list[PlayerFile] = []
    league, shelf = League(repository.top / repository.prefix), Committed(repository, tip)
    for slug in repository.names(tip, GAMES):
        files = repository.ids(tip, f"{GAMES}/{slug}")
        if "game.yaml" not in files:
            continue
        stage = "broken"
        try:
            hosted = load(league, slug, shelf)
            players += hosted.file.players
            stage = _stage(hosted.clock)
            going += hosted.file.players if stage == "begun" else []
        except Fault:
            pass  # nothing of this game is taken in until that is mended, which changes a file
        words = (slug, files["game.yaml"], files.get("signups", ""), stage, "")
        found.update("\0".join(words).encode("utf-8", "surrogateescape"))
    return players, going, found.hexdigest()[:16]


def _stage(clock: ClockFile | None) -> str:
    """How far a game is, as far as it is asked of orders and sign-ups."""
    if clock is None:
        return "open"
    return "over" if clock.phase == "finished" else "begun"
