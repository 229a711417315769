"""One game as a value, or everything that is wrong with it; its board and its records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from genetess_cli.errors import CannotRead, Closed, Finding, InvalidFile, Refused, Unreadable, mend
from genetess_cli.rules import codec as positions
from genetess_cli.rules.base import PUBLIC, Position, SetupFault, View
from genetess_cli.store import schema
from genetess_cli.store.codec import Codec, SealedCodec
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.git.differences import restore
from genetess_cli.store.git.run import damaged
from genetess_cli.store.git.snapshot import Snapshot, WorkTree
from genetess_cli.store.layout import Layout, hundred, record_of
from genetess_cli.store.people import People, seated
from genetess_cli.store.reader import clocks
from genetess_cli.store.reader.clocks import LARGEST_FILE, Clocked, Edits, folder
from genetess_cli.store.records import Replayed
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.seal import keys as seals
from genetess_cli.store.terms import (
    HasTerms,
    Setup,
    Terms,
    changed_setting,
    first_change,
    fixed_names,
    other_rules,
    read_terms,
    settings_of,
)
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

Keys = Callable[[str, str | None], bytes]
"""Gives the key of a game by its id and its commitment; only sealed games ask for it. Raise Refused for none."""


class _Read(HasTerms):
    """A game of which at least the terms can be read."""

    clocked: Clocked
    files: Contents
    """Every seat's order file as it counts, but those that cannot be read at all; None for one that is not there."""
    edits: Edits

    @property
    def is_secret(self) -> bool:
        """Return whether the game is sealed and its key not public."""
        return self.is_sealed and not (self.clocked.clock and self.clocked.clock.key)

    @property
    def other_rules(self) -> Finding | None:
        """Say why this program does not play the game on; None where it does, or nothing goes on."""
        clock = self.clocked.clock
        is_on = clock is not None and not clock.is_over
        return self.terms.other_rules if is_on else None

    def queue_text(self, seat: str) -> bytes:
        """Return what a seat's order file says, empty where there is none. Raise Unreadable, CannotRead."""
        for path in (self.paths.orders(seat), self.paths.orders_folder):
            if finding := self.edits.unread.get(path):
                raise Refused(str(finding))
        data = self.files.get(seat)
        return self.codec.queue(seat, data, self.clocked.clock).text if data else b""

    def queue_bytes(self, seat: str) -> bytes:
        """Return what a seat's order file says, empty where there is none or none that can be read."""
        with suppress(Refused, Unreadable):
            return self.queue_text(seat)
        return b""


class Draft(_Read):
    """A game that has not started: all of it is as it lies there."""

    @property
    def clock(self) -> None:
        return None


class Shut(_Read):
    """A started game that is sealed, and whose key is not here."""

    clock: Clock
    why: Closed


class Game(_Read):
    """A started game as a commit has it, its terms and order files as people left them in the work tree."""

    clock: Clock
    position: Position

    def view(self, viewer: str) -> View:
        return self.ruleset.view(self.position, viewer)


AnyGame = Draft | Shut | Game


class Broken(Value):
    """A game that cannot be read, and everything that is wrong with it; nothing where there is no such game."""

    slug: str
    findings: tuple[Finding, ...] = ()


def read(snapshot: Snapshot, tree: WorkTree, game: Clocked, keys: Keys, people: People) -> AnyGame | Broken:
    """Return a game with its terms and position, or everything that is wrong with it."""
    if game.findings:
        return Broken(game.slug, game.findings)
    edits = clocks.edits(game, tree)
    try:
        terms = terms_of(snapshot, game, edits, keys, people)
        if terms is None:
            return Broken(game.slug)
        files = order_files(snapshot, terms, game, edits)
        if game.clock is None:
            return Draft(terms, game, files, edits)
        if terms.codec.shut:
            return Shut(terms, game, files, edits, game.clock, terms.codec.shut)
        with _of_rules(terms.other_rules):
            standing = position(snapshot, terms, game.clock.number)
        _check_seats(terms, standing)
    except InvalidFile as fault:
        return Broken(game.slug, fault.findings)
    except Refused as fault:
        return Broken(game.slug, (Finding("", str(fault)),))
    return Game(terms, game, files, edits, game.clock, standing)


