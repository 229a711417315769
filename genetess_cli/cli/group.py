"""COMMANDS: every command, where it is and what it is for. Reading this file shows the whole program.

A command's module is imported when the command runs or its own help is asked for, and not before. Its help is its own
docstring, in which paragraphs are wrapped and examples stand as they were written.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any, cast

import click

from genetess_cli import __version__

_WIDEST = 100
_AS_WRITTEN = "\b\n"  # Click's mark for a paragraph that is not to be wrapped

COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "For the GM": {
        "init": ("league", "Make a league: a git repository with settings and workflows."),
        "publish": ("publish", "Go live on GitHub: repository, key, site and first run."),
        "new": ("league", "Write a new game's settings and board, and commit them."),
        "keys": ("keys", "Make, show, rotate and import keys."),
        "people": ("people", "List persons; add, change or forget one."),
        "invite": ("keys", "Print a message for a player: sheets and key."),
        "start": ("turns", "Start games: the first position and clock."),
        "resolve": ("turns", "Run what is due in one game."),
        "collect": ("collect", "Accept what players sent: pull requests, issues, mail."),
        "tick": ("turns", "Run what is due in every game."),
        "forge": ("forge", "Do the steps of a league's workflow on a forge."),
        "post": ("notices", "Write turn notices: mail for the players, or lines for another channel."),
        "reminders": ("notices", "List who needs a reminder of a deadline."),
        "status": ("status", "List all games: whom each waits for, and what is wrong."),
        "build": ("pages", "Build the site: turnsheets and the public history."),
        "serve": ("pages", "Build the site and serve it on this machine."),
        "migrate": ("league", "Raise the files of a league to newer versions."),
        "doctor": ("doctor", "Look for what keeps a league from living on."),
        "reveal": ("keys", "Publish the key of a game that is over."),
        "simulate": ("boards", "Play a game on with bots, to try out a board."),
    },
    "When something goes wrong": {
        "undo": ("acts", "Undo turns. Nothing is erased."),
        "pause": ("acts", "Pause a game."),
        "resume": ("acts", "Resume a paused game."),
        "extend": ("acts", "Extend a deadline."),
        "replace": ("acts", "Give a seat to another player."),
        "wish": ("acts", "Carry out a wish that a player told you."),
        "drop": ("acts", "Let a player leave a game."),
        "finish": ("acts", "End a game early."),
        "cancel": ("acts", "Call a game off."),
        "draw": ("acts", "End a game in an agreed draw."),
        "adopt": ("acts", "Play a game on by newer rules."),
        "say": ("talk", "Publish a ruling of the GM's."),
        "unsay": ("talk", "Take away what a player said."),
        "mute": ("acts", "Let a seat say nothing for a while."),
    },
    "For players": {
        "order": ("players", "Check orders and write them into the order file."),
        "show": ("players", "Show a game now: everything, or what one seat sees."),
        "log": ("players", "List the turns so far and what happened in them."),
        "talk": ("talk", "Read what was said in a game, or say something."),
        "legal": ("players", "List the orders that a seat may give."),
        "explain": ("players", "Explain a piece, a code, an order, a special square or a topic."),
    },
    "For anybody": {
        "play": ("play", "Play in the browser, here and now."),
        "board": ("boards", "Check a board file and compare its starts, or make a fair board."),
        "perft": ("boards", "Count the tree of moves of a position of Genie of the Lamp."),
        "check": ("checks", "Check a league's files, or that a pull request changes only its author's own."),
        "verify": ("checks", "Play games again from their records, and compare every turn."),
        "demo": ("pages", "Replay the sample games into a fresh league and build its site."),
    },
}
"""Heading -> command -> its module below cli/ and one line of help, in the order of use.

It is called `command` in its module, or by its own name where that has several.
"""


def _as_written(words: str | None) -> str:
    """Return help in which every paragraph with an indented line keeps its lines."""
    paragraphs = inspect.cleandoc(words or "").split("\n\n")
    return "\n\n".join(_AS_WRITTEN * ("\n  " in part) + part for part in paragraphs)


class Command(click.Command):
    """A command whose docstring may end in examples."""

    def __init__(self, name: str | None, help: str | None = None, **options: Any) -> None:
        super().__init__(name, help=_as_written(help), **options)


class Group(Command, click.Group):
    """A group whose docstring may end in examples."""

    command_class = Command


def listed(name: str) -> Callable[[Callable[..., object]], Command]:
    """Make a command of COMMANDS."""
    return click.command(name, cls=Command)


class Commands(Group):
    """The group of COMMANDS, each imported when it is asked for."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for section in COMMANDS.values():
            if cmd_name in section:
                module = importlib.import_module(f"genetess_cli.cli.{section[cmd_name][0]}")
                return cast("click.Command", getattr(module, "command", None) or getattr(module, cmd_name))
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, section in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, words) for name, (_, words) in section.items()], col_max=12)


@click.group(
    cls=Commands,
    commands={name: click.Command(name) for section in COMMANDS.values() for name in section},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _WIDEST},
    epilog="Exit status: 0 done, 1 refused, 2 wrong usage, 3 nothing due, 4 another run was in the way (try again).",
)
@click.option(
    "-C",
    "folder",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    default=".",
    help="Work in the league of this folder instead of the current one.",
)
@click.version_option(__version__, message="genetess %(version)s")
def genetess(folder: str) -> None:
    """Run play-by-mail games from a git repository. Every turn is a commit, and every player gets a web page.

    A first game, from nothing:
      genetess init league --title "Friday league"
      cd league
      genetess new riot --ruleset genetess --player red=Ragnar --player green=Gwen
      genetess start riot
      genetess order riot red "PASS"
      genetess tick
    """
