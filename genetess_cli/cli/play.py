"""The command that plays games in the browser, on this machine: `play`.

What becomes of an order is decided in `admin/play.py`; the pages are handed out by the server of `preview.py`.
"""

from __future__ import annotations

import os
import secrets
import sys
import webbrowser
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event

import click

from genetess_cli.admin import play
from genetess_cli.browser import trial
from genetess_cli.cli.group import listed
from genetess_cli.cli.options import current_time, flag, option, small
from genetess_cli.cli.preview import Receiver, Server, Take
from genetess_cli.cli.terminal import bar, note, say
from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.site.build import build
from genetess_cli.store.git.run import alone
from genetess_cli.store.league import League

_FOLDER = "~/genetess-play"


@listed("play")
@click.argument("what", metavar="[PRESET|RULESET|GAME]", required=False, type=small)
@option("-C", "folder", "DIR", f"The folder to play in. Default: {_FOLDER}.", type=click.Path())
@click.option("--players", type=click.IntRange(2, 26), help="How many play. Default: as the board has it.")
@option("--name", "names", "NAME", "A person's name. Repeat it, in order of play.", multiple=True)
@option(
    "--bots",
    "bot",
    "BOT",
    "The bot that plays against you: random, greedy (default) or hunter, the strongest.",
    type=small,
)
@flag("--hotseat", "People play every seat, in turn at this machine.")
@option("--seat", "TEXT", "The seat that you play.", type=small)
@click.option("--port", type=click.IntRange(0, 65535), help="The port. Default: the last one, or any.")
@flag("--no-browser", "Print the address, and open nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    what: str | None,
    folder: str | None,
    port: int | None,
    no_browser: bool,
    players: int | None,
    names: tuple[str, ...],
    seat: str | None,
    bot: str | None,
    hotseat: bool,
) -> None:
    """Play in the browser: your order is carried out at once. Ctrl-C ends it, and the next run goes on with the game.

    Without words the first run begins a game against a bot. Later ones open the first page, where you go on with any
    game and begin others.

    Examples:
      genetess play
      genetess play genie --seat black
      genetess play quartet --bots random --name Gwen
      genetess play quartet --hotseat --name Gwen --name Ragnar --name Ann --name Bo
    """
    if hotseat and (bot or seat):
        raise WrongUsage("with --hotseat people play every seat; leave out --bots and --seat")
    side = play.Hotseat() if hotseat else play.Solo(seat, bot)
    plan = play.PlayRequest(what, players, names, side)
    root = _root(folder, ctx.find_root().params.get("folder", "."))
    here = play.league_in(root, current_time())
    with here.repository as repository:
        site = repository.folder / "genetess" / "play"
    site.mkdir(parents=True, exist_ok=True)
    site.chmod(0o700)  # sheets of sealed games lie in it as they are
    place = site.with_suffix(".address")
    address, last, token = _kept(place)
    way = f"open {address}, or" if address else "to play something else,"
    busy = f"{root} is being played already: {way} end that run with Ctrl-C first"
    with alone(site.with_suffix(".lock"), 0, busy):
        slug = None
        told = "Your games"
        if plan != play.PlayRequest() or not here.slugs():
            session = play.Session(here, current_time(), note)
            slug = session.game_for(plan).slug
            session.go_on(slug)
            told = play.words(here, slug)
        with bar("Building") as progress:
            build(here, site, progress=progress, here=True)
        receiver = Receiver(token, lambda: play.page_of(League(here.root), slug, seat), {})
        server = _server(here.root, site, port, last, receiver)
        place.touch(mode=0o600)  # for its owner alone
        place.write_text(server.address)
        say(f"{told}: {server.address} - press Ctrl-C to end.")
        if not no_browser:
            _open(server.address)
        server.run(say)


def _server(root: Path, site: Path, port: int | None, last: int, receiver: Receiver) -> Server:
    """Return what serves the pages and takes what they send, on a port or (None) the last one, or any."""
    stopped = Event()

    def rebuild() -> None:
        build(League(root), site, here=True)

    def send(data: bytes) -> bytes:
        if play.stops(data):
            stopped.set()
        with server.lock:
            stopped.clear()
            session = play.Session(League(root), current_time(), note, stopped.is_set)
            return session.receive(data, rebuild)

    takes: dict[str, Take] = {"send": send, "trial": partial(trial.answer, site)}
    serve = partial(Server, site, build=rebuild, tell=note, receiver=receiver.replace(takes=takes))
    wanted = last if port is None else port
    try:
        server = serve(wanted)
    except Refused:
        if port is not None:
            raise
        server = serve(0)
    return server


def _root(folder: str | None, league: str) -> Path:
    """Return the folder to play in: the one named for it, or the league where one is named."""
    if league == ".":
        league = _FOLDER
    try:
        return Path(folder or league).expanduser()
    except RuntimeError:
        raise WrongUsage("this account has no home folder; name a folder to play in with -C") from None


def _kept(path: Path) -> tuple[str, int, str]:
    """Return the address that was played at last, its port and token: a tab that is still open finds the next run."""
    with suppress(OSError, ValueError):
        address = path.read_text()
        _, _, host, token, _ = address.split("/")
        return address, int(host.rpartition(":")[2]), token
    return "", 0, secrets.token_urlsafe(16)


def _open(address: str) -> None:
    """Open the browser, where there is a screen: elsewhere one would begin in this terminal."""
    if sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))):
        webbrowser.open(address)
