"""A whole game held against itself: played again from its records, and compared with every commit of its history.

    verify(games, slug, masters)   one game: a report, with the first difference if there is one

Which games there are is in `games.py`, how a record is played again in `fold.py`, what git remembers of a game in
`evidence.py`, and what was verified before in `notes.py`. The branch's tip counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby

from genetess_cli.admin.verify.evidence import Differs, Evidence, clock_of, in_commit
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.admin.verify.games import Games
from genetess_cli.admin.verify.notes import Later, Notes, Report, Verified
from genetess_cli.errors import InvalidFile, Progress, Unstarted, WrongUsage
from genetess_cli.rules import RULESETS, program_with
from genetess_cli.rules.base import plain
from genetess_cli.store.git.history import Life, Version
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


Watch = Callable[[Fold], None]


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
    watch: Watch = lambda fold: None,
) -> Report:
    """Play a game again and compare; with one of the `masters`, or once its key is revealed, its luck is checked too.

    `published` is the master key that everybody has: a game of that key which has a script is a sample. Whatever
    differs, or cannot be read, is in the report; where others read that (`in_public`), of a sealed game without a
    public key its place alone, and nothing of its luck. Of the records, those `between` two turns are played, by their
    own rules: what other rules made is named. With `notes` it goes on from what was verified before, but what differs
    then is found from the start on. `watch` is given the game before it is played: where something differs, it stands
    there. Raise Refused for a game not started, WrongUsage where there is no such game or turn.
    """
    check_slug(slug)
    known = notes.take(slug) if notes else None
    if notes and known and (again := notes.again(slug, *known)):
        return again
    report = Report(slug)
    league = games.league
    life = games.life(slug)
    if life is None:
        league.game(slug)
        raise Unstarted(slug, "there is nothing to verify")
    is_secret = False
    try:
        games.check_there(life)
        is_secret = in_public
        if life.removed:
            report.notes.append(f"removed {in_commit(games.history, life.removed)}")
            if notes:
                notes.add(slug, Verified(games.tip, report))
            return report
        numbers = between.numbers(life)
        find = games.find_key(life)
        later: list[Version] = []
        if numbers and between.last:
            later = life.versions
            life = games.until(life, numbers.stop)
        terms = games.terms(life, find, is_whole=not between.last)
        is_secret = in_public and terms.is_sealed
        evidence = Evidence(league, games.history, life, terms, numbers)
        is_secret = is_secret and not evidence.revealed
        evidence.check_kept(later)
        verified = _verify(games, evidence, report, masters, published, progress, known, watch)
        if notes and evidence.terms.file.ruleset in RULESETS:  # no other package has a say in it
            notes.add(slug, verified)
    except (Differs, InvalidFile) as differs:
        if known:
            return verify(games, slug, masters, published, progress, in_public, between, notes, watch)
        report.difference = _place(differs, Layout(slug)) if is_secret else str(differs)
    if is_secret:
        report.draws = None
    return report


def _place(differs: Differs | InvalidFile, paths: Layout) -> str:
    """Return where something differs, and nothing of what it says there."""
    named = differs.where if isinstance(differs, Differs) else differs.findings[0].path
    where = named if named.startswith(f"{paths.folder}/") else paths.folder
    return f"{where}: differs; CI does not print how, because others can read its logs: run this on your own machine"


def _verify(
    games: Games,
    evidence: Evidence,
    report: Report,
    masters: Sequence[bytes],
    published: bytes | None,
    progress: Progress | None,
    known: tuple[Verified, Later] | None,
    watch: Watch,
) -> Verified:
    """Compare everything, one record after the other, or from what is `known` on. Raise Differs, InvalidFile."""
    life = evidence.life
    paths = evidence.paths
    file = evidence.terms.file
    revealed = evidence.revealed
    everybodys = [published] if published else []
    others = games.others(life, file.id)
    is_sample = paths.script in evidence.files and _is_everybodys(games, [life, *others], everybodys)
    key = _dice_key(file, [*masters, *everybodys], revealed)
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
    is_alone = not (is_sample or others or life.former)
    first = 0
    if known and is_alone:
        first = _go_on(evidence, report, *known)
    fold = Fold(evidence, key, earlier, first)
    watch(fold)
    for record, _ in fold.play():
        if fold.is_played(record) and record.number >= report.records:
            report.records += 1
            report.turns += is_of_turn(record)
            report.draws = (report.draws or 0) + len(record.draws)
        report.compared = len(fold.compared)
        if progress:
            progress(fold.number, len(evidence.records))
    report.notes += _foreign(fold, evidence.terms.ruleset.name)
    report.notes += [fold.lost] if fold.lost else []
    if found := games.differences_of(paths.slug):
        raise InvalidFile(found[0])
    if masters and key is None:
        raise Differs(paths.game, _OTHER_KEY.format(keyring.where()))
    report.notes += [SAMPLE] if is_sample else []
    if (missing := report.records - report.compared) and not is_sample:
        report.notes.append(_LIMITS.format(missing, report.records))
    report.notes += _earlier_promise(evidence)
    for version in games.namesakes(life):
        report.notes.append(f"Another game of this name was removed {in_commit(games.history, version)}.")
    game_id = (file.id or "") if is_alone else ""
    return Verified(games.tip, report, game_id, fold.number, fold.records[fold.number - 1].turn)


def _go_on(evidence: Evidence, report: Report, known: Verified, later: Later) -> int:
    """Return the number of the last record that is known, before which nothing has changed; 0 where something has.

    The report takes over what is known.
    """
    first = known.number - 1
    done = known.report
    versions = evidence.versions[first - 1]
    is_all = done.records == known.number and done.draws is not None and done.checked == report.checked
    is_old = any(row.last < first and row.commit in later.commits for row in evidence.life.versions)
    if is_old or not (is_all and versions) or clock_of(evidence.past, evidence.paths, versions[-1]).together:
        return 0
    report.records = done.records
    report.turns = done.turns
    report.draws = done.draws
    report.verified_before = known.turn
    return first


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
