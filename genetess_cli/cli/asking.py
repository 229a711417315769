"""What `genetess new` asks on a terminal; the answers are the words of the command that does the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TypeVar

import click

from genetess_cli.admin import board_file, new_game
from genetess_cli.cli.sketch import show
from genetess_cli.cli.terminal import columns, safe, say
from genetess_cli.errors import Fault, InvalidFile, WrongUsage
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.base import Seat
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess.boards.fairness import survey
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site.games import pages_of
from genetess_cli.store.layout import LEAGUE
from genetess_cli.store.league import League
from genetess_cli.store.people import names
from genetess_cli.store.schema import Defaults, Delayed, PlayerFile, filled_fields, load_league
from genetess_cli.store.terms import seats_of
from genetess_cli.store.yaml import api

Answer = TypeVar("Answer")
_SECRECY = {
    "open": "Everybody who can read the repository can read all of the game.",
    "sealed": "What is secret is encrypted, and each player gets a key. Use a board of your own: anybody can look up "
    "those that come with the program.",
}
_LATER = "later"
_OWN = "own"
_WAYS = {"named": "You name the players.", "signup": "People sign up for the seats."}
_ALL = "all"
_NONE = "none"


def ask(here: League, slug: str | None) -> list[str]:
    """Return the words of `new` for the game that a person wants. Raise click.Abort for Ctrl-C."""
    if slug is None:
        slug = _ask("The game's name in files and addresses, such as riot", lambda text: _free(here, text))
    else:
        _free(here, slug)
    alike = here.settings.defaults
    name = _choose("Which game?", {one: f"{pages_of(one).title}. {pages_of(one).about}" for one in RULESETS})
    rules = ruleset(name)
    words = [slug, "--ruleset", name]
    if rules.hidden:
        say("Fog: players see what is near their own pieces, and nothing else of the board.")
        words += ["--spectators", _spectators(alike)]
    secrecy = _choose("Open or sealed?", _SECRECY, alike.secrecy)
    words.append(f"--{secrecy}")
    if rules.board is not None:
        count, board = _board(here, secrecy == "sealed")
        words += board
    else:
        count = _count("How many players?", _sizes(rules))
    seats = _seats(rules, count)
    is_live = not new_game.has_forge(here)
    way = "named" if is_live else _choose("Who plays?", _WAYS)
    words += _signup(seats) if way == "signup" else _players(rules, seats)
    return words + _pace(alike, is_live)


def _ask(question: str, check: Callable[[str], Answer], default: str | None = None) -> Answer:
    """Ask until an answer is fit, and say of others why they are not."""

    def value(text: str) -> Answer:
        try:
            return check(text.strip())
        except InvalidFile as fault:
            raise click.UsageError(safe(fault.findings[0].text)) from None
        except Fault as fault:
            raise click.UsageError(safe(str(fault))) from None

    answer: Answer = click.prompt(question, default=default, value_proc=value)
    return answer


def _choose(question: str, options: Mapping[str, str], default: str | None = None) -> str:
    keys = [*options]
    say("", question)
    for number, (key, words) in enumerate(options.items(), start=1):
        say(*wrap(f"{number:>3}  {key:9} {words}", columns(), subsequent_indent=" " * 15))

    def check(text: str) -> str:
        key = text.lower()
        if key.isdecimal() and 1 <= int(key) <= len(keys):
            return keys[int(key) - 1]
        if key not in options:
            raise WrongUsage(
                f"write a number from 1 to {len(keys)}, or {' or '.join(keys)}{api.nearest(key, keys)}"
            )
        return key

    return _ask("Number or name", check, default or keys[0])


def _count(question: str, counts: Sequence[int]) -> int:
    if not counts[1:]:
        return counts[0]

    def check(text: str) -> int:
        if text not in map(str, counts):
            raise WrongUsage(f"write a number from {counts[0]} to {counts[-1]}")
        return int(text)

    return _ask(question, check, str(counts[0]))


def _spectators(alike: Defaults) -> str:
    default = _LATER
    turns = 10
    match alike.spectators:
        case Delayed(delayed=turns):
            pass
        case "public" | "full":
            default = alike.spectators
    options = {
        "public": "What everybody may know.",
        _LATER: f"The whole board, {turns} turns later.",
        "full": "The whole board at once: for players who do not look.",
    }
    sight = _choose("What do spectators see?", options, default)
    return str(turns) if sight == _LATER else sight


def _free(here: League, text: str) -> str:
    new_game.check_free(here, text.lower())
    return text.lower()


def _seats(rules: AnyRuleset, count: int) -> list[str]:
    return [*rules.seats, *(colour for colour in COLOURS if colour not in rules.seats)][:count]


def _sizes(rules: AnyRuleset) -> list[int]:
    """Return how many can play a game that has no board."""
    sizes = range(2, len(COLOURS) + 1)
    return [size for size in sizes if not rules.faults(rules.settings(), None, _taken(_seats(rules, size)))]


def _taken(seats: Iterable[str]) -> list[Seat]:
    return seats_of([PlayerFile(seat=seat) for seat in seats])


def _board(here: League, is_sealed: bool) -> tuple[int, list[str]]:
    """Return for how many players a board is, and the words that choose it, once the person has seen it."""

    def load(text: str) -> tuple[str, Board]:
        file = Path(text).expanduser()
        if is_sealed:
            new_game.check_outside(here, file)
        board = board_file.load(file)
        if len(board.starts) > len(COLOURS):
            raise WrongUsage(
                f"it is for {len(board.starts)} players; give their names to `genetess new` as options"
            )
        return str(file), board

    offered = {name: f"A board for {count} players." for name, count in new_game.presets().items()}
    while True:
        name = _choose(
            "Which board?", {**offered, _OWN: "A file of yours, such as `genetess board new` makes."}
        )
        if name == _OWN:
            file, board = _ask("The file", load)
            words = ["--board", file]
        else:
            board = board_file.load(new_game.preset_file(name))
            words = ["--preset", name]
        show(board, survey(board))
        if click.confirm("Play on this board?", default=True):
            return len(board.starts), words


def _players(rules: AnyRuleset, seats: Sequence[str]) -> list[str]:
    bots = rules.bots().names
    say(
        "",
        "Who plays? Write for each seat, in order of play, a name: Ragnar, or Ragnar@ragnar42 with the login on the",
        f"forge. Or a bot: {', '.join(bots)}.",
    )
    words: list[str] = []
    seated: list[PlayerFile] = []
    for seat in seats:

        def check(text: str, seat: str = seat) -> PlayerFile:
            player = names.player_of(seat, text)
            if text.lower() in bots:
                others = sum(bool(other.bot) for other in seated)
                player = names.bot_of(seat, text.lower(), _called(seat, text, others))
            names.check([*seated, player], seats)
            return player

        player = _ask(seat, check)
        seated.append(player)
        login = f"@{player.github}" if player.github else ""
        words += ["--player", f"{seat}={player.name}{login}"]
        if player.bot:
            words += ["--bot", f"{seat}={player.bot}"]
    return words


def _called(seat: str, bot: str, others: int) -> PlayerFile:
    """Return a bot's name, which tells it from other bots of the game."""
    number = f" {others + 1}" if others else ""
    return PlayerFile(seat=seat, name=f"{bot.capitalize()}{number}")


