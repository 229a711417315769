"""Leagues whose games bots have played by `genetess simulate`, each turn a commit, and clones of them.

The keys of games and the seeds of bots are fixed: the same program plays the same games each time. A league is made
once a run, as a bare repository with a branch for each number of turns, so that a clone can stand at any of them.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from os import cpu_count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import NOTHING_DUE, ROOT, Task, genetess, git, run
from genetess_cli.store.codec import SealedCodec
from genetess_cli.store.seal import keys
from genetess_cli.store.yaml import api
from tests.kit.keys import MASTER

GAME = "riot"
PRESETS = {"duel": 2, "trio": 3, "quartet": 4, "sextet": 6, "octet": 8}
SEATS = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "white")
BOARDS = ROOT / "genetess_cli" / "rules" / "genetess" / "boards" / "presets"
SETTINGS = """
mail: games@example.org
site: {base_url: "https://example.org/bench", repository: example/bench}
"""
STARTING_E = 60
"""Enough for pieces of all kinds from the start, so that orders of all kinds are given."""


class Plan(NamedTuple):
    """A league of one game: its board, whether it is sealed, and after how many turns it has a branch."""

    preset: str
    is_sealed: bool
    stages: Sequence[int]


PLANS = {
    "quartet": Plan("quartet", False, (0, 10, 40, 100, 200, 300, 301, 1000, 1020)),
    "sealed quartet": Plan("quartet", True, (100, 200, 300, 320)),
    "hundred turns": Plan("quartet", False, (100, 101)),
    "octet": Plan("octet", False, (200, 300)),
    "sealed octet": Plan("octet", True, (200, 300)),
}
IDLE = "idle"
"""The league of many games that have begun and wait for somebody; of one of them are the first turns of the quartet."""

TEN = "ten"
"""A league of ten such games, of which one has been played as that of a hundred turns."""

NAMES = (IDLE, TEN, *PLANS)
"""All leagues; that which takes longest first."""


class Made(NamedTuple):
    """A league that was made: its repository, and the orders that its game was played by, each with its seat."""

    repository: Path
    orders: Sequence[tuple[str, str]]

    def clone(self, turns: int) -> Clone:
        """A clone of the game after so many turns, made anew now."""
        clone = Clone(self, turns)
        clone.anew()
        return clone


class Clone:
    """A clone of a league as a forge's run begins with it: nothing remembered, nothing built."""

    _numbers = count()

    def __init__(self, made: Made, turns: int) -> None:
        self.made = made
        self.turns = turns
        self.folder = made.repository.parent / "clones" / str(next(self._numbers))

    def anew(self) -> None:
        """Make it, in the place of what was there."""
        shutil.rmtree(self.folder, ignore_errors=True)
        options = ("--quiet", "--branch", branch(self.turns))
        git(self.folder.parent, "clone", *options, self.made.repository, self.folder)

    def go_on(self, turns: int) -> None:
        """Take the turns up to that one from the remote."""
        git(self.folder, "merge", "--quiet", "--ff-only", f"origin/{branch(turns)}")

    def does(self, *command: str | Path) -> None:
        """Carry out a command of the program that may have nothing to do."""
        run(genetess(*command), self.folder, right=(0, NOTHING_DUE))

    def resolves(self, first: int) -> Task:
        """One turn after the other is carried out, each by an order that its player has written before."""
        orders = iter(self.made.orders[first:])

        def write() -> None:
            seat, order = next(orders)
            self.does("order", GAME, seat, order)

        return Task(lambda: self.does("resolve", GAME), write)


def make(folder: Path, wanted: Iterable[str], idle: int) -> dict[str, Made]:
    """Make leagues, several at once; those that lie there from an earlier run stay as they are."""
    (folder / "clones").mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(cpu_count()) as pool:
        made = {name: pool.submit(_made, folder, name, idle) for name in wanted}
        return {name: each.result() for name, each in made.items()}


def _made(folder: Path, name: str, idle: int) -> Made:
    repository = folder / f"{name.replace(' ', '-')}.git"
    orders = repository.with_suffix(".json")
    if not orders.exists():
        league = repository.with_suffix("")
        for place in (repository, league):
            shutil.rmtree(place, ignore_errors=True)
        run(genetess("init", league, "--title", "Bench"))
        with (league / "genetess.yaml").open("a") as file:
            file.write(SETTINGS)
        git(folder, "init", "--quiet", "--bare", repository)
        git(league, "remote", "add", "origin", repository)
        if name == IDLE:
            played = _idle(league, idle)
        elif name == TEN:
            _idle(league, 10)
            played = _go_on(league, PLANS["hundred turns"].stages)
        else:
            played = _played(league, PLANS[name])
        git(repository, "gc", "--quiet", "--prune=now")
        orders.write_text(json.dumps(played))
    return Made(repository, json.loads(orders.read_text()))


