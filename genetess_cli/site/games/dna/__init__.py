"""All that a page knows of DNA: its board, pyramids and sentences."""

from genetess_cli.site.games.pages import GamePages, parts_of

PAGES = GamePages(
    api=1,
    title="DNA",
    about="Place a pyramid at the end of a row of three to score. Each pyramid that you place also changes its "
    "neighbours. The most valuable collection wins.",
    picker=("dna/position.js", "dna/read.js", "dna/pick.js"),
    styles=("pyramids",),
    **parts_of(__name__),
)
