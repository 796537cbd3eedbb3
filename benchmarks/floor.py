"""The floor under the engine: the same greedy vinagames deals on bare arrays, without states, events, views or checks.

It plays card for card as four greedy bots do (`python -m benchmarks` compares every outcome), so the ratio is the
price of keeping a record, and of nothing else.
"""

from collections.abc import Callable, Sequence
from typing import Final

from games.bots.greedy import _LOSS as LOSS
from games.engine.cards import Card
from games.engine.families import (
    FAMILY,
    LEAST_AFTER,
    MELDS,
    PLACE,
    TRASH,
    TRASH_CARDS,
    TWO_CARD_WAIT,
    UNIT,
    VALUE,
    FamilyMeld,
)
from games.engine.rules import VINAGAMES
from games.engine.sets import SetKind, points

_SEATS: Final = 4
_LIMIT: Final = VINAGAMES.stock_limit


def play(deck: Sequence[Card], starter: int) -> tuple[int | None, int]:
    """A whole deal; the winner, None where the stock ran out, and how many cards became active."""
    blocks = []
    trash = []
    for seat in range(_SEATS):
        block = [0] * 9
        hand = list(deck[(seat - starter) % _SEATS : 20 * _SEATS : _SEATS])
        if seat == starter:
            hand.append(deck[20 * _SEATS])
        for card in hand:
            block[FAMILY[card]] += UNIT[card]
        for card in set(hand):
            if hand.count(card) == 4:
                block[FAMILY[card]] -= 4 * UNIT[card]
        blocks.append(block)
        trash.append(sum([TRASH[family][code] for family, code in enumerate(block)]))
    if not trash[starter]:
        return starter, 0
    at, end = 20 * _SEATS + 1, len(deck) - _LIMIT
    turn, shown = starter, 0
    while True:
        card = _let_go(blocks[turn])
        family = FAMILY[card]
        blocks[turn][family] -= UNIT[card]
        trash[turn] -= 1
        drawn = False
        turn = (turn + 1) % _SEATS
        shown += 1
        while True:
            seat, meld = _forced(blocks, trash, card, turn, _SEATS if drawn else _SEATS - 1)
            if meld is None:
                seat, meld = turn, _chosen(blocks[turn], card)
            if meld is None and drawn:  # left to the next seat, which is not forced again
                turn = (turn + 1) % _SEATS
                seat, meld = turn, _chosen(blocks[turn], card)
            if meld is not None:
                family = FAMILY[card]
                trash[seat] += meld.trash - TRASH[family][blocks[seat][family]]
                blocks[seat][family] = meld.after
                if not trash[seat]:
                    return seat, shown
                turn = seat
                break
            if at == end:
                return None, shown
            card, drawn = deck[at], True
            at += 1
            shown += 1


def _let_go(block: list[int]) -> Card:
    best, least = Card(0), 1 << 30
    loose: list[Card] = []
    for family, code in enumerate(block):
        loose += TRASH_CARDS[family][code]
    loose.sort()
    for card in loose:
        family = FAMILY[card]
        loss = LOSS[family][block[family]][PLACE[card]]
        if loss < least:
            best, least = card, loss
    return best


def _forced(
    blocks: list[list[int]], trash: list[int], card: Card, turn: int, asked: int
) -> tuple[int, FamilyMeld | None]:
    family, place, unit = FAMILY[card], PLACE[card], UNIT[card]
    must: tuple[int, FamilyMeld | None] = (turn, None)
    for step in range(asked):
        seat = (turn + step) % _SEATS
        code = blocks[seat][family]
        if trash[seat] == TRASH[family][code] and not LEAST_AFTER[family][code][place]:
            winners = [meld for meld in MELDS[family][code][place] if not meld.trash]
            return seat, max(winners, key=_worth(family)) if len(winners) > 1 else winners[0]
        held = code // unit % 5
        if held == 3:
            found = MELDS[family][code][place]
            must = seat, next(meld for meld in found if meld.kind is SetKind.KHUI)
        elif held == 2 and step and card >= 4 and must[1] is None:
            for meld in MELDS[family][code][place]:
                if meld.kind is SetKind.TRIPLE and not _waits_for_two(blocks[seat], trash[seat]):
                    must = seat, meld
    return must


def _waits_for_two(block: list[int], trash: int) -> bool:
    return trash == 2 and any(TWO_CARD_WAIT[family][code] for family, code in enumerate(block))


def _chosen(block: list[int], card: Card) -> FamilyMeld | None:
    family = FAMILY[card]
    found = MELDS[family][block[family]][PLACE[card]]
    if len(found) < 2:
        return found[0] if found else None
    value = VALUE[family]
    return max(
        found,
        key=lambda meld: (-meld.trash, points(meld.kind, exposed_triple=1) + value[meld.after]),
    )


def _worth(family: int) -> Callable[[FamilyMeld], int]:
    value = VALUE[family]
    return lambda meld: points(meld.kind, exposed_triple=1) + value[meld.after]
