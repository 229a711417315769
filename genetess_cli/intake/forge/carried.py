"""The site that the last run left, which a run goes on from where the league's master key sealed it as it is.

Forges carry it from run to run in places that others may reach, so without that seal nothing of it is read.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

from genetess_cli.errors import Note, Refused
from genetess_cli.site.write.survey import Survey, writing
from genetess_cli.store.league import League
from genetess_cli.store.seal import keyring
from genetess_cli.store.seal.keys import site_key

SEAL = ".genetess-seal"
_LENGTH = 64
"""Of each of the two parts of a seal."""
_ANOTHER = "The site of the last run is not as the key of this league sealed it; all pages are made anew."


def survey(league: League, site: Path, note: Note) -> Survey:
    """Return what is to be built in `site`, of which only what the last run left and still holds is kept.

    Raise Refused where the rest cannot be removed.
    """
    if _is_sealed(site):
        found = Survey(league, site)
        if found.memory.shared:  # else no later build would know which pages of another program are left
            return found
    elif os.path.lexists(site):
        note(_ANOTHER)
    _remove(site)
    return Survey(league, site)


def seal(site: Path) -> None:
    """Seal a site as it is. Raise Refused."""
    with writing(site):
        (site / SEAL).write_text("".join(_seals(site)), encoding="ascii")


def _is_sealed(site: Path) -> bool:
    try:
        seals = _seals(site)
        outside = next(seals)
        with (site / SEAL).open(encoding="ascii") as kept:
            return kept.read(_LENGTH) == outside and kept.read(_LENGTH + 1) == next(seals)
    except (OSError, ValueError, Refused):
        return False


def _seals(site: Path) -> Iterator[str]:
    """Yield the seal of all files by name and size, and then that of what they hold, which is read only then.

    Raise ValueError where anything else than files and folders is there, Refused where there is no key.
    """
    files = sorted(_files(site))
    mac = hmac.new(site_key(keyring.master()), digestmod="sha256")
    mac.update("".join(f"{size} {path}\0" for path, size in files).encode("utf-8", "surrogateescape"))
    yield mac.hexdigest()
    for path, _ in files:
        mac.update((site / path).read_bytes())
    yield mac.hexdigest()


def _files(site: Path) -> Iterator[tuple[str, int]]:
    """Yield the path and the size of each file, without following a link."""
    if site.is_symlink():
        raise ValueError(site)
    folders = [""]
    while folders:
        place = folders.pop()
        with os.scandir(f"{site}/{place}") as entries:
            for entry in entries:
                path = f"{place}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{path}/")
                elif not entry.is_file(follow_symlinks=False):
                    raise ValueError(path)
                elif path != SEAL:
                    yield path, entry.stat(follow_symlinks=False).st_size


def _remove(site: Path) -> None:
    try:
        if site.is_dir() and not site.is_symlink():
            rmtree(site)
        else:
            site.unlink(missing_ok=True)
    except (OSError, RecursionError) as fault:
        words = "delete what the forge carries from run to run, its caches or the branch `pages`, and run this again"
        raise Refused(f"{site} cannot be removed ({type(fault).__name__}): {words}") from None
