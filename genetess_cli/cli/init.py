"""`genetess init`: a new league."""

from __future__ import annotations

import time

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import WrongUsage
from genetess_cli.store.forges import FORGES


@click.command("init", cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--title", metavar="T", help="The league's title; default: made from the folder's name.")
@click.option(
    "--repository", metavar="OWNER/NAME",
    help="The league's repository: OWNER/NAME on GitHub, or its address on another forge, https://HOST/OWNER/NAME.",
)  # fmt: skip
@click.option(
    "--forge", type=click.Choice([*FORGES, "none"]), default="github", show_default=True,
    help="The forge to write workflows and README for. none: no workflows.",
)  # fmt: skip
def command(folder: str, title: str | None, repository: str | None, forge: str) -> None:
    """Make a league in DIR, a new or empty folder: settings, workflows, README, first commit.

    Example:
      genetess init league --title "Friday league" --repository ragnar/league
    """
    import shlex
    from pathlib import Path

    from genetess_cli.admin import new_league

    if not folder:
        raise WrongUsage("the folder has no name; give one, like `genetess init league`")
    named = new_league.init(Path(folder), title, repository, int(time.time()), forge)
    if not named and forge != "none":
        note(
            "requirements.txt does not say yet where the workflows get genetess from, as this one is from a place"
        )
        note(
            "that nobody else can reach. Before you push, put there where it can be had; the file shows how."
        )
    say(f"The league is in {folder}. Next, its first game:")
    say(f"  cd {shlex.quote(folder if not folder.startswith('-') else f'./{folder}')}")
    red, green = ("Ragnar", "Gwen") if forge == "none" else ("Ragnar@ragnar42", "Gwen@gwen-g")
    say(f"  genetess new riot --ruleset genetess --preset duel --player red={red} --player green={green}")
    say("  genetess start riot")
    if forge != "none":
        say("After each @ write the player's login. Players need it to send orders on the forge.")
