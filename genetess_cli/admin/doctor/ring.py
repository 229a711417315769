"""Which games each master key of this machine is of."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from genetess_cli.errors import Fault
from genetess_cli.store.league import League
from genetess_cli.store.seal import keys
from genetess_cli.store.terms import Terms
from genetess_cli.values import Value


class Ring(Value):
    """The master keys by their fingerprints, the newest last, and the games of a league that each opens."""

    games: dict[str, list[str]]
    unfit: dict[
        str, str
    ]  # a game whose key none of them gives, and that is secret: how its commitment begins


def readable(league: League) -> dict[str, Terms]:
    """Return the terms of the games that can be read."""
    found = {}
    for slug in league.slugs():
        with suppress(Fault):  # `check` tells of it
            found[slug] = league.terms(slug)
    return found


def ring(league: League, masters: Sequence[bytes]) -> Ring:
    """Return which games of the league are of which key."""
    found = Ring({keys.fingerprint(master): [] for master in masters}, {})
    for slug, terms in readable(league).items():
        file = terms.file
        clock = league.clock(slug).clock
        fits = [
            one for one in masters if keys.commitment(keys.game_key(one, file.id or "")) == file.commitment
        ]
        if fits:
            found.games[keys.fingerprint(fits[0])].append(slug)
        elif file.commitment and not (clock and clock.key):
            found.unfit[slug] = file.commitment[:8]
    return found
