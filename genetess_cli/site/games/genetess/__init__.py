"""All that a page knows of Genetess: its board and sentences."""

from importlib import import_module

from genetess_cli.site.games.pages import GamePages, parts_of

PAGES = GamePages(
    api=1,
    title="Genetess",
    about="Build pieces out of letters, each with an ability of its own, and find the other Kings in the fog.",
    picker=("genetess/pieces.js", "genetess/ways.js", "genetess/read.js", "genetess/pick.js"),
    together=("genetess/preferences.js", "genetess/gamble.js"),
    styles=("ground", "pieces"),
    has_calculator=True,
    **parts_of(__name__),
    samples=lambda: vars(import_module(".pieces", __name__)),
)
