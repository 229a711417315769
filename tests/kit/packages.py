"""Packages that offer rulesets, installed by nothing but what the import system looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli import rules
from genetess_cli.rules import packages

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tic-tac-toe"


def offer(
    monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, module: str, text: str = "", package: str = "p"
) -> None:
    """Install a package that offers a ruleset: the name of its module, and the text of it, if it is to be written."""
    info = folder / f"{package}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{packages.RULESETS}]\n{name} = {module}:RULES\n")
    if text:
        (folder / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    rules.ruleset.cache_clear()
    packages.package.cache_clear()


def offer_example(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Install the example as it lies in the checkout."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    offer(monkeypatch, folder, "tic-tac-toe", "tic_tac_toe", package="genetess-tic-tac-toe")
