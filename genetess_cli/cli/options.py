"""Arguments and options that several commands share. An option that one command alone has is written there."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from genetess_cli.cli.terminal import note, refuse_sealed_in_public
from genetess_cli.errors import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.decorators import FC

    from genetess_cli.errors import Note
    from genetess_cli.store.league import League
    from genetess_cli.store.reader.games import AnyGame, Draft, Game

Made = TypeVar("Made")

_AHEAD = 3600
_NOW = "now"


def league() -> League:
    """Return the league that the command works in, open until it ends. Raise WrongUsage where there is none."""
    from genetess_cli.store.league import find

    root = click.get_current_context().find_root()
    return root.with_resource(find(Path(root.params["folder"])))


def game(here: League, slug: str) -> Draft | Game:
    """Return a game of the league. Raise WrongUsage for a slug that has none, InvalidFile, Closed without its key."""
    from genetess_cli.store.reader.games import Shut

    found = any_game(here, slug)
    if isinstance(found, Shut):
        raise found.why
    return found


def any_game(here: League, slug: str) -> AnyGame:
    """Return a game of the league, also one that is shut; tell which of its files here do not count."""
    found = here.game(slug)
    note(*map(str, here.stale(found)))
    if other := found.other_rules:
        note(str(other))
    return found


def read_game(here: League, slug: str) -> Draft | Game:
    """A game of the league of which secrets are printed. Raise what `game` raises, Refused for a sealed one in CI."""
    found = game(here, slug)
    refuse_sealed_in_public(found)
    return found


def seat_of(game: AnyGame, name: str | None) -> str | None:
    """Return `name`, where it is a seat of the game or None. Raise WrongUsage, naming the seats, where it is not."""
    if name is not None:
        game.terms.check_seat(name)
    return name


def current_time() -> int:
    return int(time.time())


def moment(text: str) -> int:
    """Return the time that an option names; without one it is now."""
    from genetess_cli.store.times import to_time

    return current_time() if text == _NOW else to_time(text)


def _acting(text: str) -> int:
    """Return the moment of something that is done, with a note where it lies further ahead than clocks go wrong."""
    at = moment(text)
    if at > current_time() + _AHEAD:
        note(
            f"--now {text} is ahead of this machine's clock. Careful: what this writes is dated in the future, and "
            "until that date pause and other GM commands are refused in the game. If that was a mistake: "
            "`genetess undo` takes back a turn (without --now); for a start see docs/gm.md, “A wrong --now”."
        )
    return at


def flag(*words: str) -> Callable[[FC], FC]:
    """Make an option that takes no value, of its names and its help."""
    *names, help = words
    return click.option(*names, is_flag=True, help=help)


def option(*words: str, **how: Any) -> Callable[[FC], FC]:
    """Make an option, of its names, what its value is called, and its help."""
    *names, metavar, help = words
    return click.option(*names, metavar=metavar, help=help, **how)


small = str.lower
"""The names of games and seats are as files have them: `Riot` and `RED` mean riot and red."""
slug_argument = click.argument("slug", metavar="GAME", type=small)
slugs_argument = click.argument("slugs", metavar="GAME...", nargs=-1, required=True, type=small)
optional_slugs_argument = click.argument("slugs", metavar="[GAME]...", nargs=-1, type=small)
seat_argument = click.argument("seat", type=small)
viewer_option = option("--as", "viewer", "SEAT", "Only what this seat knows.", type=small)
json_option = flag("--json", "as_json", "Print one JSON document.")
_AT = "Act as if it were this time (UTC), such as 2026-11-24T18:00:00Z."
now_option = option("--now", "TIME", _AT, type=_acting, default=_NOW)
looking_now_option = option("--now", "TIME", _AT, type=moment, default=_NOW)
since_option = option(
    "--since", "TIME", "Only what came after this time, such as that of the last run.", type=moment
)
dry_run_option = flag("--dry-run", "Show what would run, and change nothing.")
reason_option = option("--reason", "TEXT", "The reason. Everybody sees it.")
_PUSH = "push"
_SAID: dict[bool | None, tuple[str, ...]] = {None: (), True: ("--push",), False: ("--no-push",)}


def _keep(context: click.Context, option: click.Parameter, asked: bool | None) -> None:
    context.meta[_PUSH] = asked


push_option = click.option(
    "--push/--no-push",
    default=None,
    expose_value=False,
    callback=_keep,
    help="Pull, do it, and push; if the remote moves meanwhile, again on top. Default: `push` in genetess.yaml.",
)
"""For each command that commits: what it does is handed to `committed`, or asks `is_pushing`."""


def is_pushing(here: League) -> bool:
    """Return whether the command pushes what it commits: as its options say, or else the league."""
    asked: bool | None = click.get_current_context().meta[_PUSH]
    return here.pushes if asked is None else asked


def push_next(here: League) -> str:
    """Return what is left to do after a commit, as the end of a sentence."""
    return "" if is_pushing(here) else " Next: `git push`."


def push_words() -> list[str]:
    """Return the options that say again what those of the command say of pushing."""
    return [*_SAID[click.get_current_context().meta[_PUSH]]]


def refuse_push(what: str) -> None:
    """Raise WrongUsage where a command is told to push and commits nothing."""
    if click.get_current_context().meta[_PUSH]:
        raise WrongUsage(f"{what}, so there is nothing to push; leave out --push")


def committed(here: League, do: Callable[[League, Note], Made]) -> Made:
    """Do what commits, in the league as it is then, and push it where the command does."""
    if not is_pushing(here):
        return do(here, note)
    from genetess_cli.turns.remote import pushed

    return pushed(here, do, note)
