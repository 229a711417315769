"""The forges on which a league can lie, one row a forge: what each calls things, and where it has them.

In the folder of each are the workflow files that `genetess init` lays down, and what README.md says of the forge.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from genetess_cli.values import Value


class Forge(Value, kw_only=True):
    """A forge. Where its pages are is told below a repository's own address."""

    host: str
    files: Mapping[str, str]  # where the files of its folder go, by the folder below that
    runs: str  # the file that carries out turns
    updates: str = ""  # the file by which the forge offers newer releases of the program
    ways: str  # how players send their orders there
    site: str  # an example of a site's address
    pages: str | None = None  # makes a site's host of the owner, where the forge tells it beforehand
    issues: str = "/issues"
    threads: str = "?q=is%3Aissue+label%3Aturns+in%3Atitle+%22{title}%22"  # finds one among the issues
    commit: str = "/commit/"  # the page of a commit, whose id ends the address

    # The page for a new file, and what it takes name and text by ("": it takes none)
    new: str
    named: str = "filename"
    text: str = "value"
    steps: tuple[str, ...]  # what is to be done on that page, one after the other
    fork: str = ""  # the page that makes a fork, where people are not led to one anyway

    request: str = "pull request"  # what a change from outside is called
    mend: str  # what is to be clicked on a request's page to change what it sends
    soon: str  # when that is accepted
    form: str | None = (
        None  # the form for orders, with game and seat filled in; the address ends with the orders
    )

    @property
    def clicks(self) -> str:
        """Return the steps as the rest of a sentence."""
        return ", then ".join(self.steps)

    def repository(self, name: str) -> str:
        """Return how genetess.yaml names the repository `OWNER/NAME`: on GitHub the name is enough."""
        return name if self.host == GITHUB.host else f"https://{self.host}/{name}"

    def site_of(self, repository: str) -> str | None:
        """Return where the site of a repository will be; None for another host, or where the forge does not tell."""
        owner, _, name = repository.removeprefix(f"https://{self.host}/").removesuffix("/").partition("/")
        if "/" in name or not self.pages:
            return None
        host = self.pages.format(owner=owner.lower())
        if name.lower() == host:
            return f"https://{host}/"
        return f"https://{host}/{name}"


def thread_of(slug: str) -> str:
    """Return the title of a game's thread."""
    return f"Turns of {slug}"


GITHUB = Forge(
    host="github.com",
    files={"": ".github/workflows/", "forms": ".github/ISSUE_TEMPLATE/", "updates": ".github/"},
    runs=".github/workflows/tick.yml",
    updates=".github/dependabot.yml",
    ways="in a pull request, or by the issue form *Orders*",
    site="https://ragnar.github.io/league",
    pages="{owner}.github.io",
    new="/new/{branch}/{folder}",
    steps=(
        "press “Fork this repository” (only the first time)",
        "press “Commit changes…” (if you see it)",
        "press “Propose changes”",
        "press “Create pull request”",
        "press “Create pull request” once more: only this sends it",
    ),
    mend="press “Files changed”, then “…” beside the file's name, “Edit file”, and “Commit changes…” twice",
    soon="with the next run, usually within a few minutes",
    form="/issues/new?template=order.yml&game={slug}&seat={seat}&orders=",
)
GITLAB = Forge(
    host="gitlab.com",
    files={"": "."},
    runs=".gitlab-ci.yml",
    ways="in a merge request",
    site="https://games.example.org/league",
    issues="/-/issues",
    threads="?state=all&label_name%5B%5D=turns&search={title}",
    new="/-/new/{branch}",
    named="file_name",
    text="",
    steps=(
        "paste the text (the link cannot hold it)",
        "press “Commit changes” (GitLab makes a fork for you)",
        "press “Create merge request”",
    ),
    mend="press “Changes”, then “⋮” beside the file's name, “Edit in single-file editor”, and “Commit changes”",
    request="merge request",
    soon="with the next run, which may be some hours away",
    commit="/-/commit/",
)
FORGEJO = Forge(
    host="codeberg.org",
    files={"": ".forgejo/workflows/"},
    runs=".forgejo/workflows/tick.yml",
    ways="in a pull request",
    site="https://ragnar.codeberg.page/league",
    pages="{owner}.codeberg.page",
    new="/_new/{branch}/{folder}",
    steps=(
        "press “Create a new branch for this commit and start a pull request”",
        "press “Propose file change”",
        "press “New pull request”",
        "press “Create pull request”",
    ),
    mend="press “Files changed”, then “Edit file” beside the file's name or in the menu “…”, then “Commit changes”",
    soon="with the next run, usually within a few minutes",
    threads="?type=all&state=all&q={title}",
    fork="/fork",
)
FORGES: Final[Mapping[str, Forge]] = {"github": GITHUB, "gitlab": GITLAB, "forgejo": FORGEJO}
"""Every forge by its name, which is that of its folder; Gitea is one with Forgejo here."""
EARLIER = frozenset((
    "requirements.txt", "requirements.lock", "requirements-build.lock", ".github/workflows/orders.yml",
    ".forgejo/workflows/orders.yml",
))  # fmt: skip
"""What leagues had of earlier programs."""


