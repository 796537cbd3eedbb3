"""A position of a deal as plain arrays, which a search changes in place and plays to the end (`rollout`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import getitem
from typing import Final

from games.engine.cards import CARDS, YELLOW_KING, Card
from games.engine.hands.families import (
    COUNTS,
    FAMILIES,
    FAMILY,
    KHAP_COUNTS,
    TRASH,
    UNIT,
)
from games.engine.hands.habits import Take
from games.engine.hands.worth import worth
from games.engine.rules import RuleSet
from games.engine.scoring import KONGS, hand_points, is_factored, owed, yellow_kings
from games.engine.sets import CardSet, SetKind, points

_BITS: Final = 10  # a code is less than 625
_MASK: Final = (1 << _BITS) - 1
_PACKED: Final = tuple(UNIT[card] << _BITS * FAMILY[card] for card in CARDS)
_SHIFTS: Final = tuple(_BITS * family for family in range(FAMILIES))

QUANS: Final = tuple(tuple(counts.count(4) for counts in held) for held in COUNTS)
"""``[family][code]``: how many kinds are held four times, which is only until they are laid (§3.2)."""


# What a position waits for: that the seat in turn lets a card go; that those are asked who may have the card that has
# just become active (§6.1-§6.3, §6.6); that the seat in turn melds, hits or passes (§6.4, §6.7); nothing any more.
# Plain numbers, since an enumeration costs a tenth of a deal.
DISCARD: Final = 0
SHOWN: Final = 1
TURN: Final = 2
OVER: Final = 3


def packed(cards: Sequence[Card]) -> list[int]:
    """Return the family code of these cards for each of the nine families; the cards may be in any order."""
    total = sum([_PACKED[card] for card in cards])
    return [total >> shift & _MASK for shift in _SHIFTS]


class Board:
    """A position: each seat's hand and sets, the stock, and the pending decision. It is changed in place.

    Lists are by seat. `stock` is the whole stock in drawing order, and `at` how many of its cards are gone.
    """

    __slots__ = (
        "active",
        "at",
        "blocks",
        "by",
        "declined",
        "drawn",
        "factored",
        "khaps",
        "kings",
        "kongs",
        "offender",
        "opening",
        "piles",
        "points",
        "rules",
        "seen",
        "shown",
        "stage",
        "stock",
        "trash",
        "triples",
        "turn",
        "waived",
        "winner",
    )

    def __init__(
        self,
        rules: RuleSet,
        blocks: Sequence[Sequence[int]],
        public: Sequence[Sequence[CardSet]],
        stock: Sequence[Card],
        seen: Sequence[int],
    ) -> None:
        """Set up a position; then call `to_discard` or `to_answer` to say what happens next.

        `blocks` and `public` are each seat's private block and public sets, `stock` the cards still to be drawn, and
        `seen` how many copies of each kind lie face up, including the active card.
        """
        self.rules = rules
        self.blocks = [list(block) for block in blocks]
        self.trash = [_sum(TRASH, block) for block in blocks]
        self.khaps = [_sum(KHAP_COUNTS, block) for block in blocks]
        self.points, self.kongs = [0] * len(public), [0] * len(public)
        self.factored, self.kings = [False] * len(public), [0] * len(public)
        self.triples = [0] * len(public)
        for seat, sets in enumerate(public):
            if sets:
                self._lay(seat, sets)
        self.stock = stock
        self.at = 0
        self.piles: list[list[Card]] | None = None
        """The stock as a pile for each seat, from which it draws the last card (`share_out`); None while it is one."""
        self.seen = list(seen)
        self.stage = DISCARD
        self.turn = self.by = 0
        self.active = Card(0)
        self.drawn = self.opening = False
        self.declined = -1
        """The seat that has declined its claims on the active card (§6.6)."""
        self.waived = (0, -1)
        """Who has let its pair go last (§13.6), behind how many cards had become active then."""
        self.shown = 0
        """How many cards became active since the position was made."""
        self.winner = self.offender = -1
        """Once it is over: who has won and who pays the penalty; -1 for nobody."""

    def _lay(self, seat: int, sets: Sequence[CardSet]) -> None:
        rules = self.rules
        self.points[seat] = hand_points(rules, sets)
        self.kongs[seat] = sum([points(s.kind, rules) for s in sets if s.kind in KONGS])
        self.factored[seat] = is_factored(rules, [s.kind for s in sets])
        self.kings[seat] = yellow_kings(sets)
        self.triples[seat] = sum([1 << s.cards[0] for s in sets if s.kind is SetKind.TRIPLE])

    def copy(self) -> Board:
        """Return a copy of the position that shares the stock, which never changes."""
        twin = Board.__new__(Board)
        twin.rules, twin.stock, twin.at = self.rules, self.stock, self.at
        twin.blocks = [block[:] for block in self.blocks]
        twin.trash, twin.khaps, twin.points = self.trash[:], self.khaps[:], self.points[:]
        twin.kongs, twin.triples, twin.seen = self.kongs[:], self.triples[:], self.seen[:]
        twin.factored, twin.kings = self.factored[:], self.kings[:]
        twin.stage, twin.turn, twin.by = self.stage, self.turn, self.by
        twin.active, twin.drawn, twin.opening = self.active, self.drawn, self.opening
        twin.declined, twin.waived, twin.shown = self.declined, self.waived, self.shown
        twin.piles = self.piles and [pile[:] for pile in self.piles]
        twin.winner, twin.offender = self.winner, self.offender
        return twin

    def with_hidden(self, blocks: Sequence[Sequence[int]], stock: Sequence[Card]) -> Board:
        """Return a copy with these private blocks and this stock in place of its own."""
        twin = self.copy()
        twin.blocks, twin.stock = [list(block) for block in blocks], stock
        twin.trash = [_sum(TRASH, block) for block in blocks]
        twin.khaps = [_sum(KHAP_COUNTS, block) for block in blocks]
        return twin

    def share_out(self) -> None:
        """Divide the stock into one pile for each seat, from which that seat draws.

        If every order of the stock is equally likely this changes no chances. It makes two plays from one position
        comparable: each seat draws the same cards in both, even if the turns differ.
        """
        seats = len(self.blocks)
        self.piles = [list(self.stock[self.at + seat :: seats]) for seat in range(seats)]

    def to_discard(self, seat: int, *, opening: bool = False) -> None:
        """Let this seat discard next; `opening` if it is the first of the deal (§10.5)."""
        self.stage, self.turn, self.opening = DISCARD, seat, opening

    def to_answer(
        self, card: Card, *, by: int, drawn: bool, turn: int | None = None, opening: bool = False
    ) -> None:
        """Make this card active, as discarded or drawn by seat `by`; next, the seats that may take it are asked.

        If `turn` is given, they have all been asked and it is that seat's turn.
        """
        self.active, self.by, self.drawn, self.opening = card, by, drawn, opening
        self.stage = SHOWN if turn is None else TURN
        self.turn = turn if turn is not None else by if drawn else (by + 1) % len(self.blocks)

    # What a search may try before it plays on.

    def discard(self, card: Card) -> None:
        """Discard this card for the seat in turn; it need not be trash."""
        seat, family = self.turn, FAMILY[card]
        block = self.blocks[seat]
        before = block[family]
        after = block[family] = before - UNIT[card]
        self.trash[seat] += TRASH[family][after] - TRASH[family][before]
        self.khaps[seat] += KHAP_COUNTS[family][after] - KHAP_COUNTS[family][before]
        self.seen[card] += 1
        self.shown += 1
        self.to_answer(card, by=seat, drawn=False, opening=self.opening)

    def meld(self, meld: Take) -> None:
        """Meld the active card for the seat in turn, which then discards or has won."""
        seat = self.turn
        self.blocks[seat][FAMILY[self.active]] = meld.after
        self.trash[seat] += meld.eased
        self.points[seat] += meld.points
        self.kings[seat] += (self.active, *meld.cards).count(YELLOW_KING)
        if meld.khui:
            self.add_khui(seat)
            self.khaps[seat] -= 1
        self.triples[seat] |= meld.triple
        for card in meld.cards:
            self.seen[card] += 1
        self.to_discard(seat)
        if not self.trash[seat]:
            self.winner = seat

    def add_khui(self, seat: int) -> None:
        """Count one more khui for this seat (§9.2, §13.2)."""
        self.kongs[seat] += self.rules.khui
        if self.rules.factor_for == "quan-or-khui":
            self.factored[seat] = True

    def brings(self, seat: int, gained: int, *, khui: bool, taken: int) -> tuple[int, ...]:
        """Return the value of a win for this seat, as a tuple to be compared in the order of §7.2.

        `gained` are the points of the winning set and the rest of the hand, beyond the public sets; `khui` says
        whether the set is one; `taken` is how many private cards it takes.
        """
        factored = self.factored[seat] or (khui and self.rules.factor_for == "quan-or-khui")
        total = self.points[seat] + gained
        due = owed(self.rules, total, factored=factored, yellow_kings=0)
        return due, factored, total, -taken

    def hit(self) -> None:
        """Draw a card for the seat in turn; if the stock is at its limit, end the deal (§8.1)."""
        if self.at >= len(self.stock) - self.rules.stock_limit:
            self.stage = OVER
            return
        card = self.stock[self.at] if self.piles is None else drawn_from(self.piles, self.turn)
        self.at += 1
        self.seen[card] += 1
        self.shown += 1
        self.to_answer(card, by=self.turn, drawn=True)

    def leave(self) -> None:
        """Pass the drawn card from the seat in turn to the next seat.

        If the card dies by the rules, the next seat draws (§6.8, §13.8).
        """
        self.turn = (self.turn + 1) % len(self.blocks)
        rules = self.rules
        if rules.unclaimed_draw == "dies" or (rules.drawn_king == "dies" and self.active < 4):
            self.hit()

    def net(self) -> list[int]:
        """Return what each seat has won or lost once `play` has reached the end (§9)."""
        winner, seats, rules = self.winner, len(self.blocks), self.rules
        if winner < 0:
            return [0] * seats
        block = self.blocks[winner]
        kings = 0
        if rules.yellow_king:
            kings = self.kings[winner] + block[FAMILY[YELLOW_KING]] // UNIT[YELLOW_KING] % 5
        amount = owed(
            rules,
            self.points[winner] + _sum(worth(rules).value, block),
            factored=self.factored[winner],
            yellow_kings=kings,
        )
        net = [0] * seats
        paid, unit = rules.loser_kongs, rules.unit if rules.payment == "points" else 1
        khap = rules.khap if rules.payment == "amount" else 0
        for seat in range(seats):
            if seat == winner:
                continue
            kongs, due = self.kongs[seat] * unit, amount
            if paid == "deduct":
                due = max(0, due - kongs)
            payer = self.offender if self.offender >= 0 else seat
            net[payer] -= due
            net[winner] += due
            khaps = khap * self.khaps[seat]
            if paid != "paid" or not (kongs or khaps):
                continue
            net[seat] += (kongs + khaps) * (seats - 1) - khaps
            for other in range(seats):
                if other != seat:
                    net[other] -= kongs if other == winner else kongs + khaps
        return net


def in_any_order(cards: Sequence[Card], chance: Callable[[], float]) -> list[Card]:
    """Return these cards in an order made from the random numbers of `chance`."""
    return sorted(cards, key=lambda _: chance())


def drawn_from(piles: Sequence[list[Card]], seat: int) -> Card:
    """Remove and return the next card of this seat's pile, or of the largest pile if that one is empty."""
    return (piles[seat] or max(piles, key=len)).pop()


