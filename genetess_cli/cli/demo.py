"""`genetess demo`: the sample games, played."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.progress import bar
from genetess_cli.cli.terminal import say


@click.command("demo", cls=Command)
@click.argument("folder", metavar="[DIR]", default="genetess-demo", type=click.Path())
def command(folder: str) -> None:
    """Replay the sample games from their order files into a fresh league in DIR, and build its site.

    Example:
      genetess demo /tmp/demo
    """
    from pathlib import Path

    from genetess_cli.admin.demo import demo

    with bar("Playing") as progress:
        page = demo(Path(folder), progress)
    say(f"The league is in {folder}; its site is {page}: open it in a browser.")
