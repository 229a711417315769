"""Submit a player's orders: the whole queue is checked as far as that player may know, then written or refused.

When an order is carried out, and what comes of it, is decided in `turns/referee.py`.
"""

from __future__ import annotations

from contextlib import suppress

from genetess_cli.errors import Hopeless, InvalidFile, Refused, Unreadable
from genetess_cli.rules import orders
from genetess_cli.rules.base import PUBLIC, AnyOrder, Muster, Reading
from genetess_cli.rules.orders import HOLIDAY, Entry
from genetess_cli.rules.problems import Problem, render
from genetess_cli.store.codec import Queued
from genetess_cli.store.files import Files
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Game
from genetess_cli.store.schema import Clock
from genetess_cli.turns.acts.absence import noted
from genetess_cli.turns.acts.asked import in_vain
from genetess_cli.turns.clock import is_passed_by
from genetess_cli.turns.queue import Queue, is_put_back, parse_queue
from genetess_cli.turns.simultaneous import combine
from genetess_cli.turns.wishes.lines import joined, lift
from genetess_cli.values import Value

SOON = "The first order runs soon."
SEALED = (
    "They are sealed, so this answer cannot say whether they are orders or wishes. The next run carries out wishes. "
    "An order runs in your turn, and no order runs while the game is paused."
)
OTHER_RULES = (
    "Nothing is played for now: the program has other rules than the game, and the GM has to choose."
)
_NEXT_TICK = "The next `genetess tick` carries {} out."
_NO_HOLIDAY = "no-holiday"
_NO_HOLIDAYS = "no-holidays"
_NEVER = (_NO_HOLIDAYS, "off-grid")
_BLIND = (
    "{slug} is sealed and the GM's key is not here: the orders were checked for their form, not against the board. "
    "Your turnsheet lists what you can do."
)


class WrittenQueue(Value):
    """What was written."""

    path: str
    said: list[str]  # wishes and orders, each as it was understood
    warnings: list[str]  # what is odd
    when: str  # when the first runs
    counts: bool  # something may come of the file: nothing does for a seat whose player has left


class Looked(Value):
    """A queue as it would be written, with the file's bytes, and what is odd."""

    queue: Queue
    data: bytes
    warnings: list[str]
    wishes: list[str]


def write(
    league: League, game: AnyGame, seat: str, text: str, now: int, commit: bool = False
) -> WrittenQueue:
    """Check a seat's whole queue and write its file, committed if asked for; nothing but blanks clears the file.

    Where only the seat's key is here, nobody can know a sealed position: the form of the orders alone is checked. Raise
    Refused for what cannot be an order, or the seat can know to be wrong with the first one, Busy, InvalidFile.
    """
    checked = look(league, game, seat, text, now)
    lines, persons = noted(league, game, seat, checked.data, now)
    data = joined(lines, _said(game, seat))
    file = _seal(game, seat, data, now) if game.is_sealed else data
    which = "the first one" if len(checked.queue.entries) > 1 else "it"
    when = when_it_goes(league, game, seat, checked.queue, _NEXT_TICK.format(which))
    counts = not _is_left(game, seat)
    commit_at = now if commit else None
    files = {game.paths.orders(seat): file or None, **persons}
    _write(league, game, seat, files, commit_at)  # once nothing else can fail
    said = [*checked.wishes, *checked.queue.orders]
    return WrittenQueue(game.paths.orders(seat), said, checked.warnings, when, counts)


