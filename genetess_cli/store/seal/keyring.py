"""The keys on this machine: the GM's master key, and the keys of seats that their players brought.

    GENETESS_MASTER_KEY, or genetess/master.key                  64 hexadecimal digits
    genetess/seats/<game id>-<seat>.key                          the part of a seat's link behind its `#`

Both below the user's configuration folder, readable by their owner alone. No key is ever logged or put into an error.
"""

from __future__ import annotations

import base64
import os
import re
from contextlib import suppress
from pathlib import Path

from genetess_cli.errors import Note, Refused
from genetess_cli.store.seal import keys
from genetess_cli.store.seal.keys import SIZE

VARIABLE = "GENETESS_MASTER_KEY"
_SEAT_KEY = r"[A-Za-z0-9_-]{43}"
_TOLD = "The luck and the secrets of your games depend on it; keep a copy in a safe place."


# The master key


def master(make: bool = False, note: Note | None = None) -> bytes:
    """Return this machine's master key; `make` makes one where there is none, told to `note`. Raise Refused."""
    if given := _given():
        return decode_key(given, where())
    path = master_file()
    text = _read(path)
    if text is not None:
        return decode_key(text, where())
    if make:
        made = _keep(path, os.urandom(SIZE).hex())
        if made and note:
            note(f"A master key was made: {path}. {_TOLD}")
        return master()
    raise Refused(
        f"the master key is missing: set {VARIABLE} to the key that the game was made with, or put it into {path}"
    )


def has_master() -> bool:
    """Return whether there is a master key on this machine, or something in its place."""
    with suppress(Refused):  # a machine without a place for keys has none
        return bool(_given()) or os.path.lexists(master_file())
    return False


def where() -> str:
    return f"the environment variable {VARIABLE}" if _given() else str(master_file())


def _given() -> str:
    return os.environ.get(VARIABLE, "").strip()


def master_file() -> Path:
    return _folder() / "master.key"


def bring_master(text: str) -> Path:
    """Keep a master key made elsewhere; gives its file. Raise Refused for no key, or where another lies there."""
    key = decode_key(text.strip(), "what was given")
    path = master_file()
    if not _keep(path, key.hex()) and (_read(path) or "").lower() != key.hex():
        raise Refused(
            f"{path} holds another master key, which its games need, or none; move it away first, and import "
            "the key again"
        )
    return path


def decode_key(text: str, where: str) -> bytes:
    """Return a master key from its text, which came from `where`. Raise Refused for any other text."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise Refused(f"{where} does not hold a master key: it is {2 * SIZE} hexadecimal digits")
    return key


def game_key_for(game_id: str, promised: str | None) -> bytes:
    """Return a game key from the master key of this machine. Raise what `keys.check_key` raises."""
    return keys.check_key(master(), game_id, promised)


def dice_key_for(game_id: str, promised: str | None) -> bytes:
    """Return a game's dice key from the master key of this machine. Raise what `keys.check_key` raises."""
    return keys.dice_key(game_key_for(game_id, promised))


# The keys of seats


def seat_text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def seat_key(game_id: str, seat: str) -> bytes | None:
    """Return the key of a seat that was brought to this machine, if any. Raise Refused where its file holds no key."""
    path = _seat_file(game_id, seat)
    text = _read(path)
    return None if text is None else decode_seat_key(text.partition("\n")[0], str(path))


def bring_seat(game_id: str, seat: str, text: str) -> tuple[Path, Path | None]:
    """Keep a seat's key; gives its file and where the key before it is now. Raise Refused for no key."""
    key = decode_seat_key(text, "what was given")
    path = _seat_file(game_id, seat)
    if _keep(path, seat_text(key)) or (_read(path) or "").partition("\n")[0] == seat_text(key):
        return path, None
    before = path.with_suffix(".before")
    try:
        path.replace(before)
    except OSError as error:
        raise Refused(f"{path} cannot be replaced: {error.strerror}") from None
    _keep(path, seat_text(key))
    return path, before


def seats_brought() -> list[Path]:
    """Return the files of the keys of seats on this machine; [] where it has no place for keys."""
    with suppress(Refused):
        return sorted((_folder() / "seats").glob("*.key"))
    return []


def decode_seat_key(text: str, where: str) -> bytes:
    """Return a seat's key from its text, which came from `where`. Raise Refused for any other text."""
    if re.fullmatch(_SEAT_KEY, text):
        return base64.urlsafe_b64decode(f"{text}=")
    raise Refused(
        f"{where} does not hold the key of a seat: that is the 43 characters after the `#` of its link"
    )


def _seat_file(game_id: str, seat: str) -> Path:
    return _folder() / "seats" / f"{game_id}-{seat}.key"


# Files


def _folder() -> Path:
    """Return the folder of the keys. Raise Refused where there is none, it moves with the caller, or git has it."""
    try:
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    except RuntimeError:
        raise Refused(f"this account has no home folder to keep keys in: set HOME or {VARIABLE}") from None
    if not home.is_absolute():
        words = "is not an absolute path, so keys would be in the folder where genetess happens to run"
        raise Refused(f"XDG_CONFIG_HOME={home} {words}. Set it to an absolute path, or unset it")
    folder = home.resolve() / "genetess"
    if top := next((place for place in folder.parents if (place / ".git").exists()), None):
        words = f"is in {top}, a git repository, where `git add` would publish your keys"
        raise Refused(f"{home} {words}. Set XDG_CONFIG_HOME to a folder outside, and move genetess/ there")
    return home / "genetess"


def _read(path: Path) -> str | None:
    try:
        with path.open(errors="replace") as file:
            return file.read(1_000).strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused(f"the key {path} cannot be read: {error.strerror}; see who owns it") from None


def _keep(path: Path, text: str) -> bool:
    """Write a file of a key, whole and for its owner alone; False where one is there, which stays."""
    half = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{text}\n")
        try:
            os.link(half, path)  # refuses to replace a key that another run made meanwhile
        except FileExistsError:
            return False
        finally:
            half.unlink()
    except OSError as error:
        raise Refused(f"the key {path} cannot be made: {error.strerror}; see who owns the folder") from None
    return True
