"""Addresses on the forge that pages lead to: the only place that knows how a kind of forge makes them.

GitHub, Forgejo and Gitea fill in a new file's name and text from the address. GitLab fills in the name alone: a text in
the address is not shown there (its issue 594214). GitHub fills in the form for orders too, each field by its id. On
Forgejo nobody sees that page who may not write to the repository, so that it has to be that of a fork of one's own.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

import msgspec

_GITHUB: Final = (
    "the first time “Fork this repository”, then “Commit changes…”, where there is one, “Propose changes”, and “Create "
    "pull request” twice: before the second nothing is sent"
)
_GITLAB: Final = (
    "paste the text, which the link cannot bring along, then “Commit changes” and “Create merge request”; GitLab makes "
    "a fork of yours for it"
)
_FORGEJO: Final = (
    "“Create a new branch for this commit and start a pull request”, “Propose file change”, and then “New pull "
    "request” and “Create pull request”"
)
_MEND_GITHUB: Final = (
    "“Files changed”, there “…” beside the file's name, “Edit file”, and “Commit changes…” twice"
)
_MEND_GITLAB: Final = (
    "“Changes”, there “⋮” beside the file's name, “Edit in single-file editor”, and “Commit changes”"
)
_MEND_FORGEJO: Final = (
    "“Files changed”, there “Edit file” beside the file's name or in the menu “…”, and “Commit changes”"
)
_FORM: Final = "/issues/new?template=order.yml&game={slug}&seat={seat}&orders="
_SOME_MINUTES: Final = "with the next run, as a rule within a few minutes"
_SOME_HOURS: Final = "with the next run, which may be some hours away"


class Kind(msgspec.Struct, frozen=True):
    """A kind of forge: where its pages are below a repository's own address, and what it calls things.

    `commit` is the page of a commit, whose id ends the address.
    `named` and `text` are what the page for a `new` file takes name and text by ("": it takes none). `request` is
    what a change from outside is called, `clicks` what is to be clicked on that page. `fork` is the page that makes a
    fork, where people are not led to one anyway. `soon` is when that is taken in, by what starts runs of the
    workflows that `init` lays down. `form` is the form for orders, in which the name of the game and of the seat are
    filled in (None: it has none); what stands behind it goes into the field for the orders. `mend` is what is to be
    clicked on a request's page to change what it sends.
    """

    issues: str
    new: str
    named: str
    text: str
    clicks: str
    mend: str
    request: str = "pull request"
    fork: str = ""
    soon: str = "with the next run, as a rule within a quarter of an hour"
    form: str | None = None
    commit: str = "/commit/"


KINDS: Final = {
    "github": Kind(
        "/issues",
        "/new/{branch}/{folder}",
        "filename",
        "value",
        _GITHUB,
        _MEND_GITHUB,
        soon=_SOME_MINUTES,
        form=_FORM,
    ),
    "gitlab": Kind(
        "/-/issues",
        "/-/new/{branch}",
        "file_name",
        "",
        _GITLAB,
        _MEND_GITLAB,
        "merge request",
        soon=_SOME_HOURS,
        commit="/-/commit/",
    ),
    "forgejo": Kind(
        "/issues", "/_new/{branch}/{folder}", "filename", "value", _FORGEJO, _MEND_FORGEJO, fork="/fork"
    ),
}
"""Every kind of forge; Gitea is one with Forgejo here."""


class Page(msgspec.Struct, frozen=True):
    """The forge's page for a new file in a folder: its `address`, and what goes before the file's name there.

    `fork` is where somebody makes the fork that it is a page of ("": it is a page of the league's own repository).
    """

    kind: Kind
    address: str
    before: str
    fork: str = ""


class Forge(msgspec.Struct, frozen=True):
    """The forge that a league lies on: its kind, the repository's address there, and the branch that turns go to."""

    kind: Kind
    home: str
    branch: str

    @property
    def issues(self) -> str:
        """Where people write to the GM."""
        return f"{self.home}{self.kind.issues}"

    def commit(self, oid: str) -> str:
        """Where a commit is shown."""
        return f"{self.home}{self.kind.commit}{oid}"

    def form(self, slug: str = "", seat: str = "") -> str | None:
        """The form for the orders of a seat, for which an address ends; None on a forge that has none."""
        return self.kind.form and f"{self.home}{self.kind.form.format(slug=quote(slug), seat=quote(seat))}"

    def page(self, folder: str, login: str | None = None) -> Page:
        """The page for a new file in a folder; where the forge wants a fork for that, in the one of `login`."""
        forked = bool(self.kind.fork and login)
        owner, _, name = self.home.rpartition("/")
        home = f"{owner.rpartition('/')[0]}/{login}/{name}" if forked else self.home
        address = home + self.kind.new.format(branch=quote(self.branch), folder=quote(folder))
        before = "" if "{folder}" in self.kind.new else f"{folder}/"
        return Page(self.kind, address.rstrip("/"), before, f"{self.home}{self.kind.fork}" if forked else "")

    def new_file(self, path: str, text: str) -> str:
        """That page for one file, filled in as far as the forge does that; who sends it makes a request."""
        folder, _, name = path.rpartition("/")
        page = self.page(folder)
        filled = f"&{self.kind.text}={quote(text, safe='')}" if self.kind.text else ""
        return f"{page.address}?{self.kind.named}={quote(page.before + name, safe='')}{filled}"


def forge_at(repository: str, kind: str, branch: str) -> Forge:
    """The forge of a kind of KINDS on which a `repository` lies: its address, or on GitHub `owner/name` too."""
    home = repository if "://" in repository else f"https://github.com/{repository}"
    return Forge(KINDS[kind], home.removesuffix("/").removesuffix(".git"), branch)
