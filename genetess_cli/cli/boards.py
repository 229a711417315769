"""The commands that try out a board or a position: `board`, `simulate` and `perft`."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from genetess_cli.cli.group import Group, listed
from genetess_cli.cli.options import (
    committed,
    flag,
    json_option,
    league,
    now_option,
    option,
    push_option,
    read_game,
    refuse_push,
    slug_argument,
    small,
)
from genetess_cli.cli.terminal import bar, note, put, put_json, say
from genetess_cli.errors import WrongUsage

if TYPE_CHECKING:
    from genetess_cli.admin.simulate import SeriesSummary, Share, Summary
    from genetess_cli.store.reader.games import AnyGame


@click.group("board", cls=Group)
def board() -> None:
    """Look at a board's figures, or make a board on which all starts are equal. No league is needed.

    Examples:
      genetess board check games/riot/board.yaml
      genetess board new --players 4 -o cave.yaml
    """


@board.command("check", short_help="Check a board, draw it and compare its starts.")
@click.argument("file", type=click.Path())
@json_option
def check(file: str, as_json: bool) -> None:
    """Check FILE as a game would, then draw it and compare its starts: who reaches whom, and what is near.

    Examples:
      genetess board check cave.yaml
      genetess board check cave.yaml --json
    """
    from genetess_cli.admin import board_file
    from genetess_cli.rules.genetess.boards.fairness import survey

    board = board_file.load(Path(file))
    figures = survey(board)
    if as_json:
        put_json(figures)
        return
    from genetess_cli.cli.sketch import draw

    draw(board, figures)


@board.command("new", short_help="Make a board that favours no start.")
@click.option(
    "--players", type=click.Choice(("2", "3", "4", "5", "6", "8")), required=True, help="Number of players."
)
@option("--size", "WxH", "Columns and rows, such as 21x15. Default: a usual size.")
@click.option(
    "--walls",
    type=click.Choice(("none", "few", "many")),
    default="few",
    show_default=True,
    help="How many interior walls.",
)
@option(
    "--specials",
    "LIST",
    "For each start: types such as S1,S5,S5, a number of any types, or none.",
    default="S1,S5",
    show_default=True,
)
@option("--seed", "S", "The same seed gives the same board. Default: a new seed.")
@option(
    "-o",
    "--out",
    "FILE",
    "Write FILE instead of printing the board.",
    type=click.File("x", "utf-8", lazy=True),
)
def new(players: str, seed: str | None, out: IO[str] | None, **options: Any) -> None:
    """Make a board that favours no start, and print it.

    For 2, 4 and 8 players the board is symmetric. For 3, 5 and 6 no board can be: boards are tried until the figures of
    `board check` are nearly the same at all starts. The first line says how nearly, the second how to make it again.
    With 7 players, use some of the starts of a larger board: see `--starts` of `genetess new`.

    For a sealed game, write the file outside the league and leave out --seed: whoever guesses the seed knows the
    specials.

    Examples:
      genetess board new --players 4 --size 25x25 --walls many --specials S1,S4,S4,S8 -o cave.yaml
      genetess board new --players 8 --specials 4 --seed friday
      genetess board new --players 2 -o ~/fog.yaml          for a sealed game
    """
    from genetess_cli.admin import board_file

    # The specials of a sealed game's board are as secret as its seed.
    request = board_file.Request(int(players), seed or secrets.token_hex(16), **options)
    text = board_file.compose(request)
    if out is None:
        say(text.removesuffix("\n"))
        return
    out.write(text)
    note(f"Wrote {out.name}. Look at it with `genetess board check {out.name}`")


@listed("simulate")
@slug_argument
@option(
    "--turns",
    "N",
    "Play at most N turns, 300 in each of several games by default.",
    type=click.IntRange(1, 1_000_000),
)
@option(
    "--games",
    "N",
    "Play N games from the start, and report who wins how often.",
    type=click.IntRange(1, 100_000),
)
@option(
    "--seed",
    "S",
    "The same seed plays the same game; default: a new one.",
    default=lambda: secrets.token_hex(4),
)
@flag("--commit", "Really play the turns: only `undo` takes them back.")
@option(
    "--bots",
    "BOT,…",
    "Who plays the seats: `random`, `greedy`, `hunter`, or several, seat by seat, such as hunter,greedy. "
    "Default: the game's own bots, and `random` for people.",
    type=small,
)
@push_option
@now_option
@json_option
def simulate(
    slug: str,
    turns: int | None,
    games: int | None,
    seed: str,
    commit: bool,
    bots: str | None,
    now: int,
    as_json: bool,
) -> None:
    """Let bots play on in a game and report how it went, or let them play many games.

    It begins with the present position, or with the start of a game that has not started. Bots miss some deadlines.
    Nothing is written. Luck comes from the seed, never from the game.

    With --games it plays that many games from the start, on all cores, without missed deadlines. Bots change seats from
    game to game, and seats change starts. It reports how often each bot, seat and start won, with the 95 % confidence
    interval, how long games were, and which orders, specials and codes were used.

    With --commit every order is really played, as with `resolve`: a commit a turn, with the game's own dice. Do that
    in a game that nobody plays, or in a copy. It does not work while all players order at the same time (round 0).

    A greedy bot of Genetess does the first of these that it can: take a King, take the dearest piece, go for a King
    that it sees, make the best piece. A greedy bot of DNA scores all that a piece can before it mutates. A hunter
    weighs what each order leads to, and in Genetess remembers what it has seen. No bot knows more than its seat.

    Examples:
      genetess simulate riot --turns 500
      genetess simulate riot --turns 500 --bots greedy,random
      genetess simulate riot --turns 500 --seed 7 --json
      genetess simulate riot --games 200 --bots hunter,greedy
    """
    from genetess_cli.admin import simulate

    if games is not None and commit:
        raise WrongUsage("use --games or --commit, not both: of many games nothing is written")
    if games is None and turns is None:
        raise WrongUsage("write how many turns are played (--turns 500), or how many games (--games 200)")
    if not commit:
        refuse_push("without --commit nothing is committed")
    here = league()
    found = read_game(here, slug)
    if found.ruleset.hidden:
        found.codec.check_open()  # without it a game that has not started would be played on half its board
    names = _offered(found, bots)
    most = turns or MOST_TURNS
    players = {seat: names[place % len(names)] for place, seat in enumerate(found.file.seats)}
    if not found.file.bots and {*names} == {simulate.RANDOM}:
        players = {}  # nobody has to be told who plays
    with bar("Playing") as progress:
        result: SeriesSummary | Summary
        if games is not None:
            result = simulate.series(here.setup(found.terms), names, games, most, seed, progress)
        elif commit:
            how = (slug, most, seed, now, players)
            result = committed(here, lambda here, note: simulate.commit(here, *how, note, progress))
        else:
            result = simulate.simulate(here, found, most, seed, players, progress)
    told = lines(result) if isinstance(result, simulate.Summary) else series_lines(result)
    put(simulate.document(result), told, as_json)


def _offered(game: AnyGame, bots: str | None) -> list[str]:
    """The bots of a list, or (None) of the game's seats. Raise WrongUsage for one that there is not."""
    offered = game.ruleset.bots().names
    own = game.file.bots
    names = [offered[0]]
    if bots:
        names = bots.split(",")
    elif own:
        names = [own.get(seat, offered[0]) for seat in game.file.seats]
    for name in names:
        if name not in offered:
            raise WrongUsage(f"--bots {name[:60]!r}: bots are {', '.join(offered)}")
    return names


