"""What is said of DNA besides the parts of an order: what lies on the table, then how a game goes."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

TOPICS: dict[str, Entry] = {
    "DNA": Entry(
        brief="Daniel Russett’s game for Icehouse pyramids: place, mutate, score, and hold the most valuable archive.",
        says=(
            "Two, three or four players each have fifteen pyramids of a colour in a gene pool, and an archive that is "
            "empty as yet.",
            "In a turn you place a pyramid, mutate those around it, and score the strands of three that it is the end "
            "of. You may score before you mutate or after.",
            "For the points you capture pyramids of the others, and these go into your archive.",
            "Once all gene pools are empty the game ends, and the archive that is worth most wins.",
            "Nothing is hidden: everybody sees the board and all that lies beside it.",
        ),
        examples=(
            (
                "PLACE L D3; MUTATE D4 TO green, E4 TO M; SCORE TAKE S FROM green",
                "A whole turn: one line, its parts set apart by semicolons.",
            ),
        ),
        aliases=("GAME", "OVERVIEW", "RULES", "ICEHOUSE"),
        see=("ORDER", "PIECES", "BOARD", "STRAND", "END", "VARIATIONS"),
    ),
    "ORDER": Entry(
        brief="An order is a whole turn on one line: PLACE, then MUTATE and SCORE in the order you like.",
        says=(
            "There is one PLACE, at most one MUTATE and at most one SCORE, with a `;` between them. Commas stand "
            "between the steps of a mutation, and between captures.",
            "Sizes are S, M and L; small, medium and large can be written out. A colour can be left out where only one "
            "is possible.",
            "If MUTATE or SCORE is left out, mutation comes first and scoring last.",
            "An order file can have several orders, each on its own line: see STORED.",
        ),
        limits=(
            "All of it is carried out or nothing. An order that fails leaves the file, and it is still your turn.",
            "Unlike in other games, a word that does not belong is refused, so that nothing of a turn is passed over.",
        ),
        meets=(
            '`genetess legal` lists a whole order for each pyramid and square, and with `--like "PLACE L D3"` all that '
            "can follow that, or the first 1,000 of it.",
            "HOLIDAY is an order of its own: it makes the game wait for you, if it grants holidays.",
        ),
        examples=(
            ("PLACE S A1", "Enough where there is nothing to mutate and nothing to take."),
            ("PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO red", "Scoring first."),
            (
                "* PLACE L D3; MUTATE D4 TO L, E4 TO red",
                "With a star: to be carried out as soon as the turn comes.",
            ),
        ),
        rulings=(5,),
        aliases=("ORDERS", "CLAUSE", "CLAUSES"),
        see=("PLACE", "MUTATE", "SCORE", "TURN", "STORED", "HOLIDAY"),
    ),
    "PIECES": Entry(
        brief="Pyramids in three sizes: small (S), medium (M) and large (L), worth 1, 2 and 3.",
        says=(
            "There are five of each size in every colour, unless the setting `stash` has other numbers.",
            "None ever leaves the game. Each is on the board, in the gene pool of its colour, or in somebody’s "
            "archive.",
            "On the board a pyramid is told by its height, by the pips at its foot, and by the letter of its colour.",
        ),
        rulings=(1,),
        aliases=(
            "PIECE",
            "PYRAMID",
            "PYRAMIDS",
            "SIZE",
            "SIZES",
            "STASH",
            "COLOUR",
            "COLOURS",
            "COLOR",
            "COLORS",
        ),
        see=("GENE POOL", "ARCHIVE"),
    ),
    "BOARD": Entry(
        brief="Eight by eight squares, with four small pyramids in the centre as the game begins.",
        says=(
            "Columns are A to H from the left, rows 1 to 8 from the top.",
            "D4, E4, D5 and E5 begin with a small pyramid of each colour, out of the gene pools. The seats’ "
            "colours come first, in the order of play. With `centre: drawn` lots decide, and a game can name other "
            "squares, sizes and numbers.",
        ),
        limits=("A square holds one pyramid.",),
        rulings=(2,),
        aliases=("SQUARES", "SQUARE", "CENTRE", "CENTER", "START"),
        see=("PIECES", "PLACE"),
        boards=("start",),
    ),
    "SEATS": Entry(
        brief="Two to four players; a seat is called by its colour.",
        says=(
            "There are always four colours. Where fewer play, the first of red, green, blue and yellow that no "
            "seat has fill them up, and are neutral.",
            "Two players can share out the other two colours instead: see VARIATIONS.",
        ),
        rulings=(4,),
        aliases=("SEAT", "PLAYERS", "PLAYER"),
        see=("VARIATIONS", "GENE POOL"),
    ),
    "GENE POOL": Entry(
        brief="Where the pyramids of a colour lie that are neither on the board nor captured.",
        says=(
            "You place from your own. The others capture from it, and mutation swaps with every one.",
            "A pyramid of your colour that is mutated to another colour comes back to your gene pool.",
        ),
        limits=("Neutral gene pools belong to nobody: mutation alone touches them.",),
        rulings=(4, 8),
        aliases=("GENE POOLS", "POOL", "POOLS", "NEUTRAL"),
        see=("MUTATE", "CAPTURE", "ARCHIVE", "END"),
    ),
    "ARCHIVE": Entry(
        brief="The pyramids that a player has captured, in whatever colours. The most valuable one wins.",
        says=(
            "You can place from it, in any turn. The others can capture from it, for two points more a pyramid.",
        ),
        limits=("Mutation never touches it.",),
        rulings=(6, 8, 11, 12),
        aliases=("ARCHIVES",),
        see=("PRICES", "END", "PLACE"),
    ),
    "STRAND": Entry(
        brief="Three pyramids in a row, with the one just placed at an end. Each scores a point, and bonuses.",
        says=(
            "Look from the placed pyramid in each of the eight directions, straight and diagonal. Where the next two "
            "squares both hold a pyramid, there is a strand.",
            "One placing can make up to eight.",
        ),
        limits=("A row in which the placed pyramid stands in the middle is no strand.",),
        meets=("How the board stands when you score is what counts: mutation before it can bring bonuses.",),
        rulings=(10,),
        aliases=("STRANDS", "ROW"),
        see=("BONUS", "SCORE", "CAPTURE"),
        boards=("plain",),
    ),
    "BONUS": Entry(
        brief="A strand scores one point more for each of four things that hold of it.",
        says=(
            "Three colours: no two of its pyramids are alike in colour.",
            "One colour: all three have the same.",
            "Sizes in succession: small, medium, large, from either end.",
            "One size: all three have the same.",
        ),
        limits=("A strand has at most one bonus for colours and one for sizes, so three points at most.",),
        examples=(
            (
                "1+1+1 for D6-D5-D4 (one colour, one size)",
                "How pages and refusals write it: the strand, and each bonus.",
            ),
        ),
        rulings=(10,),
        aliases=("BONUSES", "SUCCESSION", "THREE COLOURS", "ONE COLOUR", "ONE SIZE"),
        see=("STRAND", "SCORE"),
        boards=("strands",),
    ),
    "CAPTURE": Entry(
        brief="What is scored buys pyramids of the other players at once; they go into your archive.",
        says=(
            "Take from any players, from gene pools and archives, in any mixture.",
            "The total must be the greatest that can be put together without going above the score. Mostly that is the "
            "score itself. Less is refused, and so is more; the refusal tells how much it must be.",
            "A captured pyramid keeps its colour.",
        ),
        limits=(
            "Nothing is captured from yourself, from neutral gene pools, or from a player who has left.",
        ),
        meets=("Take all of somebody’s small ones, and there is little left that single points can buy.",),
        rulings=(4, 11),
        aliases=("CAPTURES", "CAPTURING"),
        see=("PRICES", "SCORE", "ARCHIVE"),
    ),
    "PRICES": Entry(
        brief="A capture costs 1, 2 or 3 points from a gene pool, and 3, 4 or 5 from an archive.",
        says=(
            "From a gene pool a pyramid costs what it is worth: small 1, medium 2, large 3.",
            "From an archive it costs two more: small 3, medium 4, large 5.",
        ),
        meets=("What mutation costs is told with MUTATE.",),
        rulings=(11,),
        aliases=("PRICE", "COST", "COSTS"),
        see=("CAPTURE", "MUTATE"),
    ),
    "TURN": Entry(
        brief="A turn is one order. Then the next seat is to move.",
        says=(
            "Seats move in the order in which the game lists them, and when all have moved a new round begins. Turn 3b "
            "is the second seat’s in round 3.",
            "Who has nothing to place passes by itself, without being waited for. There is no order that passes.",
        ),
        meets=("Whose turn it is in an extra turn is told with END.",),
        rulings=(6, 12),
        aliases=("TURNS", "ROUND", "ROUNDS", "PASS"),
        see=("ORDER", "TIMEOUT", "EXTRA TURN"),
    ),
    "EXTRA TURN": Entry(
        brief="When the gene pools run out within a round, the seats behind still have a turn each.",
        says=(
            "So everybody has had as many turns as everybody else. If the pools run out on the second seat’s turn of "
            "four, the third and the fourth each have one more.",
            "What is placed then comes from archives.",
        ),
        limits=(
            "Mutation can bring pyramids back into a gene pool. The game ends with the round all the same.",
        ),
        meets=("Who has nothing in the archive passes the extra turn.",),
        rulings=(6, 12),
        aliases=("EXTRA TURNS", "LAST ROUND"),
        see=("END", "ARCHIVE"),
    ),
    "END": Entry(
        brief="When no player has a pyramid in a gene pool, the round is the last; the best archive wins.",
        says=(
            "It is asked at the end of every turn. The rest of the round is still played.",
            "Then each archive is counted: one for a small pyramid, two for a medium, three for a large. The highest "
            "total wins, and equal ones share the win. What still lies on the board counts for nobody.",
            "The running value of every archive is the score that sheets and pages show.",
        ),
        limits=(
            "Where gene pools of neutral colours count, the game also ends after a round in which nobody could place "
            "anything.",
        ),
        meets=("The GM can end a game too: by its archives, or as a draw of all who are still in.",),
        rulings=(4, 12),
        aliases=("ENDING", "FINISH", "WIN", "WINNER", "WINNING", "COUNT", "VALUE"),
        see=("EXTRA TURN", "ARCHIVE", "VARIATIONS"),
    ),
    "TIMEOUT": Entry(
        brief="A missed deadline skips the turn.",
        says=("Nothing is placed, mutated or scored, and the next seat is to move.",),
        limits=("`timeout: pass` in game.yaml says the same; DNA has no other way.",),
        meets=("An order that is stored in the file goes at the deadline instead.",),
        rulings=(13,),
        aliases=("TIME-OUT", "TIMED OUT", "DEADLINE", "SKIP", "HIDDEN"),
        see=("TURN", "ORDER"),
    ),
    "LEAVING": Entry(
        brief="Who is dropped for good has no more turns; the pyramids belong to nobody.",
        says=(
            "The gene pools become neutral: mutation swaps with them, nobody places or captures from them, and they "
            "do not keep the game going unless neutral ones count.",
            "The archive stays where it is. Nobody captures from it, and it wins nothing.",
        ),
        limits=(
            "The last player left has won.",
            "A seat whose player has left cannot win until somebody else takes it.",
        ),
        rulings=(4,),
        aliases=("DROP", "DROPPED", "LEFT"),
        see=("GENE POOL", "END"),
    ),
    "VARIATIONS": Entry(
        brief="What a game can have otherwise, each a line under `rules:` in its game.yaml.",
        says=(
            "`stash: {S: 5, M: 5, L: 5}` is how many pyramids of each size every colour has.",
            "`centre: drawn` draws lots for the four in the centre; `seats` is usual.",
            "`centre: {C3: M red, F6: M green, C6: M blue, F3: M yellow}` begins with these instead: any squares, "
            "sizes and number, out of the stash, as many of each of the four colours.",
            "`two_player: double` gives each of two players a second colour, with a gene pool for each and one "
            "archive: seats red and green have red with blue, and green with yellow. `FROM red` means both of "
            "red’s then. Usual is `neutral`: the two colours are nobody’s.",
            "`neutral_counts: true` keeps the game going while a neutral gene pool has pyramids in it; `false` is "
            "usual.",
        ),
        rulings=(1, 2, 4),
        aliases=("VARIATION", "SETTINGS", "VARIANTS", "DOUBLE", "TWO PLAYERS", "THREE PLAYERS"),
        see=("SEATS", "END", "PIECES"),
    ),
}
