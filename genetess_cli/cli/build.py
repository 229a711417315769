"""`genetess build`: the site."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, looking_now_option
from genetess_cli.cli.progress import bar
from genetess_cli.cli.terminal import note, say


@click.command("build", cls=Command)
@click.option(
    "--out", metavar="DIR", type=click.Path(), help="The folder to write. Default: _site in the league."
)
@click.option("--full", is_flag=True, help="Build every page again, changed or not.")
@looking_now_option
def command(out: str | None, full: bool, now: int) -> None:
    """Build the site: a turnsheet of every turn for every player, and the public history.

    Examples:
      genetess build
      genetess build --out public --full
      genetess build --now 2026-11-24T18:00:00Z
    """
    from pathlib import Path

    from genetess_cli.site.output.survey import survey

    here = league()
    target = Path(out) if out else here.root / "_site"
    found = survey(here, target, full, now)
    if not found.is_current:
        from genetess_cli.admin.check import unnamed
        from genetess_cli.site.build import update

        with bar("Building") as progress:
            update(here, found, progress)
        for line in unnamed(here) if found.folder.written else ():
            note(str(line))
    built = found.built()
    say(f"{target}: {built.pages} pages; {built.written} files written, {built.removed} removed")
