"""What a sheet needs so that orders can be built on it, and the page on which pieces are worked out."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import msgspec

from genetess_cli.rules.base import View
from genetess_cli.rules.orders import HOLIDAY, entries, no_holiday
from genetess_cli.site.facts import GameFacts, SeatFacts
from genetess_cli.site.forge import Forge
from genetess_cli.site.notices import left
from genetess_cli.site.places import CALCULATORS, builder
from genetess_cli.site.queues import Stored
from genetess_cli.site.words import visible


def script(game: GameFacts, is_sealed: bool = False) -> str:
    """The script of a sheet that takes orders."""
    return builder(game.ruleset, game.is_together, is_sealed)


def facts(
    game: GameFacts,
    seat: SeatFacts,
    view: View,
    queue: Stored | None,
    example: str,
    offers: Mapping[str, Any] | None,
    forge: Forge | None = None,
) -> dict[str, Any]:
    """What the template of a sheet is told for its builder; `offers` is None where the sheet takes no orders.

    Nor is there a builder for somebody who `is_out` and has nothing left that takes orders. They can be taken along to
    the page of the `forge` for a `new_file`, or to its `form`.

    `plain` is the order file, with what cannot be seen in it made visible, and `entries` are its orders; `whole_orders`
    are those that one button gives: what the ruleset says, and HOLIDAY for a seat that has some left.
    """
    rests = game.holidays.get(seat.seat, left(0)) != left(0)
    never = {} if rests else {HOLIDAY: no_holiday(had=seat.seat in game.holidays)}
    plain = visible(queue.text) if queue else ""
    is_out = offers is not None and not offers and view.players[seat.seat].status == "eliminated"
    offers = None if is_out else offers
    return {
        "new_file": forge and forge.page(f"games/{game.slug}/orders", game.logins.get(seat.seat)),
        "form": forge and forge.form(game.slug, seat.seat),
        "offers": offers,
        "is_out": is_out,
        "plain_example": example,
        "verb": example.partition(" ")[0],
        "data": data({**offers, "never": {**offers.get("never", {}), **never}}) if offers else None,
        "plain": plain,
        "entries": [entry.text for entry in entries(plain)],
        "whole_orders": [*(offers or {}).get("plain", ()), *([HOLIDAY] if rests else [])],
        "scripts": () if offers is None else (script(game),),
    }


def data(value: Any) -> str:
    """Data for a script of the page, as JSON that can stand between its tags."""
    from markupsafe import Markup

    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def calculator(ruleset: str) -> dict[str, Any]:
    """What the template of the page is told on which pieces are worked out, for a ruleset of CALCULATORS."""
    from genetess_cli.site import guide

    articles = {part.name: part.articles for part in guide.parts(ruleset)}
    table = importlib.import_module(CALCULATORS[ruleset]).table()
    return {"data": data(table), **{kind: articles[kind] for kind in ("codes", "orders", "specials")}}
