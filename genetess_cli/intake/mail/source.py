"""The source of orders that came by mail: each message judged as its player's `genetess order` would be, and answered.

What is refused is refused in words that its player may read: they are made from what the seat can see. An answer goes
to the address that the player registered, whatever the message says of where to answer.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import NoReturn

from msgspec.structs import replace

from genetess_cli.admin.check import order_problems
from genetess_cli.errors import Fault, Finding, InvalidFile, Refused
from genetess_cli.intake.collect import Acceptance, Collected
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
from genetess_cli.intake.rejections import REJECTIONS
from genetess_cli.intake.submission import (
    Delivery,
    Submission,
    game_file,
    game_over_reason,
    guard,
    reject,
)
from genetess_cli.notices.mail import Post, quote, tag
from genetess_cli.notices.notice import link
from genetess_cli.notices.sheet import sheet
from genetess_cli.rules import ruleset
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import render
from genetess_cli.site.position import Document
from genetess_cli.site.words import read_stored
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.git.history import bodies
from genetess_cli.store.layout import person_file
from genetess_cli.store.league import League
from genetess_cli.store.people import addresses, read_person, write_person
from genetess_cli.store.reader.games import AnyGame
from genetess_cli.store.schema import GameFile, GmFile, PlayerFile
from genetess_cli.turns.acts.absence import TellPerson
from genetess_cli.turns.acts.asked import act_of
from genetess_cli.turns.acts.wishes import Misread
from genetess_cli.turns.queue import parse_queue
from genetess_cli.turns.submit import look, when_it_goes
from genetess_cli.turns.wishes.lines import lift, taken_back
from genetess_cli.values import Value

_TAG = re.compile(r"\[([a-z0-9-]{1,40})/([a-z0-9-]{1,40})\]")
_MOST_ROWS = 400
_MOST_CLEARED = 100
_SHEET = re.compile(r"\s*send\s+sheet\s*", re.IGNORECASE)
_ASKED = "its sender asked for the turnsheet"
_SHEET_ONCE = "For an hour you get no other turnsheet."
_HOUR = 60 * 60
_NOT_YOURS = "The subject of your message names a seat or a game that is not yours. Write {} there instead."
_SEVERAL = (
    "Your message could be for several of your seats. Write the one that you mean into the subject: {}."
)
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
_TOLD = {
    "notices": "From now on you get these notices: {}. You can always choose others: NOTICES each, daily, own or none.",
    "away": "In all your games you are away: {}. HERE ends it.",
    "here": "In all your games you are here again.",
}
_OF_PERSON = ("AWAY", "NOTICES")
_NO_ORDER = "Remove lines that are not orders, or put `#` in front of them."
_DOUBTFUL = (
    "I cannot tell whether these lines are orders:\n\n{}\n\nWrite each order alone on its line, without other words, "
    f"`?` or `:`. {_NO_ORDER}"
)
_APART = (
    "These orders were accepted before, and seem to be in an older message that yours quotes:\n\n{}\n\nTo give them "
    "again, write all your orders one below the other, without other lines in between."
)
_UNREAD_PARTS = "Only plain text is read. These parts of your message were not:\n\n{}"
_UNREAD_LINES = "Nothing from this line on was read, because {} there:\n\n{}"
_ONCE = "For an hour you get no other such answer. If no answer comes, nothing was accepted."
_WORDS = (
    "No line of it begins like an order. If you meant an order, write it on its own line and send it again."
)
_WORDS_ONCE = "For an hour no other words of yours are sent on or answered: write to {} instead."
_IGNORED = "These lines are not orders and were ignored:\n\n{}"
_SENT_ON = "These lines are not orders. They were sent on to the GM:\n\n{}"
_LOST = "All of this has to be sent again:\n\n{}"
_NOR_SAID = "Nor was anything said to all: send that again, too."
_UNSAID = "What you say to all was not accepted:\n\n{}"
_TO_GM = "To write to the GM, mail words alone, without an order."
_SAID = (
    "You say this to all in {}, where everybody can read it:\n\n{}\n\nIf some of it is not meant for all, ask the GM "
    "to take it away."
)
_LETTER = "{} wrote to the league:\n\n{}\n\nYour answer to this message goes to {} alone.\n"
_REFUSED_BEFORE = "it has no orders that can be accepted, and its sender was told so within the last hour"
_REPLACED = "What you sent for {} arrived together with a newer message of yours, which counts instead."
_FORGED = "If you did not send this, tell the GM: anybody can forge a sender's address."


class Place(Value):
    """A seat in a game, its player, and the address by which it was found, as game.yaml has it."""

    slug: str
    file: GameFile
    player: PlayerFile
    address: str = ""

    @property
    def tag(self) -> str:
        return tag(self.slug, self.player.seat)

    @property
    def name(self) -> str:
        return strip_controls(self.file.name)

    @property
    def words(self) -> str:
        return f"{self.player.seat} in {self.name} ({self.slug})"

    def is_named(self, subject: str) -> bool:
        """Say whether a subject names the game by whole words, in any letters; a bare number says nothing."""
        file = self.file
        names = (self.slug, file.name, f"game {file.number}", f"#{file.number}")
        return any(
            re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", subject, re.IGNORECASE) for name in names
        )


class Judged(Value):
    """A message, what becomes of it, and what is answered."""

    delivery: Delivery
    at: int = 0  # the time of the run
    letter: Letter | None = None  # None: nobody is answered
    place: Place | None = None
    accepted: Sequence[str] = ()  # the answer to one that is accepted, then what of it was
    read: Sequence[str] = ()  # what was read, and what was not
    next: Sequence[str] = ()  # what comes next, where no newer message counts instead
    asks_sheet: bool = False  # whether it asks for the turnsheet
    onward: Sequence[str] = ()  # its lines that go on to the GM


class Letters:
    """Messages as a source of deliveries; they are answered once it is known what became of them."""

    def __init__(
        self, league: League, messages: Sequence[bytes], now: int, draw: Callable[[Document], str]
    ) -> None:
        """`draw` gives a position as text."""
        self._league = league
        self._now = now
        self._draw = draw
        self._messages = messages
        self._judged: dict[str, Judged] = {}

    def deliveries(self, league: League, *_: object) -> list[Delivery]:
        """Return what the messages bring, judged by the league as it is here; each is handed over once."""
        league = self._league.at(league.snapshot.commit)
        places = places_of(league)
        self._judged = {}
        for number, data in enumerate(self._messages, start=1):
            judged = _judge(league, places, number, data, self._now)
            self._judged.setdefault(judged.delivery.mark, judged)  # the same message twice is one
        return [judged.delivery for judged in self._judged.values()]

    def is_done(self, collected: Collected) -> bool:
        """Say whether something became of every message: none has to be handed over again."""
        taken = (accepted.delivery for accepted in collected.taken)
        done = {delivery.mark for delivery in (*taken, *collected.refused, *collected.passed)}
        return self._judged.keys() <= done

    def without_loops(self, collected: Collected, now: int) -> Collected:
        """Pass over all refusals to an address after the first in an hour: a program may be at the other end."""
        folder = self._league.repository.folder / "genetess/refused"
        refused: list[Delivery] = []
        passed = [*collected.passed]
        for delivery in collected.refused:
            letter = self._judged[delivery.mark].letter
            # a letter and a sheet, whose answers lead in another way, keep back no other
            if letter is None or _is_first(folder, f"{delivery.rejection.lead}{letter.sender}", now):
                refused.append(delivery)
            else:
                passed.append(replace(delivery, passed=_REFUSED_BEFORE))
        return replace(collected, refused=refused, passed=passed)

    def answers(self, collected: Collected) -> list[Post]:
        """Return the answers to messages that were accepted or refused, in the order in which they came.

        What had been accepted before was answered then. Behind the answers is what goes on to the GM.
        """
        gms = self._league.settings.gms
        words = {
            delivery.mark: _refusal(self._judged[delivery.mark], delivery, gms)
            for delivery in collected.refused
        }
        for entry in collected.taken:
            if not entry.earlier:
                mark = entry.delivery.mark
                words[mark] = _acceptance(self._judged[mark], entry)
        answered = {mark: judged for mark, judged in self._judged.items() if mark in words}
        made = [_post(judged, [*words[mark], *self._sheet(judged)]) for mark, judged in answered.items()]
        letters = [_to_gm(judged, gms) for judged in answered.values() if judged.onward]
        return [post for post in (*made, *letters) if post]

    def _sheet(self, judged: Judged) -> list[str]:
        place = judged.place
        if place is None or not judged.asks_sheet:
            return []
        lead = REJECTIONS["sheet"].lead
        try:
            return [lead, *sheet(self._league, self._league.game(place.slug), place.player.seat, self._draw)]
        except Fault as fault:
            return [lead, str(fault)]


# For which seat


def places_of(league: League) -> dict[str, list[Place]]:
    """Return by address, in small letters, the seats of players who have registered it; broken games are left out.

    By "" there are all seats.

    Raise Refused where addresses are sealed and no master key is here.
    """
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for slug in league.slugs():
        file = None
        with suppress(Fault):
            file = game_file(league, slug)
        if file is None:
            continue
        for player in file.players:
            mails: list[str] = []
            with suppress(InvalidFile):
                mails = addresses(player)
            places[""].append(Place(slug, file, player))
            for key, address in {given.lower(): given for given in mails}.items():
                places[key].append(Place(slug, file, player, address))
    return places


def _place_of(places: Sequence[Place], everybody: Sequence[Place], subject: str) -> Place | str:
    """Return the one of a sender's seats that a message is for, or why nobody can tell.

    A tag in the subject says both game and seat, and then nothing else in the subject does. What names a game of
    others alone is for none.
    """
    tags = _TAG.findall(subject.lower())
    if tags:
        named = [place for place in places if (place.slug, place.player.seat) in tags]
    else:
        named = [place for place in places if place.is_named(subject)]
        if not named and not any(place.is_named(subject) for place in everybody):
            named = [*places]
    if len(named) == 1:
        return named[0]
    words = _SEVERAL if named else _NOT_YOURS
    return words.format(" or ".join(place.tag for place in named or places))


# What it sends


def _judge(
    league: League, everybody: Mapping[str, list[Place]], number: int, data: bytes, now: int
) -> Judged:
    """Judge a message; one that the program fails on is answered where it has a player's address."""
    delivery = Delivery("mail", number, f"mail -{number}", Author("somebody", None))
    try:
        letter = guard(partial(message.read, data), _fail)
    except Unread as unread:
        return Judged(replace(delivery, passed=str(unread)))
    places = everybody.get(letter.sender, [])
    why = letter.no_answer
    if not why and letter.sender == (league.settings.mail or "").lower():
        why = "it is from the league's own address"
    elif not (why or places):
        why = f"its sender, {letter.sender}, is not a player"
    if why:
        return Judged(replace(delivery, passed=why))
    mark = f"mail {message.mark_of(letter, None)}"
    delivery = replace(delivery, mark=mark, author=Author("a player", None))
    judged = Judged(delivery, letter=replace(letter, sender=places[0].address), at=now)
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
    judged = replace(judged, read=unread, delivery=replace(judged.delivery, mark=mark))
    if len(rows) > _MOST_ROWS:
        return _refuse(judged, _TOO_LONG)
    place = _place_of(places, everybody, letter.subject)
    talk = None
    if isinstance(place, Place):
        author = Author(f"{place.player.seat} in {place.slug}", None)
        judged = replace(judged, place=place, delivery=replace(judged.delivery, author=author))
        rows, talk = say_in(rows)
        asked = [row for row in rows if not _SHEET.fullmatch(row)]
        if len(asked) < len(rows):
            rows = asked
            judged = replace(judged, asks_sheet=True)
            if talk is None and (not any(rows) or _are_words(places, text, rows)):
                onward = rows if any(rows) and _addresses(league.settings.gms) else []
                return _refuse(replace(judged, onward=onward), _ASKED, rejection="sheet")
        if place.file.signup and [row.upper() for row in rows] == ["READY"]:
            return _refuse(judged, _READY, rejection="none")
        if talk is not None:
            judged = _say(judged, place, talk)
        if talk is not None and SIGNATURE.fullmatch(foreign[0]):
            cut = _UNREAD_LINES.format("a signature begins", quote(foreign[:1]))
            judged = replace(judged, read=[*judged.read, cut])
    if _are_words(places, text, rows):
        if talk is not None:
            return _with_ignored(league, judged, rows)
        if _addresses(league.settings.gms):
            return _refuse(replace(judged, onward=rows), _WORDS, rejection="words")
    if isinstance(place, str):
        return _judge_placeless(league, judged, places, text, rows) or _refuse(judged, place)
    if talk is not None and not (any(rows) or find_sealed_orders(text)):
        return judged
    try:
        done = _judge_rows(league, judged, place, text, rows, foreign)
    except Fault as fault:
        done = _refuse(judged, str(fault))
    is_lost = talk is not None and done.delivery.findings
    return replace(done, read=[*done.read, _NOR_SAID]) if is_lost else done


