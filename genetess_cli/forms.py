"""What can be seen of a sealed game's files without a key: their form, their place, and whose key they are under."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from genetess_cli.errors import Refused
from genetess_cli.seal import chest, keys
from genetess_cli.store import Hosted
from genetess_cli.store.layout import LEAGUE, record_of, slug_of
from genetess_cli.store.schema import ClockFile
from genetess_cli.store.sealed import form_of, kind_of

ATTRIBUTES: Final = "*.sealed -diff linguist-generated"
"""The line of .gitattributes about sealed files."""
_MEND = "take it back from git, no person is meant to edit it"


def order_problems(path: str, seat: str, data: bytes) -> list[str]:
    """What is wrong with the form of a sealed order file; its orders nobody can read here."""
    problem = form_of(data, str(slug_of(path)), seat)
    return [f"{path}: {problem}; seal your orders anew"] if problem else []


def attributes_missing(root: Path) -> list[str]:
    """What the .gitattributes of a league with sealed games has to say, where none says it: from its folder up."""
    for folder in (root, *root.parents):
        file = folder / ".gitattributes"
        if file.is_file() and any(map(_hides, file.read_text("utf-8", "replace").splitlines())):
            return []
        if (folder / ".git").exists():
            break
    return [
        ".gitattributes: git shows changes of sealed files line by line, which nobody can read; add the line "
        f"`{ATTRIBUTES}` and commit it"
    ]


def _hides(line: str) -> bool:
    """Whether a line has git take sealed files for bytes."""
    pattern, *words = line.split() or [""]
    return pattern == "*.sealed" and bool({"-diff", "binary"} & {*words})


def key_problems(clock: ClockFile, hosted: Hosted) -> list[str]:
    """What is wrong with the key that a game's clock publishes."""
    try:
        keys.revealed(clock.key or "", hosted.commitment)
    except Refused:
        return [f"{hosted.paths.clock}: key: it is not the key that `commitment` promised; {_MEND}"]
    return []


def foreign_key(hosted: Hosted) -> list[str]:
    """That the master key of this machine, if there is one, does not open a game that has not started."""
    if not chest.has_master():
        return []
    return [
        f"{hosted.paths.specials}: it does not open with the master key here. That is as it should be if the game is "
        "another GM's; what is sealed of its board was not looked at"
    ]


def unsealed(hosted: Hosted) -> list[str]:
    """What the site shows to everybody of a sealed game that is not over, as its `spectators` are not `public`."""
    is_over = hosted.clock and hosted.clock.phase == "finished"
    if is_over or hosted.file.spectators == "public" or not hosted.ruleset.HIDDEN:
        return []
    when = "at once" if hosted.file.spectators == "full" else "some turns later"
    return [
        f"{hosted.paths.game}: the game is sealed, and with these `spectators` the site shows everybody the whole "
        f"board {when}; write `spectators: public` if that is not what you want"
    ]


def insecure(hosted: Hosted) -> list[str]:
    """That sealed sheets cannot be opened where the site is, as browsers unseal in a secure context alone."""
    base = hosted.league.settings.site.base_url
    if base is None or _is_secure(base) or (hosted.clock and hosted.clock.key):
        return []
    return [
        f"{LEAGUE}: `base_url` begins with http://, and {hosted.slug} is sealed: browsers open a sealed turnsheet, and "
        "seal orders, only where the address begins with https:// or is the own machine's. Have the site answer at an "
        "https address, and write that one"
    ]


def _is_secure(address: str) -> bool:
    """Whether browsers take what lies at an address for a secure context: https, or the own machine."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        name = parts.hostname or ""
    except ValueError:
        return True  # no address at all, which is another matter
    local = name in ("localhost", "::1") or name.endswith(".localhost") or name.startswith("127.")
    return parts.scheme == "https" or local


def past_problems(hosted: Hosted) -> list[str]:
    """What is wrong with the form of the position, the board's sealed part and the records."""
    return [*_problems(hosted)]


def _problems(hosted: Hosted) -> Iterator[str]:
    wanted = {hosted.paths.specials: ("specials", "0"), hosted.paths.state: ("state", None)}
    for path, (kind, turn) in wanted.items():
        yield from _problem(hosted, path, kind, turn)
    for path in hosted.record_paths():
        if record_of(path):
            yield from _problem(hosted, path, "record", PurePosixPath(path).stem)


def _problem(hosted: Hosted, path: str, kind: str, turn: str | None) -> Iterator[str]:
    data = hosted.league.read(path)
    if data is not None and (problem := kind_of(data, kind, turn)):
        yield f"{path}: {problem}; {_MEND}"
