"""The words of the files that `init` and `new` write: settings with a comment for each, .gitignore.

Values are put in by the YAML dumper, so that no name can break a file. Whether they are right is checked in
`founding.py`, by reading them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from genetess_cli.store import TIMEOUT, yaml
from genetess_cli.store.fields import SiteFile
from genetess_cli.store.schema import GameFile

GITIGNORE = """\
# The site is built from the files here; it is never committed.
/_site/
__pycache__/
*.swp
*~
.DS_Store
"""

GITATTRIBUTES = """\
# The same line ends on every machine: what is compared, is compared byte by byte.
* text=auto eol=lf
# What the program writes is long and of little use in a review.
games/*/state.yaml linguist-generated
games/*/turns/** linguist-generated
# Sealed text has no lines to compare.
*.sealed -diff linguist-generated
"""

SKELETON = """\
# The walls and starts, which everybody knows. The game is sealed: what else lies on the board is in specials.sealed.
"""
"""How the board.yaml of a sealed game begins."""

_LEAGUE = """\
# The league. `genetess check` reads this file as the program does.
title: {title}

{where}
{mark}site:
{unknown}  base_url: {home}
"""

_SITE = "# Where the site is published, for links and feeds."
_FORGE = """\
# Where the site is published, for links and feeds, and where the league lies on the forge, so that pages can lead to
# its page for new files."""

_HOMES = {
    "github": ("https://ragnar.github.io/league", "ragnar/league"),
    "gitlab": ("https://games.example.org/league", "https://gitlab.com/ragnar/league"),
    "forgejo": ("https://ragnar.codeberg.page/league", "https://codeberg.org/ragnar/league"),
    "none": ("https://games.example.org/league", ""),
}
"""Where site and league could lie on each forge: what stands behind `#` in a file that names neither."""

_GAME = """\
# The game's settings. Comments and order stay as you write them; `genetess check` tells what is wrong and where.
ruleset: {ruleset}
name: {name}
number: {number}
secrecy: {secrecy:<20}# open: whoever looks into the repository sees everything; sealed: what is secret is encrypted
spectators: public           # for those who do not play: public facts, the full board, or that late: {{delayed: 10}}
deadline: {deadline:<19}# time to move, in minutes (90m), hours (12h) or days (3d); without one: none
grace: 0h                    # extra time that a late player gets by itself, once each turn
drop_after: 0                # somebody else may take a seat that was late this often without a break; 0 = never
holiday: 0d                  # how long each player can suspend the game, over its whole length
# quiet: [sat, sun]          # days on which no time counts; dates too: 2026-12-24, 2026-12-24..2026-12-31
# timezone: Europe/Berlin    # deadlines are shown in this zone as well, and quiet days are its own
# remind: [1d, 2h]           # for `genetess reminders`: how long before the deadline
timeout: {timeout:<20}# what a missed deadline does{timeouts}

{signup}{seats}players:{players}
# The ruleset's own settings, every one with its default.
rules:
{rules}
# Written by the program: the game's draws are tied to these two. Leave all three as they are.
id: {id}
commitment: null
version: 1
"""

_SIGN_UP = (
    "# Seats for those who sign up, in order of play: `genetess start` gives them out, to `minimum` or more.",
    "signup:",
)
_SEATS = """\
# In order of play. `github` is the login that may change the seat's orders.
"""
_SEATS_WITH_STARTS = """\
# In order of play, and each with `start`, a start of board.yaml, unless round 0 gives these out. `github` is the login
# that may change the seat's orders.
"""

_EXPLAINED = {
    "specials": 'when special squares fire: "1.00", or "1.02" for all of them at a turn\'s start',
    "starting_e": "E of each player at the start",
    "e_per_king": "E that each K brings at the start of its player's turn",
    "create": "whether pieces can be created",
    "codes": "the codes that can be bought",
    "gamble": "any of start, order, colour: gambled for in round 0; [] = fixed starts",
    "stash": "pieces of each colour: small, medium, large",
    "centre": "a small of each colour in the centre: seats (in seat order) or drawn; or by square: {D4: S red, …}",
    "two_player": "with two players: neutral (two colours are nobody's) or double (two colours each)",
    "promotion": "pawns become: inventory (what a chess set has left) or fide (any piece)",
    "neutral_counts": "whether the game goes on while a neutral gene pool holds pieces",
}


_ORDERS_NOTE = """\
# Orders

Each player's orders are a file here: {files}. One order on a line, or several on one parted by `/`;
`#` begins a comment. With `*` in front an order does not wait for the deadline: it goes as soon as the turn begins.

{examples}
What has been carried out leaves the file. An empty or missing file is a queue without orders.
"""


_ROUND_ZERO_NOTE = """
In a game with a round 0 all gamble at the same time before turn 1a: a line for each kind of prize, the best
wishes first. `PASS` as the first order gambles for nothing. `genetess explain GAMBLE` tells the rest.

    GAMBLE 3E on K2, K1, then don't care
    GAMBLE 1E on 1st, 2nd
"""


_SEALED_NOTE = """
The game is sealed: nobody but the GM can read the files here. Your turnsheet's page seals your orders, and so does
`genetess order GAME SEAT "ORDERS" --seal` once you have brought the key of your seat with `genetess keys import`.
"""


def orders_note(files: Sequence[str], examples: Sequence[str], gambles: bool, sealed: bool = False) -> str:
    """The text of the note beside the order files, by their names, with examples of orders.

    `gambles`: by its rules the game can have a round 0.
    """
    note = _ORDERS_NOTE.format(
        files=", ".join(f"`{name}`" for name in files),
        examples="".join(f"    {example}\n" for example in examples),
    )
    return note + (_ROUND_ZERO_NOTE if gambles else "") + (_SEALED_NOTE if sealed else "")


def league(title: str, repository: str | None, forge: str = "github") -> str:
    """The text of genetess.yaml for a league on a forge, whose `repository` is named as the file shall name it."""
    home, example = _HOMES[forge]
    found = _home(repository) if repository else None
    text = _LEAGUE.format(
        title=_scalar(title),
        where=_FORGE if example else _SITE,
        mark="" if repository else "# ",
        unknown="" if found else "# ",
        home=_scalar(found) if found else home,
    )
    if not repository:
        return f"{text}#   repository: {example}\n" if example else text
    named = "" if SiteFile(repository=repository).kind == forge else f"  forge: {forge}\n"
    return f"{text}  repository: {_scalar(repository)}\n{named}"


def _home(repository: str) -> str | None:
    """Where the site of a league will be, on the forges that tell it beforehand."""
    place = repository.removeprefix("https://github.com/").removesuffix("/")
    owner, _, name = place.lower().partition("/")
    if "://" not in place:
        return f"https://{owner}.github.io/" + (
            "" if name == f"{owner}.github.io" else place.partition("/")[2]
        )
    _, is_there, place = place.partition("https://codeberg.org/")
    owner, _, name = place.partition("/")
    return f"https://{owner.lower()}.codeberg.page/{name}" if is_there else None


def game(file: GameFile, rules: msgspec.Struct, timeouts: Sequence[str], starts: bool) -> str:
    """The text of game.yaml; of the `timeouts` that there are, the first is chosen.

    `starts`: by its rules a game has a board.yaml with starts.
    """
    return _GAME.format(
        ruleset=file.ruleset,
        name=_scalar(file.name),
        number=file.number,
        secrecy=f"{file.secrecy} ",
        deadline=f"{file.deadline} ",
        timeout=f"{timeouts[0]} ",
        timeouts=f": {' or '.join(timeouts)}" if len(timeouts) > 1 else "",
        seats=_SEATS_WITH_STARTS if starts else _SEATS,
        signup=_signup(file),
        players="".join(f"\n  {row}" for row in _rows(file)) if file.players else " []",
        rules="".join(_rule(name, value) for name, value in _fields(rules) if name != TIMEOUT),
        id=_scalar(file.id),
    )


def _signup(file: GameFile) -> str:
    """The seats that the game offers; "" where it offers none."""
    if file.signup is None:
        return ""
    values = {name: value for name, value in _fields(file.signup) if value is not None}
    rows = [f"  {name}: {_flow(value)}\n" for name, value in values.items()]
    return "\n".join([*_SIGN_UP, "".join(rows)])


def _rows(file: GameFile) -> list[str]:
    players = [{name: value for name, value in _fields(one) if value is not None} for one in file.players]
    return yaml.dump(players).splitlines()


def _fields(struct: msgspec.Struct) -> list[tuple[str, Any]]:
    return [(name, getattr(struct, name)) for name in struct.__struct_fields__]


def _rule(name: str, value: Any) -> str:
    text = _flow(msgspec.to_builtins(value))
    line = f"  {name}: {text}"
    return f"{line:<36} # {_EXPLAINED[name]}\n" if name in _EXPLAINED else f"{line}\n"


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
    return f"[{', '.join(map(_flow, value))}]" if isinstance(value, (list, tuple)) else _scalar(value)


def _scalar(value: Any) -> str:
    return yaml.dump(value).rstrip("\n")
