"""The checks of `genetess check`: every file of a league as it lies there.

Each check gives findings. Whether an order can be carried out is not asked here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path, PurePosixPath

from genetess_cli import __version__
from genetess_cli.errors import CannotRead, Fault, Finding, InvalidFile, Refused, WrongUsage
from genetess_cli.rules import ruleset
from genetess_cli.rules.base import Muster, SetupFault
from genetess_cli.rules.problems import to_finding
from genetess_cli.store import signups
from genetess_cli.store.codec import form_problem
from genetess_cli.store.forges import FORGES
from genetess_cli.store.forges.told import NAME, HandedOn, read
from genetess_cli.store.git import run
from genetess_cli.store.layout import (
    GAMES,
    LEAGUE,
    Layout,
    is_meant,
    person_file,
    seat_for,
    signup_of,
    slug_of,
)
from genetess_cli.store.league import League
from genetess_cli.store.people import names
from genetess_cli.store.reader import clocks
from genetess_cli.store.reader.games import AnyGame, Broken, Draft, Game, Shut, record_ids
from genetess_cli.store.schema import GameFile
from genetess_cli.store.seal import keys
from genetess_cli.store.terms import RULES_VERSION, changed_setting
from genetess_cli.store.timeline import Timeline
from genetess_cli.store.times import duration
from genetess_cli.turns import start
from genetess_cli.turns.acts.adopt import rules_at
from genetess_cli.turns.acts.asked import misread
from genetess_cli.turns.queue import describe_misnamed, parse_queue
from genetess_cli.turns.simultaneous import combine
from genetess_cli.turns.submit import outside
from genetess_cli.turns.timeline import positions, records_of
from genetess_cli.turns.wishes.lines import lift
from genetess_cli.values import Value

_MEND = "restore it from git; do not edit it by hand"
_KEY = "[0-9a-f]{64}|[a-z0-9_-]{43}"  # the master key, and the key of a seat
PUBLISHED = (
    "a secret key is in the league's folder, where git publishes it. Move it out, to where `genetess keys show` looks "
    "for it. If it was ever pushed, it is known: see docs/security.md, When a key is lost"
)
_SECURE = ("https:", "http://localhost/", "http://localhost:", "http://127.", "http://[::1]")


class Checked(Value):
    """The result of a check: the number of files, what is wrong, what is merely odd, and a line for each order."""

    files: int
    problems: Sequence[Finding]
    warnings: Sequence[Finding]
    orders: list[str] = []


class Check(Value):
    """A file in the league, and what finds everything that is wrong with it, or merely odd."""

    path: str
    find: Callable[[], object]  # returns the faults, or anything else where it raises InvalidFile for them
    warn: Callable[[], Sequence[Finding]] = list


# The work tree


def check(league: League, places: Sequence[str] = ()) -> Checked:
    """Return everything that is wrong with the files of a league, or with those at and below `places`.

    Raise WrongUsage for a place with nothing to check.
    """
    every = [*_checks(league), *_programs(league)]
    chosen = [row for row in every if not places or any(_below(row.path, place) for place in places)]
    for place in places:
        if not any(_below(row.path, place) for row in every):
            raise WrongUsage(f"{place or 'this league'} has no league file to check; see {LEAGUE}")
    problems = dict.fromkeys(finding for row in chosen for finding in _find(row))
    if {*places} <= {""}:
        problems |= dict.fromkeys(_published_keys(league))
    warnings: list[Finding] = []
    for row in chosen:
        with suppress(Fault):  # said as a problem already
            warnings += row.warn()
    return Checked(len({row.path for row in chosen}), list(problems), warnings)


def _programs(league: League) -> list[Check]:
    """Return a check for each file that the program alone writes, and that is not as it is committed."""
    if not league.snapshot.commit:
        return []
    try:
        found = league.differences()
    except Refused:  # which is found again
        return [Check(GAMES, league.differences)]
    return [Check(finding.path, partial(list, [finding])) for finding in found]


def _below(path: str, place: str) -> bool:
    return place in ("", path) or path.startswith(f"{place}/")


def _find(row: Check) -> Sequence[Finding]:
    """Return what a check finds, where a file that cannot be read at all is one more finding."""
    try:
        found = row.find()
        return found if isinstance(found, list) else []
    except InvalidFile as error:
        return error.findings
    except CannotRead as fault:
        return [Finding("", str(fault))]
    except Fault as fault:
        return [Finding(row.path, str(fault))]


def _checks(league: League) -> Iterator[Check]:
    def title() -> list[Finding]:
        words = names.unfit(league.settings.title)
        return [Finding(LEAGUE, f"it {words}", field="title")] if words else []

    yield Check(
        LEAGUE, title, lambda: [*unnamed(league), *uncommitted_settings(league), *unfit_packs(league)]
    )
    for person in league.people.ids:
        yield Check(person_file(person), partial(league.people.find, person))
    lying = [name for name in league.tree.names(GAMES) if (league.root / GAMES / name).is_dir()]
    slugs = sorted({*lying, *clocks.folders(league.snapshot)})
    starts = cache(lambda: league.births([Layout(slug).clock for slug in slugs]))
    for slug in slugs:
        yield from _game_checks(league, slug, starts)


def _game_checks(league: League, slug: str, starts: Callable[[], Mapping[str, str]]) -> Iterator[Check]:
    paths = Layout(slug)
    try:
        game = league.find(slug)
    except WrongUsage as fault:
        words = str(fault)
        yield Check(paths.game, lambda: [Finding(paths.folder, words)])
        return
    for path, data in league.signups(paths).items():
        if signup_of(path):
            yield Check(path, partial(signups.read, data, path))
    if isinstance(game, Broken):
        yield from _broken_checks(league, game)
        return
    changed = cache(partial(_changed, league, game, starts))
    for row in _file_checks(league, game):
        yield _unless(changed, row)


def _broken_checks(league: League, game: Broken) -> Iterator[Check]:
    """Yield the checks of a game that cannot be read: what is right of its settings still tells of other files."""
    paths = Layout(game.slug)
    if not game.findings:
        words = "there is no game.yaml; add one, or delete the folder"
        yield Check(paths.game, lambda: [Finding(paths.folder, words)])
        return
    yield Check(paths.game, lambda: [*game.findings])
    draft = league.draft(game.slug)
    if any(finding.path == paths.game for finding in game.findings) or not isinstance(draft, Draft):
        for path in _people_files(league, paths):
            yield Check(path, lambda: [*game.findings])
        return
    yield from _people_checks(league, draft)


def _unless(changed: Callable[[], list[Finding]], row: Check) -> Check:
    """Return a check that tells of nothing else where a setting was changed since the start."""

    def warn() -> Sequence[Finding]:
        return [] if changed() else row.warn()

    return row.replace(find=lambda: changed() or row.find(), warn=warn)


def _file_checks(league: League, game: AnyGame) -> Iterator[Check]:
    def settings() -> list[Finding]:
        wrong = [*start.name_faults(game.terms), *_setup_faults(league, game)]
        return wrong or start.same_key_problems(league, game.terms)

    paths = game.paths

    def odd() -> list[Finding]:
        others = filter(None, [game.other_rules, game.terms.aged])
        unsent = map(game.terms.locate_fault, _unsent_reminders(league, game.file))
        return [*_exposed(league, game), *unsent, *others]

    yield Check(paths.game, settings, odd)
    yield from _people_checks(league, game)
    if isinstance(game, Draft):
        return
    yield Check(paths.clock, lambda: _key_problems(game))
    yield Check(paths.state, list)
    other = Layout(game.slug).state
    if game.is_sealed and league.snapshot.find(other):
        words = "everybody can read the position here, and the game is sealed; delete the file"
        yield Check(other, lambda: [Finding(other, words)])
    yield Check(paths.turns_folder, lambda: _past(league, game))


def _people_checks(league: League, game: AnyGame) -> Iterator[Check]:
    board = game.paths.board
    for path in _people_files(league, game.paths):
        if path == board:
            yield Check(board, lambda: [one for one in _setup_faults(league, game) if one.path == board])
        else:
            yield _order_check(league, game, path)


def _people_files(league: League, paths: Layout) -> list[str]:
    """Return where board and order files lie, of which somebody gave the names."""
    place = paths.orders_folder
    files = {f"{place}/{name}" for name in league.tree.names(place) if is_meant(name)}
    is_there = os.path.lexists(league.root / paths.board)  # also a link that leads nowhere
    board = [paths.board] if is_there or league.snapshot.find(paths.board) else []
    return [*board, *sorted(files - {paths.orders_note})]


def _past(league: League, game: Game | Shut) -> list[Finding]:
    """Return what is wrong with the records; they are replayed only where board and position can be read."""
    if isinstance(game, Shut):
        return _form_problems(league, game)
    playable = not _setup_faults(league, game)  # said of those files already
    past = positions(league, game.terms, game.position) if playable else records_of(league, game.terms)
    for _ in past:
        pass
    version = rules_at(Timeline(records_of(league, game.terms)))
    if game.file.rules_version == version:
        return []
    words = f"nothing but `adopt` changes it; write `{RULES_VERSION}: {version}` again"
    return [game.terms.locate_fault(SetupFault((RULES_VERSION,), words))]


# What a game is started from


def _changed(league: League, game: AnyGame, starts: Callable[[], Mapping[str, str]]) -> list[Finding]:
    """Return the setting that was changed since the start, by its commit, or else by the last one."""
    if isinstance(game, Draft):
        return []
    commit = starts().get(game.paths.clock) or league.snapshot.commit
    then = league.committed(commit).find(game.slug)
    changed = None if isinstance(then, Broken) else changed_setting(then.terms, game.terms)
    return [changed] if changed else []


def _setup_faults(league: League, game: AnyGame) -> list[Finding]:
    try:
        league.setup(game.terms).check(is_open=isinstance(game, Draft))
    except InvalidFile as error:
        return [*error.findings]
    return []


def _unsent_reminders(league: League, file: GameFile) -> Iterator[SetupFault]:
    gap = (read(league.kept(NAME)) or HandedOn()).gap
    apart = f"the last runs on the forge came up to {gap // 3600} hours apart"
    length = file.longest_turn
    for index, reminder in enumerate(file.remind):
        before = duration(reminder)
        if not before or (length is not None and before >= length):
            words = f"a reminder {reminder} ahead is never sent when a turn lasts {file.deadline}; write one"
            yield SetupFault(("remind", index), f"{words} such as `2h`")
        elif before < gap:
            words = f"a reminder {reminder} ahead may come that much earlier, as {apart}"
            yield SetupFault(("remind", index), words)
    if length is not None and length < gap:
        words = f"turns of {file.deadline} may be carried out late, as {apart}"
        yield SetupFault(("deadline",), words)


# Orders


def _order_check(league: League, game: AnyGame, path: str) -> Check:
    judged = cache(partial(_judge_orders, league, game, path))
    return Check(path, lambda: judged()[0], lambda: judged()[1])


def _judge_orders(league: League, game: AnyGame, path: str) -> tuple[list[Finding], list[Finding]]:
    """Return what is wrong with an order file, and what is odd."""
    file = game.file
    if path not in map(game.paths.orders, file.seats):
        return [describe_misnamed(file, path)], []
    data = league.lying(path) or b""
    problems = order_problems(file, path, data)
    if game.is_sealed:
        return problems, []
    seat = str(_seat(file, path))
    queue = parse_queue(game.ruleset, lift(data).blanked)
    mustered = combine(league, game, seat, queue) or Muster()
    more = [*outside(league, game, queue), *(problem for _, problem in mustered.failed)]
    wrong = dict.fromkeys([*problems, *(to_finding(problem, queue.text, path) for problem in more)])
    odd = [*queue.ignored, *((entry.span.line, note) for entry, note in mustered.notes)]
    if bot := file.bots.get(seat):
        odd = [(0, f"nothing in it is used: the bot {bot} plays {seat}; delete the file")]
    notes = [Finding(path, words, line) for line, words in odd]
    return sorted(wrong, key=lambda finding: finding.line), notes


def order_problems(file: GameFile, path: str, data: bytes) -> list[Finding]:
    """Return what is wrong with the form of an order file, one text for each mistake: line, caret and hint."""
    seat = _seat(file, path)
    if seat is None:
        return [describe_misnamed(file, path)]
    if file.secrecy == "sealed":
        problem = form_problem(data, "order", slug=slug_of(path), seat=seat)
        words = f"{problem}; build your orders again on your turnsheet, and send the text that it makes"
        return [Finding(path, words)] if problem else []
    lifted = lift(data)
    queue = parse_queue(ruleset(file.ruleset), lifted.blanked)
    text = data.decode("utf-8", "replace") if lifted.wishes else queue.text
    return [to_finding(problem, text, path) for problem in [*misread(lifted.wishes), *queue.problems]]


def _seat(file: GameFile, path: str) -> str | None:
    return seat_for(path, file.seats, file.secrecy == "sealed")


def place_in(league: League, path: Path) -> str:
    """Return a path in the league, as seen from here or else from the league. Raise WrongUsage for one that is not."""
    root = league.root.resolve()
    try:
        for place in (path.absolute(), root / path):
            if place.exists() and place.resolve().is_relative_to(root):
                return place.resolve().relative_to(root).as_posix().removeprefix(".")
    except (OSError, ValueError):
        pass
    raise WrongUsage(f"{path} is not in the league {root}; name a file or folder of it, like games/riot")


def uncommitted_settings(league: League) -> list[Finding]:
    """Return a note where genetess.yaml is edited and not committed: commands here use it, and nobody else does."""
    with suppress(Fault):
        _ = league.settings  # what is wrong with them is said as such
        if league.snapshot.commit and clocks.edits_of(league.snapshot, league.tree, [LEAGUE]).files:
            return [
                Finding(LEAGUE, "edited and not committed: commands on this machine use it as it is here")
            ]
    return []


def unfit_packs(league: League) -> list[Finding]:
    """Return a note of each wheel of the program for browsers that is of another version than this program."""
    fits = f"genetess_play-{__version__}-"
    wheels = [name for name in league.tree.names("packages") if name.startswith("genetess_play-")]
    words = f"the site has no play/ with it: genetess is {__version__}. Put genetess_play {__version__} in its place"
    if any(name.startswith(fits) for name in wheels):
        words = "not used: the one of this version lies beside it. Remove it"
    return [Finding(f"packages/{name}", words) for name in wheels if not name.startswith(fits)]


def unnamed(league: League) -> list[Finding]:
    """A line for a league with workflows whose genetess.yaml names no `repository`; [] without a remote."""
    try:
        if league.settings.site.repository is not None:
            return []
        league.repository.check_remote()  # a league without one is on no forge
        running = [forge for forge in FORGES.values() if b"genetess" in (league.lying(forge.runs) or b"")]
    except Fault:
        return []  # what is wrong with a file is told of the file itself
    words = (
        "site.repository is missing, so turnsheets have no button that sends orders. Name the league's repository on "
        "the forge, such as `repository: {}` below `site:`"
    )
    return [Finding(LEAGUE, words.format(forge.repository("OWNER/NAME"))) for forge in running[:1]]


def _published_keys(league: League) -> list[Finding]:
    """Return the files that hold a key and that git has, or would add: the file of a key, or the text of one.

    A text is a key where it opens what a game was promised with, whatever the file is called.
    """
    how = ("--untracked", "-z", "-I", "-w", "-o", "-i", "-E")
    args = ("grep", *how, _KEY, "--", ".", ":!games/*/turns", ":!*.lock")
    games: list[GameFile] = []
    for slug in league.slugs():
        with suppress(Fault):  # said of its file
            games.append(league.game(slug).file)
    found: dict[str, Finding] = {}
    for row in os.fsdecode(run.run(league.root, *args).out).splitlines():
        path, _, text = row.partition("\0")
        if path.endswith(".key") or _opens(text.lower(), games):
            found[path] = Finding(path, PUBLISHED)
    return list(found.values())


def _opens(text: str, games: Sequence[GameFile]) -> bool:
    """Return whether a text is the master key of a game."""
    if len(text) != 2 * keys.SIZE:
        return False
    master = bytes.fromhex(text)
    return any(keys.commitment(keys.game_key(master, game.id or "")) == game.commitment for game in games)


# Sealed games: also without a key their files have a form, a place, and a key that they are under


def _key_problems(game: Game | Shut) -> list[Finding]:
    if game.clock.key is None:
        return []
    try:
        keys.revealed_key(game.clock.key, game.file.commitment)
    except Refused:
        words = f"it is not the key that `commitment` promised; {_MEND}"
        return [Finding(game.paths.clock, words, field="key")]
    return []


def _exposed(league: League, game: AnyGame) -> list[Finding]:
    """Return what the site shows everybody, or opens to nobody, of what is sealed in the files."""
    found = insecure(league, game)
    is_over = game.clock and game.clock.is_over
    if not game.is_sealed or is_over or game.file.spectators == "public" or not game.ruleset.hidden:
        return found
    when = "at once" if game.file.spectators == "full" else "some turns later"
    words = (
        f"the game is sealed, and with these `spectators` the site shows everybody the whole board {when}; to "
        "keep it secret, write `spectators: public`"
    )
    return [Finding(game.paths.game, words), *found]


def insecure(league: League, game: AnyGame) -> list[Finding]:
    """Return a finding where the site is in no secure context, in which alone browsers unseal."""
    base = league.settings.site.base_url
    if base is None or not game.is_secret or base.startswith(_SECURE):
        return []
    words = (
        f"`base_url` begins with http://, and {game.slug} is sealed: browsers open sealed turnsheets only at "
        "https:// addresses (or on your own machine). Serve the site at an https address, and write that one"
    )
    return [Finding(LEAGUE, words)]


def _form_problems(league: League, game: Shut) -> list[Finding]:
    paths = game.paths
    snapshot = league.snapshot
    wanted = [(paths.specials, "specials", "0"), (paths.state, "state", None)]
    wanted += [(path, "record", PurePosixPath(path).stem) for path, _ in record_ids(snapshot, paths)]
    findings = []
    for path, kind, turn in wanted:
        entry = snapshot.find(path)
        data = league.lying(path) if path == paths.specials else None
        if entry and data is None:
            [data] = snapshot.blobs([entry.oid])
        if data is not None and (problem := form_problem(data, kind, turn=turn)):
            findings.append(Finding(path, f"{problem}; {_MEND}"))
    return findings
