"""Print how often each bot wins against each other one, as `manual/*/bots.toml` has it: `python -m benchmarks.bots`.

Of each ruleset two bots play so many games on its smallest board, turn about in its seats; a game that does not end is
won by nobody.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import genetess, run
from genetess_cli.rules import RULESETS, ruleset

GAMES = 40
_TURNS = 2000


def main() -> None:
    """Print a table for each bot of the rulesets that are named, or of all."""
    with TemporaryDirectory() as folder:
        run(genetess("init", "bots", "--forge", "none"), Path(folder))
        for name in sys.argv[1:] or RULESETS:
            print(f"# {name}", flush=True)
            for bot, wins in _wins(Path(folder) / "bots", name).items():
                shown = ", ".join(f"{other} = {share}" for other, share in wins.items())
                print(f"[{bot}]\nwins = {{{shown}}}", flush=True)


def _wins(league: Path, name: str) -> dict[str, dict[str, int]]:
    first, second = ruleset(name).seats
    seats = ("--player", f"{first}=Ann", "--player", f"{second}=Bo")
    run(genetess("new", name, "--ruleset", name, *seats), league)
    bots = ruleset(name).bots().names
    wins: dict[str, dict[str, int]] = {bot: {} for bot in bots}
    for one, other in combinations(bots, 2):
        many = ("--games", str(GAMES), "--turns", str(_TURNS), "--seed", "bots", "--json")
        told = run(genetess("simulate", name, *many, "--bots", f"{one},{other}"), league)
        for bot, rival in ((one, other), (other, one)):
            wins[bot][rival] = round(100 * json.loads(told)["bots"][bot]["share"])
    return wins


if __name__ == "__main__":
    main()
