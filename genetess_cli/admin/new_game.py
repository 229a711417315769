"""A new game: its files are composed, checked in memory, and committed whole or not at all.

How it begins is in `turns/start.py`, the words of its files in `templates/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.board_file import read_bytes
from genetess_cli.admin.new_league import check_name, fill, make_title
from genetess_cli.errors import Finding, InvalidFile, Refused, WrongUsage
from genetess_cli.rules import ruleset
from genetess_cli.site.places import TITLES
from genetess_cli.store.codec import Codec, SealedCodec
from genetess_cli.store.files import Files
from genetess_cli.store.git.commits import GAME, with_trailers
from genetess_cli.store.git.snapshot import Held, Untouched
from genetess_cli.store.layout import Layout, check_slug
from genetess_cli.store.league import League, is_taken_along
from genetess_cli.store.people.names import check, player, with_bots
from genetess_cli.store.reader import games
from genetess_cli.store.schema import PlayerFile, SignUp, filled_fields, row_of, ruleset_fault
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.terms import TIMEOUT, everybody, read_terms
from genetess_cli.store.times import duration
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

_PRESETS = Path(__file__).resolve().parents[1] / "rules" / "genetess" / "boards" / "presets"
HOLIDAY = "10d"
"""The holiday that each player of a new game has, in total."""
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
    deadline: str = "3d"
    at: str = ""  # the times of day at which deadlines end, with commas
    days: str = ""  # the days of the week on which they do
    gamble: str | None = None  # what the players gamble for in round 0, with commas
    sealed: bool = False
    id: str = ""  # what the game's keys come from; "": it gets its own


@cache
def presets() -> dict[str, int]:
    """Return how many players each preset is for."""
    files = sorted(_PRESETS.glob("*.yaml"))
    return {file.stem: len(_starts_of("genetess", file.read_bytes(), file.stem)) for file in files}


def new(league: League, wish: NewGame, now: int, master: Callable[[], bytes] = keyring.master) -> list[str]:
    """Write a new game's files and commit them; gives their paths. `master` gives the key that its keys come from.

    Raise WrongUsage for options that do not go together or name nothing that exists, Refused and InvalidFile
    for a game or board that could not be played; nothing has changed then.
    """
    paths = Layout(check_slug(wish.slug))
    _check_wish(wish)
    board = wish.board.file
    is_hidden = wish.sealed and ruleset(wish.ruleset).hidden
    # The next `git add` would take it into the history.
    if board and is_hidden and is_taken_along(league.root, board):
        raise Refused(
            f"{board} is in the league's repository, where everybody can read it; "
            f"put it outside, such as in {Path('..') / board.name}. If it was ever committed, make another"
        )
    players = with_bots([player(text) for text in wish.seating.players], wish.seating.bots)
    offer = wish.seating.signup
    if len(players) < 2 and not offer:
        example = "--player {}=Ragnar --player {}=Gwen@gwen-g".format(*ruleset(wish.ruleset).seats)
        raise WrongUsage(f"a game needs two players or more: {example}")
    offered: Sequence[str] = ()
    if offer:
        taken = [player.seat for player in players if player.seat not in offer.seats]
        offered = (*taken, *offer.seats)
        offer = replace(offer, seats=offered)
    repository = league.repository
    with repository.lock():
        if (league.root / paths.folder).exists() or league.now().snapshot.find(paths.folder):
            raise Refused(f"there already is a game {wish.slug}, in {paths.folder}; choose another name")
        if league.births([paths.clock]):
            raise Refused(
                f"a game {wish.slug} was played here and deleted; git still has its turns. Choose another name"
            )
        joined = league.now().people.join(players)
        check(joined.players, offered)
        repository.author()  # before a key is made
        files = _draft_files(league, wish, joined.players, offer, master) | joined.files
        tip = repository.tip()
        repository.commit(tip, files, with_trailers(f"{wish.slug}: new game", (GAME, wish.slug)), now)
    return list(files)


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
        duration(wish.deadline)
    except WrongUsage as error:
        raise WrongUsage(f"--deadline: {error}") from None


def _takes_gambles(name: str) -> bool:
    return "gamble" in ruleset(name).settings.__struct_fields__


def _gambles(wish: NewGame) -> tuple[str, ...]:
    return _parts(wish.gamble or "")


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _draft_files(
    league: League,
    wish: NewGame,
    players: list[PlayerFile],
    offer: SignUp | None,
    master: Callable[[], bytes],
) -> Files:
    paths = Layout(wish.slug, wish.sealed)
    game_id = wish.id or keys.new_id()
    files: dict[str, bytes] = {}
    source = paths.board
    named = {player.seat for player in players}
    if offer:
        players = everybody(offer, players, None)
    starts: list[str | None] = [None] * len(players)
    if ruleset(wish.ruleset).board is not None:
        source, files[paths.board] = _board(wish, len(players))
        if _START not in _gambles(wish):
            names = _starts_of(wish.ruleset, files[paths.board], source)
            if wish.board.starts is not None:
                names = wish.board.starts.replace(",", " ").split()
            starts = [*names, *starts]
    pairs = [(player, start) for player, start in zip(players, starts, strict=False) if player.seat in named]
    seated = [replace(player, start=start) for player, start in pairs]
    files[paths.game] = _settings(league, wish, seated, offer, game_id).encode()
    # The whole board of a sealed game is checked before it is sealed.
    as_open = files[paths.game].replace(b"\nsecrecy: sealed", b"\nsecrecy: open", 1)
    _check_drafts(league, wish.slug, {**files, paths.game: as_open}, source)
    key = keys.game_key(master(), game_id)
    promised = {"commitment": keys.commitment(key)}
    files[paths.game] = api.with_fields(files[paths.game], promised, paths.game)
    if wish.sealed:
        files |= _sealed_board_files(wish, files.get(paths.board), game_id, key)
    note = fill(
        "orders.md",
        files=", ".join(f"`{Path(paths.orders(player.seat)).name}`" for player in players),
        examples=ruleset(wish.ruleset).examples,
        gambles=_takes_gambles(wish.ruleset),
        sealed=wish.sealed,
    )
    files[paths.orders_note] = note.encode()
    return {path: files[path] for path in sorted(files, reverse=True)}


def _sealed_board_files(wish: NewGame, board: bytes | None, game_id: str, key: bytes) -> dict[str, bytes]:
    if board is None:
        return {}
    paths = Layout(wish.slug, sealed=True)
    hidden = ruleset(wish.ruleset).hidden
    values: Any = api.read(board, paths.board).data
    skeleton = {name: value for name, value in values.items() if name not in hidden}
    codec = SealedCodec(wish.slug, game_id, key)
    return {
        paths.board: f"# {_SKELETON}\n{api.dump(skeleton)}".encode(),
        paths.specials: codec.specials_file({name: values[name] for name in hidden if name in values}),
    }


def _settings(
    league: League, wish: NewGame, players: Sequence[PlayerFile], offer: SignUp | None, game_id: str
) -> str:
    """Return the text of game.yaml; of the ways to time out that there are, the first is chosen."""
    rules = ruleset(wish.ruleset)
    own = {"gamble": _gambles(wish)} if wish.gamble else {}
    settings = msgspec.to_builtins(rules.settings(**own))
    name = name_of(wish.slug) if wish.name is None else wish.name
    number = len(league.slugs()) + 1 if wish.number is None else wish.number
    signup = filled_fields(offer) if offer else None
    return fill(
        "game.yaml",
        wish=wish,
        name=name,
        number=number,
        at=_parts(wish.at),
        days=_parts(wish.days),
        holiday=HOLIDAY,
        timeouts=rules.timeouts,
        has_board=rules.board is not None,
        signup=signup,
        players=[row_of(player) for player in players],
        rules={field: value for field, value in settings.items() if field != TIMEOUT},
        game_id=game_id,
    )


def name_of(slug: str) -> str:
    """Return what a game is called by its slug: `dna-2` is DNA 2."""
    kind = re.sub(r"-\d+$", "", slug)
    return make_title(TITLES.get(kind, kind) + slug.removeprefix(kind))


def _board(wish: NewGame, players: int) -> tuple[str, bytes]:
    file = wish.board.file
    if file is not None:
        return str(file), read_bytes(file)
    starts = presets()
    preset = wish.board.preset
    if preset is not None and preset not in starts:
        near = api.nearest(preset, [*starts])
        raise WrongUsage(f"there is no preset {preset[:40]!r}{near}; there are {', '.join(starts)}")
    chosen = preset or next((name for name in starts if starts[name] == players), None)
    if chosen is None or (starts[chosen] > players and wish.board.starts is None):
        sizes = ", ".join(f"{name} ({count})" for name, count in starts.items())
        raise WrongUsage(
            f"{players} players do not fit {chosen or 'any preset'}; the presets and their players are {sizes}. "
            "`genetess new` also takes some starts of a larger one, with --preset and --starts, or your own --board"
        )
    return f"the preset {chosen}", (_PRESETS / f"{chosen}.yaml").read_bytes()


def _starts_of(rules: str, data: bytes, source: str) -> list[str]:
    its = ruleset(rules)
    assert its.board is not None
    board = api.convert(api.read(data, source), its.board)
    return list(its.starts(its.settings(), board) or ())


def _check_drafts(league: League, slug: str, files: Mapping[str, bytes], source: str) -> None:
    """Raise InvalidFile for what is wrong, in terms of what the operator gave."""
    paths = Layout(slug)
    try:
        _ = league.settings
        terms = read_terms(files[paths.game], paths, Codec())
        drafts = Held(files)
        games.setup(drafts, Untouched(drafts), terms).check(is_open=True)
    except InvalidFile as error:
        words = [_in_terms_of(source, finding, paths) for finding in error.findings]
        raise Refused("\n".join(words)) from None


def _in_terms_of(source: str, finding: Finding, paths: Layout) -> str:
    if finding.path == paths.game:
        return finding.text
    if finding.path == paths.board:
        finding = finding._replace(path=source)
    return str(finding)
