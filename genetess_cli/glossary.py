"""The rules of Genetess in short, for `genetess explain`: a sentence or three for every code, action and special.

These words decide nothing: what happens is in `rules/genetess/`.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "A": "The plain piece: it moves, and sees the squares around it. Without A or K a piece is gone.",
    "B": "One step more in every MOVE. All steps must be taken, there and back again if need be.",
    "C": "Steps, charges, waves and blasts may go diagonally too.",
    "D": "Sees two squares farther to every side.",
    "E": "Passes over other pieces on the way, but neither stops on them nor takes them by that.",
    "F": "Reads the codes of other players' pieces within its own view.",
    "G": "Taking an enemy piece pays what that piece costs; taking a King also pays all E of its owner.",
    "H": "Can split in two: some of its codes leave as a new piece on a square beside it.",
    "I": "May take pieces of its own colour, and be created on one; never a piece with K.",
    "J": "Can give one of its codes, but not K, to any piece in its view, and spends a J by it.",
    "K": "The King: creates pieces beside it and earns E each turn. Its owner is out when it is taken.",
    "L": "Taking an enemy piece adds a copy of every code it lacked and the taken one had.",
    "M": "Can radiate: all pieces in its view, itself too, lose a code at random. None dies of it.",
    "N": "Can jump to any empty square in its view.",
    "O": "A MOVE may end in interior wall, which becomes floor; it may be created in such a wall as well.",
    "P": "Obeys its owner still when that player is out of the game.",
    "Q": "Can turn itself into interior wall for good; not with K.",
    "R": "Can vanish from everybody else's sight until it acts or is bumped into.",
    "S": "Can win over every orphan in its view: pieces without P whose owner is out.",
    "T": "Can push away the first piece in each direction, as far as that can go.",
    "U": "Can light the whole board for its owner until that player's next turn; with F, codes too.",
    "V": "Can jump to an empty square beside another piece of its owner that has K.",
    "W": "Shields once against anything that would move it or change its codes.",
    "X": "Can pull the first piece in each direction to its side.",
    "Y": "Can change places with another piece of its owner that has K.",
    "Z": "Can charge straight on until something stops it; one leg for each Z.",
}
"""What each code gives a piece."""

ACTIONS: dict[str, tuple[str, str]] = {
    "PASS": ("Do nothing this turn.", "PASS"),
    "HOLIDAY": ("The game waits for you until you order again or your holiday is used up.", "HOLIDAY"),
    "CREATE": (
        "Buy a piece and put it on an empty square beside one of your Kings. With O it may go into interior wall, "
        "with I onto a piece of your own without K. It needs an A, and cannot have K.",
        "CREATE K2 ABBC",
    ),
    "MOVE": (
        "Take exactly as many steps as the piece has. Only the last one may end on an enemy piece, which is taken.",
        "MOVE K3 N-E",
    ),
    "DIVIDE": (
        "Send the named codes to an empty square beside the piece. Both halves need an A or a K.",
        "DIVIDE K3 ABC J2",
    ),
    "TRANSFER": (
        "Give one code to another piece in the view of this one, friend or foe. It costs a J.",
        "TRANSFER L3 B J5",
    ),
    "RADIATE": (
        "Every piece in this one's view, itself too, loses a random code, but never a K or the last A.",
        "RADIATE L3",
    ),
    "TELEPORT": ("Jump to an empty square in this piece's own view.", "TELEPORT L3 L5"),
    "PETRIFY": (
        "The piece becomes interior wall. There is no way back, and a piece with K cannot.",
        "PETRIFY L3",
    ),
    "PHASE": ("Spend an R: nobody else sees the piece until it acts or somebody runs into it.", "PHASE F4"),
    "CONVERT": (
        "All orphans in this piece's view become yours. Your own orphans get a P instead.",
        "CONVERT L3",
    ),
    "REPULSE": (
        "The first piece to the north, east, south and west flies off until something stops it; with C the "
        "diagonals too. Walls do not stop the wave, only what flies.",
        "REPULSE J5",
    ),
    "FLARE": (
        "Spend a U: you see the whole board until your next turn, codes too if the piece has F.",
        "FLARE J5",
    ),
    "HOME": ("Jump to an empty square beside another piece of yours that has K.", "HOME F4 K3"),
    "ATTRACT": (
        "The first piece in each direction comes towards this one until something stops it.",
        "ATTRACT J5",
    ),
    "SANCTUARY": ("Change places with another piece of yours that has K.", "SANCTUARY F4 L2"),
    "CHARGE": (
        "Run straight on until a wall or a piece is in front; nothing is taken. With more Z more legs can follow: "
        "CHARGE L2 E-N-W.",
        "CHARGE L2 W",
    ),
}
"""What each order does, and an example."""

SPECIALS: dict[str, str] = {
    "S1": "Pays a fixed amount of E, once for each K you have, if a piece of yours is on it as your turn begins.",
    "S2": "Pays a share of your E, or of everybody's, as your turn begins.",
    "S3": "Makes a copy of the piece on it on another square, if that one is empty as your turn begins.",
    "S4": "Adds a code to the piece on it as your turn begins, some only up to a number of copies.",
    "S5": "Whoever has a piece on it as any player's turn begins sees the whole map; with F, codes too.",
    "S6": "Kills whatever is on certain squares. A King hit by it lives, but its owner's other pieces die.",
    "S7": "Blows up what enters it, with a jet in each direction up to a wall or a piece.",
    "S8": "Sends the piece that enters it to another square; if that is taken, it tries again each turn.",
    "S9": "Takes a random code from the piece that enters it and from all in that piece's view.",
    "S10": "Opens certain interior walls, or random ones, for good.",
    "S11": "Pays a share of your E that grows fast with the number of these squares that you hold.",
    "S12": "Every enemy loses E, a fixed amount or a share, as your turn begins.",
    "S13": "All special squares, itself too, move to random empty places.",
    "S14": "Doubles the codes of the piece on it, K left out, for the price of that piece.",
    "S15": "Pieces in the view of the one on it change to its side; of a King's owner all but the Kings.",
    "S16": "The ground shakes: every piece and special moves to a random square next to it, or stays.",
    "S17": "Shows you every enemy King.",
    "S18": "Shows you every piece with the same codes as the one on it.",
    "S19": "Destroys every piece with the same codes as the one on it, and that one; Kings are spared.",
    "S20": "All other pieces are blown away from the one on it until a wall or a piece stops them.",
    "S21": "The roof falls in all around: what the piece on it sees becomes interior wall, Kings' squares excepted.",
    "S22": "The pieces nearest to each starting square become Kings, unless they are already.",
}
"""What each special square does."""
