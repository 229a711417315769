"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress

Mode = Callable[[int], int]


def write_whole(target: str | os.PathLike[str], content: bytes, half: str, mode: Mode | None = None) -> None:
    """Make `target` hold `content`, named `half` until it does; `mode` makes its permissions. Raise OSError."""
    place = os.path.join(os.path.dirname(target), half)
    try:
        with open(place, "wb") as file:
            file.write(content)
            if mode is not None:
                os.chmod(place, mode(os.fstat(file.fileno()).st_mode))
        os.replace(place, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(place)
        raise


def link(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Give a file a second name, that nobody has. Raise FileExistsError where somebody has it, OSError."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except (AttributeError, OSError):  # a disk, or a browser, without links
        with open(source, "rb") as held, open(target, "xb", opener=_private) as made:
            made.write(held.read())


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


Files = dict[str, bytes | None]
"""What files hold, by path or by seat; None where there is no such file."""
Contents = Mapping[str, bytes | None]
"""The same, where it is only read."""
