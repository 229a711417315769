"""What people do in a page, so that whatever is loaded on the way is seen."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

BEGUN = (
    {"what": "first", "players": 2, "seat": "red", "bot": "greedy"},
    {"what": "trio", "players": 3, "seat": "red", "bot": "hunter"},
    {"what": "dna", "players": 2, "seat": "red", "bot": "random"},
    {"what": "genie", "players": 2, "seat": "white", "bot": "random"},
    {"what": "duel", "players": 2, "names": ["Ann", "Bob"]},
)


def play() -> None:
    """Play some turns of each game, look at its pages, give orders that are refused, take one back, begin again."""
    from genetess_cli import browser

    os.makedirs("/play")
    os.chdir("/play")
    browser.call("begin", b"", _tell)
    browser.call("page", b"", _tell)
    for game in BEGUN:
        answer = json.loads(browser.call("send", json.dumps({"act": "begin", **game}).encode(), _tell))
        if not answer.get("page"):
            raise SystemExit(f"the session begins no game: {answer}")
        _turns(answer["page"].split("/")[0], browser.call)
    kept = browser.call("changes", b"", _tell)
    assert isinstance(kept, bytes)
    assert isinstance(browser.call("export", b"", _tell), bytes)
    os.mkdir("later")
    os.chdir("later")
    assert isinstance(browser.call("restore", kept, _tell), bytes)


def _turns(slug: str, call: Callable[..., bytes | str]) -> None:
    from pathlib import Path

    from genetess_cli.site.pages.trial import trial_link
    from genetess_cli.store.league import League

    for act in ("order", "FOO BAR", "undo", "again"):
        game = League(Path("league").absolute()).now().game(slug)
        seat = game.clock.to_move[0]
        legal = [str(order) for order in game.ruleset.legal(game.position, seat)]
        orders = next(order for order in legal if not {*"<("} & {*order})
        sent = {"act": act, "game": slug, "seat": seat, "turn": game.clock.turn}
        if act not in ("undo", "again"):
            sent |= {"act": "order", "orders": orders if act == "order" else act}
        call("send", json.dumps(sent).encode(), _tell)
        call("page", f"{slug}/sheet/{seat}/".encode(), _tell)
        link = trial_link(game.ruleset, slug, True, game.position, seat, None)
        acts = [{"act": "TurnTo", "seat": seat}, {"act": "GiveOrder", "order": orders}]
        call("trial", json.dumps({"trial": link, "acts": acts}).encode(), _tell)
    for page in ("", f"{slug}/", f"{slug}/log/", f"{slug}/replay/"):
        call("page", page.encode(), _tell)


def _tell(done: int, total: int | None) -> None:
    """Take no notice of how far it is."""
