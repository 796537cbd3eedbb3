"""The club bot plays like most casual players: it takes whatever improves its hand, without looking ahead."""

from operator import getitem

from games.engine.cards import Card
from games.engine.hands.families import FAMILY, MELDS, PLACE, TRASH, UNIT
from games.engine.hands.habits import LETS_PAIRS_GO, LOSS, NEVER
from games.engine.hands.hand import trash
from games.engine.hands.worth import worth
from games.engine.moves import Discard, Meld, Move
from games.engine.sets import points
from games.engine.sight import SeatView
from games.engine.state import Phase


def club(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return the move that leaves the least trash now.

    It makes the largest claim it can, and always melds if it can, since the discard that follows leaves less trash.
    Of several melds that leave equally little trash it makes the one with most points. It discards the trash card
    that its hand is least likely to complete.
    """
    if view.phase is Phase.DISCARD:
        return least_missed(view, moves)
    kept = isinstance(moves[-1], Meld)  # §13.7: it may neither hit nor pass
    if view.phase is Phase.CLAIMS or (len(moves) < 3 and not kept):
        return moves[0]  # the strongest claim, or the only meld, else hit or pass
    return _best_meld(view, moves)


def least_missed(view: SeatView, moves: tuple[Move, ...]) -> Move:
    """Return the discard of the trash card that the hand needs least; never of a card that a set needs (§3.5)."""
    block = view.block
    best, least = moves[0], NEVER + 1
    for move in moves:
        assert isinstance(move, Discard)
        family = FAMILY[move.card]
        loss = LOSS[family][block[family]][PLACE[move.card]]
        if loss < least:
            best, least = move, loss
    return best


def lets_pairs_go(view: SeatView) -> bool:
    """Return whether waiting to win is worth more to the seat than a forced pair (§13.6)."""
    block = view.block
    return trash(block) == 2 and any(map(getitem, LETS_PAIRS_GO, block))


def _best_meld(view: SeatView, moves: tuple[Move, ...]) -> Move:
    assert view.active is not None
    card = view.active.card
    family = FAMILY[card]
    code = view.block[family]
    value = worth(view.rules).value[family]
    kinds = {meld.cards: meld.kind for meld in MELDS[family][code][PLACE[card]]}

    def outlook(cards: tuple[Card, ...]) -> tuple[int, int]:
        """Return how good a meld is: its family's trash, negative, then the points of the family and the new set."""
        after = code - sum([UNIT[card] for card in cards])
        made = points(kinds[cards], view.rules, card)
        return -TRASH[family][after], made + value[after]

    return max([move for move in moves if isinstance(move, Meld)], key=lambda m: outlook(m.cards))
