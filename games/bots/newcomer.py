"""The newcomer bot knows little beyond the rules: it makes most melds, not the best ones, and discards any trash."""

from __future__ import annotations

from typing import Final

from games.bots.chance import chance
from games.engine.hands.hand import trash_cards
from games.engine.moves import Claim, ClaimKind, Discard, Meld, Move
from games.engine.sight import SeatView
from games.engine.state import Phase

_OVERLOOKS: Final = 0.25
"""How often it does not see that it could take the active card."""


def newcomer(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return a random move: a win whenever possible, otherwise three times in four a meld; any trash card as
    discard.
    """
    if len(moves) == 1:
        return moves[0]
    random = chance(view)
    if view.phase is Phase.DISCARD:
        trash = trash_cards(view.block)
        loose = [move for move in moves if isinstance(move, Discard) and move.card in trash]
        return random.choice(loose)
    if isinstance(moves[0], Claim) and moves[0].kind is ClaimKind.WIN:
        return moves[0]
    if isinstance(moves[-1], Meld):
        return random.choice(moves)  # a king that its drawer keeps (§13.7)
    # The last of its moves takes nothing: draw, pass, or all claims declined.
    return moves[-1] if random.random() < _OVERLOOKS else random.choice(moves[:-1])
