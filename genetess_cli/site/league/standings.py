"""The people of a league, each with all games: a game names the persons, one of an older version logins and names.

A name without a login is never taken for a login's, however alike they are: anybody can be called anything. Who has
several names under one login is called as in the game that began last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from genetess_cli.rules.base import ResultView
from genetess_cli.rules.letters import strip_controls
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.league.shares import interval
from genetess_cli.site.past.summary import Listed, Timely
from genetess_cli.site.places import key_of, keys_of
from genetess_cli.store.times import to_time
from genetess_cli.values import Value


class GameSoFar(Value):
    """A game as far as it has come: all that standings and pages of players tell of it."""

    slug: str
    name: str
    ruleset: str
    seats: dict[str, SeatFacts]
    available: int  # the points that one player can have at most
    began: str
    ended: str | None
    result: ResultView | None
    scores: dict[str, float]
    out: list[str]
    bots: list[str] = []  # the seats of bots
    is_timed: bool = True  # turns have deadlines

    def place(self, seat: str) -> tuple[bool, float]:
        """Return what seats are compared by: who wins is first, then points count; in a draw, who was still in."""
        result = self.result
        if result is None or not result.winners:
            return False, seat not in self.out
        if seat in result.winners:
            return True, 0
        return False, self.scores.get(seat, 0)


class SeatHeld(Value):
    """A seat of a game that somebody has or had."""

    game: GameSoFar
    seat: str
    until: str | None = None  # the turn in which it went to somebody else
    is_taken_over: bool = False  # somebody else began the game with it
    timely: Timely = (0, 0)

    @property
    def ended(self) -> str:
        return self.game.ended or ""

    @property
    def is_over(self) -> bool:
        return self.game.result is not None

    @property
    def placing(self) -> float:
        """Return the share of the others who came behind; beside whom one came counts as half of one."""
        own = self.game.place(self.seat)
        others = [self.game.place(seat) for seat in self.game.seats if seat != self.seat]
        return sum((own > other) + (own == other) / 2 for other in others) / len(others)

    @property
    def points(self) -> float:
        """Return the score as it stands, or stood at the end."""
        return self.game.scores.get(self.seat, 0)

    @property
    def has_won(self) -> bool:
        return self.game.result is not None and self.seat in self.game.result.winners


class Standee(msgspec.Struct):
    """Somebody who plays or has played."""

    key: str  # what names their files
    name: str
    login: str | None
    seats: list[SeatHeld] = []
    lost: list[SeatHeld] = []

    @property
    def page(self) -> str:
        return f"player-{self.key}.html"


def people(games: Iterable[Listed]) -> dict[str, Standee]:
    """Return everybody who has or had a seat, by the key that names their files, in the alphabet's order."""
    by_key: dict[str, Standee] = {}
    for listed in sorted(games, key=lambda each: (each.summary.began, each.game.slug)):
        outcome = _outcome(listed)
        summary = listed.summary
        first: dict[str, str] = {}  # who began the game with a seat that others had later
        for former in summary.formers:
            name = strip_controls(former.name) or former.seat
            key = key_of(name, former.login, former.person)
            first.setdefault(former.seat, key)
            person = _standee(by_key, key, name, former.login)
            person.lost = [*person.lost, SeatHeld(outcome, former.seat, former.turn, timely=former.timely)]
        for seat, key in keys_of(listed.game, listed.now.people).items():
            person = _standee(by_key, key, listed.game.seats[seat].name, listed.now.people.logins.get(seat))
            timely = summary.timely.get(seat, (0, 0))
            is_taken_over = first.get(seat, key) != key
            held = SeatHeld(outcome, seat, is_taken_over=is_taken_over, timely=timely)
            person.seats = [*person.seats, held]
    by_key.pop("", None)  # former players have no page
    return dict(sorted(by_key.items(), key=lambda item: (item[1].name.casefold(), item[0])))


def _outcome(listed: Listed) -> GameSoFar:
    game = listed.game
    summary = listed.summary
    return GameSoFar(
        game.slug,
        game.name,
        game.ruleset,
        game.seats,
        listed.now.settings.available,
        summary.began,
        summary.ended,
        summary.result,
        summary.scores,
        summary.out,
        [*listed.now.people.bots],
        listed.now.settings.is_timed,
    )


def _standee(by_key: dict[str, Standee], key: str, name: str, login: str | None) -> Standee:
    person = by_key.setdefault(key, Standee(key, name, login))
    person.name = name
    return person


ACTIVE_DAYS = 180
"""So long after the end of the last game somebody without another one is active, counted to the league's newest end."""
WHOLE = 100
"""The points available in a game, where rulesets are counted together."""
MOST_LINES = 6
"""People whose lines a graph shows."""


class Point(Value):
    """A step of a graph's line: a time, and the value from then on."""

    at: str
    value: float


class Row(Value):
    """Somebody's line of a table. `points` are of games that are over, `so_far` of those that are on.

    So are `available` and `to_come`, the points that could be had in them.
    """

    rank: int
    person: Standee
    games: int
    won: int
    points: float
    available: float
    so_far: float
    to_come: float
    is_active: bool

    @property
    def percent(self) -> float:
        return 100 * self.points / self.available if self.available else 0


class Series(Value):
    """The growth of somebody's value, from game to game."""

    person: Standee
    points: list[Point]


class Placing(Value):
    """The mean of somebody's placings in some games, and the interval that so few speak for."""

    games: int = 0
    mean: float = 0
    low: float = 0
    high: float = 1


