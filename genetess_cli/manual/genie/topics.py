"""What is said of Genie of the Lamp besides the Genie's moves and the orders."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

TOPICS: dict[str, Entry] = {
    "GENIE": Entry(
        brief="Simon Edward Jepps’s variant of chess: each side can turn one of its pawns into a Genie.",
        says=(
            "All the laws of chess hold. Besides, there is one more piece, which is in no one’s army as the game "
            "begins.",
            "In place of a move you flip a pawn on your own half of the board, and it is your Genie: a piece that "
            "steps one square or two in any direction, over anything, or leaps twice over pieces.",
            "There is one Genie a side. Once it has been captured no pawn can be flipped any more, but a pawn that "
            "comes to the last rank can still become one.",
            "Nothing is hidden: everybody sees the board and the score sheet.",
        ),
        meets=("It is drawn as a ring around a ring, and written G in moves, ◉ on the score sheet.",),
        examples=(("Gd2", "The pawn on d2 becomes the Genie."), ("Gd4", "The Genie goes to d4.")),
        rulings=(1, 2, 8),
        aliases=("GAME", "OVERVIEW", "RULES", "CHESS", "GENIES", "G", "GENIE OF THE LAMP"),
        see=("ENTRANCE", "STEP", "JUMP", "PROMOTION", "MOVE", "END", "SETTINGS"),
    ),
    "BOARD": Entry(
        brief="The board and the men of chess; your own side is below on your turnsheet.",
        says=(
            "Files are a to h, ranks 1 to 8. White, the seat `white`, moves first; the other seat is `black`.",
            "The squares that the last move began and ended on are framed, a king in check stands in a red light, and "
            "a double jump is drawn leap by leap where there is but one way that it can have gone.",
            "Below it stand the score sheet, what was captured, the position as FEN, and the game as PGN for other "
            "programs, in which it is the variant “Genie of the Lamp”.",
        ),
        rulings=(7, 8),
        aliases=("PIECES", "PIECE", "SQUARES", "PGN", "SCORE SHEET", "HIDDEN"),
        see=("NOTATION", "FEN"),
    ),
    "TURN": Entry(
        brief="One move of one side: White’s turns are 1a, 2a and so on, Black’s 1b, 2b.",
        says=(
            "White moves first, then the sides take turns. A move is all of a turn; the next one is the opponent’s.",
            "An order that cannot be carried out leaves the file, and it is still your turn. So it is after an offer "
            "of a draw.",
        ),
        meets=("A deadline is for one turn. `HOLIDAY` stops it, if the game grants holidays.",),
        rulings=(5, 8),
        aliases=("TURNS", "ROUND", "ROUNDS", "LABEL"),
        see=("MOVE", "STORED", "TIMEOUT", "HOLIDAY"),
    ),
    "NOTATION": Entry(
        brief="Moves are written in SAN, the Genie as G, or by the squares that they go by.",
        says=(
            "SAN is the letter of the piece, K, Q, R, B, N or G, and the square where it goes: `Nf3`. A pawn has no "
            "letter: `e4`, `exd5`, `e8=Q`. Where two pieces could, name the file, the rank or both: `Nbd2`, `R1e2`.",
            "G and the square of an own pawn is the entrance of the Genie; any other square is one that the Genie "
            "goes to.",
            "By squares it is `g1f3`, `e7e8g` for a promotion and `d2d2g` for an entrance; a dash may stand between.",
        ),
        limits=(
            "Capitals matter where chess has two meanings: `Bc3` is a bishop’s move, `bc3` a pawn’s from the b-file.",
            "Where an `x` is written something must be captured.",
        ),
        meets=(
            "Signs for check and mate, the `x` and the `=` can be left out. Castling is `O-O` or `0-0`.",
            "A pawn’s capture names the file that it comes from: `d5` goes straight ahead, `exd5` and `ed5` capture.",
            "The number of the move may stand before it, and is not looked at.",
        ),
        examples=(
            ("Gxe5+", "The Genie captures on e5 and gives check."),
            ("Ge4-e6-g6", "A double jump with its way; `Gg6` says the same."),
            ("e8G", "The pawn becomes the Genie on e8."),
        ),
        rulings=(6,),
        aliases=("SAN", "LONG ALGEBRAIC", "ALGEBRAIC", "UCI", "FIGURINES"),
        see=("MOVE", "ENTRANCE", "JUMP", "FEN"),
    ),
    "FEN": Entry(
        brief="A position on one line, as in chess, with a seventh field: who may still enter a Genie by flipping.",
        says=(
            "Genies are `G` and `g` among the pieces. The seventh field is `Gg`, `G`, `g` or `-`: a side has its "
            "letter until a Genie of its own is captured, whether one is on the board or not.",
            "The field for captures in passing is set only where such a capture is legal.",
        ),
        limits=("A FEN of six fields is refused where one is asked for, as it leaves the rights open.",),
        meets=('`genetess perft 3 --fen "…"` counts the moves from any position.',),
        examples=(
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Gg", "The first position."),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPGPPPP/RNBQKBNR b KQkq - 0 1 Gg",
                "White has flipped the pawn on d2.",
            ),
        ),
        rulings=(7,),
        aliases=("RIGHTS", "POSITION", "PERFT"),
        see=("ENTRANCE", "NOTATION", "CLAIM"),
    ),
    "END": Entry(
        brief="By mate, by giving up, by a missed deadline, or as one of the draws of chess.",
        says=(
            "Checkmate wins. These are draws by themselves: stalemate, too little left to mate with, the same "
            "position for the fifth time, and seventy-five moves without a capture or a pawn’s move.",
            "Draws by `CLAIM` and by `DRAW` have articles of their own. `RESIGN` loses.",
            "A draw has no winners, and is half a point to each.",
        ),
        meets=(
            "With a Genie on the board, whoever has more than a bare king has enough to mate.",
            "A player who leaves has lost. A game that the GM ends is a draw.",
        ),
        rulings=(5, 8),
        aliases=(
            "ENDING",
            "FINISH",
            "WIN",
            "WINNER",
            "MATE",
            "CHECKMATE",
            "STALEMATE",
            "LEAVING",
            "MATERIAL",
        ),
        see=("DRAW", "CLAIM", "RESIGN", "TIMEOUT"),
    ),
    "TIMEOUT": Entry(
        brief="A missed deadline loses the game, unless its settings say that it waits.",
        says=(
            "With `timeout: forfeit`, which is usual, the opponent has won.",
            "With `timeout: wait` nothing happens but that the same player has a full deadline again.",
        ),
        meets=(
            "A move that is stored in the file goes at the deadline instead. An offer of a draw brings no more time.",
        ),
        rulings=(8,),
        aliases=("TIME-OUT", "TIMED OUT", "DEADLINE", "FORFEIT", "WAIT"),
        see=("MOVE", "SETTINGS"),
    ),
    "SETTINGS": Entry(
        brief="What a game can have otherwise, in its game.yaml.",
        says=(
            "`promotion: fide` under `rules:` has pawns become any piece, whatever is on the board; `inventory` is "
            "usual.",
            "`timeout: wait`, which is not under `rules:`, has the game wait for a missed move; `forfeit` is usual.",
        ),
        rulings=(4, 8),
        aliases=("SETTING", "VARIATIONS", "VARIATION", "SEATS"),
        see=("PROMOTION", "TIMEOUT"),
    ),
}
