"""Pull requests as deliveries: what each changes for its author's own seats, read as data at the head that is listed.

The list is the forge's own (`GET /repos/OWNER/NAME/pulls`), one page or several. No title, branch or text is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from genetess_cli.changes import Judge
from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.store.foreign import Foreign, Unfetched
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import GAMES
from genetess_cli.store.worktree import Change
from genetess_cli.submissions import Author, Delivery, Submission, one_each
from genetess_cli.table import Note, silent

MOST: Final = 100
"""Pull requests that one run looks at; the others have their turn in the next one."""
TRUSTED: Final = ("OWNER", "MEMBER", "COLLABORATOR")


class User(msgspec.Struct, frozen=True):
    """Whose it is."""

    login: str
    id: int


class Head(msgspec.Struct, frozen=True):
    """The newest commit of a pull request."""

    sha: str


class Base(msgspec.Struct, frozen=True):
    """The branch that it is meant for."""

    ref: str


class Pull(msgspec.Struct, frozen=True):
    """One open pull request, as the forge lists it."""

    number: int
    head: Head
    base: Base
    user: User | None = None
    draft: bool = False
    author_association: str = ""


def listed(data: bytes, name: str) -> list[Pull]:
    """The pull requests of a list, by their number. Raises WrongUsage where it is none."""
    return sorted(entries(data, name, Pull), key=lambda pull: pull.number)


def entries(data: bytes, name: str, kind: type[Any]) -> list[Any]:
    """The values of a JSON list, or of a list of such lists: the pages of a long one. Raises WrongUsage."""
    try:
        found = msgspec.json.decode(data, type=list[Any])
        pages = found if found and isinstance(found[0], list) else [found]
        return [msgspec.convert(one, kind, strict=True) for page in pages for one in page]
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{name} is no list as the forge gives it: {error}") from None


class PullRequests:
    """The source of what open pull requests bring; what is fetched once serves every look."""

    def __init__(self, root: Path, remote: str, pulls: Sequence[Pull], note: Note = silent) -> None:
        """`remote` is where the heads of `pulls` can be fetched from; `note` is told of those that cannot.

        Raises WrongUsage for what is no remote.
        """
        self._foreign = Foreign(root, remote)
        self._pulls = pulls
        self._note = note

    def close(self) -> None:
        """Forget what was fetched."""
        self._foreign.__exit__()

    def deliveries(self, repository: Repository, tip: str) -> list[Delivery]:
        """What the pull requests bring, judged by the league as the commit `tip` has it."""
        wanted = [one for one in self._pulls if one.base.ref == repository.branch and not one.draft]
        found = [self._delivery(repository, tip, pull) for pull in wanted[:MOST]]
        return [one for one in found if one is not None]

    def _delivery(self, repository: Repository, tip: str, pull: Pull) -> Delivery | None:
        user = pull.user or User("ghost", 0)
        author = Author(user.login, user.id)
        mark = f"pull {pull.number} {pull.head.sha}"
        found = Delivery("pull", str(pull.number), pull.number, mark, author)
        try:
            base = self._foreign.parting(pull.head.sha, tip)
            changes = self._foreign.changes(base, pull.head.sha)
        except Unfetched as fault:
            self._note(f"pull request {pull.number} waits: {fault}")
            return None
        except Refused as fault:
            return msgspec.structs.replace(found, problems=[str(fault)])
        return self._judged(found, repository, tip, changes, pull.author_association in TRUSTED)

    def _judged(
        self, found: Delivery, repository: Repository, tip: str, changes: Sequence[Change], trusted: bool
    ) -> Delivery:
        """The delivery with what its changes send, or with what is wrong with any of them."""
        start = f"{repository.prefix}{GAMES}/"
        if not any(change.path.startswith(start) for change in changes):
            return found  # nothing of a game: none of the program's business
        judge = Judge(repository, tip, found.author, self._foreign.body)
        judged = [judge.judged(change) for change in changes]
        problems = [line for each in judged if not isinstance(each, Submission) for line in each]
        if problems and trusted:
            return found  # who may push to the league anyway has it merged, or does that alone
        sent, twice = one_each([each for each in judged if isinstance(each, Submission)])
        problems = [*problems, *twice]
        return msgspec.structs.replace(found, submissions=[] if problems else sent, problems=problems)
