"""A whole game held against itself: played again from its records, and compared with every commit of its history.

    verify(games, slug, masters)   one game: a report, with the first difference if there is one

Which games there are is in `games.py`, how a record is played again in `fold.py`, what git remembers of a game in
`evidence.py`, and what was verified before in `notes.py`. The branch's tip counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby

from genetess_cli.admin.verify.evidence import Differs, Evidence, clock_of, in_commit
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.admin.verify.games import Games
from genetess_cli.admin.verify.notes import Known, Notes, Report, Verified
from genetess_cli.errors import InvalidFile, Progress, Unstarted, WrongUsage
from genetess_cli.rules import RULESETS, program_with
from genetess_cli.rules.base import plain
from genetess_cli.store.git.history import Life, Since, Version
from genetess_cli.store.layout import Layout, check_slug, record_of
from genetess_cli.store.schema import GameFile
from genetess_cli.store.seal import keyring, keys
from genetess_cli.store.terms import Setup, Terms, changed_setting, fixed_settings
from genetess_cli.store.timeline import is_of_turn
from genetess_cli.store.yaml.read import join_path
from genetess_cli.values import Value

SAMPLE = "A sample, written anew from its script now and then: only its present files are compared."
_LIMITS = (
    "One commit has several records, as after a squash: for {} of {} records there is no position to compare with. All "
    "of them were played again."
)
_OTHER_KEY = (
    "commitment: it does not fit the master key here, {}. All else is as committed. Set GENETESS_MASTER_KEY to the key "
    "of the game's GM; for another GM's game take yours out of the way, until that game's key is revealed"
)


class Between(Value):
    """The turns to play again, by their labels: from the first to the last where none is named."""

    first: str | None = None
    last: str | None = None

    def numbers(self, life: Life) -> range | None:
        """Return the numbers of the records of these turns, None for all. Raise WrongUsage for a turn that is none."""
        if self == ALL:
            return None
        turns = [turn for _, turn in sorted(filter(None, map(record_of, life.files)))]
        for label in filter(None, (self.first, self.last)):
            if label not in turns:
                known = f"{turns[0]} to {turns[-1]}" if turns else "none"
                raise WrongUsage(f"{life.slug} has no turn {label[:20]!r}; its turns are {known}")
        first = turns.index(self.first) if self.first else 0
        last = len(turns) - turns[::-1].index(self.last) if self.last else len(turns)
        if first >= last:
            raise WrongUsage(f"turn {self.first} comes after {self.last}: name the earlier one with --from")
        return range(first, last)


ALL = Between()


def verify(
    games: Games,
    slug: str,
    masters: Sequence[bytes] = (),
    published: bytes | None = None,
    progress: Progress | None = None,
    in_public: bool = False,
    between: Between = ALL,
    notes: Notes | None = None,
) -> Report:
    """Play a game again and compare; with one of the `masters`, or once its key is revealed, its luck is checked too.

    `published` is the master key that everybody has: a game of that key which has a script is a sample. Whatever
    differs, or cannot be read, is in the report; where others read that (`in_public`), of a sealed game without a
    public key its place alone, and nothing of its luck. Of the records, those `between` two turns are played, by their
    own rules: what other rules made is named. With `notes` it goes on from what was verified before, but what differs
    then is found from the start on. Raise Refused for a game not started, WrongUsage where there is no such game or
    turn.
    """
    check_slug(slug)
    known = None
    if notes:
        if report := notes.again(slug):
            return report
        known = notes.before(slug)
    run = _Run(games, slug, masters, published, progress, in_public, between)
    report, verified = run.report(known)
    if known and report.difference:
        report, verified = run.report(None)
    if notes:
        notes.add(slug, verified)
    return report


def _place(differs: Differs | InvalidFile, paths: Layout) -> str:
    """Return where something differs, and nothing of what it says there."""
    named = differs.where if isinstance(differs, Differs) else differs.findings[0].path
    where = named if named.startswith(f"{paths.folder}/") else paths.folder
    return f"{where}: differs; CI does not print how, because others can read its logs: run this on your own machine"


class _Run(Value):
    """What is asked of a game; the fields are those of `verify`."""

    games: Games
    slug: str
    masters: Sequence[bytes]
    published: bytes | None
    progress: Progress | None
    in_public: bool
    between: Between

    def report(self, known: Known | None) -> tuple[Report, Verified | None]:
        """Return the report, and what of it is to be noted; with what is `known` it goes on from there."""
        report = Report(self.slug)
        verified = None
        games = self.games
        life = games.life(self.slug)
        if life is None:
            games.league.game(self.slug)
            raise Unstarted(self.slug, "there is nothing to verify")
        is_secret = False
        try:
            games.check_there(life)
            is_secret = self.in_public
            if life.removed:
                report.notes.append(f"removed {in_commit(games.history, life.removed)}")
                return report, Verified(games.tip, report)
            numbers = self.between.numbers(life)
            find = games.find_key(life)
            later: list[Version] = []
            if numbers and self.between.last:
                later = life.versions
                life = games.until(life, numbers.stop)
            terms = games.terms(life, find, is_whole=not self.between.last)
            is_secret = self.in_public and terms.is_sealed
            evidence = Evidence(games.league, games.history, life, terms, numbers)
            is_secret = is_secret and not evidence.revealed
            evidence.check_kept(later)
            verified = self._play(evidence, report, known)
        except (Differs, InvalidFile) as differs:
            report.difference = _place(differs, Layout(self.slug)) if is_secret else str(differs)
        if is_secret:
            report.draws = None
        return report, verified

    def _play(self, evidence: Evidence, report: Report, known: Known | None) -> Verified | None:
        """Compare everything, one record after the other. Raise Differs, InvalidFile."""
        games = self.games
        life = evidence.life
        paths = evidence.paths
        file = evidence.terms.file
        revealed = evidence.revealed
        everybodys = [self.published] if self.published else []
        others = games.others(life, file.id)
        is_sample = paths.script in evidence.files and _is_everybodys(games, [life, *others], everybodys)
        key = _dice_key(file, [*self.masters, *everybodys], revealed)
        report.checked = key is not None
        evidence.collect(history=not is_sample)
        setup = games.league.setup(evidence.terms)
        _check_settled(evidence, setup)
        if evidence.terms.other_rules is None:
            setup.check(is_open=False)
        if file.commitment is None:
            raise Differs(paths.game, "commitment: expected what the game's key is bound to, found nothing")
        if revealed and _dice_key(file, [], revealed) is None:
            raise Differs(paths.clock, "key: expected the one that `commitment` promised, found another")
        earlier = None
        if not is_sample:
            for other in others:
                earlier = _check_other(games, evidence, setup, other, key, earlier)
        fold = Fold(evidence, key, earlier)
        is_alone = not (is_sample or others or life.former)
        if known and is_alone and known[0].report.checked == report.checked:
            _go_on(games, evidence, fold, report, *known)
        compared = report.compared
        for record, _ in fold.play():
            if fold.is_played(record):
                report.records += 1
                report.turns += is_of_turn(record)
                report.draws = (report.draws or 0) + len(record.draws)
                report.compared = compared + len(fold.compared)
            if self.progress:
                self.progress(fold.number, len(evidence.records))
        report.notes += _foreign(fold, evidence.terms.ruleset.name)
        report.notes += [fold.lost] if fold.lost else []
        if found := games.differences_of(self.slug):
            raise InvalidFile(found[0])
        if self.masters and key is None:
            raise Differs(paths.game, _OTHER_KEY.format(keyring.where()))
        report.notes += [SAMPLE] if is_sample else []
        if (missing := report.records - report.compared) and not is_sample:
            report.notes.append(_LIMITS.format(missing, report.records))
        report.notes += _earlier_promise(evidence)
        for version in games.namesakes(life):
            report.notes.append(f"Another game of this name was removed {in_commit(games.history, version)}.")
        if file.ruleset not in RULESETS:  # another package has a say in it
            return None
        is_whole = is_alone and not (fold.foreign or fold.lost)
        is_told = not (self.in_public and evidence.terms.is_sealed and not revealed)
        number = fold.number if is_whole and is_told else 0
        game_id = (file.id or "") if is_alone else ""
        return Verified(games.tip, report, game_id, number, fold.records[fold.number - 1].turn)


def _go_on(
    games: Games, evidence: Evidence, fold: Fold, report: Report, known: Verified, later: Since
) -> None:
    """Let a fold begin where a game was verified before, if that is one place in its history, between two turns."""
    versions = evidence.life.versions
    old = [row for row in versions if row.commit not in later.commits]
    fresh = versions[len(old) :]
    is_linear = all(row.commit in later.commits and row.last >= known.number - 1 for row in fresh)
    if not (old and is_linear and old[-1].last == known.number - 1):
        return
    clock = clock_of(games.history, evidence.paths, old[-1])
    if clock.number != known.number or clock.together or clock.paused:
        return
    fold.go_on(games.league.committed(known.commit), known.number, old[-1], later.commits)
    done = known.report
    report.records, report.turns, report.compared = done.records, done.turns, done.compared
    report.draws = done.draws
    report.verified_before = known.turn


def _foreign(fold: Fold, name: str) -> list[str]:
    """Name the turns that other rules made, with the program that can verify them."""
    notes = []
    # Records of one version that follow each other are as far apart as in the list.
    for (version, _), rows in groupby(
        enumerate(fold.foreign), lambda row: (row[1].rules_version, row[1].number - row[0])
    ):
        turns = [record.turn for _, record in rows]
        span = "–".join(dict.fromkeys([turns[0], turns[-1]]))
        program = program_with(name, version)
        way = "which no release has: see docs/trust.md, “Other rules”"
        if program:
            way = f"verify them with {program}"
        notes.append(f"{span}: rules {version}, {way}")
    return notes


def _check_other(
    games: Games,
    evidence: Evidence,
    setup: Setup,
    life: Life,
    key: bytes | None,
    earlier: Fold | None,
) -> Fold:
    """Verify a game as it was under another name, or before it was removed, and see that it kept its records."""
    terms = games.terms(life, lambda *_: games.league.key_of(evidence.terms))
    other = Evidence(games.league, games.history, life, terms, evidence.numbers)
    other.collect()
    _check_settled(other, setup)
    fold = Fold(other, key, earlier)
    for record, path in fold.play():
        place = evidence.paths.record(record.number, record.turn)
        kept = evidence.files.get(place)
        if kept is None or kept.oid != other.files[path].oid:
            found = "another" if kept else "no such file"
            words = f"expected the record that was {other.describe(path, life.versions[-1])}, found {found}"
            raise Differs(place, words)
    return fold


def _check_settled(evidence: Evidence, setup: Setup) -> None:
    """Raise Differs, InvalidFile where a commit, or the present files, have what is fixed otherwise than the start."""
    start = evidence.start
    paths = evidence.paths
    if changed := changed_setting(start.terms, setup.terms):
        raise InvalidFile(changed)
    settings = _fixed(start.terms)
    board = plain(start.board)
    words = "changed after the start: "
    evidence.hold(paths.board, board, plain(setup.board), before=words)
    for version in evidence.settled:
        with suppress(InvalidFile):  # no run reads such a file, but perhaps the other one
            evidence.hold(paths.game, settings, _fixed(evidence.terms_of(version)), version)
            evidence.hold(paths.board, board, plain(evidence.setup(version).board), version, words)


def _fixed(terms: Terms) -> dict[str, object]:
    return {join_path(path): value for path, value in fixed_settings(terms)}


def _is_everybodys(games: Games, lives: Sequence[Life], published: Sequence[bytes]) -> bool:
    """Return whether a game was never bound to another key."""
    files = (file for life in lives for file in games.files(life) if file.commitment)
    return all(_dice_key(file, published) for file in files)


def _dice_key(file: GameFile, masters: Sequence[bytes], revealed: str | None = None) -> bytes | None:
    """Return the game's dice key, from the first master key that fits the commitment, or from what was revealed."""
    candidates = [keys.game_key(master, file.id) for master in masters] if file.id else []
    candidates += [bytes.fromhex(revealed)] if revealed else []
    return next((keys.dice_key(key) for key in candidates if keys.commitment(key) == file.commitment), None)


def _earlier_promise(evidence: Evidence) -> list[str]:
    """Tell of another key that was promised before the start: its draws may not have suited somebody."""
    path = evidence.paths.game
    now = evidence.terms.file
    for version in evidence.before_the_start:
        with suppress(InvalidFile):
            file = evidence.terms_of(version).file
            if file.id not in (None, now.id) or file.commitment not in (None, now.commitment):
                where = evidence.describe(path, version)
                words = "has another `id` or `commitment` than the game was started with: ask the GM why."
                return [f"{where} {words}"]
    return []
