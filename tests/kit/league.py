"""A small real league and a story told on it: who writes what, what the GM does, and what a run carries out.

Its files lie in a folder, each turn is a commit, and its site is built beside it. Hours count from the start.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import Any, Self

import pytest

from genetess_cli.errors import Fault, NothingDue
from genetess_cli.notices.log import turns
from genetess_cli.rules.codec import dump
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import entries
from genetess_cli.site import build
from genetess_cli.site.facts import GameFacts, Present
from genetess_cli.site.gather import facts_of, present_of
from genetess_cli.site.write.survey import NAME, Built
from genetess_cli.store import codec
from genetess_cli.store import league as stored
from genetess_cli.store.git.plumbing import GitPlace
from genetess_cli.store.git.plumbing.processes import Processes
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.reader.games import Draft, Game, Keys
from genetess_cli.store.records import Holder, Record
from genetess_cli.store.schema import Clock
from genetess_cli.store.seal import box, keys, orders
from genetess_cli.store.seal.box import SealContext
from genetess_cli.store.seal.keyring import game_key_for, seat_text
from genetess_cli.store.seal.orders import SealedOrders
from genetess_cli.store.terms import Setup
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns import referee, start, timeline
from genetess_cli.turns.acts import (
    Adopt,
    AgreedDraw,
    Cancel,
    Drop,
    Extend,
    Finish,
    Pause,
    Replace,
    Resume,
    Say,
    undo,
)
from genetess_cli.turns.state import GmOrder
from tests.kit import packs
from tests.kit.boards import SECRET, SMALL, SMALL_FOR_THREE, THREE, TWO, WIDE, game_file, wide_file
from tests.kit.command import git
from tests.kit.keys import GAME_KEY, ID
from tests.kit.keys import game_key as game_key_of_tests
from tests.kit.reading import begun, game_in, records_in, setup_in
from tests.kit.sheets import part_of
from tests.kit.verified import verified

BEGIN = 1_800_000_000
HOUR = 3600
_PAST = re.compile(r"(?P<slug>[^/]+)/sheet/(?P<seat>[^/]+)/(?P<number>\d{4})\.html")
_MADE = TemporaryDirectory()
"""The leagues that this process has begun and started: that takes longer than most of what is told of one."""
_SETTINGS = "title: The Test League\n"


def at(hour: float) -> int:
    """An hour of a story, in seconds."""
    return BEGIN + int(hour * HOUR)


def line(record: Record) -> str:
    """A record in short: turn, seat, order, where it came from, what became of it."""
    return f"{record.turn} {record.seat}: {record.order or '-'} ({record.source}, {record.outcome})"


def _begun(begin: int) -> Path:
    """A league without any game, which began at a time and is only copied."""
    folder = Path(_MADE.name) / str(begin)
    if not folder.exists():
        with Repository.init(folder) as repository:
            (folder / "genetess.yaml").write_text(_SETTINGS)
            repository.commit(None, {"genetess.yaml": _SETTINGS.encode()}, "a league\n", begin)
    return folder


class League:
    """A league with the game `riot`, open or sealed; its GM has the key MASTER.

    `hour` is the hour of what happened last without an hour of its own, `notes` what the GM was told besides.
    `game_key` gives the keys of games; else they are those of MASTER, and of a sealed game what this machine has.
    """

    def __init__(
        self,
        folder: Path,
        file: str,
        board: str | None = None,
        *,
        begin: int = BEGIN,
        game_key: Keys | None = None,
    ) -> None:
        self.root, self.out = folder / "league", folder / "site"
        self.folder = self.root / "games" / "riot"
        self.begin = begin
        self.game_key = game_key or (game_key_for if "secrecy: sealed" in file else game_key_of_tests)
        self.hour = 0
        self.notes: list[str] = []
        self._number = 1000
        copytree(_begun(begin), self.root, symlinks=True)
        self.repository = Repository(
            Processes(GitPlace(self.root, self.root / ".git", self.root / ".git", ""))
        )
        self._known = self._git_settings()
        self.add("riot", file, board)

    # Files

    def add(self, slug: str, file: str, board: str | None = WIDE) -> None:
        """A game's files as its GM writes them; what of a sealed game's board is secret lies beside it, sealed."""
        folder = self.root / "games" / slug
        (folder / "orders").mkdir(parents=True)
        (folder / "game.yaml").write_text(file)
        if board is None:
            return
        if SECRET in file:
            data: Any = api.read(board.encode(), "board.yaml").data
            hidden = {"specials": data.pop("specials", [])}
            board = api.dump(data) if "specials" in board else board
            secret = codec.SealedCodec(slug, ID, GAME_KEY)
            (folder / "specials.sealed").write_bytes(secret.specials_file(hidden))
        (folder / "board.yaml").write_text(board)

    def edit(self, old: str, new: str) -> Self:
        """Put something else in the place of what game.yaml says."""
        text = self.game_text()
        assert old in text
        (self.folder / "game.yaml").write_text(text.replace(old, new))
        return self

    def configure(self, lines: str) -> Self:
        """Write more settings of the league into genetess.yaml."""
        with (self.root / "genetess.yaml").open("a") as settings:
            settings.write(lines)
        return self

    def reachable(self) -> Self:
        """Every player has an account on the forge and a mail address, and so all ways to send orders."""
        for seat in game_in(self.league).file.seats:
            self.edit(f"seat: {seat},", f"seat: {seat}, github: {seat}, mail: [{seat}@example.org],")
        return self

    def commit(self, *paths: str) -> None:
        """Commit files of the work tree, as a person would."""
        tree = self.repository.checkout()
        files = {path: tree.read(path) for path in paths}
        self.repository.commit(self.repository.tip(), files, "by hand\n", self.begin, files)

    def game_text(self) -> str:
        """game.yaml as it is."""
        return (self.folder / "game.yaml").read_text()

    def player(self, seat: str) -> str:
        """A player's line in game.yaml."""
        return next(row.strip() for row in self.game_text().splitlines() if f"seat: {seat}," in row)

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the work tree, and the branch's tip."""
        files = {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and ".git" not in path.parts
        }
        return files | {"tip": self.repository.tip().encode()}

    def message(self) -> str:
        """The last commit's message."""
        return git(self.root, "log", "-1", "--format=%B") + "\n"

    def subjects(self) -> list[str]:
        """The first lines of all commits' messages, the newest first."""
        return git(self.root, "log", "--format=%s").splitlines()

    # The league as the program reads it

    @property
    def league(self) -> stored.League:
        """The league as it is now, read afresh, with its GM's key."""
        return self._opened(stored.League(self.root, self.game_key))

    @property
    def closed(self) -> stored.League:
        """The league as somebody has it who has no key but what is public."""
        return self._opened(stored.League(self.root))

    def _opened(self, league: stored.League) -> stored.League:
        """A league whose repository is open already, as to open it takes longer than most of what is done in one."""
        settings = self._git_settings()
        if not settings:
            return league
        if self._known != settings:
            self._known = settings
            self.repository.close()
            self.repository = Repository.open(self.root)
        league.repository = self.repository
        return league

    def _git_settings(self) -> list[bytes]:
        """What of a repository is read as it is opened; nothing where a test has taken it away."""
        files = [self.root / ".git" / name for name in ("HEAD", "config")]
        return [file.read_bytes() for file in files if file.exists()]

    @property
    def game(self) -> Game:
        """The game, which has started."""
        return begun(self.league)

    @property
    def setup(self) -> Setup:
        return setup_in(self.league)

    def recorded(self, first: int = 0) -> list[Record]:
        """The records, from one on."""
        return records_in(self.league, first=first)

    @property
    def is_sealed(self) -> bool:
        return SECRET in self.game_text()

    @property
    def clock(self) -> Clock:
        return self.game.clock

    def waits(self) -> str:
        """Whose turn it is and until which hour."""
        clock = self.clock
        hours = None
        if clock.deadline is not None:
            hours = next(hour for hour in range(-1000, 1000) if self._at(hour) == clock.deadline)
        return f"{clock.turn} {' '.join(clock.to_move)} {clock.phase} until {hours}"

    def check_past(self) -> None:
        """The records lead to the position."""
        assert list(timeline.positions(self.league, self.game.terms, self.game.position))

    def check(self) -> None:
        """The records lead to the position, and `verify` finds what they say."""
        self.check_past()
        assert verified(self.league, "riot").difference is None

    def position(self) -> dict[str, Any]:
        """The position as state.yaml has it, which the records have to lead to."""
        self.check_past()
        dumped: dict[str, Any] = dump(self.game.position)
        return dumped

    def told(self, seat: str) -> list[dict[str, Any]]:
        """What `genetess log --as SEAT` tells."""
        return turns(self.league, self.game, seat)

    def reason(self, seat: str) -> str | None:
        """Why the last order of a seat failed, as it alone is told."""
        return str(self.told(seat)[-1]["reason"])

    # Order files

    def path(self, seat: str) -> Path:
        """A seat's order file."""
        return self.folder / "orders" / f"{seat}.{'sealed' if self.is_sealed else 'txt'}"

    def writes(self, seat: str, text: str | bytes) -> Self:
        """The seat's order file as its player saves it: text that is sealed in a sealed game, or bytes as they are."""
        self.path(seat).parent.mkdir(exist_ok=True)
        if isinstance(text, str):
            text = self.sealed(seat, text) if self.is_sealed else text.encode()
        self.path(seat).write_bytes(text)
        return self

    def file(self, seat: str) -> str | None:
        """What the seat's order file says, opened with the present key."""
        if not self.path(seat).exists():
            return None
        return self.slip(seat).text.decode() if self.is_sealed else self.path(seat).read_text()

    def sealed(
        self,
        seat: str,
        text: str,
        number: int | None = None,
        epoch: int | None = None,
        turn: str | None = None,
    ) -> bytes:
        """A queue as its holder seals it: with the present key in the present turn, and a higher number each time."""
        self._number += 10
        clock = game_in(self.league).clock
        label = turn or (clock.turn if clock else "1a")
        slip = SealedOrders("riot", seat, label, self._number if number is None else number, text.encode())
        return orders.seal_orders(self.key(seat, epoch), ID, slip)

    def slip(self, seat: str) -> SealedOrders:
        """The seat's sealed queue as it lies there."""
        return orders.unseal_orders(self.key(seat), ID, "riot", seat, self.path(seat).read_bytes())

    def key(self, seat: str, epoch: int | None = None) -> bytes:
        """The key that a seat has now, or in another epoch."""
        clock = game_in(self.league).clock
        now = clock.epochs.get(seat, 0) if clock else 0
        return keys.seat_key(GAME_KEY, seat, now if epoch is None else epoch)

    def link(self, seat: str) -> str:
        """What stands behind the `#` of a seat's link now."""
        return seat_text(self.key(seat))

    # Runs

    def start(self, slug: str = "riot", hour: float = 0) -> Self:
        """The game, started: a league that lay there just so before is copied as it was after that."""
        settings = (self.root / ".git" / "config").read_bytes()
        rules = self.league.terms(slug).ruleset.version
        found = repr((slug, self._at(hour), rules, settings, self.snapshot())).encode()
        started = Path(_MADE.name) / hashlib.sha256(found).hexdigest()
        if started.exists():
            self.repository.close()
            rmtree(self.root)
            copytree(started, self.root, symlinks=True)
        else:
            start.start(self.league, slug, self._at(hour), game_key_of_tests)
            copytree(self.root, started, symlinks=True)
        return self

    def records(
        self,
        hour: float,
        order: str | None = None,
        seat: str | None = None,
        dry: bool = False,
        slug: str = "riot",
    ) -> list[Record]:
        """What a run at that hour carries out; with an order, which the GM brings for a seat or whoever is to move."""
        brought = None
        if order is not None:
            clock = game_in(self.league, slug).clock
            assert clock
            brought = GmOrder(order, seat or clock.to_move[0])
        return referee.resolve(self.league, slug, self._at(hour), brought, dry)

    def run(
        self, hour: float, order: str | None = None, seat: str | None = None, dry: bool = False
    ) -> list[str]:
        """What a run at that hour carries out, a line a record; [] when nothing is due."""
        try:
            return [line(record) for record in self.records(hour, order, seat, dry)]
        except NothingDue:
            return []

    def tick(self, hours: int = 1) -> Self:
        """What is due so many hours on, carried out."""
        self.records(self._next(hours))
        return self

    def order(self, *orders: str) -> Self:
        """Orders carried out one after the other, an hour after each other, each for whoever is to move."""
        for order in orders:
            self.order_in("riot", self._next(), order)
        return self

    def order_in(self, slug: str, hour: float, order: str) -> Self:
        """An order carried out in a game of the league."""
        self.records(hour, order, slug=slug)
        return self

    def play(self, turns: int, seed: int = 1) -> Self:
        """So many random legal orders that can be carried out."""
        luck = random.Random(seed)
        for _ in range(turns):
            game = self.game
            if not game.clock.to_move:
                break
            seat = game.clock.to_move[0]
            legal = game.ruleset.legal(game.position, seat)
            able = [order for order in legal if can_play(game, seat, order)]
            self.order(luck.choice(able or ["PASS"]))
        return self

    # What the GM does

    def pause(self, hour: float, until: float | None = None) -> Record:
        end = None if until is None else Time(self._at(until))
        pause = Pause(end, reason="a break")
        return referee.act(self.league, "riot", pause, self._at(hour), note=self.notes.append)

    def resume(self, hour: float) -> Record:
        return referee.act(self.league, "riot", Resume(), self._at(hour), note=self.notes.append)

    def extend(self, hour: float, by: int) -> Record:
        return referee.act(self.league, "riot", Extend(by * HOUR), self._at(hour))

    def replaced(self, hour: float, seat: str, name: str, login: str | None = None) -> Record:
        action = Replace(seat, Holder(name, login))
        return referee.act(self.league, "riot", action, self._at(hour), note=self.notes.append)

    def drop(self, hour: float, seat: str, orphans: bool = False) -> Record:
        return referee.act(self.league, "riot", Drop(seat, orphans=orphans), self._at(hour))

    def finish(self, hour: float) -> Record:
        return referee.act(self.league, "riot", Finish(reason="the season is over"), self._at(hour))

    def cancel(self, hour: float) -> Record:
        return referee.act(self.league, "riot", Cancel(), self._at(hour))

    def draw(self, hour: float, *agreed: str) -> Record:
        return referee.act(self.league, "riot", AgreedDraw(agreed), self._at(hour))

    def rule(self, hour: float, words: str) -> Record:
        return referee.act(self.league, "riot", Say(reason=words), self._at(hour), note=self.notes.append)

    def adopt(self, hour: float) -> Record:
        return referee.act(self.league, "riot", Adopt(), self._at(hour), note=self.notes.append)

    def undo(self, hour: float, to: str | None = None) -> Record:
        return undo.undo(self.league, "riot", self._at(hour), to, "a mistake", self.notes.append)

    def some_act(self, luck: random.Random, seat: str, hour: float) -> None:
        """One of what the GM does now and then."""
        match luck.randrange(3):
            case 0:
                self.extend(hour, 3)
            case 1:
                self.replaced(hour, seat, f"Player {hour}")
            case _:
                self.renew(seat, hour)

    def renew(self, seat: str, hour: float | None = None) -> Self:
        """A new link for a seat."""
        start.renew(self.league, "riot", seat, self._at(self._next() if hour is None else hour))
        return self

    def reveal(self, hour: float | None = None) -> Self:
        """The key of the game, for everybody."""
        start.reveal(self.league, "riot", self._at(self._next() if hour is None else hour))
        return self

    def refused(self, words: str, act: Callable[..., Any], *arguments: Any, **options: Any) -> None:
        """An act that is refused in such words, and changes nothing."""
        before = self.snapshot()
        with pytest.raises(Fault, match=words):
            act(*arguments, **options)
        assert self.snapshot() == before

    # The site

    def facts(self, slug: str = "riot") -> GameFacts:
        """What all pages of a game know of it."""
        found = self.league.game(slug)
        assert isinstance(found, Draft | Game)
        return facts_of(found, self.league.setup(found.terms))

    def present(self, slug: str = "riot") -> Present:
        """What pages know of a game as it is now."""
        league = self.league
        found = league.game(slug)
        assert isinstance(found, Draft | Game)
        return present_of(league, found, league.setup(found.terms), [])

    def build(self, full: bool = False) -> Built:
        """The site, brought up to date."""
        return build.build(self.league, self.out, full)

    def build_closed(self) -> Built:
        """The site, brought up to date by somebody who has no key but what is public."""
        return build.build(self.closed, self.out)

    def page(self, place: str) -> str:
        """A page of the site; a past sheet of an open game is called by its number, as `riot/sheet/red/0003.html`."""
        if past := _PAST.fullmatch(place):
            return self.past(past["seat"], past["slug"])[int(past["number"])]
        return (self.out / place).read_text(encoding="utf-8")

    def pages(self) -> dict[str, bytes]:
        """Every file of the site, by its place."""
        return site_in(self.out)

    def sheet(self, place: str, key: bytes | None = None) -> str:
        """The turnsheet that is sealed on a page, opened with the key that its seat has now, or another one.

        A past one is called by its number, as `riot/sheet/red/0003.html`.
        """
        if past := _PAST.fullmatch(place):
            seat = past["seat"]
            return self.past(seat, past["slug"], key or self.key(seat))[int(past["number"])]
        part = part_of(self.page(place))
        text = box.unseal(key or self.key(part.place.seat), part.place, part.sealed, 4 << 20)
        return text.decode()

    def past(self, seat: str, slug: str = "riot", key: bytes | None = None) -> dict[int, str]:
        """The past sheets of a seat, by the numbers of their records; a sealed game's are opened with a key."""

        def opened(file: int, sealed: bytes) -> bytes:
            assert key, "these sheets are sealed"
            return box.unseal(key, SealContext(ID, "past", seat, f"{file}"), sealed, 64 << 20)

        files = sorted((self.out / slug / "sheet" / seat / "past").glob("*.js"))
        texts = (packs.sheets(packs.rows(file.read_bytes(), opened)) for file in files)
        return {number: text for each in texts for number, text in each.items()}

    def said(self) -> dict[str, bytes]:
        """What every file of the site says to everybody, by its place."""
        return {place: packs.said(data) for place, data in self.pages().items()}

    def _next(self, hours: int = 1) -> int:
        self.hour += hours
        return self.hour

    def _at(self, hour: float) -> int:
        return self.begin + int(hour * HOUR)


