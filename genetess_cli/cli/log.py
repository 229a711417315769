"""`genetess log`: the turns so far."""

from __future__ import annotations

from typing import Any

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, json_option, league, seat_of, slug_argument, viewer_option
from genetess_cli.cli.terminal import put_json, say


@click.command("log", cls=Command)
@slug_argument
@viewer_option
@json_option
def command(slug: str, viewer: str | None, as_json: bool) -> None:
    """List a game's turns: all that happened, or what a seat was told.

    Examples:
      genetess log riot
      genetess log riot --as red --json
    """
    from genetess_cli.cli.turns import turns

    hosted = game(league(), slug)
    found = turns(hosted, seat_of(hosted, viewer))
    if as_json:
        put_json(found)
        return
    for turn in found:
        for line in _lines(turn):
            say(line)


def _lines(turn: dict[str, Any]) -> list[str]:
    texts = [event["text"] for event in turn["events"]]
    back = " (taken back)" if turn.get("taken_back") else ""
    if "desk" in turn:
        who = " GM" if turn["by"] else ""
        return [f"{turn['turn']}{who}: {turn['desk']}{back}", *(f"    {text}" for text in texts)]
    ending = "" if turn["outcome"] == "done" else f" ({turn['outcome']})"
    first = f"{turn['turn']} {turn['seat']}: {turn['order'] or '-'}{ending}{back}"
    return [
        first,
        *(
            f"    {text}"
            for text in filter(None, [None if turn["source"] == "gm" else turn["reason"], *texts])
        ),
    ]
