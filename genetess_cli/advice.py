"""What the author of a pull request is told before anything is taken in: all that stands against it, and its fate."""

from __future__ import annotations

from typing import Final

from genetess_cli import astray
from genetess_cli.changes import Judge
from genetess_cli.checks import Checked
from genetess_cli.store import League
from genetess_cli.store.git import Repository
from genetess_cli.store.marks import TAKEN, claims
from genetess_cli.store.worktree import Change
from genetess_cli.submissions import Author, Remedy, remedy_of

_FATE: Final[dict[Remedy, str]] = {
    "none": "Sent so, it is closed by the next run, as nothing in it can be mended.",
    "anew": "Sent so, it is closed by the next run. Push what mends it before, or open a new one then.",
    "seat": "Sent so, it is closed by the next run, as orders are taken from a seat's own player alone.",
    "mend": "Sent so, it stays open, and nothing of it is taken in: mend it in the same branch, or send it anew "
    "and close this one.",
    "wait": "Sent so, it stays open until the GM has mended the league.",
    "astray": "Sent so, it stays open for the GM to read.",
    "beside": (
        "Sent so, it stays open, and nothing of it is taken in. Send your own by itself; if this is merged as it is, "
        "it counts from then on."
    ),
    "ready": "Sent so, it is not read.",
}

# Of use to whoever may merge the change: orders alone are never merged, whatever their messages say.
_CLAIM: Final = (
    f"commit {{}}: its message has a line {TAKEN}:, which the program alone writes; leave that line out"
)

_OTHERS: Final = "no player's, and left to whoever may merge it: {}"


def check_change(
    league: League, author: Author, base: str, head: str = "HEAD", trusted: bool = False
) -> Checked:
    """Everything that `author` may not do, or that is no order, in the change that `head` makes to `base`.

    One who is `trusted` may push to the league: what is no player's to change is then odd, and not wrong.
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
        verdict = judge.verdict(changes, trusted)
        problems, remedy = [*verdict.problems], verdict.remedy
        against = [judge.against(one) for one in verdict.sent]
        wrong = [one for one in against if one]
        if problems:
            problems += [_CLAIM.format(commit[:10]) for commit in claims(repository, old, new)]
        else:
            remedy = remedy_of((each for _, each in wrong), rest=None in against)
        problems += [line for line, _ in wrong]
        told = [line for one in verdict.every for line in judge.told(one)]
        odd = [_OTHERS.format(astray.named(verdict.others))] if verdict.others else []
        return Checked(len(changes), problems, odd, told, _FATE[remedy] if problems else "")
