"""New leagues and new games: their files are composed, checked in memory, and committed whole or not at all.

How a game that was founded begins is in `start.py`; the words of the files are in `drafts.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli import drafts, exposed, naming, origin, readmes, resources, rulewishes
from genetess_cli.errors import InvalidFile, Refused, WrongUsage
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.seal import chest, keys
from genetess_cli.store import Hosted, League, schema, signups, yaml
from genetess_cli.store.fields import SignUp, SiteFile
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import LEAGUE, Layout, check_slug
from genetess_cli.store.overlay import Overlay
from genetess_cli.store.schema import GameFile, PlayerFile
from genetess_cli.store.times import duration

_PRESETS = Path(__file__).resolve().parent / "boards"
_START = "start"
_LARGEST_BOARD = 256 * 1024


class Wish(msgspec.Struct, frozen=True):
    """What is asked of a new game; `players` are `SEAT=NAME@LOGIN` texts, `starts` names of starts with commas.

    `gamble` is what the players gamble for in round 0, with commas; None for a game without one. `signup` offers seats.
    `rules` are `KEY=VALUE` texts.
    """

    slug: str
    ruleset: str
    players: Sequence[str]
    preset: str | None = None
    board: Path | None = None
    name: str | None = None
    number: int | None = None
    deadline: str = "3d"
    starts: str | None = None
    sealed: bool = False
    gamble: str | None = None
    signup: SignUp | None = None
    rules: Sequence[str] = ()


# A league


def init(
    folder: Path,
    title: str | None,
    repository: str | None,
    now: int,
    forge: str = "github",
    git: Mapping[str, str] | None = None,
) -> bool:
    """Make a league in `folder`, which must be missing or empty, with its first commit and the files of a forge.

    `git` are settings of git for it. Gives whether its requirements.txt could name where the program is from.
    Raises Refused where something is in the folder or it cannot be written, WrongUsage for a title or a
    repository that no genetess.yaml may hold; nothing has changed then.
    """
    if repository:
        _check_place(repository, forge)
    line = origin.requirement()
    title = title or _titled(folder.absolute().name)
    _check_name("--title", title)
    settings = drafts.league(title, repository, forge)
    _check_league(settings)
    _check_empty(folder)
    files: dict[str, bytes | None] = {
        LEAGUE: settings.encode(),
        "README.md": readmes.readme(forge).encode(),
        ".gitignore": drafts.GITIGNORE.encode(),
        ".gitattributes": drafts.GITATTRIBUTES.encode(),
        "requirements.txt": resources.requirements(line).encode(),
    }
    if forge != "none":
        files |= {path: text.encode() for path, text in resources.locks().items()}
    files |= {path: text.encode() for path, text in resources.forge(forge).items()}
    with Repository.init(folder, settings=git) as made, made.lock():
        made.commit(None, files, "a new league\n", now)
    return line is not None


def _check_place(repository: str, forge: str) -> None:
    """Raise WrongUsage for a repository on another forge, as far as it tells; its form is looked at later."""
    kind = SiteFile(repository=repository).kind
    if kind == forge or (kind is None and forge != "none"):
        return
    if "://" not in repository and forge != "none":
        where = f"with --forge {forge} give its address there, https://HOST/OWNER/NAME"
        raise WrongUsage(f"--repository {repository} is a name on GitHub; {where}")
    raise WrongUsage(
        f"--repository {repository} goes with --forge {kind or 'gitlab or forgejo'}, not {forge}"
    )


def _check_name(option: str, text: str | None) -> None:
    if text and (words := naming.unfit(text)):
        raise WrongUsage(f"{option}: it {words}")


def _titled(name: str) -> str:
    words = "".join(
        letter if letter.isprintable() else " " for letter in re.sub(r"[-_\s]+", " ", name)
    ).strip()
    title = (words[:1].upper() + words[1:])[:80].strip()
    return title if title and naming.unfit(title) is None else "Genetess league"


def _check_league(text: str) -> None:
    try:
        schema.load_league(yaml.read(text.encode(errors="replace"), LEAGUE))
    except InvalidFile as error:
        raise WrongUsage("\n".join(_unplaced(line, LEAGUE) for line in error.faults)) from None


def _check_empty(folder: Path) -> None:
    try:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise Refused(f"{folder} is there already and is no folder; name a new one")
        if folder.is_dir() and any(folder.iterdir()):
            raise Refused(f"{folder} is not empty; name a new folder, or an empty one")
    except (OSError, ValueError) as error:
        raise Refused(f"{folder} cannot be looked into: {error}; name another folder") from None


# A game


def presets() -> list[str]:
    """The names of the boards that come with the program."""
    return sorted(path.stem for path in _PRESETS.glob("*.yaml"))


def new(league: League, wish: Wish, now: int, master: Callable[[], bytes] = chest.master) -> list[str]:
    """Write a new game's files and commit them; gives their paths. `master` gives the key that its keys come from.

    Raises WrongUsage for options that do not go together or name nothing that exists, Refused and InvalidFile
    for a game or board that could not be played; nothing has changed then.
    """
    paths = Layout(check_slug(wish.slug))
    _check_wish(wish)
    if wish.sealed and wish.board and ruleset(wish.ruleset).HIDDEN:
        exposed.check_outside(league, wish.board)
    players = [naming.player(text) for text in wish.players]
    naming.check(players, wish.signup.seats if wish.signup else ())
    with Repository.open(league.root) as repository, repository.lock():
        if (league.root / paths.folder).exists() or repository.list(repository.tip(), paths.folder):
            raise Refused(f"there is a game {wish.slug} already, in {paths.folder}; choose another name")
        repository.author()  # before a key is made
        files = _drafted(league, wish, players, master)
        tip = repository.tip()
        repository.commit(tip, files, f"{wish.slug}: new game\n\nGenetess-Game: {wish.slug}\n", now)
    return list(files)


def _check_wish(wish: Wish) -> None:
    _check_name("--name", wish.name)
    if wish.ruleset not in RULESETS:
        near = yaml.nearest(wish.ruleset, list(RULESETS))
        raise WrongUsage(f"there is no ruleset {wish.ruleset[:40]!r}{near}; there is {', '.join(RULESETS)}")
    _check_board(wish)
    if wish.preset and wish.board:
        raise WrongUsage("--preset and --board are two boards; give one of them")
    if len(wish.players) < 2 and not wish.signup:
        example = "--player {}=Ragnar --player {}=Gwen@gwen-g".format(*ruleset(wish.ruleset).SEATS)
        raise WrongUsage(f"a game needs two players or more: {example}")
    duration(wish.deadline)
    _check_gamble(wish)


def _check_board(wish: Wish) -> None:
    """Where there is no board, nothing is asked of one."""
    asked = {"--preset": wish.preset, "--board": wish.board, "--starts": wish.starts}
    given = [option for option, value in asked.items() if value is not None]
    if given and ruleset(wish.ruleset).BOARD is None:
        options = ", ".join(given)
        raise WrongUsage(f"nothing is to be chosen of the board in {wish.ruleset}; leave out {options}")


def _check_gamble(wish: Wish) -> None:
    """What can be gambled for is the ruleset's to judge, when the files are checked."""
    if wish.gamble is not None and not _takes_gambles(wish.ruleset):
        raise WrongUsage(f"nothing is gambled for in {wish.ruleset}; leave out --gamble")
    if wish.gamble is not None and not _gambles(wish):
        raise WrongUsage("--gamble names what is gambled for, such as start,order,colour or one of them")
    if _START in _gambles(wish) and wish.starts is not None:
        raise WrongUsage(
            "--starts and --gamble start do not go together: what is gambled for is nobody's yet"
        )


