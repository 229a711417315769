"""Record a league with a program, as a bundle of git: `python -m tests.corpus.record NAME FORGE GAMES PROGRAM...`.

Only commands are used, so a program of any version can be recorded. Its games are four: `riot`, of Genetess, which
ends in a holiday; `fog`, the same sealed; `helix`, of DNA; `lamp`, of Genie of the Lamp.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kit.keys import KEY

HERE = Path(__file__).parent
GAMES = {
    "riot": ("--ruleset", "genetess", "--player", "red=Ragnar@ragnar42", "--player", "green=Gwen@gwen-g"),
    "fog": ("--ruleset", "genetess", "--player", "red=Ann", "--player", "green=Bo", "--sealed"),
    "helix": ("--ruleset", "dna", "--player", "red=Ann", "--player", "green=Bo", "--player", "blue=Cy"),
    "lamp": ("--ruleset", "genie", "--player", "white=Ann", "--player", "black=Bo"),
}
_ORDER = re.compile("[A-Za-z0-9+#= -]+")
_ALLOWED = (0, 1, 3)  # a turn may fail, and nothing be due


class _Recorder:
    def __init__(self, league: Path, program: Sequence[str]) -> None:
        self._league = league
        self._program = program
        self._hour = 0

    def run(self, *arguments: str, hours: int = 1) -> str:
        """Run a command some hours after the last one, and return what it prints."""
        self._hour += hours
        day, hour = divmod(self._hour, 24)
        now = ("--now", f"2026-11-{1 + day:02}T{hour:02}:00:00Z") if hours else ()
        command = [*self._program, "-C", str(self._league), *arguments, *now]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode in _ALLOWED, (arguments, done.stderr)
        return done.stdout

    def seat(self, slug: str) -> str:
        clock = (self._league / "games" / slug / "clock.yaml").read_text(encoding="utf-8")
        return str(re.findall(r"to_move: \[(\w+)", clock)[0])

    def order(self, slug: str, *, at: int) -> str:
        """Return an order that the seat to move may give."""
        legal = self.run("legal", slug, self.seat(slug), hours=0).splitlines()
        orders = [order.strip() for order in legal if _ORDER.fullmatch(order) and "PASS" not in order]
        return orders[at % len(orders)] if orders else "PASS"

    def edit(self, slug: str, old: str, new: str) -> None:
        file = self._league / "games" / slug / "game.yaml"
        file.write_text(re.sub(old, new, file.read_text(encoding="utf-8")), encoding="utf-8")

    def fail(self, slug: str) -> None:
        """Let orders fail: one that cannot be read, and one that cannot be carried out."""
        folder = self._league / "games" / slug / "orders"
        if slug != "fog":  # whose files are sealed
            (folder / f"{self.seat(slug)}.txt").write_text("MOVE A1 N\nJUMP\n", encoding="utf-8")
            self.run("tick")

    def play(self, slug: str, turns: int) -> None:
        """Play turns: by the GM's word, from a file that is there, and from one that a deadline finds."""
        for number in range(turns):
            seat = self.seat(slug)
            order = self.order(slug, at=5 * number + 2)
            if number % 3 == 0:
                self.run("resolve", slug, "--order", order, "--seat", seat, "--reason", "by telephone")
            else:
                self.run("order", slug, seat, order)
                self.run("tick")


def record(name: str, forge: str, games: Sequence[str], program: Sequence[str]) -> Path:
    """Make the league, and return the file of its bundle."""
    with TemporaryDirectory() as folder:
        os.environ |= {"GENETESS_MASTER_KEY": KEY, "XDG_CONFIG_HOME": folder}
        os.environ |= {
            f"GIT_{who}_{what}": "Test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        league = Path(folder) / "league"
        command = [*program, "init", str(league), "--title", f"A league of {name}", "--forge", forge]
        subprocess.run(command, check=True, capture_output=True)
        story = _Recorder(league, program)
        for slug in games:
            story.run("new", slug, *GAMES[slug], hours=0)
            story.edit(slug, "holiday: .*", "holiday: 10d")
            story.edit(slug, "grace: .*", "grace: 12h")
            story.run("start", slug)
            story.play(slug, 5)
            story.fail(slug)
            if slug == games[0]:
                story.run("tick", hours=75)  # the deadline, the grace, and the deadline behind it
                story.run("tick", hours=13)
            if slug == "helix":
                story.run("drop", slug, "blue")
                story.play(slug, 3)
        first = games[0]
        story.run("pause", first, "--open-end", "--reason", "a break")
        story.run("resume", first)
        story.run("extend", first, "--by", "1d")
        story.run("undo", first)
        seat = story.seat(first)
        story.run("replace", first, seat, "Rolf@rolf-h")
        story.play(first, 3)
        story.run("order", first, story.seat(first), "HOLIDAY")
        story.run("tick")
        bundle = HERE / f"{name}.bundle"
        git = ["git", "-C", str(league)]
        subprocess.run([*git, "gc", "--quiet", "--aggressive", "--prune=now"], check=True)
        subprocess.run([*git, "bundle", "create", "--quiet", str(bundle), "main", "HEAD"], check=True)
    return bundle


if __name__ == "__main__":
    print(record(sys.argv[1], sys.argv[2], sys.argv[3].split(","), sys.argv[4:]))
