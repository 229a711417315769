"""What players are called: as the GM names them, and as they name themselves, so that nobody is taken for another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from genetess_cli.errors import WrongUsage
from genetess_cli.store.layout import check_slug
from genetess_cli.store.schema import PlayerFile

_MARKS: Final = " .,'’-_()"
_LONGEST: Final = 40
_MOST_ACCENTS: Final = 4
_UNSEEN: Final = frozenset(  # count as letters or accents, and are drawn as nothing
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)


# As they name themselves


def odd(name: str) -> str | None:
    """Why a name that somebody chose cannot be read by everybody; None where it can."""
    if len(name) <= _LONGEST and any(map(_is_seen, name)) and _is_readable(name):
        return None
    return (
        f"`name` is up to {_LONGEST} letters, digits, spaces and any of {_MARKS.strip()}, "
        "and has a letter or a digit"
    )


def legible(name: str) -> str | None:
    """A name with everything left out that cannot be in one; None where nothing is left, or too much."""
    text = unicodedata.normalize("NFC", name)
    kept = "".join(letter if _may_stand(letter) else " " for letter in text)
    found = " ".join(kept.split()).strip(" ,-_'’")
    return found if found.lower() not in ("", "null") and odd(found) is None else None


def clash(name: str, seats: Iterable[str], others: Iterable[str]) -> str | None:
    """Why nobody else can be called so in a game of these seats, in which these others play; None where one can."""
    mine = _plain(name)
    if mine in map(_plain, seats):
        return f"`{name}` is what a seat is called; choose another name"
    return (
        f"somebody is called `{name}` already; choose another name" if mine in map(_plain, others) else None
    )


def _is_readable(name: str) -> bool:
    """Whether nothing is in a name but letters and digits that are seen, a few accents behind each, and plain marks."""
    accents = _MOST_ACCENTS
    for letter in name:
        if unicodedata.category(letter) in ("Mn", "Mc") and letter not in _UNSEEN:
            accents += 1
        elif _is_seen(letter):
            accents = 0
        elif letter in _MARKS:
            accents = _MOST_ACCENTS
        else:
            return False
        if accents > _MOST_ACCENTS:
            return False
    return True


def _may_stand(letter: str) -> bool:
    return _is_seen(letter) or letter in _MARKS or unicodedata.category(letter) in ("Mn", "Mc")


def _is_seen(letter: str) -> bool:
    return letter.isalnum() and letter not in _UNSEEN


def _plain(name: str) -> str:
    """A name by which two are compared that look alike: in small letters, blanks between words alone."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# As the GM names them


def player(text: str) -> PlayerFile:
    """A player from `SEAT=NAME` or `SEAT=NAME@LOGIN`. Raises WrongUsage for what is neither."""
    seat, sign, rest = text.partition("=")
    if not sign or not rest:
        raise WrongUsage(
            f"--player {text[:80]!r}: write SEAT=NAME or SEAT=NAME@LOGIN, like red=Ragnar@ragnar42"
        )
    return player_of(check_slug(seat), rest, f"--player {text[:80]!r}")


def player_of(seat: str, text: str, where: str = "") -> PlayerFile:
    """The player of a seat from `NAME` or `NAME@LOGIN`; the last `@` parts name and login.

    Raises WrongUsage, which begins with `where` or else the text, for what is neither.
    """
    name, at, login = text.rpartition("@")
    name = unicodedata.normalize("NFC", name if at else text).strip()
    values = {"seat": seat, "name": name, "github": login if at else None}
    try:
        return msgspec.convert(values, PlayerFile)
    except msgspec.ValidationError:
        raise WrongUsage(f"{where or repr(text[:80])}: {_why_no_player(values)}") from None


def _why_no_player(values: Mapping[str, str | None]) -> str:
    name = values["name"] or ""
    if not 1 <= len(name) <= 80 or not name.isprintable():
        return "a name is one line of 1 to 80 characters, before the `@`"
    return (
        "after the last `@` comes a login of up to 39 letters, digits, `-`, and behind the first `_` and `.`"
    )


def check(players: Sequence[PlayerFile], seats: Iterable[str]) -> None:
    """Raise WrongUsage where a player is called as another one is, or as a seat that another one has."""
    there = {*seats, *(one.seat for one in players)}
    for index, one in enumerate(players):
        check_one(one, players[:index], there)


def check_one(one: PlayerFile, others: Iterable[PlayerFile], seats: Iterable[str]) -> None:
    """Raise WrongUsage where a player is called as one of the others is, or as a seat but the own one.

    One person can play several seats: with one login, or without any.
    """
    names = [each.name for each in others if _login(each) != _login(one)]
    if words := clash(one.name, {*seats} - {one.seat}, names):
        raise WrongUsage(f"{one.seat}={one.name}: {words}")


def _login(player: PlayerFile) -> str:
    return (player.github or "").lower()
