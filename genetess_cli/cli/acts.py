"""The commands of the GM's acts, `undo` to `draw`: each does one, and tells it as all will read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any

import click

from genetess_cli.cli.due import waiting_words
from genetess_cli.cli.group import listed
from genetess_cli.cli.options import (
    committed,
    flag,
    league,
    now_option,
    option,
    push_option,
    reason_option,
    seat_argument,
    slug_argument,
    slugs_argument,
    small,
)
from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import Note, Refused, WrongUsage
from genetess_cli.rules import orders
from genetess_cli.rules.base import REFEREE
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.voice import Voice
from genetess_cli.store.league import League
from genetess_cli.store.people import check_names_persons
from genetess_cli.store.people.names import bot_of, check, player_of
from genetess_cli.store.reader.games import Game
from genetess_cli.store.records import Acted, Begun, Failed, Graced, Handover, Played, Record, TimeOut
from genetess_cli.store.schema import bot_fault
from genetess_cli.store.terms import Terms
from genetess_cli.store.timeline import Timeline
from genetess_cli.store.times import duration
from genetess_cli.turns.acts import (
    Adopt,
    AgreedDraw,
    Cancel,
    Drop,
    Extend,
    Finish,
    Mute,
    Pause,
    Replace,
    Resume,
    told_act,
    with_names,
)
from genetess_cli.turns.acts import undo as undoing
from genetess_cli.turns.acts.act import Act
from genetess_cli.turns.acts.asked import act_of
from genetess_cli.turns.acts.seats import check_turns, holder_of
from genetess_cli.turns.referee import act
from genetess_cli.turns.start import call_off
from genetess_cli.turns.state import state_of, too_early_reason
from genetess_cli.turns.timeline import records_of, told_of
from genetess_cli.turns.wishes.lines import WISHES, verb_of

Asked = Act[Any]
"""What a command asks for."""
_one_game = click.argument("slugs", metavar="GAME", type=small, callback=lambda _, __, slug: (slug,))


def _gm_command(
    name: str, games: Callable[[Callable[..., None]], Callable[..., None]] = _one_game
) -> Callable[[Callable[..., Asked]], click.Command]:
    """Make a command of the GM's from what returns its act: all take a game, or several, a reason and the time."""

    def made(asked: Callable[..., Asked]) -> click.Command:
        @wraps(asked)
        def command(slugs: tuple[str, ...], reason: str | None, now: int, **own: Any) -> None:
            do(slugs, now, lambda here, slug: asked(here, slug, **own).replace(reason=reason))

        return listed(name)(games(reason_option(push_option(now_option(command)))))

    return made


@listed("undo")
@slug_argument
@reason_option
@now_option
@option("--to", "LABEL", "Go back to the start of this turn, such as 3b.")
@push_option
def undo(slug: str, to: str | None, reason: str | None, now: int) -> None:
    """Undo the last thing in a game, whoever did it: a turn, a player's wish or a GM command.

    Nothing is erased: an undo is a commit and a record, and can be undone itself.

    The newest of these is taken back, and the orders that failed after it. A full deadline begins. What was
    taken out of the order files is in front of what they say now. It waits, with a `*` too, until the player saves it
    again, or for the deadline. If only pause, resume, extend, replace or drop is taken back, the deadline is as it was
    before.

    Examples:
      genetess undo riot --reason "I mistyped the order of red"
      genetess undo riot --to 3b
    """
    here = league()
    before = here.clock(slug).clock
    if before is None and here.terms(slug).file.cancelled:
        _call_off(here, slug, None, now)
        return
    terms = here.terms(slug)
    if before and any(isinstance(record, Handover) for record in records_of(here, terms)):
        check_names_persons(terms.file, slug)  # its record would name who had the seat
    undone = _carry_out(here, slug, lambda here, note: undoing.undo(here, slug, now, to, reason, note))
    told = [record for record in told_of(here.now(), terms) if record.number < undone.number]
    for record in Timeline(told).undone_by(undone.back_to or 0):
        if words := _taken_back(terms, record):
            say(f"Taken back, {record.turn}: {words}")
    if before and not too_early_reason(before, now):
        say(f"To take this undo back: `genetess undo {slug}`.")
    say(f"To go further back: `genetess undo {slug} --to TURN`.")


