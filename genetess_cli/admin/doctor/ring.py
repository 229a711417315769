"""Which games each master key of this machine is of."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from genetess_cli.errors import Fault
from genetess_cli.store.league import League
from genetess_cli.store.seal import keys


class Ring(msgspec.Struct, frozen=True):
    """The master keys by their fingerprints, the newest last, and the games of a league that each opens."""

    games: dict[str, list[str]]
    unfit: dict[str, str]  # a game that none of them opens: how its commitment begins


def ring(league: League, masters: Sequence[bytes]) -> Ring:
    """Return which games of the league are of which key. One that cannot be read is left out."""
    found = Ring({keys.fingerprint(master): [] for master in masters}, {})
    for slug in league.slugs():
        with suppress(Fault):  # `check` tells of it
            file = league.terms(slug).file
            promised = file.commitment
            fits = [one for one in masters if keys.commitment(keys.game_key(one, file.id or "")) == promised]
            if fits:
                found.games[keys.fingerprint(fits[0])].append(slug)
            elif promised:
                found.unfit[slug] = promised[:8]
    return found
