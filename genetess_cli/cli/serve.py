"""`genetess serve`: the site on this machine alone, built again as files change."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league
from genetess_cli.cli.preview import serve
from genetess_cli.cli.progress import bar
from genetess_cli.cli.terminal import say


@click.command("serve", cls=Command)
@click.option("--out", metavar="DIR", type=click.Path(), help="The folder to build. Default: _site.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port. 0: any free one.",
)
def command(out: str | None, port: int) -> None:
    """Build the site and serve it at http://127.0.0.1, to this machine only. Ctrl-C ends it.

    Example:
      genetess serve --port 8080
    """
    import time
    from pathlib import Path

    from genetess_cli.site.build import build
    from genetess_cli.store.league import League

    here = league()
    target = Path(out) if out else here.root / "_site"
    with bar("Building") as progress:
        build(here, target, False, progress, int(time.time()))
    serve(target, port, lambda: build(League(here.root), target, now=int(time.time())), say)
