"""What `resolve` and `tick` do, once their words are read; gives the exit status.

No Click here: the two run on a schedule and after every order, and come in by `express.py` as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from genetess_cli.cli.due import only_failed, tell, waiting_words
from genetess_cli.cli.terminal import complain, note, say
from genetess_cli.errors import InvalidFile, WrongUsage
from genetess_cli.store.game import Hosted, load
from genetess_cli.store.league import League, find

if TYPE_CHECKING:
    from genetess_cli.turns.state import GmOrder


def resolve(
    folder: Path,
    slug: str,
    now: int,
    order: str | None = None,
    seat: str | None = None,
    dry_run: bool = False,
    push: bool = False,
    reason: str | None = None,
) -> int:
    """Carry out what is due in one game and tell of it. Raises WrongUsage, and what `referee.resolve` raises."""
    if dry_run and push:
        raise WrongUsage("--push goes without --dry-run: a dry run leaves nothing to send")
    if seat is not None and order is None:
        raise WrongUsage(
            '--seat goes only with --order: it names whose order that is, --order "PASS" --seat red'
        )
    if reason is not None:
        _check_reason(reason, order)
    here = find(folder)
    hosted = load(here, slug)
    brought = None if order is None else _bring(hosted, order, seat, reason)
    if push:
        from genetess_cli.turns.remote import resolve_and_push

        done = resolve_and_push(here, slug, now, dice_key, brought, note=note)
    else:
        from genetess_cli.turns.referee import resolve

        done = resolve(here, slug, now, dice_key, brought, dry_run=dry_run, note=note)
    tell(hosted, done)
    if dry_run:
        say("Nothing was changed: this was a dry run.")
    else:
        _say_awaited(here, slug)
    return 1 if only_failed(hosted, done) else 0


def _bring(hosted: Hosted, order: str, seat: str | None, reason: str | None) -> GmOrder:
    """An order that the GM brings. Without its seat, the same command twice would play the next player's turn."""
    if seat is None:
        seats = " or ".join(f"--seat {name}" for name in hosted.file.seats)
        raise WrongUsage(f"--order needs to know whose order that is; add {seats}")
    hosted.check_seat(seat)
    if hosted.is_sealed:
        from genetess_cli.cli.secret import refuse_in_public

        refuse_in_public("what comes of an order that is brought to a sealed game")
    from genetess_cli.turns.state import GmOrder

    return GmOrder(order, seat, reason=reason)


def _check_reason(reason: str, order: str | None) -> None:
    if order is None:
        raise WrongUsage("--reason goes only with --order: it tells all why you bring that order")
    from genetess_cli.turns.gm_actions import check_reason

    check_reason(reason)


def tick(folder: Path, now: int, push: bool = False) -> int:
    """Carry out what is due in every game and tell of it. Raises what `tick.tick` raises."""
    from genetess_cli.turns.remote import tick

    here = find(folder)
    ticked = tick(here, now, dice_key, push, note)
    failed = []
    for slug, records in ticked.done.items():
        hosted = load(here, slug)
        tell(hosted, records)
        failed.append(only_failed(hosted, records))
        _say_awaited(here, slug)
    for slug, fault in ticked.broken.items():
        complain(str(fault) if str(fault).startswith(f"{slug} ") else f"{slug}: {fault}")
    return 1 if ticked.broken or (failed and all(failed)) else 0


def _say_awaited(here: League, slug: str) -> None:
    """Say whom a game waits for; what was carried out stands even where the work tree cannot tell that."""
    try:
        say(waiting_words(load(here, slug)))
    except InvalidFile as fault:
        complain(str(fault))


def dice_key(game_id: str, promised: str | None) -> bytes:
    """The key of a game's draws. Most turns draw nothing, and then not even the code for keys is loaded."""
    from genetess_cli.store.seal.keyring import dice_key_for

    return dice_key_for(game_id, promised)
