"""The persons of a league: `people` lists them, and its commands make, change and forget one."""

from __future__ import annotations

from typing import Any

import click

from genetess_cli.cli.group import Group
from genetess_cli.cli.options import (
    committed,
    flag,
    json_option,
    league,
    now_option,
    option,
    push_next,
    push_option,
)
from genetess_cli.cli.terminal import note, put, say
from genetess_cli.errors import Finding, WrongUsage

who_argument = click.argument("who", metavar="ID")


@click.group("people", cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def people(context: click.Context, as_json: bool) -> None:
    """List the persons of a league with their IDs, logins and seats. With a command: make, change or forget one.

    Where an ID is asked for, a login or a name will do that one person alone has.

    Examples:
      genetess people
      genetess people set p1 --mail gwen@example.org
    """
    if context.invoked_subcommand is None:
        _list(as_json)


def _list(as_json: bool) -> None:
    from msgspec.structs import asdict

    from genetess_cli.admin.persons import places
    from genetess_cli.rules.letters import strip_controls

    here = league()
    held = places(here)
    rows: list[dict[str, Any]] = []
    lines: list[str] = []
    for person, found in here.people.all.items():
        if isinstance(found, Finding):
            note(str(found))
            continue
        seats = held.get(person, [])
        login = f"@{found.github}" if found.github else ""
        told = ", ".join(f"{place.seat} in {place.game}" for place in seats)
        parts = [person, strip_controls(found.name) + login, told or "no seat"]
        lines.append("  ".join([*parts, *["ready to take a seat"] * found.standby]))
        rows.append({"id": person, **asdict(found), "seats": seats})
    put(rows, lines or ["There are no persons yet; `genetess new` makes those of its players."], as_json)


@people.command("set")
@who_argument
@option("--name", "NAME", "What everybody is to call the person.")
@option("--github", "LOGIN", 'The login on the forge; "" for none.')
@option("--mail", "ADDRESS", "An address, which is kept sealed; repeat it for more.", multiple=True)
@flag("--no-mail", "Delete the addresses.")
@option("--notices", "WHICH", "What is told by mail: each, daily, own or none.")
@option("--chat", "MENTION", 'How a chat mentions the person, such as <@1234>; "" for not at all.')
@click.option("--standby/--no-standby", default=None, help="Whether the person would take over a seat.")
@push_option
@now_option
def change(who: str, mail: tuple[str, ...], no_mail: bool, now: int, **given: str | bool | None) -> None:
    """Change what is said of a person, in all games. The ID `new` makes a person who has no seat yet.

    Examples:
      genetess people set p1 --name "Gwen Harald" --notices daily
      genetess people set gwen-g --mail gwen@example.org
      genetess people set new --name Zoe --github zoe-h --standby
    """
    import unicodedata

    from genetess_cli.admin import persons

    fields: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if "name" in fields:
        fields["name"] = unicodedata.normalize("NFC", fields["name"]).strip()
    if mail or no_mail:
        fields["mail"] = None
    if not fields:
        raise WrongUsage("say what is to change, such as --name or --mail")
    person = committed(league(), lambda here, note: persons.change(here, who, fields, mail, now, note))
    say(f"{person} is written, and committed.")


@people.command("forget")
@who_argument
@push_option
@now_option
def forget(who: str, now: int) -> None:
    """Forget a person: name, login and addresses. The pages say "a former player", for past turns too.

    Old commits keep what they say, and so do notices that were sent: see docs/security.md. A person who has a seat in a
    game that goes on is not forgotten; first `replace` or `drop` the player.

    Example:
      genetess people forget p3
    """
    from genetess_cli.admin import persons

    here = league()
    person = committed(here, lambda here, note: persons.forget(here, who, now, note))
    say(f"{person} is forgotten, and that is committed. Build the site again.{push_next(here)}")
