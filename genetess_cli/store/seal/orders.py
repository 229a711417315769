"""A seat's queue of orders, sealed by its player and opened by the GM, both with the seat's key.

    order riot red 3b 1795257600
    MOVE B2 E

That is the text before sealing: a first line with game, seat, turn and a number that grows from queue to queue, and the
orders below it as any order file has them. The number keeps an old queue, which stays in the history for everybody to
copy, from being put back. The browser seals the same (`site_templates/scripts/seal.js`).
"""

from __future__ import annotations

import re

from genetess_cli.store.seal import box
from genetess_cli.store.seal.box import OVERHEAD, SealContext, SealedFile, Unopened
from genetess_cli.values import Value

KIND = "order"
MOST_SEALED = 2 * box.BLOCK + OVERHEAD
"""The most bytes of a sealed queue: 4 KiB of orders fit, however badly they compress."""
MOST_TEXT = 4096 + 160
MOST_NUMBER = 10**15
MOST_AHEAD = 10**10
"""The most that a queue's number may lie above the least: seconds since 1970 do, and nobody uses all numbers up."""
_FIRST = rb"order ([a-z0-9-]{1,40}) ([a-z0-9-]{1,40}) ([a-z0-9-]{1,60}) ([0-9]{1,15})\n"


class SealedOrders(Value):
    """A queue of orders with what ties it to its place."""

    slug: str
    seat: str
    turn: str  # when it was sealed
    number: int  # grows from queue to queue
    text: bytes


def seal_orders(key: bytes, game: str, sealed_orders: SealedOrders) -> bytes:
    """Return a queue as the file of a sealed game. Raise ValueError where it is too long to be opened again."""
    first = f"order {sealed_orders.slug} {sealed_orders.seat} {sealed_orders.turn} {sealed_orders.number}\n".encode()
    body = box.seal(
        key, SealContext(game, KIND, sealed_orders.seat, sealed_orders.turn), first + sealed_orders.text
    )
    if len(body) > MOST_SEALED or len(first) + len(sealed_orders.text) > MOST_TEXT:
        raise ValueError("the orders are too long for a sealed file; remove a comment, or some of them")
    return box.write_file(SealedFile(KIND, sealed_orders.slug, sealed_orders.seat, sealed_orders.turn, body))


def unseal_orders(key: bytes, game: str, slug: str, seat: str, data: bytes) -> SealedOrders:
    """Return the queue in a seat's file. Raise Misshapen and Unopened, whose words are for the seat's holder alone."""
    letter = box.read(data, MOST_SEALED)
    if letter.kind != KIND:
        raise Unopened(f"it holds no sealed orders, but a sealed {letter.kind}")
    if (letter.slug, letter.seat) != (slug, seat):
        raise Unopened("its first line is from another seat or game")
    text = box.unseal(key, SealContext(game, KIND, seat, letter.turn), letter.sealed, MOST_TEXT)
    match = re.match(_FIRST, text)
    if match is None:
        raise Unopened("the sealed text does not begin like orders")
    words = [word.decode() for word in match.groups()]
    if words[:3] != [slug, seat, letter.turn]:
        raise Unopened(f"it was sealed for {words[1]} in {words[0]}, turn {words[2]}")
    return SealedOrders(slug, seat, letter.turn, int(words[3]), text[match.end() :])
