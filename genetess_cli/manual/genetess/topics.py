"""What no single code, order or special tells: the board, seeing, paying, being out, how a game is conducted."""

from __future__ import annotations

from genetess_cli.manual.article import Entry
from genetess_cli.manual.genetess.conduct import CONDUCT

_BOARD: dict[str, Entry] = {
    "BOARD": Entry(
        brief="A rectangle of squares: floor, interior wall, exterior wall.",
        says=(
            "Columns are A to Z, then AA, AB and so on from the left; rows are 1, 2, 3 from the top. North "
            "is up.",
            "A square holds one piece at most. Some squares are special (S1 to S22).",
            "Interior wall can be opened, by O, S7 or S10, and made, by PETRIFY or S21.",
        ),
        limits=("Exterior wall never changes, and everything beyond the edge counts as exterior wall.",),
        meets=("A special under interior wall is buried: it does nothing until the wall is opened.",),
        rulings=(1, 20, 37),
        aliases=("MAP", "WALL", "WALLS", "SQUARES", "DIRECTIONS"),
        see=("VIEW", "SPECIALS"),
    ),
    "PIECE": Entry(
        brief="A piece has an owner and codes; the codes say all that it can do.",
        says=(
            "Codes are letters A to Z, some more than once, written from A to Z. Each is explained by its "
            "letter.",
            "In a turn a player gives one order, and so one piece acts.",
            "Taking is as in chess: a MOVE that ends on an enemy piece removes it.",
        ),
        limits=(
            "Every piece needs an A or a K. One that has neither any more is destroyed.",
            "A piece holds 1,000 codes at most; what would add more adds nothing, costs nothing and spends no W.",
        ),
        rulings=(4, 13, 46),
        aliases=("PIECES", "CODES", "SEQUENCE"),
        see=("COST", "MOVE", "CREATE"),
    ),
    "VIEW": Entry(
        brief="What pieces see, what players see, and whose codes can be read.",
        says=(
            "A piece sees a square of squares around it: 1 to every side, and 2 more for each D. Walls hide "
            "nothing.",
            "A player sees what the pieces see that this player orders, and what a flare, S5, S17 or S18 "
            "adds.",
            "All else is hidden: walls, floor, specials and pieces.",
            "Of an enemy piece in view the owner is shown. Its codes are shown if a piece of yours with F "
            "has it in its own view, if a flare or S5 that comes of a piece with F lights it, or if S18 shows it.",
        ),
        limits=(
            "Nothing is seen beyond the edge of the map. A King without A sees 3 × 3 squares too.",
            "Phased pieces are shown to their owner alone, by no means to others.",
            "Eliminated players see through their ronin only, and with none left nothing but the public "
            "page.",
        ),
        meets=(
            "Your own codes are always shown. A small u behind them is a burning flare, a small r is phase.",
        ),
        rulings=(2, 3, 4, 5, 6),
        aliases=("SIGHT", "FOG", "FOG OF WAR"),
        see=("D", "F", "FLARE", "S5", "PHASED"),
        boards=("view",),
    ),
    "COST": Entry(
        brief="The prices of a piece’s codes, added, plus the same prices, multiplied.",
        says=(
            "Add the prices of all codes, multiply the prices of all codes, and add both results.",
            "K is left out of both. A piece of K alone costs 0 E.",
        ),
        limits=("A game may sell only some codes. K is never for sale.",),
        meets=("The cost is what CREATE and S14 ask for, and what G earns.",),
        examples=(
            ("AB", "(1+2) + (1×2) = 5 E."),
            ("ABC", "(1+2+2) + (1×2×2) = 9 E."),
            ("ABBBD", "(1+2+2+2+3) + (1×2×2×2×3) = 34 E."),
        ),
        rulings=(7, 12),
        aliases=("COSTS", "PRICE", "PRICES"),
        see=("CREATE", "S14", "G"),
    ),
    "INCOME": Entry(
        brief="E is what pieces are bought with; it comes with every turn, for every K you have.",
        says=(
            "As your turn begins you get `e_per_king` E, mostly 1, for each K code on your pieces.",
            "S1, S2 and S11 pay on top of that, multiplied by the same number of K codes.",
            "G earns E by taking.",
        ),
        limits=(
            "E is a whole number: fractions of a percentage are dropped, after all has been multiplied.",
            "How much E the others have is their secret.",
            "Eliminated players have none and get none.",
        ),
        meets=(
            "You get it whether you order, pass or are timed out.",
            "It is booked by the run that ends the turn before yours, and by the start for the first turn.",
        ),
        rulings=(8, 9, 41, 43),
        aliases=("ENERGY", "PURSE", "STORED E"),
        see=("K", "S1", "S2", "S11", "S12", "G"),
    ),
    "KINGS": Entry(
        brief="What specials do to pieces with K, and what Kings do for their owner.",
        says=(
            "Specials can neither destroy a King nor make it an ordinary piece, and so they eliminate "
            "nobody.",
            "Where S6, S7, S9 or S15 hits a King, it hits the other pieces of that King’s owner too, once "
            "each: S6 and S7 destroy all without K, S9 takes a code from each, S15 converts all without K "
            "(of an enemy).",
            "S19 and S21 pass Kings by.",
        ),
        limits=(
            "A King can be taken by a MOVE, and that eliminates its owner.",
            "RADIATE and S9 never take a K. A King can be moved by everything that moves pieces.",
        ),
        rulings=(19, 31, 37, 41),
        see=("K", "ELIMINATION", "SPECIALS"),
    ),
    "PHASED": Entry(
        brief="What an invisible piece hides from, and what finds it all the same.",
        says=(
            "A phased piece is shown to its owner alone, with a small r. No view, flare, S5, S17 or S18 "
            "shows it to others.",
            "It still fills its square, still sees for its owner, and every effect hits it.",
            "It stays phased until an order for it is carried out that is no PHASE, or an enemy piece bumps into it.",
        ),
        limits=(
            "It stays phased while others push, pull or shake it.",
            "An enemy that must pass through its square without E bumps into it, and so does one that must "
            "come to rest there without taking: by CREATE, DIVIDE, TELEPORT, HOME, CHARGE, or driven by a "
            "wave or the wind.",
            "Friend and enemy are meant from the owner of the piece that comes. A friend’s phased piece "
            "blocks just as well, but stays phased.",
        ),
        meets=(
            "An order that it makes impossible fails: the piece is revealed, and nothing else comes of it.",
            "A charge, or a piece that is driven, just stops in front of it, and reveals it.",
            "If the last step of a MOVE goes there, the phased enemy is taken. The taker hears what G or L "
            "brought, and nothing of the prey.",
            "Jumping it with E does not reveal it. An enemy’s TRANSFER to it finds nobody and does not "
            "reveal it.",
        ),
        rulings=(5, 14, 18, 21),
        aliases=("BUMPING", "BUMP", "INVISIBLE"),
        see=("PHASE", "R"),
        boards=("bump",),
    ),
    "ELIMINATION": Entry(
        brief="Whoever has a piece with K taken is out.",
        says=(
            "When a piece with K is taken, its owner is eliminated, even with other Kings left.",
            "The taker scores 10, and every player who is still in scores 1, mostly the taker among them.",
            "The other pieces stay: those with P are ronin and still obey, those without are orphans.",
        ),
        limits=(
            "The E of whoever is out is gone for good: the taker has it if the taking piece has G, nobody "
            "otherwise.",
            "An eliminated player cannot CREATE, and sees through ronin only. A flare goes out, and what S17 and "
            "S18 showed is over; an S5 counts if a ronin is on it.",
            "Without a piece with P, that player gets no more turns.",
        ),
        meets=("Taking one’s own King is impossible, and no special eliminates anybody.",),
        rulings=(6, 9, 31, 40, 41),
        aliases=("ELIMINATED", "OUT"),
        see=("SCORE", "RONIN", "ORPHAN", "END"),
    ),
    "ORPHAN": Entry(
        brief="A piece without P whose owner is eliminated.",
        says=(
            "It stays where it is, obeys nobody, sees for nobody and sets off no special, but is in the way.",
        ),
        limits=("Taking an orphan with K scores nothing and eliminates nobody.",),
        meets=(
            "CONVERT makes it the converter’s, or, for the same colour, gives it a P so that it obeys again.",
            "Effects hit it like any piece. Taken with G, it pays its cost.",
        ),
        rulings=(9, 22, 28, 41),
        aliases=("ORPHANS",),
        see=("CONVERT", "RONIN"),
    ),
    "RONIN": Entry(
        brief="A piece with P whose owner is eliminated: it goes on obeying that player.",
        says=(
            "Its owner still gets turns, orders it, and sees what it sees.",
            "A King that it takes scores for its owner, who can even win the game so.",
        ),
        limits=(
            "It brings no E, and with K in it no CREATE. Losing it scores nothing for its taker.",
            "When the last one is gone, its owner gets no more turns and sees the public page alone. If that "
            "happens just as the owner’s turn begins, the turn is skipped.",
        ),
        rulings=(6, 40, 41, 48),
        see=("P", "ORPHAN", "SCORE"),
    ),
    "SCORE": Entry(
        brief="10 for taking a King, 1 for every elimination that you survive.",
        says=(
            "Who takes a piece with K of a player who is in scores 10.",
            "Every player still in after that, the taker too, scores 1.",
        ),
        limits=(
            "Taking an orphan or a ronin with K scores nothing.",
            "In a game of n players one can score 11n − 11 at most.",
        ),
        meets=(
            "Eliminated players keep what they have, and score for Kings that their ronin take. Scores are "
            "public.",
        ),
        rulings=(41, 43),
        aliases=("SCORES", "SCORING", "POINTS"),
        see=("ELIMINATION", "END"),
    ),
    "END": Entry(
        brief="The last player standing ends the game; the highest score wins.",
        says=(
            "As soon as a single player is left in, the game is over.",
            "The winner is who has the highest score; equal scores share it. The survivor is named as well.",
        ),
        limits=(
            "The survivor need not be the winner. Whoever was eliminated can win.",
            "Whoever has left the game cannot: then the highest score of the others wins.",
        ),
        rulings=(42,),
        aliases=("WINNING", "WINNER", "WIN"),
        see=("SCORE",),
    ),
    "SPECIALS": Entry(
        brief="When special squares fire, and in which order.",
        says=(
            "The setting `rules.specials` says which edition a game follows.",
            'With "1.00", the default, six types fire the moment a piece arrives: S6, S7, S8, S9, S10 and S13. All '
            "others wait until a turn of the piece’s owner begins.",
            'With "1.02" all of them wait for that.',
            "S5 is looked at whenever anybody’s turn begins, with either.",
            "At a turn’s start, income comes first, then S1 to S22 by number; of one type by row, from A1 "
            "across, then down. Who stands on a special is looked at when its place comes, so a piece that "
            "an earlier one moved can set off a later one.",
        ),
        limits=(
            "A piece arrives where it comes to rest, by whatever means: MOVE (there and back too), "
            "TELEPORT, HOME, CREATE, DIVIDE, a CHARGE at its very end, SANCTUARY on either square (by row), "
            "wave, wind or tremor. What fires then is done before any other piece moves.",
            "One order, or one turn’s start, fires each special on arrival once at most.",
            "Orphans fire nothing. An S8 that was blocked tries again as each turn of the piece’s owner "
            "begins.",
            "A special under interior wall does nothing.",
        ),
        meets=(
            "W resists what would move the piece or change its codes: see W. What is special about K: see "
            "KINGS.",
        ),
        rulings=(11, 28, 29, 30, 31),
        aliases=("SPECIAL", "EDITION", "EDITIONS", "1.00", "1.02"),
        see=("KINGS", "W", "TURN"),
    ),
}

TOPICS: dict[str, Entry] = _BOARD | CONDUCT
"""Topics by the word to ask for them with."""
