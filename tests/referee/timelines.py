"""A small real league and a story told on it: at a time, who writes what, and what a run at that time carries out."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from genetess_cli.errors import NothingDue
from genetess_cli.store import game
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.schema import ClockFile, RecordFile
from genetess_cli.store.seal import keys
from genetess_cli.store.times import from_time
from genetess_cli.turns import referee, start
from genetess_cli.turns.state import GmOrder

MASTER = bytes(range(32))
BEGIN = 1_800_000_000
HOUR = 3600
GAME = """\
# The GM's own comment.
ruleset: genetess
name: Riot
number: 9999
deadline: 24h
{more}players:
  - {{seat: red, name: Ragnar, start: K1}}
  - {{seat: green, name: Gwen, start: K2}}
rules: {{starting_e: 20}}
"""
BOARD = """\
map: |
  #########
  #...+...#
  #.......#
  #########
starts:
  K1: {B2: K, B3: AB}
  K2: {H3: K, G2: ABR}
"""


def dice_key(game_id: str, promised: str | None) -> bytes:
    """The key of a game in these tests."""
    return keys.checked_dice_key(MASTER, game_id, promised)


class Story:
    """A league with the game `riot`; hours count from its start."""

    def __init__(self, folder: Path, more: str = "", board: str = BOARD) -> None:
        self.repository = Repository.init(folder)
        self.folder = folder / "games" / "riot"
        (self.folder / "orders").mkdir(parents=True)
        (folder / "genetess.yaml").write_text("title: Test\n")
        (self.folder / "game.yaml").write_text(GAME.format(more=more))
        (self.folder / "board.yaml").write_text(board)
        self.repository.commit(None, {"genetess.yaml": b"title: Test\n"}, "a league\n", BEGIN)

    @property
    def league(self) -> League:
        return game.find(self.folder)

    def commit(self, *paths: str) -> None:
        """Commit files of the work tree, as a person would."""
        files = self.repository.read_worktree(paths)
        self.repository.commit(self.repository.tip(), files, "by hand\n", BEGIN, files)

    def start(self, hour: float = 0) -> Self:
        start.start(self.league, "riot", BEGIN + int(hour * HOUR), lambda: MASTER)
        return self

    def writes(self, seat: str, text: str | bytes) -> Self:
        """The seat's order file as its player saves it."""
        (self.folder / "orders").mkdir(exist_ok=True)
        data = text.encode() if isinstance(text, str) else text
        (self.folder / "orders" / f"{seat}.txt").write_bytes(data)
        return self

    def file(self, seat: str) -> str | None:
        path = self.folder / "orders" / f"{seat}.txt"
        return path.read_text() if path.exists() else None

    def run(
        self, hour: float, order: str | None = None, seat: str | None = None, dry: bool = False
    ) -> list[str]:
        """What a run at that hour carries out, a line a record; [] when nothing is due."""
        try:
            done = self.records(hour, order, seat, dry)
        except NothingDue:
            return []
        return [line(record) for record in done]

    def records(
        self, hour: float, order: str | None = None, seat: str | None = None, dry: bool = False
    ) -> list[RecordFile]:
        now = BEGIN + int(hour * HOUR)
        brought = None if order is None else GmOrder(order, seat or self.clock.to_move[0])
        return referee.resolve(self.league, "riot", now, dice_key, brought, dry)

    @property
    def clock(self) -> ClockFile:
        clock = game.load(self.league, "riot").clock
        assert clock
        return clock

    def waits(self) -> str:
        """Whose turn it is and until which hour."""
        clock = self.clock
        hours = None
        if clock.deadline is not None:
            hours = next(h for h in range(-1000, 1000) if from_time(BEGIN + h * HOUR) == clock.deadline)
        return f"{clock.turn} {' '.join(clock.to_move)} {clock.phase} until {hours}"

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the work tree, and the branch's tip."""
        root = self.repository.top
        files = {
            str(path.relative_to(root)): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".git" not in path.parts
        }
        return files | {"tip": self.repository.tip().encode()}


def line(record: RecordFile) -> str:
    """A record in short: turn, seat, order, where it came from, what became of it."""
    return f"{record.turn} {record.seat}: {record.order or '-'} ({record.source}, {record.outcome})"