def _judge_placeless(
    league: League, judged: Judged, places: Sequence[Place], text: str, rows: Sequence[str]
) -> Judged | None:
    """Judge a message that names none of its sender's seats; None where it would have to."""
    told = _told_in(rows)
    rest = [row for row in rows if not _told_in([row])]
    is_more = any(rest) and not _are_words(places, text, rest)
    is_one = len({place.player.person for place in places}) == 1 and places[0].player.person
    if not told or is_more or not is_one:
        return None
    try:
        return _note(league, _with_ignored(league, judged, rest), places[0], told)
    except Fault as fault:
        return _refuse(judged, str(fault))


def _judge_rows(
    league: League, judged: Judged, place: Place, text: str, rows: Sequence[str], foreign: Sequence[str]
) -> Judged:
    """Judge the lines of a message, and those of an older one below. Raise Fault, in words for its player."""
    game = league.game(place.slug)
    over = game_over_reason(game)
    told = _told_in(rows)
    if told and place.player.person and (game.is_sealed or over):
        judged = _note(league, judged, place, told)
        if judged.delivery.findings or over or not find_sealed_orders(text):
            return judged
    if over:
        return _refuse(judged, over, rejection="none")
    if game.is_sealed:
        return _judge_sealed(league, game, judged, place, text)
    if any(begins_an_order(game.ruleset, row) for row in foreign[:_MOST_ROWS]):
        is_signature = SIGNATURE.fullmatch(foreign[0])
        why = "a signature begins" if is_signature else "an older message seems to begin"
        judged = replace(judged, read=[*judged.read, _UNREAD_LINES.format(why, quote(foreign[:1]))])
    return _judge_text(league, game, judged, place, rows)


