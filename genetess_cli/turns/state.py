"""A started game in the middle of a run, as it is read, and a step of it.

What is due, `referee.py` finds; what comes of it, `step.py` says; what is written of it, `saving.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypedDict

from genetess_cli.errors import Note, Unstarted, ignore_note
from genetess_cli.rules.base import PUBLIC, View, plain
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.store.codec import Codec
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.git.history import birth
from genetess_cli.store.git.snapshot import WorkTree
from genetess_cli.store.layout import is_meant
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game, Shut
from genetess_cli.store.records import Record
from genetess_cli.store.schema import Clock
from genetess_cli.store.terms import HasTerms, Terms
from genetess_cli.store.times import Time
from genetess_cli.turns import queue as queues
from genetess_cli.turns.queue import Queue
from genetess_cli.values import Value


class GmOrder(Value):
    """An order that reached the GM by other means."""

    order: str
    seat: str
    turn: str | None = None  # None: the present one
    reason: str | None = None  # why the GM brings it; everybody reads that


class GameState(HasTerms):
    """A started game in the middle of a run."""

    game: Any  # the position; None before the start
    clock: Clock
    # What each seat's order file says now (None: there is none), but those that are no files of orders at all.
    queues: Files
    files: Mapping[str, bytes | None] = {}  # their bytes
    closed: Mapping[str, str] = {}  # why some cannot be opened, by seat
    tracked: Mapping[str, str] = {}  # Git's name of each that the last commit has, by seat
    edited: Sequence[str] = ()  # the paths of the GM's own files that the last commit has otherwise
    away: Mapping[str, tuple[date, date]] = {}  # the first and last day on which players are away, by seat
    # With the order files as a round began in which all order together, where a run stopped in the middle of that.
    begun: GameState | None = None

    @property
    def seat(self) -> str:
        """The seat whose order is awaited."""
        return self.clock.to_move[0]

    @property
    def view(self) -> View:
        """Return what everybody sees of the position."""
        return self.ruleset.view(self.game, PUBLIC)

    @property
    def queue(self) -> bytes:
        """The order file of the seat whose order is awaited, empty where there is none."""
        return self.text_of(self.seat)

    def text_of(self, seat: str) -> bytes:
        """A seat's order file, empty where there is none."""
        return self.queues.get(seat) or b""


class Step(Value):
    """One thing carried out."""

    record: Record
    before: GameState
    state: GameState  # after it
    notes: Sequence[str] = ()  # for the GM
    settings: bytes | None = None  # game.yaml, where that changes
    people: Contents = {}  # the files of persons who are new to the league, or of whom something else is known
    known: Contents = {}  # what these said before, where they were there
    problem: Problem | None = None  # the whole truth of why an order failed


class About(TypedDict):
    """What a record of whatever kind says."""

    number: int
    turn: str
    at: Time
    to_move: tuple[str, ...]
    next: str
    draws: list[dict[str, Any]]
    events: list[dict[str, Any]]
    rules_version: int


def about(
    before: GameState, after: GameState, at: int, outcome: AnyOutcome | None = None, dice: Dice | None = None
) -> About:
    """Return what the record of a step says; `outcome` is what the rules made of it, and `dice` what they drew from."""
    drawn = dice.draws if outcome and dice else []
    events = outcome.events if outcome else []
    return {
        "number": before.clock.number,
        "turn": before.clock.turn,
        "at": Time(at),
        "to_move": after.clock.to_move,
        "next": after.clock.turn,
        "draws": [plain(draw) for draw in drawn],
        "events": [plain(event) for event in events],
        "rules_version": before.ruleset.version,
    }


def final(state: GameState, outcome: AnyOutcome, at: int) -> AnyOutcome:
    """Return an outcome with the end that the game's plan makes of a turn that would begin, and with who has won."""
    view = state.ruleset.view(outcome.game, PUBLIC)
    why = state.file.over_by(view.turn, at)
    if why and view.result is None and view.turn != state.clock.turn:
        end = state.ruleset.end(outcome.game, why, False)
        outcome = outcome.replace(game=end.game, events=[*outcome.events, *end.events])
    return state.terms.award(outcome, state.clock.absent)


