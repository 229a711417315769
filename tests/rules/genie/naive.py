"""A second generator of moves, slow and plain on purpose: a board of 64 letters, every move made and looked at.

It shares nothing with the program but the FEN that it begins with. Files and ranks are counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
STRAIGHT = [(x, y) for x, y in AROUND if x * y == 0]
SLANTED = [(x, y) for x, y in AROUND if x * y]
KNIGHT = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
SLIDES = {"r": STRAIGHT, "b": SLANTED, "q": AROUND}
LIMITS = {"q": 1, "r": 2, "b": 2, "n": 2}


class Move(NamedTuple):
    """From where, to where, and what it becomes ("" for nothing)."""

    start: Place
    end: Place
    becomes: str = ""

    def __str__(self) -> str:
        return _name(self.start) + _name(self.end) + self.becomes


class Position(NamedTuple):
    """The board by place, and the other fields of a FEN but its counts."""

    board: dict[Place, str]
    white: bool
    castling: str
    passed: Place | None
    rights: str
    fide: bool


def _name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def read(fen: str, fide: bool = False) -> Position:
    rows, turn, castling, passed, _, _, rights = fen.split()
    board: dict[Place, str] = {}
    for down, row in enumerate(rows.split("/")):
        x = 0
        for letter in row:
            if letter.isdigit():
                x += int(letter)
            else:
                board[x, 7 - down] = letter
                x += 1
    place = None if passed == "-" else ("abcdefgh".index(passed[0]), int(passed[1]) - 1)
    return Position(board, turn == "w", castling, place, rights, fide)


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(make(position, move), depth - 1) for move in legal(position))


def legal(position: Position) -> list[Move]:
    moves = {*_candidates(position), *_castlings(position)}
    return sorted(move for move in moves if not _in_check(make(position, move), position.white))


def _own(position: Position, letter: str, white: bool | None = None) -> bool:
    return letter.isupper() == (position.white if white is None else white)


def _in_check(position: Position, white: bool) -> bool:
    king = next(place for place, letter in position.board.items() if letter == ("K" if white else "k"))
    return _attacked(position, king, not white)


def _attacked(position: Position, target: Place, by_white: bool) -> bool:
    return any(
        target in _attacks(position.board, place)
        for place, letter in position.board.items()
        if letter.isupper() == by_white
    )


def _attacks(board: dict[Place, str], place: Place) -> set[Place]:
    letter = board[place]
    kind = letter.lower()
    x, y = place
    if kind == "p":
        up = 1 if letter == "P" else -1
        return {(x - 1, y + up), (x + 1, y + up)}
    if kind == "n":
        return {(x + dx, y + dy) for dx, dy in KNIGHT}
    if kind == "k":
        return {(x + dx, y + dy) for dx, dy in AROUND}
    if kind == "g":
        return {(x + dx * far, y + dy * far) for dx, dy in AROUND for far in (1, 2)}
    found = set()
    for dx, dy in SLIDES[kind]:
        for far in range(1, 8):
            found.add((x + dx * far, y + dy * far))
            if (x + dx * far, y + dy * far) in board:
                break
    return found


def _candidates(position: Position) -> Iterator[Move]:
    for place, letter in [*position.board.items()]:
        if not _own(position, letter):
            continue
        if letter in "Pp":
            yield from _pawn(position, place)
            continue
        for end in _attacks(position.board, place):
            if _inside(end) and not (end in position.board and _own(position, position.board[end])):
                yield Move(place, end)
        if letter in "Gg":
            yield from (Move(place, end) for end in _double_jumps(position.board, place))


def _inside(place: Place) -> bool:
    return 0 <= place[0] < 8 and 0 <= place[1] < 8


def _double_jumps(board: dict[Place, str], start: Place) -> Iterator[Place]:
    """Ruling L3, leap by leap."""
    others = {place for place in board if place != start}
    for between in _leaps(others, start):
        for end in _leaps(others, between):
            if end != start:
                yield end


def _leaps(others: set[Place], place: Place) -> Iterator[Place]:
    x, y = place
    for dx, dy in AROUND:
        over, end = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        if over in others and end not in others and _inside(end):
            yield end


def _pawn(position: Position, place: Place) -> Iterator[Move]:
    board, white = position.board, position.white
    x, y = place
    up, first, last = (1, 1, 7) if white else (-1, 6, 0)
    ends = []
    if (x, y + up) not in board:
        ends.append((x, y + up))
        if y == first and (x, y + 2 * up) not in board:
            ends.append((x, y + 2 * up))
    ends += [
        end
        for end in _attacks(board, place)
        if (end in board and not _own(position, board[end])) or end == position.passed
    ]
    for end in ends:
        if end[1] != last:
            yield Move(place, end)
        else:
            yield from (Move(place, end, kind) for kind in _promotions(position))
    half = range(1, 4) if white else range(4, 7)
    genie = "G" if white else "g"
    if y in half and genie in position.rights and genie not in board.values():
        yield Move(place, place, "g")


def _promotions(position: Position) -> Iterator[str]:
    have = [letter.lower() for letter in position.board.values() if _own(position, letter)]
    for kind, most in LIMITS.items():
        if position.fide or have.count(kind) < most:
            yield kind
    if "g" not in have:
        yield "g"


def _castlings(position: Position) -> Iterator[Move]:
    y, king, rook = (0, "K", "R") if position.white else (7, "k", "r")
    for right, corner, path, free in (
        (king, 7, (4, 5, 6), (5, 6)),
        ("Q" if position.white else "q", 0, (4, 3, 2), (1, 2, 3)),
    ):
        stand = position.board.get((4, y)) == king and position.board.get((corner, y)) == rook
        empty = not any((x, y) in position.board for x in free)
        safe = not any(_attacked(position, (x, y), not position.white) for x in path)
        if right in position.castling and stand and empty and safe:
            yield Move((4, y), (path[-1], y))


def make(position: Position, move: Move) -> Position:
    board = dict(position.board)
    (x, y), (to_x, to_y) = move.start, move.end
    letter = board.pop(move.start)
    taken = board.pop(move.end, "")
    if letter in "Pp" and move.end == position.passed:
        del board[to_x, y]
    board[move.end] = letter
    if move.becomes:
        board[move.end] = move.becomes.upper() if position.white else move.becomes
    if letter in "Kk" and abs(to_x - x) == 2:
        board[(x + to_x) // 2, y] = board.pop((7 if to_x > x else 0, y))
    passed = (x, (y + to_y) // 2) if letter in "Pp" and abs(to_y - y) == 2 else None
    lost = {(4, 0): "KQ", (0, 0): "Q", (7, 0): "K", (4, 7): "kq", (0, 7): "q", (7, 7): "k"}
    castling = "".join(
        right for right in position.castling if right not in lost.get(move.start, "") + lost.get(move.end, "")
    )
    rights = position.rights.replace(taken, "") if taken in ("G", "g") else position.rights
    return Position(board, not position.white, castling, passed, rights, position.fide)