def _told_in(rows: Sequence[str]) -> list[TellPerson | Misread]:
    """Return what the lines of a message tell of its sender for all games, and what is meant so and cannot be read."""
    acts = [act_of(entry, "") for row in rows for entry in lift(row.encode("utf-8", "replace")).wishes]
    return [
        act
        for act in acts
        if isinstance(act, TellPerson) or (isinstance(act, Misread) and act.text.startswith(_OF_PERSON))
    ]


def _note(league: League, judged: Judged, place: Place, told: Sequence[TellPerson | Misread]) -> Judged:
    """Note in its player's file what a message tells: no game has to carry it out. Raise Fault."""
    name = str(place.player.person)
    path = person_file(name)
    person = read_person(league.lying(path) or b"", path)
    words = []
    for act in told:
        if isinstance(act, Misread):
            return _refuse(judged, render(act.problem))
        if act.is_over(place.file, judged.at):
            return _refuse(judged, render(problem_in("away-past")))
        person = act.filed(name, person)
        words.append(_TOLD[act.known.what].format(act.value))
    sent = Submission(path, data=write_person(person))
    delivery = replace(judged.delivery, submissions=[*judged.delivery.submissions, sent])
    return replace(judged, delivery=delivery, accepted=[*judged.accepted, *words])


def _say(judged: Judged, place: Place, said: str) -> Judged:
    """Return a message with what it says to all."""
    sent = Submission(place.slug, place.player.seat, said=said.split("\n"))
    words = _SAID.format(place.name, quote([said]))
    return replace(judged, delivery=replace(judged.delivery, submissions=[sent]), accepted=[words])


