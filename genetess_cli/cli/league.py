"""The commands that make a league (`init`), bring it up to date (`migrate`), and make a game in it (`new`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import (
    committed,
    current_time,
    flag,
    is_pushing,
    league,
    moment,
    option,
    push_next,
    push_option,
    push_words,
    refuse_push,
    small,
)
from genetess_cli.cli.terminal import is_terminal, note, say
from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.rules import RULESETS
from genetess_cli.store.forges import FORGES

if TYPE_CHECKING:
    from genetess_cli.admin.new_game import Master
    from genetess_cli.store.league import League
    from genetess_cli.store.schema import SignUp


@listed("init")
@click.argument("folder", metavar="DIR", type=click.Path(), required=False)
@option("--title", "T", "The league's title; default: made from the folder's name.")
@option(
    "--repository",
    "OWNER/NAME",
    "The league's repository: OWNER/NAME on GitHub, or its address on another forge, https://HOST/OWNER/NAME.",
)
@click.option(
    "--forge",
    type=click.Choice([*FORGES, "none"]),
    help="The forge to write workflows and README for. none: no workflows. Default: github, or the league's own.",
)
@flag("--refresh", "In a league that exists: write the forge's files again, as this version has them.")
@push_option
def init(
    folder: str | None, title: str | None, repository: str | None, forge: str | None, refresh: bool
) -> None:
    """Make a league in DIR, a new or empty folder: settings, workflows, README, first commit.

    With --refresh, bring the forge's files of a league up to date, or move it to another forge. Of your changes in
    these files, only the schedule is kept. It is one commit; `git revert` takes it back.

    Examples:
      genetess init league --title "Friday league" --repository gail/league
      genetess init --refresh
      genetess init --refresh --forge gitlab --repository https://gitlab.com/gail/league
    """
    if refresh:
        if title:
            raise WrongUsage("--title is for a new league; edit the title in genetess.yaml")
        _refresh(folder, repository, forge)
        return
    refuse_push("a new league has no remote yet")
    if folder:
        _make(folder, title, repository, forge or "github")
    else:
        raise WrongUsage("the folder has no name; give one, like `genetess init league`")


def _make(folder: str, title: str | None, repository: str | None, forge: str) -> None:
    import shlex

    from genetess_cli.admin import new_league

    named = new_league.init(Path(folder), title, repository, current_time(), forge)
    if not named:
        note(
            "You installed genetess from a place that the forge cannot install it from. Before you push, write its",
            f"repository and commit into {FORGES[forge].runs}, in place of {new_league.UNNAMED}.",
        )
    place = f"./{folder}" if folder.startswith("-") else folder
    red, green = ("Ragnar", "Gwen") if forge == "none" else ("Ragnar@ragnar42", "Gwen@gwen-g")
    say(
        f"The league is in the folder {folder}. Next, its first game:",
        f"  cd {shlex.quote(place)}",
        f"  genetess new riot --ruleset genetess --preset duel --player red={red} --player green={green}",
        "  genetess start riot",
    )
    if forge != "none":
        say("After each @ write the player's login. Players need it to send orders on the forge.")
    if forge == "github":
        say("Then `genetess publish` takes the league live on GitHub.")


def _refresh(folder: str | None, repository: str | None, forge: str | None) -> None:
    from genetess_cli.admin.refresh import refresh
    from genetess_cli.store.league import find

    context = click.get_current_context()
    here = context.with_resource(find(Path(context.find_root().params["folder"], folder or "")))
    say(
        *committed(here, lambda here, _: refresh(here, forge, repository, current_time())),
        f"Committed. What was there before is in `git show`; `git revert HEAD` takes it back.{push_next(here)}",
    )


@listed("migrate")
@flag("--yes", "Do not ask.")
@push_option
def migrate(yes: bool) -> None:
    """Raise the files of a league to the versions that this program writes, in one commit.

    Files of older versions are read as well. But a file of the newest version keeps older programs from playing on in
    a game that they cannot read to the end. The changes are shown first; comments stay.

    Example:
      genetess migrate
    """
    from genetess_cli.admin import migrate as files

    here = league()
    raised = files.raised(here)
    say(*files.changes(here, raised))
    if not yes and not (sys.stdin.isatty() and click.confirm("Commit this?")):
        raise Refused("nothing was changed; to commit this, add --yes")
    committed(here, lambda here, _: files.migrate(here, files.raised(here), current_time()))
    say(f"Committed. `git revert HEAD` takes it back.{push_next(here)}")


_READ = "Next: read game.yaml and change what you like"


@listed("new")
@click.argument("slug", metavar="GAME", required=False, type=small)
@option("--ruleset", "R", f"The rules: {', '.join(RULESETS)}.")
@option(
    "--preset",
    "P",
    "A board that comes with the program: duel (2), trio (3), quartet (4), sextet (6), octet (8).",
)
@option("--board", "FILE", "A board of your own, copied.", type=click.Path(path_type=Path))
@option(
    "--player",
    "players",
    "SEAT=NAME[@LOGIN]",
    "A player. Repeat it for each, in order of play.",
    multiple=True,
)
@option(
    "--bot",
    "bots",
    "SEAT=BOT",
    "A bot for a seat, such as green=greedy. It plays after the players, or in the place of the seat's player.",
    multiple=True,
)
@click.option("--name", help="The game's name. Default: made from GAME.")
@click.option("--number", type=click.IntRange(0, 999_999), help="The game's number. Default: the next one.")
@click.option("--deadline", help="Time to move: 90m, 12h, 3d or none. Default: as the league says, or 3d.")
@option("--at", "20:00", "Deadlines end at this time of day, or at several: 08:00,20:00.")
@option("--days", "mon,thu", "With --at: the days on which they end. Default: every day.")
@click.option(
    "--pace",
    type=click.Choice(("day", "week", "evening")),
    help="A turn a day or a week, or a live evening: sets deadline, hours, grace, holiday and reminders.",
)
@option("--starts", "K1,K2", "The board's starts, in the order of the players.")
@option("--gamble", "start,order,colour", "What players bid for in round 0: any of these.")
@option("--signup", "SEAT,SEAT", "The seats that players can sign up for, in order of play.")
@click.option(
    "--minimum", type=click.IntRange(2, 100), help="With --signup: how many players the game needs."
)
@click.option(
    "--maximum", type=click.IntRange(2, 100), help="With --signup: how many can play. Default: all seats."
)
@option("--launch", "TIME", "With --signup: the planned start, such as 2026-12-01T18:00:00Z.", type=moment)
@click.option(
    "--sealed/--open",
    default=None,
    help="Encrypt what is secret, or not. Default: as the league says, or open.",
)
@option(
    "--like",
    "OTHER",
    "Take settings, board and players from this game; each player has the next one's seat.",
    type=small,
)
@push_option
def new(slug: str | None, like: str | None, name: str | None, number: int | None, **options: Any) -> None:
    """Write games/GAME/ with its game.yaml, and commit it. Without options it asks for all that a game needs.

    A ruleset with boards also gets a board.yaml: the board or preset that you name, or else a preset
    that fits. For a sealed game keep the board file outside the league, where nobody else reads it.

    What you do not name is as `defaults:` in genetess.yaml says.

    Examples:
      genetess new riot --ruleset genetess --player red=Ragnar@ragnar42 --player "green=Gwen the Bold"
      genetess new cave --ruleset genetess --board cave.yaml --starts K2,K1 --player red=Ann --player blue=Bo
      genetess new cage --ruleset genetess --player red=Ann --bot green=greedy
      genetess new helix --ruleset dna --player red=Ann --player green=Bo
      genetess new fort --ruleset genetess --player red=Ann@ann --signup green,blue,yellow --minimum 3
      genetess new raid --ruleset genetess --gamble start,order,colour --player p1=Ann --player p2=Bo
      genetess new fog --sealed --ruleset genetess --board ~/fog.yaml --player red=Ann --player blue=Bo
      genetess new riot-2 --like riot
    """
    context = click.get_current_context()
    given = [
        parameter.opts[0]
        for parameter in context.command.params
        if options.get(parameter.name or "") not in (None, ())
    ]
    if not (given or like or name or number) and is_terminal():
        _ask(slug)
        return
    if slug is None:
        raise click.MissingParameter(ctx=context, param_hint="'GAME'", param_type="argument")
    here = league()
    if like is None:
        _new(here, slug, name=name, number=number, **options)
        return
    if given:
        raise WrongUsage(
            f"--like takes all that from {like}; leave out {', '.join(given)}, and change game.yaml afterwards"
        )
    _copy(here, slug, like, name, number)


def _ask(slug: str | None) -> None:
    """Make the game that a person wants, by the command that the answers come to."""
    import shlex

    from genetess_cli.cli.asking import ask

    context = click.get_current_context()
    words = [*ask(league(), slug), *push_words()]
    folder = context.find_root().params["folder"]
    where = [] if folder == "." else ["-C", folder]
    say("", "The command that does the same:", f"  {shlex.join(['genetess', *where, 'new', *words])}", "")
    if not click.confirm("Make this game?", default=True):
        raise Refused("nothing was made")
    with context.command.make_context("new", words, parent=context.parent) as again:
        again.command.invoke(again)


def _copy(here: League, slug: str, like: str, name: str | None, number: int | None) -> None:
    from genetess_cli.admin import new_game

    _write(here, lambda here, key: new_game.new_like(here, slug, like, name, number, current_time(), key))
    made = here.now().game(slug)
    say(f"The seats: {', '.join(f'{seat} {name}' for seat, name in made.file.names.items())}.")
    if made.is_sealed and made.ruleset.hidden:
        note(f"Warning: the special squares are those of {like}, which its players may know by now.")
    say(f"{_READ}, then `genetess start {slug}`.")


def _write(here: League, do: Callable[[League, Master], list[str]]) -> None:
    """Commit a game, whose key comes from the GM's, which is made where there is none, and say what was written."""
    from genetess_cli.store.seal.keyring import master

    paths = committed(here, lambda here, note: do(here, partial(master, note)))
    say(*(f"Wrote and committed {path}." for path in paths))


