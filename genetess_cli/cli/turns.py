"""The commands that begin games and carry out turns: `start`, `resolve`, `tick`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import (
    any_game,
    committed,
    dry_run_option,
    is_pushing,
    league,
    now_option,
    option,
    push_option,
    refuse_push,
    slug_argument,
    slugs_argument,
    small,
)
from genetess_cli.cli.terminal import about, note, refuse_in_public, say
from genetess_cli.errors import NothingDue, Refused, WrongUsage

if TYPE_CHECKING:
    from genetess_cli.errors import Note
    from genetess_cli.store.league import League
    from genetess_cli.store.records import Record
    from genetess_cli.turns.remote import Ticked

_DRY = "Nothing was changed: this was a dry run."


@listed("start")
@slugs_argument
@now_option
@push_option
def start(slugs: tuple[str, ...], now: int) -> None:
    """Check games and boards, make each game's first position and clock, and commit them.

    Every game is checked before the first one starts.

    Example:
      genetess start riot cave
    """
    from genetess_cli.cli.due import say_awaited
    from genetess_cli.store.seal.keyring import game_key_for
    from genetess_cli.turns.start import check, start

    here = league()
    games = list(dict.fromkeys(slugs))

    def begin(here: League, note: Note) -> None:
        here = here.settled(note)
        for slug in games:
            any_game(here, slug)
            check(here, slug)
        for slug in games:
            is_promised = here.terms(slug).file.commitment is not None  # then no other key will do
            told = None if is_promised else note
            start(here, slug, now, partial(game_key_for, note=told), note)

    committed(here, begin)
    for slug in games:
        say_awaited(here, slug)
        say(f"The players are not told by this. Messages to send: `genetess invite {slug}`.")


@listed("resolve")
@slug_argument
@option("--order", "TEXT", "An order that reached you in another way. It runs first, and needs --seat.")
@option("--seat", "TEXT", "The seat that --order is for.", type=small)
@option("--reason", "TEXT", "Why you enter this order. Everybody sees it.")
@now_option
@dry_run_option
@push_option
def resolve(
    slug: str,
    order: str | None,
    seat: str | None,
    reason: str | None,
    now: int,
    dry_run: bool,
) -> int:
    """Run everything that is due in a game: one commit for each turn.

    Examples:
      genetess resolve riot
      genetess resolve riot --order "MOVE G4 E" --seat red --reason "By telephone"
      genetess resolve riot --dry-run --now 2026-11-24T18:00:00Z
    """
    from genetess_cli.cli.due import only_failed, say_awaited, tell
    from genetess_cli.turns import referee
    from genetess_cli.turns.state import GmOrder

    if dry_run:
        refuse_push("a dry run commits nothing")
    if order is None and (seat or reason):
        raise WrongUsage('--seat and --reason need --order, such as --order "PASS" --seat red')
    referee.check_reason(reason)
    here = league()
    terms = here.terms(slug)
    gm_order = None
    if order is not None:
        if seat is None:  # the same command twice would play the next player's turn
            seats = " or ".join(f"--seat {name}" for name in terms.file.seats)
            raise WrongUsage(f"--order needs the seat; add {seats}")
        terms.check_seat(seat)
        if terms.is_sealed:
            refuse_in_public("the result of an order in a sealed game")
        clock = here.clock(slug).clock
        turn = clock.turn if clock else None  # it stays for the turn that it was brought for
        gm_order = GmOrder(order, seat, turn, reason)

    def play(here: League, note: Note) -> list[Record]:
        return referee.resolve(here, slug, now, gm_order, dry_run, note)

    done: list[Record]
    if not dry_run and is_pushing(here):
        from genetess_cli.turns.remote import push_played

        done = push_played(here, play, [], note)
    else:
        done = play(here, note)
    tell(terms, done)
    if dry_run:
        say(_DRY)
    else:
        say_awaited(here, slug)
    return int(only_failed(terms, done))


@listed("tick")
@now_option
@dry_run_option
@push_option
def tick(now: int, dry_run: bool) -> int:
    """Run everything that is due in every game. A broken game is named and does not stop the others.

    Examples:
      genetess tick --dry-run
      genetess tick --push
    """
    from genetess_cli.turns.remote import tick

    if dry_run:
        refuse_push("a dry run commits nothing")
    here = league()
    ticked = tick(
        here, now, partial(play, here, now, dry_run=dry_run), not dry_run and is_pushing(here), note
    )
    is_done = tell_ticked(here, ticked, dry_run)
    if dry_run:
        say(_DRY)
    return int(not is_done)


def play(here: League, now: int, slug: str, note: Note, dry_run: bool = False) -> list[Record]:
    """Carry out what is due in a game; only here a tick loads what that takes."""
    from genetess_cli.store.seal.keyring import game_key_for
    from genetess_cli.turns.referee import resolve
    from genetess_cli.turns.start import check, check_ready, start

    if here.now().clock(slug).sound().clock is None:
        try:
            check_ready(here.now(), slug, now)
            if dry_run:
                check(here, slug)
                note(f"{slug} starts")
                return []
            start(here, slug, now, game_key_for, note)
        except Refused as why:
            note(f"{slug} cannot start: {why}")
            raise NothingDue(str(why)) from None
        return []
    return resolve(here, slug, now, dry_run=dry_run, note=note)


def tell_ticked(here: League, ticked: Ticked, dry_run: bool = False) -> bool:
    """Say what a tick carried out; False where a game is broken, or nothing but failed orders came of it."""
    from genetess_cli.cli.due import only_failed, say_awaited, tell

    failed = []
    for slug, records in ticked.done.items():
        terms = here.terms(slug)
        tell(terms, records)
        failed.append(only_failed(terms, records))
        if not dry_run:
            say_awaited(here, slug)
    for slug, fault in ticked.broken.items():
        note(about(slug, fault))
    is_in_vain = failed and all(failed)
    return not (ticked.broken or is_in_vain)
