"""A league on disk: find it, load a game, list its records. Writing goes through `git.py`, one commit at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

import msgspec

from genetess_cli.errors import InvalidFile, Refused, WrongUsage
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.base import PUBLIC, Fault, Ruleset, Seat
from genetess_cli.store import schema, yaml
from genetess_cli.store.layout import GAMES, LEAGUE, Layout, check_slug, find_league, record_of
from genetess_cli.store.schema import ClockFile, GameFile, LeagueFile, RecordFile

LARGEST_FILE = 8 * 1024 * 1024
TIMEOUT = "timeout"


class Reader(Protocol):
    """Gives a file's bytes by its path in the league; None where there is none."""

    def __call__(self, path: str, /) -> bytes | None: ...


class League:
    """A league's folder and what is read from it.

    `root` is the folder of genetess.yaml, `cache` where parsed files are kept (None: nowhere).
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache = _cache_folder(root)

    def read(self, path: str) -> bytes | None:
        """A file of the work tree. Raises Refused for one that is too large, or no file."""
        file = self.root / path
        for part in (file, *file.parents):
            if part == self.root:
                break
            if part.is_symlink():
                raise Refused(
                    f"{part.relative_to(self.root)} is a symbolic link; put what it points to in its place"
                )
        try:
            with file.open("rb") as opened:
                data = opened.read(LARGEST_FILE + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refused(f"{path} cannot be read: {error.strerror}") from error
        if len(data) > LARGEST_FILE:
            raise Refused(f"{path} is larger than {LARGEST_FILE // 1024 // 1024} MiB; no file of a league is")
        return data

    @cached_property
    def settings(self) -> LeagueFile:
        """genetess.yaml. Raises InvalidFile."""
        data = self.read(LEAGUE)
        return schema.load_league(yaml.read(data or b"", LEAGUE, self.cache))

    def slugs(self) -> list[str]:
        """The games' slugs, in order of the alphabet."""
        folder = self.root / GAMES
        games = folder.iterdir() if folder.is_dir() else ()
        return sorted(game.name for game in games if (game / "game.yaml").exists())


class Hosted:
    """One game of a league: its settings, and its position where it has started.

    Everything is read when first asked for. `clock` is None until the game has started.
    """

    def __init__(self, league: League, slug: str, program: Reader | None = None) -> None:
        self.league = league
        self.slug = check_slug(slug)
        self.paths = Layout(slug)
        self._program = program or league.read
        if league.read(self.paths.game) is None:
            known = ", ".join(league.slugs()) or "none yet"
            raise WrongUsage(f"there is no game {slug} in this league; it has {known}")

    @cached_property
    def game_bytes(self) -> bytes:
        """game.yaml as it is."""
        return self.league.read(self.paths.game) or b""

    @cached_property
    def _game_tree(self) -> yaml.Tree:
        return yaml.read(self.game_bytes, self.paths.game, self.league.cache)

    @cached_property
    def _board_tree(self) -> yaml.Tree:
        data = self.league.read(self.paths.board)
        if data is None:
            raise InvalidFile(
                [f"{self.paths.board}: there is no such file, and a {self.file.ruleset} game needs one"]
            )
        return yaml.read(data, self.paths.board, self.league.cache)

    @cached_property
    def file(self) -> GameFile:
        """game.yaml. Raises InvalidFile."""
        return schema.load_game(self._game_tree, RULESETS)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return ruleset(self.file.ruleset)

    @cached_property
    def settings(self) -> Any:
        """The ruleset's own settings, and the time-out where they have it too. Raises InvalidFile."""
        try:
            settings = msgspec.convert(self.file.rules, self.ruleset.SETTINGS)
        except msgspec.ValidationError:  # once more with the whole file, so that every mistake has its line
            settings = yaml.convert(self._game_tree, _typed_game(self.file.ruleset)).rules
        if TIMEOUT not in self.ruleset.SETTINGS.__struct_fields__:
            return settings
        return msgspec.structs.replace(settings, timeout=self.file.timeout or self.ruleset.TIMEOUTS[0])

    @cached_property
    def board(self) -> Any:
        """board.yaml, None for a ruleset without one. Raises InvalidFile."""
        return None if self.ruleset.BOARD is None else yaml.convert(self._board_tree, self.ruleset.BOARD)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """The seats, in order of play."""
        return [Seat(player.seat, player.colour or player.seat, player.start) for player in self.file.players]

    def check(self) -> None:
        """Raise InvalidFile for everything that is wrong with the settings and the board."""
        faults = self.ruleset.faults(self.settings, self.board, self.seats)
        if self.file.timeout not in (None, *self.ruleset.TIMEOUTS):
            faults = [*faults, Fault((TIMEOUT,), f"expected one of {', '.join(self.ruleset.TIMEOUTS)}")]
        if TIMEOUT in self.file.rules:
            faults = [*faults, Fault(("rules", TIMEOUT), "the time-out stands beside rules:, not in it")]
        if faults:
            raise InvalidFile([self._placed(fault) for fault in faults])

    def _placed(self, fault: Fault) -> str:
        if fault.path and fault.path[0] == "board":
            return yaml.fault(self._board_tree, fault.path[1:], fault.message)
        return yaml.fault(self._game_tree, fault.path, fault.message)

    @cached_property
    def clock(self) -> ClockFile | None:
        """clock.yaml, None until the game has started. Raises InvalidFile, also where it alone is missing."""
        data = self._program(self.paths.clock)
        if data is None:
            self._check_unstarted()
            return None
        return schema.load_clock(yaml.read_program(data, self.paths.clock, self.league.cache))

    def _check_unstarted(self) -> None:
        """Raise InvalidFile where the program has written other files for the game."""
        records = self._program == self.league.read and (self.league.root / self.paths.turns_folder).is_dir()
        if records or self._program(self.paths.state) is not None:
            path = self.paths.clock
            words = (
                f"there is no such file, though the game has started; take it back with `git restore {path}`"
            )
            raise InvalidFile([f"{path}: {words}, or from an earlier commit"])

    @cached_property
    def game(self) -> Any:
        """The position, None until the game has started.

        Raises InvalidFile where it cannot be read, is missing, or has other seats than game.yaml.
        """
        data = self._program(self.paths.state)
        if data is None and self.clock is None:
            return None
        if data is None:
            raise InvalidFile([f"{self.paths.state}: there is no such file; take it back from git"])
        tree = yaml.read_program(data, self.paths.state, self.league.cache)
        try:
            game = self.ruleset.load(self.settings, tree.data)
        except ValueError as error:
            raise InvalidFile(
                [f"{self.paths.state}: {error}; take the file back from git, no person is meant to edit it"]
            ) from error
        view = self.ruleset.view(game, PUBLIC)
        seats = list(view.players)
        if seats != self.file.seats and not (view.reseated and set(seats) == set(self.file.seats)):
            words = f"the game was started with {', '.join(seats)}, in this order; put these seats back"
            raise InvalidFile([yaml.fault(self._game_tree, ("players",), words)])
        return game

    def check_seat(self, name: str) -> None:
        """Raise WrongUsage, naming the seats, where the game has no such seat."""
        if name not in self.file.seats:
            raise WrongUsage(
                f"{self.slug} has no seat {name[:60]!r}; its seats are {', '.join(self.file.seats)}"
            )

    def queue_file(self, seat: str) -> bytes | None:
        """A seat's order file as it lies in the work tree, None where there is none.

        Raises Refused for a link, a folder, a pipe or more than 1 MiB: nobody's queue is any of them.
        """
        from genetess_cli.store import worktree

        return worktree.read_file(self.league.root, self.paths.orders(seat))

    def queue_bytes(self, seat: str) -> bytes:
        """A seat's order file, empty where there is none or none that can be read."""
        try:
            return self.queue_file(seat) or b""
        except Refused:
            return b""


