"""`genetess board`: a board file looked at (`check`), and a fair one made (`new`). Both work outside a league too."""

from __future__ import annotations

from pathlib import Path

import click

from genetess_cli.cli.manual import Command, as_written
from genetess_cli.cli.options import json_option
from genetess_cli.cli.terminal import note, put_json, say
from genetess_cli.errors import Refused

_HELP = """\
Look at a board's figures, or make a board on which all starts are equal. No league is needed.

Examples:
  genetess board check games/riot/board.yaml
  genetess board new --players 4 -o cave.yaml
"""


@click.group("board", help=as_written(_HELP))
def command() -> None:
    """A board file by itself."""


@command.command("check", cls=Command, short_help="Check a board, draw it and compare its starts.")
@click.argument("file", type=click.Path())
@click.option(
    "--within",
    metavar="N",
    type=click.IntRange(1, 40_000),
    default=6,
    show_default=True,
    help="Count the specials within so many steps of each start.",
)
@json_option
def check(file: str, within: int, as_json: bool) -> None:
    """Check FILE as a game would, then draw it and compare its starts: who reaches whom, and what is near.

    Examples:
      genetess board check cave.yaml
      genetess board check cave.yaml --within 10 --json
    """
    from genetess_cli.admin import board_file
    from genetess_cli.rules.genetess.boards.fairness import survey

    board = board_file.load(Path(file))
    figures = survey(board, within)
    if as_json:
        import msgspec

        put_json(msgspec.to_builtins(figures))
        return
    from genetess_cli.cli.sketch import draw

    draw(board, figures)


@command.command("new", cls=Command, short_help="Make a board on which no start has an advantage.")
@click.option(
    "--players", metavar="N", type=click.IntRange(2, 26), required=True, help="Number of players: 2 to 26."
)
@click.option("--size", metavar="WxH", help="Columns and rows, such as 21x15. Default: a usual size.")
@click.option(
    "--walls",
    metavar="SHARE",
    default="few",
    show_default=True,
    help="Interior walls: none, few, many, or a percentage up to 40.",
)
@click.option(
    "--specials",
    metavar="LIST",
    default="S1,S5",
    show_default=True,
    help="For each start: types such as S1,S5,S7x2, a number of any types, all or none.",
)
@click.option("--seed", metavar="S", help="The same seed gives the same board. Default: a new seed.")
@click.option(
    "-o", "--out", metavar="FILE", type=click.Path(), help="Write FILE instead of printing the board."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def new(
    players: int, size: str | None, walls: str, specials: str, seed: str | None, out: str | None, force: bool
) -> None:
    """Make a board on which no start has an advantage, and print it.

    For 2, 4 and 8 players the board is symmetric. For other numbers all walking distances are equal,
    but not what is seen or jumped over walls. The file says how to make it again.

    For a sealed game, write the file outside the league and leave out --seed: whoever guesses the seed knows the
    specials.

    Examples:
      genetess board new --players 4 --size 25x25 --walls many --specials S1,S4x2,S8 -o cave.yaml
      genetess board new --players 6 --specials 4 --seed friday
      genetess board new --players 2 -o ~/fog.yaml          for a sealed game
    """
    from genetess_cli.admin import board_file

    request = board_file.Request(players, seed or _draw(), size, walls, specials)
    text = board_file.compose(request)
    if idle := board_file.idle(text):
        note(f"{', '.join(idle)} will do nothing on this board; `genetess board check` says why")
    if out is None:
        say(text.removesuffix("\n"))
        return
    _write(Path(out), text, force)
    note(f"Wrote {out}. Look at it with `genetess board check {out}`")


def _draw() -> str:
    import secrets

    return secrets.token_hex(16)  # the specials of a sealed game's board are as secret as its seed


def _write(path: Path, text: str, force: bool) -> None:
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(f"{path} already exists; name another file, or overwrite it with --force") from None
    except OSError as error:
        raise Refused(
            f"{path} cannot be written: {error.strerror}; name a file in a folder that exists"
        ) from None
