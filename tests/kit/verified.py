"""What comes of verifying one game of a league."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from genetess_cli.admin import verify
from genetess_cli.admin.verify.games import Games
from genetess_cli.store.league import League


def verified(
    league: League, slug: str, masters: Sequence[bytes] = (), published: bytes | None = None
) -> verify.Report:
    with closing(Games(league)) as games:
        return verify.verify(games, slug, masters, published)
