"""Messages judged, each as its player's `genetess order` would be.

What is refused is refused in words that its player may read: they are made from what the seat can see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NoReturn

from genetess_cli.admin.check import order_problems
from genetess_cli.errors import Fault, Finding, Refused
from genetess_cli.intake.mail import message
from genetess_cli.intake.mail.message import LARGEST, Letter, Unread
from genetess_cli.intake.mail.orders import (
    CLEAR,
    SIGNATURE,
    begins_an_order,
    find_sealed_orders,
    say_in,
    sort_lines,
    split,
)
from genetess_cli.intake.mail.seats import Place, place_of, sealed_tag
from genetess_cli.intake.submission import Delivery, Submission, guard, reject
from genetess_cli.notices.mail import quote
from genetess_cli.notices.notice import link
from genetess_cli.rules import ruleset
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import render
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.site.words import read_stored
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.git.history import bodies
from genetess_cli.store.layout import person_file
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.turns.acts.absence import TellPerson
from genetess_cli.turns.acts.asked import act_of
from genetess_cli.turns.acts.wishes import Misread
from genetess_cli.turns.queue import parse_queue
from genetess_cli.turns.submit import SEALED, look, over_reason, when_it_goes
from genetess_cli.turns.wishes.lines import lift, reach_of
from genetess_cli.values import Value

_MOST_ROWS = 400
_MOST_CLEARED = 100
_SHEET = re.compile(r"\s*send\s+sheet\s*", re.IGNORECASE)
_TOO_LONG = f"Your message has more than {_MOST_ROWS} lines, quoted text not counted. Send only your orders."
_TOO_LARGE = (
    f"Your message has more than {LARGEST // 1024**2} MiB and was not read. Send your orders as plain text, without "
    "files."
)
_UNREAD = (
    "The program could not read your message, and the GM has been told. Send your orders again as plain text, each on "
    "its own line, without files."
)
_SEALED = (
    "{} is a sealed game and accepts only sealed orders. Seal them on your turnsheet, and mail all the lines that you "
    "get there. AWAY, HERE and NOTICES need no seal."
)
_ELSEWHERE = (
    "These orders are sealed for {}. Write that into the subject to send them; {} takes orders as plain text."
)
_READY = (
    "READY is for who signed up by pull request, and stands in the sign-up as `ready: true`. You have a "
    "seat already, and need not say it."
)
_NOT_ALONE = f"{CLEAR} must be alone: it clears your queue. Orders without it replace the whole queue."
_NO_ORDERS = (
    "No line of your message begins like an order. Write each order on its own line, such as {}, as plain text above "
    "what you quote, not into a file or the subject. Lines with `>` in front are "
    f"quoted, and not read. To clear your orders, write {CLEAR} instead."
)
_WISHES = "The next run does this at once, whoever is to move:\n\n{}\n\n{}"
_NOTED = "This is done:\n\n{}\n\n{}"
_OF_PERSON = ("AWAY", "NOTICES")
_NO_ORDER = "Remove lines that are not orders, or put `#` in front of them."
_DOUBTFUL = (
    "In these lines there is more than an order:\n\n{}\n\nIf you mean an order, write it without other "
    "words, `?` or `:`."
)
_APART = (
    "These orders were accepted before, and seem to be in an older message that yours quotes:\n\n{}\n\nTo give them "
    "again, write all your orders one below the other, without other lines in between."
)
_UNREAD_PARTS = "Only plain text is read. These parts of your message were not:\n\n{}"
_UNREAD_LINES = "Nothing from this line on was read, because {} there:\n\n{}"
_WORDS = (
    "No line of it begins like an order. If you meant an order, write it on its own line and send it again."
)
_IGNORED = "These lines are not orders and were ignored:\n\n{}"
_LOST = "None of these lines counts. Send all that you still want, corrected:\n\n{}"
_TO_GM = "To write to the GM, mail words alone, without an order."
_SAID = (
    "You say this to all in {}, where everybody can read it:\n\n{}\n\nIf some of it is not meant for all, ask the GM "
    "to take it away."
)


class Judged(Value):
    """A message, what becomes of it, and what is answered."""

    delivery: Delivery
    letter: Letter
    at: int  # the time of the run
    place: Place | None = None
    accepted: Sequence[str] = ()  # the answer to one that is accepted, then what of it was
    read: Sequence[str] = ()  # what was read, and what was not
    next: Sequence[str] = ()  # what comes next, where no newer message counts instead
    asks_sheet: bool = False  # whether it asks for the turnsheet
    onward: Sequence[str] = ()  # its lines that go on to the GM


def judge(
    league: League, everybody: Mapping[str, list[Place]], number: int, data: bytes, now: int
) -> Delivery | Judged:
    """Judge a message; one that the program fails on is answered where it has a player's address.

    Return a delivery alone that is passed by: nobody is answered.
    """
    delivery = Delivery("mail", number, f"mail -{number}", Author("somebody", None))
    try:
        letter = guard(partial(message.read, data), _fail)
    except Unread as unread:
        return delivery.replace(passed=str(unread))
    places = everybody.get(letter.sender, [])
    why = letter.no_answer
    if not why and letter.sender == (league.settings.mail or "").lower():
        why = "it is from the league's own address"
    elif not (why or places):
        why = f"its sender, {letter.sender}, is not a player"
        if letter.sender in map(str.lower, league.settings.gm_mails):
            why += ". To tell the players something as the GM: `genetess say GAME TEXT`"
    if why:
        return delivery.replace(passed=why)
    mark = f"mail {message.mark_of(letter, None)}"
    delivery = delivery.replace(mark=mark, author=Author("a player", None))
    judged = Judged(delivery, letter.replace(sender=places[0].address), now)
    work = partial(_judge_letter, league, judged, letter, places, everybody[""])
    return guard(work, partial(_reject_unread, judged))


def _fail(fault: str) -> NoReturn:
    raise Unread(f"as the program has a fault, {fault}; report it")


def _reject_unread(judged: Judged, fault: str = "") -> Judged:
    return _refuse(judged, _UNREAD, rejection="none", fault=fault)


def _judge_letter(
    league: League, judged: Judged, letter: Letter, places: Sequence[Place], everybody: Sequence[Place]
) -> Judged:
    if letter.is_large:
        return _refuse(judged, _TOO_LARGE)
    said = message.said_in(letter)
    if said is None:
        return _reject_unread(judged)
    text = said.text
    mark = f"mail {message.mark_of(letter, text)}"
    rows, foreign = split(text)
    unread = [_UNREAD_PARTS.format(quote(said.unread))] if said.unread else []
    judged = judged.replace(read=unread, delivery=judged.delivery.replace(mark=mark))
    if len(rows) > _MOST_ROWS:
        return _refuse(judged, _TOO_LONG)
    place = place_of(places, everybody, letter.subject, sealed_tag(text))
    if isinstance(place, str):
        return _judge_placeless(league, judged, places, place, text, rows)
    author = Author(f"{place.player.seat} in {place.slug}", None)
    judged = judged.replace(place=place, delivery=judged.delivery.replace(author=author))
    if place.file.signup and [row.upper() for row in rows] == ["READY"]:
        return _refuse(judged, _READY, rejection="none")
    left, talk = say_in(rows)
    rows = [row for row in left if not _SHEET.fullmatch(row)]
    judged = judged.replace(asks_sheet=len(rows) < len(left))
    is_prose = not any(rows) or _are_words(places, text, rows)
    if talk is not None:
        sent = Submission(place.slug, place.player.seat, said=talk.split("\n"))
        judged = _accept(judged, sent, _SAID.format(place.name, quote([talk])))
        if SIGNATURE.fullmatch(foreign[0]):
            judged = _with_unread(judged, foreign)
        if is_prose and (any(rows) or not find_sealed_orders(text)):
            return _with_ignored(league, judged, rows)
    elif is_prose:
        if any(rows) and league.settings.gm_mails:
            judged = judged.replace(onward=rows)
        if judged.asks_sheet:
            return _refuse(judged, "", rejection="sheet")
        if judged.onward:
            return _refuse(judged, _WORDS, rejection="words")
    try:
        return _judge_rows(league, judged, place, text, rows, foreign)
    except Fault as fault:
        return _refuse(judged, str(fault))


def _judge_placeless(
    league: League, judged: Judged, places: Sequence[Place], why: str, text: str, rows: Sequence[str]
) -> Judged:
    """Judge a message that names none of its sender's seats, or several: `why` it is for none, if it has to be."""
    if _are_words(places, text, rows) and league.settings.gm_mails:
        return _refuse(judged.replace(onward=rows), _WORDS, rejection="words")
    told = _told_in(rows)
    rest = [row for row in rows if not _told_in([row])]
    is_more = any(rest) and not _are_words(places, text, rest)
    is_one = len({place.player.person for place in places}) == 1
    if not told or is_more or not is_one or not places[0].player.person:
        return _refuse(judged, why)
    return _note(_with_ignored(league, judged, rest), places[0], told)


