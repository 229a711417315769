"""What is asked of a new game's rules, `KEY=VALUE` texts of --rule, as values of the ruleset's own settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from genetess_cli.errors import InvalidFile, WrongUsage
from genetess_cli.rules import ruleset
from genetess_cli.store import TIMEOUT, yaml


def read(name: str, texts: Sequence[str]) -> dict[str, Any]:
    """The settings that are given for a game of a ruleset, typed as it has them.

    Raises WrongUsage for a text that names none or does not fit; whether the rules allow the value is not asked here.
    """
    kind = ruleset(name).SETTINGS
    names = [field for field in kind.__struct_fields__ if field != TIMEOUT]
    has = f"{name} has {', '.join(names)}"
    given: dict[str, Any] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign:
            raise WrongUsage(f"--rule {text[:40]}: write KEY=VALUE; {has}")
        if key not in names:
            raise WrongUsage(f"--rule: there is no setting `{key[:40]}`{yaml.nearest(key, names)}; {has}")
        if key in given:
            raise WrongUsage(f"--rule {key} is given twice")
        given[key] = _value(kind, key, value)
    return given


def _value(kind: type[Any], key: str, text: str) -> Any:
    """A value as game.yaml would have it, or the text itself where that fits and what YAML makes of it does not."""
    where = f"--rule {key}"
    try:
        return getattr(yaml.convert(yaml.read(f"{key}: {text}".encode(), where), kind), key)
    except InvalidFile as error:
        fault = error.faults[0].removeprefix(f"{where}:1: ").removeprefix(f"{key}: ")
    try:
        return getattr(msgspec.convert({key: text}, kind), key)
    except msgspec.ValidationError:
        raise WrongUsage(f"{where}: {fault}") from None
