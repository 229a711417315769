"""The sample games, played from their scripts, and games of bots that go on: a fresh league, and its site built.

A sample is a folder with a game.yaml and a `script.txt`, which opens with how it is written. In the games that go on
one seat is a person's, whose orders a bot gives up to now. What is due and what comes of an order is decided in
`turns/referee.py`; nothing here knows a ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.admin import new_game, new_league
from genetess_cli.admin.new_game import Wish
from genetess_cli.errors import Fault, Finding, InvalidFile, NothingDue, Progress, WrongUsage
from genetess_cli.rules import extras
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dice import Dice
from genetess_cli.site import build
from genetess_cli.store import resources
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.seal import keys
from genetess_cli.store.times import to_time
from genetess_cli.turns import bots, referee, start
from genetess_cli.turns.clock import HOUR
from genetess_cli.turns.gm_actions import GmAction

SAMPLE_KEY: Final = b"The sample games hide no secrets"
"""The master key of the samples. It is published on purpose: with it anybody's replay draws the same luck.

No game outside the demo is ever started with it, and no sample with the key of whoever replays it. Whoever plays on in
the demo, where something is drawn, sets `GENETESS_MASTER_KEY` to its hexadecimal digits.
"""

SCRIPT: Final = "script.txt"
TITLE: Final = "Genetess demo"
SIGNER: Final = new_league.signer(TITLE, "demo")
"""Whoever looks at the demo need not have told git a name, nor sign hundreds of turns."""

_LINE = re.compile(r"(?P<time>\S+) +(?:(?P<word>start|tick|pause)|(?P<seat>[a-z0-9-]+):(?P<text>.*))")


class Post(msgspec.Struct, frozen=True):
    """The mail of one moment: a seat's whole order file, or nobody's (`seat` None) but the hour itself or a pause.

    `line` is where the script says so and `at` the time, in seconds since 1970.
    """

    line: int
    at: int
    seat: str | None = None
    text: str = ""


class Living(msgspec.Struct, frozen=True):
    """A game that goes on: how it is made, how many orders its person has given, and how many hours ago the last."""

    wish: Wish
    orders: int
    ago: int


def _living(slug: str, ruleset: str, orders: int, ago: int, *seats: str, preset: str | None = None) -> Living:
    person, *others = seats
    bots = [f"{seat}={BOT}" for seat in others]
    game_id = slug.encode().hex().ljust(32, "0")
    return Living(Wish(slug, ruleset, [f"{person}=Ada"], preset, bots=bots, id=game_id), orders, ago)


BOT: Final = "greedy"
LIVING: Final = (
    _living("skirmish", "genetess", 8, 3, "red", "green", "blue", "yellow", preset="quartet"),
    _living("braid", "dna", 3, 8, "red", "green", "blue"),
    _living("bottle", "genie", 9, 5, "white", "black"),
)
"""The games that go on, one of each ruleset: Ada plays against bots."""
_PAUSES: Final = (9, 16, 23, 12, 19)
"""Hours between two orders of Ada's, in turn."""


def demo(folder: Path, now: int, progress: Progress | None = None) -> Path:
    """Play every sample into a new league in `folder`, which must be missing or empty; gives its site's first page.

    The games that go on do so at the time `now`. `progress` is told how many steps are done, of how many: first of the
    games, then of the site. Raise Refused where something is in the folder, InvalidFile for a sample that is not right.
    """
    scripts = {slug: read_script(resources.samples() / slug / SCRIPT) for slug in samples()}
    new_league.init(folder, TITLE, None, min(script[0].at for script in scripts.values()), git=SIGNER)
    league = League(folder.resolve())
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
    build.build(league, site, progress=progress, now=now)
    return site / "index.html"


def go_on(league: League, game: Living, now: int, told: Callable[[], None] = lambda: None) -> None:
    """Start a game that goes on so long ago that it has come as far as it has by now, and play up to it."""
    slug = game.wish.slug
    pauses = [_PAUSES[number % len(_PAUSES)] * HOUR for number in range(game.orders)]
    at = now - game.ago * HOUR - sum(pauses)
    new_game.new(league, game.wish, at, lambda: SAMPLE_KEY)
    start.start(league, slug, at, lambda: SAMPLE_KEY)
    for pause in pauses:
        at += pause
        _give(league, slug, at)
        told()


def _give(league: League, slug: str, at: int) -> None:
    """Give the person's order, and others while they fail, as a bot would; carry out what is due then."""
    for number in range(bots.MOST_TRIES):
        folder = GameFolder(league, slug)
        if folder.clock is None or folder.clock.phase == "finished":
            return
        turn, [seat, *_] = folder.clock.turn, folder.clock.to_move
        dice = Dice(lambda: SAMPLE_KEY, f"{turn} {seat}", number)
        bot = bots.after(folder.ruleset, BOT, number)
        order = extras.choose(folder.ruleset, bot, folder.game, seat, dice)
        deliver(league, slug, Post(0, at, seat, f"{order}\n"))
        if GameFolder(league, slug).view(PUBLIC).turn != turn:
            return


