"""The special squares by number, in firing order."""

from __future__ import annotations

NAMES: dict[str, str] = {
    "S1": "Fixed E Bonus",
    "S2": "Percentage E Bonus",
    "S3": "Piece Duplication",
    "S4": "Genetic Code Adder",
    "S5": "Map View",
    "S6": "Piece Killer",
    "S7": "Detonation",
    "S8": "Teleport",
    "S9": "Radiation",
    "S10": "Open Wall",
    "S11": "Factored E Bonus",
    "S12": "Enemy E Decay",
    "S13": "Special Relocation",
    "S14": "Double Up",
    "S15": "Conversion",
    "S16": "Tremor",
    "S17": "Target",
    "S18": "Synergy",
    "S19": "Fuse",
    "S20": "Wind",
    "S21": "Rockfall",
    "S22": "Monkey",
}
"""Every type of special and its name."""
