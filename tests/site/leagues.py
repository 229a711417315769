"""Small real leagues for the tests of the site: files in a folder, played by the referee, one commit a turn."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Self

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import entries
from genetess_cli.site import build as publish
from genetess_cli.site.build import Built
from genetess_cli.store.game import Hosted, load
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League, find
from genetess_cli.store.seal import keys
from genetess_cli.turns import referee, start
from genetess_cli.turns.state import GmOrder, ignore_note, read_state

MASTER = bytes(range(32))
BEGIN = 1_800_000_000
HOUR = 3600
GAME = """\
# The GM's own comment.
ruleset: genetess
name: {name}
number: 9999
id: 5b0c5b0c5b0c5b0c5b0c5b0c5b0c5b0c
deadline: 3d
grace: 12h
{more}players:
  - {{seat: red, name: "{red}", start: K1}}
  - {{seat: green, name: Gwen, start: K2}}
  - {{seat: blue, name: Bo, start: K3}}
rules: {{starting_e: {e}}}
"""
BOARD = """\
map: |
  ##################
  #....+.....#.....#
  #....+.....+.....#
  #....+...........#
  #................#
  ###.####..###.####
  #................#
  #....++++++......#
  #................#
  #................#
  ###.####..###.####
  #................#
  #.......+........#
  #......+++.......#
  #.......+........#
  #................#
  #................#
  ##################
starts:
  K1: {B2: K, C2: ABC, B3: ABBDDF}
  K2: {Q2: K, P2: ABC, Q3: AREU}
  K3: {B17: K, C17: ABEGL, B16: ABBBCDDEFMNS}
specials:
  - {at: D4, type: S1, amount: 5, text: "Five E, <if> you stay"}
  - {at: I12, type: S5}
  - {at: P16, type: S8, targets: [B9, C9]}
"""


class Site:
    """A league with the game `riot`, and the site built from it."""

    def __init__(
        self,
        folder: Path,
        name: str = "Riot",
        red: str = "Ragnar",
        more: str = "",
        board: str = BOARD,
        e: int = 40,
    ) -> None:
        self.root, self.out = folder / "league", folder / "site"
        self.root.mkdir(parents=True)
        self.repository = Repository.init(self.root)
        self.add("riot", GAME.format(name=name, red=red, more=more, e=e), board)
        (self.root / "genetess.yaml").write_text("title: The Test League\n")
        self.repository.commit(None, {"genetess.yaml": b"title: The Test League\n"}, "a league\n", BEGIN)
        self.turns = 0

    @property
    def league(self) -> League:
        """The league as it is now, read afresh."""
        return find(self.root)

    def add(self, slug: str, game: str, board: str = BOARD) -> None:
        """A game's files as its GM writes them."""
        (self.root / "games" / slug).mkdir(parents=True)
        (self.root / "games" / slug / "game.yaml").write_text(game)
        (self.root / "games" / slug / "board.yaml").write_text(board)

    def start(self, slug: str = "riot") -> Self:
        """The game, started."""
        start.start(self.league, slug, BEGIN, lambda: MASTER)
        return self

    def order(self, *orders: str) -> Self:
        """Orders carried out one after the other, each for whoever is to move."""
        for order in orders:
            self.turns += 1
            self.order_in("riot", self.turns, order)
        return self

    def order_in(self, slug: str, turn: int, order: str) -> Self:
        """An order carried out in a game of the league, so many hours after the start."""
        clock = load(self.league, slug).clock
        assert clock
        brought = GmOrder(order, clock.to_move[0])
        referee.resolve(self.league, slug, BEGIN + turn * HOUR, _dice_key, brought)
        return self

    def writes(self, seat: str, text: str) -> Self:
        """A seat's order file as its player saves it."""
        folder = self.root / "games" / "riot" / "orders"
        folder.mkdir(exist_ok=True)
        (folder / f"{seat}.txt").write_text(text)
        return self

    def run(self, hours: int = 1) -> Self:
        """What is due so many hours on, carried out."""
        self.turns += hours
        referee.resolve(self.league, "riot", BEGIN + self.turns * HOUR, _dice_key)
        return self

    def run_one(self) -> Self:
        """What a run that is killed after its first commit leaves behind."""
        self.turns += 1
        now = BEGIN + self.turns * HOUR
        with self.repository.lock():
            tip = self.repository.tip()
            table = read_state(self.league, "riot", self.repository, tip, ignore_note)
            step = next(referee._steps(table, now, _dice_key, None))
            referee.save(self.repository, tip, step, now, ignore_note)
        return self

    def play(self, turns: int, seed: int = 1) -> Self:
        """So many random legal orders that can be carried out."""
        luck = random.Random(seed)
        for _ in range(turns):
            hosted = load(self.league, "riot")
            if hosted.clock is None or not hosted.clock.to_move:
                break
            seat = hosted.clock.to_move[0]
            legal = hosted.ruleset.legal(hosted.game, seat)
            able = [order for order in legal if self._goes(hosted, seat, order)]
            self.order(luck.choice(able or ["PASS"]))
        return self

    @staticmethod
    def _goes(hosted: Hosted, seat: str, order: str) -> bool:
        reading = hosted.ruleset.parse(entries(order)[0]).order
        if reading is None or reading.verb in ("PASS", "HOLIDAY"):
            return False
        return hosted.ruleset.play(hosted.game, seat, reading, Dice(bytes, 0)).problem is None

    def build(self, full: bool = False) -> Built:
        """The site, brought up to date."""
        return publish.build(self.league, self.out, full)

    def page(self, place: str) -> str:
        """A page of the site."""
        return (self.out / place).read_text(encoding="utf-8")

    def pages(self) -> dict[str, bytes]:
        """Every file of the site, by its place."""
        return {
            file.relative_to(self.out).as_posix(): file.read_bytes()
            for file in sorted(self.out.rglob("*"))
            if file.is_file()
        }


def _dice_key(game_id: str, promised: str | None) -> bytes:
    return keys.checked_dice_key(MASTER, game_id, promised)
