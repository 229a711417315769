"""Sign-ups: what game.yaml offers, and the file in which somebody asks for a seat.

Who gets which seat as the game starts is decided here as well, as a matter of values; the files are written elsewhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated

from genetess_cli.errors import Fault, Finding, InvalidFile, Note
from genetess_cli.store.files import Contents
from genetess_cli.store.layout import WORD, signup_of
from genetess_cli.store.schema import LINE, Count, ForgeId, FromFile, Login, PlayerFile, SignUp, shaped
from genetess_cli.store.terms import give_starts
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api

MOST_COUNTED = 999_999
_LARGEST = 1024
_Name = Annotated[str, shaped(LINE % 40, "a name on one line, of 1 to 40 characters")]
_Seat = Annotated[str, shaped(rf"(?i:{WORD})", "the name of a seat, such as `red` or `white`")]


class SignUpFile(FromFile, kw_only=True):
    """A file below signups/. Its author writes a name and a seat, the program the rest as it takes the file in."""

    name: _Name  # to play under
    seat: _Seat | None = None  # the one that is wanted, in small letters; None: any
    ready: bool = False  # it may start
    github: Login | None = None
    github_id: ForgeId | None = None
    at: Time | None = None
    came: Count | None = None  # its number in line
    wished: Count | None = None  # counts on with `came`: when the seat was asked for

    @property
    def turn(self) -> int:
        """The number by which its wish for a seat comes before that of others; the highest where nobody noted one."""
        return self.wished or self.came or MOST_COUNTED


def read(data: bytes | Finding, path: str) -> SignUpFile:
    """Return a sign-up, as somebody wrote it. Raise InvalidFile, also for more than 1 KiB or no file."""
    if isinstance(data, Finding):
        raise InvalidFile(data)
    if len(data) > _LARGEST:
        words = f"a sign-up has at most {_LARGEST} bytes; write your name, and a seat if you like"
        raise InvalidFile(Finding(path, words))
    wish = api.convert(api.read(data, path), SignUpFile)
    name = unicodedata.normalize("NFC", wish.name)
    return wish.replace(name=name, seat=(wish.seat or "").lower() or None)


def read_signups(
    files: Mapping[str, bytes | Finding], players: Sequence[PlayerFile], note: Note
) -> dict[str, SignUpFile]:
    """Return a game's sign-ups by path, as they came, without those of players; `note` hears of unreadable files."""
    wishes: dict[str, SignUpFile] = {}
    for path, data in files.items():
        if signup_of(path) is None:
            note(f"ignored: {path} is no sign-up; name it LOGIN.yaml")
            continue
        try:
            wishes[path] = read(data, path)
        except Fault as fault:
            note(f"ignored: {fault}")
    playing = {(player.github or "").lower() for player in players}
    rows = [(path, wish) for path, wish in wishes.items() if (wish.github or "-").lower() not in playing]
    return dict(sorted(rows, key=lambda row: (row[1].at is None, row[1].at or 0, row[1].came or 0, row[0])))


def first(signup: SignUp, players: Sequence[PlayerFile], wishes: Mapping[str, SignUpFile]) -> dict[str, str]:
    """Return, for each free seat, the path of the sign-up that asked for it first; `wishes` are as they came."""
    coming = [*wishes][: max(0, signup.most - len(players))]
    unasked = signup.free(players)
    firsts: dict[str, str] = {}
    for path in sorted(coming, key=lambda path: wishes[path].turn):
        if (seat := wishes[path].seat) in unasked:
            firsts.setdefault(str(seat), path)
    return firsts


def wish_numbers(
    signup: SignUp, players: Sequence[PlayerFile], wishes: Mapping[str, SignUpFile]
) -> dict[str, int]:
    """Return as `first` who asked for a seat first, by the number in the line of players and sign-ups."""
    paths = [*wishes]
    firsts = first(signup, players, wishes)
    return {seat: 1 + len(players) + paths.index(path) for seat, path in firsts.items()}


def in_line(wish: SignUpFile, path: str, files: Contents, at: Time) -> SignUpFile:
    """Return a sign-up that comes in `at` a time, with the place among `files` that its account has, else the last.

    So a sign-up that is changed keeps its place while it stands. Another seat is asked for as the last one.
    """
    standing: dict[str, SignUpFile] = {}
    for name, data in files.items():
        if data is not None and signup_of(name):
            with suppress(Fault):
                standing[name] = read(data, name)
    old = standing.get(path)
    last = 1 + max((max(filed.came or 0, filed.wished or 0) for filed in standing.values()), default=0)
    if old and old.at and (None in (old.github_id, wish.github_id) or old.github_id == wish.github_id):
        wished = None
        if wish.seat:
            wished = old.wished if wish.seat == old.seat else last
        return wish.replace(at=old.at, came=old.came, wished=wished)
    return wish.replace(at=at, came=last, wished=None)


def seat_players(
    signup: SignUp, players: Sequence[PlayerFile], wishes: Sequence[SignUpFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return all who play, in the order of the seats: the players and, first come first served, who signed up.

    Those who come after the last seat are left out. A seat that is wanted goes to the one who asked for it first; then
    the others get what is left, in the order they came. `starts` are those of the board, given out in their order;
    None where nobody is given one.
    """
    seated = list(players)
    coming = {str(place): wish for place, wish in enumerate(wishes[: max(0, signup.most - len(seated))])}
    wanted = first(signup, players, coming)
    seated += [_player(coming[place], seat) for seat, place in wanted.items()]
    unplaced = [wish for place, wish in coming.items() if place not in wanted.values()]
    seated += [_player(wish, seat) for wish, seat in zip(unplaced, signup.free(seated), strict=False)]
    return give_starts(signup, seated, starts)


def _player(wish: SignUpFile, seat: str) -> PlayerFile:
    return PlayerFile(seat=seat, name=wish.name, github=wish.github, github_id=wish.github_id)
