"""The bots of Genetess, the weakest first, and what `genetess simulate` holds their turns to and counts.

A bot gets a position, its seat, luck and what the seat remembers. It reads of the position what its seat knows alone.
"""

from genetess_cli.rules.genetess.bots.greed import greedy
from genetess_cli.rules.genetess.bots.guess import sample
from genetess_cli.rules.genetess.bots.hunt import hunt
from genetess_cli.rules.genetess.bots.tallies import TALLIES, tally
from genetess_cli.rules.genetess.memory import remember

__all__ = ["BOTS", "TALLIES", "greedy", "hunt", "remember", "sample", "tally"]

BOTS = {"random": sample, "greedy": greedy, "hunter": hunt}
REMEMBERING = ("greedy", "hunter")