def _taken_back(terms: Terms, record: Record) -> str:
    """Return what a record did that is taken back; "" of one that did nothing."""
    voice = Voice(REFEREE, terms.file.names)
    whose = voice.seat(record.seat)
    match record:
        case Acted():
            return told_act(terms, record).words(voice)
        case TimeOut():
            return f"the deadline that {whose} missed"
        case Played():
            of = "that the GM entered for" if record.source == "gm" else "of"
            shown = "" if terms.is_sealed else f" {record.order}"  # a GM may play, too
            return f"the order{shown} {of} {whose}"
        case Begun() | Failed() | Graced():
            return ""


@_gm_command("resume", slugs_argument)
def resume(here: League, slug: str) -> Asked:
    """Resume paused games with the time that was left, but at least an hour.

    The next `genetess tick` carries out the orders that arrived meanwhile.

    Example:
      genetess resume riot cave
    """
    return Resume()


def _seconds(text: str) -> int:
    with suppress(WrongUsage):
        if seconds := duration(text):
            return seconds
    raise click.BadParameter("write a time such as 90m, 12h or 2d, at most 999d.")


@_gm_command("pause", slugs_argument)
@option("--for", "length", "TIME", "How long: 12h or 5d.", type=_seconds)
@option("--until", "TIME", 'The end by the clocks of the game\'s zone: "2026-12-24 20:00".', default="")
@flag("--open-end", "Until you resume the game.")
def pause(here: League, slug: str, length: int | None, until: str, open_end: bool) -> Asked:
    """Pause games: no order runs and no deadline passes.

    At its end the next `genetess tick` resumes the game; `resume` does so earlier. The time left is kept. Players can
    still write orders.

    Examples:
      genetess pause riot cave --for 5d --reason "The GM is on the road"
      genetess pause riot --until "2026-12-27 20:00"
      genetess pause riot --open-end
    """
    if [bool(length), bool(until), open_end].count(True) != 1:
        raise WrongUsage(
            'say when the pause ends, by one of --for 5d, --until "2026-12-24 20:00" or --open-end'
        )
    end = here.terms(slug).file.on_clock(until) if until else None
    return Pause(end, length or 0)


def _by(text: str) -> Extend:
    seconds = _seconds(text)
    days = int(text[:-1]) if text.endswith("d") else 0
    return Extend(seconds, days)


@_gm_command("extend", slugs_argument)
@option("--by", "TIME", "How much: 90m, 12h or 2d. Days keep the hour of a game that has `at`.", type=_by)
@option("--until", "TIME", 'Until when, on the clocks of the game\'s zone: "2026-12-24 20:00".', default="")
def extend(here: League, slug: str, by: Extend | None, until: str) -> Asked:
    """Extend the deadline of games. If it has passed already, the time counts from now.

    Examples:
      genetess extend riot --by 2d --reason "Gwen is ill"
      genetess extend riot --until "2026-12-24 20:00"
    """
    if bool(by) == bool(until):
        raise WrongUsage("say how much with --by, such as --by 2d, or until when with --until")
    return by or Extend(until=until)


