"""What makes code slow to read stays out: bags of fields that may be missing, conditions inside expressions, `Any`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import modules, name, tree

MOST_OPTIONAL = 3
"""Fields of one struct that can be None. With more of them it is several kinds of thing, each a struct of its own."""
BAGS = {
    "PlayerFile": "a player in game.yaml, which leaves out what it does not set",
    "GameFile": "game.yaml, which leaves out what it does not set",
    "Clock": "clock.yaml, which leaves out what does not hold",
    "SignUpFile": "a sign-up, which has what its form had",
    "ListedMerge": "a merge request, as GitLab gives it",
    "Reading": "what is passed over before an order, and behind it, has no other kind",
}
LEAST_SHARE = 200
"""There are so many lines of code to a conditional expression inside another one, at least."""
MOST_ANY = 30


def _can_be_none(field: ast.AnnAssign) -> bool:
    annotation = field.annotation
    while isinstance(annotation, ast.BinOp):
        if isinstance(annotation.right, ast.Constant) and annotation.right.value is None:
            return True
        annotation = annotation.left
    return False


def _classes() -> Iterator[ast.ClassDef]:
    return (node for path in modules() for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef))


def test_a_struct_is_of_one_kind() -> None:
    bags = set()
    for node in _classes():
        fields = [field for field in node.body if isinstance(field, ast.AnnAssign)]
        if sum(map(_can_be_none, fields)) > MOST_OPTIONAL:
            bags.add(node.name)
    assert bags == BAGS.keys()


def _conditionals(path: Path) -> Iterator[tuple[ast.IfExp, ast.AST]]:
    """Yield each conditional expression with what it stands in."""
    for node in ast.walk(tree(path)):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.IfExp):
                yield child, node


def test_a_condition_is_the_whole_of_what_is_returned_or_assigned() -> None:
    plain = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return
    inside = [
        f"{name(path)}:{node.lineno}"
        for path in modules()
        for node, parent in _conditionals(path)
        if not isinstance(parent, plain)
    ]
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in modules())
    assert len(inside) <= lines / LEAST_SHARE, inside


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the expressions of a statement without those of the statements in it."""
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from ast.walk(child)


def test_no_statement_asks_for_two_conditions() -> None:
    double = [
        f"{name(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.stmt) and sum(isinstance(each, ast.IfExp) for each in _own(node)) > 1
    ]
    assert not double


def test_hardly_anything_is_of_any_type() -> None:
    untyped = [
        f"{name(path)}.{node.name}({parameter.arg})"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        if isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "Any"
    ]
    assert len(untyped) <= MOST_ANY, untyped
