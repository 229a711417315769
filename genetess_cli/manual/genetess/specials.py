"""What each special square does. Names and parameters are the rules' own (`rules/genetess/specials/`)."""

from __future__ import annotations

from genetess_cli.manual.article import Entry
from genetess_cli.manual.genetess.arrivals import ARRIVALS

_WAITING: dict[str, Entry] = {
    "S1": Entry(
        brief="Pays a fixed amount of E, once for each K you have.",
        says=(
            "The owner of the piece on it gets `amount` E, times the number of K codes on all of that "
            "owner’s pieces.",
        ),
        limits=("An eliminated player gets nothing.",),
        parameters={"amount": "how many E, for each K"},
        examples=(("{at: E3, type: S1, amount: 5}", "With three K it brings 15 E a turn."),),
        rulings=(8, 28, 41),
        see=("INCOME",),
    ),
    "S2": Entry(
        brief="Pays a share of your E, or of everybody’s, once for each K you have.",
        says=(
            "The owner of the piece on it gets `percent` % of the E that this owner has stored, or that all "
            "players have stored together, times the number of that owner’s K codes.",
        ),
        limits=(
            "Fractions are dropped, after all has been multiplied.",
            "Nobody else loses by it. An eliminated player gets nothing.",
        ),
        meets=("Income is booked before, so that it counts among what is stored.",),
        parameters={"percent": "the share, in whole percent", "of": "`own` or `all`: whose stored E"},
        examples=(("{at: C2, type: S2, percent: 10, of: own}", "With 25 E and two K it brings 5 E."),),
        rulings=(8, 28, 29, 41),
        see=("INCOME",),
    ),
    "S3": Entry(
        brief="Puts a copy of the piece on it on another square, if that one is empty.",
        says=("A new piece of the same owner with the same codes appears on the target square.",),
        limits=(
            "Only if the target is empty floor. While it is interior wall, nothing is put there.",
            "Phase and flare are not copied: the copy can be seen.",
        ),
        meets=(
            "A King is copied too. More K bring more E, and more pieces whose loss eliminates you.",
            "W does not resist being copied.",
            "It makes a copy every turn, as long as the piece stays and the target is free.",
            "The copy arrives on its square: a special there may fire.",
        ),
        parameters={"target": "the square of the copy"},
        examples=(("{at: C3, type: S3, target: D3}", "The piece on C3 is copied onto D3."),),
        rulings=(11, 28, 32),
        see=("KINGS",),
    ),
    "S4": Entry(
        brief="Adds a code to the piece on it, some only up to a number of copies.",
        says=(
            "The piece gains one copy of each letter of `codes`.",
            "With `codes: random` it gains one code, drawn from those that the game sells, K left out.",
        ),
        limits=("With `max` a code is added only while the piece has fewer copies than `max` has.",),
        meets=(
            "Kings gain codes as other pieces do.",
            "W resists a gain too: one W is lost and nothing is added. At the maximum no W is lost.",
        ),
        parameters={
            "codes": "the letters that are added, or `random`",
            "max": "how many of each a piece may get to, like `BBB` for three B",
        },
        examples=(
            ("{at: D2, type: S4, codes: B, max: BBB}", "A B each turn, until the piece has three."),
            ("{at: D4, type: S4, codes: random}", "Any code but K that the game sells."),
        ),
        rulings=(11, 12, 28, 32),
        see=("W",),
    ),
    "S5": Entry(
        brief="Shows the whole map to the owner of the piece on it; with F in the piece, codes too.",
        says=(
            "Whoever has a piece on it as any player’s turn begins sees the whole board, specials included.",
            "With F in the piece the codes of all enemy pieces are read.",
        ),
        limits=(
            "It is judged anew as each turn begins, no matter whose. Phased enemies stay hidden.",
            "An orphan on it shows nothing to anybody.",
        ),
        meets=("The piece’s own view does not grow: RADIATE, TELEPORT and the like reach no farther.",),
        examples=(("{at: E5, type: S5}", "Who holds E5 sees everything."),),
        rulings=(3, 4, 5, 24, 28),
        see=("VIEW", "F"),
    ),
    "S11": Entry(
        brief="Pays a share of your E that grows fast with the number of S11 you hold.",
        says=(
            "If you have pieces on n squares of this type as your turn begins, you get n to the power of n "
            "percent of your stored E: 1 %, 4 %, 27 %, 256 % for one to four of them; times the number of "
            "your K codes.",
        ),
        limits=(
            "It pays once a turn, not once for each square. Fractions are dropped, after all has been "
            "multiplied.",
            "An eliminated player gets nothing.",
        ),
        examples=(("{at: E5, type: S11}", "Two of them, 50 E and one K: 2 E."),),
        rulings=(8, 28, 32, 41),
        see=("INCOME",),
    ),
    "S12": Entry(
        brief="Every enemy loses E, a fixed amount or a share.",
        says=("All other players lose `amount` E, or `percent` % of what they have stored.",),
        limits=("Nobody’s E goes below 0. Fractions are dropped.",),
        meets=("You gain nothing by it but the advantage.",),
        parameters={
            "amount": "how many E each enemy loses",
            "percent": "instead of `amount`: the share that each enemy loses",
        },
        examples=(
            ("{at: B3, type: S12, amount: 3}", "Every enemy loses 3 E a turn."),
            ("{at: C3, type: S12, percent: 10}", "Of 25 E an enemy loses 2."),
        ),
        rulings=(8, 28, 32),
    ),
    "S14": Entry(
        brief="Doubles the codes of the piece on it, K left out, for the price of that piece.",
        says=(
            "Of each code but K the piece then has twice as many. Its owner pays what the piece cost before.",
        ),
        limits=(
            "With too little E nothing happens; it is tried again each turn. So it is with more than 1,000 "
            "codes.",
        ),
        meets=(
            "W resists: one W is lost, nothing is doubled, and nothing is paid. If it costs too much, no W "
            "is lost.",
        ),
        examples=(("{at: E5, type: S14}", "An AB becomes AABB for 5 E."),),
        rulings=(7, 11, 28, 33),
        see=("COST", "W"),
    ),
    "S15": Entry(
        brief="Pieces in the view of the one on it change to its side; of a King’s owner all but the Kings.",
        says=("All pieces of others in the view of the piece on it become its owner’s.",),
        limits=(
            "Pieces with K are not converted. If an enemy’s is in view, all pieces of that enemy without K "
            "are, wherever they are.",
        ),
        meets=(
            "W does not resist. Phased pieces are converted and stay phased, and their new owner sees them.",
        ),
        examples=(("{at: E5, type: S15}", "What stands around E5 changes sides."),),
        rulings=(5, 11, 28, 31),
        see=("KINGS",),
    ),
    "S16": Entry(
        brief="The ground shakes: every piece and special moves to a random square next to it, or stays.",
        says=(
            "First every special, then every piece, each in row order, draws one of the nine squares of the "
            "3 × 3 around it, all alike, its own among them, and moves there if it can.",
            "Each special and each piece draws once.",
        ),
        limits=(
            "Nothing leaves the board: a draw beyond the edge leaves it where it is.",
            "A piece does not move into a wall or onto another piece.",
            "A special does not move onto another special. It moves under walls of any kind, and under "
            "pieces.",
        ),
        meets=(
            "Where a piece comes upon a special, or a special under a piece, one that fires on arrival does "
            "so at once, before the next is moved; each special only once. Others wait for the turn of the "
            "piece’s owner.",
            "By such firing (S8, say) a piece may be moved more than once.",
            "W resists: one W is lost and the piece stays. If it drew its own square, no W is lost.",
            "Kings and phased pieces move like others; phased ones stay phased.",
        ),
        examples=(("{at: E5, type: S16}", "Every turn that begins on E5 shakes the whole board."),),
        rulings=(11, 21, 28, 30, 34),
        see=("SPECIALS", "W"),
    ),
    "S17": Entry(
        brief="Shows you every enemy King until your next turn.",
        says=("The squares and owners of all enemy pieces with K are shown to you.",),
        limits=(
            "Their other codes are shown only if a piece of yours with F reads them. A phased King is hidden as "
            "long as it is phased, and shown as soon as it is not.",
            "It lasts until your next turn begins, or until you are eliminated.",
        ),
        meets=("It follows the Kings where they go: the square of each is shown as it moves.",),
        examples=(("{at: E5, type: S17}", "Who begins a turn on E5 knows where the Kings are."),),
        rulings=(3, 4, 5, 6, 28, 35),
        see=("VIEW",),
    ),
    "S18": Entry(
        brief="Shows you every piece with the same codes as the one on it, until your next turn.",
        says=("All pieces with exactly the same codes are shown to you, with their codes.",),
        limits=(
            "Copies count: AB and ABB are not the same. Marks of phase and flare do not count.",
            "A phased enemy is hidden as long as it is phased. It lasts until your next turn begins, or until you "
            "are eliminated.",
        ),
        meets=("It follows the pieces where they go.",),
        examples=(("{at: E5, type: S18}", "An ABC there shows every ABC on the board."),),
        rulings=(3, 5, 6, 28, 35),
        see=("VIEW",),
    ),
    "S19": Entry(
        brief="Destroys every piece with the same codes as the one on it, and that one; Kings are spared.",
        says=(
            "All pieces on the board with exactly the same codes are destroyed, your own and the one on it "
            "too.",
        ),
        limits=(
            "Pieces with K are spared. So with a King on it nothing happens.",
            "Copies count: AB and ABB are not the same. Marks of phase and flare do not count.",
        ),
        meets=("W does not resist. Phased pieces are destroyed too.",),
        examples=(("{at: E5, type: S19}", "An ABC there takes every ABC with it."),),
        rulings=(5, 11, 28, 31, 35),
        see=("KINGS",),
    ),
    "S20": Entry(
        brief="All other pieces are blown away from the one on it until a wall or a piece stops them.",
        says=(
            "Each piece on the board flies in that one of the eight directions that is nearest to the line "
            "from the piece on the special to it. That piece itself stays.",
            "The farthest, as the crow flies, goes first; of equals the first in row order.",
        ),
        limits=("It stops before wall, edge or another piece. Nothing is taken. C, E and O do not matter.",),
        meets=(
            "W resists: one W is lost and the piece stays. Where it could not have moved, none is lost.",
            "Kings and phased pieces fly too. A phased enemy of the flying piece stops it and is revealed.",
            "Where a piece comes to rest, a special may fire at once, before the next piece flies.",
        ),
        examples=(("{at: E5, type: S20}", "A storm out of E5."),),
        rulings=(11, 14, 21, 28, 36),
        see=("SPECIALS", "W"),
        boards=("wind",),
    ),
    "S21": Entry(
        brief="The roof falls in: what the piece on it sees becomes interior wall, Kings’ squares excepted.",
        says=(
            "All floor in the view of the piece on it becomes interior wall. Pieces there are destroyed, it "
            "too.",
        ),
        limits=(
            "A square with a King on it stays as it is, and so does the King. Exterior wall does not change.",
        ),
        meets=(
            "W does not resist. Phased pieces are destroyed too.",
            "Specials there stay, buried, this one too: each works again once its wall is opened.",
        ),
        examples=(("{at: E5, type: S21}", "With no D in the piece, D4 to F6 are wall now."),),
        rulings=(5, 11, 28, 31, 37),
        see=("KINGS", "O"),
        boards=("rockfall",),
    ),
    "S22": Entry(
        brief="The pieces nearest to each starting square become Kings, unless they are already.",
        says=(
            "For each starting square on the board, the piece nearest to it gains one K, whoever owns it.",
        ),
        limits=(
            "Starting squares are those of the K pieces in all the board’s starts, used by a player or not.",
            "Distance is measured straight. If several are equally near, all of them gain.",
            "A piece that has a K gains none.",
        ),
        meets=(
            "W resists: one W is lost and no K is gained, however many starting squares the piece is nearest to. "
            "Phased pieces gain too.",
            "More K bring more E, and more pieces whose loss eliminates you.",
        ),
        examples=(("{at: E5, type: S22}", "New Kings around the old thrones."),),
        rulings=(5, 11, 28, 38),
        see=("KINGS",),
    ),
}

SPECIALS: dict[str, Entry] = dict(sorted((_WAITING | ARRIVALS).items(), key=lambda item: int(item[0][1:])))
"""What each special square does, S1 to S22; those that fire on arrival are in `arrivals.py`."""