def _judge_rows(
    league: League, judged: Judged, place: Place, text: str, rows: Sequence[str], foreign: Sequence[str]
) -> Judged:
    """Judge the lines of a message, and those of an older one below. Raise Fault, in words for its player."""
    game = league.game(place.slug)
    over = over_reason(game)
    sealed = sealed_tag(text)
    if not game.is_sealed and sealed not in ("", place.tag):
        return _refuse(judged, _ELSEWHERE.format(sealed, place.slug))
    told = _told_in(rows)
    if told and place.player.person and (game.is_sealed or over):
        judged = _note(judged, place, told)
        if judged.delivery.findings or over or not find_sealed_orders(text):
            return judged
    if over:
        return _refuse(judged, over, rejection="none")
    if game.is_sealed:
        return _judge_sealed(league, game, judged, place, text)
    if any(begins_an_order(game.ruleset, row) for row in foreign[:_MOST_ROWS]):
        judged = _with_unread(judged, foreign)
    return _judge_text(league, game, judged, place, rows)


def _told_in(rows: Sequence[str]) -> list[TellPerson | Misread]:
    """Return what the lines of a message tell of its sender for all games, and what is meant so and cannot be read."""
    acts = [act_of(entry, "") for row in rows for entry in lift(row.encode("utf-8", "replace")).wishes]
    return [
        act
        for act in acts
        if isinstance(act, TellPerson) or (isinstance(act, Misread) and act.text.startswith(_OF_PERSON))
    ]