def _new(
    here: League,
    slug: str,
    ruleset: str | None,
    board: Path | None,
    preset: str | None,
    starts: str | None,
    players: Sequence[str],
    bots: Sequence[str],
    name: str | None,
    number: int | None,
    gamble: str | None,
    **options: Any,
) -> None:
    from genetess_cli.admin import new_game

    if ruleset is None:
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'--ruleset'", param_type="option"
        )
    now = current_time()
    offer = _offer(**options)
    alike = new_game.alike(here, **options)
    seating = new_game.Seating(players, bots, offer)
    choice = new_game.BoardChoice(preset, board, starts)
    wish = new_game.NewGame(slug, ruleset, seating, choice, name, number, gamble, alike)
    _write(here, lambda here, key: new_game.new(here, wish, now, key))
    say(f"Each player has {alike.holiday} of holiday: `holiday` in game.yaml, which is fixed at the start.")
    if alike.at:
        say(f"Turns end at {', '.join(alike.at)} {alike.timezone}: `at` and `timezone` in game.yaml.")
    if alike.secrecy == "sealed":
        _warn(slug, ruleset, board)
    if offer is None:
        say(f"{_READ}, then `genetess start {slug}`.")
        return
    then = "then push it, so that players can sign up"
    if is_pushing(here):
        then = "and push that; players can sign up already"
    if offer.launch is not None and offer.launch <= now:
        note(f"the launch, {offer.launch}, is in the past: change `launch` under `signup:` in game.yaml")
    say(
        f"{_READ}, {then}.",
        f"`genetess show {slug}` lists them. With {offer.minimum} players or more: `genetess start {slug}`.",
    )


