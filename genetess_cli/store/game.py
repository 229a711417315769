"""One game: what is read from its folder, and its settings and board as values that the rules take.

Writing goes through `git/repository.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, cached_property
from typing import Any

import msgspec

from genetess_cli.errors import Closed, Finding, InvalidFile, Refused, Unreadable, WrongUsage, mend
from genetess_cli.rules import codec, extras, ruleset
from genetess_cli.rules.base import FORFEIT, PUBLIC, Fault, Outcome, Ruleset, Seat, View
from genetess_cli.rules.dice import Dice
from genetess_cli.store import schema
from genetess_cli.store.codec import Codec, SealedCodec
from genetess_cli.store.git import worktree
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import Layout, check_slug, record_of
from genetess_cli.store.league import Committed, FileSource, League, Overlay
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.schema import Clock, GameFile, PlayerFile, RecordFile, SignUp
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.terms import Terms
from genetess_cli.store.yaml import api

TIMEOUT = "timeout"


class GameSetup:
    """The setup of a game, from the tree of its game.yaml; `board` gives that of its board.yaml.

    Everything is converted when first asked for, and raises InvalidFile then.
    """

    def __init__(self, game: api.Tree, board: Callable[[], api.Tree]) -> None:
        self._game = game
        self._board = board

    @cached_property
    def file(self) -> GameFile:
        return schema.load_game(self._game)

    @cached_property
    def ruleset(self) -> Ruleset:
        return ruleset(self.file.ruleset)

    @cached_property
    def settings(self) -> Any:
        kind = self.ruleset.SETTINGS
        settings = api.convert(self._game, kind, ("rules",)) if self.file.rules else kind()
        if TIMEOUT not in kind.__struct_fields__:
            return settings
        return msgspec.structs.replace(settings, timeout=self._timeout)

    @property
    def _timeout(self) -> str:
        return self.file.timeout or self.ruleset.TIMEOUTS[0]

    @property
    def forfeits(self) -> bool:
        return self._timeout == FORFEIT

    @cached_property
    def board(self) -> Any:
        return None if self.ruleset.BOARD is None else api.convert(self._board(), self.ruleset.BOARD)

    @property
    def starts(self) -> list[str] | None:
        """The starts of the board that players can be given; None where there are none."""
        starts = getattr(self.board, "starts", None)
        return None if starts is None or "start" in getattr(self.settings, "gamble", ()) else list(starts)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        return _seats(self.file.players)

    def opening(self) -> Any:
        return self.ruleset.opening(self.settings, self.board, self.seats)

    def begin(self, dice: Dice) -> Outcome:
        return self.ruleset.new(self.settings, self.board, self.seats, dice)

    def check(self, *, is_open: bool) -> None:
        """Raise InvalidFile for what is wrong with settings and board; `is_open` counts all seats as taken."""
        seats, signup = self.seats, self.file.signup
        if signup and is_open:
            seats = _seats(everybody(signup, self.file.players, self.starts))
        faults = [*self.ruleset.faults(self.settings, self.board, seats)]
        if self.file.timeout not in (None, *self.ruleset.TIMEOUTS):
            allowed = " or ".join(f"`{word}`" for word in self.ruleset.TIMEOUTS)
            faults.append(Fault((TIMEOUT,), f"expected {allowed}, got `{self.file.timeout}`"))
        if TIMEOUT in self.file.rules:
            faults.append(Fault(("rules", TIMEOUT), "write `timeout` beside `rules:`, not in it"))
        if faults:
            raise InvalidFile(*map(self.locate_fault, faults))

    def locate_fault(self, fault: Fault) -> Finding:
        if fault.path and fault.path[0] == "board":
            return api.fault(self._board(), fault.path[1:], fault.message)
        return api.fault(self._game, fault.path, fault.message)

    def timed_out(self, game: Any, seat: str, dice: Dice, *, left: bool) -> Outcome:
        """Play a turn without an order; where that loses the game, a seat whose player has left drops out."""
        if left and self.forfeits:
            return extras.drop(self.ruleset, game, seat, dice)
        return self.ruleset.play(game, seat, None, dice)

    def award(self, outcome: Outcome, left: Collection[str]) -> Outcome:
        """Return an outcome in which no seat has won that its player has left."""
        return extras.award(self.ruleset, outcome, left) if left else outcome


def everybody(
    signup: SignUp, players: Sequence[PlayerFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return all who would play with no seat left free; those who are not known yet are called `?`."""
    free = signup.free(players)[: max(0, signup.most - len(players))]
    return give_starts(signup, [*players, *(PlayerFile(seat=seat, name="?") for seat in free)], starts)


