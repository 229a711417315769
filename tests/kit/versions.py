"""A program that has another version of a ruleset than this one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest
from msgspec.structs import replace

from genetess_cli.rules import genetess, ruleset


@contextmanager
def program_with(version: int, module: ModuleType = genetess) -> Iterator[None]:
    """What is done here is done by a program whose ruleset, of that module, has that version."""
    rules = replace(module.RULES, version=version)
    with pytest.MonkeyPatch.context() as change:
        change.setattr(module, "RULES", rules)
        ruleset.cache_clear()
        yield
    ruleset.cache_clear()
