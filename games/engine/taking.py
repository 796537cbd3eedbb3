"""Decides which seats may or must take the active card, and how (§6), before anyone has answered.

The card changes none of the private blocks looked at: a discarder is never asked about its own card, and a drawn card
enters no block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import Card, is_king
from games.engine.hands.families import (
    FAMILY,
    LEAST_AFTER,
    MELDS,
    PLACE,
    REACH,
    REACHES_KHUI,
    REACHES_TRIPLE,
    TRASH,
    UNIT,
    FamilyMeld,
)
from games.engine.hands.hand import Block, count, two_card_wait, value, without
from games.engine.moves import ClaimKind
from games.engine.rules import RuleSet
from games.engine.scoring import hand_points, is_factored, owed
from games.engine.sets import CardSet, SetKind, declined_in_turn, kind_of, lift, points
from games.engine.state import DealState, Phase


class Taking(NamedTuple):
    """A meld that a seat may or must make with the active card.

    A khui without private cards completes the seat's own exposed triple (§5.5).
    """

    seat: int
    kind: SetKind
    cards: tuple[Card, ...]
    wins: bool


def melds(rules: RuleSet, block: Block, card: Card) -> Sequence[FamilyMeld]:
    """Return the melds of the active card that §3.4, §5.1, §5.2 and §5.4 allow this private block."""
    family = FAMILY[card]
    found = MELDS[family][block[family]][PLACE[card]]
    if not rules.king_triples and is_king(card):
        return [meld for meld in found if meld.kind is not SetKind.TRIPLE]
    return found


def winning_meld(
    rules: RuleSet,
    block: Block,
    trash: int,
    card: Card,
    public: Sequence[CardSet],
) -> FamilyMeld | None:
    """Return the best meld that leaves no trash (§7.2); None if there is none.

    `public` are the seat's sets. Of equal melds it is the first in the order of the tables.
    """
    family = FAMILY[card]
    code = block[family]
    if trash != TRASH[family][code] or LEAST_AFTER[family][code][PLACE[card]]:
        return None  # another family holds trash that this card cannot mend, or this one keeps some
    winners = [meld for meld in melds(rules, block, card) if meld.trash == 0]
    if len(winners) < 2:
        return winners[0] if winners else None
    if rules.pair_claim == "offered" and is_king(card):  # no pair of kings, not to win either
        winners = [meld for meld in winners if meld.kind is not SetKind.PAIR]
    return max(winners, key=lambda meld: meld_worth(rules, block, meld, card, public))


class Win(NamedTuple):
    """The value of a winning meld; the greater of two is the better one (§7.2)."""

    owed: int
    """What each loser owes for it. Yellow kings are left out: every meld of one card has the same."""
    factored: bool
    points: int
    """Of all 21 cards."""
    spared: int
    """Less the private cards that it takes."""


def meld_worth(
    rules: RuleSet, block: Block, meld: FamilyMeld, card: Card, public: Sequence[CardSet]
) -> Win:
    """Return the value of winning with this meld of ``card`` (§7.2)."""
    gained = points(meld.kind, rules, card) + value(rules, without(block, meld.cards))
    return _win(rules, gained, meld.kind, public, len(meld.cards))


def lift_worth(rules: RuleSet, block: Block, public: Sequence[CardSet]) -> Win:
    """Return the value of winning by adding the card to the seat's exposed triple, making a khui (§5.5, §7.2)."""
    return _win(rules, lift(rules) + value(rules, block), SetKind.KHUI, public, 0)


def _win(rules: RuleSet, gained: int, kind: SetKind, public: Sequence[CardSet], taken: int) -> Win:
    total = gained + hand_points(rules, public)
    factored = is_factored(rules, (kind, *(shown.kind for shown in public)))
    return Win(owed(rules, total, factored=factored, yellow_kings=0), factored, total, -taken)


def completes_triple(state: DealState, seat: int, card: Card) -> bool:
    """Return whether a seat that drew this card itself wins by adding it to its own exposed triple (§5.5)."""
    return (
        state.rules.fourth_to_exposed_triple
        and state.trash[seat] == 0
        and CardSet(SetKind.TRIPLE, (card,) * 3) in state.public[seat]
    )


def best_win(state: DealState, seat: int, card: Card, *, own_draw: bool) -> Taking | None:
    """Return the best way for a seat to win with this card (§7.2); None if it can't.

    `own_draw` says whether the seat drew the card itself, which allows completing its exposed triple (§5.5).
    """
    rules, block, public = state.rules, state.blocks[seat], state.public[seat]
    meld = winning_meld(rules, block, state.trash[seat], card, public)
    if own_draw and completes_triple(state, seat, card):
        # The fourth card lifts the exposed triple to a khui (§5.5): compare with the best other way to win (§7.2).
        lifted = lift_worth(rules, block, public)
        if meld is None or lifted >= meld_worth(rules, block, meld, card, public):
            return Taking(seat, SetKind.KHUI, (), wins=True)
    return None if meld is None else Taking(seat, meld.kind, meld.cards, wins=True)


