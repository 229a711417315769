"""A position of Genie of the Lamp: frozen values and look-ups. It changes only by events (`events.py`).

The chess library is not needed here: what is asked of a position again and again stands in its FEN.
"""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

import msgspec

VERSION = 1
"""Of these rules: raised by every change that alters a result of play."""

WHITE, BLACK = "white", "black"
SEATS = (WHITE, BLACK)
"""The seats, in order of play."""
LETTERS = "ab"
"""How turns are labelled: one letter for each seat."""
INVENTORY, FIDE = "inventory", "fide"
PROMOTIONS = (INVENTORY, FIDE)
"""What `promotion` may be (ruling L4)."""
FORFEIT, WAIT = "forfeit", "wait"
TIMEOUTS = (FORFEIT, WAIT)
"""What a missed deadline does (ruling L8)."""
STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Gg"
"""The first position (ruling L7)."""
