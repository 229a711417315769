"""What the special squares do that fire as soon as a piece arrives, in games of the edition 1.00 (ruling G28)."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

ARRIVALS: dict[str, Entry] = {
    "S6": Entry(
        brief="Kills whatever stands on certain squares. A King there lives, but its owner’s other pieces die.",
        says=("All pieces on the listed squares are destroyed, whoever set it off and whoever owns them.",),
        limits=("A piece with K is never destroyed. If one is hit, all pieces of its owner without K die.",),
        meets=(
            "The piece that sets it off is hit only if its own square is listed.",
            "W does not resist. Phased pieces are hit. Nobody is eliminated by it.",
        ),
        parameters={"squares": "the squares that are hit"},
        examples=(("{at: F2, type: S6, squares: [G2, G3]}", "What stands on G2 and G3 dies."),),
        rulings=(5, 11, 28, 31),
        see=("KINGS",),
    ),
    "S7": Entry(
        brief="Blows up what comes upon it, with a jet in each direction up to a wall or a piece.",
        says=(
            "The piece on it is destroyed, and jets one square wide go N, E, S and W.",
            "A jet kills the first piece it meets and ends there, or ends at a wall or the edge.",
            "With C in the piece that set it off there are jets NE, SE, SW and NW as well.",
            "With E in that piece the jets go on through the pieces they kill, up to a wall.",
            "With O in that piece the interior wall at the end of a jet becomes floor.",
        ),
        limits=(
            "A piece with K is never destroyed. If one is hit, the one on the square too, all pieces of its "
            "owner without K die.",
            "Each jet opens one wall at most, and exterior wall never.",
        ),
        meets=(
            "Jets pass over special squares without setting them off, and the S7 itself stays.",
            "W does not resist. Phased pieces are hit. Nobody is eliminated by it.",
        ),
        examples=(("{at: E5, type: S7}", "A mine on E5."),),
        rulings=(5, 11, 28, 31, 32),
        see=("KINGS", "C", "E", "O"),
        boards=("blast",),
    ),
    "S8": Entry(
        brief="Sends the piece that comes upon it to another square, if that one is empty.",
        says=(
            "The piece is put onto the target square. With several targets one is drawn among those that "
            "are empty.",
        ),
        limits=(
            "With no target empty it is blocked, and the piece stays.",
            "A target that is interior wall is not empty.",
        ),
        meets=(
            "W resists: one W is lost and the piece stays. That is not blocked, and there is no second try.",
            "Kings are sent too. A phased piece stays phased.",
            "A phased piece on a target fills it like any other.",
            "The piece arrives on its target: a special there may fire, but each only once for one order "
            "or one turn’s start.",
        ),
        parameters={"targets": "the squares it may send to"},
        examples=(("{at: F3, type: S8, targets: [B3, C3]}", "To B3 or C3, whichever is empty."),),
        rulings=(11, 14, 21, 28, 30, 32),
        see=("SPECIALS", "W"),
        boards=("teleporter",),
    ),
    "S9": Entry(
        brief="Takes a random code from the piece that comes upon it and from all in that piece’s view.",
        says=(
            "The piece and all others in its view lose one code each, drawn from their letters, each copy "
            "alike.",
            "Who is in view is settled before the first code is lost.",
        ),
        limits=(
            "It can take the last A: a piece left without A and K is destroyed. It never takes a K.",
            "A piece loses one code at most in all, and one with nothing to lose loses nothing.",
            "If a King is hit, every other piece of its owner, anywhere on the board, loses a code too.",
        ),
        meets=("W resists: the piece loses that W and nothing else. Phased pieces are hit.",),
        examples=(("{at: E5, type: S9}", "Radiation on E5."),),
        rulings=(5, 11, 19, 28, 31),
        see=("KINGS", "RADIATE"),
    ),
    "S10": Entry(
        brief="Opens certain interior walls, or random ones, for good.",
        says=("The interior walls named, or so many drawn from all on the board, become floor.",),
        limits=("Exterior wall stays. A named wall that is open already stays open.",),
        meets=("A special that was buried there works again.",),
        parameters={
            "walls": "the squares that are opened",
            "random": "instead of `walls`: how many are drawn",
        },
        examples=(
            ("{at: G2, type: S10, walls: [E2]}", "E2 becomes floor."),
            ("{at: G3, type: S10, random: 2}", "Two walls somewhere open."),
        ),
        rulings=(28, 37),
    ),
    "S13": Entry(
        brief="All special squares, itself too, move to random empty places.",
        says=(
            "Every special on the board, in row order, goes to a floor square drawn from those that qualify.",
        ),
        limits=("Only floor that holds neither a piece nor another special qualifies.",),
        meets=("Pieces do not move. W has nothing to resist.",),
        examples=(("{at: E5, type: S13}", "Who steps on E5 stirs the board."),),
        rulings=(28, 33),
    ),
}
"""Part of `SPECIALS` in `specials.py`."""
