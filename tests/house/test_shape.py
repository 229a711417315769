"""How files look: each says what belongs in it, and none knows the machine it was written on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import ROOT, modules, sources, tracked, tree

# Written in pieces, or this file would find itself.
FORBIDDEN = re.compile(
    "|".join(
        [
            r"(?<![\w.])/" + r"(?:work|root|home)/",
            r"(?<![\w.])/" + r"tmp/v\b",
            r"\.\./" + "shared",
            "py" + r"pi\.org",
            "python" + r"hosted\.org",
            "registry" + r"\.npm",
            "npm" + r"js\.(?:org|com)",
        ]
    )
)


def _label(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


EVERY_SOURCE = pytest.mark.parametrize("path", sources(), ids=_label)


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


@EVERY_SOURCE
def test_every_file_opens_with_what_belongs_in_it(path: Path) -> None:
    assert ast.get_docstring(tree(path))


def test_most_functions_of_the_package_are_short() -> None:
    lengths = sorted(_length(function) for path in modules() for function in _functions(path))
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 9 // 10] <= 30


def test_no_file_names_a_machine_or_what_lies_beside_the_project() -> None:
    files = tracked()
    if not files:
        pytest.skip("not a git checkout: there is no list of the project's files")
    found = [f"{_label(path)}: {match.group()}" for path in files if (match := FORBIDDEN.search(_text(path)))]
    assert not found


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")
