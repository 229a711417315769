"""All that a page knows of Genie of the Lamp: its board, sentences and PGN."""

from importlib import import_module

from genetess_cli.site.games.pages import Download, GamePages, parts_of

PAGES = GamePages(
    api=1,
    title="Genie of the Lamp",
    about="Chess with one extra piece: each side can turn a pawn into a Genie, which leaps over other pieces.",
    each="move",
    picker=("genie/read.js", "genie/pick.js"),
    styles=("chess",),
    downloads={
        "game.pgn": Download("The game as PGN", lambda *told: import_module(".pgn", __name__).text(*told))
    },
    **parts_of(__name__),
)