@_gm_command("replace")
@seat_argument
@click.argument("player", metavar="[NAME[@LOGIN]]", required=False)
@option("--bot", "BOT", "Give the seat to this bot, such as greedy.")
def replace(here: League, slug: str, seat: str, player: str | None, bot: str | None) -> Asked:
    """Give a seat to another player, in game.yaml. Deadlines missed before no longer count.

    The order file stays as it is. With --bot a bot gives the seat's orders, as soon as they are due. Without a player
    the command names those who are ready to take a seat: `genetess people set ID --standby`.

    Examples:
      genetess replace riot green Rolf@rolf-h --reason "Gwen has no time any more"
      genetess replace riot green --bot greedy
    """
    terms = here.terms(slug)
    terms.check_seat(seat)
    if here.clock(slug).clock is None:
        raise Refused(
            f"{slug} has not started yet: in {terms.paths.game} write the ID of another person behind `person:` of "
            f"{seat}. `genetess people` lists them, and `genetess people set new --name NAME` makes one"
        )
    if not (player or bot):
        game = here.game(slug)
        if isinstance(game, Game):
            check_turns(state_of(game), seat, "given to anybody")
        raise WrongUsage(f"name the new player, or a bot with --bot{_on_standby(here, terms, seat)}")
    newcomer = player_of(seat, player) if player else None
    if bot:
        newcomer = bot_of(seat, bot, newcomer)
        if words := bot_fault(terms.file.ruleset, bot):
            raise WrongUsage(f"--bot: {words}")
    assert newcomer is not None
    check_names_persons(terms.file, slug)
    joined = here.people.join([newcomer])
    [newcomer] = joined.players
    check([*(row for row in terms.file.players if row.seat != seat), newcomer], ())
    return Replace(seat, holder_of(newcomer), people=joined.files)


def _on_standby(here: League, terms: Terms, seat: str) -> str:
    """Return who could be named: persons who are ready to take a seat and have none in the game."""
    file = terms.file
    held = {player.person for player in file.players}
    persons = here.people.persons.items()
    ready = {name: person for name, person in persons if person.standby and name not in held}
    if not ready:
        return ""
    called = join_words(f"{name} ({strip_controls(person.name)})" for name, person in ready.items())
    return f". Ready to take a seat: {called}; to give it: `genetess replace {terms.slug} {seat} {next(iter(ready))}`"


@_gm_command("drop")
@seat_argument
@flag("--orphans", "Take the seat out of the game; its pieces belong to nobody.")
def drop(here: League, slug: str, seat: str, orphans: bool) -> Asked:
    """Let a player leave. The seat's turns are skipped until `replace` gives it to somebody.

    In Genetess and DNA a seat whose player has left cannot win.

    With --orphans the seat is out for good and nobody scores for it. If only one seat is left, the game ends.

    Examples:
      genetess drop riot green
      genetess drop riot green --orphans --reason "Nobody wants the seat"
    """
    here.terms(slug).check_seat(seat)
    return Drop(seat, orphans)


@listed("finish")
@slug_argument
@option("--reason", "TEXT", "The reason. Everybody sees it.", required=True)
@push_option
@now_option
def finish(slug: str, reason: str, now: int) -> None:
    """End a game early. The rules decide who wins; a game of Genie of the Lamp is a draw.

    Players read: "The game is over, REASON".

    Example:
      genetess finish riot --reason "the season has ended"
    """
    do([slug], now, lambda _, __: Finish(reason=reason.rstrip(".!? ") or reason))


@listed("cancel")
@slug_argument
@reason_option
@now_option
@push_option
def cancel(slug: str, reason: str | None, now: int) -> None:
    """Call a game off, also before its start. Nobody wins, and it counts in no table.

    Example:
      genetess cancel riot --reason "Half of the players are gone"
    """
    here = league()
    if here.clock(slug).clock:
        do([slug], now, lambda _, __: Cancel(reason=reason))
    else:
        _call_off(here, slug, reason or "the GM called it off", now)


def _call_off(here: League, slug: str, why: str | None, now: int) -> None:
    committed(here, lambda here, note: call_off(here, slug, why, now, note))
    say(waiting_words(here.now(), here.now().terms(slug)))


@_gm_command("draw")
@option(
    "--agreed",
    "SEAT",
    "A seat that has agreed. Repeat it, or separate seats with commas.",
    multiple=True,
    required=True,
)
def draw(here: League, slug: str, agreed: tuple[str, ...]) -> Asked:
    """End a game in a draw. Everyone still in the game must have agreed. They share the win.

    A seat whose player left (see `drop`) need not agree and has no share. A seat that is open, because its player
    missed too many deadlines, need not agree but has its share.

    Example:
      genetess draw riot --agreed red,green
    """
    terms = here.terms(slug)
    seats = [seat for text in agreed for seat in text.lower().replace(",", " ").split()]
    for seat in seats:
        terms.check_seat(seat)
    return AgreedDraw(seats)


