"""What all values of the program are made from: fields that never change."""

from __future__ import annotations

from typing import Any, Self, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True):
    """Something that is its fields; its subclasses name them."""

    def replace(self, **changes: Any) -> Self:
        """Return it with other values in some fields."""
        return msgspec.structs.replace(self, **changes)
