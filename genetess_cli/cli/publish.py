"""The command `publish`: a league goes live on GitHub."""

from __future__ import annotations

import os

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.keys import invite_all
from genetess_cli.cli.options import current_time, flag, league, option
from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import NothingDue


@listed("publish")
@option("--repository", "OWNER/NAME", "Where on GitHub. Default: as genetess.yaml has it.")
@flag("--private", "Make a private repository. It needs a paid plan, and minutes count.")
@flag("--dry-run", "Only show the steps.")
@flag("--yes", "Do not ask.")
def command(repository: str | None, private: bool, dry_run: bool, yes: bool) -> None:
    """Go live on GitHub: make the repository, with the key, the site and a first run, and print the invitations.

    You need `gh`, logged in with `gh auth login`. Each step is shown before anything is done, and what is there already
    is left as it is, so you can run this again.

    Examples:
      genetess publish --repository gail/league
      genetess publish --dry-run
    """
    from genetess_cli.admin.publish import Publishing
    from genetess_cli.store.forges.github import API
    from genetess_cli.store.reader.games import Game
    from genetess_cli.store.seal import keyring

    here = league()
    publishing = Publishing(here, repository, os.environ.get("GITHUB_API_URL", API))
    click.get_current_context().call_on_close(publishing.close)
    steps = publishing.steps(private, current_time())
    if not steps:
        raise NothingDue(f"all is there; the site is {publishing.site}")
    for step in steps:
        say(f"{step.title}:", f"  {step.line}")
    if private:
        note(
            "A private repository needs a paid plan for the key and the site, and its runs cost minutes: docs/github.md"
        )
    if dry_run:
        return
    if not yes:
        click.confirm("Do all of this?", abort=True)
    keyring.masters(note)
    for step in steps:
        say(f"{step.title} ...")
        publishing.do(step)
    say(f"The league is at {publishing.site}")
    here = here.now()
    for slug in here.slugs():
        game = here.find(slug)
        if isinstance(game, Game):
            invite_all(here, game)
