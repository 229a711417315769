"""The keys of the leagues of tests, and a machine that has a key or none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from genetess_cli.store.codec import SealedCodec
from genetess_cli.store.seal import keys
from genetess_cli.store.seal.keyring import VARIABLE

MASTER = bytes(range(32))
KEY = MASTER.hex()
OTHER_KEY = "0d" * 32
ID = "5b0c" * 8
OTHER_ID = "5b0d" * 8
GAME_KEY = keys.game_key(MASTER, ID)
VAULT = SealedCodec("riot", ID, GAME_KEY)


def game_key(game_id: str, promised: str | None) -> bytes:
    """The key of a game whose GM has MASTER."""
    return keys.check_key([MASTER], game_id, promised)


@contextmanager
def machine(home: Path, key: str | None = None) -> Iterator[None]:
    """A machine of somebody's, with the master key in the environment or without any key."""
    with pytest.MonkeyPatch.context() as change:
        change.setenv("XDG_CONFIG_HOME", str(home / ".config"))
        change.delenv("CI", raising=False)
        change.delenv(VARIABLE, raising=False)
        if key is not None:
            change.setenv(VARIABLE, key)
        yield


@contextmanager
def without_key() -> Iterator[None]:
    """No master key on this machine."""
    with pytest.MonkeyPatch.context() as change:
        change.delenv(VARIABLE)
        yield