def too_early_reason(clock: Clock, now: int) -> str | None:
    """Say why nothing can be done in a game at the time `now`: it lies before what has happened there already."""
    last = clock.last_time
    return None if now >= last else f"{Time(now)} is before the game's last event, at {last}"


def has_left(state: GameState, seat: str) -> bool:
    """Return whether a seat's player has left, so that nobody waits for it; one who is in has to stay."""
    return seat in state.clock.absent and not state.terms.waits and bool(present(state))


def present(state: GameState) -> list[str]:
    return [seat for seat in state.view.still_in if seat not in state.clock.absent]


def read_state(league: League, slug: str, note: Note = ignore_note) -> GameState:
    """Return a started game of the league's commit, people's files from the work tree. Raise Fault.

    `note` hears of files that nothing reads.
    """
    game = league.game(slug)
    match game:
        case Draft():
            raise Unstarted(slug)
        case Shut():
            raise game.why
        case Game():
            for finding in league.stale(game):
                note(str(finding))
            for path in misnamed(game, league.tree):
                note(str(queues.describe_misnamed(game.file, path)))
            for finding in game.edits.unread.values():
                note(f"ignored: {finding}")
            return state_of(game)


def state_of(game: Game) -> GameState:
    """Return a game that was read as a run begins with it."""
    said, closed, opened = queues.read_files(game.codec, game.files, game.clock)
    clock = mask_ids(game.codec, queues.without_saved(game.clock, game.files))
    known = game.clocked.orders
    orders = {seat: game.paths.orders(seat) for seat in game.file.seats}
    return GameState(
        terms=game.terms,
        game=game.position,
        clock=queues.with_noted_queues(clock, game.files, opened),
        queues=said,
        files=game.files,
        closed=closed,
        tracked={seat: known[path] for seat, path in orders.items() if path in known},
        edited=[path for path in game.edits.files if path == game.paths.game],
    )


def misnamed(game: Game, tree: WorkTree) -> list[str]:
    """Return the files among the order files that none is by its name, but those that nobody meant."""
    paths = game.paths
    seats = game.file.seats
    names = {f"{paths.orders_folder}/{name}" for name in tree.names(paths.orders_folder) if is_meant(name)}
    return sorted(names - {paths.orders_note, *map(paths.orders, seats)})


def queue_of(state: GameState, seat: str) -> Queue:
    data = state.text_of(seat)
    if why := state.closed.get(seat):
        name = state.codec.queue_id(seat, data)
        return Queue(state.ruleset, name, problem=problem_in("closed", why=why))
    return queues.parse_queue(state.ruleset, data, state.codec.queue_id(seat, data))


def mask_ids(codec: Codec, clock: Clock) -> Clock:
    """Mask the ids of order files as clock.yaml has them, or take the mask off."""
    queues = codec.hidden_ids(clock.queues, clock.number)
    votes = codec.hidden_ids({f"vote {seat}": vote for seat, vote in clock.votes.items()}, clock.number)
    return clock.replace(
        queues=queues,
        unread=codec.hidden_ids(clock.unread, clock.number),
        votes=dict(zip(clock.votes, votes.values(), strict=True)),
    )


def with_new_keys(state: GameState, *seats: str) -> GameState:
    """Give some seats other keys, in a sealed game; how often they got one never goes back, whatever is taken back."""
    if not state.is_sealed:
        return state
    epochs = state.clock.epochs
    epochs = epochs | {seat: epochs.get(seat, 0) + 1 for seat in seats}
    return state.replace(clock=state.clock.replace(epochs=epochs))


def commits_of(league: League, terms: Terms, record: Record) -> tuple[str, str]:
    """Return the commit of a record, and the one before it. Raise Refused where they are not here."""
    path = terms.paths.record(record.number, record.turn)
    return birth(league.repository, path, league.snapshot.commit)


def uncommitted(league: League, files: Contents) -> list[str]:
    """Return those of people's files that the league's commit has otherwise; one that is empty is none."""
    committed = league.committed(league.snapshot.commit).tree
    return [path for path, data in files.items() if (data or None) != (committed.read(path) or None)]
