"""What is told of a game that looks for players: how many can play, and what each who signed up may hope for.

Pages and the terminal tell it in the same words. Players and sign-ups count as one line: players first, then those who
signed up in the order they came, as their answers number them.
"""

from __future__ import annotations

from collections.abc import Mapping


def count(least: int, most: int, players: int, asked: int) -> str:
    """How many can play, how many of them have seats, and how many signed up."""
    many = f"{least} to {most}" if least != most else str(most)
    have = {0: "nobody has a seat yet", 1: "1 has a seat"}.get(players, f"{players} have seats")
    return f"{many} can play; {have}, {asked or 'nobody'} signed up"


def left(places: int) -> str:
    """How many can still sign up and get a seat."""
    return {0: "no place is left", 1: "1 place is left"}.get(places, f"{places} places are left")


def wish(seat: str | None, number: int, wanted: Mapping[str, int], most: int) -> str:
    """What somebody asked for who is the `number`-th of `most` who can play.

    `wanted` has the number of who asked first for each seat, of those who would get it.
    """
    if number > most:
        return f"waits{f', and would like {seat}' if seat else ''}"
    words = "whichever seat is left" if seat is None else f"asked for {seat}"
    if seat is None or wanted.get(seat) == number:
        return words
    first = wanted.get(seat)
    return f"{words}, which has a player" if first is None else f"{words}, as number {first} did before"
