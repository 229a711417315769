"""What each of the 26 codes gives a piece. Names, prices and actions are the rules' own (`rules/genetess/codes.py`)."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

CODES: dict[str, Entry] = {
    "A": Entry(
        brief="The plain piece: moves one step, and sees the squares around it.",
        says=(
            "One step north, east, south or west in a MOVE, and a view of 3 × 3 squares around the piece.",
            "Every piece needs an A or a K; a piece that has lost both is destroyed at once.",
        ),
        limits=("A second A is only a spare: it adds no step and no view.",),
        meets=(
            "RADIATE never takes the last A of a piece. S9 can, and kills a piece without K by it.",
            "A piece with K and no A moves and sees just as well.",
        ),
        rulings=(2, 19),
        see=("MOVE", "VIEW"),
    ),
    "B": Entry(
        brief="One step more in every MOVE, and every step must be taken.",
        says=("Each B adds one step: a piece takes exactly 1 + (number of B) steps in a MOVE.",),
        limits=(
            "All steps must be taken. A piece with one B cannot move a single square.",
            "Only MOVE is lengthened: not CHARGE, not TELEPORT, not HOME.",
        ),
        meets=("A piece may double back, and may even end where it began; that is a MOVE like any other.",),
        examples=(("MOVE C4 E-W", "An AB goes out and back, and stands on C4 as before."),),
        rulings=(13,),
        see=("MOVE",),
    ),
    "C": Entry(
        brief="Steps, charges, waves and blasts may go diagonally too.",
        says=(
            "Any step of a MOVE may go NE, SE, SW or NW as well.",
            "A CHARGE may run diagonally, and REPULSE and ATTRACT send waves in all eight directions.",
            "Where the piece sets off an S7, the blast goes in all eight directions.",
        ),
        limits=(
            "It adds no steps.",
            "CREATE, DIVIDE and HOME reach the 8 squares around in any case, with C or without.",
        ),
        meets=("A diagonal step passes freely between two walls or two pieces.",),
        examples=(("MOVE C4 NE", "An AC goes one square north-east."),),
        rulings=(13, 16, 23),
        see=("MOVE", "CHARGE", "REPULSE", "ATTRACT", "S7"),
    ),
    "D": Entry(
        brief="Sees two squares farther to every side.",
        says=(
            "Each D widens the view by 2 squares on all sides: 3 × 3 without, 7 × 7 with one, 11 × 11 with "
            "two.",
        ),
        limits=("The edge of the map cuts the view off. Walls do not.",),
        meets=(
            "All that reaches as far as the piece’s view reaches farther by it: TELEPORT, TRANSFER, "
            "RADIATE, CONVERT, decoding by F, and the specials S9, S15 and S21.",
        ),
        rulings=(2,),
        see=("VIEW",),
    ),
    "E": Entry(
        brief="Passes over other pieces on the way, without stopping on them or taking them.",
        says=(
            "In a MOVE the piece may go through squares on which other pieces stand, as if they were empty.",
        ),
        limits=(
            "It adds no steps and jumps no wall.",
            "A piece that is jumped is not taken; only the last step takes.",
            "The last step still cannot end on an own piece (but with I on one without K).",
            "A CHARGE is not helped by it: it stops in front of pieces.",
        ),
        meets=(
            "Jumping a phased enemy does not reveal it.",
            "Driven by REPULSE or ATTRACT, the piece flies over those in its way and comes down on the "
            "farthest free square short of a wall. S20 blows it no farther than others.",
            "Where the piece sets off an S7, the jets run on through the pieces they kill.",
            "E is also what pieces are paid with: that is another thing, told under INCOME.",
        ),
        examples=(("MOVE C4 E-E", "An ABE goes to E4, whoever stands on D4."),),
        rulings=(13, 14, 23, 32, 36),
        see=("MOVE", "INCOME"),
        boards=("over",),
    ),
    "F": Entry(
        brief="Reads the codes of other players’ pieces within its own view.",
        says=(
            "Without F one sees of an enemy piece whose it is, and not its codes. With F in view of it one "
            "reads them.",
            "A flare or an S5 shows codes if the piece that caused it has F.",
        ),
        limits=(
            "It reads what is in this piece’s own view, not what other pieces of its player see.",
            "Phased enemies are not shown, with F or without.",
        ),
        rulings=(4, 5),
        see=("VIEW", "FLARE", "S5"),
    ),
    "G": Entry(
        brief="Taking an enemy piece pays what that piece costs; taking a King also pays its owner’s E.",
        says=(
            "The piece’s owner gains the cost of an enemy piece it takes in a MOVE, as that piece stood "
            "when taken.",
            "For a piece with K, all E that its owner had stored comes on top.",
        ),
        limits=(
            "Own pieces, taken with I, pay nothing.",
            "A piece of K alone costs 0 E: it pays only what its owner had stored.",
            "A ronin of an eliminated player earns nothing by it: that player’s E stays 0.",
        ),
        meets=(
            "Without G, the E of a player who is eliminated is lost.",
            "It pays for phased pieces too; one is told what was gained, not what was taken.",
        ),
        examples=(("MOVE C4 E", "An AG takes an ABC on D4: 9 E, for (1+2+2) + (1×2×2)."),),
        rulings=(9, 13, 14, 41),
        see=("MOVE", "COST", "ELIMINATION"),
    ),
    "H": Entry(
        brief="Can split in two: some of its codes leave as a new piece on a square beside it.",
        says=("The piece can DIVIDE. The H itself may be among the codes that leave.",),
        limits=("Both halves need an A or a K.",),
        rulings=(16, 17),
        see=("DIVIDE",),
    ),
    "I": Entry(
        brief="May take pieces of its own colour, and be created on one; never a piece with K.",
        says=(
            "A MOVE may end on an own piece, which is removed.",
            "A new piece with I may be created on an own piece, which is removed and replaced.",
        ),
        limits=(
            "Never an own piece with K.",
            "G and L do nothing when an own piece is taken.",
            "All other rules of MOVE and CREATE hold.",
        ),
        examples=(("CREATE D5 ABI", "An ABI takes the place of your own piece on D5."),),
        rulings=(13, 15),
        see=("MOVE", "CREATE"),
    ),
    "J": Entry(
        brief="Can give one of its codes, but not K, to any piece in its view, and spends a J by it.",
        says=("The piece can TRANSFER one code to another piece, friend or enemy.",),
        limits=(
            "Each TRANSFER uses up one J besides the code that is given; to give a J it needs two.",
            "The piece must keep an A or a K.",
        ),
        meets=(
            "A receiver with W resists: it loses the W and gains nothing, and code and J are gone all the "
            "same.",
        ),
        rulings=(11, 18),
        see=("TRANSFER",),
    ),
    "K": Entry(
        brief="The King: creates pieces beside it and earns E. Its owner is out when it is taken.",
        says=(
            "A piece with K moves and sees as if it had A, and its owner can CREATE pieces beside it.",
            "Each K brings E as its owner’s turn begins, and multiplies what S1, S2 and S11 pay.",
            "When any piece of yours that has K is taken, you are eliminated, however many others you have.",
        ),
        limits=(
            "It cannot be bought, transferred or lost to radiation.",
            "More K bring more E, but still one CREATE a turn.",
            "A piece with K cannot PETRIFY, and own pieces cannot take it.",
        ),
        meets=(
            "L gains a K by taking a King. S3 copies Kings, S22 makes them, and CONVERT wins those of "
            "orphans.",
            "No special kills a King; S6, S7, S9 and S15 then hit the owner’s other pieces: see KINGS.",
            "K is left out of the cost: a piece of K alone costs 0 E.",
        ),
        rulings=(2, 7, 8, 10, 12, 18, 19, 20, 22, 31, 41),
        see=("CREATE", "INCOME", "KINGS", "ELIMINATION"),
    ),
    "L": Entry(
        brief="Taking an enemy piece adds a copy of every code it lacked and the taken one had.",
        says=(
            "When the piece takes an enemy in a MOVE, it gains one copy of each code that it had not, K "
            "included.",
        ),
        limits=(
            "One copy, however many the other had, and none of a code that is there already.",
            "Nothing is gained from own pieces.",
        ),
        meets=(
            "A W of its own does not stand in the way: this is the piece’s own action.",
            "From a phased piece it gains too; one is told the codes gained, not what was taken.",
        ),
        examples=(("MOVE C4 E", "An ABL takes an ABBEK on D4 and becomes ABEKL."),),
        rulings=(10, 11, 13, 14),
        see=("MOVE",),
        boards=("subsume",),
    ),
    "M": Entry(
        brief="Can radiate: all pieces in its view, itself too, lose a code at random. None dies of it.",
        says=("The piece can RADIATE: it and every other piece in its view lose one random code.",),
        limits=("Own pieces are hit as well. No K and no last A is lost.",),
        meets=("W resists, but not for the radiating piece itself.",),
        rulings=(11, 19, 23),
        see=("RADIATE",),
    ),
    "N": Entry(
        brief="Can jump to any empty square in its view.",
        says=("The piece can TELEPORT to empty floor anywhere in its own view, over walls and pieces.",),
        limits=("Only as far as this piece sees; it takes nothing.",),
        rulings=(14,),
        see=("TELEPORT", "D"),
    ),
    "O": Entry(
        brief="A MOVE may end in interior wall, which becomes floor; it may be created in such a wall too.",
        says=(
            "The last step of a MOVE may end on interior wall, which becomes floor for good.",
            "A new piece with O may be created in interior wall, which becomes floor.",
        ),
        limits=(
            "Never through a wall on the way, and never into exterior wall.",
            "TELEPORT, HOME, DIVIDE and CHARGE open no wall.",
        ),
        meets=(
            "Driven by REPULSE or ATTRACT, the piece takes the one interior wall that stops it. S20 drives "
            "it into none.",
            "Where the piece sets off an S7, the interior wall at the end of each jet becomes floor.",
            "A special buried there works again once the wall is gone.",
        ),
        examples=(("MOVE C4 N", "An AO opens the interior wall on C3 and stands there."),),
        rulings=(13, 15, 23, 26, 32, 36, 37),
        see=("MOVE", "CREATE"),
        boards=("mine",),
    ),
    "P": Entry(
        brief="Obeys its owner still when that player is out of the game.",
        says=(
            "A piece with P is a ronin once its owner is eliminated: that player goes on ordering it.",
            "It goes on seeing for its owner, and scores for Kings that it takes.",
        ),
        limits=("It brings no E, and an eliminated player cannot CREATE, not even with a ronin that has K.",),
        meets=("CONVERT does not touch it: only pieces without P can be orphans.",),
        rulings=(6, 22, 40, 41),
        see=("RONIN", "ORPHAN"),
    ),
    "Q": Entry(
        brief="Can turn itself into interior wall for good; not with K.",
        says=("The piece can PETRIFY: it is gone, and its square becomes interior wall.",),
        limits=("Not with K. There is no way back.",),
        rulings=(20,),
        see=("PETRIFY",),
    ),
    "R": Entry(
        brief="Can vanish from everybody else’s sight until it acts or is bumped into.",
        says=(
            "The piece can PHASE: nobody but its owner sees it any more. A small r behind its codes says so.",
        ),
        limits=(
            "Each PHASE uses up one R. It ends when the piece acts, or when an enemy piece runs into it.",
        ),
        rulings=(5, 14, 21),
        see=("PHASE", "PHASED"),
    ),
    "S": Entry(
        brief="Can win over every orphan in its view: pieces without P whose owner is out.",
        says=("The piece can CONVERT the orphans in its view to its own colour.",),
        limits=("Only orphans, never pieces of players who are still in.",),
        meets=(
            "Orphans of its own colour gain a P each instead: a ronin with S calls its old comrades back.",
        ),
        rulings=(22,),
        see=("CONVERT", "ORPHAN"),
    ),
    "T": Entry(
        brief="Can push away the first piece in each direction, as far as that can go.",
        says=("The piece can REPULSE: a wave goes N, E, S and W, with C also diagonally.",),
        limits=("The first piece in each direction is hit, own pieces too.",),
        meets=("W resists it. E and O help the piece that flies: see REPULSE.",),
        rulings=(11, 23),
        see=("REPULSE",),
    ),
    "U": Entry(
        brief="Can light the whole board for its owner until that player’s next turn; with F, codes too.",
        says=(
            "The piece can FLARE: its owner sees the whole board. A small u behind its codes shows that it "
            "burns.",
        ),
        limits=("Each FLARE uses up one U. Phased enemies stay hidden.",),
        rulings=(4, 5, 24),
        see=("FLARE", "F"),
    ),
    "V": Entry(
        brief="Can jump to an empty square beside another piece of its owner that has K.",
        says=("The piece can go HOME: from anywhere to one of the 8 squares around another own King.",),
        limits=("The King must be another piece, of the same owner.",),
        rulings=(16, 25),
        see=("HOME",),
    ),
    "W": Entry(
        brief="Shields once against anything that would move it or change its codes.",
        says=(
            "Whatever would move the piece or change its codes, be it a special or what another piece does, "
            "your own or an enemy’s, leaves it out, and a W is gone.",
        ),
        limits=(
            "It does not resist being destroyed, taken, converted or copied.",
            "It does not resist the piece’s own action, such as its own RADIATE or what L gains.",
            "It cannot be held back: the first effect uses it up, a welcome one as well, such as S4, S14 or "
            "S22.",
        ),
        meets=(
            "A W is kept where nothing would have come of it: when a wall blocks the push, S4 has no more "
            "to add, S14 is too dear, or S16 draws no other square.",
            "TRANSFER to it: the sender loses code and J all the same.",
            "RADIATE, REPULSE and ATTRACT pass it by.",
            "SANCTUARY with a shielded King: nobody moves, and the turn is spent.",
            "S8: the piece stays, and that is not tried again, for it was resisted and not blocked.",
            "S14: no code is doubled and no E is paid.",
            "S4, S9, S16, S20 and S22: the piece is left out.",
            "One effect costs one W at most, even if it hits the piece in two ways at once.",
        ),
        rulings=(11, 47),
        see=("SPECIALS",),
    ),
    "X": Entry(
        brief="Can pull the first piece in each direction to its side.",
        says=("The piece can ATTRACT: a wave goes N, E, S and W, with C also diagonally.",),
        limits=("The first piece in each direction is hit, own pieces too.",),
        meets=("W resists it. E and O help the piece that flies: see ATTRACT.",),
        rulings=(11, 23),
        see=("ATTRACT",),
    ),
    "Y": Entry(
        brief="Can change places with another piece of its owner that has K.",
        says=("The piece can take SANCTUARY: it and an own King change places, however far apart.",),
        limits=("The King must be another piece, of the same owner.",),
        meets=("A King with W resists: nobody moves, the W is used up, and the turn is spent.",),
        rulings=(11, 25),
        see=("SANCTUARY",),
    ),
    "Z": Entry(
        brief="Can charge straight on until something stops it; one leg for each Z.",
        says=(
            "The piece can CHARGE in a straight line up to a wall or a piece. Each Z allows one leg more in "
            "an order.",
        ),
        limits=("A charge takes nothing and opens no wall, and every leg must get at least one square on.",),
        rulings=(26,),
        see=("CHARGE",),
    ),
}
"""What each code gives a piece."""
