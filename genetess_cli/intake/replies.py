"""What senders are told: a text for each delivery that was accepted or refused, as Markdown for the forge.

What somebody wrote stands in it as code alone, so that it can neither mark up nor mention anybody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from operator import attrgetter

from genetess_cli.admin.check import Checked
from genetess_cli.errors import Fault, Finding, Note, Refused, ignore_note
from genetess_cli.intake.collect import Acceptance, Collected
from genetess_cli.intake.judge import Judge
from genetess_cli.intake.ledger import players_by_file
from genetess_cli.intake.rejections import REJECTIONS
from genetess_cli.intake.submission import Delivery, Submission, guard, try_orders
from genetess_cli.notices.forge_thread import code
from genetess_cli.notices.notice import guide, link
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.forges.told import Reply
from genetess_cli.store.git.commits import TAKEN
from genetess_cli.store.git.history import claims
from genetess_cli.store.git.worktree import PathChange
from genetess_cli.store.layout import person_of
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.signups import SignUpFile
from genetess_cli.turns.queue import parse_queue
from genetess_cli.turns.submit import SEALED, look, when_it_goes
from genetess_cli.turns.wishes.lines import lift, reach_of

_MOST = 60_000  # a forge takes 65,536 letters
_AT_ONCE = "It is your turn, so the first order runs at once."
_WISHES = "Wishes are carried out by the next run, whoever is to move."
_ON = {"pull": "pr", "merge": "mr"}
_ID = re.compile("[0-9a-f]{40,64}")
_BEFORE = "The orders for `{}` in this pull request were already accepted. They do not run twice."


def answers(league: League, collected: Collected, note: Note = ignore_note) -> list[Reply]:
    """Return the answers to everything that was accepted, and after them to what was refused, each in its order.

    `note` is told of an answer that the program fails on; a short one takes its place.
    """
    taken = [
        _answer(accepted.delivery, True, accepted.said or say(league, accepted, note))
        for accepted in collected.taken
        if accepted.delivery.kind != "comment"
    ]
    refused = []
    for delivery in collected.refused:
        if delivery.kind == "comment":
            continue
        short = f"{_lead(delivery)} Ask the GM why.\n"
        body = _compose(partial(_refuse, league, delivery), short, delivery, note)
        refused.append(_answer(delivery, delivery.closes, body))
    return [*sorted(taken, key=attrgetter("number")), *sorted(refused, key=attrgetter("number"))]


def _answer(delivery: Delivery, close: bool, body: str) -> Reply:
    """Return an answer that a forge takes, with the commit that it is about; one to a draft is about any commit."""
    on = _ON.get(delivery.kind, delivery.kind)
    head = delivery.head
    to = delivery.mark
    if delivery.rejection is REJECTIONS["ready"]:
        to = f"{delivery.what} draft"
    elif delivery.kind in _ON and _ID.fullmatch(head):
        body = f"{body}\nCommit checked: {head[:10]}.\n"
    return Reply(on, delivery.number, close, body, head, to)


def _join(parts: Iterable[str]) -> str:
    return ("\n\n".join(filter(None, parts)) + "\n")[:_MOST]


def say(league: League, accepted: Acceptance, note: Note = ignore_note) -> str:
    """Return what is said of what was accepted; shorter, and `note` is told, where the program fails on it."""
    whose = " and ".join(sent.words for sent in accepted.delivery.submissions)
    short = f"Accepted: your files for {whose}.\n"
    return _compose(partial(_accept, league, accepted), short, accepted.delivery, note)


def _compose(work: Callable[[], str], short: str, delivery: Delivery, note: Note) -> str:
    def fail(fault: str) -> str:
        note(f"the answer to {delivery.words} is incomplete: the program has a fault, {fault}; report it")
        return short

    try:
        return guard(work, fail)
    except Fault:
        return short  # a game of it cannot be read here


def _accept(league: League, accepted: Acceptance) -> str:
    delivery = accepted.delivery
    parts: list[str] = []
    if accepted.earlier:
        what = f"This was accepted before and does not count again: it was for {_games(delivery)}."
        parts.append(f"{what} To send more, open a new one.")
    elif accepted.replaced:
        parts.append(f"This was read, and {_instead(accepted.replaced)}")
    else:
        for sent, later in zip(delivery.submissions, accepted.later, strict=True):
            read = f"Your file for `{sent.slug}` was read, and "
            parts += [read + _instead(later)] if later else _accept_one(league, delivery, sent)
        parts += map(_BEFORE.format, delivery.came)
    if delivery.unsaid:
        parts += ["What you say to all was not accepted:", code(map(str, delivery.unsaid))]
    if delivery.kind in _ON:
        parts.append(f"Done. This {delivery.noun} was closed without merging, as always.")
    return _join(parts)


def _instead(later: Delivery) -> str:
    sign = "!" if later.kind == "merge" else "#"  # as the forge links it
    return f"{later.noun} {sign}{later.number} counts instead: it is newer. If you meant this one, send it again."


def _accept_one(league: League, delivery: Delivery, sent: Submission) -> list[str]:
    if person_of(sent.slug):
        return [f"Accepted: your file `{sent.slug}`."]
    if sent.seat is None and sent.signup is None:
        return [f"Your sign-up for `{sent.slug}` is withdrawn."]
    if sent.said:
        return [
            f"You said this to all for {sent.words}. It is on the pages of the game, where everybody can read it."
        ]
    league = league.now()
    game = league.game(sent.slug)
    if sent.signup:
        return _accept_signup(league, game, delivery.author.login, sent.signup)
    seat = sent.seat or ""
    whose = f"Accepted: your orders for `{seat}` in `{game.slug}`"
    if not sent.data:
        return [f"{whose}. There are none now."]
    first, *more = _describe_queue(league, game, seat, sent.data)
    if sheet := link(league, game.slug, seat):
        more.append(f"[Your turnsheet]({sheet}) shows the result.")
    return [whose + first, *more]


def _describe_queue(league: League, game: AnyGame, seat: str, data: bytes) -> list[str]:
    if game.is_sealed:
        return [".", SEALED]
    lifted = lift(data)
    queue = parse_queue(game.ruleset, lifted.rest)
    wishes = [entry.text for entry in lifted.wishes]
    if not (queue.orders or wishes):
        return [". There are none now."]
    parts = [":", code([*wishes, *queue.orders])]
    if wishes:
        parts.append(f"{_WISHES} {reach_of(data)}")
    if not queue.orders:
        return parts
    try:
        looked = look(league, game, seat, queue.text, now=0)  # its wishes are not asked again
        when = when_it_goes(league, game, seat, looked.queue, _AT_ONCE)
    except Refused:
        return parts  # things are not as they were when it was accepted
    return [*parts, code(looked.warnings), when]


# What was refused


def _refuse(league: League, delivery: Delivery) -> str:
    row = delivery.rejection
    by_form = delivery.kind not in _ON
    findings = delivery.findings
    if by_form:
        findings = [*map(_in_form, findings)]
    parts = [_lead(delivery), code(map(str, findings))]
    advice = row.form if by_form and row.form else row.advice
    if row.why:
        later = "edits" if by_form else "pushes"
        parts.append(f"This {delivery.noun} is closed: {row.why}. Further {later} here are ignored. {advice}")
    else:
        with suppress(Fault):
            if row.clicks and (page := guide(league)):
                advice += f" [What to click]({page}#change)"
        parts.append(advice)
    return _join(parts)


def _in_form(finding: Finding) -> Finding:
    """Return a finding as one of the form's field: its sender never made an order file."""
    if not finding.path:
        return finding
    where = f"Orders, line {finding.line}" if finding.line else "Orders"
    return finding._replace(path=where, line=0, also=tuple(map(_in_form, finding.also)))


