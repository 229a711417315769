"""What one author's change touches: only what that account may write, and only what is an order file or a sign-up.

What stands in an order file is judged in `admin/check.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.check import order_problems
from genetess_cli.errors import Fault, InvalidFile
from genetess_cli.intake import submission
from genetess_cli.intake.submission import CLOSING, Author, Remedy, Submission, one_each, remedy_of
from genetess_cli.rules import RULESETS
from genetess_cli.store import names as naming
from genetess_cli.store import schema, signups
from genetess_cli.store.game import GameFolder, game_at
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.worktree import Change
from genetess_cli.store.layout import GAMES, Layout, queue_of, signup_of, slug_of
from genetess_cli.store.league import Committed
from genetess_cli.store.schema import GameFile, SignUp
from genetess_cli.store.signups import SignUpFile
from genetess_cli.store.yaml import api
from genetess_cli.turns import queue
from genetess_cli.turns.state import ignore_note
from genetess_cli.turns.submit import orders_as_read

_PLAIN_FILE: Final = "100644"
_ANYBODY: Final = "me"

_BESIDE: Final = "{}: not taken in together with files that are not yours as a player: {}"

Body = Callable[[Change], bytes]
"""Gives what a changed file holds. Raises Refused where that is too much, or not there."""


class Verdict(msgspec.Struct, frozen=True):
    """What one change sends, a submission for each file and one for each seat, and what is wrong with it.

    `twice` has what is wrong with one that has another beside it, `others` the files that its author alone may change.
    """

    every: list[Submission]
    sent: list[Submission]
    twice: dict[str, Submission]
    problems: list[str]
    remedy: Remedy
    others: list[str]


class Judge:
    """Judges the files of one change, one after the other."""

    def __init__(self, repository: Repository, old: str, author: Author, body: Body) -> None:
        """`old` is the commit by which it is told who may what; `body` gives the changed files."""
        self._repository = repository
        self._old = old
        self._author = author
        self._body = body
        self._games: dict[str, GameFile | str] = {}
        self._broken: set[str] = set()
        self._remedies: dict[str, Remedy] = {}
        self.joins: list[str] = []

    def remedy(self, problems: Sequence[str], rest: bool) -> Remedy:
        """What is to be done about problems that were found here; `rest`: something else is sent that has none."""
        return remedy_of((self._remedies.get(line, "mend") for line in problems), rest)

    def verdict(self, changes: Sequence[Change], trusted: bool) -> Verdict:
        """What changes send, or what is wrong with any of them; who is `trusted` may push to the league anyway."""
        judged = [(change, self.judged(change)) for change in changes]
        sent, twice = one_each(every := [each for _, each in judged if isinstance(each, Submission)])
        wrong = [(change, each) for change, each in judged if not isinstance(each, Submission)]
        # Who may push to the league anyway has the rest of it merged, or does that alone.
        told = [(change, each) for change, each in wrong if not trusted or self.is_own(change)]
        others = [change.path for change, each in wrong if (change, each) not in told]
        problems = [*(line for _, each in told for line in each), *twice]
        remedy = self.remedy(problems, rest=bool(sent))
        if others and remedy in CLOSING:
            remedy = "mend"  # there is more in it, which is not to be closed for that
        if others and sent and not problems:
            whose = ", ".join(f"{one.slug} {one.seat or 'sign-up'}" for one in sent)
            problems, remedy = [_BESIDE.format(whose, queue.path_list(others))], "beside"
        return Verdict(every, sent, twice, problems, remedy, others)

    def _but(self, remedy: Remedy, line: str) -> list[str]:
        """A problem that its author cannot just mend."""
        self._remedies[line] = remedy
        return [line]

    def judged(self, change: Change) -> Submission | list[str]:
        """What a changed file sends, or what is wrong with it."""
        path = change.path.removeprefix(self._repository.prefix)
        slug = slug_of(path) if change.path.startswith(self._repository.prefix) else None
        shown = path if path.isprintable() else ascii(path)[1:-1]
        file = self._game(slug) if slug else ""
        try:
            if slug and isinstance(file, GameFile) and (seat := _queue(path, file)):
                return self._orders(slug, seat, file, path, change)
            if slug and isinstance(file, GameFile) and (login := signup_of(path)):
                return self._signup(slug, login, file, path, change)
        except InvalidFile as fault:
            return [*map(str, fault.findings)]
        except Fault as fault:
            return [f"{shown}: {fault}"]
        return self._astray(slug, shown, file)

    def _astray(self, slug: str | None, shown: str, file: GameFile | str) -> list[str]:
        """What is said of a file that no player may write."""
        if isinstance(file, str) and file and ("/signups/" in shown or "/orders/" in shown):
            return self._but("wait" if slug in self._broken else "mend", f"{shown}: {file}")
        if isinstance(file, GameFile) and "/orders/" in shown:
            return [str(each) for each in order_problems(file, shown, b"")]
        if isinstance(file, GameFile) and slug and "/signups/" in shown:
            mine = Layout(slug).signup(self._author.login)
            return [f"{shown}: this is no sign-up's name; yours is {mine}"]
        if there := self._places(shown):
            return [f"{shown}: order files lie in another folder; move it to {' or '.join(there)}"]
        return self._but(
            "astray",
            f"{shown}: a player may change order files and the own sign-up alone, games/GAME/orders/SEAT.txt and "
            "games/GAME/signups/LOGIN.yaml; undo this change",
        )

    def belongs(self, change: Change) -> bool:
        """Whether a file that is in no game bears the name of a seat of the author's."""
        return change.new is not None and bool(self._places(change.path))

    def is_own(self, change: Change) -> bool:
        """Whether a file is, or is meant as, what its author may write: orders of an own seat, the own sign-up."""
        path = change.path.removeprefix(self._repository.prefix)
        slug = slug_of(path) if change.path.startswith(self._repository.prefix) else None
        file = self._game(slug) if slug else ""
        if isinstance(file, GameFile) and "/orders/" in path:
            own = self._author.seats(file)
            seat = queue.guess_seat(path.rpartition("/")[2], file.seats)
            return bool(own) if seat is None else seat in own
        if isinstance(file, GameFile) and "/signups/" in path:
            login = signup_of(path)
            return login is None or login.lower() in (self._author.login.lower(), _ANYBODY)
        return self.belongs(change)

    def _places(self, path: str) -> list[str]:
        """Where a file belongs whose name is that of an order file of the author's."""
        name = path.rpartition("/")[2]
        if not name.endswith((".txt", ".sealed")):
            return []
        files = [(slug, file) for slug in self.slugs if isinstance(file := self._game(slug), GameFile)]
        own = [(slug, file, seat) for slug, file in files for seat in self._author.seats(file)]
        return queue.right_places(name, own)

    @cached_property
    def slugs(self) -> list[str]:
        """The games there were before the change."""
        paths = [Layout(each).game for each in self._repository.names(self._old, GAMES)]
        found = self._repository.read(self._old, paths)
        return [str(slug_of(path)) for path, data in found.items() if data is not None]

    def against(self, sent: Submission) -> tuple[str, Remedy] | None:
        """What stands against a queue whose form is right, as things are before the change, and its remedy."""
        return submission.rejection(self._repository, self._old, sent)

    def _folder_before(self, slug: str) -> GameFolder:
        return game_at(self._repository, self._old, slug)

    def game(self, slug: str) -> GameFile | str:
        """A game's settings before the change, or why there are none."""
        return self._game(slug)

    def told(self, sent: Submission) -> list[str]:
        """The orders that are sent, as they are read, with game and seat in front."""
        file = self._game(sent.slug)
        rows = orders_as_read(file, sent.data) if isinstance(file, GameFile) and sent.data else []
        return [f"{sent.slug} {sent.seat}: {row}" for row in rows]

    def _game(self, slug: str) -> GameFile | str:
        if slug not in self._games:
            self._games[slug] = self._read(slug)
        return self._games[slug]

    def _read(self, slug: str) -> GameFile | str:
        path = Layout(slug).game
        try:
            data = self._before(path)
            if data is None:
                return f"there was no game {slug} before this change; ask the GM for one"
            return schema.load_game(api.read(data, path), RULESETS)
        except Fault:
            self._broken.add(slug)
            return f"{path} was not valid before this change, so that nobody can tell whose file this is; ask the GM"

    def _before(self, path: str) -> bytes | None:
        return self._repository.read(self._old, [path])[path]

    # Orders

    def _orders(
        self, slug: str, seat: str, file: GameFile, path: str, change: Change
    ) -> Submission | list[str]:
        if problem := self.seat_problem(slug, file, seat):
            return self._but("seat", f"{path}: {problem}")
        if change.new is None:
            return Submission(slug, seat)
        if problem := _not_plain(change):
            return [f"{path}: {problem}"]
        data = self._body(change)
        return [str(each) for each in order_problems(file, path, data)] or Submission(slug, seat, data)

    # Sign-ups

    def _signup(
        self, slug: str, login: str, file: GameFile, path: str, change: Change
    ) -> Submission | list[str]:
        own = Layout(slug).signup(self._author.login)
        if login.lower() not in (self._author.login.lower(), _ANYBODY):
            return [f"{path}: this would be the sign-up of {login}; yours is {own}. Undo this change"]
        if change.new is None:
            return Submission(slug)
        if signup_of(own) is None:
            return [
                f"{path}: a login like yours, {self._author.login[:80]}, cannot sign up so; ask the GM for a seat"
            ]
        if problem := _not_plain(change):
            return [f"{path}: {problem}"]
        problem = self._signup_closed_reason(slug, file)
        if problem or file.signup is None:
            self._lead(slug)
            return self._but("none", f"{path}: {problem}")
        author = self._author
        asker = Asker(author.login, self._others(slug, file))
        wish = judge_wish(self._body(change), path, file, file.signup, asker)
        if isinstance(wish, Wrong):
            return [line for each in wish.problems for line in self._but(wish.remedy, each)]
        mine = replace(wish, github=author.login, github_id=author.id, at=None, came=None, wished=None)
        return Submission(slug, signup=mine)

    def _signup_closed_reason(self, slug: str, file: GameFile) -> str | None:
        """Why the author cannot sign up at all; None where a sign-up is welcome."""
        if mine := self._author.seats(file):
            return f"you play {', '.join(mine)} in {slug} already; another name or seat is the GM's to write"
        if file.signup is None:
            return f"{slug} is not looking for players; a seat in it is the GM's to give"
        if self._before(Layout(slug).clock) is None:
            return None
        why = (
            "it is over"
            if submission.game_over_reason(self._folder_before(slug))
            else "it has begun, and a seat is the GM's to give"
        )
        return f"{slug} is not looking for players any more: {why}"

    def _others(self, slug: str, file: GameFile) -> list[str]:
        """What those are called who play in a game, or signed up before."""
        paths = Layout(slug)
        asked = signups.read_signups(Committed(self._repository, self._old), paths, file.players, ignore_note)
        mine = paths.signup(self._author.login)
        return [
            *(one.name for one in file.players),
            *(wish.name for path, wish in asked.items() if path != mine),
        ]

    def _lead(self, slug: str) -> None:
        """Have the author told how a seat in a game is come by."""
        if slug not in self.joins:
            self.joins.append(slug)

    def seat_problem(self, slug: str, file: GameFile, seat: str) -> str | None:
        """Why the author may not order for a seat; None where that may be."""
        author, own = self._author, self._author.seats(file)
        if seat in own:
            return None
        if own:
            return f"{author.login} plays {', '.join(own)} in {slug}, not {seat}"
        words = f"{author.login} plays no seat in {slug}"
        if author.is_namesake(file):
            return (
                f"{words} (game.yaml has this login with the number of another account; the GM can mend that)"
            )
        return words + self._before_the_start(slug, file)

    def _before_the_start(self, slug: str, file: GameFile) -> str:
        """What somebody without a seat has to know of a game that looks for players; "" of any other."""
        own = Layout(slug).signup(self._author.login)
        if self._signup_closed_reason(slug, file) or signup_of(own) is None:
            return ""
        if self._before(own) is not None:
            return " yet: who signed up gets a seat when the game starts, and can order then"
        self._lead(slug)
        return f", which looks for players: sign up with the file {own}"


