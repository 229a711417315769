"""What stays of a game from step to step, as values in which nothing is read later: its terms, and its board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, WrongUsage
from genetess_cli.rules import program_with, ruleset
from genetess_cli.rules.base import FORFEIT, WAIT, Position, Seat, SetupFault, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import SENTENCES
from genetess_cli.rules.problems import join_words, told
from genetess_cli.rules.ruleset import AnyOutcome, AnyRuleset, BoardFile
from genetess_cli.store import schema
from genetess_cli.store.codec import Codec
from genetess_cli.store.git.run import has_git
from genetess_cli.store.layout import Layout
from genetess_cli.store.people import NOBODY, People, seated
from genetess_cli.store.records import SENTENCES_KEPT, Cause, Record, TimeOut
from genetess_cli.store.schema import VERSION, GameFile, PlayerFile, SignUp
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

TIMEOUT = "timeout"
RULES_VERSION = "rules_version"


class Terms(Value):
    """What is settled of a game beside its clock, position and orders.

    The board is not among it: a position has of it what counts, so that only the start and pages ask for one.
    """

    paths: Layout
    source: bytes
    """game.yaml, comments and all."""
    file: GameFile
    """What it says."""
    settings: msgspec.Struct
    """What of that is the ruleset's own."""
    codec: Codec
    """With its key, in a sealed game."""

    @property
    def slug(self) -> str:
        return self.paths.slug

    @property
    def ruleset(self) -> AnyRuleset:
        return ruleset(self.file.ruleset)

    @property
    def is_sealed(self) -> bool:
        return self.file.secrecy == "sealed"

    @property
    def seats(self) -> Sequence[Seat]:
        return seats_of(self.file.players)

    @property
    def timeout(self) -> str:
        return self.file.timeout or self.ruleset.timeouts[0]

    @property
    def forfeits(self) -> bool:
        return self.timeout == FORFEIT

    @property
    def waits(self) -> bool:
        """Return whether a missed deadline changes nothing."""
        return self.timeout == WAIT

    @property
    def is_ahead(self) -> bool:
        """Return whether the game is played by newer rules than this program has."""
        version = self.file.rules_version
        return version is not None and version > self.ruleset.version

    @property
    def other_rules(self) -> Finding | None:
        """Say why this program does not play the game: it has another version of the rules."""
        return other_rules(self.source, self.file, self.paths)

    def reason(self, record: Record) -> str | None:
        """Return why a record came out as it did: the GM's words, or what is said of its problems."""
        return " ".join(self._told(record, cause) for cause in record.problems) or record.reason

    def _told(self, record: Record, cause: Cause) -> str:
        words = told({**SENTENCES, **self.ruleset.sentences}, cause.key, cause.parts)
        if cause.orders:
            were = "was" if len(cause.orders) == 1 else "were"
            return f"{join_words(f'“{order}”' for order in cause.orders)} {were} left out: {words}"
        if record.form <= SENTENCES_KEPT or record.order is not None or record.seat is None:
            return words
        line = f", line {cause.line}" if cause.line else ""
        words = f"{words} See {self.paths.orders(record.seat)}{line}."
        unused = "The order file cannot be read, so no order was used: "
        return f"{unused}{words}" if isinstance(record, TimeOut) else words

    @property
    def aged(self) -> Finding | None:
        """Say that game.yaml is of an older version."""
        if self.file.version in (None, VERSION):
            return None
        words = f"{self.file.version} is an older one; `genetess migrate` raises it to {VERSION}"
        return self.locate_fault(SetupFault(("version",), words))

    def check_seat(self, name: str) -> None:
        """Raise WrongUsage, naming the seats, where the game has no such seat."""
        if name not in self.file.seats:
            seats = ", ".join(self.file.seats) or "not given out yet"
            raise WrongUsage(f"{self.slug} has no seat {name[:60]!r}; its seats are {seats}")

    def locate_fault(self, fault: SetupFault) -> Finding:
        return api.fault(api.read(self.source, self.paths.game), fault.path, fault.message)

    def begin(self, board: BoardFile | None, dice: Dice) -> AnyOutcome:
        return self.ruleset.new(self.settings, board, self.seats, dice)

    def award(self, outcome: AnyOutcome, left: Collection[str]) -> AnyOutcome:
        """Return an outcome in which no seat has won that its player has left."""
        return self.ruleset.award(outcome, left) if left else outcome


class HasTerms(Value):
    """Something of a game that has its terms, and what is asked for most of these."""

    terms: Terms

    @property
    def slug(self) -> str:
        return self.terms.slug

    @property
    def paths(self) -> Layout:
        return self.terms.paths

    @property
    def file(self) -> GameFile:
        return self.terms.file

    @property
    def ruleset(self) -> AnyRuleset:
        return self.terms.ruleset

    @property
    def codec(self) -> Codec:
        return self.terms.codec

    @property
    def is_sealed(self) -> bool:
        return self.terms.is_sealed