def _note(judged: Judged, place: Place, told: Sequence[TellPerson | Misread]) -> Judged:
    """Let a message change its player's file by what it tells: no game has to carry it out."""
    acts = []
    for act in told:
        if isinstance(act, Misread):
            return _refuse(judged, render(act.problem))
        if act.is_over(place.file, judged.at):
            return _refuse(judged, render(problem_in("away-past")))
        acts.append(act)
    said = "\n".join(act.text for act in acts)
    words = _NOTED.format(quote([said]), reach_of(said.encode()))
    return _accept(judged, Submission(person_file(str(place.player.person)), told=acts), words)


def _with_unread(judged: Judged, foreign: Sequence[str]) -> Judged:
    """Return a message with what is said of the lines from where its sender's own end."""
    why = "a signature begins" if SIGNATURE.fullmatch(foreign[0]) else "an older message seems to begin"
    return judged.replace(read=[*judged.read, _UNREAD_LINES.format(why, quote(foreign[:1]))])


def _with_ignored(league: League, judged: Judged, prose: Sequence[str]) -> Judged:
    """Return a message with what is said of the lines beside orders: words go to the GM in one of their own."""
    rows = [row for row in prose if row]
    if not rows:
        return judged
    hint = [_TO_GM] if league.settings.gm_mails else []
    return judged.replace(read=[_IGNORED.format(quote(rows)), *hint, *judged.read])


def _are_words(places: Sequence[Place], text: str, rows: Sequence[str]) -> bool:
    """Say whether a message has words, and no line of it may be an order in a game of its sender's."""
    if not any(rows) or find_sealed_orders(text):
        return False
    rulesets = {place.file.ruleset for place in places}
    return all(sort_lines(ruleset(name), rows).is_none for name in rulesets)


def _judge_sealed(league: League, game: AnyGame, judged: Judged, place: Place, text: str) -> Judged:
    data = find_sealed_orders(text)
    if data is None:
        return _refuse(judged, _SEALED.format(place.slug))
    if problems := order_problems(game.file, game.paths.orders(place.player.seat), data):
        return _refuse(judged, *(finding.text for finding in problems))
    words = f"Your sealed orders for {place.words} were accepted. {SEALED}"
    return _accept_orders(league, judged, place, data, words)


