"""A whole game held against itself: played again from its records, and compared with every commit of its history.

    verify(league, slug, masters)   one game: a report, with the first difference if there is one

How a record is played again is in `fold.py`, what git remembers of a game in `evidence.py`. The branch's tip
counts, and nothing is written anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from genetess_cli.admin.verify.evidence import Differs, Evidence, difference
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.errors import InvalidFile, Progress, Refused
from genetess_cli.rules.base import plain
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import GameHistory
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.seal import keyring, keys
from genetess_cli.turns.state import changed_setting
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


def started_games(league: League) -> list[str]:
    """Return the slugs of the games that have started, as the branch's tip has them."""
    with league.repository() as repository:
        tip, paths = repository.tip(), [Layout(slug) for slug in league.slugs()]
        clocks = repository.read(tip, [path.clock for path in paths])
        return [
            path.slug
            for path in paths
            if clocks[path.clock] is not None or repository.names(tip, path.turns_folder)
        ]


def verify(
    league: League,
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
    folder = GameFolder(league, slug)
    past = GameHistory(league.root, folder.paths)
    report = Report(slug)
    try:
        evidence = Evidence(folder, past)
        if evidence.present.clock is None and evidence.present.last < 0:
            raise Refused(f"{slug} has not started yet; there is nothing to verify")
        _verify(folder, evidence, report, masters, published, progress)
    except (Differs, InvalidFile) as differs:
        report.difference = _place(differs, folder) if in_public and _is_secret(folder) else str(differs)
    finally:
        past.close()
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
    folder: GameFolder,
    evidence: Evidence,
    report: Report,
    masters: Sequence[bytes],
    published: bytes | None,
    progress: Progress | None,
) -> None:
    """Compare everything, one record after the other. Raise Differs, InvalidFile."""
    paths, revealed = folder.paths, Fold(folder, evidence).read_clock(evidence.present).key
    everybodys = _dice_key(folder, [published] if published else [], revealed)
    key = _dice_key(folder, masters, revealed) or everybodys
    report.checked = key is not None
    is_sample = everybodys is not None and paths.script in evidence.files
    evidence.collect(history=not is_sample)
    began = evidence.at_the_start()
    if changed := changed_setting(folder, began):
        raise InvalidFile(changed)
    if what := difference(plain(began.setup.board), plain(folder.setup.board)):
        raise Differs(paths.board, f"changed after the start: {what}")
    folder.check()
    if folder.file.commitment is None:
        raise Differs(paths.game, "commitment: expected what the game's key is bound to, found nothing")
    if revealed and _dice_key(folder, [], revealed) is None:
        raise Differs(paths.clock, "key: expected the one that `commitment` promised, found another")
    fold = Fold(folder, evidence, key)
    for path in evidence.records:
        record = fold.read(path)
        fold.add(record, path)
        report.records += 1
        report.turns += is_of_turn(record)
        report.draws = (report.draws or 0) + len(record.draws)
        report.compared = fold.compared
        if progress:
            progress(report.records, len(evidence.records))
    _check_work_tree(folder, evidence)
    if masters and key is None:
        raise Differs(paths.game, _OTHER_KEY.format(keyring.where()))
    report.notes += [SAMPLE] if is_sample else []
    if (missing := report.records - report.compared) and not is_sample:
        report.notes.append(_LIMITS.format(missing, report.records))
    report.notes += _earlier_promise(folder, evidence)


def _dice_key(folder: GameFolder, masters: Sequence[bytes], revealed: str | None) -> bytes | None:
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
            file = evidence.with_settings(str(version.settings)).file
            if file.id not in (None, now.id) or file.commitment not in (None, now.commitment):
                where = evidence.describe(folder.paths.game, version)
                words = "has another `id` or `commitment` than the game was started with: ask the GM why."
                return [f"{where} {words}"]
    return []


def _check_work_tree(folder: GameFolder, evidence: Evidence) -> None:
    written = [folder.paths.clock, folder.paths.state, *evidence.records]
    with folder.league.repository() as repository:
        for path, data in repository.read_worktree(written).items():
            if data is None or repository.blob_id(data) != evidence.files[path]:
                was = "deleted" if data is None else "changed"
                mend = f"restore it with `git restore {path}`"
                raise Differs(path, f"{was} in the work tree and not committed; {mend}")
