"""The commands for players: `order`, and what they look up with `show`, `log`, `legal` and `explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import (
    any_game,
    committed,
    current_time,
    flag,
    json_option,
    league,
    looking_now_option,
    option,
    optional_slugs_argument,
    push_option,
    read_game,
    refuse_push,
    seat_argument,
    seat_of,
    slug_argument,
    small,
    viewer_option,
)
from genetess_cli.cli.terminal import columns, note, put, put_json, refuse_sealed_in_public, say
from genetess_cli.errors import Refused, Unstarted, WrongUsage

if TYPE_CHECKING:
    from genetess_cli.store.league import League
    from genetess_cli.store.reader.games import AnyGame


@listed("order")
@slug_argument
@seat_argument
@click.argument("text")
@flag("--commit", "Commit the file as well.")
@flag("--seal", "Seal the orders. Sealed games always do; open games refuse it.")
@push_option
@looking_now_option
def order(slug: str, seat: str, text: str, commit: bool, seal: bool, now: int) -> None:
    """Check TEXT and write it into the order file of SEAT. It replaces what was there; an empty TEXT clears the file.

    Separate orders with new lines or `/`. An order that begins with `*` runs as soon as your turn comes.

    Examples:
      genetess order riot red "MOVE G4 E"
      genetess order riot red "MOVE G4 E / * CREATE H4 AB" --commit
      genetess order riot red ""
    """
    from genetess_cli.store.seal.keyring import has_master
    from genetess_cli.turns.submit import write

    here = league()
    found = any_game(here, slug)
    found.terms.check_seat(seat)
    if seal and not found.is_sealed:
        raise Refused(f"{slug} is an open game, whose orders everybody can read; leave out --seal")
    if found.is_sealed and has_master():  # with which the orders are held against what the seat sees
        refuse_sealed_in_public(found)
    if commit:
        written = committed(here, lambda here, _: write(here, here.game(slug), seat, text, now, commit))
    else:
        refuse_push("without --commit nothing is committed")
        written = write(here, found, seat, text, now)
    note(*written.warnings)
    say(*(f"{number}. {order}" for number, order in enumerate(written.said, start=1)))
    done = "is written" if written.said else "is cleared"
    if commit:
        done += " and committed"
    say(f"{written.path} {done}.")
    if written.when:
        say(written.when)
    if not commit and written.counts:
        use = "only `genetess tick` on this machine uses it. To send it to a forge"
        if found.codec.shut:
            use = "to send it"
        then = "" if here.pushes else ", then `git push`"
        say(f"Saved, not committed: {use}, repeat with --commit{then}.")


@listed("show")
@optional_slugs_argument
@viewer_option
@option("--turn", "LABEL", "The position at the start of this turn, such as 3b.")
@json_option
@click.pass_context
def show(
    ctx: click.Context, slugs: tuple[str, ...], viewer: str | None, turn: str | None, as_json: bool
) -> int:
    """Show games as they are now: everything, or what one seat sees. Without GAME it is `genetess status`.

    Examples:
      genetess show riot --as red
      genetess show riot --turn 3b
      genetess show riot cave --json
    """
    from genetess_cli.cli.status import command as status
    from genetess_cli.notices.document import document

    if not slugs:
        if viewer or turn:
            raise WrongUsage("--as and --turn need a game")
        return int(ctx.invoke(status, as_json=as_json, now=current_time()))
    here = league()
    games = [_find(here, slug, viewer is None and turn is None) for slug in slugs]
    documents = [document(here, game, seat_of(game, viewer), turn) for game in games]
    if as_json:
        told = documents[0] if len(documents) == 1 else documents
        put_json(told)
        return 0
    from genetess_cli.admin.check import uncommitted_settings
    from genetess_cli.cli.due import waiting_words
    from genetess_cli.cli.pictures.genetess import draw
    from genetess_cli.store.reader.games import Shut

    note(*map(str, uncommitted_settings(here)))
    for game, shown in zip(games, documents, strict=True):
        heading = f"{game.slug} {shown['turn']}: {', '.join(shown['to_move'])} to move"
        if not turn:
            heading = waiting_words(here, game.terms)
        draw(shown, heading)
        if isinstance(game, Shut):
            note(f"This is what the league's files tell everybody. {game.why}")
            if address := here.address(f"{game.slug}/"):
                note(f"What else spectators may know is at {address}")
    return 0


def _find(here: League, slug: str, is_public: bool) -> AnyGame:
    """Return a game to be shown. Of a sealed one without its key what everybody may know can be, and nothing else."""
    from genetess_cli.store.reader.games import Shut

    game = any_game(here, slug)
    if not isinstance(game, Shut):
        refuse_sealed_in_public(game)
    elif not is_public:
        raise game.why
    return game


@listed("log")
@slug_argument
@viewer_option
@json_option
def log(slug: str, viewer: str | None, as_json: bool) -> None:
    """List a game's turns: all that happened, or what a seat saw.

    Examples:
      genetess log riot
      genetess log riot --as red --json
    """
    from genetess_cli.notices.log import lines, turns

    here = league()
    game = read_game(here, slug)
    shown = turns(here, game, seat_of(game, viewer))
    put(shown, (line for turn in shown for line in lines(turn)), as_json)


@listed("legal")
@slug_argument
@click.argument("seat", required=False, type=small)
@json_option
def legal(slug: str, seat: str | None, as_json: bool) -> None:
    """List the orders that SEAT may give, as far as it knows. Without SEAT: the seat to move.

    In DNA it lists one order for every piece and square.

    Examples:
      genetess legal riot red
      genetess legal riot | grep "MOVE B2"
    """
    from genetess_cli.store.reader.games import Game

    game = read_game(league(), slug)
    seat = seat_of(game, seat)
    if not isinstance(game, Game):
        raise Unstarted(slug)
    if game.clock.is_over:
        note(f"{slug} is over; it takes no more orders")
    seat = seat or next(iter(game.clock.to_move), None)
    orders = game.ruleset.legal(game.position, seat) if seat else []
    put(orders, orders, as_json)


@listed("explain")
@click.argument("what", nargs=-1)
@json_option
def explain(what: tuple[str, ...], as_json: bool) -> None:
    """Explain WHAT: a piece's codes, a code, an order, a special square or a topic. Without WHAT, list them.

    DNA and GENIE are other games: the name alone gives an overview, a word behind it one topic.

    Examples:
      genetess explain ABBBD
      genetess explain W
      genetess explain charge
      genetess explain S16
      genetess explain round 0
      genetess explain DNA strand
      genetess explain GENIE jump
    """
    from genetess_cli.manual.explain import asides, find, index, lines, overview

    word = " ".join(what)
    if as_json:
        found = find(word) if what else index()
        put_json(found)
        return
    width = columns()
    told = [*lines(find(word), width), *asides(word)] if what else overview(width)
    say(*told)
