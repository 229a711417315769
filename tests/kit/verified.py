"""What comes of verifying one game of a league."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.admin import verify
from genetess_cli.admin.verify.games import Games
from genetess_cli.admin.verify.notes import Report
from genetess_cli.store.league import League


def verified(
    league: League, slug: str, masters: Sequence[bytes] = (), published: bytes | None = None
) -> Report:
    return verify.verify(Games(league), slug, masters, published)
