"""Packages that offer rulesets, and genetess itself, installed by nothing but what the import system looks for."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from genetess_cli import __version__, rules
from genetess_cli.rules import packages
from genetess_cli.site import games

HOME = "https://github.com/genetess/genetess"
COMMIT = "4f" * 20
RELEASE = f"v{__version__}"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tic-tac-toe"


def install(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    url: str = HOME,
    revision: str = RELEASE,
    **other: object,
) -> None:
    """Install genetess itself, as pip notes it: from a commit of a repository, or as `other` says."""
    info = folder / f"genetess-{__version__}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: genetess\nVersion: {__version__}\n")
    of_git = {"vcs_info": {"vcs": "git", "commit_id": COMMIT, "requested_revision": revision}}
    (info / "direct_url.json").write_text(json.dumps({"url": url, **(other or of_git)}))
    monkeypatch.syspath_prepend(str(folder))
    importlib.invalidate_caches()


def offer(
    monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, module: str, text: str = "", package: str = "p"
) -> None:
    """Install a package that offers a ruleset: the name of its module, and the text of it, if it is to be written.

    What it offers to pages is in a module `pages` below it.
    """
    info = folder / f"{package}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    groups = {packages.RULESETS: f"{module}:RULES", packages.PAGES: f"{module}.pages:PAGES"}
    lines = [f"[{group}]\n{name} = {place}\n" for group, place in groups.items()]
    (info / "entry_points.txt").write_text("".join(lines))
    if text:
        (folder / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    for cached in (rules.ruleset, packages.package, games.pages_of, games.drawing):
        cached.cache_clear()


def offer_example(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Install the example as it lies in the checkout."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    offer(monkeypatch, folder, "tic-tac-toe", "tic_tac_toe", package="genetess-tic-tac-toe")
