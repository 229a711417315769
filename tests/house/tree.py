"""The project's own files as the tests of the house read them: modules, their imports, everything in the tree.

No test is here, and nothing that a test outside tests/house needs.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from genetess_cli.manual.article import Explanation, lines

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "genetess_cli"


@cache
def sources() -> tuple[Path, ...]:
    """Every Python file of the project: package, tests, benchmarks."""
    folders = (PACKAGE, ROOT / "tests", ROOT / "benchmarks")
    return tuple(sorted(path for folder in folders for path in folder.rglob("*.py")))


def modules() -> tuple[Path, ...]:
    """Every module of the package."""
    return tuple(path for path in sources() if path.is_relative_to(PACKAGE))


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def name(path: Path) -> str:
    """The dotted name of a module below the package: `store/git/__init__.py` -> `store.git`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Every import in a file, those inside functions too, as (module, name); the name is empty for `import x`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def inner_imports(path: Path) -> Iterator[str]:
    """The modules of this package that a file imports, as dotted names below the package."""
    for module, imported in imports(path):
        first, _, below = module.partition(".")
        if first != "genetess_cli":
            continue
        if below and imported and _is_module(f"{below}.{imported}"):
            yield f"{below}.{imported}"
        elif below or imported.startswith("__"):
            yield below or "__init__"
        else:
            yield imported or "__init__"


def outer_imports(path: Path) -> Iterator[str]:
    """The modules from outside this package that a file imports, as dotted names."""
    return (module for module, _ in imports(path) if module.partition(".")[0] != "genetess_cli")


def _is_module(dotted: str) -> bool:
    stem = PACKAGE.joinpath(*dotted.split("."))
    return stem.with_suffix(".py").exists() or (stem / "__init__.py").exists()


def tracked() -> list[Path]:
    """Every file that is in the repository or would be after `git add --all`; empty outside a git checkout."""
    if not (ROOT / ".git").exists():
        return []
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted({ROOT / path for path in listing.split("\0") if path and (ROOT / path).is_file()})


@cache
def rulings(ruleset: str) -> tuple[int, ...]:
    """The numbers of all rulings of a ruleset's page in docs, in its order."""
    text = (ROOT / "docs" / f"rulings-{ruleset}.md").read_text(encoding="utf-8")
    return tuple(int(number) for number in re.findall(r"^\*\*[A-Z](\d+) ", text, re.MULTILINE))


def sentences_of(entry: Explanation) -> Iterator[tuple[str, list[str]]]:
    """What an entry says, each text with what keeps it from being whole sentences."""
    texts = (entry.brief, *entry.examples.values(), entry.says, entry.limits, entry.meets)
    for text in (line.text for line in lines(*texts)):
        flaws = [] if text[-1] in ".!" else ["it has no end"]
        if re.search(r"[a-z0-9][.:;,][A-Z][a-z]|  ", text):
            flaws.append("a space is missing or too many")
        if text.count("`") % 2:
            flaws.append("a backtick is missing")
        yield text, flaws
