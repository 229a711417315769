"""`genetess collect`: what comes from outside is accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, now_option
from genetess_cli.cli.terminal import complain, fault_of, note, put_json, say
from genetess_cli.errors import NothingDue, WrongUsage

if TYPE_CHECKING:
    from contextlib import ExitStack

    from genetess_cli.intake.collect import Collected, Source
    from genetess_cli.store.league import League

_LARGEST = 512 * 1024 * 1024


@click.command("collect", cls=Command)
@click.option(
    "--from", "remote", metavar="REMOTE", default="origin", show_default=True,
    help="Where the pull requests' commits are: a remote's name, an address or a path.",
)  # fmt: skip
@click.option(
    "--pulls", metavar="FILE",
    help="The forge's list of open pull requests as JSON, or a folder of its pages; - for standard input.",
)  # fmt: skip
@click.option(
    "--issue", "issues", metavar="FILE", multiple=True,
    help="An issue, an event of one, or a list of issues, as JSON: orders sent by the form.",
)  # fmt: skip
@click.option(
    "--mail",
    metavar="FILE",
    help="Orders by mail: a message, an mbox or a Maildir; - for one on standard input.",
)
@click.option(
    "--answers", metavar="DIR", type=click.Path(),
    help="With --mail: write the answers there, a file each, and not to standard output.",
)  # fmt: skip
@click.option("--push", is_flag=True, help="Push. If the remote has moved, do it again on top of that.")
@json_option
@now_option
@click.pass_context
def command(
    ctx: click.Context,
    remote: str,
    pulls: str | None,
    issues: tuple[str, ...],
    mail: str | None,
    answers: str | None,
    push: bool,
    as_json: bool,
    now: int,
) -> None:
    """Accept what players sent for their own seats by pull request, issue or mail: one commit a game.

    Pull requests are read as data, at the commits in the list. Nothing in them is merged or run. With --json
    the report has an answer for everybody. The answers to mail are messages for `sendmail -t`.

    Examples:
      gh api "repos/OWNER/NAME/pulls?state=open&per_page=100" > pulls.json
      genetess collect --pulls pulls.json --push
      genetess collect --issue event.json --json
      genetess collect --mail - --push < message > answer
    """
    from contextlib import ExitStack
    from functools import partial

    from genetess_cli.intake.collect import collect
    from genetess_cli.intake.replies import say as answer

    here = league()
    if mail is not None:
        from genetess_cli.cli import mailing

        if pulls is not None or issues:
            raise WrongUsage("--mail cannot be combined with --pulls or --issue")
        ctx.exit(mailing.collect(here, mail, answers, now, push, as_json))
    if answers is not None:
        raise WrongUsage("--answers needs --mail: it is for the answers to mail")
    with ExitStack() as stack:
        sources = _sources(here, remote, pulls, issues, stack)
        collected = collect(here, sources, now, push, note, partial(answer, here, note=complain))
    _tell(collected, quiet=as_json)
    if as_json:
        put_json(_report(here, collected))
    if not (collected.taken or collected.refused):
        raise NothingDue("nothing was sent")
    ctx.exit(0 if collected.taken else 1)


def _sources(
    here: League, remote: str, pulls: str | None, issues: tuple[str, ...], stack: ExitStack
) -> list[Source]:
    if pulls is None and not issues:
        raise WrongUsage(
            "nothing to look at: name the list of pull requests with --pulls, --issue FILE or --mail FILE"
        )
    sources: list[Source] = []
    if pulls is not None:
        from genetess_cli.intake.pull_requests import PullRequests
        from genetess_cli.intake.pull_requests import pulls as listed

        source = PullRequests(here.root, remote, listed(map(_read, _pages(pulls)), pulls), note)
        stack.callback(source.close)
        sources.append(source)
    for name in issues:
        from genetess_cli.intake import issue_forms as forms

        sources.append(forms.Issues(forms.read_issues(_read(name), name)))
    return sources


def _pages(name: str) -> list[str]:
    """Return the files of a list: itself, or those in the folder that it is."""
    from pathlib import Path

    place = Path(name)
    return sorted(str(page) for page in place.iterdir() if page.is_file()) if place.is_dir() else [name]


def _read(name: str) -> bytes:
    import sys
    from pathlib import Path

    try:
        data = sys.stdin.buffer.read(_LARGEST + 1) if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise WrongUsage(f"{name} cannot be read: {error}") from None
    if len(data) > _LARGEST:
        raise WrongUsage(f"{name} is too long for a forge's list")
    return data


def _tell(collected: Collected, quiet: bool) -> None:
    told = note if quiet else say
    for taking in collected.taken:
        words = "; a newer one counts instead" if taking.replaced else " before" if taking.earlier else ""
        told(f"{taking.delivery.words} of {taking.delivery.author.login}: accepted{words}")
    for delivery in collected.refused:
        complain(f"{delivery.words} of {delivery.author.login}: refused{fault_of(delivery)}")
        for finding in delivery.findings:
            complain("\n".join(f"  {row}" for row in str(finding).split("\n")))


def _report(here: League, collected: Collected) -> object:
    import msgspec

    from genetess_cli.intake.replies import answers

    return {
        "taken": [
            {
                "from": taking.delivery.kind,
                "name": taking.delivery.name,
                "author": taking.delivery.author.login,
                "games": sorted(
                    {*(sent.slug for sent in taking.delivery.submissions), *taking.delivery.came}
                ),
                "replaced_by": taking.replaced and taking.replaced.words,
                "earlier": taking.earlier,
            }
            for taking in collected.taken
        ],
        "refused": [
            {
                "from": delivery.kind,
                "name": delivery.name,
                "author": delivery.author.login,
                "reasons": [*map(str, delivery.findings)],
            }
            for delivery in collected.refused
        ],
        "passed": [{"from": delivery.kind, "name": delivery.name} for delivery in collected.passed],
        "answers": msgspec.to_builtins(answers(here, collected, complain)),
    }
