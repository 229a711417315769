"""What one author's change touches: only what that account may write, and only what is an order file or a sign-up.

What stands in an order file is judged in `checks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from genetess_cli import outlook
from genetess_cli.checks import Checked, order_problems, understood
from genetess_cli.errors import Fault, InvalidFile
from genetess_cli.rules import RULESETS
from genetess_cli.store import League, schema, signups, yaml
from genetess_cli.store.fields import SignUp
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import GAMES, Layout, queue_of, signup_of, slug_of
from genetess_cli.store.schema import GameFile
from genetess_cli.store.shelf import Committed
from genetess_cli.store.signups import SignUpFile
from genetess_cli.store.worktree import Change
from genetess_cli.submissions import Author, Submission
from genetess_cli.table import silent

_PLAIN_FILE: Final = "100644"
_ANYBODY: Final = "me"
_MARKS: Final = " .,'’-_()"
_LONGEST_NAME: Final = 40
_UNSEEN: Final = "\u115f\u1160\u3164\uffa0"  # count as letters, and are drawn as nothing
_MOST_NAMED: Final = 20

Body = Callable[[Change], bytes]
"""Gives what a changed file holds. Raises Refused where that is too much, or not there."""


def check_change(league: League, author: Author, base: str, head: str = "HEAD") -> Checked:
    """Everything that `author` may not do, or that is no order, in the change that `head` makes to `base`.

    The change begins where the two parted: what others did to `base` since then is not the author's.
    Who may write which file is read from game.yaml as it was at `base`. Nothing of the work tree counts.
    Raises WrongUsage for a commit that is not there, Refused where the objects are missing.
    """
    with Repository.open(league.root) as repository:
        old, new = repository.resolve(base), repository.resolve(head)
        changes = repository.changes(repository.merge_base(old, new), new)

        def body(change: Change) -> bytes:
            path = change.path.removeprefix(repository.prefix)
            return repository.read(new, [path])[path] or b""

        judge = Judge(repository, old, author, body)
        found = [judge.judged(one) for one in changes]
        sent = [one for one in found if isinstance(one, Submission)]
        problems = [line for each in found if not isinstance(each, Submission) for line in each]
        problems += [line for one in sent if (line := judge.against(one))]
        return Checked(len(changes), problems, orders=[line for one in sent for line in judge.told(one)])


class Judge:
    """Judges the files of one change, one after the other."""

    def __init__(self, repository: Repository, old: str, author: Author, body: Body) -> None:
        """`old` is the commit by which it is told who may what; `body` gives the changed files."""
        self._repository = repository
        self._old = old
        self._author = author
        self._body = body
        self._games: dict[str, GameFile | str] = {}
        self._final: set[str] = set()

    def is_final(self, problems: Sequence[str]) -> bool:
        """Whether an author can mend none of the problems that were found, as they lie in the game."""
        return bool(problems) and self._final.issuperset(problems)

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
            return fault.faults
        except Fault as fault:
            return [f"{shown}: {fault}"]
        return self._astray(slug, shown, file)

    def _astray(self, slug: str | None, shown: str, file: GameFile | str) -> list[str]:
        """What is said of a file that no player may write."""
        if isinstance(file, str) and file and ("/signups/" in shown or "/orders/" in shown):
            return [f"{shown}: {file}"]
        if isinstance(file, GameFile) and "/orders/" in shown:
            return order_problems(file, shown, b"")
        if isinstance(file, GameFile) and slug and "/signups/" in shown:
            mine = Layout(slug).signup(self._author.login)
            return [f"{shown}: this is no sign-up's name; yours is {mine}"]
        return [
            f"{shown}: a player may change order files and the own sign-up alone, games/GAME/orders/SEAT.txt and "
            "games/GAME/signups/LOGIN.yaml; undo this change"
        ]

    def no_game(self, slug: str) -> str | None:
        """That there is no such game, and which there are; None where there is one."""
        paths = [Layout(each).game for each in self._repository.names(self._old, GAMES)]
        found = self._repository.read(self._old, paths)
        slugs = [str(slug_of(path)) for path, data in found.items() if data is not None]
        if slug in slugs:
            return None
        there = f"; those there are: {', '.join(slugs)}" if 0 < len(slugs) <= _MOST_NAMED else ""
        return f"there is no game {slug}{there}"

    def against(self, sent: Submission) -> str | None:
        """What stands against a queue whose form is right, as things are before the change."""
        hosted = outlook.game_at(self._repository, self._old, sent.slug)
        return (outlook.over(hosted) if sent.seat else None) or outlook.problem(hosted, sent)

    def game(self, slug: str) -> GameFile | str:
        """A game's settings before the change, or why there are none."""
        return self._game(slug)

    def told(self, sent: Submission) -> list[str]:
        """The orders that are sent, as they are read, with game and seat in front."""
        file = self._game(sent.slug)
        rows = understood(file, sent.data) if isinstance(file, GameFile) and sent.data else []
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
            return schema.load_game(yaml.read(data, path), RULESETS)
        except Fault:
            return f"{path} was not valid before this change, so that nobody can tell whose file this is; ask the GM"

    def _before(self, path: str) -> bytes | None:
        return self._repository.read(self._old, [path])[path]

    # Orders

    def _orders(
        self, slug: str, seat: str, file: GameFile, path: str, change: Change
    ) -> Submission | list[str]:
        if problem := seat_problem(self._author, file, slug, seat):
            return [f"{path}: {problem}; undo this change"]
        if change.new is None:
            return Submission(slug, seat)
        if problem := _not_plain(change):
            return [f"{path}: {problem}"]
        data = self._body(change)
        return order_problems(file, path, data) or Submission(slug, seat, data)

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
        problem = self._closed(slug, file)
        if problem or file.signup is None:
            self._final.add(f"{path}: {problem}")
            return [f"{path}: {problem}"]
        wish = signups.read(self._body(change), path)
        if problem := self._wish_problem(slug, file, file.signup, wish):
            return [f"{path}: {problem}"]
        author = self._author
        mine = replace(wish, github=author.login, github_id=author.id, at=None, came=None)
        return Submission(slug, signup=mine)

    def _closed(self, slug: str, file: GameFile) -> str | None:
        """Why the author cannot sign up at all; None where a sign-up is welcome."""
        if file.signup is None or self._before(Layout(slug).clock) is not None:
            return f"{slug} is not looking for players"
        mine = self._author.seats(file)
        return f"you play {', '.join(mine)} in {slug} already" if mine else None

    def _wish_problem(self, slug: str, file: GameFile, offer: SignUp, wish: SignUpFile) -> str | None:
        """Why somebody cannot sign up so; None if nothing stands against it."""
        if not _is_name(wish.name):
            return (
                f"`name` is up to {_LONGEST_NAME} letters, digits, spaces and any of {_MARKS.strip()}, "
                "and has a letter or a digit"
            )
        if wish.seat is None:
            return None
        if wish.seat not in offer.seats:
            return f"there is no seat {wish.seat}; the seats are {', '.join(offer.seats)}"
        if wish.seat not in signups.free(offer, file.players):
            return f"the seat {wish.seat} is taken; choose another, or none"
        return signups.asked_for(wish.seat) if wish.seat in self._wished(slug, file, offer) else None

    def _wished(self, slug: str, file: GameFile, offer: SignUp) -> set[str | None]:
        """The seats that others have asked for who would get one."""
        paths = Layout(slug)
        asked = signups.asked(Committed(self._repository, self._old), paths, file.players, silent)
        first = [*asked][: signups.most(offer) - len(file.players)]
        return {asked[path].seat for path in first if path != paths.signup(self._author.login)}


def seat_problem(author: Author, file: GameFile, slug: str, seat: str) -> str | None:
    """Why an account may not order for a seat; None where it may."""
    own = author.seats(file)
    if seat in own:
        return None
    words = f"{author.login} plays {', '.join(own) or 'no seat'} in {slug}"
    words += f", not {seat}" if seat in file.seats else ""
    if author.is_namesake(file):
        words += " (game.yaml has this login with the number of another account; the GM can mend that)"
    return words


def _queue(path: str, file: GameFile) -> str | None:
    return queue_of(path, file.seats, file.secrecy == "sealed")


def _not_plain(change: Change) -> str | None:
    if change.new is None or change.new.mode == _PLAIN_FILE:
        return None
    what = change.new.words if not change.new.is_file else "an executable file"
    return f"{what}; it is to be plain text with mode {_PLAIN_FILE}"


def _is_name(name: str) -> bool:
    """Whether people can read it: letters and digits that are seen, at least one, and plain marks."""
    return (
        len(name) <= _LONGEST_NAME
        and any(map(_is_seen, name))
        and all(_is_seen(letter) or letter in _MARKS for letter in name)
    )


def _is_seen(letter: str) -> bool:
    return letter.isalnum() and letter not in _UNSEEN
