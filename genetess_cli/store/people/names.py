"""Names of players, games and leagues: everybody reads them alike, and nobody is taken for another.

The GM may use any letter, digit and sign that is seen; what players choose for themselves is narrower.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from genetess_cli.errors import WrongUsage
from genetess_cli.rules.letters import MOST_ACCENTS
from genetess_cli.store.layout import check_slug
from genetess_cli.store.schema import GameFile, PlayerFile
from genetess_cli.store.times import Fault

_MARKS = " .,'’-_()"
_LONGEST = 40
_PILED = rf"(?:^|[^LNM])M|M{{{MOST_ACCENTS + 1}}}"
_UNSEEN = frozenset(  # count as letters or accents, and are drawn as nothing
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)

_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХѕЅіІјЈԁԛԝһӏӀаекорсухѵүҮгΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορκυιγχϲօոսհյցզıɑɡ0I1|",
    "ABEKMHOPCTYXsSilj" + "Jdqwhllaekopcyxvy" + "YrABEZHlKMNOPTYXavopkuiyxconuhjgqiagOlll",
)
"""Letters that are drawn as others are: Cyrillic, Greek and Armenian ones as Latin, and some Latin ones."""


def unfit(text: str) -> str | None:
    """Return why a name or title is not what everybody reads alike; None where it is."""
    for letter in text:
        if 0xDC80 <= ord(letter) <= 0xDCFF:
            return f"has the byte {ord(letter) - 0xDC00:#x}, which is not UTF-8; write it in UTF-8"
        if _is_hidden(letter):
            name = unicodedata.name(letter, "").lower()
            called = f" ({name})" if name else ""
            return f"has the character U+{ord(letter):04X}{called}, which is invisible; remove it"
    kinds = "".join(unicodedata.category(letter)[0] for letter in text)
    if re.search(_PILED, kinds):
        return f"has more than {MOST_ACCENTS} accents in one place, or one without a letter; remove some"
    if not {*kinds} & {*"LNS"}:
        return "has no visible letter, digit or sign; write one"
    return None


def _is_hidden(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind[0] == "C" or (kind[0] == "Z" and letter != " ") or letter in _UNSEEN


def faults(file: GameFile) -> Iterator[Fault]:
    if words := unfit(file.name):
        yield ("name",), f"it {words}"
    seats = set(file.seats)
    if file.signup:
        seats.update(file.signup.seats)
    for index, player in enumerate(file.players):
        why = unfit(player.name)
        words = f"it {why}" if why else conflict(player, file.players[:index], seats)
        if words:
            yield ("players", index, "name"), words


def like_id(name: str) -> str | None:
    """Return why nobody can be called so: as persons are numbered."""
    if not re.fullmatch(r"p[0-9]+", name):
        return None
    return f"`{name}` looks like the ID of a person; `genetess people` lists those there are, and a name is another one"


# As they name themselves


def odd(name: str) -> str | None:
    """Return why a name that somebody chose cannot be read by everybody; None where it can."""
    if words := like_id(name):
        return words
    signs = {letter for letter in name if not letter.isalnum()}
    known = all(sign in _MARKS or unicodedata.category(sign) in ("Mn", "Mc") for sign in signs)
    if known and len(signs) < len({*name}) and len(name) <= _LONGEST and unfit(name) is None:
        return None
    return (
        f"`name` is up to {_LONGEST} letters, digits, spaces and any of {_MARKS.strip()}, "
        "and has a letter or a digit"
    )


def clash(name: str, seats: Iterable[str], names: Iterable[str]) -> str | None:
    """Return why nobody else can be called so in a game of these seats and players; None where one can."""
    if seat := next((taken for taken in seats if _is_like(name, taken)), None):
        return f"`{name}` looks like {seat}, a seat's name; choose another name"
    if other := next((taken for taken in names if _is_like(name, taken)), None):
        return f"the name `{name}` is taken: `{other}` looks the same; choose another"
    return None


def _is_like(name: str, other: str) -> bool:
    return _plain(name) == _plain(other) or _skeleton(name) == _skeleton(other)


def _skeleton(name: str) -> str:
    text = unicodedata.normalize("NFKD", name).translate(_ALIKE)
    return _plain(text).replace("rn", "m").replace("vv", "w")


def _plain(name: str) -> str:
    """Return a name by which two are compared that look alike: in small letters, blanks between words alone."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# As the GM names them


