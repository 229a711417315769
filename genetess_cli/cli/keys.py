"""`genetess keys`: the keys on this machine."""

from __future__ import annotations

import sys

import click

from genetess_cli.cli.manual import Command, as_written
from genetess_cli.cli.terminal import say
from genetess_cli.errors import Refused, WrongUsage

_MOST = 4_096


_HELP = """\
Make, show and bring keys: the GM's master key, and the keys of seats in sealed games. Only `import` of a link needs
a league.

Examples:
  genetess keys show
  genetess keys import
"""


@click.group("keys", help=as_written(_HELP))
def command() -> None:
    """The keys on this machine."""


@command.command("new", cls=Command)
def new() -> None:
    """Make the master key, if there is none yet. `genetess new --sealed` and `genetess start` do so by themselves.

    Example:
      genetess keys new
    """
    from genetess_cli.seal import chest

    if chest.has_master():
        raise Refused(f"there is a master key already, in {chest.where()}; your games need it")
    chest.master(make=True, note=say)


@command.command("show", cls=Command)
@click.option("--secret", is_flag=True, help="Print the key itself, to put it into a CI secret or on paper.")
def show(secret: bool) -> None:
    """Say where the master key lies, and its print, by which two copies can be compared.

    Examples:
      genetess keys show
      genetess keys show --secret
    """
    from genetess_cli.cli.secret import refuse_in_public
    from genetess_cli.seal import chest, keys

    key = chest.master()
    if secret:
        refuse_in_public("the master key")
        say(key.hex())
        return
    say(f"The master key lies in {chest.where()}. Its print is {keys.fingerprint(key)}.")


@command.command("import", cls=Command)
def bring() -> None:
    """Bring a key from somewhere else, read from standard input: the link of a seat, or a master key.

    A link is brought in a clone of its league. Keys are not taken as arguments, which others on a machine can read.

    Examples:
      genetess keys import          and paste the link
      genetess keys import < master.key
    """
    from genetess_cli.cli.options import league
    from genetess_cli.seal import chest

    if sys.stdin.isatty():
        say("Paste the link of your seat, or the master key, and press Enter:")
    text = sys.stdin.readline(_MOST).strip()
    address, sign, key = text.partition("#")
    if not sign:
        path = chest.bring_master(text)
        say(f"The master key lies in {path} now.")
        return
    from genetess_cli.store import load

    slug, _, seat = address.rstrip("/").rpartition("/sheet/")
    slug = slug.rpartition("/")[2]
    if not slug or not seat:
        raise WrongUsage("this is not the link of a seat: it ends like /riot/sheet/red/#…")
    hosted = load(league(), slug)
    hosted.check_seat(seat)
    if not hosted.is_sealed:
        raise Refused(f"{slug} is an open game, and needs no keys")
    path = chest.bring_seat(hosted.file.id or "", seat, key)
    say(f"The key of {seat} in {slug} lies in {path} now: `genetess order {slug} {seat} TEXT` seals with it.")
