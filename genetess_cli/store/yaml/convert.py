"""Plain values to the types of `store/schema.py`, and every mistake at once in words for the GM who wrote them.

The quick way is the library's own; only where that fails is the type walked field by field to find and
word each mistake. What a good game is beyond its types is said in `store/schema.py`.
"""

from __future__ import annotations

import types
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from genetess_cli.errors import Finding, InvalidFile
from genetess_cli.store.times import Time, decode_time
from genetess_cli.store.yaml.read import Path, Tree, fault, value_at

T = TypeVar("T")

MOST: Final = 50  # mistakes told at once

_KINDS: Final = {
    str: "text", bool: "true or false", int: "a whole number", float: "a number",
    list: "a list", tuple: "a list", dict: "a mapping of `key: value`",
}  # fmt: skip
_TIME: Final = "a time such as `2026-11-24T18:00:00Z`"


def convert(tree: Tree, kind: type[T], path: Path = ()) -> T:
    """Return the values at `path` as `kind`. Raise InvalidFile: line, field and what was expected, for each mistake."""
    try:
        return msgspec.convert(value_at(tree.data, path), kind, strict=True, dec_hook=decode_time)
    except msgspec.ValidationError as error:
        faults = mistakes(tree, kind, path)
        raise InvalidFile(*(faults[:MOST] or [fault(tree, path, str(error))])) from None


def mistakes(tree: Tree, kind: Any, path: Path) -> list[Finding]:
    """Return what is wrong with the value at `path`, which should be of a `kind`, a line for each mistake."""
    value = value_at(tree.data, path)
    inner, _ = _bare(kind)
    if isinstance(inner, type) and issubclass(inner, msgspec.Struct) and isinstance(value, dict):
        return _fields(tree, inner, path, value)
    origin, arguments = get_origin(inner), get_args(inner)
    if origin in (list, tuple) and isinstance(value, list):
        findings = [fault for i in range(len(value)) for fault in mistakes(tree, arguments[0], (*path, i))]
    elif origin is dict and isinstance(value, dict):
        findings = [fault for key in value for fault in _entry(tree, arguments, (*path, key))]
    else:
        findings = []
    return findings or _leaf(tree, kind, path, value)


def _bare(kind: Any) -> tuple[Any, str]:
    """Return a type without `Annotated` and without an alternative of nothing, and its description."""
    words = ""
    while True:
        if get_origin(kind) is Annotated:
            metas = [meta for meta in kind.__metadata__ if isinstance(meta, msgspec.Meta)]
            words = next((meta.description for meta in metas if meta.description), words)
            kind = get_args(kind)[0]
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
            faults.append(fault(tree, (*path, key), _unknown(key, [*fields])))
    for name, field in fields.items():
        if field.required and name not in value:
            faults.append(
                fault(tree, path, f"`{name}` is missing; add `{name}: {_example(field.type)}` here")
            )
    return faults


def _entry(tree: Tree, arguments: tuple[Any, ...], path: Path) -> list[Finding]:
    _, words = _bare(arguments[0])
    if not fits(path[-1], arguments[0]):
        return [fault(tree, path, f"expected {words or 'another key'} before the `:`")]
    return mistakes(tree, arguments[1], path)


def _leaf(tree: Tree, kind: Any, path: Path, value: Any) -> list[Finding]:
    """Return the mistake in a value that has no parts, or whose parts are each good; none where it is good."""
    try:
        msgspec.convert(value, kind, strict=True, dec_hook=decode_time)
    except msgspec.ValidationError as error:
        cause = error.__cause__  # of a time: the form is right where that is a ValueError
        words = (
            str(cause) if isinstance(cause, ValueError) else _complaint(tree, kind, path, value, str(error))
        )
        return [fault(tree, path, words)]
    return []


def _complaint(tree: Tree, kind: Any, path: Path, value: Any, problem: str) -> str:
    inner, words = _bare(kind)
    wanted = words or _expected(inner)
    if value is None:
        return f"expected {wanted}, got nothing; write it after the `:` or `-`"
    if get_origin(inner) is Literal and isinstance(value, str):
        return f"expected {wanted}, got {_show(value)}{nearest(value, [str(known) for known in get_args(inner)])}"
    if inner is str and not isinstance(value, str | list | dict):
        quoted = _quote(tree, path, value)
        remedy = f"; put it in quotes: {quoted}" if fits(quoted[1:-1], kind) else f" {_show(value)}"
        return f"expected {wanted}, got {_kind(value)}{remedy}"
    if inner is bool and isinstance(value, str) and value.lower() in ("yes", "no", "on", "off", "y", "n"):
        right = "true" if value.lower() in ("yes", "on", "y") else "false"
        return f"expected {wanted}, got {_show(value)}; write {right}"
    if inner in (int, float) and isinstance(value, str):
        return f"expected {wanted}, got the text {_show(value)}; write it as digits without quotes"
    if isinstance(value, list | dict) or _kind(value) != _KINDS.get(inner):
        shown = f" {_show(value)}" if isinstance(value, str) else ""
        return f"expected {wanted}, got {_kind(value)}{shown}"
    if words:
        return f"expected {words}, got {_show(value)}"
    return f"{problem.removeprefix('Expected ').split(' - at')[0]} was expected, got {_show(value)}"


def _expected(inner: Any) -> str:
    if get_origin(inner) is Literal:
        return " or ".join(f"`{known}`" for known in get_args(inner))
    if get_origin(inner) in (Union, types.UnionType):
        return " or ".join(_expected(_bare(part)[0]) for part in get_args(inner) if part is not type(None))
    return _KINDS.get(get_origin(inner) or inner, "a mapping of `key: value`")


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    return {float: "a number", int: "a whole number"}.get(type(value)) or _KINDS[type(value)]


def fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _quote(tree: Tree, path: Path, value: Any) -> str:
    written = tree.raw_text(path)
    return f'"{written or ("" if value is None else value)}"'


def _show(value: Any) -> str:
    text = str(value) if not isinstance(value, bool) else str(value).lower()
    return f"`{text if len(text) <= 60 else text[:57] + '...'}`"


def _example(kind: Any) -> str:
    inner, _ = _bare(kind)
    if get_origin(inner) is Literal:
        return str(get_args(inner)[0])
    return {int: "0", bool: "false", str: "..."}.get(inner, "...")


def _unknown(key: str, known: list[str]) -> str:
    names = ", ".join(f"`{name}`" for name in known)
    return f"there is no such field{nearest(key, known)}; the fields here are {names}"


def nearest(word: str, known: list[str]) -> str:
    """Return ` (did you mean ...?)` where `word` is close to one of `known`, else nothing."""
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    return f" (did you mean `{near[0]}`?)" if near else ""
