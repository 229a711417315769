"""What `genetess check` looks at: every file of a league as it lies there, or what one author's change touches.

Each check gives lines that open with the file's path. Whether an order can be carried out is not asked here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from genetess_cli.errors import Fault, InvalidFile, WrongUsage
from genetess_cli.muster import together
from genetess_cli.problems import Problem, render
from genetess_cli.rules import RULESETS, orders, ruleset
from genetess_cli.rules.base import Muster, Ruleset
from genetess_cli.store import Hosted, League, load, records, schema, yaml
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import GAMES, LEAGUE, Layout, check_slug, seat_of, slug_of
from genetess_cli.store.schema import GameFile
from genetess_cli.store.worktree import Change

_PLAIN_FILE = "100644"


class Checked(msgspec.Struct, frozen=True):
    """How many files were looked at, a line for each thing that is wrong, and for what is merely odd."""

    files: int
    problems: list[str]
    warnings: list[str] = []


class Check(msgspec.Struct, frozen=True):
    """A file's path in the league, and what finds everything that is wrong with it, or merely odd."""

    path: str
    find: Callable[[], list[str]]
    warn: Callable[[], list[str]] = list


Replay = Callable[[Hosted], Iterable[object]]
"""Goes through a started game from its opening. Raises InvalidFile where its files do not lead to its position."""


# The work tree


def check(league: League, replay: Replay, places: Sequence[str] = ()) -> Checked:
    """Everything that is wrong with the files of a league, or with those at and below `places`.

    `replay` tries whether the records of a game lead to its position;
    `places` are paths in the league, "" for all of it. Raises WrongUsage for a place with nothing to check.
    """
    every = list(_checks(league, replay))
    chosen = [one for one in every if not places or any(_below(one.path, place) for place in places)]
    for place in places:
        if not any(_below(one.path, place) for one in every):
            raise WrongUsage(
                f"{place or 'this league'} holds no file of a league that can be checked; see {LEAGUE}"
            )
    problems = dict.fromkeys(line for one in chosen for line in _found(one.path, one.find))
    warnings = [line for one in chosen for line in one.warn()]
    return Checked(len(chosen), list(problems), warnings)


def _below(path: str, place: str) -> bool:
    return place in ("", path) or path.startswith(f"{place}/")


def _found(path: str, find: Callable[[], list[str]]) -> list[str]:
    """What a check finds, where a file that cannot be read at all is one more finding."""
    try:
        return find()
    except InvalidFile as error:
        return error.faults
    except Fault as fault:
        text = str(fault)
        return [text if text.startswith(path) else f"{path}: {text}"]


def _checks(league: League, replay: Replay) -> Iterator[Check]:
    yield Check(LEAGUE, lambda: _loads(lambda: league.settings))
    for slug in _folders(league):
        yield from _game_checks(league, slug, replay)


def _folders(league: League) -> list[str]:
    folder = league.root / GAMES
    return sorted(game.name for game in folder.iterdir() if game.is_dir()) if folder.is_dir() else []


def _lies_there(league: League, path: str) -> bool:
    """Whether anything is at a path, a link that leads nowhere included."""
    return os.path.lexists(league.root / path)


def _loads(load_it: Callable[[], object]) -> list[str]:
    load_it()
    return []


def _game_checks(league: League, slug: str, replay: Replay) -> Iterator[Check]:
    paths = Layout(slug)
    try:
        hosted = load(league, check_slug(slug))
    except Fault as fault:
        missing = not _lies_there(league, paths.game)
        words = "there is no game.yaml; add one, or delete the folder" if missing else str(fault)
        yield Check(paths.game, lambda: [f"{paths.folder}: {words}"])
        return
    yield Check(paths.game, lambda: _settings(hosted))
    if _lies_there(league, paths.board):
        yield Check(paths.board, lambda: _board(hosted))
    for file in _order_files(league, paths):
        yield _order_check(hosted, file)
    records = (league.root / paths.turns_folder).is_dir()
    started = records or _lies_there(league, paths.clock)
    if started or _lies_there(league, paths.state):
        yield Check(paths.clock, lambda: _loads(lambda: hosted.clock))
    if started or _lies_there(league, paths.state):
        yield Check(paths.state, lambda: _loads(lambda: hosted.game))
    if started:
        yield Check(paths.turns_folder, lambda: _past(hosted, replay))


