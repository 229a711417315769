"""What is the same in every game: the articles that its book has besides its own."""

from __future__ import annotations

from genetess_cli.glossary.entry import Entry

SHARED: dict[str, Entry] = {
    "STORED": Entry(
        brief="Orders wait in your file: stored ones for the deadline, those with a star for your turn alone.",
        says=(
            "One order is one line of your order file. A `/` sets orders apart as well, and `#` begins a comment.",
            "What lies in the file before your turn begins is stored: it waits for the deadline, so that you can "
            "think again. With a `*` in front it goes as soon as your turn comes.",
            "What you send during your turn is live and goes at the next run. Change the file during your turn, and "
            "all of it is live, from the first order on.",
        ),
        limits=("A file has at most 50 orders and 4096 bytes.",),
        aliases=("STAR", "STARS", "STARRED", "LIVE", "QUEUE", "ORDER FILE"),
        see=("ORDER", "TIMEOUT", "HOLIDAY"),
    ),
    "HOLIDAY": Entry(
        brief="The game waits for you until you order again or your holiday is used up.",
        says=(
            "The game is suspended in your turn. A stored HOLIDAY begins as soon as your turn comes, star or not.",
            "It ends when you order something, or when your holiday of this game is used up.",
        ),
        limits=(
            "Each player has so much holiday for the whole game as its settings say; with none it is refused.",
        ),
        meets=(
            "When it is used up, the next order in your file goes at once; with none you are timed out. "
            "Until then what is stored behind it waits, star or not.",
            "Quiet days use up nothing of it.",
            "In a game without deadlines a holiday merely suspends. Everybody is told of holidays.",
        ),
        aliases=("HOLIDAYS", "SUSPEND", "SUSPENDED"),
        see=("STORED", "TIMEOUT"),
    ),
}
"""The articles, by name. They cite no rulings, as every game numbers its own."""