def player(text: str) -> PlayerFile:
    """Return a player from `SEAT=NAME` or `SEAT=NAME@LOGIN`. Raise WrongUsage for what is neither."""
    seat, sign, who = text.partition("=")
    if not sign or not who:
        raise WrongUsage(
            f"--player {text[:80]!r}: write SEAT=NAME or SEAT=NAME@LOGIN, like red=Ragnar@ragnar42"
        )
    return player_of(check_slug(seat.lower()), who, f"--player {text[:80]!r}")


def player_of(seat: str, text: str, where: str = "") -> PlayerFile:
    """Return a seat's player from `NAME` or `NAME@LOGIN`. Raise WrongUsage, beginning with `where` or else the text."""
    name = text
    login = None
    if "@" in text:
        name, _, login = text.rpartition("@")
    name = unicodedata.normalize("NFC", name).strip()
    values = {"seat": seat, "name": name, "github": login}
    if 1 <= len(name) <= 80 and (words := unfit(name)):
        raise WrongUsage(f"{where or repr(text[:80])}: the name {words}")
    try:
        return msgspec.convert(values, PlayerFile)
    except msgspec.ValidationError:
        words = "after the last `@` comes a login: up to 39 letters, digits and `-`, and after the first `_` and `.`"
        if not 1 <= len(name) <= 80:
            words = "a name is one line of 1 to 80 characters, before the `@`"
        raise WrongUsage(f"{where or repr(text[:80])}: {words}") from None


def bot_of(seat: str, bot: str, player: PlayerFile | None = None) -> PlayerFile:
    """Return a bot as the player of a seat: called as `player`, or else as the bot. Raise WrongUsage for no word."""
    if player and player.github:
        raise WrongUsage(
            f"{seat}={player.name}@{player.github}: a bot has no login; leave out @{player.github}"
        )
    name = player.name if player else bot.capitalize()
    values = {"seat": seat, "name": name, "bot": bot}
    try:
        return msgspec.convert(values, PlayerFile)
    except msgspec.ValidationError:
        raise WrongUsage(f"{bot[:60]!r} is no bot’s name; write one such as greedy") from None


def with_bots(players: Sequence[PlayerFile], texts: Sequence[str]) -> list[PlayerFile]:
    """Return players with those added, or put in the place of one, who are bots: `SEAT=BOT`. Raise WrongUsage."""
    seated = [*players]
    for text in texts:
        name, sign, bot = text.partition("=")
        if not sign or not bot:
            raise WrongUsage(f"--bot {text[:80]!r}: write SEAT=BOT, like green=greedy")
        seat = check_slug(name.lower())
        place = next((index for index, player in enumerate(seated) if player.seat == seat), len(seated))
        seated[place : place + 1] = [bot_of(seat, bot, *seated[place : place + 1])]
    return seated


def check(players: Sequence[PlayerFile], seats: Iterable[str]) -> None:
    """Raise WrongUsage where a player is called as one before is, or as a seat that another one has."""
    taken = {*seats, *(player.seat for player in players)}
    for index, player in enumerate(players):
        if words := conflict(player, players[:index], taken):
            raise WrongUsage(f"{player.seat}={player.name}: {words}")


def conflict(player: PlayerFile, players: Iterable[PlayerFile], seats: Iterable[str]) -> str | None:
    """Return why a player is called too much like one of the others, or as another's seat; None where not so.

    One person can play several seats: with one login, or without any under one name.
    """
    names = [other.name for other in players if not is_same(other, player)]
    return clash(player.name, {*seats} - {player.seat}, names)


class Named(Protocol):
    """Who has a name, and a login or none."""

    @property
    def name(self) -> str: ...
    @property
    def github(self) -> str | None: ...


def is_same(player: Named, other: Named) -> bool:
    if player.github or other.github:
        return (player.github or "").lower() == (other.github or "").lower()
    return player.name == other.name