def _past(hosted: Hosted, replay: Replay) -> list[str]:
    """What is wrong with the records; they are replayed only where settings, board and position can be read."""
    try:
        hosted.check()
        playable = hosted.game is not None
    except InvalidFile:
        playable = False  # said of those files already
    return _loads(lambda: [*(replay(hosted) if playable else records(hosted.league, hosted.slug))])


def _settings(hosted: Hosted) -> list[str]:
    """What is wrong with game.yaml, and with a board that is missing."""
    _ = hosted.file, hosted.settings
    lines = _together(hosted)
    there = _lies_there(hosted.league, hosted.paths.board)
    return [line for line in lines if not (there and line.startswith(f"{hosted.paths.board}:"))]


def _board(hosted: Hosted) -> list[str]:
    """What is wrong with board.yaml; nothing where game.yaml does not say yet what the board is for."""
    try:
        _ = hosted.file, hosted.settings
    except InvalidFile:
        return _loads(lambda: yaml.read(hosted.league.read(hosted.paths.board) or b"", hosted.paths.board))
    return [line for line in _together(hosted) if line.startswith(f"{hosted.paths.board}:")]


def _together(hosted: Hosted) -> list[str]:
    try:
        hosted.check()
    except InvalidFile as error:
        return error.faults
    return []


# Orders


def _order_files(league: League, paths: Layout) -> list[str]:
    folder = league.root / paths.orders_folder
    names = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    files = sorted(f"{paths.orders_folder}/{name}" for name in names if name != ".gitkeep")
    return [file for file in files if file != paths.orders_note]


def _order_check(hosted: Hosted, path: str) -> Check:
    def find() -> list[str]:
        try:
            file = hosted.file
        except InvalidFile:
            return []  # said of game.yaml already
        data = hosted.league.read(path) or b""
        found = [*order_problems(file, path, data), *_together_problems(hosted, path, data)]
        return sorted(dict.fromkeys(found), key=_line)

    def warn() -> list[str]:
        try:
            text = orders.decode(hosted.league.read(path) or b"")
            if isinstance(text, Problem):
                return []
            mustered = together(hosted, str(seat_of(path)), text)
            return [*passed_over(hosted.ruleset, text, f"{path}:"), *notes(mustered, f"{path}:")]
        except Fault:
            return []  # said as a problem already

    return Check(path, find, warn)


def _line(problem: str) -> int:
    """The line that a rendered problem is about, 0 for one of the file as a whole."""
    number = problem.split(":", 2)[1:2]
    return int(number[0]) if number and number[0].isdigit() else 0


def _together_problems(hosted: Hosted, path: str, data: bytes) -> list[str]:
    """What is wrong with an order file as a whole, where all seats order at the same time."""
    seat, text = seat_of(path), orders.decode(data)
    if seat is None or isinstance(text, Problem):
        return []
    mustered = together(hosted, seat, text)
    return [render(problem, text, path) for _, problem in mustered.failed] if mustered else []


def notes(found: Muster | None, place: str = "line ") -> list[str]:
    """What becomes of entries where that may surprise; `place` as in `passed_over`."""
    return [f"{place}{entry.span.line}: {note}" for entry, note in found.notes] if found else []


def order_problems(file: GameFile, path: str, data: bytes) -> list[str]:
    """What is wrong with the form of an order file, one text for each mistake: line, caret and hint."""
    if seat_of(path) not in file.seats:
        return [f"{path}: no seat's order file; the seats are {', '.join(file.seats)}, each with SEAT.txt"]
    text = orders.decode(data)
    if isinstance(text, Problem):
        return [render(text, source=path)]
    return [render(problem, text, path) for problem in mistakes(ruleset(file.ruleset), text)]


def mistakes(rules: Ruleset, text: str) -> list[Problem]:
    """What is wrong with the form of a queue, entry by entry."""
    entries = orders.entries(text)
    if problem := orders.too_many(entries):
        return [problem]
    return [reading.problem for entry in entries if (reading := rules.parse(entry)).problem]


