"""The tables beside a board, which change row by row in the replay."""

from __future__ import annotations

import msgspec


class Table(msgspec.Struct, frozen=True):
    """A table: its title, the heads of its columns, and its rows as markup by name; in a row nothing is left open.

    Rows are shown in the order of their names, which are the same from position to position.
    """

    title: str
    heads: tuple[str, ...]
    rows: dict[str, str]