def _queue(path: str, file: GameFile) -> str | None:
    return queue_of(path, file.seats, file.secrecy == "sealed")


def _not_plain(change: Change) -> str | None:
    if change.new is None or change.new.mode == _PLAIN_FILE:
        return None
    what = change.new.words if not change.new.is_file else "an executable file"
    return f"{what}; it is to be plain text with mode {_PLAIN_FILE}"


_NOBODY: Final = "Your Name"


class Asker(msgspec.Struct, frozen=True):
    """Who asks for a seat in a game that looks for players: the login, and what the `others` in it are called."""

    login: str
    others: Sequence[str]


class Wrong(msgspec.Struct, frozen=True):
    """Why a wish is refused, a line for each reason, and what is to be done about it."""

    problems: list[str]
    remedy: Remedy = "mend"


def judge_wish(data: bytes, path: str, file: GameFile, offer: SignUp, asker: Asker) -> SignUpFile | Wrong:
    """The wish that a file at `path` says, or what is wrong with it, which ends with the whole file as it should be."""
    free, seats = signups.free(offer, file.players), _seats(file, offer)
    try:
        wish = signups.read(data, path)
    except InvalidFile as fault:
        *first, last = map(str, fault.findings)
        return Wrong([*first, f"{last}\n{whole([asker.login], None, seats, asker.others)}"])
    proposed = whole([wish.name, asker.login], wish.seat if wish.seat in free else None, seats, asker.others)
    if problem := _problem(wish, file, offer, asker):
        return Wrong([f"{path}: {problem}\n{proposed}"])
    if wish.seat and wish.seat not in free:
        left = f"; there is {', '.join(free)}" if free else ""
        words = f"{path}: the seat {wish.seat} is taken; choose another, or none{left}"
        return Wrong([f"{words}\n{proposed}"], "anew")
    return wish


def _problem(wish: SignUpFile, file: GameFile, offer: SignUp, asker: Asker) -> str | None:
    """What is wrong with what a wish says; None if nothing is."""
    if problem := naming.odd(wish.name) or naming.clash(wish.name, _seats(file, offer), asker.others):
        return problem
    if wish.seat is not None and wish.seat not in offer.seats:
        return f"there is no seat {wish.seat}; the seats are {', '.join(offer.seats)}"
    return None


def whole(names: Iterable[str], seat: str | None, seats: Iterable[str], others: Iterable[str]) -> str:
    """The file to send in place of one that was refused, with the first of `names` by which somebody can be called."""
    there, known = [*seats], [*others]
    legible = (found for each in names if (found := naming.legible(each)))
    name = next((each for each in legible if naming.clash(each, there, known) is None), _NOBODY)
    row = f"seat: {seat}" if seat else "seat:"
    return f"The whole file, as it should be:\n  name: {name}\n  {row}"


def _seats(file: GameFile, offer: SignUp) -> set[str]:
    return {*offer.seats, *file.seats}