def deal(rules: RuleSet, deck: Sequence[Card], starter: int, seats: int) -> Board:
    """Return the position after dealing (§1.4, §3.2): the starter is about to discard, or has won (§7.3)."""
    dealt = 20 * seats
    blocks: list[list[int]] = []
    public: list[list[CardSet]] = [[] for _ in range(seats)]
    seen = [0] * 28
    for seat, shown in enumerate(public):
        total = sum([_PACKED[card] for card in deck[(seat - starter) % seats : dealt : seats]])
        if seat == starter:
            total += _PACKED[deck[dealt]]
        block = [total >> shift & _MASK for shift in _SHIFTS]
        blocks.append(block)
        if any(map(getitem, QUANS, block)):
            for card, unit in enumerate(UNIT):
                family = FAMILY[CARDS[card]]
                if block[family] // unit % 5 == 4:
                    block[family] -= 4 * unit
                    seen[card] = 4
                    shown.append(CardSet(SetKind.QUAN, (CARDS[card],) * 4))
    board = Board(rules, blocks, public, deck[dealt + 1 :], seen)
    board.to_discard(starter, opening=True)
    if not board.trash[starter]:
        board.winner = starter
    return board


def _sum(table: Sequence[Sequence[int]], block: Sequence[int]) -> int:
    return sum(map(getitem, table, block))
