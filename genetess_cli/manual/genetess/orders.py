"""What each order does and what it asks for. How orders are spelt is the rules' own (`rules/genetess/order.py`)."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.manual.article import SHARED, Entry

_WAVE_GOES = (
    "A wave goes N, E, S and W, with C also NE, SE, SW and NW. It passes over walls and hits the first piece."
)
_WAVES_IN_TURN = "The waves go one after the other: N, NE, E, SE, S, SW, W, NW. Your piece itself stays."
_WAVE_LIMITS = (
    "It cannot be aimed: all directions at once, own pieces too. Nothing is taken by a piece that flies.",
)
_WAVE_MEETS = (
    "With O it breaks into the interior wall that stops it, one only, and stays in its place.",
    "W resists; where the piece could not have moved, no W is spent.",
    "Phased pieces are hit and stay phased. A phased enemy of the flying piece stops it and is revealed.",
    "Where a flying piece comes to rest, a special may fire before the next wave.",
    "With nothing to hit it is done all the same, and the turn is spent.",
)
"""What REPULSE and ATTRACT have in common."""

ORDERS: dict[str, Entry] = {
    "GAMBLE": Entry(
        brief="Bid E in round 0 for a starting position, a place in the order of play, or a colour.",
        says=(
            "Only in round 0, and only in games that open such bids. Name a stake, and what you would like, "
            "best first.",
            "The first thing you name says what you bid for: an ordinal (1st, 2nd) for the order of play, "
            "the name of a start (K1, GPC3) for a starting position, a colour for a colour.",
            "Bids of a kind are served from the highest stake down, equal stakes by lot. Each gets the best "
            "it named that is still free.",
        ),
        limits=(
            "One gamble of each kind that the game opens, each an order of its own.",
            "What one gamble names is all of one kind, and `don't care` alone does not say which.",
            "All stakes together may not exceed the E you start with; otherwise you are not in yet.",
            "Every stake is spent, whether it wins or not.",
            "A stake is a whole number of E, 0 included.",
        ),
        meets=(
            "`don't care` ends the list. Then, when the list runs out, or without a gamble, you get what is "
            "left, by lot, after all others are served.",
            "PASS means no gambles. Nothing is shown before all are in or the deadline is over.",
        ),
        examples=(
            ("GAMBLE 4E 2nd, 1st, 3rd", "Four E to play second, or else first, or else third."),
            ("GAMBLE 1E on K3, K1, then don't care", "One E for the start K3, or else K1, or else any."),
            ("GAMBLE 0E purple, cyan", "Nothing staked, but purple would be nice."),
        ),
        rulings=(39,),
        see=("ROUND 0",),
    ),
    "PASS": Entry(
        brief="Do nothing this turn.",
        says=("The move passes on at once. Your income comes as always.",),
        limits=("It is a whole turn: a game counts one order a turn, and this is one.",),
        meets=("Unlike a time-out it is no missed deadline. In round 0 it means: no gambles.",),
        examples=(("PASS", "The next player is to move."),),
        rulings=(8, 39),
        see=("TIMEOUT",),
    ),
    "HOLIDAY": replace(
        SHARED["HOLIDAY"],
        examples=(("HOLIDAY / MOVE B2 E", "The game waits; when the holiday is over, B2 moves."),),
        rulings=(43, 44),
        aliases=(),
        see=("TIMEOUT", "ORDERS"),
    ),
    "MOVE": Entry(
        brief="Go exactly as many steps as the piece has; the last one may take.",
        says=(
            "The piece takes one step and one more for each B, all of them, each N, E, S or W, with C also "
            "NE, SE, SW or NW.",
            "An enemy piece on the last square is taken: it is removed, and yours stands there.",
            "The last step may end on empty floor, on an enemy piece, on the square where the MOVE began, "
            "with I on an own piece without K, with O on interior wall.",
        ),
        limits=(
            "All steps must be taken, not one fewer. Going back and forth is allowed.",
            "Before the last step every square must be floor, and empty unless the piece has E.",
            "No wall is passed on the way, with O neither. Exterior wall is never entered.",
            "An own piece on the last square stops it without I, and one with K always.",
        ),
        meets=(
            "The piece is not in its own way. A diagonal step passes between two walls or pieces.",
            "Ending on a phased enemy takes it; you are told what you gained (G, L) and not what it was.",
            "A phased enemy on the way stops a piece without E: the order fails and the phased piece is "
            "revealed.",
            "G pays for what is taken, L gains its codes. The owner of a taken King is out.",
            "A MOVE that ends where it began arrives there: a special on that square may fire.",
        ),
        examples=(
            ("MOVE K3 N", "A piece without B goes one square north."),
            ("MOVE K3 N-NE-W", "An ABBC goes three squares, one of them diagonally."),
        ),
        rulings=(9, 10, 13, 14, 28, 41),
        see=("B", "C", "E", "G", "I", "L", "O", "PHASED"),
        boards=("move",),
    ),
    "CREATE": Entry(
        brief="Buy a piece and put it on a square beside one of your Kings.",
        says=(
            "You pay the cost of the codes (see COST), and the new piece stands on the square you named.",
            "The square is one of the 8 around any piece of yours that has K.",
        ),
        limits=(
            "The square must be empty floor; a special on it does no harm to the order.",
            "With O in the new piece it may be interior wall, which becomes floor.",
            "With I in the new piece it may hold an own piece without K, which is removed.",
            "You must have the whole cost stored. The piece needs an A, and cannot have K.",
            "Only codes that the game sells, and only where the game allows CREATE at all.",
            "One CREATE is a whole turn, however many Kings you have. An eliminated player cannot.",
        ),
        meets=(
            "With several Kings in reach one that is not phased acts; a phased King that acts is seen again.",
            "A phased enemy on the square stops it: the order fails, no E is paid, and the piece is "
            "revealed.",
            "A new piece arrives on its square: a special there may fire at once.",
        ),
        examples=(
            ("CREATE K2 ABBC", "An ABBC on K2, for 7 + 8 = 15 E."),
            ("CREATE AO L3", "An AO in the interior wall on L3, for 41 E."),
        ),
        rulings=(7, 12, 14, 15, 16, 28, 41),
        see=("K", "COST", "I", "O"),
        boards=("create",),
    ),
    "DIVIDE": Entry(
        brief="Send some of the piece’s codes to a square beside it, as a new piece.",
        says=(
            "The codes you name leave the piece and stand as a new piece of yours on one of the 8 squares "
            "around.",
        ),
        limits=(
            "The piece must have all the named codes, each as often as you name it.",
            "What stays and what leaves must each have an A or a K.",
            "The square must be empty floor beside the piece. Diagonally too, with C or without.",
        ),
        meets=(
            "A phased enemy on the square stops it: the order fails, and the piece is revealed.",
            "The new piece arrives on its square: a special there may fire at once. It costs no E.",
        ),
        examples=(("DIVIDE K3 ABC J2", "An AABBCH on K3 becomes ABH, and an ABC stands on J2."),),
        rulings=(14, 16, 17, 28),
        see=("H",),
        boards=("divide",),
    ),
    "TRANSFER": Entry(
        brief="Give one code to another piece in the view of this one, friend or enemy; it costs a J.",
        says=("The piece loses the code and one J; the piece on the other square gains the code.",),
        limits=(
            "The piece must have the code and a J besides: to give a J it needs two.",
            "K cannot be given, and the piece must keep an A or a K.",
            "The receiver must be another piece, in the view of this very piece.",
        ),
        meets=(
            "A receiver with W resists: it loses the W, and code and J are gone all the same.",
            "A phased enemy there counts as nobody, and stays hidden.",
            "A receiver with 1,000 codes gains nothing, and neither code nor J is spent.",
        ),
        examples=(("TRANSFER L3 B J5", "The ABDFJ on L3 becomes ADF, and the piece on J5 gains a B."),),
        rulings=(11, 18, 46),
        see=("J", "W"),
        boards=("transfer",),
    ),
    "RADIATE": Entry(
        brief="Every piece in this one’s view, itself too, loses a random code, never a K or the last A.",
        says=("Each piece in the view of this one loses one code, drawn from its letters, each copy alike.",),
        limits=(
            "The piece itself and your other pieces are hit as well.",
            "No K and no last A is taken; a piece with nothing else loses nothing.",
        ),
        meets=(
            "Phased pieces are hit and stay phased. W resists, but not for the radiating piece itself.",
            "With nothing to hit it is done all the same, and the turn is spent.",
        ),
        examples=(("RADIATE L3", "Everything in the view of L3 loses a code."),),
        rulings=(5, 11, 19, 23),
        see=("M", "W", "S9"),
    ),
    "TELEPORT": Entry(
        brief="Jump to an empty square in this piece’s own view.",
        says=("The piece is put onto the square you name, over walls and pieces.",),
        limits=("The square must be empty floor within this piece’s own view; nothing is taken.",),
        meets=(
            "A phased piece on the square stops it and the order fails; an enemy’s is revealed.",
            "The piece arrives there: a special on the square may fire at once.",
        ),
        examples=(("TELEPORT L3 L5", "A piece with D and N goes from L3 to L5."),),
        rulings=(14, 28),
        see=("N", "VIEW"),
    ),
    "PETRIFY": Entry(
        brief="The piece becomes interior wall for good; a piece with K cannot.",
        says=("The piece is gone, and its square is interior wall.",),
        limits=("Not with K. The piece does not come back; the wall can be opened like any interior wall.",),
        meets=("A special on the square stays, buried: it works again once the wall is opened.",),
        examples=(("PETRIFY L3", "L3 is interior wall now."),),
        rulings=(20,),
        see=("Q",),
    ),
    "PHASE": Entry(
        brief="Spend an R: nobody else sees the piece until it acts or an enemy runs into it.",
        says=("The piece loses one R and is phased from then on.",),
        limits=(
            "Each time uses up one R. Any later order that the piece carries out ends the phase first, all but "
            "another PHASE.",
        ),
        meets=(
            "A phased piece that phases again stays phased throughout, and nobody else hears of it.",
            "What phase hides and what it does not is told under PHASED.",
        ),
        examples=(("PHASE F4", "The AR on F4 is an A that only you see, shown as Ar."),),
        rulings=(5, 14, 21),
        see=("R", "PHASED"),
    ),
    "CONVERT": Entry(
        brief="Orphans in this piece’s view become yours; your own orphans get a P instead.",
        says=(
            "Every orphan in the view of this piece changes to your colour.",
            "Orphans of your own colour, if you are out yourself, gain one P each and obey you again.",
        ),
        limits=("Only pieces without P whose owner is eliminated.",),
        meets=(
            "An orphan with K becomes a King of yours: it earns, it creates, and you are out when it is "
            "taken.",
            "W does not resist being converted, but it resists the P. Phased orphans come over too.",
            "With no orphan in view it is done all the same, and the turn is spent.",
        ),
        examples=(("CONVERT L3", "All orphans that L3 sees are yours."),),
        rulings=(5, 11, 22, 23),
        see=("S", "ORPHAN"),
        boards=("convert",),
    ),
    "REPULSE": Entry(
        brief="The first piece in each direction flies off until something stops it.",
        says=(
            _WAVE_GOES,
            "That piece, anybody’s, flies on in the same direction until the next square is wall, the edge "
            "or a piece.",
            _WAVES_IN_TURN,
        ),
        limits=_WAVE_LIMITS,
        meets=(
            "With E it flies over other pieces and comes down on the farthest free square short of a wall.",
            *_WAVE_MEETS,
        ),
        examples=(("REPULSE J5", "What stands around J5 in straight lines is driven off."),),
        rulings=(11, 14, 21, 23, 28),
        see=("T", "C", "E", "O", "W"),
        boards=("repulse",),
    ),
    "FLARE": Entry(
        brief="Spend a U and see the whole board until your next turn, codes too if the piece has F.",
        says=(
            "From now until your next turn begins you see the whole board, walls and specials included.",
            "With F in the piece as it fires, you read all codes as well.",
        ),
        limits=(
            "Each time uses up one U. Phased enemies stay hidden. If you are eliminated, the light is out.",
        ),
        meets=(
            "It burns on even if the piece is gone by then.",
            "The piece’s own view does not grow: TELEPORT and the like reach no farther.",
        ),
        examples=(("FLARE J5", "An ADFU on J5 lights the board with all codes, and is ADFu then."),),
        rulings=(4, 5, 6, 24),
        see=("U", "F", "VIEW"),
    ),
    "HOME": Entry(
        brief="Jump to an empty square beside another piece of yours that has K.",
        says=("From wherever it is, the piece goes to one of the 8 squares around another King of yours.",),
        limits=(
            "The square must be empty floor; nothing is taken.",
            "The King must be another piece of the same owner: a King does not bring itself home.",
        ),
        meets=(
            "A phased piece on the square stops it and the order fails; an enemy’s is revealed.",
            "The piece arrives there: a special on the square may fire at once.",
        ),
        examples=(("HOME F4 K3", "The piece on F4 goes to K3, beside your King on L2."),),
        rulings=(14, 16, 25, 28),
        see=("V",),
    ),
    "ATTRACT": Entry(
        brief="The first piece in each direction flies up to this one, until something stops it.",
        says=(
            _WAVE_GOES,
            "That piece, anybody’s, flies towards yours until wall or a piece stops it, at the latest "
            "beside yours.",
            _WAVES_IN_TURN,
        ),
        limits=_WAVE_LIMITS,
        meets=(
            "With E it flies over other pieces and comes down on the farthest free square short of a wall, "
            "or beside yours.",
            *_WAVE_MEETS,
        ),
        examples=(("ATTRACT J5", "What stands around J5 in straight lines comes near."),),
        rulings=(11, 14, 21, 23, 28),
        see=("X", "C", "E", "O", "W"),
        boards=("attract",),
    ),
    "SANCTUARY": Entry(
        brief="Change places with another piece of yours that has K.",
        says=("The piece and the King on the square you name change places, however far apart.",),
        limits=(
            "The King must be another piece of the same owner. The piece comes first, the King’s square "
            "second.",
        ),
        meets=(
            "A King with W resists: nobody moves, that W is used up, and the turn is spent.",
            "Both arrive on new squares: specials there may fire, in row order.",
        ),
        examples=(("SANCTUARY F4 L2", "The piece on F4 stands on L2, and the King from L2 on F4."),),
        rulings=(11, 25, 28),
        see=("Y", "W"),
        boards=("sanctuary",),
    ),
    "CHARGE": Entry(
        brief="Run straight on until a wall or a piece is in front; nothing is taken.",
        says=(
            "The piece runs N, E, S or W, with C also NE, SE, SW or NW, as far as it can get.",
            "It may run one to (number of Z) legs in one order, each from where the one before ended.",
        ),
        limits=(
            "It must run each leg to its end: it stops in front of wall or piece, and nowhere before.",
            "It takes no piece and opens no wall. E and O are no help.",
            "A leg that cannot move at all makes the whole order fail. More legs than Z are refused.",
        ),
        meets=(
            "A phased piece stops it like any other; an enemy’s is revealed.",
            "Only the last square of all legs is arrived on: specials passed over do not fire.",
        ),
        examples=(
            ("CHARGE L2 W", "One leg, to the west."),
            ("CHARGE L2 E-N-W", "Three legs, for a piece with three Z or more."),
            ("CHARGE L2 E, CHARGE N, CHARGE W", "The same, written out."),
        ),
        rulings=(14, 26, 28),
        see=("Z", "C"),
        boards=("charge",),
    ),
}
"""What each order does. An order is explained where the rules have it."""
