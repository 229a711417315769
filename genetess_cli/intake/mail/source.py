"""The source of orders that came by mail: each message judged as its player's `genetess order` would be.

What is refused is refused in words that its player may read: they are made from what the seat can see.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NoReturn

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.check import order_problems
from genetess_cli.errors import Fault, Finding, Refused
from genetess_cli.intake.mail import message
from genetess_cli.intake.mail.addressing import Place, place_of, places_of
from genetess_cli.intake.mail.message import LARGEST, Letter, Unread
from genetess_cli.intake.mail.orders import (
    CLEAR,
    find_sealed_orders,
    own_lines,
    sort_lines,
)
from genetess_cli.intake.submission import Author, Delivery, Submission, game_over_reason, guard, reject
from genetess_cli.rules import extras
from genetess_cli.rules.orders import MOST_ORDERS
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import Committed, League
from genetess_cli.turns.queue import parse_queue
from genetess_cli.turns.submit import look, when_it_goes


class Judged(msgspec.Struct, frozen=True):
    """A message and what was made of it: for whom, the orders as understood, what to say besides, when they go.

    `cleared` has the lines that a message takes back, where it does. `passed` says why a message is none of the
    program's business; then nobody is answered, and `sender` is the address that it is from, where it has one.
    """

    delivery: Delivery
    letter: Letter | None = None
    place: Place | None = None
    orders: list[str] = []
    prose: list[str] = []
    warnings: list[str] = []
    when: str = ""
    cleared: list[str] | None = None
    passed: str | None = None
    sender: str | None = None


class Letters:
    """Messages as a source of deliveries; `judged` has more of each, by its mark, once they were asked for."""

    def __init__(self, league: League, messages: Callable[[], Iterator[bytes]]) -> None:
        """`messages` begins with the first one each time."""
        self._league = league
        self._messages = messages
        self.judged: dict[str, Judged] = {}

    def deliveries(self, repository: Repository, tip: str, *_: object) -> list[Delivery]:
        """Return what the messages bring, judged by the league as the commit `tip` has it; each is handed over once."""
        places = places_of(self._league, Committed(repository, tip))
        self.judged = {}
        for number, data in enumerate(self._messages(), start=1):
            judged = _judge(self._league, places, number, data)
            self.judged.setdefault(judged.delivery.mark, judged)  # the same message twice is one
        return [judged.delivery for judged in self.judged.values()]


def _judge(league: League, everybody: Mapping[str, list[Place]], number: int, data: bytes) -> Judged:
    """Judge a message; one that the program fails on is answered where it has a player's address."""
    nobody = Delivery("mail", str(number), number, f"mail -{number}", Author("somebody", None))
    try:
        cover = guard(partial(message.cover, data), _fail)
    except Unread as unread:
        return Judged(nobody, passed=str(unread))
    places = everybody.get(cover.sender, [])
    is_own = cover.sender == (league.settings.mail or "").lower()
    why = cover.no_answer or ("it is from the league's own address" if is_own else None)
    if not (cover.no_answer or places):
        why = f"its sender, {cover.sender}, is not a player"
    if why:
        return Judged(nobody, passed=why, sender=cover.sender)
    sender = places[0].address
    return guard(
        partial(_judge_letter, nobody, places, sender, data),
        partial(_reject_unread, nobody, sender, data),
    )


def _fail(fault: str) -> NoReturn:
    raise Unread(f"as the program has a fault, {fault}; report it")


def _reject_unread(nobody: Delivery, sender: str, data: bytes, fault: str = "") -> Judged:
    letter = Letter(sender, "", "", hashlib.sha256(data).hexdigest()[:32])
    delivery = replace(nobody, mark=f"mail {letter.mark}", author=Author("a player", None))
    return Judged(reject(delivery, Finding("", UNREAD, rejection="none"), fault=fault), letter)


def _judge_letter(nobody: Delivery, places: list[Place], sender: str, data: bytes) -> Judged:
    try:
        letter = replace(message.read(data), sender=sender)
    except Unread:
        return _reject_unread(nobody, sender, data)
    delivery = replace(nobody, mark=f"mail {letter.mark}", author=Author("a player", None))
    rows = own_lines(letter.text)
    if letter.is_large:
        return _refuse(Judged(delivery, letter), TOO_LARGE)
    place = TOO_LONG if len(rows) > MOST_ROWS else place_of(places, letter.subject)
    if isinstance(place, str):
        return _refuse(Judged(delivery, letter), place)
    judged = Judged(replace(delivery, author=Author(place.player.seat, None)), letter, place)
    if words := game_over_reason(place.folder):
        return replace(judged, delivery=reject(judged.delivery, Finding("", words, rejection="none")))
    try:
        if place.folder.is_sealed:
            return _judge_sealed(judged, place, letter)
        return _judge_text(judged, place, rows)
    except Fault as fault:
        return _refuse(judged, str(fault))


