"""What a turn is carried out on are values: none of them can read a file, ask git or open what is sealed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.tree import modules, name, tree

DOORS = {"Path", "Repository", "League", "Snapshot", "WorkTree"}
"""What leads from a value to files."""


def _turns() -> list[Path]:
    return [path for path in modules() if name(path).startswith("turns.")]


def _is_value(node: ast.ClassDef) -> bool:
    return any(keyword.arg == "frozen" for keyword in node.keywords)


@pytest.mark.parametrize("path", _turns(), ids=name)
def test_no_value_of_a_turn_leads_to_a_file(path: Path) -> None:
    classes = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef) and _is_value(node)]
    fields = [field for node in classes for field in node.body if isinstance(field, ast.AnnAssign)]
    words = {
        (ast.unparse(field.target), word.id)
        for field in fields
        for word in ast.walk(field.annotation)
        if isinstance(word, ast.Name) and word.id in DOORS
    }
    assert not words
