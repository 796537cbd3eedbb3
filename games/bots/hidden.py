"""Draws random hands for the other seats that fit what one seat has seen.

A draw deals the unseen cards to the other seats and the stock. It agrees with the counts of cards, with quans being
laid (§3.2), with announced khaps (§3.3), and with forced claims that nobody made. Where a khap or a pair is forced, a
seat that held one of a dead card would have had to take the card (§6.2, §6.3); where a win is forced, nobody could
win with the active card (§6.1). Claims that somebody may have declined prove nothing and are not used. A seat that
waived the pair of the active card (§13.6) may hold the pair; once the card is dead, draws exclude that pair like any
other, because a view does not record which seat waived which card.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp
from operator import getitem
from random import Random
from typing import Final

from games.engine.cards import CARDS, Card, is_king
from games.engine.hands.board import QUANS, Board, packed
from games.engine.hands.families import FAMILY, KHAP_COUNTS, TRASH, UNIT
from games.engine.hands.habits import habits
from games.engine.sets import SetKind
from games.engine.sight import SeatView
from games.engine.state import Phase

_TRIES: Final = 8
"""How often a hand is mended, or a whole draw repeated, before it is taken as it is."""


_FRESH: Final = 40
"""After how many draws the cards are dealt anew; between them a draw goes on from the last one."""

_SETTLE: Final = 40
_STEPS: Final = 10
"""Exchanges that are tried with each hidden hand after a fresh deal, and for each draw."""


def _odds(cards: int) -> float:
    """Return the factor by which each extra trash card makes a hidden hand of this many private cards less likely.

    The numbers are fitted so that draws have as much trash as the hands of careful bots (`tests/games/bots`). A seat
    that has melded and discarded has kept its sets.
    """
    return exp(-1.6 * (1 - exp((cards - 20) / 8)))


class Hidden:
    """The cards hidden from one seat, with a method to sample them."""

    def __init__(self, view: SeatView, random: Random) -> None:
        """Prepare to draw hands that fit `view`, a seat's view of a deal in play, using `random`."""
        self.view = view
        self.random = random
        self.drawn = 0
        self.stock: list[Card] = []
        self.hands: list[list[Card]] = [[]] * len(view.players)
        self.seen = view.face_up
        held = packed(view.hand)
        self.blocks = [held] * len(view.players)
        self.odds = [_odds(count) for count in view.private_counts]
        self.unseen = [4 - self.seen[card] - held[FAMILY[card]] // UNIT[card] % 5 for card in CARDS]
        self.pool = [card for card in CARDS for _ in range(self.unseen[card])]
        self.others = [seat for seat in range(len(view.players)) if seat != view.viewer]
        rules = view.rules
        shown = {*view.dead, *([view.active.card] if view.active is not None else [])}
        self.shown = shown if rules.khap_claim == "forced" else set()
        let_go = view.active.card if view.active and view.waived is not None else None
        self.most = {}
        """Of cards that nobody took: the most copies that anybody may still hold, where no announced khap tells."""
        for card in sorted(shown):
            if rules.pair_claim == "forced" and not is_king(card) and card != let_go:
                self.most[card] = 1
            elif rules.khap_claim == "forced" and not rules.khaps_announced:
                self.most[card] = 2
        self.khaps = view.khaps
        forced = rules.win_claim == "forced" and view.active is not None
        self.asked = habits(rules).asked if forced else None
        self.board = position(view, self.blocks, (), seen=self.seen)

    def draw(self) -> Board:
        """Return a random possible position; its turn and phase are those of the view."""
        if self.drawn % _FRESH == 0:
            self._deal()
            self._exchange(_SETTLE)
        self.drawn += 1
        for _ in range(_TRIES):
            self._exchange(_STEPS)
            if not self._could_win():
                break
        chance = self.random.random
        self.stock.sort(key=lambda _: chance())
        return self.board.with_hidden(self.blocks, self.stock[:])

    def _exchange(self, steps: int) -> None:
        """Swap cards of hidden hands with the stock at random, so that hands with little trash become likelier.

        This is Metropolis sampling: a swap that adds trash is made with the probability from `_odds`. A swap that
        contradicts what was seen is never made.
        """
        chance, stock, most = self.random.random, self.stock, self.most
        size = len(stock)
        for seat in self.others:
            hand, block = self.hands[seat], self.blocks[seat]
            held, odds = len(hand), self.odds[seat]
            for _ in range(steps if held else 0):
                i, j = int(chance() * held), int(chance() * size)
                out, into = hand[i], stock[j]
                if out == into:
                    continue
                less, more = FAMILY[out], FAMILY[into]
                before = block[less]
                after = before - UNIT[out]
                if less == more:
                    after += UNIT[into]
                    trash = TRASH[less]
                    rise = trash[after] - trash[before]
                    khaps = KHAP_COUNTS[less][after] - KHAP_COUNTS[less][before]
                    taken = after
                else:
                    had = block[more]
                    taken = had + UNIT[into]
                    rise = (
                        TRASH[less][after]
                        - TRASH[less][before]
                        + TRASH[more][taken]
                        - TRASH[more][had]
                    )
                    khaps = (
                        KHAP_COUNTS[less][after]
                        - KHAP_COUNTS[less][before]
                        + KHAP_COUNTS[more][taken]
                        - KHAP_COUNTS[more][had]
                    )
                if (
                    (rise > 0 and chance() > odds**rise)
                    or (khaps and self.khaps is not None)
                    or QUANS[more][taken]
                    or (into in most and taken // UNIT[into] % 5 > most[into])
                ):
                    continue
                block[less], block[more] = after, taken
                hand[i], stock[j] = into, out

    def _deal(self) -> None:
        """Deal the unseen cards again, the announced khaps first."""
        chance = self.random.random
        pool = self.pool[:]
        kept: dict[int, list[Card]] = {seat: [] for seat in self.others}
        if self.khaps is not None:
            self._deal_khaps(pool, kept)
        pool.sort(key=lambda _: chance())
        for seat in self.others:
            cards = kept[seat]
            more = self.view.private_counts[seat] - len(cards)
            for _ in range(_TRIES):
                block = packed(cards + pool[:more])
                wrong = self._surplus(seat, block, cards)
                if not wrong or more >= len(pool):
                    break
                for card in wrong:
                    here = pool.index(card, 0, more)
                    there = more + int(chance() * (len(pool) - more))
                    pool[here], pool[there] = pool[there], pool[here]
            self.hands[seat], self.blocks[seat] = cards + pool[:more], block
            del pool[:more]
        self.stock = pool

    def _deal_khaps(self, pool: list[Card], kept: dict[int, list[Card]]) -> None:
        assert self.khaps is not None
        kinds = [card for card in CARDS if self.unseen[card] >= 3 and card not in self.shown]
        for seat in self.others:
            for _ in range(self.khaps[seat]):
                if not kinds:
                    return
                weights = [comb(self.unseen[card], 3) for card in kinds]
                (card,) = self.random.choices(kinds, weights)
                kinds.remove(card)
                kept[seat] += [card] * 3
                for _ in range(3):
                    pool.remove(card)

    def _surplus(self, seat: int, block: Sequence[int], kept: Sequence[Card]) -> list[Card]:
        """Return the cards that this hand must exchange, since it contradicts what was seen; none if it fits."""
        announced = None if self.khaps is None else self.khaps[seat]
        wrong = []
        khaps = sum(map(getitem, KHAP_COUNTS, block))
        if any(map(getitem, QUANS, block)) or (announced is not None and khaps != announced):
            for card in CARDS:
                held = block[FAMILY[card]] // UNIT[card] % 5
                if held == 4 or (held == 3 and announced is not None and card not in kept):
                    wrong.append(card)
        return wrong + [
            card for card, most in self.most.items() if block[FAMILY[card]] // UNIT[card] % 5 > most
        ]

    def _could_win(self) -> bool:
        """Return whether one of the drawn hands would have been forced to win with the active card (§6.1).

        Such a draw is impossible, since nobody won.
        """
        active = self.view.active
        if active is None or self.asked is None:
            return False
        row, family = self.asked[active.card], FAMILY[active.card]
        for seat in self.others:
            ask = row[self.blocks[seat][family]]
            if ask is None or ask.win is None or (seat == active.seat and not active.drawn):
                continue
            if sum(map(getitem, TRASH, self.blocks[seat])) == ask.trash:
                return True
        return False


def position(
    view: SeatView,
    blocks: Sequence[Sequence[int]],
    stock: Sequence[Card],
    *,
    seen: Sequence[int] | None = None,
) -> Board:
    """Return the position of this view, with the given private blocks and stock."""
    board = Board(view.rules, blocks, view.public, stock, view.face_up if seen is None else seen)
    active = view.active
    if active is None:
        quans_alone = all(shown.kind is SetKind.QUAN for sets in view.public for shown in sets)
        board.to_discard(view.turn, opening=quans_alone and not view.dead)
    else:
        board.to_answer(
            active.card,
            by=active.seat,
            drawn=active.drawn,
            turn=None if view.phase is Phase.CLAIMS else view.turn,
            opening=active.opening,
        )
        if view.waived is not None:
            board.waived = board.shown, view.waived
    return board