def _signup(seats: Sequence[str]) -> list[str]:
    say(f"The seats, in order of play: {', '.join(seats)}.")
    least = _count("How many players does the game need at least?", range(2, len(seats) + 1))
    return ["--signup", ",".join(seats), "--minimum", str(least)]


def _pace(alike: Defaults, is_live: bool) -> list[str]:
    paces = {name: pace.says for name, pace in new_game.PACES.items() if is_live or not pace.is_live}
    name = _choose("How fast?", paces)
    words = ["--pace", name]
    alike = new_game.at_pace(alike, name)
    if not alike.at:
        return words
    questions = {
        "timezone": ("In which time zone? Such as Europe/Berlin", alike.timezone),
        "at": ("At what time of day do turns end?", ",".join(alike.at)),
        "days": ("On which days do they end? Such as mon,thu", ",".join(alike.days) or _ALL),
        "quiet": ("Which days do not count? Such as sat,sun", ",".join(alike.quiet) or _NONE),
    }
    for field, (question, default) in questions.items():

        def check(text: str, field: str = field, before: Defaults = alike) -> tuple[str, Defaults]:
            said = "" if text.lower() in (_ALL, _NONE) else text
            return text, _checked(new_game.with_words(before, {field: said}))

        said, alike = _ask(question, check, default)
        if said != default:
            words += [f"--{field}", "" if said.lower() in (_ALL, _NONE) else said]
    return words


def _checked(alike: Defaults) -> Defaults:
    """Return settings as a file would say them. Raise InvalidFile."""
    text = api.dump({"title": "League", "defaults": filled_fields(alike)})
    return load_league(api.read(text.encode(), LEAGUE)).defaults