def _takes_gambles(name: str) -> bool:
    return "gamble" in ruleset(name).SETTINGS.__struct_fields__


def _gambles(wish: Wish) -> tuple[str, ...]:
    return getattr(_rules(wish), "gamble", ())


def _rules(wish: Wish) -> Any:
    """The settings of the game's rules: the defaults but for what is asked. Raises WrongUsage for what cannot be."""
    given = rulewishes.read(wish.ruleset, wish.rules)
    if wish.gamble is not None:
        if "gamble" in given:
            raise WrongUsage("--gamble and --rule gamble are the same setting; give one of them")
        given["gamble"] = tuple(wish.gamble.replace(",", " ").split())
    return ruleset(wish.ruleset).SETTINGS(**given)


def _drafted(
    league: League, wish: Wish, players: list[PlayerFile], master: Callable[[], bytes]
) -> dict[str, bytes | None]:
    """The files of a game by path, checked as they will be read."""
    paths = Layout(wish.slug, wish.sealed)
    game_id = keys.new_id()
    files: dict[str, bytes] = {}
    source = paths.board
    mine = {one.seat for one in players}
    players = signups.everybody(wish.signup, players, None) if wish.signup else players
    starts: list[str | None] = [None] * len(players)
    if ruleset(wish.ruleset).BOARD is not None:
        source, files[paths.board] = _board(wish, len(players))
        if _START not in _gambles(wish):
            starts = list(_assigned(wish, _starts_of(wish, files[paths.board], source), players))
    given = [msgspec.structs.replace(one, start=start) for one, start in zip(players, starts, strict=True)]
    seated = [one for one in given if one.seat in mine]
    files[paths.game] = _settings(league, wish, seated, game_id).encode()
    _check_drafts(league, wish.slug, {**files, paths.game: _as_open(files[paths.game])}, source)
    key = keys.game_key(master(), game_id)
    promised = {"commitment": keys.commitment(key)}
    files[paths.game] = yaml.with_fields(files[paths.game], promised, paths.game)
    if wish.sealed:
        files |= _sealed(wish, files.get(paths.board), game_id, key)
    examples = ruleset(wish.ruleset).EXAMPLES
    names = [Path(paths.orders(one.seat)).name for one in players]
    note = drafts.orders_note(names, examples, _takes_gambles(wish.ruleset), wish.sealed)
    files[paths.orders_note] = note.encode()
    return {path: files[path] for path in sorted(files, reverse=True)}