def samples() -> list[str]:
    """Return the slugs of the samples that have a script. Raise Fault where there is none: something is missing."""
    folder = resources.samples()
    names = sorted(path.parent.name for path in folder.glob(f"*/{SCRIPT}"))
    if not names:
        raise Fault(f"{folder} holds no sample with a {SCRIPT}; install genetess again")
    return names


def copy(league: League, slug: str) -> None:
    """Put a sample's settings and board into a league's work tree, ready to be started."""
    paths = Layout(slug)
    source = resources.samples() / slug
    sources = {path: source / Path(path).name for path in (paths.game, paths.board)}
    with Repository.open(league.root) as repository:
        repository.write_worktree(
            {path: file.read_bytes() for path, file in sources.items() if file.is_file()}
        )


def play(league: League, slug: str, script: Sequence[Post], told: Callable[[], None] = lambda: None) -> None:
    """Start a copied sample and play its script, calling `told` after each post. Raise InvalidFile for no such seat."""
    _check_seats(league, slug, script)
    start.start(league, slug, script[0].at, lambda: SAMPLE_KEY)
    told()
    for post in script[1:]:
        deliver(league, slug, post)
        told()


def deliver(league: League, slug: str, post: Post) -> None:
    """Put what the post brings where the player would, and resolve what is due at that hour."""
    if post.seat is not None:
        with Repository.open(league.root) as repository:
            data = post.text.encode() if post.text.strip() else None
            repository.write_worktree({Layout(slug).orders(post.seat): data})
    if post.seat is None and post.text == "pause":
        referee.act(league, slug, GmAction("pause"), post.at)
        return
    # Orders that are stored for later make nothing due.
    with suppress(NothingDue):
        referee.resolve(league, slug, post.at, sample_keys)


def sample_keys(game_id: str, promised: str | None) -> bytes:
    """Return the dice key of a sample. Raise Refused for a game that was not started with `SAMPLE_KEY`."""
    return keys.dice_key(keys.check_key(SAMPLE_KEY, game_id, promised))


# Scripts


def read_script(path: Path) -> list[Post]:
    """Return a script's posts, the start first. Raise InvalidFile, naming file and line, for what is no script."""
    where = f"{path.parent.name}/{path.name}"
    posts = list(_posts(path.read_text(encoding="utf-8", errors="replace"), where))
    _check_order(posts, where)
    return posts


def _posts(text: str, where: str) -> Iterator[Post]:
    post: Post | None = None
    for number, row in enumerate(text.splitlines(), start=1):
        if row.startswith("#") or not row.strip():
            continue
        if row[0] == " ":
            post = _longer(post, row.strip(), number, where)
            continue
        if post:
            yield post
        post = _post(row, number, where)
    if post:
        yield post


def _post(row: str, number: int, where: str) -> Post:
    match = _LINE.fullmatch(row)
    if not match:
        message = (
            f"expected `TIME start`, `TIME tick`, `TIME pause` or `TIME SEAT: ORDERS`, found {row[:60]!r}"
        )
        raise InvalidFile(Finding(where, f"{message}", number))
    try:
        at = to_time(match["time"])
    except WrongUsage as error:
        raise InvalidFile(Finding(where, f"{error}", number)) from None
    if match["seat"] is None:
        return Post(number, at, text=match["word"])
    text = match["text"].strip()
    return Post(number, at, match["seat"], f"{text}\n" if text else "")


def _longer(post: Post | None, row: str, number: int, where: str) -> Post:
    if post is None or post.seat is None:
        words = "an indented line continues a seat's orders, but there is none above it"
        raise InvalidFile(Finding(where, words, number))
    return msgspec.structs.replace(post, text=f"{post.text}{row}\n")


def _check_order(posts: Sequence[Post], where: str) -> None:
    faults = [] if posts else [Finding(where, "the script is empty; begin it with `TIME start`", 1)]
    for index, post in enumerate(posts):
        is_start = post.seat is None and post.text == "start"
        if is_start != (index == 0):
            faults.append(Finding(where, "a script begins with its one `start`", post.line))
        if index and post.at < posts[index - 1].at:
            words = f"the time is before that of line {posts[index - 1].line}"
            faults.append(Finding(where, words, post.line))
    if faults:
        raise InvalidFile(*faults)


def _check_seats(league: League, slug: str, script: Sequence[Post]) -> None:
    seats = [seat.name for seat in GameFolder(league, slug).setup.seats]
    faults = [
        Finding(
            f"{slug}/{SCRIPT}", f"there is no seat {post.seat}; the game has {', '.join(seats)}", post.line
        )
        for post in script
        if post.seat not in (None, *seats)
    ]
    if faults:
        raise InvalidFile(*faults)