class Placings(Value):
    """How somebody was placed in the games of a ruleset that are over, and whether the orders came in time."""

    person: Standee
    among_people: Placing
    with_bots: Placing
    taken_over: tuple[int, int]  # seats that were won, and all
    timely: Timely

    @property
    def is_any(self) -> bool:
        return any((self.among_people.games, self.with_bots.games, self.taken_over[1], self.timely[1]))


class Standings(Value):
    """The tables, best first, and the lines of the first few of each."""

    shares: list[Row]
    totals: list[Row]
    share_lines: list[Series]
    total_lines: list[Series]
    placings: list[Placings]  # of one ruleset


def standings(everybody: Iterable[Standee], ruleset: str | None = None) -> Standings:
    """Return the tables of a ruleset; of all together where none is named."""
    people = [(person, _seats(person, ruleset)) for person in everybody]
    newest = max((seat.ended for _, seats in people for seat in seats if seat.is_over), default="")
    rows = [_row(person, seats, ruleset, newest) for person, seats in people if seats]
    ended = [row for row in rows if row.games]
    shares = _rank([row for row in ended if row.is_active], lambda row: (row.percent, row.points))
    totals = _rank(ended, lambda row: (row.points,))
    placed = [placings_of(person, ruleset) for person, _ in people] if ruleset else []
    return Standings(
        shares,
        totals,
        [series_of(row.person, ruleset, is_share=True) for row in shares[:MOST_LINES]],
        [series_of(row.person, ruleset) for row in totals[:MOST_LINES]],
        sorted(
            (each for each in placed if each.is_any),
            key=lambda each: (-each.among_people.mean, each.person.name.casefold()),
        ),
    )


def placings_of(person: Standee, ruleset: str) -> Placings:
    """Return how somebody was placed, who is no bot; of the seats that were taken over those alone that won."""
    held = [seat for seat in [*person.seats, *person.lost] if seat.game.ruleset == ruleset]
    held = [seat for seat in held if seat.is_over and seat.seat not in seat.game.bots]
    ended = [seat for seat in held if seat.until is None and len(seat.game.seats) > 1]
    over = [seat for seat in ended if seat.is_taken_over]
    counted = [seat for seat in ended if seat.has_won or not seat.is_taken_over]
    timely = [seat.timely for seat in held if seat.game.is_timed]
    return Placings(
        person,
        _placing([seat.placing for seat in counted if not seat.game.bots]),
        _placing([seat.placing for seat in counted if seat.game.bots]),
        (sum(seat.has_won for seat in over), len(over)),
        (sum(kept for kept, _ in timely), sum(every for _, every in timely)),
    )


def _placing(placings: Sequence[float]) -> Placing:
    if not placings:
        return Placing()
    total = sum(placings)
    return Placing(len(placings), total / len(placings), *interval(total, len(placings)))


def row_of(person: Standee, ruleset: str | None = None) -> Row:
    """Return what somebody has of a ruleset, or of all together, whatever the rank."""
    return _row(person, _seats(person, ruleset), ruleset, "")


def _seats(person: Standee, ruleset: str | None) -> list[SeatHeld]:
    seats = [seat for seat in person.seats if not (seat.game.result and seat.game.result.is_void)]
    return [seat for seat in seats if ruleset is None or seat.game.ruleset == ruleset]


def _counts(seats: Iterable[SeatHeld], ruleset: str | None) -> tuple[float, float]:
    """Return the points of some seats and those available to them; of several rulesets all games count the same."""
    points = available = 0.0
    for seat in seats:
        most = seat.game.available
        if ruleset:
            points += seat.points
        elif most:
            points += WHOLE * seat.points / most
        available += most if ruleset else WHOLE
    return points, available


def _row(person: Standee, seats: list[SeatHeld], ruleset: str | None, newest: str) -> Row:
    over = [seat for seat in seats if seat.is_over]
    on = [seat for seat in seats if not seat.is_over and seat.game.began]
    won = {seat.game.slug for seat in over if seat.has_won}
    recent = to_time(newest) - ACTIVE_DAYS * 86_400 if newest else 0
    is_active = bool(on) or any(newest and to_time(seat.ended) >= recent for seat in over)
    ended = {seat.game.slug for seat in over}
    return Row(0, person, len(ended), len(won), *_counts(over, ruleset), *_counts(on, ruleset), is_active)


def _rank(rows: list[Row], value: Callable[[Row], tuple[float, ...]]) -> list[Row]:
    """Return rows in order, the best first; who has the same has the same rank."""
    ordered = sorted(rows, key=lambda row: ([-part for part in value(row)], row.person.name.casefold()))
    table: list[Row] = []
    for number, row in enumerate(ordered, start=1):
        same = bool(table) and value(table[-1]) == value(row)
        rank = table[-1].rank if same else number
        table.append(row.replace(rank=rank))
    return table


def series_of(person: Standee, ruleset: str | None = None, is_share: bool = False) -> Series:
    """Return the sum of all points after each game, or their share of those that were available by then."""
    seats = (seat for seat in _seats(person, ruleset) if seat.is_over)
    over = sorted(seats, key=lambda seat: seat.ended)
    line = []
    for number, seat in enumerate(over, start=1):
        points, available = _counts(over[:number], ruleset)
        share = 100 * points / available if available else 0
        line.append(Point(seat.ended, share if is_share else points))
    return Series(person, line)
