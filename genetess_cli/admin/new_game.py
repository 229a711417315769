"""A new game: its files are composed, checked in memory, and committed whole or not at all.

How it begins is in `turns/start.py`, the words of its files in `templates/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli.admin.board_file import read_bytes
from genetess_cli.admin.new_league import check_name, fill, make_title
from genetess_cli.errors import Finding, InvalidFile, Refused, WrongUsage
from genetess_cli.rules import ruleset
from genetess_cli.site.places import TITLES
from genetess_cli.store import resources
from genetess_cli.store.codec import Codec, SealedCodec
from genetess_cli.store.files import Files
from genetess_cli.store.forges import FORGES
from genetess_cli.store.forges.program import web_address
from genetess_cli.store.git import remote
from genetess_cli.store.git.commits import GAME, with_trailers
from genetess_cli.store.git.snapshot import Held, Untouched
from genetess_cli.store.layout import Layout, check_slug
from genetess_cli.store.league import League, is_taken_along
from genetess_cli.store.people import Joined
from genetess_cli.store.people.names import check, player, with_bots
from genetess_cli.store.reader import games
from genetess_cli.store.schema import (
    VERSION,
    Defaults,
    PlayerFile,
    SignUp,
    filled_fields,
    row_of,
    ruleset_fault,
)
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.terms import TIMEOUT, Terms, everybody, read_terms
from genetess_cli.store.times import duration
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

_START = "start"
_SKELETON = (
    "Walls and starts, which everybody knows. The game is sealed: its special squares are in specials.sealed."
)


class Seating(Value):
    """Who plays a new game."""

    players: Sequence[str] = ()  # `SEAT=NAME` or `SEAT=NAME@LOGIN`
    bots: Sequence[str] = ()  # `SEAT=BOT`
    signup: SignUp | None = None  # the seats that are offered


class BoardChoice(Value):
    """The board of a new game, where its ruleset has boards; where nothing is chosen, a preset that fits."""

    preset: str | None = None
    file: Path | None = None  # a board of the GM's own
    starts: str | None = None  # their names with commas, in the order of the players


class NewGame(Value):
    """A game that is wanted."""

    slug: str
    ruleset: str
    seating: Seating
    board: BoardChoice = BoardChoice()
    name: str | None = None
    number: int | None = None  # None: the next one in the league
    gamble: str | None = None  # what the players gamble for in round 0, with commas
    alike: Defaults = Defaults()  # what the games of the league have alike
    id: str = ""  # what the game's keys come from; "": it gets its own


class _Draft(Value):
    """A game that is composed, with its board as it is before it is sealed."""

    slug: str
    id: str
    text: bytes  # of game.yaml, without its commitment
    board: bytes | None
    source: str  # where the board is from
    seats: Sequence[str]
    people: Mapping[str, bytes]  # the files of persons who are new


Master = Callable[[], bytes]


class Pace(Value):
    """How fast a game goes, with all that goes with it."""

    says: str
    alike: Defaults  # deadline, grace, holiday, hours, reminders
    is_live: bool = False  # whether all are there at the same time


PACES = {
    "day": Pace(
        "A turn a day, until the evening. 12h of grace, 10d of holiday, a reminder 4h before.",
        Defaults(deadline="1d", grace="12h", holiday="10d", at=("20:00",), remind=("4h",)),
    ),
    "week": Pace(
        "A turn a week, until a Sunday evening. 1d of grace, 21d of holiday, reminders 2d and 4h before.",
        Defaults(deadline="2d", grace="1d", holiday="21d", at=("20:00",), days=("sun",), remind=("2d", "4h")),
    ),
    "evening": Pace(
        "A live evening: ten minutes a turn, 5m of grace, breaks of 30m in total.",
        Defaults(deadline="10m", grace="5m", holiday="30m"),
        is_live=True,
    ),
}


def paces(league: League) -> list[str]:
    """Return the paces that there can be: a forge that runs the league, or is to, has runs too slow for some."""
    return [name for name, pace in PACES.items() if not (pace.is_live and has_forge(league))]


def has_forge(league: League) -> bool:
    if league.settings.site.repository is not None:
        return True
    with suppress(WrongUsage):  # there is no remote yet
        return web_address(remote.address(league.repository.top, remote.ORIGIN)) is not None
    return any(league.snapshot.find(forge.runs) for forge in FORGES.values())


def alike(
    league: League,
    pace: str | None,
    deadline: str | None,
    at: str | None,
    days: str | None,
    sealed: bool | None,
    **_: object,
) -> Defaults:
    """Return what the games of a league have alike, as a new one has it: otherwise where it is told, lists with commas.

    Raise WrongUsage for a pace that there cannot be.
    """
    wanted = league.settings.defaults
    if pace is not None:
        if pace not in paces(league):
            raise WrongUsage(f"--pace {pace}: the runs of a forge are too slow for it; choose another")
        wanted = _at_pace(wanted, PACES[pace].alike)
    if deadline == "none":  # then no time of day ends it, and no reminder comes
        wanted = wanted.replace(at=(), days=(), remind=())
    if sealed is not None:
        wanted = wanted.replace(secrecy="sealed" if sealed else "open")
    told = {"deadline": deadline, "at": at and parts(at), "days": days and parts(days)}
    return wanted.replace(**{field: value for field, value in told.items() if value})


def _at_pace(alike: Defaults, pace: Defaults) -> Defaults:
    """Return what games have alike at a pace: at the hours of the league where it has some."""
    at = alike.at if pace.at and alike.at else pace.at
    quiet = alike.quiet if pace.at and not {*pace.days} & {*alike.quiet} else ()
    return alike.replace(
        deadline=pace.deadline,
        grace=pace.grace,
        holiday=pace.holiday,
        at=at,
        days=pace.days,
        quiet=quiet,
        remind=pace.remind,
    )


def new(league: League, wish: NewGame, now: int, master: Master = keyring.master) -> list[str]:
    """Write a new game's files and commit them; gives their paths. `master` gives the key that its keys come from.

    Raise WrongUsage for options that do not go together or name nothing that exists, Refused and InvalidFile
    for a game or board that could not be played; nothing has changed then.
    """
    _check_wish(wish)
    if wish.board.file and wish.alike.secrecy == "sealed" and ruleset(wish.ruleset).hidden:
        check_outside(league, wish.board.file)
    players = with_bots([player(text) for text in wish.seating.players], wish.seating.bots)
    offer = wish.seating.signup
    if len(players) < 2 and not offer:
        example = "--player {}=Ragnar --player {}=Gwen@gwen-g".format(*ruleset(wish.ruleset).seats)
        raise WrongUsage(f"a game needs two players or more: {example}")
    if offer:
        taken = [player.seat for player in players if player.seat not in offer.seats]
        offer = offer.replace(seats=(*taken, *offer.seats))

    def compose(here: League) -> _Draft:
        joined = here.people.join(players)
        check(joined.players, offer.seats if offer else ())
        return _composed(here, wish, joined, offer)

    return _commit(league, wish.slug, compose, now, master)


def new_like(
    league: League, slug: str, other: str, name: str | None, number: int | None, now: int, master: Master
) -> list[str]:
    """Write a game with the settings, board and players of another one, each of whom has the next one's seat.

    Raise as `new`, and as `League.game` for the other.
    """
    check_name("--name", name)

    def compose(here: League) -> _Draft:
        game = here.game(other)
        if isinstance(game, games.Shut):
            raise game.why
        tree = here.setup(game.terms).board_tree
        board = None
        if tree:
            board = api.dump(tree.data).encode() if game.is_sealed else tree.source
        file = game.file
        path = game.paths.game
        game_id = keys.new_id()
        fields: dict[str, str | int | None] = {
            "name": _name(slug, name),
            "number": _number(here, number),
            "id": game_id,
            "version": VERSION,
            "rules_version": None,
        }
        seats: Sequence[str] = file.seats
        if file.signup and isinstance(game, games.Draft):
            seats = file.signup.seats
        elif file.signup:
            fields["signup"] = None
        rows = file.players
        pairs = zip((*rows[-1:], *rows[:-1]), rows, strict=True)
        turned = [who.replace(seat=row.seat, start=row.start, colour=row.colour) for who, row in pairs]
        joined = here.people.join(turned)
        check(joined.players, seats)
        text = api.with_fields(game.terms.source, fields, path)
        if rows:
            text = api.with_rows(text, "players", [row_of(player) for player in joined.players], path)
        if file.plan.start or file.plan.end:  # which are of the other game alone
            text = api.with_fields(text, {"start": None, "end": None}, path, ("plan",))
        return _Draft(slug, game_id, text, board, f"the board of {other}", seats, joined.files)

    return _commit(league, slug, compose, now, master)


def _commit(
    league: League, slug: str, compose: Callable[[League], _Draft], now: int, master: Master
) -> list[str]:
    repository = league.repository
    with repository.lock():
        check_free(league, slug)
        draft = compose(league.now())
        repository.author()  # before a key is made
        files = {**_files(league, draft, master), **draft.people}
        tip = repository.tip()
        repository.commit(tip, files, with_trailers(f"{slug}: new game", (GAME, slug)), now)
    return list(files)


def check_free(league: League, slug: str) -> None:
    """Raise WrongUsage for what cannot name a game, Refused for the name of another one, now or earlier."""
    paths = Layout(check_slug(slug))
    if (league.root / paths.folder).exists() or league.now().snapshot.find(paths.folder):
        raise Refused(f"there already is a game {slug}, in {paths.folder}; choose another name")
    if league.births([paths.clock]):
        raise Refused(
            f"a game {slug} was played here and deleted; git still has its turns. Choose another name"
        )


def check_outside(league: League, board: Path) -> None:
    """Raise Refused for a board that the next `git add` would take into the history, where nothing is secret."""
    if is_taken_along(league.root, board):
        raise Refused(
            f"{board} is in the league's repository, where everybody can read it; "
            f"put it outside, such as in {Path('..') / board.name}. If it was ever committed, make another"
        )


def _check_wish(wish: NewGame) -> None:
    check_name("--name", wish.name)
    if words := ruleset_fault(wish.ruleset):
        raise WrongUsage(words)
    board = wish.board
    asked = {"--preset": board.preset, "--board": board.file, "--starts": board.starts}
    given = [option for option, value in asked.items() if value is not None]
    gambles = _gambles(wish)
    is_gambled = wish.gamble is not None
    checks = (
        (
            given and ruleset(wish.ruleset).board is None,
            f"{wish.ruleset} has no board to choose; leave out {', '.join(given)}",
        ),
        (board.preset and board.file, "use --preset or --board, not both"),
        (
            is_gambled and not _takes_gambles(wish.ruleset),
            f"{wish.ruleset} has no gambling; leave out --gamble",
        ),
        (
            is_gambled and not gambles,
            "--gamble names what is gambled for, such as start,order,colour or one of them",
        ),
        (
            _START in gambles and board.starts is not None,
            "use --starts or --gamble start, not both: starts to gamble for have no player yet",
        ),
    )
    for is_wrong, words in checks:
        if is_wrong:
            raise WrongUsage(words)
    try:
        duration(wish.alike.deadline)
    except WrongUsage as error:
        raise WrongUsage(f"--deadline: {error}") from None


def _takes_gambles(name: str) -> bool:
    return "gamble" in ruleset(name).settings.__struct_fields__


def _gambles(wish: NewGame) -> tuple[str, ...]:
    return parts(wish.gamble or "")


def parts(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _composed(league: League, wish: NewGame, joined: Joined, offer: SignUp | None) -> _Draft:
    paths = Layout(wish.slug)
    game_id = wish.id or keys.new_id()
    source = paths.board
    board = None
    players = joined.players
    named = {player.seat for player in players}
    if offer:
        players = everybody(offer, players, None)
    starts: list[str | None] = [None] * len(players)
    if ruleset(wish.ruleset).board is not None:
        source, board = _board(wish, len(players))
        if _START not in _gambles(wish):
            own = wish.board.starts
            names = _starts_of(wish.ruleset, board, source) if own is None else parts(own)
            starts = [*names, *starts]
    pairs = [(player, start) for player, start in zip(players, starts, strict=False) if player.seat in named]
    seated = [player.replace(start=start) for player, start in pairs]
    text = _settings(league, wish, seated, offer, game_id).encode()
    seats = [player.seat for player in players]
    return _Draft(wish.slug, game_id, text, board, source, seats, joined.files)


def _files(league: League, draft: _Draft, master: Master) -> Files:
    """Return a game's files, whose whole board is checked before it is sealed."""
    paths = Layout(draft.slug)
    files: dict[str, bytes] = {}
    if draft.board is not None:
        files[paths.board] = draft.board
    as_open = api.with_fields(draft.text, {"secrecy": "open"}, paths.game)
    terms = _check_drafts(league, draft.slug, {**files, paths.game: as_open}, draft.source)
    key = keys.game_key(master(), draft.id)
    promised = {"commitment": keys.commitment(key)}
    files[paths.game] = api.with_fields(draft.text, promised, paths.game)
    is_sealed = as_open != draft.text
    if is_sealed and draft.board is not None:
        files |= _sealed_board_files(draft, draft.board, terms.ruleset.hidden, key)
    paths = Layout(draft.slug, is_sealed)
    note = fill(
        "orders.md",
        files=", ".join(f"`{Path(paths.orders(seat)).name}`" for seat in draft.seats),
        examples=terms.ruleset.examples,
        gambles=_takes_gambles(terms.ruleset.name),
        sealed=is_sealed,
    )
    files[paths.orders_note] = note.encode()
    return {path: files[path] for path in sorted(files, reverse=True)}


