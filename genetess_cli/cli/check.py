"""`genetess check`: what is wrong with files, or with a change."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league
from genetess_cli.cli.terminal import complain, note, say
from genetess_cli.errors import WrongUsage


@click.command("check", cls=Command)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option(
    "--author", metavar="LOGIN", help="The author of the change: only that login's order files may change."
)
@click.option("--base", metavar="REV", help="The branch to compare HEAD with, such as origin/main.")
@click.option(
    "--author-id", metavar="N", type=click.IntRange(1), help="The number of the account that has the login."
)
@click.option("--may-push", is_flag=True, help="LOGIN may push here: changes to other files are only noted.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    author: str | None,
    base: str | None,
    author_id: int | None,
    may_push: bool,
) -> None:
    """Check the league, its games, boards and orders, or only PATH.

    Examples:
      genetess check
      genetess check games/riot/board.yaml
      genetess check --author gwen-g --base origin/main
    """
    from pathlib import Path

    from genetess_cli.admin import check
    from genetess_cli.intake.replies import check_change
    from genetess_cli.intake.submission import Author
    from genetess_cli.turns.timeline import positions

    alone = author is None and (author_id or may_push)
    if (author is None) != (base is None) or alone or (paths and author):
        raise WrongUsage("use --author and --base together, without a PATH: check --author LOGIN --base REV")
    here = league()
    if author is not None and base is not None:
        checked = check_change(here, Author(author, author_id), base, trusted=may_push)
    else:
        places = [check.place_in(here, Path(path)) for path in paths]
        checked = check.check(here, positions, places)
    for finding in checked.warnings:
        note(str(finding))
    for finding in checked.problems:
        complain(str(finding))
    for line in checked.orders:
        say(line)
    problems = len(checked.problems)
    say(f"Files checked: {checked.files}. Problems: {problems or 'none'}.")
    if checked.fate:
        say(checked.fate)
    ctx.exit(1 if problems else 0)
