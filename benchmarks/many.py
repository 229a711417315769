"""Leagues of many games, mixed as a real league has them, each turn a commit.

The games are played by the referee's own steps, with the game's own draws, and written as it writes them, so `verify`
holds. Two things are spared, which would be most of the time: reading a game again before each turn, and git's
processes for each commit. A process a core plays its share of the games, and `git fast-import` takes the commits in.

The same games are in leagues of several sizes: the first so many of them. Each round of a league is a day, in which
every game that is not over has one turn.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from os import cpu_count
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks import leagues
from benchmarks.leagues import branch, lucky, seal_specials, set_lines
from benchmarks.measure import ENVIRONMENT, genetess, git, run
from genetess_cli.admin.simulate import RANDOM, luck_of
from genetess_cli.store.files import Files
from genetess_cli.store.league import League
from genetess_cli.store.times import Time
from genetess_cli.turns.referee import brought, dice_of
from genetess_cli.turns.saving import SavedStep, write_step
from genetess_cli.turns.state import GameState, GmOrder, read_state
from genetess_cli.turns.step import advance
from tests.kit.keys import game_key

BEGIN = 1_767_225_600
"""When all games start: the first of January 2026. Commands are told the time, so nothing is ever too late."""
DAY = 86_400
AFTER = 5
"""Turns of the first game that are known beyond the last: its next orders, for what is measured later."""
BY = "bench"
DRAFTS = "drafts"


class Kind(NamedTuple):
    """What a game is like: its name, its rules, its seats, its board and whether it is sealed."""

    name: str
    ruleset: str
    seats: Sequence[str]
    preset: str = ""
    is_sealed: bool = False


def _genetess(preset: str, name: str = "", is_sealed: bool = False) -> Kind:
    seats = leagues.SEATS[: leagues.PRESETS[preset]]
    return Kind(name or preset, "genetess", seats, preset, is_sealed)


KINDS = (
    _genetess("quartet"),
    _genetess("duel"),
    Kind("genie", "genie", ("white", "black")),
    _genetess("octet"),
    Kind("dna", "dna", ("red", "green", "blue")),
    _genetess("quartet", "sealed", is_sealed=True),
    _genetess("sextet"),
    _genetess("trio"),
)
"""One game after the other is of these, again and again."""


class Many(msgspec.Struct):
    """The leagues of one making, by their sizes."""

    # What fits a file of it; the leagues lie beside that.
    games: int
    turns: int
    # Turns played in the league with so many games, by round; where all games go on, games times rounds.
    played: dict[int, list[int]]
    # The orders of the first game, each with its seat.
    orders: list[tuple[str, str]]

    @property
    def first(self) -> str:
        """The game that goes on while others rest."""
        return slug_of(0)


def slug_of(number: int) -> str:
    return f"{KINDS[number % len(KINDS)].name}{number}"


def now(rounds: int) -> str:
    """Return the time after so many rounds, as commands take it."""
    return str(Time(BEGIN + (rounds + 1) * DAY))


Told = Callable[[int], None]
"""Hears how many turns were played since it was last called."""


def make(folder: Path, sizes: Sequence[int], stages: Sequence[int], told: Told) -> Many:
    """Make the leagues, each with a branch for the last stage, the largest with one for each; or find them again."""
    made = folder / "made.json"
    if not made.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _drafts(folder)
        for size in sizes:
            _begin(folder, size)
        many = _play(folder, sizes, stages, told)
        for size in sizes:
            # Each push to a forge brings deltas; what fast-import writes has none.
            git(repository(folder, size), "repack", "-a", "-d", "-f", "--quiet")
        made.write_bytes(msgspec.json.encode(many))
    return msgspec.json.decode(made.read_bytes(), type=Many)


def repository(folder: Path, size: int) -> Path:
    return folder / f"{size}.git"


# Before the first turn


def _drafts(folder: Path) -> None:
    """Make a league that has a game of each kind, none of them started."""
    league = folder / DRAFTS
    run(genetess("init", league, "--title", "Bench"))
    with (league / "genetess.yaml").open("a") as file:
        file.write(leagues.SETTINGS)
    for number, kind in enumerate(KINDS):
        _new(league, slug_of(number), kind)


def _begin(folder: Path, size: int) -> None:
    """Start a league of so many games: copies of the drafts, each with a name and a key of its own."""
    drafts = folder / DRAFTS
    league = folder / str(size)
    shutil.copytree(drafts, league)
    slugs = [slug_of(number) for number in range(size)]
    for number, slug in enumerate(slugs):
        kind = KINDS[number % len(KINDS)]
        place = league / "games" / slug
        shutil.copytree(drafts / "games" / slug_of(number % len(KINDS)), place, dirs_exist_ok=True)
        set_lines(place / "game.yaml", name=slug.title(), number=str(number + 1), **lucky(slug))
        if kind.is_sealed:
            seal_specials(place, kind.preset)
    for number in range(size, len(KINDS)):
        shutil.rmtree(league / "games" / slug_of(number))
    git(league, "add", "--all")
    git(league, "reset", "--quiet", "--soft", f"HEAD~{len(KINDS)}")  # where games had other keys
    git(league, "commit", "--quiet", "--message", "games")
    run(genetess("start", *slugs, "--now", str(Time(BEGIN))), league)
    git(folder, "clone", "--quiet", "--bare", league, repository(folder, size))


def _new(league: Path, slug: str, kind: Kind) -> None:
    players = [part for seat in kind.seats for part in ("--player", f"{seat}={seat.title()}")]
    options = ["--ruleset", kind.ruleset, "--deadline", "30d", *["--sealed"] * kind.is_sealed]
    if kind.preset:
        options += ["--preset", kind.preset]
    run(genetess("new", slug, *options, *players), league)
    settings = league / "games" / slug / "game.yaml"
    text = settings.read_text()
    settings.write_text(text.replace("starting_e: 10 ", f"starting_e: {leagues.STARTING_E} "))


# Turn by turn


class Turn(NamedTuple):
    """A turn that was played: its game's number, its order, and what its commit has."""

    game: int
    seat: str
    order: str
    files: Files
    message: str


