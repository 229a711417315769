"""The source of orders that came by mail: each message judged as its player's `genetess order` would be.

What is refused is refused in words that its player may read: they are made from what the seat can see.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from genetess_cli.checks import order_problems
from genetess_cli.errors import Fault
from genetess_cli.mail import letters
from genetess_cli.mail.addressing import Place, place_of, places_of
from genetess_cli.mail.letters import Letter, Unread
from genetess_cli.mail.quotes import own
from genetess_cli.mail.reading import found_in, sealed_in
from genetess_cli.rules.orders import MOST_ORDERS
from genetess_cli.store import League
from genetess_cli.store.git import Repository
from genetess_cli.store.shelf import Committed
from genetess_cli.submissions import Author, Delivery, Submission
from genetess_cli.submit import look, when_it_goes

_MOST_ROWS = 400
_TOO_LONG = f"Your message has more than {_MOST_ROWS} lines, quotations not counted. Send your orders alone."
_SEALED = (
    "{slug} is a sealed game, and takes sealed orders alone. Seal them on your turnsheet's page, and mail what you get "
    "there, all lines of it."
)


class Judged(msgspec.Struct, frozen=True):
    """A message and what was made of it: for whom, the orders as understood, what to say besides.

    `passed` says why it is none of the program's business; then nobody is answered.
    """

    delivery: Delivery
    letter: Letter | None = None
    place: Place | None = None
    orders: list[str] = []
    others: list[str] = []
    notes: list[str] = []
    passed: str | None = None


class Letters:
    """Messages as a source of deliveries; `judged` has more of each, by its mark, once they were asked for."""

    def __init__(self, league: League, found: Sequence[bytes]) -> None:
        self._league = league
        self._found = found
        self.judged: dict[str, Judged] = {}

    def close(self) -> None:
        """Nothing is open."""

    def deliveries(self, repository: Repository, tip: str, _: object) -> list[Delivery]:
        """What the messages bring, judged by the league as the commit `tip` has it; each is handed over once."""
        shelf = Committed(repository, tip)
        self.judged = {}
        for number, data in enumerate(self._found, start=1):
            found = _judged(self._league, shelf, number, data)
            self.judged.setdefault(found.delivery.mark, found)  # the same message twice is one
        return [each.delivery for each in self.judged.values()]


def _judged(league: League, shelf: Committed, number: int, data: bytes) -> Judged:
    nobody = Delivery("mail", str(number), number, f"mail -{number}", Author("somebody"))
    try:
        letter = letters.read(data)
    except Unread as why:
        return Judged(nobody, passed=str(why))
    found = replace(nobody, mark=f"mail {letter.mark}")
    if letter.no_answer:
        return Judged(found, letter, passed=letter.no_answer)
    places = places_of(league, shelf, letter.sender)
    if not places:
        return Judged(found, letter, passed="its sender's address is no player's")
    if letter.sender == (league.settings.mail or "").lower():
        return Judged(found, letter, passed="it is from the league itself")
    rows = own(letter.text)
    place = place_of(places, letter, rows) if len(rows) <= _MOST_ROWS else _TOO_LONG
    if isinstance(place, str):
        return Judged(replace(found, author=Author("a player"), problems=[place]), letter)
    found = replace(found, author=Author(place.player.seat))
    try:
        return _ordered(Judged(found, letter, place), place, rows)
    except Fault as fault:
        return Judged(replace(found, problems=[str(fault)]), letter, place)


def _ordered(judged: Judged, place: Place, rows: Sequence[str]) -> Judged:
    """What a message orders for a seat. Raises Refused, in words for its player."""
    if place.hosted.is_sealed:
        return _sealed(judged, place)
    found = found_in(place, rows)
    if not found.orders:
        return _refused(judged, _no_order(place, rows))
    if len(found.orders) > MOST_ORDERS:
        return _refused(judged, f"These are more than {MOST_ORDERS} lines of orders; send fewer.")
    seat, slug = place.player.seat, place.hosted.slug
    looked = look(place.hosted, seat, "\n".join(found.orders))
    sent = Submission(slug, seat, looked.data)
    when = when_it_goes(place.hosted, seat, looked.data)
    notes = [*looked.warnings, *([when] if when else [])]
    delivery = replace(judged.delivery, submissions=[sent])
    return replace(judged, delivery=delivery, orders=looked.orders, others=found.others, notes=notes)


def _sealed(judged: Judged, place: Place) -> Judged:
    slug, seat = place.hosted.slug, place.player.seat
    data = sealed_in(judged.letter.text, judged.letter.sealed) if judged.letter else None
    if data is None:
        return _refused(judged, _SEALED.format(slug=slug))
    path = place.hosted.paths.orders(seat)
    if problems := order_problems(place.hosted.file, path, data):
        return _refused(judged, *(line.removeprefix(f"{path}: ") for line in problems))
    return replace(judged, delivery=replace(judged.delivery, submissions=[Submission(slug, seat, data)]))


def _refused(judged: Judged, *problems: str) -> Judged:
    return replace(judged, delivery=replace(judged.delivery, problems=list(problems)))


def _no_order(place: Place, rows: Sequence[str]) -> str:
    """That no line is an order, and what one looks like; of a single line why."""
    examples = ", ".join(f"`{each}`" for each in place.hosted.ruleset.EXAMPLES)
    if not rows:
        return f"There is nothing in your message but quotations. Write your orders above them, such as {examples}."
    return f"No line of your message begins as an order does. Write each on a line of its own, such as {examples}."
