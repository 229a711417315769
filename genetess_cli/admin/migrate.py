"""The files of people in a league, raised to the versions that this program writes. What they say stays."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import unified_diff

from genetess_cli.admin.refresh import check_committed
from genetess_cli.errors import NothingDue
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.schema import UPGRADES, VERSION
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.convert import upgraded


def raised(league: League) -> Mapping[str, bytes]:
    """Return each file of an older version as the newest one has it, by its path.

    Raise NothingDue where there is none, Refused for one that was edited and not committed, InvalidFile.
    """
    files = {}
    for path in [Layout(slug).game for slug in league.slugs()]:
        before = league.lying(path) or b""
        after = _raised(before, path)
        if after != before:
            files[path] = after
    if not files:
        raise NothingDue("all files are of the version that this program writes")
    check_committed(league, files)
    return files


def _raised(data: bytes, path: str) -> bytes:
    tree = api.read(data, path)
    now = upgraded(tree, "version", UPGRADES).data
    if not isinstance(tree.data, dict) or not isinstance(now, dict):
        return data
    return api.with_fields(data, {**dict.fromkeys(tree.data), **now, "version": VERSION}, path)


def changes(league: League, files: Mapping[str, bytes]) -> list[str]:
    """Return what would be changed, as the lines of a diff."""
    lines: list[str] = []
    for path, after in files.items():
        before = (league.lying(path) or b"").decode().splitlines()
        lines += unified_diff(before, after.decode().splitlines(), path, path, n=0, lineterm="")
    return lines


def migrate(league: League, files: Mapping[str, bytes], now: int) -> None:
    """Commit files that are `raised`."""
    with league.repository.lock():
        tip = league.repository.tip()
        league.repository.commit(tip, files, f"files of version {VERSION}", now)