def forced(
    state: DealState, card: Card, *, by: int, drawn: bool, asked: bool = False
) -> Taking | None:
    """Return the forced meld after `by` has discarded or drawn this card (§6.1-§6.3); None if there is none.

    With `asked`, everyone who may claim the card has answered: no seat is forced to win then, but a forced khui or
    triple may still win (§13.5).
    """
    rules, blocks = state.rules, state.blocks
    seats = len(blocks)
    turn = by if drawn else (by + 1) % seats
    family, unit, reach = FAMILY[card], UNIT[card], REACH[card]
    table = TRASH[family]
    wins = not asked and rules.win_claim == "forced"
    khaps, pairs = rules.khap_claim == "forced", rules.pair_claim == "forced"
    found: Taking | None = None
    for step in range(seats if drawn else seats - 1):
        seat = (turn + step) % seats
        block = blocks[seat]
        code = block[family]
        reached = reach[code]
        own_draw = drawn and seat == by and rules.fourth_to_exposed_triple
        if not (reached or own_draw):
            continue
        elsewhere = state.trash[seat] - table[code]
        if wins and not elsewhere:
            win = best_win(state, seat, card, own_draw=own_draw)
            if win is not None:
                return win
        if reached & REACHES_KHUI and khaps:
            left = elsewhere + table[code - 3 * unit]
            found = Taking(seat, SetKind.KHUI, (card, card, card), wins=not left)
        elif (
            reached & REACHES_TRIPLE
            and pairs
            and seat != turn
            and not is_king(card)
            # Where pairs are waived such a wait is no exception of its own: a switch says it (§13.6).
            and (rules.pair_waived_when_waiting or not two_card_wait(block))
        ):
            left = elsewhere + table[code - 2 * unit]
            found = Taking(seat, SetKind.TRIPLE, (card, card), wins=not left)
    return found  # nobody else can hold so many of them (§6.5)


def offered(
    state: DealState, card: Card, *, by: int, drawn: bool
) -> tuple[tuple[ClaimKind, ...], ...]:
    """Return for each seat what it may claim after `by` has discarded or drawn this card (§6.6, §13.5)."""
    rules = state.rules
    wins, khaps, pairs = rules.win_claim, rules.khap_claim, rules.pair_claim
    king = is_king(card)
    kept = drawn and king and rules.drawn_king == "kept"
    triples = pairs == "offered" and (rules.king_triples or not king)
    family, reach = FAMILY[card], REACH[card]
    offers: list[tuple[ClaimKind, ...]] = []
    for seat, block in enumerate(state.blocks):
        reached = reach[block[family]]
        own_draw = drawn and seat == by
        if not (reached or own_draw) or (seat == by and not drawn):
            offers.append(())
            continue
        kinds: list[ClaimKind] = []
        if wins == "offered" and best_win(state, seat, card, own_draw=own_draw):
            kinds.append(ClaimKind.WIN)
        if reached & REACHES_KHUI:
            if khaps == "offered":
                kinds.append(ClaimKind.KONG)
        elif reached & REACHES_TRIPLE and triples and (own_draw or not kept):
            kinds.append(ClaimKind.TRIPLE)  # one with a kept king is its drawer's alone (§13.7)
        offers.append(tuple(kinds))
    return tuple(offers)


def keeps_king(state: DealState) -> bool:
    """Return whether the active card is a king that its drawer must take (§13.7)."""
    active = state.active
    return (
        state.rules.drawn_king == "kept"
        and active is not None
        and active.drawn
        and is_king(active.card)
    )


def kept_by_default(state: DealState) -> FamilyMeld | None:
    """Return the meld for a king that must be kept when its drawer's time is up (§13.7); None if none must be.

    Of equal melds it is the first in the order of the tables.
    """
    if state.phase is not Phase.TURN or not keeps_king(state):
        return None
    assert state.active is not None
    rules, card = state.rules, state.active.card
    return max(
        turn_melds(state), key=lambda meld: (points(meld.kind, rules, card), -len(meld.cards))
    )


def turn_melds(state: DealState) -> Sequence[FamilyMeld]:
    """Return the melds allowed to the seat in turn (§6.4, §6.7, §6.8); empty if no card is active."""
    if state.active is None:
        return ()
    card = state.active.card
    found = melds(state.rules, state.blocks[state.turn], card)
    barred = declined_in_turn(state.rules, card)
    if is_waived(state):
        barred |= {SetKind.TRIPLE}
    if barred:
        found = [meld for meld in found if meld.kind not in barred]
    if state.rules.melds == "least-trash" and len(found) > 1:
        least = min([meld.trash for meld in found])
        found = [meld for meld in found if meld.trash == least]  # §13.11
    return found


def is_waived(state: DealState) -> bool:
    """Return whether the seat in turn let its pair of the active card go, and so may make no triple of it (§13.6)."""
    return state.waivers is not None and state.waivers.waived == state.turn


def why_no_meld(rules: RuleSet, block: Block, active: Card, cards: tuple[Card, ...]) -> str:
    """Return the code of the first rule that an illegal meld breaks; `cards`, sorted, are those beside the active
    one.
    """
    if any(not 0 <= card < 28 or cards.count(card) > count(block, card) for card in cards):
        return "meld.not-in-hand"
    kind = kind_of((active, *cards), exposed=True)
    if kind is None:
        return "meld.not-a-set"
    if kind is not SetKind.KHUI and any(count(block, card) == 3 for card in cards):
        return "meld.khap"
    if kind is SetKind.TRIPLE and is_king(active) and not rules.king_triples:
        return "meld.king-triple"
    if any(meld.cards == cards for meld in melds(rules, block, active)):
        if kind not in declined_in_turn(rules, active):
            return "meld.least-trash"
        return "meld.king-alone" if kind is SetKind.PAIR else "meld.declined"
    return "meld.raises-trash"
