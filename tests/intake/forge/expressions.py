"""The conditions and values between `${{` and `}}`, as far as the workflows of a league need them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

TOKEN = re.compile(
    r"\s*(?:('(?:[^']|'')*')|(always|success|failure|cancelled)\(\)|([A-Za-z_][\w.-]*)|(&&|\|\||==|!=|[!()]))"
)
BY_STATUS = re.compile(r"\b(?:always|success|failure|cancelled)\(\)")


def holds(condition: str, context: Mapping[str, Any], failed: bool) -> bool:
    """Whether something is done: without a word on what went before, only where nothing of that has failed."""
    words = condition.strip().removeprefix("${{").removesuffix("}}").strip()
    if not BY_STATUS.search(words):
        words = f"success() && ({words})" if words else "success()"
    return bool(value(words, {**context, "status": {"failed": failed}}))


def filled(text: str, context: Mapping[str, Any]) -> str:
    """A text with the values of its expressions."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: shown(value(found[1], context)), text)


def shown(found: Any) -> str:
    return "" if found is None else str(found).lower() if isinstance(found, bool) else str(found)


def value(words: str, context: Mapping[str, Any]) -> Any:
    """What an expression comes to; what is nowhere is None."""
    tokens = _tokens(words.strip())
    found = _either(tokens, context)
    assert not tokens, f"left of an expression: {tokens}"
    return found


def _tokens(words: str) -> list[tuple[str, str]]:
    found, at = [], 0
    while at < len(words):
        token = TOKEN.match(words, at)
        assert token, f"no expression: {words[at:]}"
        kind = next(
            name for name, text in zip(("text", "call", "name", "sign"), token.groups(), strict=True) if text
        )
        found.append((kind, token[0].strip()))
        at = token.end()
    return found


def _either(tokens: list[tuple[str, str]], context: Mapping[str, Any]) -> Any:
    found = _both(tokens, context)
    while tokens and tokens[0][1] == "||":
        tokens.pop(0)
        other = _both(tokens, context)
        found = found or other
    return found


def _both(tokens: list[tuple[str, str]], context: Mapping[str, Any]) -> Any:
    found = _same(tokens, context)
    while tokens and tokens[0][1] == "&&":
        tokens.pop(0)
        other = _same(tokens, context)
        found = found and other
    return found


def _same(tokens: list[tuple[str, str]], context: Mapping[str, Any]) -> Any:
    found = _one(tokens, context)
    while tokens and tokens[0][1] in ("==", "!="):
        sign = tokens.pop(0)[1]
        # The forge compares texts without regard to case.
        is_same = shown(found).lower() == shown(_one(tokens, context)).lower()
        found = is_same == (sign == "==")
    return found


def _one(tokens: list[tuple[str, str]], context: Mapping[str, Any]) -> Any:
    kind, word = tokens.pop(0)
    match kind, word:
        case "text", _:
            return word[1:-1].replace("''", "'")
        case "call", _:
            failed = context["status"]["failed"]
            return {"always()": True, "success()": not failed, "failure()": failed, "cancelled()": False}[
                word
            ]
        case "name", "true" | "false":
            return word == "true"
        case "name", _:
            return _looked_up(word, context)
        case _, "!":
            return not _one(tokens, context)
        case _, "(":
            found = _either(tokens, context)
            assert tokens.pop(0)[1] == ")"
            return found
    raise AssertionError(f"no value: {word}")


def _looked_up(name: str, context: Any) -> Any:
    for part in name.split("."):
        context = context.get(part) if isinstance(context, Mapping) else None
    return context
