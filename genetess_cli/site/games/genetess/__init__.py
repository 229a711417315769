"""All that a page knows of Genetess: its board and sentences."""

from importlib import import_module

from genetess_cli.site.games.pages import GamePages

PAGES = GamePages(
    api=1,
    title="Genetess",
    about="Build pieces out of letters, each with an ability of its own, and find the other Kings in the fog.",
    picker=("genetess/pieces.js", "genetess/ways.js", "genetess/read.js", "genetess/pick.js"),
    together=("genetess/preferences.js", "genetess/gamble.js"),
    styles=("ground", "pieces"),
    has_calculator=True,
    drawing=lambda: import_module(".board", __name__).DRAWING,
    say=lambda: import_module(".words", __name__).say,
    traces=lambda: import_module(".traces", __name__).TRACES,
    ink=lambda: import_module(".orders", __name__).INK,
    grammar=lambda: import_module(".orders", __name__).grammar(),
    samples=lambda: vars(import_module(".pieces", __name__)),
)