def _sealed_board_files(draft: _Draft, board: bytes, hidden: Collection[str], key: bytes) -> dict[str, bytes]:
    paths = Layout(draft.slug, sealed=True)
    values: Any = api.read(board, paths.board).data
    skeleton = {name: value for name, value in values.items() if name not in hidden}
    codec = SealedCodec(draft.slug, draft.id, key)
    return {
        paths.board: f"# {_SKELETON}\n{api.dump(skeleton)}".encode(),
        paths.specials: codec.specials_file({name: values[name] for name in hidden if name in values}),
    }


def _name(slug: str, name: str | None) -> str:
    """Return what a game is called: by its slug where it has no name, so that `dna-2` is DNA 2."""
    if name is not None:
        return name
    kind = re.sub(r"-\d+$", "", slug)
    return make_title(TITLES.get(kind, kind) + slug.removeprefix(kind))


def _number(league: League, number: int | None) -> int:
    return len(league.slugs()) + 1 if number is None else number


def _settings(
    league: League, wish: NewGame, players: Sequence[PlayerFile], offer: SignUp | None, game_id: str
) -> str:
    """Return the text of game.yaml; of the ways to time out that there are, the first is chosen."""
    rules = ruleset(wish.ruleset)
    own = {"gamble": _gambles(wish)} if wish.gamble else {}
    settings = msgspec.to_builtins(rules.settings(**own))
    signup = filled_fields(offer) if offer else None
    return fill(
        "game.yaml",
        ruleset=wish.ruleset,
        name=_name(wish.slug, wish.name),
        number=_number(league, wish.number),
        alike=filled_fields(wish.alike),
        timeouts=rules.timeouts,
        has_board=rules.board is not None,
        signup=signup,
        players=[row_of(player) for player in players],
        rules={field: value for field, value in settings.items() if field != TIMEOUT},
        game_id=game_id,
    )


