"""What `genetess new` asks on a terminal; the answers are the words of the command that does the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TypeVar

import click

from genetess_cli.admin import board_file, new_game
from genetess_cli.cli.sketch import show
from genetess_cli.cli.terminal import columns, safe, say
from genetess_cli.errors import Fault
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.rules.genetess.boards.fairness import survey
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site.games import pages_of
from genetess_cli.store import resources
from genetess_cli.store.league import League
from genetess_cli.store.people import names
from genetess_cli.store.schema import PlayerFile

Answer = TypeVar("Answer")
_SECRECY = {
    "open": "Everybody who can read the repository can read all of the game.",
    "sealed": "What is secret is encrypted, and each player gets a key. Use a board of your own: anybody can look up "
    "those that come with the program.",
}
_WAYS = {"named": "You name the players.", "signup": "People sign up for the seats."}
_OWN = "own"


def ask(here: League, slug: str | None) -> list[str]:
    """Return the words of `new` for the game that a person wants. Raise click.Abort for Ctrl-C."""

    def free(text: str) -> str:
        new_game.check_free(here, text.lower())
        return text.lower()

    slug = free(slug) if slug else _ask("The game's name in files and addresses, such as riot", free)
    name = _choose("Which game?", {one: f"{pages_of(one).title}. {pages_of(one).about}" for one in RULESETS})
    rules = ruleset(name)
    if rules.hidden:
        say("", "Fog: players see what is near their own pieces, and nothing else of the board.")
    secrecy = _choose("Open or sealed?", _SECRECY, here.settings.defaults.secrecy)
    words = [slug, "--ruleset", name, f"--{secrecy}"]
    if rules.board is None:
        count = _size(rules)
    else:
        count, chosen = _board(here, secrecy == "sealed")
        words += chosen
    seats = rules.seat_names(count)
    is_live = not new_game.has_forge(here)
    if is_live or _choose("Who plays?", _WAYS) == "named":
        words += _players(rules, seats)
    else:
        words += ["--signup", ",".join(seats)]
    paces = {pace: new_game.PACES[pace].says for pace in new_game.paces(here)}
    return [*words, "--pace", _choose("How fast?", paces)]


def _ask(question: str, check: Callable[[str], Answer]) -> Answer:
    """Ask until an answer is fit, and say of others why they are not."""

    def value(text: str) -> Answer:
        try:
            return check(text.strip())
        except Fault as fault:
            raise click.UsageError(safe(str(fault))) from None

    answer: Answer = click.prompt(question, value_proc=value)
    return answer


def _choose(question: str, options: Mapping[str, str], default: str | None = None) -> str:
    say("", question)
    for key, words in options.items():
        say(*wrap(f"  {key:9} {words}", columns(), subsequent_indent=" " * 12))
    names = click.Choice([*options], case_sensitive=False)
    choice: str = click.prompt("Your choice", default or names.choices[0], type=names, show_choices=False)
    return choice


def _size(rules: AnyRuleset) -> int:
    """Return how many play a game that has no board."""
    sizes = rules.sizes()
    if not sizes[1:]:
        return sizes[0]
    size: int = click.prompt("How many players?", sizes[0], type=click.IntRange(sizes[0], sizes[-1]))
    return size


def _board(here: League, is_sealed: bool) -> tuple[int, list[str]]:
    """Return for how many players a board is, and the words that choose it, once the person has seen it."""

    def load(text: str) -> tuple[str, Board]:
        file = Path(text).expanduser()
        if is_sealed:
            new_game.check_outside(here, file)
        return str(file), board_file.load(file)

    offered = {name: f"A board for {count} players." for name, count in resources.PRESETS.items()}
    offered[_OWN] = "A file of yours, such as `genetess board new` makes."
    while True:
        name = _choose("Which board?", offered)
        if name == _OWN:
            file, board = _ask("The file", load)
            words = ["--board", file]
        else:
            board = board_file.load(resources.preset(name))
            words = ["--preset", name]
        show(board, survey(board))
        if click.confirm("Play on this board?", default=True):
            return len(board.starts), words


def _players(rules: AnyRuleset, seats: Sequence[str]) -> list[str]:
    bots = rules.bots().names
    say(
        "",
        "Who plays? Write for each seat, in order of play, a name: Ragnar,",
        "or Ragnar@ragnar42 with the login on the forge.",
        f"Or a bot: {', '.join(bots)}.",
    )
    words: list[str] = []
    seated: list[PlayerFile] = []
    for number, seat in enumerate(seats, start=1):

        def check(text: str, seat: str = seat, number: int = number) -> list[str]:
            bot = text.lower()
            is_bot = bot in bots
            who = f"{bot.capitalize()} {number}" if is_bot else text
            player = names.player_of(seat, who)
            names.check([*seated, player], seats)
            seated.append(player)
            named = ["--player", f"{seat}={who}"]
            return [*named, "--bot", f"{seat}={bot}"] if is_bot else named

        words += _ask(seat, check)
    return words