def look(league: League, game: AnyGame, seat: str, text: str, now: int, numbered: bool = True) -> Looked:
    """Check a file as `write` does, and write nothing. Raise Refused, Hopeless for what no turn can make right."""
    sent = saved(game, seat, _file(text))
    lifted = lift(sent)
    if over := over_reason(game):
        raise Refused(over)
    if sent and (bot := game.file.bots.get(seat)):
        raise Refused(f"{game.slug}: the bot {bot} plays {seat} and takes no orders")
    known = game.codec.shut is None
    queue_id = game.codec.queue_id(seat, lifted.rest) if known else ""
    queue = parse_queue(game.ruleset, lifted.blanked, queue_id)
    whole = sent.decode("utf-8", "replace")
    if queue.problem:
        raise Refused(render(queue.problem, whole, numbered=numbered))
    problems = [*queue.problems, *outside(league, game, queue)]
    readings = [reading for _, reading in queue.readings]
    warnings = [] if problems else [f"line {line}: {words}" for line, words in queue.ignored]
    if not known:
        warnings.append(_BLIND.format(slug=game.slug))
    elif mustered := combine(league, game, seat, queue):
        problems += [problem for _, problem in mustered.failed]
        warnings += [f"{_place(entry, numbered)}: {note}" for entry, note in mustered.notes]
    elif readings and (problem := _first(game, seat, readings[0])):
        if problem.slug in (_NO_HOLIDAY, _NO_HOLIDAYS) or (game.clock and seat in game.clock.to_move):
            problems.append(problem)
        else:  # another board will lie there when the order goes
            why = render(problem, queue.text, numbered=numbered)
            warnings.append(f"On today's board the first order would fail:\n{why}")
    problems += in_vain(game, seat, lifted.wishes, now)
    problems = [problem for at, problem in enumerate(problems) if problem not in problems[:at]]
    if problems:
        problems.sort(key=_line)
        words = "\n".join(render(problem, whole, numbered=numbered) for problem in problems)
        if any(problem.slug in _NEVER for problem in problems):
            raise Hopeless(words)
        raise Refused(words)
    return Looked(queue, sent, warnings, [entry.text for entry in lifted.wishes])


def over_reason(game: AnyGame) -> str | None:
    """Return why no order can come to anything any more; None while the game goes on."""
    is_over = game.clock is not None and game.clock.is_over
    return f"{game.slug} is over; it takes no more orders" if is_over else None


def _line(problem: Problem) -> int:
    return problem.span.line if problem.span else 0


def _place(entry: Entry, numbered: bool) -> str:
    return f"line {entry.span.line}" if numbered else f"“{entry.text}”"


def _said(game: AnyGame, seat: str) -> bytes:
    """Return what a seat's order file says, as far as it can be opened here."""
    with suppress(Unreadable):
        if held := game.files.get(seat):
            return game.codec.queue(seat, held, game.clock).text
    return b""


def saved(game: AnyGame, seat: str, data: bytes) -> bytes:
    """Return an order file as a player saves it: with the text that an undo put back it is another one all the same."""
    return data + b"\n" if is_put_back(game.clock, seat, data) else data


def outside(league: League, game: AnyGame, queue: Queue) -> list[Problem]:
    """Return what is wrong with squares that the board does not have; none for a board that cannot be read."""
    try:
        board = league.setup(game.terms).board
    except InvalidFile:  # told elsewhere
        return []
    return queue.outside(board)


def _seal(game: AnyGame, seat: str, data: bytes, now: int) -> bytes:
    if not data:
        return b""
    clock = game.clock
    least = clock.numbers.get(seat, 0) if clock else 0
    with suppress(Unreadable):
        if held := game.files.get(seat):
            least = max(least, game.codec.queue(seat, held, clock).number + 1)
    return game.codec.queue_file(seat, Queued(data, max(now, least)), clock)


