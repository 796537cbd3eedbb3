"""Checks the entered result of a deal with real cards, and computes what it pays (§9).

No move of such a deal is recorded. People enter what lies on the table at its end: the winner's sets, the losers'
kongs and khaps, and the penalty if one was called. The rules are checked as far as this allows; payments are as in
any deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.engine.cards import CARD_NAMES, CARDS, Card, is_king
from games.engine.real_cards.counted import CountedHand, possible_points
from games.engine.recording.notation import parse_card
from games.engine.rules import RuleSet
from games.engine.scoring import KONGS, Result, no_winner, score
from games.engine.sets import CardSet, SetKind, kind_of

HAND: Final = 21
"""Cards of a winning hand: the 20 of §3.1 with the winning card, or the 21 that a starter was dealt (§7.3)."""
COPIES: Final = 4
"""Copies of each card (§1.1)."""
LOSES_WITH: Final = {SetKind.QUAN: 4, SetKind.KHUI: 4, SetKind.KHAP: 3}
"""What of a loser's cards is paid for (§9.2, §9.5), and how many cards it takes."""
_EXPOSED: Final = (SetKind.TRIPLE, SetKind.KHUI)


class BadResult(Exception):
    """Raised for an impossible entered result; `code` is the refusal, and `facts` fill in its sentence."""

    def __init__(self, code: str, **facts: int | str) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Aside:
    """A quan, khui or khap that a loser holds at the end; `card` is None if it was entered without its kind
    of card.
    """

    kind: SetKind
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardboardResult:
    """The result of a deal with real cards, as it was entered.

    `winner` is None if the stock was exhausted (§8.1). `sets` are all of the winner's cards, or else `counted` has
    only their numbers. `asides` are by seat, empty for the winner. `offender` pays the penalty that was called
    (§9.3).
    """

    winner: int | None
    sets: tuple[CardSet, ...] = ()
    asides: tuple[tuple[Aside, ...], ...] = ((), (), (), ())
    offender: int | None = None
    counted: CountedHand | None = None


def settle(rules: RuleSet, result: CardboardResult, *, shared: bool = False) -> Result:
    """Return what everybody pays (§9).

    With `shared`, a referee has ruled that the other losers share the offender's payment (§10.8). Raises BadResult
    for a result that is impossible at the end of a deal by these rules.
    """
    seats = len(result.asides)
    if result.winner is None:
        if result.sets or result.counted or result.offender is not None or any(result.asides):
            raise BadResult("cardboard.nobody-pays")
        return no_winner(seats)
    _check(rules, result, seats)
    winner, counted = result.winner, result.counted
    won: list[SetKind] = [shown.kind for shown in result.sets if shown.kind in KONGS]
    if counted is not None:
        won = counted.kongs
    return score(
        rules,
        winner=winner,
        sets=result.sets,
        kongs=[
            won if seat == winner else [aside.kind for aside in asides if aside.kind in KONGS]
            for seat, asides in enumerate(result.asides)
        ],
        khaps=[sum(aside.kind is SetKind.KHAP for aside in asides) for asides in result.asides],
        offender=result.offender,
        shared=shared,
        counted=None if counted is None else (counted.points, counted.yellow_kings),
    )


def is_set(shown: CardSet) -> bool:
    """Return whether a set's cards make a set of its stated kind (§2)."""
    return kind_of(shown.cards, exposed=shown.kind in _EXPOSED) is shown.kind


def copies_entered(sets: Iterable[CardSet], asides: Iterable[Aside]) -> Counter[Card]:
    """Return how many copies of each card these sets and asides name."""
    found = Counter(card for shown in sets for card in shown.cards)
    for aside in asides:
        if aside.card is not None:
            found[aside.card] += LOSES_WITH[aside.kind]
    return found


def _check(rules: RuleSet, result: CardboardResult, seats: int) -> None:
    winner = result.winner
    assert winner is not None
    if not 0 <= winner < seats:
        raise BadResult("cardboard.seat")
    if result.counted is None:
        _check_sets(rules, result.sets)
    else:
        _check_counted(rules, result.counted, result.sets)
    for seat, asides in enumerate(result.asides):
        _check_asides(rules, seat, asides, won=seat == winner)
    everybody = [aside for asides in result.asides for aside in asides]
    copies = copies_entered(result.sets, everybody)
    for card, count in sorted(copies.items()):
        if count > COPIES:
            raise BadResult("cardboard.fifth-copy", card=_name(card), count=count)
    _find_room(copies, everybody)
    _check_offender(rules, result, seats)


