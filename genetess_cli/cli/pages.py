"""The commands that build a site: of the league (`build`, `serve`), and of the sample games (`demo`)."""

from __future__ import annotations

from pathlib import Path

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import current_time, flag, league, option
from genetess_cli.cli.terminal import bar, note, say
from genetess_cli.errors import Refused


@listed("build")
@option("--out", "DIR", "The folder to write. Default: _site in the league.", type=click.Path())
@flag("--full", "Build every page again, whatever is there.")
def build(out: str | None, full: bool) -> None:
    """Build the site: a turnsheet of every turn for every player, and the public history.

    Examples:
      genetess build
      genetess build --out public --full
    """
    from genetess_cli.site.write.installed import unfit
    from genetess_cli.site.write.survey import Survey

    here = league()
    target = Path(out) if out else here.root / "_site"
    site = Survey(here, target, full)
    note(*filter(None, [unfit(site.prints)]))
    try:
        note(*map(str, site.league.differences()))
    except Refused as fault:  # a damaged index keeps nobody from reading the commit
        note(str(fault))
    if not site.is_current:
        from genetess_cli.admin.check import unnamed
        from genetess_cli.site.build import update

        with bar("Building") as progress:
            update(site, progress)
        if site.folder.written:
            note(*map(str, unnamed(site.league)))
    built = site.built()
    say(f"{target}: {built.pages} pages; {built.written} files written, {built.removed} removed")


@listed("serve")
@option("--out", "DIR", "The folder to build. Default: _site.", type=click.Path())
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port. 0: any free one.",
)
def serve(out: str | None, port: int) -> None:
    """Build the site and serve it at http://127.0.0.1, to this machine only. Ctrl-C ends it.

    Example:
      genetess serve --port 8080
    """
    from genetess_cli.cli.preview import Server
    from genetess_cli.site.build import build
    from genetess_cli.store.league import League

    here = league()
    target = Path(out) if out else here.root / "_site"
    with bar("Building") as progress:
        build(here, target, progress=progress)
    server = Server(target, port, lambda: build(League(here.root), target), say)
    say(f"The site is at {server.address} - press Ctrl-C to end.")
    server.run(say)


@listed("demo")
@click.argument("folder", metavar="[DIR]", default="genetess-demo", type=click.Path())
def demo(folder: str) -> None:
    """Replay the sample games from their order files into a fresh league in DIR, and build its site.

    It also makes unfinished games against bots, in which one seat waits for an order.

    Example:
      genetess demo /tmp/demo
    """
    from genetess_cli.admin.demo import demo

    with bar("Playing") as progress:
        page = demo(Path(folder), current_time(), progress)
    say(f"The league is in {folder}; its site is {page}: open it in a browser.")
    say("To play against a bot yourself: `make play` here, or `genetess play` once the program is installed.")
