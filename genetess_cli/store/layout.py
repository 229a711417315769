"""The paths of a league: every one is made here, and read back here.

Paths are relative to the league's folder, with `/`, as git names them. No other module joins or takes
apart a path of the league; nothing here opens a file.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from genetess_cli.errors import WrongUsage, short

LEAGUE = "genetess.yaml"
ABOUT = "about.md"
GAMES = "games"
MASTER_KEY = "genetess/master.key"
"""In git's own folder, where no commit has it: the master keys of a league that came out of a browser."""
PEOPLE = "people"
# Those of all games, as patterns for git.
RECORDS = f"{GAMES}/*/turns/*"
CLOCKS = f"{GAMES}/*/clock.yaml"

# Windows has no files of these names, whatever the ending: a league with one could not be checked out there.
_NO_DEVICE = r"(?!(?i:aux|con|nul|prn|com[0-9]|lpt[0-9])(?:[./]|\Z))"
WORD = rf"{_NO_DEVICE}[a-z0-9][a-z0-9-]{{0,39}}"
LOGIN = r"[A-Za-z0-9-][A-Za-z0-9._-]{0,38}"
# Patterns as text: `re` compiles each when it is first used, and a turn uses one of them.
_GAME = rf"(?s){GAMES}/({WORD})(?:/.*)?"
_ORDERS = rf"{GAMES}/{WORD}/orders/({WORD})\.(?:txt|sealed)"
_DROP = rf"{GAMES}/({WORD})/orders/([A-Za-z0-9][A-Za-z0-9_-]{{0,99}})\.(txt|sealed)"
_TALK = rf"{GAMES}/{WORD}/talk/([A-Za-z0-9][A-Za-z0-9_-]{{0,99}})\.txt"
_SIGN_UP = rf"{GAMES}/{WORD}/signups/({_NO_DEVICE}{LOGIN})\.yaml"
_PROGRAMS = rf"{GAMES}/{WORD}/(?:clock\.yaml|state\.(?:yaml|sealed))"
_PLAYED_BY = rf"{GAMES}/{WORD}/(?:(?:game|board)\.yaml|specials\.sealed)"
_PERSON = rf"{PEOPLE}/({WORD})\.yaml"
_SHOWN = ("thumbs.db", "desktop.ini")  # what file managers leave in the folders that they show
_RECORD = rf"{GAMES}/{WORD}/turns/[0-9]{{2,}}xx/([0-9]{{4,}})-({WORD})\.(?:yaml|sealed)"


class Layout:
    """The paths of one game, by its slug; in a `sealed` game some files have other names, as one cannot read them.

    The GM writes `game` and `board` (map, starts and, in an open game, specials), the program `clock`, `state` (the
    whole position) and what lies in `turns_folder`. `specials` is what of a sealed game's board is not for everybody,
    `orders_note` what players read who look into `orders_folder`, which git would drop without it. A sample game is
    played from its `script`.
    """

    def __init__(self, slug: str, sealed: bool = False) -> None:
        self.slug = slug
        self.sealed = sealed
        self._ending = "sealed" if sealed else "yaml"
        self.folder = folder = f"{GAMES}/{slug}"
        self.game = f"{folder}/game.yaml"
        self.board = f"{folder}/board.yaml"
        self.specials = f"{folder}/specials.sealed"
        self.clock = f"{folder}/clock.yaml"
        self.state = f"{folder}/state.{self._ending}"
        self.script = f"{folder}/script.txt"
        self.orders_folder = f"{folder}/orders"
        self.orders_note = f"{folder}/orders/README.md"
        self.signups_folder = f"{folder}/signups"
        self.turns_folder = f"{folder}/turns"

    def orders(self, seat: str) -> str:
        ending = "sealed" if self.sealed else "txt"
        return f"{self.orders_folder}/{seat}.{ending}"

    def signup(self, login: str) -> str:
        """Return the wish of one who wants to play; one file a login."""
        return f"{self.signups_folder}/{login.lower()}.yaml"

    def record(self, number: int, label: str) -> str:
        """Return a record's path; a hundred to a folder keep commits cheap. Raise ValueError for no number or label."""
        if number < 0 or not re.fullmatch(WORD, label):
            raise ValueError(f"no record is named {number}, {label!r}")
        return f"{self.turns_folder}/{hundred(number)}/{number:04}-{label}.{self._ending}"


def hundred(number: int) -> str:
    """Return the folder of a record among those of its game."""
    return f"{number // 100:02}xx"


def _word_in(pattern: str, path: str) -> str | None:
    match = re.fullmatch(pattern, path)
    return match[1] if match else None


def person_file(person: str) -> str:
    return f"{PEOPLE}/{person}.yaml"


def person_of(path: str) -> str | None:
    """Return the ID of the person whose file a path is; None for any other path."""
    return _word_in(_PERSON, path)


def slug_of(path: str) -> str | None:
    """Return the slug of the game that a path belongs to; None where it belongs to none."""
    return _word_in(_GAME, path)


def seat_of(path: str) -> str | None:
    return _word_in(_ORDERS, path)


def seat_for(path: str, seats: Collection[str], sealed: bool) -> str | None:
    """Return the seat whose queue a file is to be: `SEAT.txt`, or `SEAT-ANYTHING.txt`; None for no such queue.

    `ANYTHING` are letters, digits, `_` and `-`. Where one seat's name begins with another's, the longer one counts.
    """
    match = re.fullmatch(_DROP, path)
    if match is None or (match[3] == "sealed") != sealed:
        return None
    return _seat_in(match[2], seats)


def speaker_of(path: str, seats: Collection[str]) -> str | None:
    """Return the seat for which a file says something to all: `SEAT-ANYTHING.txt`; None for no such file."""
    name = _word_in(_TALK, path)
    return _seat_in(name, seats) if name else None


def _seat_in(name: str, seats: Collection[str]) -> str | None:
    fitting = [seat for seat in seats if name == seat or name.startswith(f"{seat}-")]
    return max(fitting, key=len, default=None)


def signup_of(path: str) -> str | None:
    """Return the login, or what stands in its place, of the sign-up that a path is; None for any other path."""
    return _word_in(_SIGN_UP, path)


def record_of(path: str) -> tuple[int, str] | None:
    """Return number and label of the turn whose record a path is; None for any other path."""
    match = re.fullmatch(_RECORD, path)
    return (int(match[1]), match[2]) if match else None


def is_programs(path: str) -> bool:
    """Return whether a file is one that the program alone writes: a clock, a position or a record."""
    return record_of(path) is not None or re.fullmatch(_PROGRAMS, path) is not None


def is_proved(path: str) -> bool:
    """Return whether `verify` reads a file of a game: what it is played by, and what was played."""
    is_board = re.fullmatch(_PLAYED_BY, path) is not None
    return is_board or is_programs(path) or seat_of(path) is not None


def is_slug(text: str) -> bool:
    return re.fullmatch(WORD, text) is not None


def is_meant(name: str) -> bool:
    """Return whether a person gave a file its name, and not an editor or a program that shows or copies it."""
    is_aside = name.startswith((".", "~", "#")) or name.endswith(("~", ".swp", ".tmp", ".bak"))
    return not is_aside and name.lower() not in _SHOWN and "conflict" not in name.lower()


def check_slug(text: str) -> str:
    """Return `text`, where it may name a game or a seat. Raise WrongUsage where it may not."""
    if is_slug(text):
        return text
    raise WrongUsage(
        f"{short(text, 60)!r} cannot be the name of a game or a seat: use up to 40 characters from a-z, 0-9 and `-`, "
        "the first a letter or a digit, and none that Windows keeps, like `con`"
    )
