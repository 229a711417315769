"""Start a game: check it, draw what is to be drawn, make the first position and clock, commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from genetess_cli.errors import Finding, InvalidFile, Note, Refused, ignore_note
from genetess_cli.rules.base import SetupFault
from genetess_cli.rules.dice import START, Dice
from genetess_cli.store import signups
from genetess_cli.store.codec import SealedCodec, epoch_of
from genetess_cli.store.files import Files
from genetess_cli.store.git.commits import GAME, with_trailers
from genetess_cli.store.layout import Layout, person_file
from genetess_cli.store.league import League
from genetess_cli.store.people import names as naming
from genetess_cli.store.reader.games import AnyGame, Draft, Keys
from genetess_cli.store.schema import Clock, SignUp, row_of
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.terms import Terms, read_terms
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.turns import queue
from genetess_cli.turns.referee import check_reason, commit, save
from genetess_cli.turns.saving import SavedStep, with_files, write_step
from genetess_cli.turns.state import GameState, read_state, uncommitted, with_new_keys
from genetess_cli.turns.step import Start, advance
from genetess_cli.turns.wishes.votes import no_votes
from genetess_cli.values import Value

RENEWED = "{}: a new link for {}"
"""What the commit of another key for a seat says, of the game and the seat: `verify` reads it there."""


def check(league: League, slug: str) -> Draft:
    """Return the game, ready to start. Raise Refused where it cannot, InvalidFile for its settings, names or board."""
    game = league.game(slug)
    if not isinstance(game, Draft):
        raise Refused(f"{slug} has already started: its turn is {game.clock.turn}")
    if league.tree.read(game.paths.clock) is not None:
        words = "lies there and is in no commit, as if the game had been taken out of git; put that back, or delete it"
        raise Refused(f"{game.paths.clock} {words}")
    if why := game.file.cancelled:
        raise Refused(f"{slug} is called off: {why}. To take that back: `genetess undo {slug}`")
    game.codec.check_open()  # a key that is made only now would not open the board's sealed part
    league.setup(game.terms).check(is_open=True)
    if findings := name_faults(game.terms):
        raise InvalidFile(*findings)
    if problems := same_key_problems(league, game.terms):
        raise Refused(str(problems[0]))
    if signup := game.file.signup:
        check_signups(league, game.terms, signup, ignore_note)
    return game


def start(
    league: League,
    slug: str,
    now: int,
    key: Keys,
    note: Note = ignore_note,
) -> None:
    """Start a game at the time `now` and commit it. Those who signed up are seated.

    `key` gives the game's key, from which its draws come. Raise Refused, InvalidFile, Busy.
    """
    seat_signups(league, slug, now, note)
    with league.at_work(note) as league:
        game = check(league, slug)
        if game.file.over_by("", now):
            raise Refused(
                f"{slug} would end before it starts; write a later `end` under `plan:` in {game.paths.game}"
            )
        league.repository.author()  # before a key is made
        step = _first(league, game, now, key, note)
        along = uncommitted(league, _people_files(league, game.terms))
        save(league, league.snapshot.commit, step.replace(along=along), now, note)
    if missing := [f"`{name}`" for name in ("id", "commitment") if getattr(game.file, name) is None]:
        note(f"{game.paths.game} now has its {' and '.join(missing)}: the game's draws depend on it")


def _first(league: League, game: Draft, now: int, key: Keys, note: Note) -> SavedStep:
    terms = game.terms
    game_id = terms.file.id or keys.new_id()
    game_key = key(game_id, terms.file.commitment)
    dice = Dice(lambda: keys.dice_key(game_key), START)
    clock = opening_clock(terms, now)
    for finding in game.edits.unread.values():
        note(f"ignored: {finding}")
    said, closed, opened = queue.read_files(terms.codec, game.files, clock)
    clock = queue.with_noted_queues(clock, game.files, opened)
    state = GameState(terms, None, clock, said, game.files, closed)
    step = write_step(advance(state, Start(league.setup(terms).board), now, dice))
    fields: dict[str, str | int] = {
        "id": game_id,
        "commitment": keys.commitment(game_key),
        "rules_version": terms.ruleset.version,
    }
    settings = {terms.paths.game: api.with_fields(terms.source, fields, terms.paths.game)}
    return step.replace(changes=step.changes | _people_files(league, terms) | settings)


def opening_clock(terms: Terms, now: int) -> Clock:
    seconds = terms.file.holiday_seconds
    holiday = dict.fromkeys(terms.file.seats, seconds) if seconds else {}
    return Clock(
        turn="0", phase="waiting", since=Time(now), number=0, holiday=holiday, votes=no_votes(terms.file)
    )


def _people_files(league: League, terms: Terms) -> Files:
    paths = [terms.paths.game]
    if terms.ruleset.board:
        paths.append(terms.paths.board)
    if terms.ruleset.board and terms.is_sealed:
        paths.append(terms.paths.specials)
    return {path: league.lying(path) for path in paths}


def check_signups(league: League, terms: Terms, signup: SignUp, note: Note) -> dict[str, signups.SignUpFile]:
    """Return the sign-ups of a game that has not started, by path. Raise Refused for fewer players than it needs."""
    asked = league.asked(terms.paths, terms.file.players, note)
    count = len(terms.file.players) + len(asked)
    if count < signup.minimum:
        raise Refused(
            f"{terms.slug} needs {signup.minimum} players and has {count}, sign-ups included; "
            "wait for more, or lower `minimum` under `signup:`"
        )
    return asked


def call_off(league: League, slug: str, why: str | None, now: int, note: Note) -> None:
    """Call a game off that has not started, or without a reason take that back."""
    check_reason(why)
    with league.at_work(note) as league:
        terms = league.game(slug).terms
        if bool(terms.file.cancelled) == bool(why):
            is_so = "already" if why else "not"
            raise Refused(f"{slug} is {is_so} called off")
        path = terms.paths.game
        changes: Files = {path: api.with_fields(terms.source, {"cancelled": why}, path)}
        done = "called off" if why else "no longer called off"
        message = with_trailers(f"{slug}: {done}", (GAME, slug))
        commit(league, changes, {path: terms.source}, message, now, note)


def check_ready(league: League, slug: str, now: int) -> None:
    """Raise Refused, with the reason, where a game does not start by itself yet."""
    file = league.game(slug).file
    signup = file.signup
    if file.plan.start and file.start:
        if now < file.start:
            raise Refused(f"{slug} starts at {file.format_time(file.start)}")
        return
    if signup is None or not signup.ready:  # as its GM has edited it
        raise Refused(f"{slug} is started by its GM")
    asked = league.asked(Layout(slug), file.players)
    coming = [*asked.values()][: signup.most - len(file.players)]
    ready = sum(wish.ready for wish in coming)
    if ready < len(coming) or len(file.players) + len(coming) < signup.most:
        raise Refused(
            f"{slug} starts when it is full and all are ready; {ready} of {len(coming)} who signed up are"
        )


def seat_signups(league: League, slug: str, now: int, note: Note) -> None:
    """Write those who signed up into game.yaml as players, and commit that; nothing where the game offers no seats.

    Whoever comes after the last seat keeps the sign-up. Raise Refused, InvalidFile, Busy.
    """
    with league.at_work(note) as league:
        game = league.game(slug)
        terms = game.terms
        signup = game.file.signup
        if signup is None or not isinstance(game, Draft):
            return
        asked = check_signups(league, terms, signup, note)
        setup = league.setup(terms)
        players = signups.seat_players(signup, terms.file.players, [*asked.values()], setup.starts)
        if players == list(terms.file.players):
            return
        people = league.people
        made: Files = {}
        if terms.file.names_persons:
            joined = people.join(players)
            players = joined.players
            people = joined.people
            made = {**joined.files}
        path = terms.paths.game
        data = api.with_rows(terms.source, "players", [row_of(player) for player in players], path)
        seated_terms = read_terms(data, terms.paths, terms.codec, people)
        if findings := name_faults(seated_terms):
            raise InvalidFile(*findings, Finding(terms.paths.signups_folder, "these files name players"))
        setup.replace(terms=seated_terms).check(is_open=False)
        seated = {(player.github, player.name) for player in players}
        done = [path for path, wish in asked.items() if (wish.github, wish.name) in seated]
        changes: Files = {path: data, **made, **dict.fromkeys(done)}
        seen = {path: league.tree.read(path) for path in changes}
        message = with_trailers(f"{slug}: {len(done)} of those who signed up have seats", (GAME, slug))
        commit(league, changes, seen, message, now, note)


class Link(Value):
    """What a player needs of a seat."""

    place: str  # the end of the address
    address: str | None  # of its turnsheets; None: the league has no site
    key: str | None  # as text, of a sealed game

    def __str__(self) -> str:
        """Join both. What follows the `#` never leaves a browser, but stays in the history of one that goes there."""
        address = self.address or self.place
        return address if self.key is None else f"{address}#{self.key}"

    @property
    def pasted(self) -> str:
        """The key as a player pastes it, with its game and seat: nothing that can be clicked."""
        return f"{self.place}#{self.key}"


def link(league: League, game: AnyGame, seat: str) -> Link:
    """Return a seat's link. Raise Closed where a sealed game's key is not here."""
    place = f"{game.slug}/sheet/{seat}/"
    bare = Link(place, league.address(place), None)
    if not isinstance(game.codec, SealedCodec):
        return bare
    key = game.codec.seat_key(seat, epoch_of(seat, game.clock))
    return bare.replace(key=keyring.seat_text(key))


def renew(league: League, slug: str, seat: str, now: int, note: Note = ignore_note) -> None:
    """Give a seat another key for all that comes. Raise Refused for a game that is open, unstarted or revealed."""

    def renew_key(state: GameState) -> GameState:
        if not state.is_sealed:
            raise Refused(f"{slug} is an open game and needs no keys: everybody can read its files")
        _check_secret(state)
        return with_new_keys(state, seat)

    _save(league, slug, now, renew_key, RENEWED.format(slug, seat), note)


def reveal(league: League, slug: str, now: int, note: Note = ignore_note) -> None:
    """Publish the key of a game that is over. Raise Refused before that, and where it is public already."""

    def open_key(state: GameState) -> GameState:
        _check_secret(state)
        if not state.clock.is_over:
            raise Refused(f"{slug} is not over; its key stays secret until it is")
        for twin in _sharing(league, state.terms):
            clock = league.now().clock(twin).clock
            if clock is None or not clock.is_over:
                raise Refused(f"{slug}: {twin} has the same key and is not over; finish that first")
        return state.replace(clock=state.clock.replace(key=league.key_of(state.terms).hex()))

    _save(league, slug, now, open_key, f"{slug}: its key is revealed", note)


def _save(
    league: League, slug: str, now: int, change: Callable[[GameState], GameState], subject: str, note: Note
) -> None:
    with league.at_work(note) as league:
        state = read_state(league, slug, note)
        saved = with_files(state, change(state))
        message = with_trailers(subject, (GAME, slug))
        commit(league, saved.changes, saved.seen, message, now, note)


def _check_secret(state: GameState) -> None:
    if state.clock.key is not None:
        raise Refused(f"the key of {state.slug} is already public; nothing in the game is secret")


def name_faults(terms: Terms) -> list[Finding]:
    """Return what is wrong with the names in game.yaml. No turn asks: a game that has begun goes on."""
    return [_of_name(terms, path, words) for path, words in naming.faults(terms.file)]


def _of_name(terms: Terms, path: tuple[str | int, ...], words: str) -> Finding:
    """Return what is wrong with a name; that of a person is in people/."""
    match path:
        case ("players", int(index), "name") if person := terms.file.players[index].person:
            return Finding(person_file(person), f"name: {words}")
        case _:
            return terms.locate_fault(SetupFault(path, words))


def same_key_problems(league: League, terms: Terms) -> list[Finding]:
    """Find another game of the league with the key of this one."""
    slug = next(_sharing(league, terms), None)
    if slug is None:
        return []
    words = f"{slug} has the same `id` or `commitment`, so both games would draw the same luck"
    return [Finding(terms.paths.game, f"{words}. Before a start, delete both lines, or make the game again")]


def _sharing(league: League, terms: Terms) -> Iterator[str]:
    marks = [mark for mark in (terms.file.id, terms.file.commitment) if mark]
    for slug in league.slugs():
        text = league.lying(Layout(slug).game) or b""
        if slug != terms.slug and any(mark.encode() in text for mark in marks):
            yield slug