def _play(folder: Path, sizes: Sequence[int], stages: Sequence[int], told: Told) -> Many:
    most = max(sizes)
    rounds = max(stages)
    streams = {size: _Stream(repository(folder, size)) for size in sizes}
    played: dict[int, list[int]] = {size: [0] for size in sizes}
    orders = []
    for number, turns in enumerate(_rounds(folder / str(most), most, rounds + AFTER), start=1):
        orders += [(turn.seat, turn.order) for turn in turns if turn.game == 0]
        if number > rounds:
            continue
        for size, stream in streams.items():
            fitting = [turn for turn in turns if turn.game < size]
            for turn in fitting:
                stream.commit(turn, BEGIN + number * DAY + turn.game)
            if number == rounds or (number in stages and size == most):
                stream.stage(branch(number))
            played[size].append(played[size][-1] + len(fitting))
        told(len(turns))
    for stream in streams.values():
        stream.end()
    return Many(most, rounds, played, orders)


def _rounds(league: Path, games: int, rounds: int) -> Iterator[list[Turn]]:
    """Yield the turns of each round, game by game; every core plays its share of the games."""
    context = get_context("fork")
    workers = []
    pipes = []
    cores = min(cpu_count() or 1, games)
    for core in range(cores):
        ours, theirs = context.Pipe(duplex=False)
        worker = context.Process(
            target=_work, args=(theirs, league, range(core, games, cores), rounds), daemon=True
        )
        worker.start()
        theirs.close()
        workers.append(worker)
        pipes.append(ours)
    for _ in range(rounds):
        yield sorted(turn for pipe in pipes for turn in pipe.recv())
    for worker in workers:
        worker.join()


def _work(pipe: Connection, folder: Path, numbers: Sequence[int], rounds: int) -> None:
    with League(folder, game_key) as league:
        games = [_turns(league, number, rounds) for number in numbers]
        for _ in range(rounds):
            pipe.send([turn for game in games if (turn := next(game, None))])


def _turns(league: League, number: int, rounds: int) -> Iterator[Turn]:
    """Yield the turns of a game, of the first one more than of the others; none where it is over."""
    state = read_state(league.now(), slug_of(number))
    guesses = count()
    most = rounds - (AFTER if number else 0)
    for turn in range(1, most + 1):
        if state.clock.phase == "finished":
            return
        order, step = _step(league, state, BEGIN + turn * DAY + number, guesses)
        yield Turn(number, state.seat, order, step.changes, step.message)
        state = step.state


def _step(league: League, state: GameState, at: int, guesses: Iterator[int]) -> tuple[str, SavedStep]:
    """Play an order of a bot that does not fail, as `genetess simulate --commit` does."""
    bot = state.ruleset.bots().named[RANDOM]
    for guess in guesses:
        text = str(bot.choose(state.game, state.seat, luck_of(state.slug, "order", guess), None))
        order = brought(state, GmOrder(text, state.seat, state.clock.turn))
        step = advance(state, order, at, dice_of(state, order, partial(league.dice_key, state.terms)))
        if step.problem is None:
            return text, write_step(step)
    raise AssertionError("guesses never end")


class _Stream:
    """What git makes of commits that come one after the other."""

    def __init__(self, repository: Path) -> None:
        self._git = subprocess.Popen(
            ["git", "fast-import", "--quiet", "--depth=0"],
            cwd=repository,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
        )
        self._parent = b"from refs/heads/main^0\n"

    def commit(self, turn: Turn, at: int) -> None:
        message = (turn.message.strip("\n") + "\n").encode()
        self._write(b"commit refs/heads/main\ncommitter %s <bench@localhost> %d +0000\n" % (BY.encode(), at))
        self._data(message)
        self._write(self._parent)
        self._parent = b""
        for path, data in turn.files.items():
            if data is None:
                self._write(b"D %s\n" % path.encode())
            else:
                self._write(b"M 100644 inline %s\n" % path.encode())
                self._data(data)

    def stage(self, name: str) -> None:
        self._write(b"reset refs/heads/%s\nfrom refs/heads/main\n\n" % name.encode())

    def end(self) -> None:
        assert self._git.stdin
        self._git.stdin.close()
        if self._git.wait():
            raise SystemExit("git fast-import failed")

    def _data(self, data: bytes) -> None:
        self._write(b"data %d\n%s\n" % (len(data), data))

    def _write(self, data: bytes) -> None:
        assert self._git.stdin
        self._git.stdin.write(data)
