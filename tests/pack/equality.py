"""Games by luck, and of every bot, as digests: the same in each Python that the program runs in.

It is run by the tests here and in the pack, which has no tests: it imports nothing but the program.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from genetess_cli.admin import new_game, play
from genetess_cli.admin.new_game import BoardChoice, NewGame, Seating
from genetess_cli.rules import codec
from genetess_cli.rules.base import PUBLIC, plain
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.dice import Dice
from genetess_cli.store import resources
from genetess_cli.store.league import League
from genetess_cli.store.terms import Setup

KEY = b"Nobody plays these games by luck"
BEGUN = 1_800_000_000
SHARE_OF_BOTS = 10
"""Every so manieth order is one of a game in which all seats have a bot."""
BOARDS = {
    "genetess": ["duel", "trio", "quartet", "sextet", "octet", "riot", "sideshow"],
    "dna": ["dna2", "dna3", "spiral"],
    "genie": ["genie", "wishes"],
}
_SORTED = msgspec.json.Encoder(order="sorted", enc_hook=str)


def digests(folder: Path, samples: Path, turns: int) -> dict[str, str]:
    """The digest of so many orders of each ruleset by luck, and of a share of that of each of its bots."""
    league = made(folder, samples)
    found = {}
    for ruleset, slugs in BOARDS.items():
        setups = [league.setup(league.now().game(slug).terms) for slug in slugs]
        found[ruleset] = _digest(setups, "random", turns)
        for bot in setups[0].ruleset.bots().names[1:]:
            found[f"{ruleset} {bot}"] = _digest(setups, bot, max(1, turns // SHARE_OF_BOTS))
    return found


def made(folder: Path, samples: Path) -> League:
    """A league with a game on each board, none of which has begun."""
    league = play.league_in(folder, BEGUN)
    for ruleset, slugs in BOARDS.items():
        for slug in slugs:
            if (samples / slug).is_dir():
                (folder / "games" / slug).mkdir(parents=True)
                for file in samples.glob(f"{slug}/*.yaml"):
                    if file.stem in ("game", "board"):
                        shutil.copyfile(file, folder / "games" / slug / file.name)
                continue
            preset = slug if slug in resources.PRESETS else None
            size = resources.PRESETS.get(slug) or int(slug[-1:] if slug[-1:].isdigit() else 2)
            seats = ["white", "black"] if ruleset == "genie" else list(COLOURS)[:size]
            seating = Seating([f"{seat}={seat.capitalize()}" for seat in seats])
            wish = NewGame(slug, ruleset, seating, BoardChoice(preset), id=slug.encode().hex().ljust(32, "0"))
            new_game.new(league, wish, BEGUN, lambda: KEY)
    return league.now()


def _digest(setups: Sequence[Setup], bot: str, turns: int) -> str:
    digest = sha256()
    for said in islice(_said(setups, bot, turns // len(setups) + 1), turns):
        digest.update(said)
    return digest.hexdigest()


def _said(setups: Sequence[Setup], bot: str, most: int) -> Iterator[bytes]:
    """What is to be said of one order after the other, on one board after the other, so many at most of each game."""
    for number in range(10_000):
        setup = setups[number % len(setups)]
        yield from islice(_game(setup, f"{setup.terms.slug} {number}", bot), most)


def _game(setup: Setup, seed: str, bot: str) -> Iterator[bytes]:
    """What is to be said of the orders of one game, in which all seats have the same bot."""
    rules: Any = setup.ruleset
    game: Any = setup.terms.begin(setup.board, _luck(seed, "start", 0)).game
    view = rules.view(game, PUBLIC)
    memories = {seat: _remembered(setup, None, rules.view(game, seat), []) for seat in view.players}
    failed = 0
    for number in count():
        if not view.to_move:
            return
        seat = view.to_move[number % len(view.to_move)]
        chosen = rules.bots().after(bot, failed)
        order = chosen.choose(
            game, seat, _luck(seed, "order", number), memories[seat] if chosen.remembers else None
        )
        dice = _luck(seed, "luck", number)
        outcome = rules.play(game, seat, order, dice)
        failed = failed + 1 if outcome.problem else 0
        view = rules.view(outcome.game, PUBLIC)
        views = {seat: rules.view(outcome.game, seat) for seat in view.players}
        told = {seat: rules.tell(game, outcome.events, seat) for seat in view.players}
        legal = [str(each) for each in rules.legal(outcome.game, view.to_move[0])] if view.to_move else []
        memories = {seat: _remembered(setup, memories[seat], views[seat], told[seat]) for seat in views}
        problem = outcome.problem and outcome.problem.key
        facts = (
            str(order),
            plain(outcome.events),
            plain(dice.draws),
            problem,
            codec.dump(outcome.game),
            legal,
        )
        yield _SORTED.encode((*facts, view, views)) + repr(told).encode()
        game = outcome.game


def _remembered(setup: Setup, memory: Any, view: Any, told: Any) -> Any:
    return setup.ruleset.remember(setup.board, memory, view, told) if setup.board else None


def _luck(seed: str, what: str, number: int) -> Dice:
    return Dice(lambda: sha256(f"{what} {seed}".encode()).digest(), number)


def main(folder: str, samples: str, turns: int) -> None:
    print(json.dumps(digests(Path(folder), Path(samples), turns)))
