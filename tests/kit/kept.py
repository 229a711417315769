"""Games as a browser keeps them: played by Python alone, and laid where a page looks for them."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from genetess_cli import browser
from genetess_cli.browser.play import LEAGUE
from genetess_cli.store.reader.games import Game
from tests.kit.reading import begun

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEY = "11" * 32
ALONE = {"GENETESS_GIT": "loose", "GENETESS_MASTER_KEY": KEY}
"""The environment in which there is nothing but Python, as in a browser."""


def ask(name: str, data: bytes = b"") -> bytes:
    """Return what a function of the page answers. Everything is in the current folder."""
    answer = browser.call(name, data, lambda done, total: None)
    assert isinstance(answer, bytes), answer
    return answer


def order(game: Game) -> bytes:
    """Return the letter of a sheet with one of the orders that its seat may give."""
    seat = game.clock.to_move[0]
    legal = (str(each) for each in game.ruleset.legal(game.position, seat))
    orders = next(each for each in legal if each.isascii() and not {"<", "("} & {*each})
    message = {"act": "order", "game": game.slug, "seat": seat, "turn": game.clock.turn, "orders": orders}
    return json.dumps(message).encode()


def played(turns: int, what: str = "trio", players: int = 3) -> list[bytes]:
    """Play a game against bots until it has so many records; return the rows that are kept of it."""
    ask("begin")
    rows = [ask("changes")]
    begin = {"act": "begin", "what": what, "players": players, "names": [""], "bot": "random"}
    answer = json.loads(ask("send", json.dumps(begin).encode()))
    rows.append(ask("changes"))
    while (game := begun(LEAGUE.absolute(), what)).clock.number < turns:
        ask("page", answer["page"].encode())
        answer = json.loads(ask("send", order(game)))
        assert not answer.get("words")
        rows.append(ask("changes"))
    return rows


LAY = """async ({ name, rows, facts }) => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => ["rows", "facts"].forEach((each) => opening.result.createObjectStore(each));
  const base = await done(opening);
  const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const put = (store, value, name) => done(base.transaction(store, "readwrite").objectStore(store).put(value, name));
  for (const [number, row] of rows.entries()) await put("rows", bytes(row), number);
  for (const [fact, value] of Object.entries(facts)) await put("facts", value, fact);
  base.close();
}"""


def lay(page: Page, address: str, rows: Sequence[bytes], facts: Mapping[str, str]) -> None:
    """Lay rows and facts for the page of games at an address; `page` shows another one of that host."""
    named = f"genetess {urlsplit(address).path}"
    texts = [base64.b64encode(row).decode() for row in rows]
    page.evaluate(LAY, {"name": named, "rows": texts, "facts": facts})
