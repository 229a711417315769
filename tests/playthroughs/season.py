"""A long sealed game of bots on a board of its own, with all specials and all actions: what `test_leaks` searches.

The site is built after every turn, and read. No test is here.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.admin import board_file
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.site import build as publish
from genetess_cli.store.codec import Queued
from genetess_cli.store.league import League, find
from genetess_cli.store.reader.games import Game
from genetess_cli.store.schema import Clock
from genetess_cli.store.seal import keys
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from tests.kit.command import git, league_with_site, new_game, run, start_game
from tests.kit.reading import begun
from tests.store.seal.gleaned import Gleaned, Pages

TURNS = 150
BY_DAY = 16
EARLY = 25
"""How long the season was when it was copied, for what is planted: a site built anew costs by its turns."""
BEGIN = 1_700_000_000
SEED = b"a sealed season 7"
KEY, ID = "5e" * 32, "00112233445566778899aabbccddeeff"
"""By the luck of this game, and by the orders of that seed, all actions and nearly all specials come to pass."""
PIECES = ("ABCDE", "AFGHI", "AJLMN", "AOPQR", "ASTUV", "AWXYZ", "ADVI")
"""What stands beside each King at the start, so that all actions come to pass early."""
SEATS = ("p1", "p2", "p3", "p4")


class Season:
    """A sealed game that was played, what was said of it in public, and the tokens that its commits hold sealed.

    `published` is what could be read in any version of any page of the site, which was built after every turn.
    """

    def __init__(self, root: Path, planted: list[str]) -> None:
        self.root, self.planted = root, planted
        self.said: list[str] = []
        self.builds = 0
        self.published = Gleaned()
        self.turns = 0
        self.site = root.parent / "site"
        self._pages = Pages(self.site)

    @property
    def league(self) -> League:
        return find(self.root)

    @property
    def game(self) -> Game:
        return begun(self.root)

    def copied(self) -> Season:
        """The season as it is now, in a folder of its own, and nothing of what was said or published."""
        root = self.root.parent / "copied" / self.root.name
        shutil.copytree(self.root, root, symlinks=True)
        season = Season(root, [*self.planted])
        season.turns = self.turns
        return season

    def build(self) -> None:
        publish.build(find(self.root), self.site)
        self.published.take_all(told_of_the_game(self._pages.changed()))
        self.builds += 1


def told_of_the_game(pages: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """All but what comes from the program alone and has examples of everything: rules, lessons, scripts.

    Scripts below a folder are a game's own: the scenes of its replay.
    """
    for name, data in pages:
        if "/" in name or not (
            name.startswith(("rules-", "learn-", "marks")) or name.endswith((".js", ".css"))
        ):
            yield name, data


def _dice(number: int) -> Dice:
    return Dice(lambda: SEED, number)


def _board() -> tuple[str, list[str]]:
    """A board with every special, a token in the words that players read at each, and pieces for every action."""
    request = board_file.Request(players=4, size="16x16", walls="few", specials=",".join(NAMES), seed="1")
    values: Any = api.read(board_file.compose(request).encode(), "board").data
    tokens = []
    for number, special in enumerate(values["specials"]):
        tokens.append(f"token-{hashlib.sha256(b'special %d' % number).hexdigest()[:16]}")
        special["text"] = tokens[-1]
    for pieces in values["starts"].values():
        king = Square.named(next(iter(pieces)))
        around = (
            Square(king.row + down, king.column + right) for down, right in product((-1, 0, 1), repeat=2)
        )
        pieces |= zip(map(str, (square for square in around if square != king)), PIECES, strict=False)
    return api.dump(values), tokens


def found(folder: Path) -> Season:
    root, (board, tokens) = league_with_site(folder), _board()
    players = [part for seat in SEATS for part in ("--player", f"{seat}={seat.upper()}")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "new_id", lambda: ID)  # the luck of the season is the same in every run
        new_game(root, "riot", "--gamble", "order,colour", "--sealed", board=board, players=players)
    settings = root / "games" / "riot" / "game.yaml"
    settings.write_text(settings.read_text().replace("starting_e: 10 ", "starting_e: 900 "))
    start_game(root, now=str(Time(BEGIN)))
    return Season(root, tokens)


def _order(season: Season, game: Game, seat: str, text: str, number: int) -> None:
    """A seat's queue with a token in its comment, committed now and then as a forge does."""
    token = f"token-{hashlib.sha256(b'order %d' % number).hexdigest()[:16]}"
    path = season.root / game.paths.orders(seat)
    fails = "MOVE A1 N / " if number % 11 == 0 else ""
    queued = Queued(f"{fails}{text}  # {token}\n".encode(), BEGIN + number)
    path.write_bytes(game.codec.queue_file(seat, queued, game.clock))
    if number % 3 == 0:
        season.planted.append(token)
        git(season.root, "add", game.paths.orders(seat))
        git(season.root, "commit", "--quiet", "--message", f"orders of {seat}")


def play(season: Season, turns: int = TURNS) -> Season:
    """Orders of bots, good and bad, until so many `turns` are over; now and then nobody orders until the deadline.

    Gives a copy of the season that was made when it was short.
    """
    number, failed, early = 0, 0, season
    given: Counter[str] = Counter()
    while season.turns < turns:
        game = season.game
        if not game.clock.to_move:
            break
        dice = _dice(number)
        late = failed > 6 or dice.number(40, "late") == 0
        for seat in () if late else game.clock.to_move:
            _order(season, game, seat, _rarest(game, seat, dice, given), number)
        done = run(season.root, "tick", "--now", _when(game.clock, late))
        assert done.status in (0, 3), done
        season.said += [done.out, done.err]
        moved = season.game.clock.turn != game.clock.turn
        failed = 0 if moved else failed + 1
        season.turns, number = season.turns + moved, number + 1
        season.build()
        early = season.copied() if early is season and season.turns == EARLY else early
    return early


def _rarest(game: Game, seat: str, dice: Dice, given: Counter[str]) -> str:
    """Of a few random orders the one whose action was given least: all actions come to pass."""
    bot = game.ruleset.bots().named["random"]
    orders = [str(bot.choose(game.position, seat, dice, None)) for _ in range(8)]
    order = min(orders, key=lambda text: given[text.split()[0]])
    given[order.split()[0]] += 1
    return order


def _when(clock: Clock, late: bool) -> str:
    """A minute after the turn began, or its deadline."""
    return str(clock.deadline) if late else str(Time(clock.since + 60))
