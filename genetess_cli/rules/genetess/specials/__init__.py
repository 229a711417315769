"""SPECIALS: every special square of the specials page, in firing order, and the function that is its effect.

When they fire is decided in `../turn.py`, what their parameters may be in `fields.py`. A new one is a row here, its
effect, and its article in the manual.
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

    `says` is what players read at it, with its parameters in braces; "" where `fields` composes that. `needed` are the
    parameters in board.yaml that it must have, `either` those of which it has one, `optional` those it may have.
    `on_entry`: as soon as a piece comes to rest on it, in the edition 1.00. `always`: looked at as any player's turn
    begins, whether or not a piece is on it.
    """

    name: str
    effect: Callable[[Play, Square], None]
    says: str = ""
    needed: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    on_entry: bool = False
    always: bool = False

    @property
    def parameters(self) -> tuple[str, ...]:
        return self.needed + self.either + self.optional


# What players read is in the position of every game that has begun: another word there, and `verify` fails.
SPECIALS: dict[str, Kind] = {
    "S1": Kind("Fixed E Bonus", fixed_bonus, "{amount} E for each K you have", ("amount",)),
    "S2": Kind("Percentage E Bonus", percentage_bonus, needed=("percent", "of")),
    "S3": Kind("Piece Duplication", duplication, "Puts a copy of the piece here on {target}", ("target",)),
    "S4": Kind("Genetic Code Adder", code_adder, needed=("codes",), optional=("max",)),
    "S5": Kind("Map View", map_view, "Shows the whole map", always=True),
    "S6": Kind("Piece Killer", piece_killer, "Kills what stands on {squares}", ("squares",), on_entry=True),
    "S7": Kind(
        "Detonation",
        detonation,
        "Blows up what enters, and what stands in the way of the jets",
        on_entry=True,
    ),
    "S8": Kind("Teleport", teleport, needed=("targets",), on_entry=True),
    "S9": Kind(
        "Radiation", radiation, "Takes a code from what enters and from all in its view", on_entry=True
    ),
    "S10": Kind("Open Wall", open_wall, either=("walls", "random"), on_entry=True),
    "S11": Kind(
        "Factored E Bonus",
        factored_bonus,
        "1% of your E for each K you have, 4% where you hold two of these, 27% for three and so on",
    ),
    "S12": Kind("Enemy E Decay", enemy_decay, either=("amount", "percent")),
    "S13": Kind("Special Relocation", relocation, "Sends all special squares somewhere else", on_entry=True),
    "S14": Kind("Double Up", double_up, "Doubles the codes of the piece here for what it costs"),
    "S15": Kind("Conversion", conversion, "Converts the enemy pieces in view of the piece here"),
    "S16": Kind("Tremor", tremor, "Shakes all pieces and special squares about"),
    "S17": Kind("Target", target, "Shows all enemy Kings"),
    "S18": Kind("Synergy", synergy, "Shows all pieces with the codes of the piece here"),
    "S19": Kind("Fuse", fuse, "Destroys all pieces with the codes of the piece here"),
    "S20": Kind("Wind", wind, "Blows all other pieces away from the piece here"),
    "S21": Kind("Rockfall", rockfall, "Turns the floor in view of the piece here into wall"),
    "S22": Kind("Monkey", monkey, "Makes Kings of the pieces nearest to the starts"),
}

ALL = f"S1 to {[*SPECIALS][-1]}"
NAMES: dict[str, str] = {number: kind.name for number, kind in SPECIALS.items()}
"""Every type of special and its name."""
