"""A wish for a seat, as somebody sends it: what is wrong with it, and the whole file that a refusal ends with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from genetess_cli import naming
from genetess_cli.errors import InvalidFile
from genetess_cli.store import handwritten, signups
from genetess_cli.store.fields import SignUp
from genetess_cli.store.schema import GameFile
from genetess_cli.store.signups import SignUpFile
from genetess_cli.submissions import Remedy

_NOBODY: Final = "Your Name"


class Asker(msgspec.Struct, frozen=True):
    """Who asks for a seat in a game that looks for players: the login, and what the `others` in it are called."""

    login: str
    others: Sequence[str]


class Wrong(msgspec.Struct, frozen=True):
    """Why a wish is refused, a line for each reason, and what is to be done about it."""

    problems: list[str]
    remedy: Remedy = "mend"


def judged(data: bytes, path: str, file: GameFile, offer: SignUp, asker: Asker) -> SignUpFile | Wrong:
    """The wish that a file at `path` says, or what is wrong with it, which ends with the whole file as it should be."""
    free = signups.free(offer, file.players)
    if behind := handwritten.unread(data):
        words = f"{path}: `#` begins a comment, so that `{behind[:40]}` would be no part of the name; leave it out"
        return Wrong(_with_whole([words], data, file, offer, asker))
    try:
        wish = signups.read(data, path)
    except InvalidFile as fault:
        return Wrong(_with_whole(fault.faults, data, file, offer, asker))
    if problem := _problem(wish, file, offer, asker):
        return Wrong(_with_whole([f"{path}: {problem}"], data, file, offer, asker))
    if wish.seat and wish.seat not in free:
        left = f"; there is {', '.join(free)}" if free else ""
        words = f"{path}: the seat {wish.seat} is taken; choose another, or none{left}"
        return Wrong(_with_whole([words], data, file, offer, asker), "anew")
    return wish


def _problem(wish: SignUpFile, file: GameFile, offer: SignUp, asker: Asker) -> str | None:
    """What is wrong with what a wish says; None if nothing is."""
    if problem := naming.odd(wish.name) or naming.clash(wish.name, _seats(file, offer), asker.others):
        return problem
    if wish.seat is not None and wish.seat not in offer.seats:
        return f"there is no seat {wish.seat}; the seats are {', '.join(offer.seats)}"
    return None


def _with_whole(
    problems: Sequence[str], data: bytes, file: GameFile, offer: SignUp, asker: Asker
) -> list[str]:
    names, seat = handwritten.meant(data, signups.free(offer, file.players))
    *first, last = problems
    return [*first, f"{last}\n{whole([*names, asker.login], seat, _seats(file, offer), asker.others)}"]


def whole(names: Iterable[str], seat: str | None, seats: Iterable[str], others: Iterable[str]) -> str:
    """The file to send in place of one that was refused, with the first of `names` by which somebody can be called."""
    there, known = [*seats], [*others]
    legible = (found for each in names if (found := naming.legible(each)))
    name = next((each for each in legible if naming.clash(each, there, known) is None), _NOBODY)
    row = f"seat: {seat}" if seat else "seat:"
    return f"The whole file, as it should be:\n  name: {name}\n  {row}"


def _seats(file: GameFile, offer: SignUp) -> set[str]:
    return {*offer.seats, *file.seats}