def find(start: Path) -> League:
    """The league that a folder lies in. Raises WrongUsage where there is none."""
    return League(find_league(start))


def load(league: League, slug: str, program: Reader | None = None) -> Hosted:
    """A game of a league; `program` reads what the program wrote from elsewhere than the work tree.

    Raises WrongUsage where there is no such game.
    """
    return Hosted(league, slug, program)


def records(league: League, slug: str, first: int = 0) -> Iterator[RecordFile]:
    """The records of a game's turns, in order, from the number `first` on. Raises InvalidFile."""
    for path in _record_paths(league, slug, first):
        data = league.read(path) or b""
        yield schema.load_record(yaml.read_program(data, path, league.cache))


def acts(league: League, slug: str, first: int = 0) -> Iterator[RecordFile]:
    """The records from the number `first` on of what the GM did beside orders, in order. Raises InvalidFile."""
    for path in _record_paths(league, slug, first):
        data = league.read(path) or b""
        if b"\ndesk: " in data:  # only then it is worth reading it in full
            yield schema.load_record(yaml.read_program(data, path, league.cache))


def _record_paths(league: League, slug: str, first: int) -> list[str]:
    folder = league.root / Layout(slug).turns_folder
    hundreds = [part.name for part in folder.iterdir() if part.is_dir()] if folder.is_dir() else []
    found = []
    for name in hundreds:
        if name[:-2].isdigit() and int(name[:-2]) >= first // 100:
            paths = [f"{Layout(slug).turns_folder}/{name}/{file.name}" for file in (folder / name).iterdir()]
            found += [(place[0], path) for path in paths if (place := record_of(path)) and place[0] >= first]
    return [path for _, path in sorted(found)]


@cache
def _typed_game(name: str) -> Any:
    """GameFile with a ruleset's own type for `rules:`."""
    settings = ruleset(name).SETTINGS
    return msgspec.defstruct(
        "TypedGameFile",
        [("rules", settings, msgspec.field(default_factory=settings))],
        bases=(GameFile,),
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )


def _cache_folder(root: Path) -> Path | None:
    for folder in (root, *root.parents):
        git = folder / ".git"
        if git.is_dir():
            return git / "genetess" / "cache"
        if git.is_file():
            return None
    return None
