"""How a game is conducted: its start, turns, orders, deadlines, what is told, luck."""

from __future__ import annotations

from genetess_cli.manual.article import Entry

CONDUCT: dict[str, Entry] = {
    "GENETESS": Entry(
        brief="Pieces made of letters fight in the fog for each other’s Kings.",
        says=(
            "The aim: take the others’ Kings, and stay in. Taking a King scores 10, and whoever is still in then "
            "scores 1.",
            "A piece is a sequence of codes, the letters A to Z, and can do what its codes say. You see what your "
            "pieces see, and no more.",
            "A turn: you get E for your Kings, special squares fire, and you give one order to one piece. Mostly it "
            "moves, and takes what it ends on; or a King creates a piece for E.",
            "Who has a piece with K taken is out, even with other Kings left. Once a single player is in, the game is "
            "over and the highest score wins: that need not be who survived.",
        ),
        rulings=(8, 41, 42),
        see=("START", "TURN", "PIECE", "MOVE", "CREATE", "ELIMINATION", "SCORE"),
    ),
    "START": Entry(
        brief="How a game begins: mostly with one King each and a little E.",
        says=(
            "Each player has a start: its squares and pieces are in board.yaml, mostly one piece of K alone.",
            "Each player begins with `starting_e` E. More comes with every turn: see INCOME.",
            "In some games players first bid for starts, order of play or colours: see ROUND 0.",
        ),
        meets=(
            "Start pieces may stand on specials. Those that fire as turns begin do so from their owner’s first "
            "turn on, after its income. Those that fire on arrival do not: nobody has arrived.",
        ),
        rulings=(8, 39),
        aliases=("STARTS",),
        see=("ROUND 0", "CREATE"),
    ),
    "TURN": Entry(
        brief="Turns have a round and a letter: 1a, 1b, 2a; one order each.",
        says=(
            "Players move one after the other; 3b is the second seat’s turn in round 3. A seat keeps its "
            "letter for good.",
            "As a turn begins, income comes first and the specials fire then: see SPECIALS.",
            "Then the player orders, once.",
        ),
        limits=("Players who are eliminated and have no piece with P are skipped.",),
        rulings=(8, 40),
        aliases=("TURNS", "ROUND", "ROUNDS"),
        see=("ROUND 0", "SPECIALS", "TIMEOUT"),
    ),
    "ROUND 0": Entry(
        brief="In some games players first bid for starts, order of play or colours, all at the same time.",
        says=(
            "Everybody writes GAMBLE orders. Nothing is shown before all are in or the deadline is over.",
            "The game’s settings say what is bid for: start, order, colour; one gamble of each.",
            "PASS means that you make no gambles.",
        ),
        limits=(
            "Stakes are spent, won or not. All together they may not exceed the E you start with.",
            "With stakes that are too high, or no gamble that can be read, you are still awaited.",
        ),
        meets=(
            "Where colours are bid for, seats have neutral names (p1, north) for the whole game; only their "
            "colours are drawn.",
            "A game with fixed starts has no round 0.",
        ),
        rulings=(39, 40),
        aliases=("ROUND0", "GAMBLES", "GAMBLING", "BIDS", "COLOUR", "COLOURS", "COLOR", "COLORS"),
        see=("GAMBLE", "START"),
    ),
    "ORDERS": Entry(
        brief="How orders are written, stored and carried out.",
        says=(
            "One order is one line; a / separates orders as well, and # begins a comment.",
            "Keywords, squares, directions and colours may be written with capitals or without.",
            "An order that lies in your file before your turn begins is stored: it waits for the deadline, "
            "so that you can think again. With a * in front it goes as soon as your turn comes.",
            "An order that you send during your turn is live and goes at the next run. Change your file "
            "during your turn, and all of it is live, from the first order on.",
        ),
        limits=(
            "Of each line the program takes the first order it can read; you are warned of words that it "
            "passed over.",
            "There are no conditions: of “if Ann is still on G3, MOVE H4 NW” remains MOVE H4 NW.",
            "A line without any order is an error, which points to the first character that did not fit.",
            "A file has at most 50 orders and 4096 bytes, and an order at most 200 codes.",
        ),
        examples=(("MOVE B2 E / * PASS", "Two orders; the second does not wait."),),
        rulings=(27, 44, 49),
        aliases=("ORDER", "STORED", "LIVE", "STAR", "QUEUE"),
        see=("FAILED", "TIMEOUT", "HOLIDAY"),
    ),
    "FAILED": Entry(
        brief="What follows when an order makes no sense or does not work.",
        says=(
            "It changes nothing on the board, save that a phased enemy that was bumped into is revealed. An order "
            "that you could have known to fail reveals nobody.",
            "The next order in your file is tried at once in its place. With none left it is still your "
            "turn.",
            "Was everything that the order was about in your view? Then your deadline begins anew, in full.",
            "If not, your time goes on running; if it is up already, you are timed out.",
        ),
        limits=(
            "The reason you are told never gives away what you cannot see.",
            "Others hear of the order nothing at all, only of a phased piece that it revealed in their view.",
        ),
        meets=(
            "A TELEPORT or CHARGE into the dark may therefore cost you the turn, if the deadline is near.",
        ),
        rulings=(14, 44),
        aliases=("FAILURE", "FAILED ORDERS"),
        see=("ORDERS", "TIMEOUT", "PHASED"),
    ),
    "TIMEOUT": Entry(
        brief="What happens when a deadline passes without a live order.",
        says=(
            "Your first stored order goes. If it fails, the next, and so on; with none left you are timed "
            "out.",
            "Timed out means that your turn passes without an order. Your income comes all the same.",
        ),
        limits=(
            "Late orders count until a run notices that the deadline is over: it first carries out what "
            "lies there.",
            "Some games add a grace to a deadline about to be missed, once a turn, and tell everybody.",
            "Some games have quiet days, on which no time counts: not for deadline, grace or holiday.",
            "Everybody is told of time-outs. Where the game says so, the seat of a player who missed too many "
            "in a row is open for somebody else, until that player orders again.",
            "None counts as missed if there was nothing to order but PASS, or if the turn was paused.",
        ),
        meets=("A game without deadlines waits.",),
        rulings=(8, 43, 44),
        aliases=("TIMED OUT", "TIME-OUT", "DEADLINE", "DEADLINES", "GRACE"),
        see=("ORDERS", "FAILED", "HOLIDAY", "PASS"),
    ),
    "PUBLIC": Entry(
        brief="What everybody is told, and what only those who could see it.",
        says=(
            "Everybody knows whose turn it is and which, until when, who was timed out or is on holiday, "
            "who put whom out, all scores, and how the game ended.",
            "Of all other events you hear if you saw one of their squares, right before or right after.",
            "What hits many pieces at one instant (RADIATE, S6, S7, S9, S15, S19, S21) counts as one: whoever loses "
            "a piece by it still hears of all that the piece saw. Everything else comes one after the other, and "
            "a piece that is gone hears no more.",
        ),
        limits=("Of the pieces you hear only as much as you can see of them.",),
        meets=(
            "In a capture both sides hear that a piece was taken, whose, and by whom. Its codes show only to those "
            "who read them before, those of the taker to those who read them after.",
        ),
        rulings=(43,),
        aliases=("SECRETS", "TOLD"),
        see=("VIEW",),
    ),
    "LUCK": Entry(
        brief="All that is random is drawn from the game’s own seeded source.",
        says=(
            "The same orders give the same game again: a game can be replayed from its records and checked.",
        ),
        rulings=(45,),
        aliases=("RANDOM", "CHANCE", "DICE"),
        see=("S16", "RADIATE"),
    ),
}
"""Part of `TOPICS` in `topics.py`."""
