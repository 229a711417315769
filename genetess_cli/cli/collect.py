"""`genetess collect`: what comes from outside is accepted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import is_pushing, json_option, league, now_option, option, push_option
from genetess_cli.cli.terminal import bar, note, put_json, say, write_out
from genetess_cli.errors import Busy, Note, NothingDue, WrongUsage

if TYPE_CHECKING:
    from genetess_cli.intake.collect import Collected, Source
    from genetess_cli.intake.submission import Delivery
    from genetess_cli.notices.mail import Post
    from genetess_cli.store.league import League


@listed("collect")
@option(
    "--from",
    "remote",
    "REMOTE",
    "Where the pull requests' commits are: a remote's name, an address or a path.",
    default="origin",
    show_default=True,
)
@option(
    "--pulls",
    "FILE",
    "The forge's list of open pull requests as JSON, or a folder of its pages; - for standard input.",
)
@option(
    "--issue",
    "issues",
    "FILE",
    "An issue, an event of one, or a list of issues, as JSON: orders sent by the form.",
    multiple=True,
)
@option("--mail", "FILE", "Orders by mail: a message, an mbox or a Maildir; - for one on standard input.")
@option(
    "--answers",
    "DIR",
    "With --mail: write the answers there, a file each, and not to standard output.",
    type=click.Path(),
)
@push_option
@json_option
@now_option
def command(
    remote: str,
    pulls: str | None,
    issues: tuple[str, ...],
    mail: str | None,
    answers: str | None,
    as_json: bool,
    now: int,
) -> int:
    """Accept what players sent for their own seats by pull request, issue or mail: one commit for each game.

    Pull requests are read as data, at the commits that the list from the forge names. Nothing in them is merged or
    run. With --json the report has an answer for everybody. The answers to mail are messages for `sendmail -t`.

    Examples:
      gh api "repos/OWNER/NAME/pulls?state=open&per_page=100" > pulls.json
      genetess collect --pulls pulls.json --push
      genetess collect --issue event.json --json
      genetess collect --mail - --push < message > answer
    """
    from genetess_cli.intake.collect import collect
    from genetess_cli.intake.replies import say as answer

    here = league()
    if mail is not None and (pulls is not None or issues or as_json):
        raise WrongUsage("--mail cannot be combined with --pulls, --issue or --json")
    if answers is not None and mail is None:
        raise WrongUsage("--answers needs --mail: it is for the answers to mail")
    if mail is not None:
        return _collect_mail(here, mail, answers, now)
    with ExitStack() as stack:
        sources = _sources(here, remote, pulls, issues, stack)
        collected = collect(here, sources, now, is_pushing(here), note, partial(answer, here, note=note))
    if as_json:
        tell_collected(collected, note)
        put_json(_report(here, collected))
    else:
        tell_collected(collected, say)
    return _status(collected)


def _status(collected: Collected) -> int:
    if not (collected.taken or collected.refused):
        raise NothingDue("nothing was sent")
    is_done = any(delivery.rejection.done for delivery in collected.refused)
    return 0 if collected.taken or is_done else 1


def _collect_mail(here: League, name: str, answers: str | None, now: int) -> int:
    from genetess_cli.cli.pictures.genetess import drawn
    from genetess_cli.intake.collect import collect
    from genetess_cli.intake.mail.message import read_messages
    from genetess_cli.intake.mail.source import Letters
    from genetess_cli.notices.mail import sender_of

    sender_of(here)
    messages, is_box = read_messages(name)
    letters = Letters(here, messages, now, drawn)
    collected = collect(here, [letters.deliveries], now, is_pushing(here), note)
    collected = letters.without_loops(collected)
    tell_collected(collected, note)
    write(here, letters.answers(collected), answers, now, as_one=not is_box)
    if not letters.is_done(collected):
        raise Busy("some messages were not processed; run this again with them")
    return _status(collected)


def write(here: League, posts: Sequence[Post], folder: str | None, now: int, as_one: bool = False) -> None:
    """Write messages ready for `sendmail`: into a folder, or to standard output, a single one or an mbox."""
    from genetess_cli.intake.submission import guard
    from genetess_cli.notices.mail import as_box, compose, into_folder, sender_of

    def fail(fault: str) -> None:
        note(f"the message to {post.name} could not be written: the program has a fault, {fault}; report it")

    sender = sender_of(here) if posts else ""
    messages: dict[str, bytes] = {}
    for number, post in enumerate(posts, start=1):
        message = guard(partial(compose, post, sender, here.settings.title, now), fail)
        if message is not None:
            messages[f"{number:04}-{post.stem}-{post.print[:12]}"] = message
    if folder is not None:
        into_folder(Path(folder), messages)
        return
    is_one = as_one and len(messages) < 2
    written = b"".join(messages.values()) if is_one else as_box([*messages.values()])
    write_out(written)


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
        from genetess_cli.store.forges.sent import pulls as listed

        place = Path(pulls)
        pages = [pulls]
        if place.is_dir():
            pages = sorted(str(page) for page in place.iterdir() if page.is_file())
        wanted = listed(map(_read, pages), pulls)
        progress = stack.enter_context(bar("Fetching"))
        source = PullRequests(here.root, remote, wanted, note, progress)
        sources.append(stack.enter_context(closing(source)).deliveries)
    for name in issues:
        from genetess_cli.intake.issue_forms import from_forms
        from genetess_cli.store.forges.sent import read_issues

        sources.append(partial(from_forms, read_issues(_read(name), name)))
    return sources


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise WrongUsage(f"{name} cannot be read: {error}") from None


def tell_collected(collected: Collected, tell: Note) -> None:
    for taking in collected.taken:
        what = "accepted"
        if taking.earlier:
            what = "accepted before"
        elif taking.replaced:
            what = "accepted; a newer one counts instead"
        tell(f"{_name(taking.delivery)}: {what}")
    for delivery in collected.refused:
        fault = f"; the program has a fault, {delivery.fault}: report it" if delivery.fault else ""
        if done := delivery.rejection.done:
            tell(f"{_name(delivery)}: {done}")
            continue
        if delivery.kind == "mail":  # what is wrong with orders by mail is for their player alone
            note(f"{_name(delivery)}: refused; the answer says why{fault}")
            continue
        note(f"{_name(delivery)}: refused{fault}")
        for finding in delivery.findings:
            note("\n".join(f"  {row}" for row in str(finding).split("\n")))
    for delivery in collected.passed:
        if delivery.passed:
            note(f"{delivery.words}: ignored, {delivery.passed}")


def _name(delivery: Delivery) -> str:
    return f"{delivery.words} of {delivery.author.login}"


def _report(here: League, collected: Collected) -> object:
    from genetess_cli.intake.replies import answers

    def row(delivery: Delivery, **more: object) -> dict[str, object]:
        return {"from": delivery.kind, "name": str(delivery.number), **more}

    return {
        "taken": [
            row(
                taking.delivery,
                author=taking.delivery.author.login,
                games=sorted({*(sent.slug for sent in taking.delivery.submissions), *taking.delivery.came}),
                replaced_by=taking.replaced and taking.replaced.words,
                earlier=taking.earlier,
            )
            for taking in collected.taken
        ],
        "refused": [
            row(delivery, author=delivery.author.login, reasons=[*map(str, delivery.findings)])
            for delivery in collected.refused
        ],
        "passed": [row(delivery) for delivery in collected.passed],
        "answers": answers(here, collected, note),
    }
