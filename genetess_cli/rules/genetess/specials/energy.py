"""Specials that change what is in the purses: S1, S2, S11, S12. Every percentage is rounded down (ruling G8)."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play


def fixed_bonus(turn: Play, square: Square) -> None:
    """S1: `amount` E for every K of the player."""
    amount = turn.game.specials[square].details["amount"]
    effects.earn(turn, turn.seat, amount * turn.game.kings(turn.seat), "S1")


def percentage_bonus(turn: Play, square: Square) -> None:
    """S2: `percent` of the player's own E, or of all players' together, for every K of the player."""
    details, players = turn.game.specials[square].details, turn.game.players
    base = players[turn.seat].e if details["of"] == "own" else sum(player.e for player in players.values())
    effects.earn(turn, turn.seat, details["percent"] * base * turn.game.kings(turn.seat) // 100, "S2")


def factored_bonus(turn: Play, square: Square) -> None:
    """S11: n^n per cent of the player's E for every K, n being the S11 held; paid once (ruling G32)."""
    held = [other for other in turn.game.specials_of("S11") if _holds(turn, other)]
    if square == held[0]:
        percent = len(held) ** len(held)
        base = turn.game.players[turn.seat].e
        effects.earn(turn, turn.seat, percent * base * turn.game.kings(turn.seat) // 100, "S11")


def _holds(turn: Play, square: Square) -> bool:
    piece = turn.game.pieces.get(square)
    return piece is not None and turn.game.controls(turn.seat, piece)


def enemy_decay(turn: Play, square: Square) -> None:
    """S12: every enemy loses `amount` E, or `percent` of what it has, but never more than it has (ruling G32)."""
    details = turn.game.specials[square].details
    for seat, player in turn.game.players.items():
        if seat != turn.seat:
            loss = details["amount"] if "amount" in details else player.e * details["percent"] // 100
            effects.pay(turn, seat, loss, "S12")