def forge_named(repository: str) -> str | None:
    """Return which forge a repository lies on, as its host tells: github.com, or such as gitlab.example.org."""
    if "://" not in repository:
        return "github"
    host = repository.split("/")[2].partition(":")[0].lower()
    known = [name for name, forge in FORGES.items() if host == forge.host or host.startswith(f"{name}.")]
    return next(iter(known), None)


# Addresses on a forge that pages lead to. GitHub, Forgejo and Gitea fill in a new file's name and text from the
# address. GitLab fills in the name alone: a text there is not shown (its issue 594214). On Forgejo nobody sees that
# page who may not write to the repository, so that it has to be that of a fork of one's own.


class NewFilePage(Value):
    """The forge's page for a new file in a folder."""

    kind: Forge
    address: str
    before: str  # what goes before the file's name there
    fork: str = (
        ""  # where somebody makes the fork that it is a page of; "": it is of the league's own repository
    )


class ForgeAddress(Value):
    """A league's place on a forge: the repository's address there, and the branch that turns go to."""

    kind: Forge
    home: str
    branch: str

    @property
    def issues(self) -> str:
        return f"{self.home}{self.kind.issues}"

    def thread(self, slug: str) -> str:
        """Return where a game's thread is found: its number is not known here."""
        return self.issues + self.kind.threads.format(title=quote(thread_of(slug), safe=""))

    def commit(self, oid: str) -> str:
        return f"{self.home}{self.kind.commit}{oid}"

    def form(self, slug: str = "", seat: str = "") -> str | None:
        """Return the form for the orders of a seat, for which an address ends; None on a forge that has none."""
        return self.kind.form and f"{self.home}{self.kind.form.format(slug=quote(slug), seat=quote(seat))}"

    def page(self, folder: str, login: str | None = None) -> NewFilePage:
        """Return the page for a new file in a folder; where the forge wants a fork for that, in the one of `login`."""
        forked = bool(self.kind.fork and login)
        owner, _, name = self.home.rpartition("/")
        home = f"{owner.rpartition('/')[0]}/{login}/{name}" if forked else self.home
        address = home + self.kind.new.format(branch=quote(self.branch), folder=quote(folder))
        before = "" if "{folder}" in self.kind.new else f"{folder}/"
        fork = f"{self.home}{self.kind.fork}" if forked else ""
        return NewFilePage(self.kind, address.rstrip("/"), before, fork)

    def new_file(self, path: str, text: str) -> str:
        """Return that page for one file, filled in as far as the forge does that; who sends it makes a request."""
        folder, _, name = path.rpartition("/")
        page = self.page(folder)
        filled = f"&{self.kind.text}={quote(text, safe='')}" if self.kind.text else ""
        return f"{page.address}?{self.kind.named}={quote(page.before + name, safe='')}{filled}"


def forge_at(repository: str, forge: str, branch: str) -> ForgeAddress:
    """Return where a `repository` lies on one of FORGES: its address, or on GitHub `owner/name` too."""
    home = repository if "://" in repository else f"https://{GITHUB.host}/{repository}"
    return ForgeAddress(FORGES[forge], home.removesuffix("/").removesuffix(".git"), branch)