def terms_of(snapshot: Snapshot, game: Clocked, edits: Edits, keys: Keys, people: People) -> Terms | None:
    """Return the terms of a game, held to what is fixed since its start; None for no such game. Raise InvalidFile."""
    slug = game.slug
    place = Layout(slug).game
    committed = snapshot.blobs([game.settings])[0] if game.settings else None
    if place in edits.unread:
        raise InvalidFile(edits.unread[place])
    source = edits.files.get(place, committed)
    if source is None and game.clock is None:
        return None
    if source is None:
        words = f"there is no such file; {mend(place)}"
        if game.settings:
            words = f"deleted in the work tree; restore it with `{restore(place)}`"
        raise InvalidFile(Finding(place, words))
    tree = api.read(source, place, snapshot.cache)
    file = seated(schema.load_game(tree), people, game.paths)
    then = None if game.clock is None or source == committed else _terms_in(committed, game.paths)
    if then and (changed := first_change(fixed_names(then.file), fixed_names(file))):
        raise InvalidFile(api.fault(tree, changed.path, changed.message))
    if game.secrecy not in (None, file.secrecy):
        raise InvalidFile(_other_secrecy(game.paths, file.secrecy, game.secrecy))
    codec = codec_of(slug, file, game.clock, keys)
    other = other_rules(source, file, game.paths) if game.clock else None
    with _of_rules(other):
        settings = settings_of(tree, file)
    terms = Terms(Layout(slug, file.secrecy == "sealed"), source, file, settings, codec)
    if then and (finding := changed_setting(then, terms)):
        raise InvalidFile(finding)
    if game.clock:
        _check_clock(terms, game.clock)
    return terms


@contextmanager
def _of_rules(other: Finding | None) -> Iterator[None]:
    """Say first of what cannot be read that it is of `other` rules, where it is."""
    try:
        yield
    except InvalidFile as fault:
        if other is None:
            raise
        raise InvalidFile(other, *fault.findings) from fault


def codec_of(slug: str, file: GameFile, clock: Clock | None, keys: Keys) -> Codec:
    """Return a game's codec, its key in it: what was revealed, or else that of the GM, if it is here."""
    if file.secrecy == "open":
        return Codec()
    try:
        if clock and clock.key:
            key = seals.revealed_key(clock.key, file.commitment)
        else:
            key = keys(file.id or "", file.commitment)
    except Refused as fault:
        return SealedCodec(slug, file.id or "", Closed(slug, fault))
    return SealedCodec(slug, file.id or "", key)


def position(snapshot: Snapshot, terms: Terms, end: int) -> Any:
    """Return the stored position with the records since, up to the number `end` of the next one. Raise InvalidFile."""
    path = terms.paths.state
    entry = snapshot.find(path)
    if entry is None:
        raise InvalidFile(Finding(path, f"there is no such file; {mend(path)}"))
    data = _blob(snapshot, path, entry.oid)
    try:
        standing = positions.load(
            terms.ruleset, terms.settings, terms.codec.state(data, path, snapshot.cache).data
        )
        since = terms.codec.state_since(data, path)
        later = () if since is None else records(snapshot, terms, since, end)
        for record in later:
            replayed = api.convert(record, Replayed)
            if replayed.back_to is not None:
                raise ValueError("a later record goes back before it")
            for event in replayed.events:
                standing = terms.ruleset.apply(standing, positions.event(terms.ruleset, event))
    except ValueError as error:
        raise InvalidFile(Finding(path, f"{error}; {mend(path)}")) from error
    return standing


def _terms_in(committed: bytes | None, paths: Layout) -> Terms | None:
    """Return the terms that are committed; None where these are mended now."""
    with suppress(InvalidFile):
        return read_terms(committed, paths, Codec()) if committed else None
    return None


def _check_clock(terms: Terms, clock: Clock) -> None:
    awaiting = clock.phase not in ("waiting", "finished")
    if awaiting == (not clock.to_move) or not {*clock.to_move} <= {*terms.file.seats}:
        words = "to_move does not fit the phase or the seats; restore the file from git"
        raise InvalidFile(Finding(terms.paths.clock, words))


def _check_seats(terms: Terms, position: Position) -> None:
    view = terms.ruleset.view(position, PUBLIC)
    seats = [*view.players]
    named = terms.file.seats
    if seats != named and not (view.reseated and {*seats} == {*named}):
        words = f"the game was started with {', '.join(seats)}, in this order; put these seats back"
        raise InvalidFile(terms.locate_fault(SetupFault(("players",), words)))


def order_files(snapshot: Snapshot, terms: Terms, game: Clocked, edits: Edits | None = None) -> Files:
    """Return every seat's order file, as edited or as a commit has it. Raise InvalidFile where git has lost one."""
    edits = edits or Edits()
    files: Files = {}
    for seat in terms.file.seats:
        path = terms.paths.orders(seat)
        if path in edits.unread or terms.paths.orders_folder in edits.unread:
            continue
        files[seat] = edits.files.get(path)
        if path in game.orders and path not in edits.files:
            files[seat] = _blob(snapshot, path, game.orders[path])
    return files