def _check_sets(rules: RuleSet, sets: tuple[CardSet, ...]) -> None:
    for shown in sets:
        if not is_set(shown):
            raise BadResult("cardboard.no-set", cards=" ".join(map(_name, shown.cards)))
        if shown.kind is SetKind.TRIPLE and is_king(shown.cards[0]) and not rules.king_triples:
            raise BadResult("cardboard.king-triple")
    held = sum(len(shown.cards) for shown in sets)
    if held != HAND:
        code = "cardboard.cards-missing" if held < HAND else "cardboard.cards-too-many"
        raise BadResult(code, count=held, hand=HAND, difference=abs(held - HAND))


def _check_counted(rules: RuleSet, hand: CountedHand, sets: tuple[CardSet, ...]) -> None:
    if sets or min(hand.points, hand.quans, hand.khuis, hand.yellow_kings) < 0:
        raise BadResult("cardboard.unreadable")
    if hand.yellow_kings > (COPIES if rules.yellow_king else 0):
        raise BadResult("cardboard.yellow-kings", most=COPIES if rules.yellow_king else 0)
    possible = possible_points(rules, hand, HAND)
    facts = {"quans": hand.quans, "khuis": hand.khuis, "hand": HAND}
    if not possible:
        raise BadResult("cardboard.kongs-too-many", **facts)
    if hand.points in possible:
        return
    below = max((one for one in possible if one < hand.points), default=None)
    above = min((one for one in possible if one > hand.points), default=None)
    if below is None or above is None:
        raise BadResult(
            "cardboard.points-range",
            **(facts | {"points": hand.points, "least": min(possible), "most": max(possible)}),
        )
    raise BadResult("cardboard.points-between", points=hand.points, below=below, above=above)


def _check_asides(rules: RuleSet, seat: int, asides: tuple[Aside, ...], *, won: bool) -> None:
    if asides and won:
        raise BadResult("cardboard.winners-aside")
    if any(aside.kind not in LOSES_WITH for aside in asides):
        raise BadResult("cardboard.no-aside")
    if sum(LOSES_WITH[aside.kind] for aside in asides) >= HAND:
        raise BadResult("cardboard.loser-cards", hand=HAND - 1)


def _find_room(copies: Counter[Card], asides: Iterable[Aside]) -> None:
    """Raise BadResult if too few cards are left for the kongs and khaps that were entered without their card
    (§1.1).
    """
    unnamed = [LOSES_WITH[aside.kind] for aside in asides if aside.card is None]
    for needed in (4, 3):
        kinds = sum(COPIES - copies[card] >= needed for card in CARDS)
        if sum(size >= needed for size in unnamed) > kinds:
            raise BadResult("cardboard.no-room")


def _check_offender(rules: RuleSet, result: CardboardResult, seats: int) -> None:
    if result.offender is None:
        return
    if not rules.judges:
        raise BadResult("cardboard.no-penalty")
    if seats == 2:
        raise BadResult("cardboard.penalty-of-two")
    if not 0 <= result.offender < seats or result.offender == result.winner:
        raise BadResult("cardboard.offender")


# --- as text, in forms and in the log -------------------------------------------------------------


def set_text(shown: CardSet) -> str:
    """Return a set as it is entered and stored: `pair Rr Rr`."""
    return " ".join((shown.kind.value, *map(_name, shown.cards)))


def parse_set(text: str) -> CardSet:
    """Return the set that a text names. Raises BadResult if it can't be read.

    Whether the cards make such a set is checked by `settle`.
    """
    kind, *names = text.split()[:5] or [""]
    try:
        return CardSet(SetKind(kind), tuple(sorted(parse_card(name) for name in names)))
    except ValueError:
        raise BadResult("cardboard.unreadable") from None


def aside_text(aside: Aside) -> str:
    """Return a loser's quan, khui or khap as it is entered and stored: `khap Rr`, or `khap` if the card is
    not known.
    """
    return aside.kind.value if aside.card is None else f"{aside.kind.value} {_name(aside.card)}"


def parse_aside(text: str) -> Aside:
    """Return the quan, khui or khap of a loser that a text names. Raises BadResult if it can't be read."""
    kind, *names = text.split()[:3] or [""]
    try:
        if len(names) > 1:
            raise ValueError
        return Aside(SetKind(kind), parse_card(names[0]) if names else None)
    except ValueError:
        raise BadResult("cardboard.unreadable") from None


def _name(card: Card) -> str:
    return CARD_NAMES[card]
