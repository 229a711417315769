"""Addresses on the forge that pages lead to: the only place that makes them.

GitHub, Forgejo and Gitea fill in a new file's name and text from the address. GitLab fills in the name alone: a text in
the address is not shown there (its issue 594214). GitHub fills in the form for orders too, each field by its id. On
Forgejo nobody sees that page who may not write to the repository, so that it has to be that of a fork of one's own.
"""

from __future__ import annotations

from urllib.parse import quote

import msgspec

from genetess_cli.store.forges import FORGES, GITHUB, Forge


class Page(msgspec.Struct, frozen=True):
    """The forge's page for a new file in a folder: its `address`, and what goes before the file's name there.

    `fork` is where somebody makes the fork that it is a page of ("": it is a page of the league's own repository).
    """

    kind: Forge
    address: str
    before: str
    fork: str = ""


class ForgeAddress(msgspec.Struct, frozen=True):
    """A league's place on a forge: the repository's address there, and the branch that turns go to."""

    kind: Forge
    home: str
    branch: str

    @property
    def issues(self) -> str:
        return f"{self.home}{self.kind.issues}"

    def commit(self, oid: str) -> str:
        return f"{self.home}{self.kind.commit}{oid}"

    def form(self, slug: str = "", seat: str = "") -> str | None:
        """Return the form for the orders of a seat, for which an address ends; None on a forge that has none."""
        return self.kind.form and f"{self.home}{self.kind.form.format(slug=quote(slug), seat=quote(seat))}"

    def page(self, folder: str, login: str | None = None) -> Page:
        """Return the page for a new file in a folder; where the forge wants a fork for that, in the one of `login`."""
        forked = bool(self.kind.fork and login)
        owner, _, name = self.home.rpartition("/")
        home = f"{owner.rpartition('/')[0]}/{login}/{name}" if forked else self.home
        address = home + self.kind.new.format(branch=quote(self.branch), folder=quote(folder))
        before = "" if "{folder}" in self.kind.new else f"{folder}/"
        return Page(self.kind, address.rstrip("/"), before, f"{self.home}{self.kind.fork}" if forked else "")

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