def when_it_goes(league: League, game: AnyGame, seat: str, queue: Queue, soon: str = SOON) -> str:
    """Say when a queue's first order goes and what would hurry it (`soon`: nothing); "" for one without orders."""
    known = game.codec.shut is None  # the position, or before the start what it will be made of
    clock = game.clock
    if queue.entries and _is_left(game, seat):
        return (
            f"The player of {seat} has left: nothing in the file runs, unless the GM gives the seat to somebody with "
            f"`genetess replace {game.slug} {seat} NAME`."
        )
    if clock and clock.paused and queue.entries:
        paused_to = clock.paused.until
        end = game.file.in_words(paused_to) if paused_to else "the GM resumes it"
        return f"The game is paused: nothing runs until {end}."
    if game.other_rules and queue.entries:
        return f"It is stored. {OTHER_RULES}"
    if is_put_back(clock, seat, queue.text.encode()):
        return "An undo put this back. It waits until you send it again, `*` or not, or for your deadline."
    if clock and clock.together and not known:
        return "All players order at the same time now. Your turnsheet says whether your orders are complete."
    if known and (mustered := combine(league, game, seat, queue)):
        return _when_together(game, mustered)
    if not queue.entries:
        return ""
    is_to_move = clock is not None and seat in clock.to_move
    resting = clock is not None and clock.phase == "suspended" and is_to_move
    at_once = (queue.entries[0].starred or queue.holiday) and not resting
    if clock is None or not is_to_move:
        if at_once:
            return f"It is stored and runs as soon as {seat}'s turn begins."
        none = game.file.deadline_seconds is None
        when = ". There is no deadline" if none else f" until the deadline of {seat}'s next turn"
        return f"It is stored{when}. To run it when that turn begins, put a `*` in front."
    if at_once or (known and (queue.id != _noted_id(game, clock, seat) or seat in clock.put_back)):
        return soon
    end = "holiday ends" if resting else "deadline"
    until = f"until your {end}{_by(game)}" if clock.deadline else "until you change it: there is no deadline"
    hurry = "To run it now, put a `*` in front."
    if known:
        return f"This order was there before your turn began, so it waits {until}. {hurry}"
    return f"{soon} But an order that was there before your turn began waits {until}. {hurry}"


def _noted_id(game: AnyGame, clock: Clock, seat: str) -> str:
    """Return the id of the order file that the seat had as the turn began; in a sealed game only its key shows it."""
    return game.codec.hidden_ids(clock.queues, clock.number).get(seat, "")


def _is_left(game: AnyGame, seat: str) -> bool:
    """Return whether the seat is timed out whatever is in its file, as its player has left."""
    return isinstance(game, Game) and is_passed_by(seat, game.clock, game.view(PUBLIC))


def _when_together(game: AnyGame, mustered: Muster[AnyOrder]) -> str:
    has_started = game.clock is not None
    if mustered.order is None:
        when = "now" if has_started else "once the game has started"
        return f"Not complete yet: all players order at the same time {when}, and the file needs {mustered.wanted}."
    if not has_started:
        return "Your orders are complete for the start. Until everyone's are, you can still change them."
    by = _by(game)
    until = f" or the deadline passes{by}" if by else ""
    secret = "" if game.is_sealed else " In an open game, anybody who reads the repository can read them."
    return f"Your orders are complete. You can still change them until everyone's are{until}.{secret}"


def _by(game: AnyGame) -> str:
    deadline = game.clock and game.clock.deadline
    return f", {game.file.in_words(deadline)}" if deadline else ""


def _file(text: str) -> bytes:
    """Return the text as the file holds it, with a newline at its end; nothing for blanks alone."""
    data = text.encode("utf-8", "surrogatepass")  # what is no text is refused as such, below
    if not text.strip():
        return b""
    return data if data.endswith(b"\n") else data + b"\n"


def _first(game: AnyGame, seat: str, reading: Reading[AnyOrder]) -> Problem | None:
    """Return what the seat can know to be wrong with its next order; later ones meet another board."""
    if not isinstance(game, Game) or reading.order is None:
        return None
    if reading.order.verb == HOLIDAY:
        left = game.clock.holiday.get(seat)  # what was granted counts, not what game.yaml says since
        problem = None if left else orders.no_holiday(had=left is not None)
    else:
        problem = game.ruleset.check(game.position, seat, reading.order)
    return reading.locate(problem) if problem else None


def _write(league: League, game: AnyGame, seat: str, files: Files, commit_at: int | None) -> None:
    repository = league.repository
    if commit_at is None:
        repository.write_worktree(files)
        return
    with repository.lock():
        tip = repository.tip()
        there = league.committed(tip).tree
        if all(there.read(path) == data for path, data in files.items()):  # a second commit says nothing
            repository.write_worktree(files)
            return
        here = league.now().tree
        held = {path: here.read(path) for path in files}
        message = f"{game.slug}: {seat}'s orders\n"
        _, left = repository.commit(tip, files, message, commit_at, seen=held)
    if left:
        raise Refused(
            f"{', '.join(left)} was edited meanwhile and stays as it is; the commit has the new orders"
        )
