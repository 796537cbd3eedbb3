"""Careful: plays like the club bot, but discards by the book, so that no penalty ever falls on it."""

from games.bots.club import club, least_missed
from games.engine.moves import Discard, Move
from games.engine.sight import SeatView


def careful(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return the club bot's move; but where discards are judged, one of the worst cards (§10.3).

    Of several worst cards the one that the club bot would miss least. It plays for a seat that let
    its time run out, which must not cost that seat a penalty (§10.5).
    """
    verdict = view.verdict
    if verdict is None:
        return club(view, moves)
    worst = [move for move in moves if isinstance(move, Discard) and move.card in verdict.worst]
    return least_missed(view, tuple(worst))
