"""Start a game: check it, draw what is to be drawn, make the first position and clock, commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, Note, Refused
from genetess_cli.rules.base import Fault
from genetess_cli.rules.dice import START, Dice
from genetess_cli.store import names as naming
from genetess_cli.store import signups
from genetess_cli.store.files import Files
from genetess_cli.store.game import GameFolder, GameSetup
from genetess_cli.store.git.commits import GAME, with_trailers
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League, Overlay, check_there
from genetess_cli.store.schema import Clock, filled_fields
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns import queue
from genetess_cli.turns.referee import commit, save, tell_edited
from genetess_cli.turns.state import (
    GameState,
    Written,
    ignore_note,
    read_state,
    uncommitted,
    with_files,
    with_new_keys,
    write_step,
)
from genetess_cli.turns.step import Start, advance


def check(league: League, slug: str) -> GameFolder:
    """Return the game, ready to start. Raise Refused where it cannot, InvalidFile for its settings, names or board."""
    folder = GameFolder(league, slug)
    if folder.clock is not None:
        raise Refused(f"{slug} has already started: its turn is {folder.clock.turn}")
    if folder.is_sealed:
        folder.game_key()  # one that is made only now would not open the board's sealed part
    folder.check()
    check_there(league.root, folder.paths)
    if findings := name_faults(folder.setup):
        raise InvalidFile(*findings)
    if problems := same_key_problems(folder):
        raise Refused(str(problems[0]))
    check_signups(folder, ignore_note)
    return folder


def start(
    league: League,
    slug: str,
    now: int,
    master: Callable[[], bytes],
    note: Note = ignore_note,
) -> str:
    """Start a game at the time `now` and commit it; gives the label of its first turn. Those who signed up are seated.

    `master` gives the master key, from which the game's draws come. Raise Refused, InvalidFile, Busy.
    """
    seat_signups(league, slug, now, note)
    with league.repository() as repository, repository.lock():
        folder = check(league, slug)
        repository.author()  # before a key is made
        step, tip = _first(folder, now, master(), note), repository.tip()
        along = uncommitted(repository, tip, _people_files(folder))
        save(repository, tip, replace(step, along=along), now, note)
    return step.state.clock.turn


def _first(folder: GameFolder, now: int, master_key: bytes, note: Note) -> Written:
    game_id = folder.file.id or keys.new_id()
    game_key = keys.check_key(master_key, game_id, folder.file.commitment)
    dice = Dice(lambda: keys.dice_key(game_key), START)
    clock, files = opening_clock(folder, now), queue.files_of(folder, note)
    said, closed, opened = queue.read_files(folder, files, clock)
    state = GameState(folder, None, queue.with_noted_queues(clock, files, opened), said, files, closed)
    step = write_step(advance(state, Start(), now, dice))
    fields: dict[str, str | int] = {
        "id": game_id,
        "commitment": keys.commitment(game_key),
        "rules_version": folder.ruleset.VERSION,
    }
    if missing := [f"`{name}`" for name in ("id", "commitment") if getattr(folder.file, name) is None]:
        note(f"{folder.paths.game} now has its {' and '.join(missing)}: the game's draws depend on it")
    settings = {folder.paths.game: api.with_fields(folder.game_bytes, fields, folder.paths.game)}
    return replace(step, changes=step.changes | _people_files(folder) | settings)


def opening_clock(folder: GameFolder, now: int) -> Clock:
    seconds = folder.file.holiday_seconds
    holiday = dict.fromkeys(folder.file.seats, seconds) if seconds else {}
    return Clock(turn="0", phase="waiting", since=Time(now), number=0, holiday=holiday)


def _people_files(folder: GameFolder) -> Files:
    board = [] if folder.ruleset.BOARD is None else [folder.paths.board]
    paths = [folder.paths.game, *board, *([folder.paths.specials] if board and folder.is_sealed else [])]
    return {path: folder.league.read(path) for path in paths}


def check_signups(folder: GameFolder, note: Note) -> None:
    """Raise Refused where a game that has not started has fewer players than it needs."""
    signup = folder.file.signup
    if signup is None:
        return
    asked = signups.read_signups(folder.league, folder.paths, folder.file.players, note)
    count = len(folder.file.players) + len(asked)
    if count < signup.minimum:
        raise Refused(
            f"{folder.slug} needs {signup.minimum} players and has {count}, sign-ups included; "
            "wait for more, or lower `minimum` under `signup:`"
        )


def seat_signups(league: League, slug: str, now: int, note: Note) -> None:
    """Write those who signed up into game.yaml as players, and commit that; nothing where the game offers no seats.

    Whoever comes after the last seat keeps the sign-up. Raise Refused, InvalidFile, Busy.
    """
    with league.repository() as repository, repository.lock():
        folder = GameFolder(league, slug)
        signup = folder.file.signup
        if signup is None or folder.clock is not None:
            return
        check_signups(folder, note)
        asked = signups.read_signups(folder.league, folder.paths, folder.file.players, note)
        players = signups.seat_players(signup, folder.file.players, [*asked.values()], folder.setup.starts)
        if players == list(folder.file.players):
            return
        tip, path = repository.tip(), folder.paths.game
        data = api.with_rows(
            folder.game_bytes, "players", [filled_fields(player) for player in players], path
        )
        folder = GameFolder(Overlay(league, {path: data}), slug)
        if findings := name_faults(folder.setup):
            raise InvalidFile(*findings, Finding(folder.paths.signups_folder, "these files name players"))
        folder.setup.check(is_open=False)
        seated = {(player.github, player.name) for player in players}
        done = [path for path, wish in asked.items() if (wish.github, wish.name) in seated]
        changes: Files = {path: data, **dict.fromkeys(done)}
        seen = repository.read_worktree([*changes])
        message = with_trailers(f"{slug}: {len(done)} of those who signed up have seats", (GAME, slug))
        commit(repository, tip, changes, seen, message, now, note)


class Link(msgspec.Struct, frozen=True):
    """What a player needs of a seat: its turnsheets' address and the text of a sealed game's key.

    `place` is the end of the address; a league without a site has no more of it.
    """

    place: str
    address: str | None
    key: str | None

    def __str__(self) -> str:
        """Join both. What follows the `#` never leaves a browser, but stays in the history of one that goes there."""
        address = self.address or self.place
        return address if self.key is None else f"{address}#{self.key}"

    @property
    def pasted(self) -> str:
        """The key as a player pastes it, with its game and seat: nothing that can be clicked."""
        return f"{self.place}#{self.key}"


def link(folder: GameFolder, seat: str) -> Link:
    """Return a seat's link. Raise Refused where a sealed game's key is not here."""
    place = f"{folder.slug}/sheet/{seat}/"
    bare = Link(place, folder.league.address(place), None)
    if not folder.is_sealed:
        return bare
    epoch = folder.clock.epochs.get(seat, 0) if folder.clock else 0
    return replace(bare, key=keyring.seat_text(keys.seat_key(folder.game_key(), seat, epoch)))


def renew(league: League, slug: str, seat: str, now: int, note: Note = ignore_note) -> None:
    """Give a seat another key for all that comes. Raise Refused for a game that is open, unstarted or revealed."""

    def renew_key(state: GameState) -> GameState:
        if not state.folder.is_sealed:
            raise Refused(f"{slug} is an open game and needs no keys: everybody can read its files")
        _check_secret(state)
        return with_new_keys(state, seat)

    _save(league, slug, now, renew_key, f"{slug}: a new link for {seat}", note)


def reveal(league: League, slug: str, now: int, note: Note = ignore_note) -> None:
    """Publish the key of a game that is over. Raise Refused before that, and where it is public already."""

    def open_key(state: GameState) -> GameState:
        _check_secret(state)
        if state.clock.phase != "finished":
            raise Refused(f"{slug} is not over; its key stays secret until it is")
        for twin in _sharing(state.folder):
            clock = GameFolder(league, twin).clock
            if clock is None or clock.phase != "finished":
                raise Refused(f"{slug}: {twin} has the same key and is not over; finish that first")
        return replace(state, clock=replace(state.clock, key=state.folder.game_key().hex()))

    _save(league, slug, now, open_key, f"{slug}: its key is revealed", note)


def _save(
    league: League, slug: str, now: int, change: Callable[[GameState], GameState], subject: str, note: Note
) -> None:
    with league.repository() as repository, repository.lock() as left:
        tell_edited(left, note)
        tip = repository.tip()
        state = read_state(league, slug, repository, tip, note)
        _, changes, seen = with_files(state, change(state))
        commit(repository, tip, changes, seen, with_trailers(subject, (GAME, slug)), now, note)


def _check_secret(state: GameState) -> None:
    if state.clock.key is not None:
        raise Refused(f"the key of {state.folder.slug} is already public; nothing in the game is secret")


def name_faults(setup: GameSetup) -> list[Finding]:
    """Return what is wrong with the names in game.yaml. No turn asks: a game that has begun goes on."""
    return [setup.locate_fault(Fault(path, words)) for path, words in naming.faults(setup.file)]


def same_key_problems(folder: GameFolder) -> list[Finding]:
    """Find another game of the league with the key of this one."""
    slug = next(_sharing(folder), None)
    if slug is None:
        return []
    words = f"{slug} has the same `id` or `commitment`, so both games would draw the same luck"
    return [Finding(folder.paths.game, f"{words}. Before a start, delete both lines, or make the game again")]


def _sharing(folder: GameFolder) -> Iterator[str]:
    marks = [mark for mark in (folder.file.id, folder.file.commitment) if mark]
    for slug in folder.league.slugs():
        text = folder.league.read(Layout(slug).game) or b""
        if slug != folder.slug and any(mark.encode() in text for mark in marks):
            yield slug
