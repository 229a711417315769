"""Start a game: check it, draw what is to be drawn, make the first position and clock, commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from genetess_cli import clock as clocks
from genetess_cli import groundwork, namesakes, queues
from genetess_cli.clock import Clock
from genetess_cli.edits import uncommitted
from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.referee import save
from genetess_cli.rules.base import PUBLIC, plain
from genetess_cli.rules.dice import START, Dice
from genetess_cli.seal import keys
from genetess_cli.store import Hosted, League, load, yaml
from genetess_cli.store.amiss import check_there
from genetess_cli.store.git import Repository
from genetess_cli.store.papers import ids_of
from genetess_cli.store.schema import ClockFile, RecordFile
from genetess_cli.store.times import from_time
from genetess_cli.table import Note, Step, Table, silent, step_of


def check(league: League, slug: str) -> Hosted:
    """The game, ready to start.

    Raises Refused where it has started already, has the id of another game, or is sealed with a key that is not here;
    InvalidFile for what is wrong with its settings or board.
    """
    hosted = load(league, slug)
    if hosted.clock is not None:
        raise Refused(f"{slug} has started already: its turn is {hosted.clock.turn}")
    if hosted.is_sealed:
        hosted.game_key()  # one that is made only now would not open the board's sealed part
    hosted.check()
    check_there(league.root, hosted.paths)
    if words := groundwork.names(hosted):
        raise InvalidFile(words)
    namesakes.check(hosted)
    if hosted.file.signup:
        from genetess_cli import seating

        seating.check(hosted, silent)
    return hosted


def start(
    league: League,
    slug: str,
    now: int,
    master: Callable[[], bytes],
    note: Note = silent,
) -> str:
    """Start a game at the time `now` and commit it; gives the label of its first turn. Those who signed up are seated.

    `master` gives the master key, from which the game's draws come. Raises Refused, InvalidFile, Busy.
    """
    if load(league, slug).file.signup:
        from genetess_cli import seating

        seating.seat(league, slug, now, note)
    with Repository.open(league.root) as repository, repository.lock():
        hosted = check(league, slug)
        for words in hosted.unfollowed:
            note(words)
        repository.author()  # before a key is made
        step = _first(hosted, now, master(), note)
        tip, files = repository.tip(), {path: hosted.league.read(path) for path in _people_write(hosted)}
        save(repository, tip, replace(step, along=uncommitted(repository, tip, files)), now, note)
    return step.table.label


def _first(hosted: Hosted, now: int, master_key: bytes, note: Note) -> Step:
    """The step from nothing to the first turn."""
    game_id = hosted.file.id or keys.new_id()
    game_key = keys.checked(master_key, game_id, hosted.commitment)
    rules = hosted.ruleset
    dice = Dice(lambda: keys.dice_key(game_key), START)
    outcome = rules.new(hosted.settings, hosted.board, hosted.seats, dice)
    before = _empty(hosted, now, note)
    view = rules.view(outcome.game, PUBLIC)
    clock = clocks.begin(
        before.clock, ids_of(hosted.papers, before.queues), now, deadline=hosted.file.deadline_from(now)
    )
    after = replace(
        before,
        game=outcome.game,
        clock=clock,
        label=view.turn,
        to_move=tuple(view.to_move),
        phase=view.phase,
        number=1,
    )
    record = RecordFile(
        number=0,
        turn="0",
        source="start",
        outcome="done",
        at=from_time(now),
        to_move=after.to_move,
        next=after.label,
        draws=[plain(draw) for draw in dice.draws],
        events=[plain(event) for event in outcome.events],
        rules_version=rules.VERSION,
    )
    step = step_of(before, after, record)
    fields: dict[str, str | int] = {
        "id": game_id,
        "commitment": keys.commitment(game_key),
        "rules_version": rules.VERSION,
    }
    if missing := [f"`{name}`" for name in ("id", "commitment") if getattr(hosted.file, name) is None]:
        note(f"{hosted.paths.game} has got its {' and '.join(missing)}, which the game's draws are tied to")
    return replace(step, changes=step.changes | _peoples_files(hosted, fields))


def waiting(hosted: Hosted, now: int) -> Clock:
    """The clock of a game that starts now, before its first turn begins."""
    holiday = {seat.name: hosted.file.holiday_seconds for seat in hosted.seats if hosted.file.holiday_seconds}
    return Clock(now, None, {}, holiday=holiday)


def _empty(hosted: Hosted, now: int, note: Note) -> Table:
    file = ClockFile(turn="0", phase="waiting", since=from_time(now), number=0)
    files = queues.files_of(hosted, note)
    said, closed, opened = queues.read_files(hosted, files, file)
    file = queues.noted(file, files, opened)
    return Table(hosted, None, waiting(hosted, now), "0", (), "waiting", 0, said, file, files, closed)


def _peoples_files(hosted: Hosted, fields: Mapping[str, str | int]) -> dict[str, bytes | None]:
    """game.yaml with the `fields` that the program writes into it, and board.yaml where there is one."""
    game = yaml.with_fields(hosted.game_bytes, fields, hosted.paths.game)
    return {path: hosted.league.read(path) for path in _people_write(hosted)} | {hosted.paths.game: game}


def _people_write(hosted: Hosted) -> list[str]:
    board = [] if hosted.ruleset.BOARD is None else [hosted.paths.board]
    return [hosted.paths.game, *board, *([hosted.paths.specials] if board and hosted.is_sealed else [])]