@_gm_command("mute")
@seat_argument
@option("--for", "length", "TIME", "How long: 12h or 7d.", type=_seconds, required=True)
def mute(here: League, slug: str, seat: str, length: int) -> Asked:
    """Let a seat say nothing in the public talk for a while. Everybody reads that. `undo` takes it back.

    Example:
      genetess mute riot green --for 7d --reason "Please stay friendly"
    """
    here.terms(slug).check_seat(seat)
    return Mute(seat, length)


@_gm_command("adopt")
def adopt(here: League, slug: str) -> Asked:
    """Move a running game to the version of its rules that this program has.

    A game is played to its end by the version that it was started with, unless you do this. Everybody reads it, with
    your reason and with what the versions in between changed.

    Examples:
      genetess adopt riot
      genetess adopt riot --reason "All agreed to the new rules"
    """
    return Adopt()


@_gm_command("wish")
@seat_argument
@click.argument("text", metavar="WISH")
def wish(here: League, slug: str, seat: str, text: str) -> Asked:
    """Carry out a wish that a player told you: RESIGN, GIVE 1d, VOTE DRAW, AWAY, HERE or NOTICES none.

    It is no order: whoever is to move, it is done at once, and everybody reads it as the player's. Players put it into
    their order file, mail or form themselves.

    Examples:
      genetess wish riot green "GIVE 1d"
      genetess wish riot green RESIGN
    """
    here.terms(slug).check_seat(seat)
    entries = orders.entries(text)
    if len(entries) != 1 or not verb_of(entries[0]) or entries[0].text.endswith(("?", ":")):
        usages = ", ".join(WISHES.values())
        raise WrongUsage(f"give one wish: {usages}")
    return act_of(entries[0], seat)


def do(slugs: Sequence[str], now: int, asked: Callable[[League, str], Asked]) -> None:
    """Do what is made from the league as it is then, in each game, whatever another one refuses."""
    refused: list[Refused] = []
    here = league()
    for slug in dict.fromkeys(slugs):

        def acted(here: League, note: Note, slug: str = slug) -> Record:
            return act(here, slug, asked(here, slug), now, note=note)

        try:
            _carry_out(here.now(), slug, acted)
        except Refused as fault:
            refused.append(fault)
    for one in refused[:-1]:
        note(str(one))
    if refused:
        raise refused[-1]


def _carry_out(here: League, slug: str, do: Callable[[League, Note], Record]) -> Record:
    """Do it, and say what was done, as all will read it, whose link is a new one, and whom the game waits for."""
    before = here.clock(slug).clock

    def carry_out(here: League, note: Note) -> Record:
        """Refuse it where something came in between in the same game, which the GM has not seen."""
        now = here.clock(slug).clock
        if (now and now.number) != (before and before.number):
            stands = waiting_words(here, here.terms(slug))
            raise Refused(
                f"nothing was done, because {slug} has moved on since you looked ({stands}): look, with "
                f"`genetess log {slug}`, and run this again if you still mean it"
            )
        return do(here, note)

    record = committed(here, carry_out)
    found = here.now().game(slug)
    named = with_names(record, here.now().people.told) if found.file.names_persons else record
    assert isinstance(named, Acted)
    done = told_act(found.terms, named).words(Voice(REFEREE, found.file.names))
    say(f"{slug} {record.turn}: {done}")
    if before and found.clock:
        epochs = found.clock.epochs
        given = [seat for seat in epochs if epochs[seat] != before.epochs.get(seat, 0)]
        say(*(f"The old key of {seat} opens no sheet any more, past ones neither." for seat in given))
        if isinstance(record, Handover):
            given = [record.seat]
        for seat in given:
            if seat not in found.file.bots:
                say(
                    f"The player of {seat} is not told by this. A message to send: `genetess invite {slug} {seat}`."
                )
    say(waiting_words(here.now(), found.terms))
    return record