def _judge_text(judged: Judged, place: Place, rows: Sequence[str]) -> Judged:
    """Judge the lines of a message. Raise Refused, in words for its player."""
    lines = sort_lines(place.folder.ruleset, rows)
    if lines.is_none:
        examples = ", ".join(f"`{order}`" for order in extras.examples(place.folder.ruleset))
        return _refuse(judged, NO_ORDERS.format(examples))
    if lines.doubtful:
        return _refuse(judged, _tell_doubtful(lines.doubtful))
    if lines.clears and lines.orders:
        return _refuse(judged, NOT_ALONE)
    judged = replace(judged, prose=lines.prose)
    if not lines.clears:
        return _judge_orders(judged, place, lines.orders)
    waiting = place.folder.queue_bytes(place.player.seat).decode("utf-8", "replace").splitlines()
    return replace(_accept(judged, place, None), cleared=[row for row in waiting if row.strip()])


def _judge_orders(judged: Judged, place: Place, lines: Sequence[str]) -> Judged:
    if len(lines) > MOST_ORDERS:
        return _refuse(judged, f"These are more than {MOST_ORDERS} lines of orders; remove some.")
    seat, text = place.player.seat, "\n".join(lines)
    try:
        # Lines of a message that are no orders are not among these: numbers would be of other lines than its own.
        looked = look(place.folder, seat, text, numbered=False)
        when = when_it_goes(place.folder, seat, looked.queue)
    except Refused as fault:
        queue = parse_queue(place.folder.ruleset, text.encode("utf-8", "surrogatepass"))
        return _refuse(judged, str(fault), *([NO_ORDER] if queue.text and queue.problems else []))
    judged = _accept(judged, place, looked.data)
    return replace(judged, orders=looked.queue.orders, warnings=looked.warnings, when=when)


def _judge_sealed(judged: Judged, place: Place, letter: Letter) -> Judged:
    data = find_sealed_orders(letter.text, letter.sealed)
    if data is None:
        return _refuse(judged, SEALED.format(slug=place.folder.slug))
    path = place.folder.paths.orders(place.player.seat)
    if problems := order_problems(place.folder.file, path, data):
        return _refuse(judged, *(finding.text for finding in problems))
    return _accept(judged, place, data)


def _accept(judged: Judged, place: Place, data: bytes | None) -> Judged:
    sent = Submission(place.folder.slug, place.player.seat, data)
    return replace(judged, delivery=replace(judged.delivery, submissions=[sent]))


def _refuse(judged: Judged, *problems: str) -> Judged:
    return replace(judged, delivery=reject(judged.delivery, *(Finding("", words) for words in problems)))


MOST_ROWS: Final = 400
TOO_LONG: Final = (
    f"Your message has more than {MOST_ROWS} lines, quoted text not counted. Send only your orders."
)
TOO_LARGE: Final = (
    f"Your message has more than {LARGEST // 1024**2} MiB and was not read. Send your orders as plain text, without "
    "files."
)
UNREAD: Final = (
    "The program could not read your message, and the GM has been told. Send your orders again as plain text, each on "
    "its own line, without files."
)
SEALED: Final = (
    "{slug} is a sealed game and accepts only sealed orders. Seal them on your turnsheet, and mail all the lines that "
    "you get there."
)
NOT_ALONE: Final = f"{CLEAR} must be alone: it clears your queue. Orders without it replace the whole queue."
NO_ORDERS: Final = (
    "No line of your message begins like an order. Write each order on its own line, such as {}, as plain text above "
    f"what you quote, not into a file or the subject. To clear your queue, write {CLEAR} instead."
)
NO_ORDER: Final = "Remove lines that are not orders, or put `#` in front of them."


def _tell_doubtful(lines: Sequence[str]) -> str:
    rows = "\n".join(f"    {line[:300]}" for line in lines)
    return (
        f"I cannot tell whether these lines are orders:\n\n{rows}\n\n"
        f"Write each order alone on its line, without other words, `?` or `:`. {NO_ORDER}"
    )