def _as_open(settings: bytes) -> bytes:
    """The settings of a sealed game as those of an open one, so that its whole board is checked before it is sealed."""
    return settings.replace(b"\nsecrecy: sealed", b"\nsecrecy: open", 1)


def _sealed(wish: Wish, board: bytes | None, game_id: str, key: bytes) -> dict[str, bytes]:
    """The files of a sealed game's board: the skeleton for everybody, and what else there is as a sealed file."""
    from genetess_cli.store import sealed

    if board is None:
        return {}
    paths, hidden = Layout(wish.slug, sealed=True), ruleset(wish.ruleset).HIDDEN
    values: Any = yaml.read(board, paths.board).data
    skeleton = {name: value for name, value in values.items() if name not in hidden}
    papers = sealed.papers(wish.slug, game_id, lambda: key)
    return {
        paths.board: f"{drafts.SKELETON}{yaml.dump(skeleton)}".encode(),
        paths.specials: papers.specials_file({name: values[name] for name in hidden if name in values}),
    }


def _settings(league: League, wish: Wish, players: Sequence[PlayerFile], game_id: str) -> str:
    number = len(league.slugs()) + 1 if wish.number is None else wish.number
    file = GameFile(
        ruleset=wish.ruleset,
        name=_titled(wish.slug) if wish.name is None else wish.name,
        number=number,
        deadline=wish.deadline,
        secrecy="sealed" if wish.sealed else "open",
        players=tuple(players),
        signup=wish.signup,
        id=game_id,
    )
    rules = ruleset(wish.ruleset)
    return drafts.game(file, _rules(wish), rules.TIMEOUTS, rules.BOARD is not None)


def _board(wish: Wish, players: int) -> tuple[str, bytes]:
    """The board's bytes, and what to call it in messages."""
    if wish.board is not None:
        return str(wish.board), _read(wish.board)
    names = presets()
    if wish.preset is not None and wish.preset not in names:
        near = yaml.nearest(wish.preset, names)
        raise WrongUsage(f"there is no preset {wish.preset[:40]!r}{near}; there are {', '.join(names)}")
    fitting = [name for name in names if len(_starts_of(wish, _preset(name), name)) == players]
    chosen = wish.preset or next(iter(fitting), None)
    if chosen is None:
        sizes = ", ".join(f"{name} ({len(_starts_of(wish, _preset(name), name))})" for name in names)
        raise WrongUsage(
            f"no preset is for {players} players: there are {sizes}; make a board with "
            f"`genetess board new --players {players} -o FILE` and give it with --board FILE"
        )
    return f"the preset {chosen}", _preset(chosen)


def _preset(name: str) -> bytes:
    return (_PRESETS / f"{name}.yaml").read_bytes()


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_BOARD + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(f"the board {path} cannot be read: {reason}; name a file like board.yaml") from None
    if len(data) > _LARGEST_BOARD:
        raise Refused(f"the board {path} is larger than {_LARGEST_BOARD // 1024} KiB; no board is")
    return data


def _starts_of(wish: Wish, data: bytes, source: str) -> list[str]:
    """The names of a board's starts. Raises InvalidFile."""
    board = yaml.convert(yaml.read(data, source), ruleset(wish.ruleset).BOARD or dict)
    return list(getattr(board, "starts", {}))


def _assigned(wish: Wish, names: list[str], players: Sequence[PlayerFile]) -> list[str]:
    """The start of each player, as asked for or in the board's order."""
    wanted = names if wish.starts is None else wish.starts.replace(",", " ").split()
    listed = ", ".join(names) or "none"
    for index, name in enumerate(wanted):
        if name not in names or name in wanted[:index]:
            problem = "is given twice" if name in names else "is no start of this board"
            raise WrongUsage(f"--starts: {name[:40]} {problem}; the board has {listed}")
    if len(wanted) < len(players):
        raise WrongUsage(f"{len(players)} players need as many starts; there are {listed}")
    return wanted[: len(players)]


def _check_drafts(league: League, slug: str, files: Mapping[str, bytes], source: str) -> None:
    """Raise InvalidFile for what is wrong, in terms of what the operator gave."""
    hosted = Hosted(Overlay(league, files), slug)
    try:
        schema.load_league(yaml.read(league.read(LEAGUE) or b"", LEAGUE))
        hosted.check()
    except InvalidFile as error:
        paths = Layout(slug)
        faults = [
            _unplaced(line, paths.game).replace(f"{paths.board}:", f"{source}:", 1) for line in error.faults
        ]
        raise InvalidFile(faults) from None


def _unplaced(fault: str, path: str) -> str:
    """A fault without the place in a file that nobody has seen yet."""
    return re.sub(rf"^{re.escape(path)}:(?:\d+:)? ?", "", fault)