def records(snapshot: Snapshot, terms: Terms, first: int, end: int) -> Iterator[api.Tree]:
    """Yield what a game's records say, from the number `first` up to `end`, which is the next one's.

    Raise InvalidFile, also where one is missing, Closed for sealed ones without the key.
    """
    number = first
    for path, oid in record_ids(snapshot, terms.paths, first):
        if f"/{number:04}-" not in path:
            break
        data = _blob(snapshot, path, oid)
        yield terms.codec.record(data, path, snapshot.cache)
        number += 1
    else:
        if number == end:
            return
    place = terms.paths.turns_folder
    raise InvalidFile(
        Finding(place, f"record {number} is missing, or another is in its place; {mend(place)}")
    )


def record_ids(snapshot: Snapshot, paths: Layout, first: int = 0) -> list[tuple[str, str]]:
    """Return path and id of every record of a commit from the number `first` on, in order."""
    found: list[tuple[int, str, str]] = []
    begin = hundred(first)
    hundreds = folder(snapshot, paths.turns_folder)
    for place in [name for name in hundreds if (len(name), name) >= (len(begin), begin)]:
        place = f"{paths.turns_folder}/{place}"
        for name, row in folder(snapshot, place).items():
            record = record_of(f"{place}/{name}")
            if record and row.is_file and record[0] >= first:
                found.append((record[0], f"{place}/{name}", row.oid))
    return [(path, oid) for _, path, oid in sorted(found)]


def _blob(snapshot: Snapshot, path: str, oid: str) -> bytes:
    [data] = snapshot.blobs([oid])
    if data is None:
        raise InvalidFile(Finding(path, f"it is missing in git; {damaged()}"))
    return data


# What people write besides


def lying(snapshot: Snapshot, tree: WorkTree, path: str) -> bytes | None:
    """Return a file of people's as it lies there, or is committed where git leaves it out of the work tree."""
    data = tree.read(path, LARGEST_FILE)
    if data is None and (entry := snapshot.find(path)) and path in tree.left_out():
        return _blob(snapshot, path, entry.oid)
    return data


def names_in(snapshot: Snapshot, tree: WorkTree, place: str) -> list[str]:
    """Return the names in a folder of people's, as it lies there and as it is committed. Raise CannotRead."""
    return sorted({*tree.names(place), *folder(snapshot, place)})


def lying_in(snapshot: Snapshot, tree: WorkTree, place: str) -> dict[str, bytes | Finding]:
    """Return people's files in a folder by path, or why one cannot be read."""
    found: dict[str, bytes | Finding] = {}
    for name in names_in(snapshot, tree, place):
        path = f"{place}/{name}"
        try:
            data = lying(snapshot, tree, path)
        except CannotRead as fault:
            found[path] = Finding("", str(fault))
            continue
        if data is not None:
            found[path] = data
    return found


def setup(snapshot: Snapshot, tree: WorkTree, terms: Terms) -> Setup:
    """Return the board of a game with its terms. Raise InvalidFile."""
    kind = terms.ruleset.board
    if kind is None:
        return Setup(terms, None, None)
    board = _board(snapshot, tree, terms)
    return Setup(terms, api.convert(board, kind), board)


def _board(snapshot: Snapshot, tree: WorkTree, terms: Terms) -> api.Tree:
    paths = terms.paths
    data = lying(snapshot, tree, paths.board)
    if data is None:
        words = f"there is no such file, and a {terms.file.ruleset} game needs one"
        raise InvalidFile(Finding(paths.board, words))
    board = api.read(data, paths.board, snapshot.cache)
    secret = lying(snapshot, tree, paths.specials)
    if not isinstance(terms.codec, SealedCodec):
        if secret is not None:
            raise InvalidFile(_other_secrecy(paths, "open", "sealed", f": {paths.specials} is there"))
        return board
    if secret is None:
        words = "there is no such file. If the game was open, write `secrecy: open`; else restore it from git"
        raise InvalidFile(Finding(paths.specials, words))
    for field in terms.ruleset.hidden:
        if isinstance(board.data, dict) and board.data.get(field):
            words = (
                f"`{field}` is sealed in this game, but everybody can read it here; delete it from the file"
            )
            raise InvalidFile(api.fault(board, (field,), words))
    if terms.codec.shut:
        return board
    return board.with_values(terms.codec.specials(secret, paths.specials))


def _other_secrecy(paths: Layout, now: str, was: str | None, why: str = "") -> Finding:
    words = (
        f"it says `secrecy: {now}`, but the game was made {was}{why}. This cannot change later: "
        f"write `secrecy: {was}` again, or make a new game"
    )
    return Finding(paths.game, words)
