"""Boards and game files that many leagues of tests have."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.store.seal import keys
from tests.kit.keys import GAME_KEY, ID

SMALL = """\
map: |
  #########
  #...+...#
  #.......#
  #########
starts:
  K1: {B2: K, B3: AB}
  K2: {H3: K, G2: ABR}
"""
SMALL_FOR_THREE = """\
map: |
  #########
  #...+...#
  #.......#
  #.......#
  #########
starts:
  K1: {B2: K, B3: AB}
  K2: {H3: K, G2: AP}
  K3: {B4: K}
"""
BOARD = """\
map: |
  #########
  #...+...#
  #.......#
  #########
starts:
  K1: {B2: K, C2: AB}
  K2: {H3: K, G3: A}
specials:
  - {at: E3, type: S1, amount: 5}
"""
"""What `genetess new` is given."""
WIDE = """\
map: |
  ##################
  #....+.....#.....#
  #....+.....+.....#
  #....+...........#
  #................#
  ###.####..###.####
  #................#
  #....++++++......#
  #................#
  #................#
  ###.####..###.####
  #................#
  #.......+........#
  #......+++.......#
  #.......+........#
  #................#
  #................#
  ##################
starts:
  K1: {B2: K, C2: ABC, B3: ABBDDF}
  K2: {Q2: K, P2: ABC, Q3: AREU}
  K3: {B17: K, C17: ABEGL, B16: ABBBCDDEFMNS}
specials:
  - {at: D4, type: S1, amount: 5, text: "Five E, <if> you stay"}
  - {at: I12, type: S5}
  - {at: P16, type: S8, targets: [B9, C9]}
"""
SHORT = WIDE.replace("  K3: {B17: K, C17: ABEGL, B16: ABBBCDDEFMNS}", "  K3: {B17: K}")
"""Blue has nothing but a King."""
SOON = SHORT.replace("K2: {Q2: K, P2: ABC, Q3: AREU}", "K2: {D2: K}").replace("{B17: K}", "{C3: K}")
"""Red takes both Kings by END."""
END = ("MOVE C2 SE-N", "PASS", "MOVE D2 W-S")
SECRET = f'secrecy: sealed\ncommitment: "{keys.commitment(GAME_KEY)}"\n'
TWO = {"red": "Ragnar", "green": "Gwen"}
THREE = {**TWO, "blue": "Bo"}
LAMP = """\
ruleset: genie
name: Lamp
number: 7
deadline: 3d
players:
  - {seat: white, name: Wendy}
  - {seat: black, name: Boris}
"""


def game_file(
    more: str = "",
    players: Mapping[str, str] = TWO,
    *,
    name: str = "Riot",
    deadline: str = "24h",
    e: int = 20,
) -> str:
    """game.yaml as a GM writes it; `more` are lines of it."""
    rows = "".join(
        f"  - {{seat: {seat}, name: {_quoted(who)}, start: K{number}}}\n"
        for number, (seat, who) in enumerate(players.items(), 1)
    )
    return f"""\
# The GM's own comment.
ruleset: genetess
name: {name}
number: 9999
deadline: {deadline}
{more}players:
{rows}rules: {{starting_e: {e}}}
"""


def wide_file(more: str = "", *, name: str = "Riot", red: str = "Ragnar", e: int = 40, id: str = ID) -> str:
    """game.yaml of a game for three on the board WIDE."""
    lines = f"grace: 12h\nid: {id}\n{more}"
    return game_file(lines, {**THREE, "red": red}, name=name, deadline="3d", e=e)


def _quoted(name: str) -> str:
    return name if name.isalnum() else f'"{name}"'