def _judge_text(league: League, game: AnyGame, judged: Judged, place: Place, rows: Sequence[str]) -> Judged:
    """Judge the lines of a message. Raise Fault, in words for its player."""
    rules = game.ruleset
    seat = place.player.seat
    lines = sort_lines(rules, rows)
    if lines.is_none:
        return _refuse(judged, _NO_ORDERS.format(", ".join(f"`{order}`" for order in rules.examples)))
    if lines.clears and lines.orders:
        return _refuse(judged, _NOT_ALONE)
    if again := lines.apart and _accepted_before(league, game.paths.orders(seat), lines.apart):
        return _refuse(judged, _APART.format("\n".join(f"    {order}" for order in again)))
    judged = _with_ignored(league, judged, lines.prose)
    if lines.clears:
        held = read_stored(game.queue_bytes(seat))
        cleared = quote(row for row in (held.fault or held.text).split("\n")[:_MOST_CLEARED] if row.strip())
        removed = f"Removed:\n\n{cleared}" if cleared else "It was already empty."
        words = f"Your orders for {place.words} are cleared.\n\n{removed}"
        return _accept_orders(league, judged, place, None, words)
    text = "\n".join(lines.orders)
    problems = []
    if lines.doubtful:
        problems.append(_DOUBTFUL.format("\n".join(_shown(rules, line) for line in lines.doubtful)))
    try:
        # Lines of a message that are no orders are not among these: numbers would be of other lines than its own.
        looked = look(league, game, seat, text, judged.at, numbered=False)
        when = when_it_goes(league, game, seat, looked.queue)
    except Refused as fault:
        problems.append(str(fault))
    if problems:
        queue = parse_queue(rules, lift(text.encode("utf-8", "surrogatepass")).rest)
        if lines.doubtful or (queue.text and queue.problems):
            problems.append(_NO_ORDER)
        lost = [*lines.orders, *lines.doubtful]
        if len(lost) > 1:
            judged = judged.replace(read=[_LOST.format(quote(lost)), *judged.read])
        return _refuse(judged, *problems)
    words = f"Your orders for {place.words} were accepted. They replace all your earlier orders."
    parts = []
    if looked.wishes:
        parts.append(_WISHES.format(quote(looked.wishes), reach_of(looked.data)))
    if looked.queue.orders:
        orders = quote(f"{number}. {order}" for number, order in enumerate(looked.queue.orders, 1))
        parts.append(f"Your orders as read:\n\n{orders}")
    else:
        words = f"Your message for {place.words} was accepted. Your orders stay as they are."
    judged = _accept_orders(league, judged, place, looked.data, words, *parts, quote(looked.warnings))
    how_on = f"The orders of your next mail replace these. To clear your orders, mail the word {CLEAR}."
    if looked.wishes:
        how_on = f"Until the run, the word {CLEAR} takes this back, and clears your orders as well."
    return judged.replace(next=[when, *judged.next, how_on])


def _shown(rules: AnyRuleset, line: str) -> str:
    """Return a line that has more than an order, and what of it is none."""
    notes = [
        f"      {note}; directions are joined by hyphens, like E-E"
        for _, note in parse_queue(rules, line.encode("utf-8", "replace")).ignored
    ]
    return "\n".join([f"    {line[:300]}", *notes])


def _accepted_before(league: League, path: str, lines: Sequence[str]) -> list[str]:
    """Return those of some lines that an order file has held before."""
    held = [*bodies(league.repository, league.snapshot.commit, path)]
    before = b"\n".join(held).decode("utf-8", "replace").upper().split("\n")
    return [line for line in lines if line.upper() in before]


def _accept_orders(league: League, judged: Judged, place: Place, data: bytes | None, *words: str) -> Judged:
    seat = place.player.seat
    sheet = link(league, place.slug, seat)
    judged = _accept(judged, Submission(place.slug, seat, data), *words)
    where = [f"Your turnsheet: {sheet}"] if sheet else []
    return judged.replace(next=where)


def _accept(judged: Judged, sent: Submission, *words: str) -> Judged:
    delivery = judged.delivery.replace(submissions=[*judged.delivery.submissions, sent])
    return judged.replace(delivery=delivery, accepted=[*judged.accepted, *words])


def _refuse(judged: Judged, *problems: str, rejection: str = "mend", fault: str = "") -> Judged:
    findings = [Finding("", words, rejection=rejection) for words in problems]
    return judged.replace(delivery=reject(judged.delivery, *findings, fault=fault))
