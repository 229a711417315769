"""SPECIALS: every special square of the specials page, in firing order, and the function that is its effect.

When they fire is decided in `../turn.py`, what board.yaml may say of them in `fields.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.specials.blasts import (
    conversion,
    detonation,
    fuse,
    piece_killer,
    radiation,
    rockfall,
)
from genetess_cli.rules.genetess.specials.energy import (
    enemy_decay,
    factored_bonus,
    fixed_bonus,
    percentage_bonus,
)
from genetess_cli.rules.genetess.specials.growth import code_adder, double_up, duplication, monkey
from genetess_cli.rules.genetess.specials.motion import relocation, teleport, tremor, wind
from genetess_cli.rules.genetess.specials.sight import map_view, open_wall, synergy, target


class Kind(msgspec.Struct, frozen=True):
    """A type of special: its name, its effect by the piece on a square, and when it fires (ruling G28).

    `on_entry`: as soon as a piece comes to rest on it, in the edition 1.00. `always`: looked at as any player's turn
    begins, whether or not a piece is on it.
    """

    name: str
    effect: Callable[[Play, Square], None]
    on_entry: bool = False
    always: bool = False


SPECIALS: dict[str, Kind] = {
    "S1": Kind("Fixed E Bonus", fixed_bonus),
    "S2": Kind("Percentage E Bonus", percentage_bonus),
    "S3": Kind("Piece Duplication", duplication),
    "S4": Kind("Genetic Code Adder", code_adder),
    "S5": Kind("Map View", map_view, always=True),
    "S6": Kind("Piece Killer", piece_killer, on_entry=True),
    "S7": Kind("Detonation", detonation, on_entry=True),
    "S8": Kind("Teleport", teleport, on_entry=True),
    "S9": Kind("Radiation", radiation, on_entry=True),
    "S10": Kind("Open Wall", open_wall, on_entry=True),
    "S11": Kind("Factored E Bonus", factored_bonus),
    "S12": Kind("Enemy E Decay", enemy_decay),
    "S13": Kind("Special Relocation", relocation, on_entry=True),
    "S14": Kind("Double Up", double_up),
    "S15": Kind("Conversion", conversion),
    "S16": Kind("Tremor", tremor),
    "S17": Kind("Target", target),
    "S18": Kind("Synergy", synergy),
    "S19": Kind("Fuse", fuse),
    "S20": Kind("Wind", wind),
    "S21": Kind("Rockfall", rockfall),
    "S22": Kind("Monkey", monkey),
}

NAMES: dict[str, str] = {number: kind.name for number, kind in SPECIALS.items()}
"""Every type of special and its name."""