def _lead(delivery: Delivery) -> str:
    if lead := delivery.rejection.lead:
        return lead
    if delivery.came:
        return f"Your orders for {_games(delivery)} were accepted earlier. Nothing new was accepted."
    return "Nothing in this was accepted."


def _games(delivery: Delivery) -> str:
    return " and ".join(f"`{slug}`" for slug in delivery.came)


def _accept_signup(league: League, game: AnyGame, login: str, wish: SignUpFile) -> list[str]:
    offer = game.file.signup
    path = game.paths.signup(login)
    seat = f" and asked for the seat `{wish.seat}`" if wish.seat else " for any free seat"
    parts = [f"You signed up for `{game.slug}` as `{wish.name}`{seat}."]
    if offer is not None:
        asked = league.asked(game.paths, game.file.players)
        waiting = [*asked].index(path) if path in asked else len(asked)
        before = len(game.file.players) + waiting
        parts.append(
            f"{offer.most} can play, and {before} signed up before you. If two players want the same seat, the earlier "
            "sign-up gets it. Players without a seat stay on the waiting list."
        )
    if offer is not None and offer.ready and not wish.ready:
        parts.append(
            "The game starts once it is full and all are ready: send the file again with `ready: true` when you are."
        )
    parts.append(
        "To change it, send the file again: you keep your place. To withdraw it, send a pull request that deletes "
        f"`{path}`."
    )
    return parts


# Of use to whoever may merge the change: orders alone are never merged, whatever their messages say.
_CLAIM = f"its message has a line {TAKEN}:, which only the program may write; remove that line"


def check_change(league: League, author: Author, base: str, trusted: bool, now: int) -> Checked:
    """Return everything that `author` may not do, or that is no order, in the change that HEAD makes to `base`.

    One who is `trusted` may push to the league: what is no player's to change is then odd, and not wrong.
    The change begins where the two parted: what others did to `base` since then is not the author's.
    Who may write which file is read from game.yaml as it was at `base`. Nothing of the work tree counts.
    Raise WrongUsage for a commit that is not there, Refused where the objects are missing.
    """
    repository = league.repository
    old = repository.resolve(base)
    new = repository.resolve("HEAD")
    changes = repository.database.changes(repository.merge_base(old, new), new)
    before = league.committed(old)
    after = league.committed(new)

    def body(change: PathChange) -> bytes:
        return after.tree.read(change.path.removeprefix(repository.prefix)) or b""

    own = [path for path, player in players_by_file(before).items() if author.owns(player)]
    judge = Judge(before, author, body, own)
    verdict = judge.judge(changes, trusted)
    tried = [try_orders(before, sent, now) for sent in verdict.sent]
    claimed = claims(repository, old, new) if verdict.findings else []
    claim_findings = [Finding(f"commit {commit[:10]}", _CLAIM) for commit in claimed]
    problems = [*verdict.findings, *claim_findings, *filter(None, tried)]
    read = [line for sent in verdict.sent for line in judge.read_orders(sent)]
    words = f"other files than a player's, for a person with write access to review: {', '.join(verdict.unjudged)}"
    odd = [Finding("", words)] if verdict.unjudged else []
    return Checked(len(changes), problems, odd, read)
