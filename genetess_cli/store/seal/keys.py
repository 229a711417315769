"""The keys of games, each from one secret of the GM's. Where that lies is `keyring.py`'s matter.

master key (32 bytes)  GENETESS_MASTER_KEY, or a file in the user's configuration folder, made on first use
  game key             HKDF-SHA256(master, salt = game id, info = "genetess/v1 game")
    dice key           HKDF-SHA256(game key, info = "genetess/v1 dice")
    state key          HKDF-SHA256(game key, info = "genetess/v1 state")
    seat key           HKDF-SHA256(game key, info = "genetess/v1 seat" NUL seat NUL epoch)
    print key          HKDF-SHA256(game key, info = "genetess/v1 print")
  site key             HKDF-SHA256(master, info = "genetess/v1 site"), of what forges carry from run to run
  people key           HKDF-SHA256(master, info = "genetess/v1 people"), of addresses and absences in people/
commitment             SHA-256("genetess/v1 commitment" NUL game key), public in game.yaml from the beginning
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from hmac import digest

from genetess_cli.errors import Refused

SIZE = 32


def hkdf(key: bytes, info: bytes, salt: bytes = b"", length: int = SIZE) -> bytes:
    """HKDF with SHA-256 (RFC 5869)."""
    secret = digest(salt or bytes(SIZE), key, "sha256")
    block = b""
    out = b""
    counter = 1
    while len(out) < length:
        block = digest(secret, block + info + bytes([counter]), "sha256")
        out += block
        counter += 1
    return out[:length]


def game_key(master: bytes, game_id: str) -> bytes:
    return hkdf(master, b"genetess/v1 game", salt=bytes.fromhex(game_id))


site_key = partial(hkdf, info=b"genetess/v1 site")
people_key = partial(hkdf, info=b"genetess/v1 people")
dice_key = partial(hkdf, info=b"genetess/v1 dice")
state_key = partial(hkdf, info=b"genetess/v1 state")
print_key = partial(hkdf, info=b"genetess/v1 print")


def seat_key(key: bytes, seat: str, epoch: int) -> bytes:
    """Return a seat's key for orders and turnsheets; the epoch grows when the seat has to have another one."""
    return hkdf(key, f"genetess/v1 seat\0{seat}\0{epoch}".encode())


def commitment(key: bytes) -> str:
    return sha256(b"genetess/v1 commitment\0" + key).hexdigest()


def fingerprint(key: bytes) -> str:
    """Return eight hexadecimal digits by which two copies of a key can be compared, and nothing learned of it."""
    return hkdf(key, b"genetess/v1 fingerprint", length=4).hex()


def new_id() -> str:
    return os.urandom(16).hex()


def check_key(masters: Sequence[bytes], game_id: str, promised: str | None) -> bytes:
    """Return a game's key, from the master key that fits the commitment, or the last (None: nothing is promised yet).

    Raise Refused where none fits.
    """
    for master in reversed(masters):
        key = game_key(master, game_id)
        if promised in (None, commitment(key)):
            return key
    subject = "the master key here is not" if len(masters) == 1 else "none of the master keys here is"
    prints = ", ".join(map(fingerprint, masters))
    raise Refused(
        f"{subject} the one that the game was made with: its draws would not be the same. The game's commitment "
        f"begins with {(promised or '')[:8]}, and the fingerprint here is {prints}. Set GENETESS_MASTER_KEY to the key "
        "of the game's GM"
    )


def revealed_key(text: str, promised: str | None) -> bytes:
    """Return a game's key as it was revealed. Raise Refused where it is not the one that was promised."""
    key = bytes.fromhex(text)
    if commitment(key) != promised:
        raise Refused("clock.yaml has another key than the game was made with; restore the file from git")
    return key