def _warn(slug: str, ruleset: str, own: Path | None) -> None:
    """Tell the GM of a sealed game what others can find out of its board."""
    from genetess_cli import rules

    if not rules.ruleset(ruleset).hidden:
        note(
            f"Warning: the game is made, but nothing on the board of {ruleset} is hidden. Sealing keeps only stored "
            "and failed orders secret."
        )
        return
    if own is None:
        note(
            "Warning: the game is made, but its board comes with the program, so everybody can look up its special "
            f"squares. To hide them: `git rm -r games/{slug}`, `git commit`, and make the game again with --board FILE."
        )
        return
    from genetess_cli.admin.board_file import seed_of

    if seed := seed_of(own.read_text(encoding="utf-8", errors="replace")):
        note(
            f"Warning: the game is made, but {own} was made from the seed {seed}, which can be guessed. To keep the "
            "specials secret, make another board with `genetess board new` and leave out --seed."
        )


def _offer(
    signup: str | None, minimum: int | None, maximum: int | None, launch: int | None, **_: object
) -> SignUp | None:
    """Return the seats that the game offers. Raise WrongUsage for what cannot be offered."""
    import msgspec

    from genetess_cli.store.schema import SignUp
    from genetess_cli.store.times import Time

    moment = None if launch is None else Time(launch)
    wishes = {"minimum": minimum, "maximum": maximum, "launch": moment}
    asked = {name: value for name, value in wishes.items() if value is not None}
    if signup is None:
        if asked:
            raise WrongUsage("--minimum, --maximum and --launch go with --signup SEAT,SEAT")
        return None
    if signup.isdecimal():
        raise WrongUsage(f"--signup {signup[:80]}: name the seats, such as --signup red,green,blue,yellow")
    try:
        return msgspec.convert(
            {"seats": [name.strip().lower() for name in signup.split(",")], **asked}, SignUp
        )
    except msgspec.ValidationError:
        words = "a seat name has up to 40 small letters, digits and `-`, such as red or p1"
        raise WrongUsage(f"--signup {signup[:80]}: {words}; separate them with commas") from None