def _board(wish: NewGame, players: int) -> tuple[str, bytes]:
    file = wish.board.file
    if file is not None:
        return str(file), read_bytes(file)
    starts = resources.PRESETS
    preset = wish.board.preset
    if preset is not None and preset not in starts:
        near = api.nearest(preset, [*starts])
        raise WrongUsage(f"there is no preset {preset[:40]!r}{near}; there are {', '.join(starts)}")
    chosen = preset or next((name for name in starts if starts[name] == players), None)
    if chosen is None or (starts[chosen] > players and wish.board.starts is None):
        sizes = ", ".join(f"{name} ({count})" for name, count in starts.items())
        raise WrongUsage(
            f"{players} players do not fit {chosen or 'any preset'}; the presets and their players are {sizes}. "
            "`genetess new` also takes some starts of a larger one, with --preset and --starts, or your own --board "
            "(`genetess board new` makes one)"
        )
    return f"the preset {chosen}", resources.preset(chosen).read_bytes()


def _starts_of(rules: str, data: bytes, source: str) -> Sequence[str]:
    its = ruleset(rules)
    assert its.board is not None
    board = api.convert(api.read(data, source), its.board)
    return its.starts(its.settings(), board) or ()


def _check_drafts(league: League, slug: str, files: Mapping[str, bytes], source: str) -> Terms:
    """Return the terms of an open game. Raise Refused for what is wrong, in terms of what the operator gave."""
    paths = Layout(slug)
    try:
        _ = league.settings
        terms = read_terms(files[paths.game], paths, Codec())
        drafts = Held(files)
        games.setup(drafts, Untouched(drafts), terms).check(is_open=True)
        return terms
    except InvalidFile as error:
        words = [_in_terms_of(source, finding, paths) for finding in error.findings]
        raise Refused("\n".join(words)) from None


def _in_terms_of(source: str, finding: Finding, paths: Layout) -> str:
    if finding.path == paths.game:
        return finding.text
    if finding.path == paths.board:
        finding = finding._replace(path=source)
    return str(finding)
