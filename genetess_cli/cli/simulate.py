"""`genetess simulate`: bots play, to try out a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, now_option, read_game, slug_argument, small
from genetess_cli.cli.progress import bar
from genetess_cli.cli.terminal import note, put_json, say

if TYPE_CHECKING:
    from genetess_cli.admin.simulate import Summary
    from genetess_cli.store.game import GameFolder


def _seed(ctx: click.Context, param: click.Parameter, text: str | None) -> str:
    """Return the seed as it can stand in a command to be repeated; a new one where none is given."""
    import re
    import secrets

    if text is None:
        return secrets.token_hex(4)
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", text, re.ASCII):
        raise click.BadParameter("write up to 64 letters, digits, dots, hyphens or underscores.", ctx, param)
    return text


@click.command("simulate", cls=Command)
@slug_argument
@click.option(
    "--turns",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    required=True,
    help="Play at most N turns.",
)
@click.option(
    "--seed", metavar="S", callback=_seed, help="The same seed plays the same game; default: a new one."
)
@click.option("--commit", is_flag=True, help="Really play the turns: this command cannot take them back.")
@click.option(
    "--bots",
    metavar="BOT",
    type=click.Choice(("random", "greedy")),
    default="random",
    help="Who plays the seats: `random` legal orders, or `greedy` ones.",
)
@click.option(
    "--bot",
    "named",
    metavar="SEAT=BOT",
    multiple=True,
    callback=small,
    help="The bot of one seat. Repeat it for more.",
)
@now_option
@json_option
def command(
    slug: str, turns: int, seed: str, commit: bool, bots: str, named: tuple[str, ...], now: int, as_json: bool
) -> None:
    """Let bots play a game on, with some missed deadlines, and report how it went.

    It begins with the present position, or with the start of a game that has not started. Nothing is written. Luck
    comes from the seed, never from the game. Every turn is checked: a broken rule is reported with its seed.

    With --commit every order is really played, as with `resolve`: a commit a turn, with the game's own dice. Do that
    in a game that nobody plays, or in a copy. It does not work while all players order at the same time (round 0).

    A greedy bot of Genetess takes a King if it can, else the dearest piece. Else it goes for a King that it sees, else
    it makes the best piece that it can pay. A greedy bot of DNA scores all that a piece can before it mutates. No bot
    knows more than its seat.

    Examples:
      genetess simulate riot --turns 500
      genetess simulate riot --turns 500 --bot red=greedy
      genetess simulate riot --turns 500 --seed 7 --json
    """
    from genetess_cli.admin import simulate
    from genetess_cli.store.seal.keyring import dice_key_for

    here = league()
    folder = read_game(here, slug)
    if folder.is_sealed and folder.ruleset.HIDDEN:
        folder.game_key()  # without it a game that has not started would be played on half its board
    players = _players(folder, bots, named)
    with bar("Playing") as progress:
        if commit:
            summary = simulate.commit(here, slug, turns, seed, now, dice_key_for, players, note, progress)
        else:
            summary = simulate.simulate(folder, turns, seed, players, progress)
    if as_json:
        put_json(document(summary))
        return
    for line in lines(summary):
        say(line)


def _players(folder: GameFolder, bots: str, named: tuple[str, ...]) -> dict[str, str]:
    """The bot of every seat, where not all play at random. Raise WrongUsage for a seat or a bot that there is not."""
    from genetess_cli.admin.simulate import BOTS
    from genetess_cli.errors import WrongUsage

    players = dict.fromkeys(folder.file.seats, bots)
    for text in named:
        seat, _, bot = text.partition("=")
        if bot not in BOTS:
            raise WrongUsage(
                f"--bot {text[:60]!r}: write SEAT=BOT, like red=greedy; bots are {', '.join(BOTS)}"
            )
        folder.check_seat(seat)
        players[seat] = bot
    return players if set(players.values()) != {BOTS[0]} else {}


def document(summary: Summary) -> dict[str, object]:
    import msgspec

    fields: dict[str, object] = msgspec.to_builtins(summary)
    del fields["tallies"], fields["sorts"]
    return fields | summary.tallies | summary.sorts


def lines(summary: Summary) -> list[str]:
    turns = f"{summary.turns} turn{'' if summary.turns == 1 else 's'}"
    rows = [(verb, count.done, count.failed) for verb, count in summary.orders.items()]
    return [
        f"{summary.game}: {turns} played, from {summary.first} to {summary.turn}, seed {summary.seed}",
        *(
            [f"bots: {', '.join(f'{seat} {bot}' for seat, bot in summary.bots.items())}"]
            if summary.bots
            else []
        ),
        _ending(summary),
        f"{'order':12}{'done':>8}{'failed':>8}",
        *(f"{verb:12}{done:8}{failed:8}" for verb, done, failed in rows),
        f"{'(timed out)':12}{summary.timed_out:8}",
        "; ".join(f"{what}: {count}" for what, count in summary.tallies.items()),
        *(f"{what}: {_list(counts)}" for what, counts in summary.sorts.items()),
        f"position: sha256 {summary.digest}",
    ]


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _ending(summary: Summary) -> str:
    from genetess_cli.cli.due import winner_words

    result = summary.result
    if result is None:
        return f"Not over: {', '.join(summary.to_move)} to move."
    scores = ", ".join(f"{seat} {score}" for seat, score in result.scores.items())
    return f"Over: {winner_words(result.winners, result.survivor)} ({result.reason}). Scores: {scores}."
