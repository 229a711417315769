"""What a viewer sees of a position, and what a seat believes of it."""

from __future__ import annotations

from genetess_cli.rules.base import REFEREE, PlayerView, View, result_view
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import round_zero
from genetess_cli.rules.genetess.game import Game, Map, Piece, Player
from genetess_cli.rules.genetess.sight.light import reads, shows, sight
from genetess_cli.values import Value


class BoardView(Value):
    """The walls that a viewer sees: `#` exterior, `+` interior, `.` floor, `?` unseen."""

    columns: int
    rows: int
    map: list[str]


class PieceView(Value, omit_defaults=True):
    """A piece as a viewer sees it."""

    at: str
    owner: str
    # None where they are not decoded.
    codes: str | None
    phased: bool
    flare: bool
    # All that the viewer knows of its codes is a K, by S17.
    king: bool = False

    @property
    def is_king(self) -> bool:
        return self.king or "K" in (self.codes or "")


class SpecialView(Value):
    """A special square that a viewer sees."""

    at: str
    type: str
    text: str


class GenetessView(View, kw_only=True, omit_defaults=True):
    """A Genetess position as one viewer sees it (rulings G3 to G6)."""

    board: BoardView
    pieces: list[PieceView]
    specials: list[SpecialView]
    # What can be bid for in round 0, by kind, while it lasts (G39).
    prizes: dict[str, list[str]] = {}
    # The codes of each start of the board, by square, where starts are among the prizes.
    starts: dict[str, dict[str, str]] = {}
    # The whole map, where there are such starts.
    skeleton: list[str] = []


def view(game: Game, viewer: str) -> GenetessView:
    light = sight(game, viewer)
    seen = light.seen
    bits = game.grid.bits
    survivor = game.result.survivor if game.result else None
    lasting = game.round_zero
    starts = lasting.starts if lasting else {}
    prizes = round_zero.prizes(game) if lasting else {}
    skeleton = game.map.rows(game.grid.everything) if starts else []
    return GenetessView(
        viewer=viewer,
        turn=game.label,
        to_move=game.awaited,
        result=result_view(game, game.players, survivor),
        players={seat: _player(seat, player, viewer) for seat, player in game.players.items()},
        board=BoardView(game.grid.columns, game.grid.rows, game.map.rows(seen)),
        pieces=[
            _piece(square, piece, viewer, light.decoded & bits[square])
            for square, piece in game.in_row_order()
            if seen & bits[square] and shows(piece, viewer)
        ],
        specials=[
            SpecialView(str(square), special.type, special.text)
            for square, special in sorted(game.specials.items())
            if seen & bits[square]
        ],
        together=lasting is not None,
        reseated=lasting is None and "order" in game.settings.gamble,
        prizes=prizes,
        starts=starts,
        skeleton=skeleton,
    )


def _piece(square: Square, piece: Piece, viewer: str, decoded: int) -> PieceView:
    if reads(piece, viewer, decoded):
        return PieceView(str(square), piece.owner, piece.codes, piece.phased, piece.flare)
    return PieceView(str(square), piece.owner, None, piece.phased, flare=False, king=viewer in piece.targeted)


def _player(seat: str, player: Player, viewer: str) -> PlayerView:
    status = "eliminated" if player.eliminated else "in"
    e = player.e if viewer in (seat, REFEREE) else None
    return PlayerView(player.colour, status, player.score, e)


def known(game: Game, seat: str) -> Game:
    """Return the position that a seat believes in: what it sees, and elsewhere all open floor that could be.

    Exterior walls are on the public board and never change (ruling G1). A piece whose codes it cannot read is taken for
    an A; specials are left out, so that nothing is drawn for them.
    """
    light = sight(game, seat)
    bits = game.grid.bits
    pieces = {}
    for square, piece in game.pieces.items():
        if light.seen & bits[square] and shows(piece, seat):
            is_read = reads(piece, seat, light.decoded & bits[square])
            pieces[square] = piece if is_read else piece.replace(codes="A", flare=False)
    others = {other: player.replace(e=0, flare="", overview="") for other, player in game.players.items()}
    players = {**others, seat: game.players[seat]}
    walls = Map(game.grid, game.map.exterior, game.map.interior & light.seen)
    return game.replace(map=walls, pieces=pieces, specials={}, players=players)
