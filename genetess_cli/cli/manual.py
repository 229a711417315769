"""The setting of help: paragraphs are wrapped, examples stand as they were written.

The words are each command's own docstring.
"""

from __future__ import annotations

import inspect
from typing import Any

import click

_AS_WRITTEN = "\b\n"  # Click's mark for a paragraph that is not to be wrapped


def as_written(words: str | None) -> str:
    """Return help in which every paragraph with an indented line keeps its lines."""
    paragraphs = inspect.cleandoc(words or "").split("\n\n")
    return "\n\n".join(_AS_WRITTEN + part if "\n  " in part else part for part in paragraphs)


class Command(click.Command):
    """A command whose docstring may end in examples."""

    def __init__(self, name: str | None, help: str | None = None, **options: Any) -> None:
        super().__init__(name, help=as_written(help), **options)
