"""The sample games, played from their scripts, and games of bots that go on: a fresh league, and its site built.

A sample is a folder with a game.yaml and a `script.txt`, which opens with how it is written. In the games that go on
one seat is a person's, whose orders a bot gives up to now. What is due and what comes of an order is decided in
`turns/referee.py`; nothing here knows a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

from genetess_cli.admin import new_game, new_league
from genetess_cli.admin.new_game import BoardChoice, NewGame, Seating
from genetess_cli.errors import NothingDue, Progress
from genetess_cli.rules.dice import Dice
from genetess_cli.site import build
from genetess_cli.store import resources
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.seal import keys
from genetess_cli.store.times import to_time
from genetess_cli.turns import bots, referee, start
from genetess_cli.turns.acts import Pause
from genetess_cli.turns.clock import HOUR
from genetess_cli.turns.state import read_state
from genetess_cli.values import Value

SAMPLE_KEY = b"The sample games hide no secrets"
"""The master key of the samples. It is published on purpose: with it anybody's replay draws the same luck.

No game outside the demo is ever started with it, and no sample with the key of whoever replays it. Whoever plays on in
the demo, where something is drawn, sets `GENETESS_MASTER_KEY` to its hexadecimal digits.
"""

SCRIPT = "script.txt"
TITLE = "Genetess demo"
SIGNER = new_league.signer(TITLE, "demo")
"""Whoever looks at the demo need not have told git a name, nor sign hundreds of turns."""


class Cue(Value):
    """What comes at one moment of a script: a seat's whole order file, or a pause, or the hour itself."""

    at: int  # in seconds since 1970
    seat: str | None = None  # whose orders came; None: nobody's
    text: str = ""  # the orders, or else what happens, such as `pause`


class Living(Value):
    """A game that goes on: how it is made, how many orders its person has given, and how many hours ago the last."""

    wish: NewGame
    orders: int
    ago: int


def _living(slug: str, ruleset: str, orders: int, ago: int, *seats: str, preset: str | None = None) -> Living:
    person, *others = seats
    bots = [f"{seat}={BOT}" for seat in others]
    game_id = slug.encode().hex().ljust(32, "0")
    wish = NewGame(slug, ruleset, Seating([f"{person}=Ada"], bots), BoardChoice(preset), id=game_id)
    return Living(wish, orders, ago)


BOT = "greedy"
LIVING = (
    _living("skirmish", "genetess", 8, 3, "red", "green", "blue", "yellow", preset="quartet"),
    _living("braid", "dna", 3, 8, "red", "green", "blue"),
    _living("bottle", "genie", 9, 5, "white", "black"),
)
"""The games that go on, one of each ruleset: Ada plays against bots."""
_PAUSES = (9, 16, 23, 12, 19)
"""Hours between two orders of Ada's, in turn."""


def demo(folder: Path, now: int, progress: Progress | None = None) -> Path:
    """Play every sample into a new league in `folder`, which must be missing or empty; gives its site's first page.

    The games that go on do so at the time `now`. `progress` is told how many steps are done, of how many: first of the
    games, then of the site. Raise Refused where something is in the folder.
    """
    scripts = {slug: read_script(resources.samples() / slug / SCRIPT) for slug in samples()}
    new_league.init(folder, TITLE, None, min(script[0].at for script in scripts.values()), git=SIGNER)
    league = League(folder.resolve(), sample_key)
    steps = count(1)
    total = sum(map(len, scripts.values())) + sum(game.orders for game in LIVING)

    def told() -> None:
        if progress:
            progress(next(steps), total)

    for slug, script in scripts.items():
        copy(league, slug)
        play(league, slug, script, told)
    for game in LIVING:
        go_on(league, game, now, told)
    site = folder / "_site"
    build.build(league, site, progress=progress)
    return site / "index.html"


def go_on(league: League, game: Living, now: int, told: Callable[[], None] = lambda: None) -> None:
    """Start a game that goes on so long ago that it has come as far as it has by now, and play up to it."""
    slug = game.wish.slug
    pauses = [_PAUSES[number % len(_PAUSES)] * HOUR for number in range(game.orders)]
    at = now - game.ago * HOUR - sum(pauses)
    new_game.new(league, game.wish, at, lambda: SAMPLE_KEY)
    start.start(league, slug, at, sample_key)
    for pause in pauses:
        at += pause
        _give(league, slug, at)
        told()


def _give(league: League, slug: str, at: int) -> None:
    """Give the person's order, and others while they fail, as a bot would; carry out what is due then."""
    for number in range(bots.MOST_TRIES):
        state = read_state(league.now(), slug)
        if state.clock.is_over:
            return
        turn = state.clock.turn
        seat = state.clock.to_move[0]
        dice = Dice(lambda: SAMPLE_KEY, f"{turn} {seat}", number)
        bot = state.ruleset.bots().after(BOT, number)
        order = bot.choose(state.game, seat, dice, None)
        deliver(league, slug, Cue(at, seat, f"{order}\n"))
        if read_state(league.now(), slug).clock.turn != turn:
            return


def samples() -> list[str]:
    return sorted(path.parent.name for path in resources.samples().glob(f"*/{SCRIPT}"))


def copy(league: League, slug: str) -> None:
    """Put a sample's settings and board into a league's work tree, ready to be started."""
    paths = Layout(slug)
    source = resources.samples() / slug
    sources = {path: source / Path(path).name for path in (paths.game, paths.board)}
    files = {path: file.read_bytes() for path, file in sources.items() if file.is_file()}
    league.repository.write_worktree(files)


def play(league: League, slug: str, script: Sequence[Cue], told: Callable[[], None] = lambda: None) -> None:
    """Start a copied sample and play its script, calling `told` after each cue."""
    start.start(league, slug, script[0].at, sample_key)
    told()
    for cue in script[1:]:
        deliver(league, slug, cue)
        told()


def deliver(league: League, slug: str, cue: Cue) -> None:
    """Put what came where the player would, and resolve what is due at that hour."""
    if cue.seat is not None:
        data = cue.text.encode() if cue.text.strip() else None
        league.repository.write_worktree({Layout(slug).orders(cue.seat): data})
    if cue.seat is None and cue.text == "pause":
        referee.act(league, slug, Pause(), cue.at)
        return
    # Orders that are stored for later make nothing due.
    with suppress(NothingDue):
        referee.resolve(league, slug, cue.at)


def sample_key(game_id: str, promised: str | None) -> bytes:
    """Return the key of a sample. Raise Refused for a game that was not started with `SAMPLE_KEY`."""
    return keys.check_key([SAMPLE_KEY], game_id, promised)


# Scripts


def read_script(path: Path) -> list[Cue]:
    script: list[Cue] = []
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith(" "):
            script[-1] = script[-1].replace(text=f"{script[-1].text}{row.strip()}\n")
        elif row and not row.startswith("#"):
            time, _, what = row.partition(" ")
            seat, colon, text = what.partition(":")
            lines = f"{text.strip()}\n" if text.strip() else ""
            cue = Cue(to_time(time), seat, lines) if colon else Cue(to_time(time), text=what)
            script.append(cue)
    return script
