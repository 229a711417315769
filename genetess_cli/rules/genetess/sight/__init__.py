"""Fog of war: what a viewer sees of a position, hears of events, and remembers of both. The one place for secrets.

Pages, logs and JSON are made from `view` and `tell` alone; `known` is the position that a seat believes in, from
which its orders are checked. A memory is made of views and of what was told, and of nothing else.
"""

from genetess_cli.rules.genetess.sight.light import Sight, reads, shows, sight
from genetess_cli.rules.genetess.sight.memory import LATELY, SeatMemory, is_hidden, recalled, remember
from genetess_cli.rules.genetess.sight.telling import tell
from genetess_cli.rules.genetess.sight.views import GenetessView, PieceView, SpecialView, known, view
