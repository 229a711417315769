"""Addresses on the forge that a page leads to."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

BRANCH: Final = "main"
"""The branch that the workflows of a league work on."""


def new_file(repository: str, path: str, text: str) -> str:
    """The forge's page for a new file of `repository` (`owner/name`), filled in; who sends it makes a pull request."""
    folder, _, name = path.rpartition("/")
    return (
        f"https://github.com/{repository}/new/{BRANCH}/{quote(folder)}"
        f"?filename={quote(name, safe='')}&value={quote(text, safe='')}"
    )