class Setup(HasTerms):
    """The terms of a game with its board; of a sealed game without its key the skeleton of one."""

    board: BoardFile | None
    board_tree: api.Tree | None
    """board.yaml, for the lines of what is wrong with it; None in games without one."""

    @property
    def starts(self) -> Sequence[str] | None:
        """Return the starts of the board that the GM gives to players; None where there are none to give."""
        return self.ruleset.starts(self.terms.settings, self.board)

    def opening(self) -> Position:
        return self.ruleset.opening(self.terms.settings, self.board, self.terms.seats)

    def check(self, *, is_open: bool) -> None:
        """Raise InvalidFile for what is wrong with settings and board; `is_open` counts all seats as taken."""
        file = self.file
        seats = self.terms.seats
        if file.signup and is_open:
            seats = seats_of(everybody(file.signup, file.players, self.starts))
        faults = [*self.ruleset.faults(self.terms.settings, self.board, seats)]
        if file.timeout not in (None, *self.ruleset.timeouts):
            allowed = " or ".join(f"`{word}`" for word in self.ruleset.timeouts)
            faults.append(SetupFault((TIMEOUT,), f"expected {allowed}, got `{file.timeout}`"))
        if TIMEOUT in file.rules:
            faults.append(SetupFault(("rules", TIMEOUT), "write `timeout` beside `rules:`, not in it"))
        if faults:
            raise InvalidFile(*map(self.locate_fault, faults))

    def locate_fault(self, fault: SetupFault) -> Finding:
        if self.board_tree and fault.path and fault.path[0] == "board":
            return api.fault(self.board_tree, fault.path[1:], fault.message)
        return self.terms.locate_fault(fault)


def read_terms(source: bytes, paths: Layout, codec: Codec, people: People = NOBODY) -> Terms:
    """Return the terms that a text of game.yaml says; who is not among `people` has no name. Raise InvalidFile."""
    tree = api.read(source, paths.game)
    file = schema.load_game(tree)
    if people is not NOBODY:
        file = seated(file, people, paths)
    return Terms(paths, source, file, settings_of(tree, file), codec)


def settings_of(tree: api.Tree, file: GameFile) -> msgspec.Struct:
    """Return the ruleset's own settings of a game.yaml. Raise InvalidFile."""
    rules = ruleset(file.ruleset)
    settings = api.convert(tree, rules.settings, ("rules",)) if file.rules else rules.settings()
    if TIMEOUT not in rules.settings.__struct_fields__:
        return settings
    return replace(settings, timeout=file.timeout or rules.timeouts[0])


def other_rules(source: bytes, file: GameFile, paths: Layout) -> Finding | None:
    """Say that a game that started has another version of the rules than this program, and what to do; None if not."""
    version = file.rules_version
    ours = ruleset(file.ruleset).version
    if version == ours:
        return None
    tree = api.read(source, paths.game)
    if version is None:
        words = "nothing says by which version the game is played; `genetess check` names it"
        return api.fault(tree, (RULES_VERSION,), words)
    words = f"{paths.slug} is played by version {version}, and this program has version {ours}"
    program = program_with(file.ruleset, version)
    way = f"no release has version {version}, see docs/gm.md, “Newer rules”"
    if program:
        way = f"play it on with {program}"
    if version < ours:
        way = f"{way}, or move it to version {ours} with `genetess adopt {paths.slug}`"
    if not has_git():
        way = f"download your games, unzip them, and go on there: {way}"
    return api.fault(tree, (RULES_VERSION,), f"{words} of the {file.ruleset} rules; {way}")


Setting = tuple[tuple[str | int, ...], Any]
"""A place in game.yaml, and its value."""


def changed_setting(then: Terms, now: Terms) -> Finding | None:
    """Return the first setting that is other `now` than it was `then`, and is fixed once a game has started."""
    changed = first_change(fixed_settings(then), fixed_settings(now))
    return now.locate_fault(changed) if changed else None


def first_change(then: Iterable[Setting], now: Iterable[Setting]) -> SetupFault | None:
    for was, found in zip_longest(then, now):
        if was != found:
            path, value = was or (found[0], None)
            way = "delete it" if value is None else f"write `{path[-1]}: {api.flow(value)}` again"
            return SetupFault(path, f"it cannot change once a game has started; {way}")
    return None


def fixed_names(file: GameFile) -> Iterator[Setting]:
    """Yield what nobody edits in a game that has started, and tells how all else is read."""
    for name in ("ruleset", RULES_VERSION, "secrecy", "votes", "id", "commitment", "holiday", "talk"):
        yield (name,), getattr(file, name)


def fixed_settings(terms: Terms) -> Iterator[Setting]:
    """Yield all that is fixed once a game has started, but for the version of the rules, which `adopt` changes."""
    yield from (row for row in fixed_names(terms.file) if row[0] != (RULES_VERSION,))
    for name in ("end", "rounds"):
        yield ("plan", name), getattr(terms.file.plan, name)
    if terms.file.plan.end:
        yield ("timezone",), terms.file.timezone
    for name in terms.settings.__struct_fields__:
        place = (name,) if name == TIMEOUT else ("rules", name)
        yield place, plain(getattr(terms.settings, name))
    for index, seat in enumerate(terms.seats):
        for name, value in (("seat", seat.name), ("start", seat.start), ("colour", seat.colour)):
            yield ("players", index, name), value


def everybody(
    signup: SignUp, players: Sequence[PlayerFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return all who would play with no seat left free; those who are not known yet are called `?`."""
    free = signup.free(players)[: max(0, signup.most - len(players))]
    return give_starts(signup, [*players, *(PlayerFile(seat=seat, name="?") for seat in free)], starts)


def give_starts(
    signup: SignUp, players: Sequence[PlayerFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return players by seats; who has no start gets the first of `starts` (None: none are given) that is free."""
    ordered = sorted(players, key=lambda player: signup.seats.index(player.seat))
    if starts is None:
        return ordered
    given = {player.start for player in players}
    free = iter([start for start in starts if start not in given])
    seated = []
    for player in ordered:
        start = player.start or next(free, None)
        seated.append(player.replace(start=start))
    return seated


def seats_of(players: Sequence[PlayerFile]) -> list[Seat]:
    return [Seat(player.seat, player.colour or player.seat, player.start) for player in players]
