"""A whole game held against itself: played again from its records, and compared with every commit of its history.

    verify(games, slug, masters)   one game: a report, with the first difference if there is one

Which games there are is in `games.py`, how a record is played again in `fold.py`, what git remembers of a game in
`evidence.py`. The branch's tip
counts, and nothing is written anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from typing import Any

import msgspec

from genetess_cli.admin.verify.evidence import Differs, Evidence, difference, in_commit
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.admin.verify.games import Games
from genetess_cli.errors import InvalidFile, Progress, Refused
from genetess_cli.rules.base import plain
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import History, Life
from genetess_cli.store.league import League, Overlay
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.terms import changed_setting, fixed_settings
from genetess_cli.turns.timeline import is_of_turn

SAMPLE = "A sample, written anew from its script now and then: only its present files are compared."
_LIMITS = (
    "One commit has several records, as after a squash: for {} of {} records there is no position to compare with. All "
    "of them were played again."
)
_OTHER_KEY = (
    "commitment: it does not fit the master key here, {}. All else is as committed. Set GENETESS_MASTER_KEY to the key "
    "of the game's GM; for another GM's game take yours out of the way, until that game's key is revealed"
)


class Report(msgspec.Struct):
    """What came of verifying a game.

    `records` were played again, of which `turns` brought a turn to its end; for `compared` of them there is a position
    that was committed with them. `draws` were recorded (None: how many is secret), and `checked` says whether against
    the dice. `notes` are for a person; `difference` is the first one, in words.
    """

    game: str
    records: int = 0
    turns: int = 0
    compared: int = 0
    draws: int | None = 0
    checked: bool = False
    notes: list[str] = []
    difference: str | None = None


def verify(
    league: League, slug: str, masters: Sequence[bytes] = (), published: bytes | None = None
) -> Report:
    """Verify one game of a league as `verify_game` does."""
    with closing(Games(league)) as games:
        return verify_game(games, slug, masters, published)


def verify_game(
    games: Games,
    slug: str,
    masters: Sequence[bytes] = (),
    published: bytes | None = None,
    progress: Progress | None = None,
    in_public: bool = False,
) -> Report:
    """Play a game again and compare; with one of the `masters`, or once its key is revealed, its luck is checked too.

    `published` is the master key that everybody has: a game of that key which has a script is a sample. Whatever
    differs, or cannot be read, is in the report; where others read that (`in_public`), of a sealed game without a
    public key its place alone, and nothing of its luck. Raise Refused for a game not started, WrongUsage where there
    is no such game.
    """
    report = Report(slug)
    life = games.life(slug)
    try:
        if life:
            games.check_there(life)
            if life.removed:
                report.notes.append(f"removed {in_commit(games.history, life.removed)}")
                return report
    except Differs as differs:
        report.difference = str(differs)
        return report
    folder = GameFolder(games.league, slug)
    if life is None:
        raise Refused(f"{slug} has not started yet; there is nothing to verify")
    try:
        _verify(games, folder, life, report, masters, published, progress)
    except (Differs, InvalidFile) as differs:
        report.difference = _place(differs, folder) if in_public and _is_secret(folder) else str(differs)
    if in_public and _is_secret(folder):
        report.draws = None
    return report


def _is_secret(folder: GameFolder) -> bool:
    try:
        return folder.is_secret
    except InvalidFile:
        return True


def _place(differs: Differs | InvalidFile, folder: GameFolder) -> str:
    """Return where something differs, and nothing of what it says there."""
    named = differs.where if isinstance(differs, Differs) else differs.findings[0].path
    where = named if named.startswith(f"{folder.paths.folder}/") else folder.paths.folder
    return f"{where}: differs; CI does not print how, because others can read its logs: run this on your own machine"


def _verify(
    games: Games,
    folder: GameFolder,
    life: Life,
    report: Report,
    masters: Sequence[bytes],
    published: bytes | None,
    progress: Progress | None,
) -> None:
    """Compare everything, one record after the other. Raise Differs, InvalidFile."""
    paths, evidence = folder.paths, Evidence(folder, games.history, life)
    revealed = Fold(evidence).read_clock(life.versions[-1]).key
    everybodys = [published] if published else []
    is_sample = paths.script in life.files and _dice_key(folder, everybodys) is not None
    key = _dice_key(folder, [*masters, *everybodys], revealed)
    report.checked = key is not None
    evidence.collect(history=not is_sample)
    _check_settled(evidence, folder)
    folder.check()
    if folder.file.commitment is None:
        raise Differs(paths.game, "commitment: expected what the game's key is bound to, found nothing")
    if revealed and _dice_key(folder, [], revealed) is None:
        raise Differs(paths.clock, "key: expected the one that `commitment` promised, found another")
    for other in () if is_sample else games.others(life, folder.file.id):
        _check_other(folder, life, games.history, other, key)
    fold = Fold(evidence, key)
    for path in evidence.records:
        record = fold.read(path)
        fold.add(record, path)
        report.records += 1
        report.turns += is_of_turn(record)
        report.draws = (report.draws or 0) + len(record.draws)
        report.compared = fold.compared
        if progress:
            progress(report.records, len(evidence.records))
    fold.end()
    _check_work_tree(folder, evidence)
    if masters and key is None:
        raise Differs(paths.game, _OTHER_KEY.format(keyring.where()))
    report.notes += [SAMPLE] if is_sample else []
    if (missing := report.records - report.compared) and not is_sample:
        report.notes.append(_LIMITS.format(missing, report.records))
    report.notes += _earlier_promise(folder, evidence)


def _check_other(folder: GameFolder, life: Life, past: History, other: Life, key: bytes | None) -> None:
    """Verify a game as it was under another name, or before it was removed, and see that it kept its records."""
    files = {path: past.read(row.oid) for path, row in other.files.items() if row.is_file}
    former = GameFolder(Overlay(folder.league, files), other.slug, unlocked=folder)
    evidence = Evidence(former, past, other, files)
    evidence.collect()
    _check_settled(evidence, folder)
    fold = Fold(evidence, key)
    for path in evidence.records:
        fold.add(fold.read(path), path)
        kept = life.files.get(folder.paths.folder + path.removeprefix(former.paths.folder))
        if kept is None or kept.oid != other.files[path].oid:
            words = f"expected the record that was {evidence.describe(path, other.versions[-1])}"
            missing = folder.paths.record(len(fold.records) - 1, fold.records[-1].turn)
            raise Differs(missing, f"{words}, found {'another' if kept else 'no such file'}")
    fold.end()


def _check_settled(evidence: Evidence, folder: GameFolder) -> None:
    """Raise Differs, InvalidFile where a commit, or the files here, have what is fixed otherwise than the start had."""
    began, paths = evidence.at_the_start(), evidence.paths
    if changed := changed_setting(began.terms, folder.terms):
        raise InvalidFile(changed)
    _hold_settled(began, folder, paths.game, paths.board)
    for version in evidence.settled:
        if paths.game in version.files:
            with suppress(InvalidFile):  # no run reads such files
                places = (evidence.describe(path, version) for path in (paths.game, paths.board))
                _hold_settled(began, evidence.at(version), *places)


def _hold_settled(began: GameFolder, found: GameFolder, game: str, board: str) -> None:
    then, now = ({_name(path): value for path, value in _settled(folder)} for folder in (began, found))
    if what := difference(then, now):
        raise Differs(game, what)
    if what := difference(plain(began.setup.board), plain(found.setup.board)):
        raise Differs(board, f"changed after the start: {what}")


def _settled(folder: GameFolder) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield ("rules_version",), folder.file.rules_version
    yield from fixed_settings(folder.terms)


def _name(path: Sequence[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def _dice_key(folder: GameFolder, masters: Sequence[bytes], revealed: str | None = None) -> bytes | None:
    """Return the game's dice key, from the first master key that fits the commitment, or from what was revealed."""
    game_id, promised = folder.file.id, folder.file.commitment
    candidates = [keys.game_key(master, game_id) for master in masters] if game_id else []
    candidates += [bytes.fromhex(revealed)] if revealed else []
    return next((keys.dice_key(key) for key in candidates if keys.commitment(key) == promised), None)


def _earlier_promise(folder: GameFolder, evidence: Evidence) -> list[str]:
    """Tell of another key that was promised before the start: its draws may not have suited somebody."""
    now = folder.file
    for version in evidence.before_the_start:
        with suppress(InvalidFile):
            file = evidence.with_settings(version.files[folder.paths.game]).file
            if file.id not in (None, now.id) or file.commitment not in (None, now.commitment):
                where = evidence.describe(folder.paths.game, version)
                words = "has another `id` or `commitment` than the game was started with: ask the GM why."
                return [f"{where} {words}"]
    return []


def _check_work_tree(folder: GameFolder, evidence: Evidence) -> None:
    written = [folder.paths.clock, folder.paths.state, *evidence.records]
    with folder.league.repository as repository:
        for path, data in repository.read_worktree(written).items():
            if data is None or repository.blob_id(data) != evidence.files[path].oid:
                was = "deleted" if data is None else "changed"
                mend = f"restore it with `git restore {path}`"
                raise Differs(path, f"{was} in the work tree and not committed; {mend}")