def site_in(folder: Path) -> dict[str, bytes]:
    """Every file of a site by its place, but for what the build remembers."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != NAME)
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def small(
    folder: Path, more: str = "", board: str | None = None, *, blue: bool = False, sealed: bool = False
) -> League:
    """A game for two, or with blue for three; the machine has the key of a sealed one, or has it not."""
    lines = f'{SECRET}id: "{ID}"\n{more}' if sealed else more
    file = game_file(lines, THREE if blue else TWO)
    return League(folder, file, board or (SMALL_FOR_THREE if blue else SMALL))


def wide(
    folder: Path,
    *,
    more: str = "",
    board: str = WIDE,
    name: str = "Riot",
    red: str = "Ragnar",
    e: int = 40,
    sealed: bool = False,
) -> League:
    """A game for three on a large board, with some of all that a site can show; its key is at hand."""
    file = wide_file((SECRET if sealed else "") + more, name=name, red=red, e=e)
    return League(folder, file, board, game_key=game_key_of_tests)


def can_play(game: Game, seat: str, order: str) -> bool:
    """Whether an order can be carried out, and does something."""
    reading = game.ruleset.parse(entries(order)[0]).order
    if reading is None or reading.verb in ("PASS", "HOLIDAY"):
        return False
    return game.ruleset.play(game.position, seat, reading, Dice(bytes, 0)).problem is None
