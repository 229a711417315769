"""What is said of each kind of order."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

ORDERS: dict[str, Entry] = {
    "MOVE": Entry(
        brief="A move is an order by itself: written as in chess, one a turn.",
        says=(
            "Write it in SAN, as `Nf3`, or by its squares, as `g1f3`. The article on notation has every form.",
            "A move that cannot be made is refused with the reason, leaves the file, and it is still your turn. One "
            "that could be by several pieces is refused with their names.",
        ),
        meets=(
            "Several orders in a file are a queue: the first goes in this turn, the next in your next one. A star in "
            "front has it go as soon as your turn comes; without one it waits for the deadline.",
            "A stored move is tried on whatever position there is then. So store a capture as `Nxe5`: it is refused "
            "where nothing is left to capture.",
            "`HOLIDAY` makes the game wait for you, if it grants holidays.",
        ),
        examples=(
            ("Nf3", "The knight to f3."),
            ("* exd5", "As soon as the turn comes, the e-pawn captures on d5."),
            ("O-O", "Castling on the king’s side; `O-O-O` on the queen’s."),
        ),
        rulings=(6,),
        aliases=("MOVES", "ORDER", "ORDERS", "CASTLING", "CASTLE"),
        see=("NOTATION", "TURN", "STORED", "DRAW", "CLAIM", "RESIGN"),
    ),
    "DRAW": Entry(
        brief="Offers a draw and keeps the turn, or accepts the offer that stands.",
        says=(
            "It is ordered before a move, by whoever is to move. The same player still has to move, by the same "
            "deadline.",
            "The offer stands until the opponent has moved. `DRAW` by the opponent accepts it, and the game is drawn; "
            "any move declines it.",
        ),
        limits=("It can be offered once before a move.",),
        meets=(
            "With `DRAW / Nf3` in the file both are carried out, one after the other. A `DRAW` alone leaves you to "
            "move: where no move follows by the deadline, you are timed out.",
            "A stored `DRAW` that was meant as an offer accepts the opponent’s, if one stands when it goes, and "
            "the game is over.",
        ),
        examples=(("DRAW", "Offered, or accepted."),),
        rulings=(5,),
        aliases=("OFFER", "OFFERS", "DECLINE", "AGREED"),
        see=("CLAIM", "STORED", "END"),
    ),
    "CLAIM": Entry(
        brief="Ends the game as a draw where the same position has come up three times, or after fifty quiet moves.",
        says=(
            "The position on the board counts if it has come up for the third time, or if in fifty moves of each side "
            "nothing was captured and no pawn was moved or flipped.",
            "`CLAIM Nf3` claims the position after a move that you mean to make. The move itself is not made: the game "
            "is over, or the claim is wrong.",
        ),
        limits=(
            "A wrong claim is refused with the counts, and nothing else comes of it. The move in it is not made "
            "either, and you may order another.",
        ),
        meets=(
            "Positions are the same if pieces, side to move, castling, captures in passing and the rights to enter a "
            "Genie are.",
            "At the fifth time, and after seventy-five moves, it is a draw without any claim.",
        ),
        examples=(("CLAIM", "As it stands."), ("CLAIM Nf3", "As it would stand after the move.")),
        rulings=(5,),
        aliases=("CLAIMS", "REPETITION", "THREEFOLD", "FIFTY MOVES"),
        see=("DRAW", "END"),
    ),
    "RESIGN": Entry(
        brief="Gives the game up.",
        says=("The opponent has won.",),
        limits=("It can be ordered in your own turn alone, like everything else.",),
        examples=(("RESIGN", "No more is needed."),),
        rulings=(5,),
        aliases=("RESIGNATION", "GIVE UP"),
        see=("DRAW", "END"),
    ),
}
