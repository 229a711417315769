"""What those are told who want to play, or want another seat: where they stand, and how to come by one, as Markdown."""

from __future__ import annotations

from typing import Final

from genetess_cli.addresses import link
from genetess_cli.errors import Fault
from genetess_cli.site.forge import forge_at
from genetess_cli.store import Hosted, League, load, signups
from genetess_cli.store.signups import SignUpFile
from genetess_cli.submissions import Author
from genetess_cli.table import silent

_ELSE: Final = (
    "Somebody asked for `{seat}` before you: it is yours if that is taken back, and else you get one of those that are "
    "left. To ask for another one, send the file again with that."
)


def signed_up(hosted: Hosted, login: str, wish: SignUpFile) -> str:
    """Where somebody stands whose sign-up was taken in, and how to change it."""
    offer, path = hosted.file.signup, hosted.paths.signup(login)
    seat = f", and asked for the seat `{wish.seat}`" if wish.seat else ", for whichever seat is left"
    parts = [f"You are signed up for `{hosted.slug}` as `{wish.name}`{seat}."]
    if offer is not None:
        asked = signups.asked(hosted.league, hosted.paths, hosted.file.players, silent)
        before = len(hosted.file.players) + ([*asked].index(path) if path in asked else len(asked))
        parts.append(_line(before, signups.most(offer)))
        if wish.seat and signups.first(offer, hosted.file.players, asked).get(wish.seat) != path:
            parts.append(_ELSE.format(seat=wish.seat))
    parts.append(
        "To change it, send the file again with other words: you keep your place. To take it back, send a pull request "
        f"that deletes `{path}`."
    )
    return "\n\n".join(parts)


def _line(before: int, most: int) -> str:
    """What somebody can hope for whom so many are ahead of."""
    if before < most:
        return (
            f"You are number {before + 1} of {most} who can play. The GM starts the game; seats go to those who came "
            "first."
        )
    return (
        f"The game is full: you wait behind {before} others, and {most} can play. If one of them drops out before the "
        "start, those behind move up. If the game starts without you, your sign-up is kept for a seat that gets free, "
        "until you take it back."
    )


def join(league: League, slug: str, author: Author) -> str | None:
    """How somebody comes by a seat in a game, or by another one; None where it is gone."""
    try:
        hosted = load(league, slug)
        file, clock, home = hosted.file, hosted.clock, link(hosted, None)
    except Fault:
        return None
    if author.seats(file):
        return f"To have your name or seat in `{slug}` changed, {_ask(league)}."
    if file.signup is not None and clock is None:
        return f"[How to join `{slug}`]({home}#join)" if home else f"The GM tells you how to join `{slug}`."
    parts = [f"[Its page]({home}) says whether a seat of it is to be taken over."] if home and clock else []
    base = league.settings.site.base_url
    parts += [f"[The league's page]({base}) has the games that look for players."] if base else []
    if clock is None or clock.phase != "finished":
        return " ".join([f"To get a seat in `{slug}` that is free, {_ask(league)}.", *parts])
    return parts[-1] if base else None


def _ask(league: League) -> str:
    """Where the GM is asked for what only the GM can do."""
    site = league.settings.site
    if site.repository is None or site.kind is None:
        return "write to the GM"
    return f"ask the GM, for instance in [an issue]({forge_at(site.repository, site.kind, '').issues})"