MOST_TURNS = 300
"""Turns of each of several games, where none are named."""


def series_lines(result: SeriesSummary) -> list[str]:
    turns = result.turns
    lengths = (
        f"Turns: median {turns.median:g}, half of the games {turns.quarter:g} to {turns.three_quarters:g}."
    )
    shares = {"bot": result.bots, "seat": result.seats, "start": result.starts}
    tables = [line for what, table in shares.items() if table for line in _share_lines(what, table)]
    return [
        f"{result.game}: {result.games} games of at most {result.most} turns, {result.ended} ended, seed {result.seed}",
        lengths,
        *tables,
        *_counts(result),
    ]


def _share_lines(what: str, shares: Mapping[str, Share]) -> list[str]:
    rows = [f"{what:12}{'won':>8}{'share':>8}{'95 %':>14}{'if equal':>10}"]
    for name, share in shares.items():
        sure = f"{share.low:.0%} to {share.high:.0%}"
        rows.append(f"{name:12}{share.won:8g}{share.share:8.0%}{sure:>14}{share.expected:10.0%}")
    return rows


def _counts(played: SeriesSummary | Summary, *more: str) -> list[str]:
    return [
        f"{'order':12}{'done':>8}{'failed':>8}",
        *(f"{verb:12}{count.done:8}{count.failed:8}" for verb, count in played.orders.items()),
        *more,
        "; ".join(f"{what}: {counts['']}" for what, counts in played.tallies.items() if "" in counts),
        *(
            f"{what}: {', '.join(f'{name} {count}' for name, count in counts.items()) or 'none'}"
            for what, counts in played.tallies.items()
            if "" not in counts
        ),
    ]


def lines(summary: Summary) -> list[str]:
    from genetess_cli.rules.problems import count_words

    turns = count_words(summary.turns, "turn")
    told = [f"{summary.game}: {turns} played, from {summary.first} to {summary.turn}, seed {summary.seed}"]
    if summary.bots:
        told.append(f"bots: {', '.join(f'{seat} {bot}' for seat, bot in summary.bots.items())}")
    return [
        *told,
        _ending(summary),
        *_counts(summary, f"{'(timed out)':12}{summary.timed_out:8}"),
        f"position: sha256 {summary.digest}",
    ]


def _ending(summary: Summary) -> str:
    from genetess_cli.cli.due import winner_words

    result = summary.result
    if result is None:
        return f"Not over: {', '.join(summary.to_move)} to move."
    scores = ", ".join(f"{seat} {score}" for seat, score in result.scores.items())
    return f"Over: {winner_words(result.winners, result.survivor)} ({result.reason}). Scores: {scores}."


@listed("perft")
@click.argument("depth", type=click.IntRange(0, 20))
@option("--fen", "FEN", "Count from this position instead of the first one.")
@flag("--divide", "Also print the count below each first move.")
def perft(depth: int, fen: str | None, divide: bool) -> None:
    """Count the lines of DEPTH moves in Genie of the Lamp; the last line printed is the number.

    A FEN has seven fields, the last of them `Gg`, `G`, `g` or `-`: who may still enter a Genie by flipping a pawn.
    A FEN of six fields is refused: it does not say that.

    Examples:
      genetess perft 3
      genetess perft 2 --divide --fen "4k3/8/8/4p3/3G4/8/8/4K3 w - - 0 1 Gg"
    """
    from genetess_cli.rules.genie import notation as fens
    from genetess_cli.rules.genie.board import divide as count_each
    from genetess_cli.rules.genie.board import perft
    from genetess_cli.rules.genie.game import STARTING_FEN

    if fen is None:
        fen = STARTING_FEN
    try:
        board = fens.read(fen)
    except ValueError as error:
        raise WrongUsage(f"--fen: {error}") from None
    if not divide or not depth:
        say(str(perft(board, depth)))
        return
    counts = count_each(board, depth)
    say(*(f"{move}: {count}" for move, count in counts.items()), str(sum(counts.values())))
