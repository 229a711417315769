"""Plain values to the types of `store/schema.py`, and every mistake at once in words for the GM who wrote them.

The quick way is the library's own; only where that fails is the type walked field by field to find and
word each mistake. What a good game is beyond its types is said in `store/schema.py`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from genetess_cli.errors import Finding, InvalidFile, short
from genetess_cli.store.times import Time, decode_time
from genetess_cli.store.yaml.read import Path, Tree, fault, value_at

T = TypeVar("T")

MOST = 50  # mistakes told at once

_KINDS: dict[object, str] = {
    str: "text", bool: "true or false", int: "a whole number", float: "a number",
    list: "a list", tuple: "a list", dict: "a mapping of `key: value`",
}  # fmt: skip
_TIME = "a time such as `2026-11-24T18:00:00Z`"


Upgrade = Callable[[Mapping[str, Any]], dict[str, Any]]
"""What a file of one form says, as one of the next form says it."""


def upgraded(tree: Tree, name: str, steps: Sequence[Upgrade]) -> Tree:
    """Return a file as the newest form has it, by what its field `name` says: `steps` lead there, the first from 1.

    Raise InvalidFile for a file of a newer program.
    """
    data = tree.data
    if not isinstance(data, dict):
        return tree
    form = data.get(name, 1)
    newest = len(steps) + 1
    if type(form) is not int or form < 1:
        return tree  # whoever converts it says so
    if form > newest:
        words = f"the file has {name} {form}, and this program reads {name} {newest}; bring the program up to date"
        raise InvalidFile(fault(tree, (name,), words))
    for step in steps[form - 1 :]:
        data = step(data)
    return tree.with_data(data)


def convert(tree: Tree, kind: type[T], path: Path = ()) -> T:
    """Return the values at `path` as `kind`. Raise InvalidFile: line, field and what was expected, for each mistake."""
    try:
        return msgspec.convert(value_at(tree.data, path), kind, strict=True, dec_hook=decode_time)
    except msgspec.ValidationError as error:
        faults = mistakes(tree, kind, path)
        raise InvalidFile(*(faults[:MOST] or [fault(tree, path, str(error))])) from None


def mistakes(tree: Tree, kind: object, path: Path) -> list[Finding]:
    """Return what is wrong with the value at `path`, which should be of a `kind`, a line for each mistake."""
    value = value_at(tree.data, path)
    inner, _ = _bare(kind)
    if isinstance(inner, type) and issubclass(inner, msgspec.Struct) and isinstance(value, dict):
        return _fields(tree, inner, path, value)
    origin = get_origin(inner)
    arguments = get_args(inner)
    if origin in (list, tuple) and isinstance(value, list):
        findings = [fault for i in range(len(value)) for fault in mistakes(tree, arguments[0], (*path, i))]
    elif origin in (dict, Mapping) and isinstance(value, dict):
        findings = [fault for key in value for fault in _entry(tree, arguments, (*path, key))]
    else:
        findings = []
    return findings or _leaf(tree, kind, path, value)


def _bare(kind: object) -> tuple[object, str]:
    """Return a type without `Annotated` and without an alternative of nothing, and its description."""
    words = ""
    while True:
        if get_origin(kind) is Annotated:
            kind, *metas = get_args(kind)
            described = (meta.description for meta in metas if isinstance(meta, msgspec.Meta))
            words = next(filter(None, described), words)
            continue
        kinds = [part for part in get_args(kind) if part is not type(None)]
        if get_origin(kind) not in (Union, types.UnionType) or len(kinds) != 1:
            return (str, _TIME) if kind is Time else (kind, words)
        kind = kinds[0]


def _fields(tree: Tree, kind: type[msgspec.Struct], path: Path, value: dict[str, Any]) -> list[Finding]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    faults = []
    for key in value:
        if key in fields:
            faults += mistakes(tree, fields[key].type, (*path, key))
        elif kind.__struct_config__.forbid_unknown_fields:
            faults.append(no_such_field(tree, (*path, key), [*fields]))
    for name, field in fields.items():
        if field.required and name not in value:
            faults.append(fault(tree, path, f"`{name}` is missing; add `{name}: ...` here"))
    return faults


def no_such_field(tree: Tree, path: Path, known: list[str]) -> Finding:
    """Return what is wrong with a field at `path` that is none of those that are known there."""
    names = ", ".join(f"`{name}`" for name in known)
    words = f"there is no such field{nearest(str(path[-1]), known)}; the fields here are {names}"
    return fault(tree, path, words)


def _entry(tree: Tree, arguments: tuple[object, ...], path: Path) -> list[Finding]:
    if not fits(path[-1], arguments[0]):
        return [fault(tree, path, f"expected {_bare(arguments[0])[1] or 'another key'} before the `:`")]
    return mistakes(tree, arguments[1], path)


def _leaf(tree: Tree, kind: object, path: Path, value: object) -> list[Finding]:
    """Return the mistake in a value that has no parts, or whose parts are each good; [] where it is good."""
    try:
        msgspec.convert(value, kind, strict=True, dec_hook=decode_time)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, ValueError):  # a time of the right form
            return [fault(tree, path, str(error.__cause__))]
        inner, words = _bare(kind)
        fitting = _KINDS.get(get_origin(inner) or inner) == _KINDS.get(type(value))
        wanted = words or _expected(inner)
        if fitting and not words:
            wanted = str(error).removeprefix("Expected ").partition(" - at")[0]
        return [fault(tree, path, f"expected {wanted}, got {_found(tree, kind, path, value)}")]
    return []


def _found(tree: Tree, kind: object, path: Path, value: object) -> str:
    inner, _ = _bare(kind)
    if value is None:
        return "nothing; write it after the `:` or `-`"
    if isinstance(value, list | dict):
        return _KINDS[type(value)]
    raw = tree.raw_text(path)
    text = raw or str(value)
    shown = f"`{short(text, 60)}`"
    if raw is None and inner in (int, float) and fits(value, kind):
        return f"the text {shown}; write it without quotes"
    if isinstance(value, str) and get_origin(inner) is Literal:
        return shown + nearest(value, [str(known) for known in get_args(inner)])
    is_to_be_text = inner is str and not isinstance(value, str) and fits(text, kind)
    return f'{shown}; put it in quotes: "{text}"' if is_to_be_text else shown


def _expected(inner: object) -> str:
    if get_origin(inner) is Literal:
        return " or ".join(f"`{known}`" for known in get_args(inner))
    if get_origin(inner) in (Union, types.UnionType):
        return " or ".join(_expected(_bare(part)[0]) for part in get_args(inner) if part is not type(None))
    return _KINDS.get(get_origin(inner) or inner, "a mapping of `key: value`")


def fits(value: object, kind: object) -> bool:
    """Say whether a value, or what its text would be without quotes, is of a kind."""
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def nearest(word: str, known: list[str]) -> str:
    """Return ` (did you mean ...?)` where `word` is close to one of `known`, else nothing."""
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    return f" (did you mean `{near[0]}`?)" if near else ""
