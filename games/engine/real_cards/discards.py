"""Checks whether the position of a reported discard in a deal with real cards is possible, and judges it by §10.

No move of such a deal is recorded. The player who disputes the discard reports the discarder's hand and what lay face
up. The size of the stock follows from that, since every other seat holds twenty cards between two turns (§3.1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.cards import CARD_NAMES, CARDS, DECK, Card, is_king
from games.engine.hands.hand import block_of, trash
from games.engine.real_cards.results import (
    COPIES,
    HAND,
    LOSES_WITH,
    BadResult,
    CardboardResult,
    is_set,
)
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind
from games.engine.worst import Verdict, verdict

_PRIVATE: Final = SetKind.KHAP
"""A kind of set that never lies face up before the end (§3.3)."""


@dataclass(frozen=True, slots=True)
class ReportedDiscard:
    """The reported position at the discard that completed the winner's hand.

    `hand` is the discarder's private block before the discard, including that card. `public` are the sets of each
    seat that lay face up, and `dead` the cards that were dead before it.
    """

    seat: int
    discard: Card
    hand: tuple[Card, ...]
    public: tuple[tuple[CardSet, ...], ...]
    dead: tuple[Card, ...] = ()


class Judged(NamedTuple):
    """What §10 says about a reported discard."""

    trash: int
    stock: int
    """Cards in the stock."""
    verdict: Verdict
    opening: bool
    """Whether it opened the deal, so that no penalty can hang on it (§10.5)."""
    penalty: bool
    """Whether its seat pays the penalty (§10.5)."""


def judge_discard(rules: RuleSet, result: CardboardResult, told: ReportedDiscard) -> Judged:
    """Return the verdict on the discard that completed the winner's hand (§10.3, §10.5).

    Raises BadResult if the reported position is impossible, by itself or together with the result.
    """
    seats = len(told.public)
    if not rules.judges:
        raise BadResult("cardboard.no-penalty")
    if result.winner is None:
        raise BadResult("discard.nobody-won")
    if not 0 <= told.seat < seats or told.seat == result.winner:
        raise BadResult("cardboard.offender")
    _check_hand(told)
    _check_face_up(rules, result, told)
    _check_asides(rules, result, told)
    _check_copies(result, told)
    stock = len(DECK) - HAND - (HAND - 1) * (seats - 1) - len(told.dead)
    if stock < rules.stock_limit:
        most = stock + len(told.dead) - rules.stock_limit
        raise BadResult("discard.dead-too-many", count=len(told.dead), most=most)
    block = block_of(told.hand)
    seen = Counter([*told.dead, *(card for made in told.public for one in made for card in one[1])])
    found = verdict(
        block, [seen[card] for card in CARDS], stock_at_limit=stock <= rules.stock_limit
    )
    _check_legal(rules, told.discard, found)
    opening = _is_opening(told)
    penalty = not opening and told.discard not in found.worst
    return Judged(trash(block), stock, found, opening, penalty)


def _check_legal(rules: RuleSet, card: Card, found: Verdict) -> None:
    """Raise BadResult if the rules do not allow this card to be discarded (§4.1, §4.2, §13.9)."""
    if rules.discards == "trash" and card not in found.discards:
        raise BadResult("discard.not-legal", card=CARD_NAMES[card])
    if rules.discards == "any-but-king" and is_king(card):
        raise BadResult("discard.reported-king", card=CARD_NAMES[card])


def _check_hand(told: ReportedDiscard) -> None:
    if told.discard not in told.hand:
        raise BadResult("discard.not-in-hand", card=CARD_NAMES[told.discard])
    shown = sum(len(one.cards) for one in told.public[told.seat])
    held = len(told.hand) + shown
    if held != HAND:
        raise BadResult("discard.hand", count=held, hand=HAND, private=HAND - shown)


def _check_face_up(rules: RuleSet, result: CardboardResult, told: ReportedDiscard) -> None:
    for seat, public in enumerate(told.public):
        for one in public:
            if one.kind is _PRIVATE or not is_set(one):
                cards = " ".join(CARD_NAMES[card] for card in one.cards)
                raise BadResult("cardboard.no-set", cards=cards)
        if sum(len(one.cards) for one in public) >= HAND - (seat == result.winner):
            raise BadResult("discard.face-up", hand=HAND - 1)
    winner = result.winner
    assert winner is not None
    if Counter(told.public[winner]) - Counter(result.sets):
        raise BadResult("discard.winners-sets")
    if not any(told.discard in one.cards for one in result.sets):
        raise BadResult("discard.completed-nothing", card=CARD_NAMES[told.discard])
    # A discard follows a meld, but for the one that opens the deal: before that nobody has melded, and nothing is dead.
    melded = any(one.kind is not SetKind.QUAN for public in told.public for one in public)
    if _is_opening(told) and (told.dead or melded):
        raise BadResult("discard.no-meld")


def _check_asides(rules: RuleSet, result: CardboardResult, told: ReportedDiscard) -> None:
    """Raise BadResult if the losers' kongs and khaps in the result contradict the reported position.

    Nobody moves after the discard that completed a hand. So a kong in the result must have lain face up; if kongs are
    paid for, every kong that lay face up must be in the result; and a khap of the discarder must be in the reported
    hand.
    """
    for seat, asides in enumerate(result.asides):
        if seat == result.winner:
            continue
        for kind in (SetKind.QUAN, SetKind.KHUI):
            entered = [aside.card for aside in asides if aside.kind is kind]
            paid = Counter(card for card in entered if card is not None)
            lay = Counter(one.cards[0] for one in told.public[seat] if one.kind is kind)
            short = (
                len(entered) < lay.total()
                and rules.loser_kongs == "paid"
                and rules.payment == "amount"
            )
            unlike = paid - lay or (lay - paid if None not in entered and short else Counter())
            for card in sorted(unlike):
                raise BadResult("discard.kong", card=CARD_NAMES[card])
            if len(entered) > lay.total() or short:
                raise BadResult("discard.kongs", paid=len(entered), lay=lay.total())
    left = Counter(told.hand) - Counter([told.discard])
    for aside in result.asides[told.seat]:
        khap = aside.card if aside.kind is SetKind.KHAP else None
        if khap is not None and left[khap] < LOSES_WITH[SetKind.KHAP]:
            raise BadResult("discard.khap", card=CARD_NAMES[khap])


def _is_opening(told: ReportedDiscard) -> bool:
    return all(one.kind is SetKind.QUAN for one in told.public[told.seat])


def _check_copies(result: CardboardResult, told: ReportedDiscard) -> None:
    """Raise BadResult if the reported position and the result together have a fifth copy of a card."""
    known = Counter(card for one in result.sets for card in one.cards)
    known.update(told.hand)
    known[told.discard] -= 1  # it is in the winner's hand as well
    known.update(told.dead)
    for seat, public in enumerate(told.public):
        if seat != result.winner:
            known.update(card for one in public for card in one.cards)
            for aside in result.asides[seat]:
                # Of the discarder a khap lies in the hand; a kong is told with what lay face up.
                if aside.kind is SetKind.KHAP and aside.card is not None and seat != told.seat:
                    known[aside.card] += LOSES_WITH[aside.kind]
    for card, count in sorted(known.items()):
        if count > COPIES:
            raise BadResult("cardboard.fifth-copy", card=CARD_NAMES[card], count=count)