def _with_ignored(league: League, judged: Judged, prose: Sequence[str]) -> Judged:
    """Return a message with what is said of the lines beside orders: words go to the GM in one of their own."""
    rows = [row for row in prose if row]
    if not rows:
        return judged
    hint = [_TO_GM] if _addresses(league.settings.gms) else []
    return replace(judged, read=[_IGNORED.format(quote(rows)), *hint, *judged.read])


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
    words = f"Your sealed orders for {place.words} were accepted. Your turnsheet will show the result."
    return _accept(league, judged, place, Submission(place.slug, place.player.seat, data), words)


def _judge_text(league: League, game: AnyGame, judged: Judged, place: Place, rows: Sequence[str]) -> Judged:
    """Judge the lines of a message. Raise Fault, in words for its player."""
    rules = game.ruleset
    seat = place.player.seat
    lines = sort_lines(rules, rows)
    if lines.is_none:
        return _refuse(judged, _NO_ORDERS.format(", ".join(f"`{order}`" for order in rules.examples)))
    if lines.doubtful:
        return _refuse(judged, _DOUBTFUL.format("\n".join(f"    {line[:300]}" for line in lines.doubtful)))
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
        return _accept(league, judged, place, Submission(place.slug, seat), words)
    text = "\n".join(lines.orders)
    try:
        # Lines of a message that are no orders are not among these: numbers would be of other lines than its own.
        looked = look(league, game, seat, text, judged.at, numbered=False)
        when = when_it_goes(league, game, seat, looked.queue)
    except Refused as fault:
        queue = parse_queue(rules, lift(text.encode("utf-8", "surrogatepass")).rest)
        problems = [str(fault)]
        if queue.text and queue.problems:
            problems.append(_NO_ORDER)
        if len(lines.orders) > 1:
            judged = replace(judged, read=[_LOST.format(quote(lines.orders)), *judged.read])
        return _refuse(judged, *problems)
    words = f"Your orders for {place.words} were accepted. They replace all your earlier orders."
    parts = []
    if looked.wishes:
        parts.append(_WISHES.format(quote(looked.wishes), taken_back(looked.data)))
    if looked.queue.orders:
        orders = quote(f"{number}. {order}" for number, order in enumerate(looked.queue.orders, 1))
        parts.append(f"Your orders as read:\n\n{orders}")
    else:
        words = f"Your message for {place.words} was accepted. Your orders stay as they are."
    sent = Submission(place.slug, seat, looked.data)
    judged = _accept(league, judged, place, sent, words, *parts, quote(looked.warnings))
    how_on = f"The orders of your next mail replace these. To clear your orders, mail the word {CLEAR}."
    if looked.wishes:
        how_on = f"Until the run, the word {CLEAR} takes this back, and clears your orders as well."
    return replace(judged, next=[when, *judged.next, how_on])


