"""The careful bot: counts the open cards.

Where discards are judged it always discards a worst card, so it is never penalised. Where they are not, it discards the
card after which most unseen cards still help it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.bots.club import club, least_missed
from games.engine.cards import CARDS, Card, is_king
from games.engine.hands.chances import chance_to_win
from games.engine.hands.hand import Block, count, trash, without
from games.engine.moves import Discard, Meld, Move
from games.engine.sight import SeatView
from games.engine.state import Phase
from games.engine.worst import verdict

_WORTH_IT: Final = 3
"""How many more unseen cards must win than behind a forced pair."""


def careful(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return the careful bot's move.

    Under rules that judge discards it discards one of the worst cards (§10.3): the one that its hand needs least.
    Under other rules it chooses the discard or meld after which most unseen cards win or help. All its other moves
    are the club bot's. The careful bot also plays for seats whose time ran out, which must not cost them a penalty
    (§10.5).
    """
    judged = view.verdict
    if judged is not None:
        worst = [move for move in moves if isinstance(move, Discard) and move.card in judged.worst]
        return least_missed(view, tuple(worst))
    if view.rules.judges or view.phase is Phase.CLAIMS or len(moves) < 2:
        return club(view, moves)
    if view.phase is Phase.DISCARD:
        outlooks = _outlooks(view.block, view.face_up)
        best = max(outlooks.values())
        return least_missed(
            view,
            tuple(
                [
                    move
                    for move in moves
                    if isinstance(move, Discard) and outlooks.get(move.card) == best
                ]
            ),
        )
    return _best_meld(view, moves)


def lets_pairs_go(view: SeatView) -> bool:
    """Return whether it pays for this seat to let pairs go (§13.6).

    It does if clearly more unseen cards win now than would after any pair that the seat could be forced to take. The
    measurements are in `docs/bots.md`.
    """
    block, seen = view.block, view.face_up
    if trash(block) != 2:
        return False
    behind = [0]
    for card in CARDS:
        if count(block, card) == 2 and seen[card] < 2 and not is_king(card):
            after = without(block, (card,) * 2)
            if trash(after) == 2:  # else nothing forces it (§5.2)
                outlooks = _outlooks(after, _with(seen, (card,) * 3))
                behind += [winning for winning, _ in outlooks.values()]
    return chance_to_win(block, seen).winning >= max(behind) + _WORTH_IT


def _outlooks(block: Block, seen: Sequence[int]) -> dict[Card, tuple[int, int]]:
    """Return, for each trash card, how many unseen cards win after its discard, and the card's usefulness (§10.2)."""
    found = {}
    for card, usefulness in verdict(block, seen, stock_at_limit=False).usefulness:
        after = without(block, (card,))
        winning = 0
        if trash(after) < 3:
            winning = chance_to_win(after, _with(seen, (card,))).winning
        found[card] = winning, usefulness
    return found


def _best_meld(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return, of the melds that leave the least trash, the one whose hand has the best outlook after its discard."""
    melds = {move: without(view.block, move.cards) for move in moves if isinstance(move, Meld)}
    least = min([trash(after) for after in melds.values()], default=0)
    if not least or view.rules.payment != "flat":
        return club(view, moves)  # a set that wins, or points that are paid for
    seen = view.face_up
    return max(
        [move for move, after in melds.items() if trash(after) == least],
        key=lambda move: max(_outlooks(melds[move], _with(seen, move.cards)).values()),
    )


def _with(seen: Sequence[int], cards: Sequence[Card]) -> list[int]:
    more = list(seen)
    for card in cards:
        more[card] += 1
    return more
