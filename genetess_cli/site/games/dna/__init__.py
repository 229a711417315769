"""All that a page knows of DNA: its board, pyramids and sentences."""

from importlib import import_module

from genetess_cli.site.games.pages import GamePages

PAGES = GamePages(
    api=1,
    title="DNA",
    about="Place a pyramid at the end of a row of three to score. Each pyramid that you place also changes its "
    "neighbours. The most valuable collection wins.",
    picker=("dna/position.js", "dna/read.js", "dna/pick.js"),
    styles=("pyramids",),
    drawing=lambda: import_module(".board", __name__).DRAWING,
    say=lambda: import_module(".words", __name__).say,
    traces=lambda: import_module(".traces", __name__).TRACES,
    ink=lambda: import_module(".orders", __name__).INK,
    grammar=lambda: import_module(".orders", __name__).grammar(),
)