def _accepted_before(league: League, path: str, lines: Sequence[str]) -> list[str]:
    """Return those of some lines that an order file has held before."""
    held = [*bodies(league.repository, league.snapshot.commit, path)]
    before = b"\n".join(held).decode("utf-8", "replace").upper().split("\n")
    return [line for line in lines if line.upper() in before]


def _accept(league: League, judged: Judged, place: Place, sent: Submission, *words: str) -> Judged:
    delivery = replace(judged.delivery, submissions=[*judged.delivery.submissions, sent])
    sheet = link(league, place.slug, place.player.seat)
    comes = [f"Your turnsheet: {sheet}"] if sheet else []
    return replace(judged, delivery=delivery, accepted=[*judged.accepted, *words], next=comes)


def _refuse(judged: Judged, *problems: str, rejection: str = "mend", fault: str = "") -> Judged:
    findings = [Finding("", words, rejection=rejection) for words in problems]
    return replace(judged, delivery=reject(judged.delivery, *findings, fault=fault))


# What is answered


def _refusal(judged: Judged, delivery: Delivery, gms: Sequence[GmFile]) -> list[str]:
    reasons = quote(map(str, delivery.findings))
    row = delivery.rejection
    if row is REJECTIONS["words"]:
        return [row.lead, reasons, *judged.read, _WORDS_ONCE.format(" or ".join(_addresses(gms)))]
    if row is REJECTIONS["sheet"]:
        sent_on = _SENT_ON.format(quote(judged.onward)) if judged.onward else ""
        return [sent_on, *judged.read, _SHEET_ONCE]
    return ["Nothing in your message was accepted.", reasons, *judged.read, row.mail, _ONCE]


