"""Checks of a sealed game's files, also without a key: their form, their place, and whose key they are under."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from genetess_cli.errors import Finding, Refused
from genetess_cli.store.game import GameFolder
from genetess_cli.store.layout import LEAGUE, slug_of
from genetess_cli.store.league import League, is_taken_along
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.seal.codec import form_problem

_MEND = "restore it from git; do not edit it by hand"


def order_problems(path: str, seat: str, data: bytes) -> list[Finding]:
    """Return what is wrong with the form of a sealed order file; its orders nobody can read here."""
    problem = form_problem(data, "order", slug=slug_of(path), seat=seat)
    return [Finding(path, f"{problem}; seal your orders again")] if problem else []


def key_problems(folder: GameFolder) -> list[Finding]:
    """Return what is wrong with the key that a game's clock publishes: it is not the one that was promised."""
    if folder.clock is None or folder.clock.key is None:
        return []
    try:
        keys.revealed_key(folder.clock.key, folder.file.commitment)
    except Refused:
        return [
            Finding(folder.paths.clock, f"it is not the key that `commitment` promised; {_MEND}", field="key")
        ]
    return []


def foreign_key(folder: GameFolder) -> list[Finding]:
    """Return a finding where the master key of this machine does not open a game that has not started."""
    is_open = not folder.is_sealed or folder.clock is not None or folder.can_open
    if is_open or not keyring.has_master():
        return []
    words = (
        "it does not open with the master key here. That is right if the game is another GM's. Its sealed board was "
        "not checked"
    )
    return [Finding(folder.paths.specials, words)]


def exposed(folder: GameFolder) -> list[Finding]:
    """Return what the site shows everybody, or opens to nobody, of what is sealed in the files."""
    if not folder.is_sealed:
        return []
    is_over = folder.clock and folder.clock.phase == "finished"
    if is_over or folder.file.spectators == "public" or not folder.ruleset.HIDDEN:
        return insecure(folder)
    when = "at once" if folder.file.spectators == "full" else "some turns later"
    words = (
        f"the game is sealed, and with these `spectators` the site shows everybody the whole board {when}; to "
        "keep it secret, write `spectators: public`"
    )
    return [Finding(folder.paths.game, words), *insecure(folder)]


_SECURE = ("https:", "http://localhost/", "http://localhost:", "http://127.", "http://[::1]")


def insecure(folder: GameFolder) -> list[Finding]:
    """Return a finding where the site is in no secure context, in which alone browsers unseal."""
    base = folder.league.settings.site.base_url
    if base is None or not folder.is_secret or base.startswith(_SECURE):
        return []
    words = (
        f"`base_url` begins with http://, and {folder.slug} is sealed: browsers open sealed turnsheets only at "
        "https:// addresses (or on your own machine). Serve the site at an https address, and write that one"
    )
    return [Finding(LEAGUE, words)]


def past_problems(folder: GameFolder) -> list[Finding]:
    """Return what is wrong with the form of the position, the board's sealed part and the records."""
    wanted = [(folder.paths.specials, "specials", "0"), (folder.paths.state, "state", None)]
    wanted += [(path, "record", PurePosixPath(path).stem) for path in folder.record_paths()]
    findings = []
    for path, kind, turn in wanted:
        data = folder.league.read(path)
        if data is not None and (problem := form_problem(data, kind, turn=turn)):
            findings.append(Finding(path, f"{problem}; {_MEND}"))
    return findings


def check_outside(league: League, board: Path) -> None:
    """Raise Refused for a board that the next `git add` would take into the league's history."""
    if is_taken_along(league.root, board):
        raise Refused(
            f"{board} is in the league's repository, where everybody can read it; "
            f"put it outside, such as in {Path(os.pardir) / board.name}. If it was ever committed, make another"
        )