def passed_over(rules: Ruleset, text: str, place: str = "line ") -> list[str]:
    """A line for each order of a queue that stands among other words: which words are no part of it (ruling G27).

    `place` is what each begins with, before the number of the line.
    """
    rows = text.splitlines()
    found = []
    for entry in orders.entries(text)[: orders.MOST_ORDERS]:
        reading = rules.parse(entry)
        if spans := sorted({span for span in (reading.ignored, reading.ignored_after) if span}):
            words = " and ".join(f"“{rows[span.line - 1][span.start : span.end]}”" for span in spans)
            is_are = "is" if len(spans) == 1 else "are"
            found.append(
                f"{place}{entry.span.line}: {words} {is_are} no part of the order {reading.order}, and passed over"
                + _parted(rules, [rows[span.line - 1][span.start : span.end] for span in spans])
            )
    return found


def _parted(rules: Ruleset, texts: Sequence[str]) -> str:
    """A hint for words that were passed over, and hold an order of their own."""
    hold = any(rules.parse(entry).order for text in texts for entry in orders.entries(text))
    return "; for two orders put a `/` or a new line between them" if hold else ""


# A change


def check_change(league: League, author: str, base: str, head: str = "HEAD") -> Checked:
    """Everything that the login `author` may not do, or that is no order, in the change that `head` makes to `base`.

    The change begins where the two parted: what others did to `base` since then is not the author's.
    Who may write which file is read from game.yaml as it was at `base`. Nothing of the work tree counts.
    Raises WrongUsage for a commit that is not there, Refused where the objects are missing.
    """
    with Repository.open(league.root) as repository:
        old, new = repository.resolve(base), repository.resolve(head)
        changes = repository.changes(repository.merge_base(old, new), new)
        change = _Change(repository, old, new, author)
        return Checked(len(changes), [line for one in changes for line in change.problems(one)])


class _Change:
    """Judges the files of one change, one after the other."""

    def __init__(self, repository: Repository, old: str, new: str, author: str) -> None:
        self._repository = repository
        self._old = old
        self._new = new
        self._author = author.lower()
        self._games: dict[str, GameFile | str] = {}

    def problems(self, change: Change) -> list[str]:
        """What is wrong with one changed file."""
        inside = change.path.startswith(self._repository.prefix)
        path = change.path.removeprefix(self._repository.prefix)
        seat, slug = seat_of(path), slug_of(path)
        if not inside or seat is None or slug is None:
            return [
                f"{path}: a player may change order files only, games/GAME/orders/SEAT.txt; undo this change"
            ]
        file = self._game(slug)
        if isinstance(file, str):
            return [f"{path}: {file}"]
        if seat not in self._own(file):
            mine = ", ".join(self._own(file)) or "no seat"
            return [f"{path}: {self._author} plays {mine} in {slug}, not {seat}; undo this change"]
        return self._contents(file, path, change)

    def _own(self, file: GameFile) -> list[str]:
        return [one.seat for one in file.players if (one.github or "").lower() == self._author]

    def _game(self, slug: str) -> GameFile | str:
        """A game's settings before the change, or why there are none."""
        if slug not in self._games:
            self._games[slug] = self._read(slug)
        return self._games[slug]

    def _read(self, slug: str) -> GameFile | str:
        path = Layout(slug).game
        try:
            data = self._repository.read(self._old, [path])[path]
            if data is None:
                return f"there was no game {slug} before this change; ask the GM for one"
            return schema.load_game(yaml.read(data, path), RULESETS)
        except Fault:
            return f"{path} was not valid before this change, so that nobody can tell whose file this is; ask the GM"

    def _contents(self, file: GameFile, path: str, change: Change) -> list[str]:
        if change.new is None:
            return []
        if change.new.mode != _PLAIN_FILE:
            what = change.new.words if not change.new.is_file else "an executable file"
            return [f"{path}: {what}; an order file is plain text with mode {_PLAIN_FILE}"]
        data = self._repository.read(self._new, [path])[path] or b""
        return order_problems(file, path, data)


def place_in(league: League, path: Path) -> str:
    """A path as it stands in the league: from the current folder, or else from the league's.

    Raises WrongUsage for one that is not there or lies outside.
    """
    root = league.root.resolve()
    try:
        for found in (path.absolute(), root / path):
            if found.exists() and found.resolve().is_relative_to(root):
                return found.resolve().relative_to(root).as_posix().removeprefix(".")
    except (OSError, ValueError):
        pass
    raise WrongUsage(f"{path} is nothing in the league {root}; name a file or folder of it, like games/riot")
