"""The commands of keys: those on this machine (`keys`), of a seat (`invite`), and of a game that is over (`reveal`)."""

from __future__ import annotations

import io
import re
import select
import sys
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import Group, listed
from genetess_cli.cli.options import (
    committed,
    flag,
    game,
    league,
    now_option,
    push_option,
    refuse_push,
    slug_argument,
    small,
)
from genetess_cli.cli.terminal import note, refuse_in_public, say
from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.store.seal import keyring

if TYPE_CHECKING:
    from pathlib import Path

    from genetess_cli.store.league import League
    from genetess_cli.store.reader.games import AnyGame
    from genetess_cli.turns.start import Link

_MOST = 4_096
_PASTED = 0.1  # seconds in which the next line of what is pasted arrives
_COMMITS_NOTHING = "without --renew nothing is committed"
_NO_SITE = (
    "the league has no web site, so the seat has no address. If it has one, add `site: {base_url: ADDRESS}` to "
    "genetess.yaml. On GitHub Pages ADDRESS is https://OWNER.github.io/NAME"
)
_LINK = r"([a-z0-9-]{1,40})/sheet/([a-z0-9-]{1,40})/?(?:index\.html)?(?:#([A-Za-z0-9_-]*))?"


class _Keys(Group):
    """The group, of which no command takes an argument or repeats one: it may be a key, or a piece of one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if any(word not in {*self.commands, "--secret", *ctx.help_option_names} for word in args):
            raise WrongUsage(
                "`genetess keys` has the commands new, show, rotate and import, which take no argument. Nothing was "
                "done. To import a key, run `genetess keys import` without it, and paste it when you are asked. If you "
                "typed a key here, it is in your shell's history now: remove that line, and see docs/security.md"
            )
        return super().parse_args(ctx, args)


@click.group("keys", cls=_Keys)
def keys() -> None:
    """Make, show, rotate and import keys: the GM's master keys, and the keys of seats in sealed games. `import` of a
    seat key needs a league.

    Examples:
      genetess keys show
      genetess keys import
    """


@keys.command("new")
def new() -> None:
    """Make the master key, if there is none yet. `genetess new` and `genetess start` also make it when they need it.

    Example:
      genetess keys new
    """
    if keyring.has_master():
        words = "your games need it. `genetess keys rotate` makes another one beside it, for games to come"
        raise Refused(f"there already is a master key, in {keyring.where()}; {words}")
    keyring.master(say)


@keys.command("show")
@flag("--secret", "Print the keys, one a line, to put them into a CI secret or on paper.")
def show(secret: bool) -> None:
    """Show where the keys are and, in a league, of which of its games each master key is.

    The fingerprint of a master key is for comparing two copies of it.

    Examples:
      genetess keys show
      genetess keys show --secret
    """
    here = _here()
    seats = keyring.seats_brought()
    if seats and not secret and not keyring.has_master():
        say(f"There is no master key here. Only a GM needs one. {_brought(seats)}")
        return
    masters = keyring.masters()
    if secret:
        refuse_in_public("the master key")
        say(keyring.lines(masters))
        return
    say(f"Master keys in {keyring.where()}, the newest last, by their fingerprints:")
    _say_games(here, masters)
    if seats:
        say(_brought(seats))


def _here() -> League | None:
    """Return the league that this is, if any: keys may have come with it."""
    try:
        return league()
    except WrongUsage:
        return None


def _say_games(here: League | None, masters: list[bytes]) -> None:
    """Tell which games of the league are of which key."""
    from genetess_cli.admin.doctor.ring import ring
    from genetess_cli.store.seal import keys

    if here is None:
        say("".join(f"  {keys.fingerprint(master)}" for master in masters))
        return
    found = ring(here, masters)
    for name, games in found.games.items():
        say(f"  {name}: {', '.join(games) or 'no game of this league'}")
    for slug, promised in found.unfit.items():
        note(f"{slug} is of none of these keys: its commitment begins with {promised}.")


@keys.command("rotate")
def rotate() -> None:
    """Make a new master key for games to come. Each game there is keeps the key that it was made with.

    Example:
      genetess keys rotate
    """
    from genetess_cli.store.seal import keys

    here = _here()
    made = keyring.rotate()
    say(f"Games to come get a new master key, {keys.fingerprint(made)}. Keep a copy of {keyring.where()}:")
    _say_games(here, keyring.masters())
    say(
        "If the league runs on a forge, its secret needs all of them. On GitHub: `gh secret set "
        f"{keyring.VARIABLE} --env league < {keyring.master_file()}`. Elsewhere: what `genetess keys show --secret` "
        "prints (GitLab wants one line; join them by `:`). A key of no game of yours can be taken out of the file: "
        "there is one a line, in this order."
    )


def _brought(seats: list[Path]) -> str:
    what = "The key of one seat is" if len(seats) == 1 else f"The keys of {len(seats)} seats are"
    return f"{what} in {seats[0].parent}."


@keys.command("import")
def bring() -> None:
    """Import a key from standard input.

    It is the key of a seat, or a master key, or all the master keys of a file.

    Import the key of a seat in a clone of its league. You may paste the GM's whole message. Keys
    are not accepted as arguments, because others on the machine can read those.

    Examples:
      genetess keys import          and paste the key, as in the message
      genetess keys import < master.key
    """
    if sys.stdin.isatty():
        say("Paste the key of your seat as the GM sent it, or the master keys, and press Enter:")
        text = sys.stdin.readline(_MOST)
        while select.select([sys.stdin], [], [], _PASTED)[0] and (line := sys.stdin.readline(_MOST)):
            text += line
    else:
        text = sys.stdin.read(_MOST)
    match = max(re.finditer(_LINK, text), key=lambda link: bool(link[3]), default=None)
    if match is None:
        if not re.fullmatch(r"[\s,:]*([0-9A-Fa-f]{64}[\s,:]*)+", text):
            raise WrongUsage(
                "this is neither the key of a seat, which is like riot/sheet/red/#…, nor a master key, which is 64 "
                "hexadecimal digits"
            )
        say(f"The master key is in {keyring.bring_master(text)} now.")
        return
    slug, seat, key = match.groups()
    terms = league().game(slug).terms
    terms.check_seat(seat)
    if not terms.is_sealed:
        raise Refused(f"{slug} is an open game and needs no keys")
    if not key:
        raise WrongUsage(
            f"this is the address of {seat} in {slug} without its key. The key is the part from `#` on; copy all of it"
        )
    path, before = keyring.bring_seat(terms.file.id or "", seat, key)
    say(f"The key of {seat} in {slug} is in {path} now: `genetess order {slug} {seat} TEXT` seals with it.")
    if before:
        say(
            f"Another key was there; it is in {before} now. If your orders are rejected, import the link again."
        )


@listed("invite")
@slug_argument
@click.argument("seat", required=False, type=small)
@flag("--renew", "Give the seat a new key first. The old one opens no sheet any more.")
@flag("--plain", "The address, with the key, in one line: no message, no QR code.")
@push_option
@now_option
def invite(slug: str, seat: str | None, renew: bool, plain: bool, now: int) -> None:
    """Print a message for each player, or for a seat's: where the turnsheets are and, in a sealed game, the key.

    Whoever has the key can read the seat's sheets and send its orders. Send it to its player only. The player pastes
    the key on the page: in an address it would stay in the browser's history.

    Examples:
      genetess invite riot
      genetess invite riot red
      genetess invite riot red --renew
    """
    from genetess_cli.admin.check import insecure
    from genetess_cli.turns import start

    here = league()
    found = game(here, slug)
    if seat is None:
        if renew or plain:
            raise WrongUsage("--renew and --plain are for one seat; name it")
        refuse_push(_COMMITS_NOTHING)
        note(*map(str, insecure(here, found)))
        invite_all(here, found)
        return
    found.terms.check_seat(seat)
    if bot := found.file.bots.get(seat):
        raise Refused(f"{slug}: the bot {bot} plays {seat} and needs no key")
    if found.is_sealed:
        refuse_in_public("the link of a seat")
    start.link(here, found, seat)  # what keeps it from being printed keeps it from being renewed
    if renew:
        committed(here, lambda here, note: start.renew(here, slug, seat, now, note))
        found = game(here.now(), slug)
    else:
        refuse_push(_COMMITS_NOTHING)
    link = start.link(here, found, seat)
    note(*map(str, insecure(here, found)))
    if plain and link.address is None and link.key is None:
        raise Refused(_NO_SITE)
    if plain:
        say(str(link))
    else:
        say(_invitation(here, found, seat, link))


@listed("reveal")
@slug_argument
@push_option
@now_option
def reveal(slug: str, now: int) -> None:
    """Publish the key of a game that is over. Then everybody can verify its draws and read all that was sealed.

    The key is written into clock.yaml and cannot be taken back. Your other games have other keys and stay secret.

    Example:
      genetess reveal riot
    """
    from genetess_cli.turns import start

    here = league()
    committed(here, lambda here, note: start.reveal(here, slug, now, note))
    say(
        f"{slug}: its key is public now. `genetess verify {slug}` checks the whole game, for anybody with a clone."
    )
    if here.game(slug).is_sealed:
        say("The next `genetess build` shows the whole history.")


def invite_all(here: League, game: AnyGame) -> None:
    """Print the invitation of each seat that a person has and has not left."""
    from genetess_cli.turns import start

    if game.is_sealed:
        refuse_in_public("the link of a seat")
    gone = game.clock.absent if game.clock else ()
    for player in game.file.players:
        if player.bot is None and player.seat not in gone:
            link = start.link(here, game, player.seat)
            say(f"\n--- {game.slug}, for {player.name} ---\n")
            say(_invitation(here, game, player.seat, link))


def _invitation(here: League, game: AnyGame, seat: str, link: Link) -> str:
    """A message to a seat's player with the address and, of a sealed game, its key and both as a QR code."""
    from genetess_cli.notices.notice import guide
    from genetess_cli.site.games import pages_of
    from genetess_cli.store import resources

    if link.address is None:
        kind = "sealed-clone" if game.is_secret else "open-clone"
    elif link.key is None:
        kind = "open"
    else:
        kind = "sealed" if game.is_secret else "revealed"
    text = resources.text(f"admin/templates/invitation-{kind}.txt").format(
        player=game.file.player(seat).name,
        slug=game.slug,
        game=game.file.name,
        kind=pages_of(game.file.ruleset).title,
        seat=seat,
        link=link,
        guide=guide(here),
    )
    return text + _code(str(link)) if kind == "sealed" else text


def _code(text: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