def _addresses(gms: Sequence[GmFile]) -> list[str]:
    return [gm.mail for gm in gms if gm.mail]


def _to_gm(judged: Judged, gms: Sequence[GmFile]) -> Post | None:
    """Return the words of a message as one to the GM, whose answer goes to its sender."""
    letter = judged.letter
    if letter is None:
        return None
    who = letter.sender
    subject = letter.subject
    if place := judged.place:
        who = f"{place.player.name}, {place.words},"
        subject = f"{place.tag} {letter.subject.replace(place.tag, '')}"
    rows = quote(line for row in judged.onward for line in wrap(row, 100))
    return Post(
        to=_addresses(gms),
        name="GM",
        subject=subject,
        text=_LETTER.format(who, rows, letter.sender),
        mark=f"letter {judged.delivery.mark}",
        parent=letter.id,
        stem="letter",
        reply_to=letter.sender,
    )


def _is_first(folder: Path, kind: str, now: int) -> bool:
    """Note that such an answer is given; say whether it is the first in an hour, or nothing can be noted here."""
    note = folder / hashlib.sha256(kind.lower().encode()).hexdigest()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if note.exists() and 0 <= now - note.stat().st_mtime < _HOUR:
            return False
        note.touch()
        os.utime(note, (now, now))
    return True


def _acceptance(judged: Judged, entry: Acceptance) -> list[str]:
    if unsaid := entry.delivery.unsaid:
        said = _UNSAID.format(quote(map(str, unsaid)))
        judged = replace(judged, accepted=[said, *judged.accepted[1:]])
    if entry.replaced and judged.place:
        return [_REPLACED.format(judged.place.words), *judged.accepted[1:], *judged.read, _FORGED]
    return [*judged.accepted, *judged.read, *judged.next, _FORGED]


def _post(judged: Judged, parts: Sequence[str]) -> Post | None:
    letter = judged.letter
    if letter is None:
        return None
    about = "Your mail"
    name = ""
    seat = ""
    if place := judged.place:
        about = f"{place.tag} {place.name}: your mail"
        name = place.player.name
        seat = place.tag
    text = "\n\n".join(filter(None, parts)) + "\n"
    return Post(
        [letter.sender],
        name,
        about,
        text,
        f"answer {judged.delivery.mark}",
        "auto-replied",
        letter.id,
        tag=seat,
    )
