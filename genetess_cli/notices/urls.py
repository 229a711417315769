"""Addresses of the site's pages, for whatever is told beside them: by mail, in threads and answers."""

from __future__ import annotations

from genetess_cli.site.places import PLAY
from genetess_cli.store.game import GameFolder
from genetess_cli.store.league import League


def link(folder: GameFolder, seat: str | None) -> str | None:
    """Return where a seat's turnsheet lies, or without one the game's pages; None for a league without a site."""
    base = folder.league.settings.site.base_url
    if base is None:
        return None
    return f"{base.rstrip('/')}/{folder.slug}/" + (f"sheet/{seat}/" if seat else "")


def guide(league: League) -> str | None:
    """Return the page that tells how the league is played; None for a league without a site."""
    base = league.settings.site.base_url
    return f"{base.rstrip('/')}/{PLAY}" if base else None