def _played(league: Path, plan: Plan) -> list[tuple[str, str]]:
    new(league, GAME, plan.preset, plan.is_sealed)
    run(genetess("start", GAME), league)
    return _go_on(league, plan.stages)


def _go_on(league: Path, stages: Sequence[int]) -> list[tuple[str, str]]:
    """Play the game on, with a branch at each stage; give the orders."""
    turns = 0
    for stage in stages:
        more = str(stage - turns)
        if stage > turns:
            run(genetess("simulate", GAME, "--turns", more, "--seed", str(stage), "--commit"), league)
        git(league, "push", "--quiet", "origin", f"HEAD:{branch(stage)}")
        turns = stage
    records = json.loads(run(genetess("log", GAME, "--json"), league))
    return [(record["seat"], record["order"]) for record in records if record["source"] == "gm"]


def _idle(league: Path, games: int) -> list[tuple[str, str]]:
    """Games of two to eight players; in one of ten lies an order of somebody who is not to move."""
    new(league, GAME, "quartet")
    for preset in PRESETS:
        new(league, preset, preset)
    slugs = [*islice(_copied(league), games - len(PRESETS) - 1)]
    for slug in slugs[::10]:
        (league / "games" / slug / "orders" / "green.txt").write_text("PASS\n")
    git(league, "add", "--all")
    git(league, "commit", "--quiet", "--message", "more games")
    run(genetess("start", GAME, *PRESETS, *slugs), league)
    git(league, "push", "--quiet", "origin", f"HEAD:{branch(0)}")
    return []


def _copied(league: Path) -> Iterator[str]:
    """Copies of the games, each with a name, a deadline and luck of its own: no two clocks are alike; endless."""
    for number in count():
        for preset in PRESETS:
            slug = f"{preset}{number}"
            folder = league / "games" / slug
            shutil.copytree(league / "games" / preset, folder)
            own = {"number": str(number + 10), "deadline": f"{700 + number}h", **lucky(slug)}
            set_lines(folder / "game.yaml", **own)
            yield slug


def new(league: Path, slug: str, preset: str, is_sealed: bool = False) -> None:
    """A new game, whose key and so whose luck hang on its slug alone."""
    players = [part for seat in SEATS[: PRESETS[preset]] for part in ("--player", f"{seat}={seat.title()}")]
    options = ["--ruleset", "genetess", "--preset", preset, "--deadline", "30d", *["--sealed"] * is_sealed]
    run(genetess("new", slug, *options, *players), league)
    folder = league / "games" / slug
    settings = folder / "game.yaml"
    text = settings.read_text().replace("starting_e: 10 ", f"starting_e: {STARTING_E} ")
    settings.write_text(re.sub(r"{seat: (\w+),", r"{seat: \1, mail: [\1@example.org],", text))
    set_lines(settings, **lucky(slug))
    if is_sealed:
        seal_specials(folder, preset)
    git(league, "commit", "--quiet", "--all", "--message", f"{slug}: settings")


def lucky(slug: str) -> dict[str, str]:
    number = _id(slug)
    return {"id": f'"{number}"', "commitment": f'"{keys.commitment(keys.game_key(MASTER, number))}"'}


def _id(slug: str) -> str:
    return hashlib.sha256(slug.encode()).hexdigest()[:32]


def set_lines(settings: Path, **lines: str) -> None:
    text = settings.read_text()
    for key, value in lines.items():
        text, found = re.subn(rf"(?m)^{key}: .*$", f"{key}: {value}", text)
        if not found:
            raise SystemExit(f"a new game.yaml has no line {key}:")
    settings.write_text(text)


def seal_specials(folder: Path, preset: str) -> None:
    """What is secret of the board, sealed anew with the key that the game has now."""
    file = BOARDS / f"{preset}.yaml"
    number = _id(folder.name)
    codec = SealedCodec(folder.name, number, keys.game_key(MASTER, number))
    board: Any = api.read(file.read_bytes(), file.name).data
    (folder / "specials.sealed").write_bytes(codec.specials_file({"specials": board["specials"]}))


def branch(turns: int) -> str:
    """The branch of a league after so many turns."""
    return f"at-{turns}"
