"""How much a replay weighs: page, style, script and the scenes of all viewers of a long game on the largest preset.

Spectators see the whole board in that game, so that there are scenes of it beside those of the eight seats.
`python -m benchmarks.replay` prints this row alone.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import genetess, run
from benchmarks.row import Row

SLUG = "oct"
TURNS = 200
SEATS = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "white")


def replay_rows(folder: Path) -> Iterator[Row]:
    """The row of a replay, of a game played in a new league in `folder`."""
    players = [part for seat in SEATS for part in ("--player", f"{seat}={seat.title()}")]
    run(genetess("init", folder))
    run(genetess("new", SLUG, "--ruleset", "genetess", "--preset", "octet", *players), folder)
    settings = folder / "games" / SLUG / "game.yaml"
    text = settings.read_text()
    if "\nspectators: public" not in text:
        raise SystemExit("a new game.yaml does not say what spectators see")
    settings.write_text(text.replace("\nspectators: public", "\nspectators: full"))
    run(genetess("start", SLUG), folder)
    run(
        genetess("simulate", SLUG, "--turns", str(TURNS), "--seed", "1", "--bots", "greedy", "--commit"),
        folder,
    )
    run(genetess("build"), folder)
    what = f"a replay of {TURNS} turns, all viewers, gzipped"
    yield Row(what, _weight(folder / "_site"), 300, "kB")


def _weight(site: Path) -> float:
    game = site / SLUG
    files = [game / "replay.html", site / "style.css", site / "replay.js", *(game / "replay").rglob("*.js")]
    if len(files) < 3 + len(SEATS) + 1:
        raise SystemExit("the build made no scenes of some viewer")
    return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1000


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        for row in replay_rows(Path(place) / "league"):
            print(row)
