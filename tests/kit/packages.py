"""Packages that offer rulesets, installed by nothing but what the import system looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli import rules
from genetess_cli.rules import packages
from genetess_cli.site import games

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tic-tac-toe"


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
