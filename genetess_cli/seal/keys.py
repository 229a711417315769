"""The GM's one secret and the keys that come from it. No key is ever printed, logged or put into an error.

master key (32 bytes)  GENETESS_MASTER_KEY, or a file in the user's configuration folder, made on first use
  game key             HKDF-SHA256(master, salt = game id, info = "genetess/v1 game")
    dice key           HKDF-SHA256(game key, info = "genetess/v1 dice")
commitment             SHA-256("genetess/v1 commitment" NUL game key), public from the game's start
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from pathlib import Path

from genetess_cli.errors import Refused

VARIABLE = "GENETESS_MASTER_KEY"
SIZE = 32


def hkdf(key: bytes, info: bytes, salt: bytes = b"", length: int = SIZE) -> bytes:
    """HKDF with SHA-256 (RFC 5869)."""
    secret = hmac.new(salt or bytes(32), key, hashlib.sha256).digest()
    block, out = b"", b""
    counter = 1
    while len(out) < length:
        block = hmac.new(secret, block + info + bytes([counter]), hashlib.sha256).digest()
        out += block
        counter += 1
    return out[:length]


def game_key(master: bytes, game_id: str) -> bytes:
    """The key of one game; `game_id` is 32 hex digits."""
    return hkdf(master, b"genetess/v1 game", salt=bytes.fromhex(game_id))


def dice_key(key: bytes) -> bytes:
    """The key of a game's draws, from its game key."""
    return hkdf(key, b"genetess/v1 dice")


def commitment(key: bytes) -> str:
    """What a game key is committed to in public, as hex."""
    return hashlib.sha256(b"genetess/v1 commitment\0" + key).hexdigest()


def new_id() -> str:
    """A new game's id: 16 random bytes as hex."""
    return os.urandom(16).hex()


def master(make: bool = False, note: Callable[[str], None] = lambda text: None) -> bytes:
    """The master key, from the environment or the user's configuration folder.

    `make` writes a new one there if there is none, and tells `note` where. Raises Refused where there is no key, or
    what is there is none.
    """
    text = os.environ.get(VARIABLE, "").strip()
    if text:
        return _decoded(text, f"the environment variable {VARIABLE}")
    path = key_file()
    try:
        if path.exists():
            return _decoded(path.read_text(errors="replace").strip(), str(path))
        if make:
            return _made(path, note)
    except OSError as error:
        raise Refused(
            f"the master key {path} cannot be read or made: {error.strerror}; see who owns it"
        ) from None
    raise Refused(
        f"the master key is missing: set {VARIABLE} to the key that the game was started with, or put it into {path}"
    )


def key_file() -> Path:
    """Where the master key lies when it is not in the environment."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "genetess" / "master.key"


def _decoded(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise Refused(f"{where} does not hold a master key: it is {2 * SIZE} hexadecimal digits")
    return key


def _made(path: Path, note: Callable[[str], None]) -> bytes:
    key = os.urandom(SIZE)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    half = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key.hex() + "\n")
    try:
        os.link(half, path)  # refuses to replace a key that another run made meanwhile
    except FileExistsError:
        return master()
    finally:
        half.unlink()
    note(f"A master key was made: {path}. The luck of your games comes from it; keep a copy in a safe place.")
    return key


def opened(master_key: bytes, game_id: str, promised: str | None) -> bytes:
    """A game's dice key, once its game key has been checked against the commitment made at the start.

    Raises Refused where the master key is not the one that the game was started with.
    """
    key = game_key(master_key, game_id)
    if promised is not None and not hmac.compare_digest(commitment(key), promised):
        raise Refused(
            "the master key here is not the one that the game was started with: its draws would not be the same. "
            f"Set {VARIABLE} to the key of the game's GM"
        )
    return dice_key(key)


def dice_key_for(game_id: str, promised: str | None) -> bytes:
    """`opened` with the master key of the environment or of the user's configuration folder."""
    return opened(master(), game_id, promised)
