"""The keys on this machine: the GM's master keys, and the keys of seats that their players brought.

    GENETESS_MASTER_KEY, or genetess/master.key                  64 hexadecimal digits a line, the newest key last
    genetess/seats/<game id>-<seat>.key                          the part of a seat's link behind its `#`

Both below the user's configuration folder, readable by their owner alone. No key is ever logged or put into an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from genetess_cli.errors import Note, Refused
from genetess_cli.store.files import link
from genetess_cli.store.seal import keys
from genetess_cli.store.seal.keys import SIZE

VARIABLE = "GENETESS_MASTER_KEY"
_SEAT_KEY = r"[A-Za-z0-9_-]{43}"
_TOLD = "The luck and the secrets of your games depend on it; keep a copy in a safe place."


# The master keys


_WITH_LEAGUE: list[Path] = []
"""Where master keys lie that came with the league in use, if any did: see `use`."""


def use(path: Path) -> None:
    """Let this run have the master keys in a file that came with a league, for games of then: before its own."""
    _WITH_LEAGUE[:] = filter(os.path.isfile, [path])


def master(note: Note | None = None) -> bytes:
    """Return the key of games to come. Raise Refused where there is none; with `note`, one is made then, and told."""
    return masters(note)[-1]


def masters(note: Note | None = None) -> list[bytes]:
    """Return the master keys that are here, the newest last; `note` is as of `master`. Raise Refused."""
    brought = [key for path in _WITH_LEAGUE for key in decode_keys(_read(path) or "", str(path))]
    if brought and not _has_own():
        return brought
    return [*dict.fromkeys([*brought, *_own(note)])]


def _own(note: Note | None = None) -> list[bytes]:
    """Return this machine's master keys. Raise Refused."""
    if held := given():
        return decode_keys(held, _own_place())
    path = master_file()
    text = _read(path)
    if text is not None:
        return decode_keys(text, str(path))
    if note:
        if _keep(path, os.urandom(SIZE).hex()):
            note(f"A master key was made: {path}. {_TOLD}")
        return _own()
    raise Refused(
        f"the master key is missing: set {VARIABLE} to the key that the game was made with, or put it into {path}"
    )


def rotate() -> bytes:
    """Return a new master key, which the file now has below those that were there. Raise Refused."""
    if given():
        raise Refused(
            f"the master key is in {_own_place()}, which no command can change; unset it, and keep its value in "
            f"{master_file()} with `genetess keys import`"
        )
    _own()  # no key is added to what is none
    made = os.urandom(SIZE)
    _append(master_file(), [made])
    return made


def has_master() -> bool:
    """Return whether there is a master key here, or something in its place."""
    return _has_own() or bool(_WITH_LEAGUE)


def _has_own() -> bool:
    with suppress(Refused):  # a machine without a place for keys has none
        return bool(given()) or os.path.lexists(master_file())
    return False


def where() -> str:
    """Return where the master keys are."""
    places = [*map(str, _WITH_LEAGUE)]
    if _has_own() or not places:
        places.append(_own_place())
    return " and ".join(places)


def _own_place() -> str:
    return f"the environment variable {VARIABLE}" if given() else str(master_file())


def given() -> str:
    """Return what the environment holds in place of the file; "": nothing."""
    return os.environ.get(VARIABLE, "").strip()


def master_file() -> Path:
    return _folder() / "master.key"


def bring_master(text: str) -> Path:
    """Keep master keys made elsewhere; gives their file. Raise Refused for no key, or where others are there."""
    brought = decode_keys(text, "what was given")
    path = master_file()
    if _keep(path, lines(brought)):
        return path
    here: list[bytes] = []
    with suppress(Refused):
        here = decode_keys(_read(path) or "", str(path))
    if set(brought) <= set(here):
        return path
    if not here or brought[: len(here)] != here:
        import shlex

        named = shlex.quote(str(path))
        raise Refused(
            f"{path} holds another master key, which its games need, or none; move it away first, `mv {named} "
            f"{named}.old`, and import the key again. To have several, import them at once, the newest last"
        )
    _append(path, brought[len(here) :])
    return path


def lines(several: Iterable[bytes]) -> str:
    return "\n".join(key.hex() for key in several)


def decode_keys(text: str, where: str) -> list[bytes]:
    """Return master keys from their text, which came from `where`, each once. Raise Refused for any other text.

    Blanks, commas and colons may part or end them too: some forges take no line breaks in a secret.
    """
    found = []
    for digits in re.findall(r"[^\s,:]+", text) or [""]:
        try:
            key = bytes.fromhex(digits)
        except ValueError:
            key = b""
        if len(key) != SIZE:
            words = f"it is {2 * SIZE} hexadecimal digits; line breaks, blanks, commas or colons part several"
            raise Refused(f"{where} does not hold a master key: {words}")
        found.append(key)
    return [*dict.fromkeys(found)]


def game_key_for(game_id: str, promised: str | None, note: Note | None = None) -> bytes:
    """Return a game's key from the master key of this machine that it was made with, or from the newest.

    `note` is as of `master`. Raise what `keys.check_key` raises.
    """
    return keys.check_key(masters(note), game_id, promised)


# The keys of seats


def seat_text(key: bytes) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(key).decode().rstrip("=")


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
        from base64 import urlsafe_b64decode

        return urlsafe_b64decode(f"{text}=")
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
            return file.read(10_000).strip()
    except (FileNotFoundError, NotADirectoryError):
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
            link(half, path)  # refuses to replace a key that another run made meanwhile
        except FileExistsError:
            return False
        finally:
            half.unlink()
    except OSError as error:
        raise Refused(f"the key {path} cannot be made: {error.strerror}; see who owns the folder") from None
    return True


def _append(path: Path, several: Sequence[bytes]) -> None:
    """Add master keys in one write, so that two runs at once keep the keys of both. Raise Refused."""
    try:
        with path.open("ab", buffering=0) as file:
            file.write(f"\n{lines(several)}\n".encode())
    except OSError as error:
        raise Refused(f"the key {path} cannot be written: {error.strerror}; see who owns it") from None
