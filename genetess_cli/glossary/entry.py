"""Entry: what is said of one word of the rules, in parts that a terminal and a page can each set in their own way."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One code, order, special or topic in our own words.

    `brief` is one sentence for lists; `says` what it does, `limits` every restriction, `meets` how it goes together
    with shields, phase, Kings and the like; `examples` are what one may write, each with its meaning. `rulings` are
    their numbers, `see` the names of other entries. `parameters` are those of a special, `aliases` other names,
    `boards` those that the page of rules shows with it.
    """

    brief: str
    says: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    rulings: tuple[int, ...] = ()
    see: tuple[str, ...] = ()
    parameters: Mapping[str, str] = {}
    aliases: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
