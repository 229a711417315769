"""A whole game held against itself: played again from its records, and compared with every commit of its history.

    verify(league, slug, masters)   one game: a report, with the first difference if there is one

How a record is played again is in `fold.py`, what git remembers of a game in `evidence.py`. The branch's tip
counts, and nothing is written anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from genetess_cli.admin.verify.difference import difference
from genetess_cli.admin.verify.evidence import Differs, Evidence
from genetess_cli.admin.verify.fold import Fold, draws_of
from genetess_cli.errors import InvalidFile, Progress, Refused
from genetess_cli.rules import codec
from genetess_cli.rules.base import plain
from genetess_cli.rules.dice import Draw
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import GameHistory, Version
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import record_of
from genetess_cli.store.league import League
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.yaml import api
from genetess_cli.turns.gm_actions import GmAction
from genetess_cli.turns.referee import dice_of
from genetess_cli.turns.step import Input, Missed, Start
from genetess_cli.turns.timeline import is_of_turn

SAMPLE: Final = "A sample, written anew from its script now and then: only its present files are compared."
_LIMITS: Final = (
    "One commit has several records, as after a squash: for {} of {} records there is no position to compare with. All "
    "of them were played again."
)
_OTHER_KEY: Final = (
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
    with Repository.open(league.root) as repository:
        tip = repository.tip()
        paths = {slug: GameFolder(league, slug).paths for slug in league.slugs()}
        return [
            slug
            for slug, path in paths.items()
            if repository.read(tip, [path.clock])[path.clock] is not None
            or repository.names(tip, path.turns_folder)
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
        notes = _Verifying(folder, evidence, report).run(masters, published, progress)
        if (missing := report.records - report.compared) and not report.notes:
            report.notes.append(_LIMITS.format(missing, report.records))
        report.notes += notes
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


class _Verifying:
    """One run over one game."""

    def __init__(self, folder: GameFolder, evidence: Evidence, report: Report) -> None:
        self.folder = folder
        self.paths = folder.paths
        self.evidence = evidence
        self.report = report
        self.fold = Fold(folder, evidence)
        self.clock = self.fold.read_clock(evidence.present)
        self.positions: set[str] = set()
        self.key: bytes | None = None

    def run(self, masters: Sequence[bytes], published: bytes | None, progress: Progress | None) -> list[str]:
        """Compare everything, one record after the other; return what is odd and no difference. Raise Differs."""
        everybodys = self._key([published] if published else [])
        self.key = self._key(masters) or everybodys
        self.fold.key = self.key
        self.report.checked = self.key is not None
        sample = everybodys is not None and self.paths.script in self.evidence.files
        self.evidence.collect(history=not sample)
        self.report.notes += [SAMPLE] if sample else []
        self._settings()
        self._promise()
        for number in range(self.evidence.last + 1):
            self._play(number)
            if progress:
                progress(number + 1, self.evidence.last + 1)
        self._check_work_tree()
        if masters and self.key is None:
            raise Differs(self.paths.game, _OTHER_KEY.format(keyring.where()))
        return self._earlier_promise()

    def _settings(self) -> None:
        """Raise Differs where what the game was started with is not what it is played with."""
        original, now = (_founding_values(folder) for folder in (self.evidence.at_the_start(), self.folder))
        for path in now:
            if what := difference(original[path], now[path]):
                raise Differs(path, f"changed after the start: {what}")
        self.folder.check()

    def _key(self, masters: Sequence[bytes]) -> bytes | None:
        """Return the game's dice key, from the first master key that fits the commitment, or from what was revealed."""
        game_id, promised = self.folder.file.id, self.folder.file.commitment
        candidates = [keys.game_key(master, game_id) for master in masters] if game_id else []
        candidates += [bytes.fromhex(self.clock.key)] if self.clock.key else []
        return next((keys.dice_key(key) for key in candidates if keys.commitment(key) == promised), None)

    def _promise(self) -> None:
        """Raise Differs for a game without a commitment, or with a revealed key that does not fit it."""
        if self.folder.file.commitment is None:
            raise Differs(
                self.paths.game, "commitment: expected what the game's key is bound to, found nothing"
            )
        if self.clock.key and self._key([]) is None:
            raise Differs(self.paths.clock, "key: expected the one that `commitment` promised, found another")

    def _earlier_promise(self) -> list[str]:
        """Tell of another key that was promised before the start: its draws may not have suited somebody."""
        now = self.folder.file
        for version in self.evidence.before_the_start:
            with suppress(InvalidFile):
                file = self.evidence.with_settings(version.settings or "").file
                if file.id not in (None, now.id) or file.commitment not in (None, now.commitment):
                    where = self.evidence.describe(self.paths.game, version)
                    words = "has another `id` or `commitment` than the game was started with: ask the GM why."
                    return [f"{where} {words}"]
        return []

    # One record

    def _play(self, number: int) -> None:
        path = self.evidence.record(number)
        body = self.evidence.past.read(self.evidence.files[path])
        record = api.convert(self.folder.codec.record(body, path), RecordFile)
        if record_of(path) != (record.number, record.turn):
            raise Differs(
                path, f"its name says another number or turn than {record.number} and {record.turn}"
            )
        try:
            self._version(record, path)
            self._luck(record, path)
            self.fold.add(record, path)
            self._compare(number)
        except Differs as differs:
            raise Differs(differs.where, f"{differs.what}{self._by_other_rules(record)}") from None
        self.report.records += 1
        self.report.turns += is_of_turn(record)

    def _by_other_rules(self, record: RecordFile) -> str:
        version = self.folder.ruleset.VERSION
        if record.rules_version == version:
            return ""
        return (
            f"\nThe record was made by version {record.rules_version} of the rules, and this program has version "
            f"{version}: the difference may come from that. Finished turns stay as they were played; verify "
            f"them with a genetess that has version {record.rules_version}."
        )

    def _version(self, record: RecordFile, path: str) -> None:
        """Raise Differs for rules older than those of the start, or newer than this program."""
        first, last = (self.fold.records or [record])[0].rules_version, self.folder.ruleset.VERSION
        if record.rules_version > last:
            raise Differs(path, f"rules_version: expected {last} at most, found {record.rules_version}")
        if record.rules_version < first:
            raise Differs(path, f"rules_version: expected {first} or more, found {record.rules_version}")

    # Its luck

    def _luck(self, record: RecordFile, path: str) -> None:
        try:
            draws = draws_of(record)
            self.report.draws = (self.report.draws or 0) + len(draws)
            if draws and self.key is not None and (what := self._by_the_dice(record, draws, self.key)):
                raise Differs(path, what)
        except ValueError as error:
            raise Differs(path, f"draws: {error}") from None

    def _by_the_dice(self, record: RecordFile, draws: Sequence[Draw], key: bytes) -> str | None:
        event: Input = Start() if record.source == "start" else Missed()
        if record.desk:
            event = GmAction(record.desk, record.seat)
        dice = dice_of(self.fold.states[-1], event, lambda *_: key)
        for index, draw in enumerate(draws):
            if what := difference(dice.number(draw.of, draw.what), draw.number):
                return f"draws[{index}].number ({draw.what}): by the dice {what}"
        return None

    # What was committed with it

    def _compare(self, number: int) -> None:
        """Compare every position that was committed while this was the last record with how the game stood."""
        good: set[str | None] = set()
        for version in self.evidence.versions.get(number, []):
            if version.state not in good:
                self._compare_state(version)
            good.add(version.state)
        self.report.compared += bool(good)

    def _compare_state(self, version: Version) -> None:
        """Compare a position with how the game stands, or stood before the record that it was written before."""
        if version.state is None:
            where = self.evidence.describe(self.paths.state, version)
            raise Differs(where, "expected the position, found no such file")
        if version.state in self.positions:
            return  # one of a sealed game, which says itself when it was written
        data = self.evidence.past.read(version.state)
        since = self.folder.codec.state_since(data)
        expected: dict[str, Any] = codec.dump(self._position_before(version, since))
        if data != api.dump(expected).encode() and (
            what := difference(plain(expected), self.evidence.values(data, self.paths.state))
        ):
            raise Differs(self.evidence.describe(self.paths.state, version), what)
        if since is not None:
            self.positions.add(version.state)

    def _position_before(self, version: Version, since: int | None) -> Any:
        """Return how the game stood before the record `since`, by the records alone: a cut history lacks its commit."""
        last = len(self.fold.records)
        if since not in (None, last) and not 0 < since < last:
            where = self.evidence.describe(self.paths.state, version)
            raise Differs(
                where, f"expected a position from before record {last} at the latest, found {since}"
            )
        return self.fold.states[-1 if since is None else since].game

    def _check_work_tree(self) -> None:
        evidence = self.evidence
        written = [
            self.paths.clock,
            self.paths.state,
            *(path for few in evidence.records.values() for path in few),
        ]
        with Repository.open(self.folder.league.root) as repository:
            held = repository.read_worktree(written)
            for path, data in held.items():
                if data is None or repository.blob_id(data) != evidence.files[path]:
                    was = "deleted" if data is None else "changed"
                    mend = f"restore it with `git restore {path}`"
                    raise Differs(path, f"{was} in the work tree and not committed; {mend}")


def _founding_values(folder: GameFolder) -> dict[str, Any]:
    """Return what of game.yaml and board.yaml decides how a game is played, by path, as plain data."""
    setup = folder.setup
    game = {
        "ruleset": setup.file.ruleset,
        "id": setup.file.id,
        "commitment": setup.file.commitment,
        "rules": plain(setup.settings),
        "players": [plain(seat) for seat in setup.seats],
    }
    return {folder.paths.game: game, folder.paths.board: plain(setup.board)}
