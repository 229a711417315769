"""What is said of the Genie: how it enters, moves, gives check, and comes by promotion."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

MOVES: dict[str, Entry] = {
    "ENTRANCE": Entry(
        brief="Flips a pawn on your own half: it is your Genie from then on. That is a whole move.",
        says=(
            "White’s pawns can be flipped on ranks 2 to 4, Black’s on ranks 7 to 5. The Genie stands where the pawn "
            "stood, and the pawn is gone.",
            "Written it is G and the square: `Gd2` flips the pawn on d2. By squares it is `d2d2g`.",
        ),
        limits=(
            "A side has one Genie at a time. Once a Genie of yours has been captured you can flip none any more, "
            "wherever that one had come from; the seventh field of FEN tells who still may.",
            "Your king may not be in check after it.",
        ),
        meets=(
            "It counts as a pawn’s move: the fifty moves begin anew. A pawn that could have been captured in passing "
            "no longer can.",
            "It can give check. A pinned pawn can be flipped too, as the Genie is as much in the way.",
        ),
        examples=(("Gd2", "The pawn on d2 becomes the Genie."), ("d7d7g", "The same of Black’s on d7.")),
        rulings=(1, 7),
        aliases=("ENTER", "ENTERING", "ENTRANCES", "FLIP", "FLIPPING", "LAMP"),
        see=("GENIE", "STEP", "PROMOTION", "FEN"),
        boards=("entrance", "entered"),
    ),
    "STEP": Entry(
        brief="The Genie’s usual move: one square or two in a straight line, over whatever stands between.",
        says=(
            "It goes straight or slanting, in any of eight directions. Of two squares it leaps over the first, whether "
            "a piece of either side stands there or none.",
            "It captures on arrival. These squares, at most sixteen, are all that a Genie attacks.",
        ),
        limits=("It cannot end on a piece of its own side, and not a knight’s move away.",),
        meets=(
            "Its check cannot be blocked: the king moves away, or the Genie is captured.",
            "No king castles out of, over or onto a square that it attacks.",
        ),
        examples=(("Gd4", "The Genie goes to d4."), ("Gxe5+", "It captures on e5 and gives check.")),
        rulings=(2,),
        aliases=("STEPS", "CHECK", "ATTACK", "ATTACKS"),
        see=("JUMP", "ENTRANCE"),
        boards=("step", "check"),
    ),
    "JUMP": Entry(
        brief="In place of a step, two leaps in one move, which capture nothing.",
        says=(
            "Each leap is two squares long, in any of eight directions, over an occupied square onto an empty one. The "
            "second can go another way than the first.",
            "What is leapt over can be of either side, and stays where it is.",
        ),
        limits=(
            "It does not capture, does not leap over an empty square, and does not come back to where it was.",
            "The square where it began counts as empty for the second leap.",
        ),
        meets=(
            "It gives no check: a king may stand or castle where only two leaps would reach.",
            "If the square can be reached by a step, it is that step. Otherwise `Gf8` says it all; `Gd4-f6-f8` tells "
            "the way too, and then the way must be right.",
        ),
        examples=(("Gf8", "To f8, by whatever way there is."), ("Gd4-f6-f8", "The same, written in full.")),
        rulings=(3,),
        aliases=("JUMPS", "DOUBLE JUMP", "DOUBLE JUMPS", "LEAP", "LEAPS"),
        see=("STEP", "NOTATION"),
        boards=("jump", "jumps"),
    ),
    "PROMOTION": Entry(
        brief="A pawn on the last rank becomes a piece that is missing of a chess set, or the Genie.",
        says=(
            "With `promotion: inventory`, which is usual, you have at most one queen, two rooks, two bishops and two "
            "knights on the board, and a pawn becomes what there are fewer of.",
            "It can become your Genie if you have none on the board, even if one was captured.",
            "With `promotion: fide` pieces are not counted: queen, rook, bishop and knight are always possible. The "
            "Genie is as before.",
        ),
        limits=("A pawn that could become nothing cannot go onto the last rank.",),
        meets=("It attacks the squares there all the same, and gives check from before them.",),
        examples=(
            ("e8=Q", "The pawn becomes a queen."),
            ("exd8=G+", "It captures, becomes the Genie, gives check."),
        ),
        rulings=(4,),
        aliases=("PROMOTE", "PROMOTIONS", "INVENTORY", "FIDE", "UNDERPROMOTION"),
        see=("ENTRANCE", "GENIE"),
        boards=("promotion",),
    ),
}
