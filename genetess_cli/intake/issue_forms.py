"""Issues as deliveries: an order by the forge's form, whose author the forge knows.

The form is `forge/github/forms/order.yml`; what it makes is a text with a heading for each field.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from genetess_cli.admin.check import order_problems
from genetess_cli.errors import Finding
from genetess_cli.intake.judge import Judge
from genetess_cli.intake.ledger import Answered
from genetess_cli.intake.submission import Delivery, Submission, guard, reject, reject_unread
from genetess_cli.store.forges.sent import GHOST, Issue
from genetess_cli.store.layout import GAMES, Layout, slug_of
from genetess_cli.store.league import League

FIELDS = ("Game", "Seat", "Say", "Orders")
_EARLIER = ("Game", "Seat", "Orders")
_NOTHING = "_No response_"
_HEADING = re.compile(r"^### (Game|Seat|Say|Orders)[ \t]*$", re.MULTILINE)
_FENCE = re.compile(r"\A(`{3,20})[^\n`]*\n(.*?)\n?\1\Z", re.DOTALL)


def from_forms(listed: Sequence[Issue], league: League, answered: Answered, _: object) -> list[Delivery]:
    """Return what issues bring by the form, judged by the league as it is committed; others bring nothing."""
    issues = {issue.number: issue for issue in listed if issue.pull_request is None}
    forms = {number: fields for number, issue in issues.items() if (fields := _fields(issue.body or ""))}
    unread = {number: _unread_delivery(issue) for number, issue in issues.items()}
    chosen, _ = answered.select(league, ["issue"], [unread[number] for number in forms])
    return [
        *(delivery for number, delivery in unread.items() if number not in forms),
        *(_judge(league, delivery, forms[delivery.number]) for delivery in chosen),
    ]


def _judge(league: League, delivery: Delivery, fields: _Fields) -> Delivery:
    if delivery.findings:
        return delivery  # refused for good by an earlier run
    judge = Judge(league, delivery.author, lambda change: b"")
    work = partial(_judge_form, judge, delivery, *fields)
    return guard(work, partial(reject_unread, delivery))


def _unread_delivery(issue: Issue) -> Delivery:
    mark = f"issue {issue.number} {issue.head}"
    return Delivery("issue", issue.number, mark, issue.user or GHOST, opened=issue.opened)


_Fields = tuple[str, str, str, str]


def _fields(body: str) -> _Fields | None:
    """Return what is under the form's headings: game, seat, talk, orders; None for an issue that is no such form.

    A heading counts where it stands first: the orders are the last field, and may hold anything.
    """
    text = body.replace("\r\n", "\n")
    splits = (_HEADING.split(text, maxsplit=len(fields)) for fields in (FIELDS, _EARLIER))
    fitting = (parts for parts in splits if not parts[0].strip() and tuple(parts[1::2]) in (FIELDS, _EARLIER))
    parts = next(fitting, None)
    if parts is None:
        return None
    game, seat, *said, orders = ("" if part == _NOTHING else part for part in map(str.strip, parts[2::2]))
    if fenced := _FENCE.match(orders):
        orders = fenced[2]
    return game, seat, "".join(said), orders


def _judge_form(judge: Judge, delivery: Delivery, game: str, seat: str, said: str, text: str) -> Delivery:
    slug = slug_of(f"{GAMES}/{game.lower()}")
    if slug is None:
        words = f"there is no game {' '.join(game.split())[:60]}"
        return reject(delivery, Finding("", words, field="Game"))
    file = judge.game(slug)
    if isinstance(file, Finding):
        return reject(delivery, file._replace(field="Game"))
    own = delivery.author.seats(file)
    seat = seat.lower()
    if not seat and len(own) == 1:
        seat = own[0]
    if own and seat not in file.seats:
        words = f"name your seat; in {slug} you play {', '.join(own)}"
        return reject(delivery, Finding("", words, field="Seat"))
    if problem := judge.seat_problem(slug, file, seat):
        return reject(delivery, problem._replace(field="Seat"))
    talk = [Submission(slug, seat, said=said.split("\n"))] if said else []
    if not text:
        return delivery.replace(submissions=talk or [Submission(slug, seat)])
    data = f"{text}\n".encode("utf-8", "replace")
    path = Layout(slug, file.secrecy == "sealed").orders(seat)
    if problems := order_problems(file, path, data):
        return reject(delivery, *problems)
    return delivery.replace(submissions=[*talk, Submission(slug, seat, data)])