def give_starts(
    signup: SignUp, players: Sequence[PlayerFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return players by seats; who has no start gets the first of `starts` (None: none are given) that is free."""
    ordered = sorted(players, key=lambda player: signup.seats.index(player.seat))
    if starts is None:
        return ordered
    given = {player.start for player in players}
    free = iter([start for start in starts if start not in given])
    return [
        player if player.start else msgspec.structs.replace(player, start=next(free, None))
        for player in ordered
    ]


def _seats(players: Sequence[PlayerFile]) -> list[Seat]:
    return [Seat(player.seat, player.colour or player.seat, player.start) for player in players]


class GameFolder:
    """The files of one game of a league: paths, codec, key, clock, position, records, order files, and its setup.

    Everything is read when first asked for. `program` has what the program wrote (None: the work tree), `unlocked` is
    the game with its present key. Raise WrongUsage where there is no such game.
    """

    def __init__(
        self, league: League, slug: str, program: FileSource | None = None, unlocked: GameFolder | None = None
    ) -> None:
        self.league = league
        self.slug = check_slug(slug)
        self._open = Layout(slug)
        self._program = program or league
        self._unlocked = unlocked
        if league.read(self._open.game) is None:
            known = ", ".join(league.slugs()) or "none yet"
            raise WrongUsage(f"there is no game {slug} in this league; it has {known}")

    @cached_property
    def game_bytes(self) -> bytes:
        return self.league.read(self._open.game) or b""

    @cached_property
    def _game_tree(self) -> api.Tree:
        return api.read(self.game_bytes, self._open.game, self.league.cache)

    @property
    def is_sealed(self) -> bool:
        """Return whether what the program writes of the game is sealed. Raise InvalidFile."""
        return self.file.secrecy == "sealed"

    @property
    def is_secret(self) -> bool:
        """Return whether the game is sealed and its key not public. Raise InvalidFile."""
        return self.is_sealed and not (self.clock and self.clock.key)

    @cached_property
    def paths(self) -> Layout:
        """Return where the game's files lie. Raise InvalidFile."""
        return Layout(self.slug, self.is_sealed)

    @cached_property
    def codec(self) -> Codec:
        return self._sealed if self.is_sealed else Codec()

    @cached_property
    def _sealed(self) -> SealedCodec:
        try:
            key: bytes | Closed = self.game_key()
        except InvalidFile:
            raise
        except Refused as fault:
            key = fault if isinstance(fault, Closed) else Closed(self.slug, fault)
        return SealedCodec(self.slug, self.file.id or "", key)

    @cached_property
    def terms(self) -> Terms:
        return Terms(self.paths, self.game_bytes, self.file, self.setup.settings, self.codec)

    @cached_property
    def value(self) -> AnyGame:
        if isinstance(self._program, Committed):
            commit = self._program.commit
            is_past = isinstance(self.league, Overlay)
            return (self.league.committed if is_past else self.league.at)(commit).game(self.slug)
        return self.league.now().game(self.slug)

    def game_key(self) -> bytes:
        """Return the game's key: what was revealed, or else that of the GM. Raise Closed where it is not here."""
        if self._unlocked:
            return self._unlocked.game_key()
        promised = self.file.commitment
        if self.clock and self.clock.key:
            return keys.revealed_key(self.clock.key, promised)
        try:
            return (self.league.game_key or keyring.game_key_for)(self.file.id or "", promised)
        except Refused as fault:
            if not self.is_sealed:
                raise
            raise Closed(self.slug, fault) from None

    def _board_tree(self) -> api.Tree:
        data = self.league.read(self.paths.board)
        if data is None:
            words = f"there is no such file, and a {self.file.ruleset} game needs one"
            raise InvalidFile(Finding(self.paths.board, words))
        tree = api.read(data, self.paths.board, self.league.cache)
        return self._with_specials(tree) if self.is_sealed else tree

    @cached_property
    def can_open(self) -> bool:
        """Return whether what is sealed of the game, if anything is, can be opened here. Raise InvalidFile."""
        if not self.is_sealed:
            return True
        try:
            return bool(self.game_key())
        except InvalidFile:
            raise
        except Refused:
            return False

    def _with_specials(self, tree: api.Tree) -> api.Tree:
        """Return a sealed game's board with what of it is sealed; the skeleton where that cannot be opened here."""
        data = self.league.read(self.paths.specials)
        if data is None:
            words = (
                "there is no such file. If the game was open, write `secrecy: open`; else restore it from git"
            )
            secrecy = _other_secrecy(self._program.read, self.paths)
            raise InvalidFile(secrecy or Finding(self.paths.specials, words))
        for field in self.ruleset.HIDDEN:
            if isinstance(tree.data, dict) and tree.data.get(field):
                words = f"`{field}` is sealed in this game, but everybody can read it here; delete it from the file"
                raise InvalidFile(api.fault(tree, (field,), words))
        return tree.with_values(self._sealed.specials(data, self.paths.specials)) if self.can_open else tree

    @cached_property
    def setup(self) -> GameSetup:
        return GameSetup(self._game_tree, cache(self._board_tree))

    @property
    def file(self) -> GameFile:
        return self.setup.file

    @property
    def ruleset(self) -> Ruleset:
        return self.setup.ruleset

    def check(self) -> None:
        """Raise InvalidFile for everything that is wrong with the settings and the board."""
        if not self.is_sealed and (wrong := _other_secrecy(self.league.read, self.paths)):
            raise InvalidFile(wrong)
        self.setup.check(is_open=self.file.signup is not None and self.clock is None)

    @cached_property
    def clock(self) -> Clock | None:
        """clock.yaml, None until the game has started. Raise InvalidFile, also where it alone is missing."""
        data = self._program.read(self._open.clock)
        if data is None:
            self._check_unstarted()
            return None
        return api.convert(api.read_program(data, self._open.clock, self.league.cache), Clock)

    def _check_unstarted(self) -> None:
        records = self._program == self.league and (self.league.root / self._open.turns_folder).is_dir()
        if records or self._program.read(self.paths.state) is not None:
            path = self._open.clock
            words = f"there is no such file, but the game has started; restore it with `git restore {path}`"
            raise InvalidFile(Finding(path, f"{words}, or from an earlier commit"))

    @cached_property
    def game(self) -> Any:
        """The position, None until the game has started. Raise InvalidFile, Refused where its key is not here."""
        data = self._program.read(self.paths.state)
        if data is None and self.clock is None:
            return None
        if data is None:
            missing = Finding(self.paths.state, f"there is no such file; {mend(self.paths.state)}")
            raise InvalidFile(_other_secrecy(self._program.read, self.paths) or missing)
        try:
            game = self._position(data)
        except ValueError as error:
            raise InvalidFile(Finding(self.paths.state, f"{error}; {mend(self.paths.state)}")) from error
        view = self.ruleset.view(game, PUBLIC)
        seats = list(view.players)
        if seats != self.file.seats and not (view.reseated and set(seats) == set(self.file.seats)):
            words = f"the game was started with {', '.join(seats)}, in this order; put these seats back"
            raise InvalidFile(self.setup.locate_fault(Fault(("players",), words)))
        return game

    def view(self, viewer: str) -> View:
        return self.ruleset.view(self.game, viewer)

    def _position(self, data: bytes) -> Any:
        """Load the stored position and apply the records since. Raise ValueError where these do not fit."""
        game = codec.load(self.ruleset, self.setup.settings, self.codec.state(data, self.paths.state).data)
        since = self.codec.state_since(data)
        if since is None:
            return game
        for record in self.records(since):
            if record.back_to is not None:
                raise ValueError("a later record goes back before it")
            for event in record.events:
                game = self.ruleset.apply(game, codec.event(self.ruleset, event))
        return game

    def records(self, first: int = 0) -> Iterator[RecordFile]:
        """Return the records from number `first` on. Raise InvalidFile, Refused for sealed ones without the key."""
        for path in self.record_paths(first):
            data = self._program.read(path) or b""
            yield api.convert(self.codec.record(data, path), RecordFile)

    def record_paths(self, first: int = 0) -> list[str]:
        """Return where the records lie, in order, from the number `first` on."""
        places = []
        for name in self._program.names(self.paths.turns_folder):
            if name[:-2].isdigit() and int(name[:-2]) >= first // 100:
                folder = f"{self.paths.turns_folder}/{name}"
                files = (f"{folder}/{file}" for file in self._program.names(folder))
                known = ((place[0], path) for path in files if (place := record_of(path)))
                places += [(number, path) for number, path in known if number >= first]
        return [path for _, path in sorted(places)]

    def check_seat(self, name: str) -> None:
        """Raise WrongUsage, naming the seats, where the game has no such seat."""
        if name not in self.file.seats:
            seats = ", ".join(self.file.seats) or "not given out yet"
            raise WrongUsage(f"{self.slug} has no seat {name[:60]!r}; its seats are {seats}")

    def queue_file(self, seat: str) -> bytes | None:
        """Return a seat's file in the work tree. Raise Refused for a link, folder or pipe, TooLarge above 1 MiB."""
        return worktree.read_file(self.league.root, self.paths.orders(seat))

    def queue_text(self, seat: str) -> bytes:
        """Return what a seat's order file says, empty where there is none. Raise as `queue_file`, and Unreadable."""
        data = self.queue_file(seat)
        return self.codec.queue(seat, data, self.clock).text if data else b""

    def queue_bytes(self, seat: str) -> bytes:
        """Return what a seat's order file says, empty where there is none or none that can be read."""
        try:
            return self.queue_text(seat)
        except (Refused, Unreadable):
            return b""


def _other_secrecy(read: Callable[[str], bytes | None], paths: Layout) -> Finding | None:
    """Return a finding where game.yaml says another secrecy than the game was made with; `read` gives files' bytes."""
    other = Layout(paths.slug, not paths.sealed)
    kinds = [other.state, *([] if paths.sealed else [paths.specials])]
    leftover = next((path for path in kinds if read(path) is not None), None)
    if leftover is None:
        return None
    now, made = ("sealed", "open") if paths.sealed else ("open", "sealed")
    words = (
        f"it says `secrecy: {now}`, but the game was made {made}: {leftover} is there. This cannot change later: "
        f"write `secrecy: {made}` again, or make a new game"
    )
    return Finding(paths.game, words)


def game_at(repository: Repository, commit: str, slug: str) -> GameFolder:
    path = Layout(slug).game
    league = League(repository.top / repository.prefix)
    overlay = Overlay(league, {path: repository.read(commit, [path])[path]})
    return GameFolder(overlay, slug, Committed(repository, commit))
