"""Computes what each seat pays after a finished deal (§9), as lines with their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.cards import YELLOW_KING
from games.engine.fast_frozen import quick_to_make
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind, points, points_of, worths

KONGS: Final = (SetKind.QUAN, SetKind.KHUI)
"""The sets of four identical cards, from the deal or made in play (§2.5, §2.6)."""
_FACTORED: Final = {"nothing": (), "quan": (SetKind.QUAN,), "quan-or-khui": KONGS}
"""Which sets multiply a winner's hand, by `factor_for` (§13.2)."""


class Reason(StrEnum):
    """The reason for a line of the payments."""

    HAND = "hand"
    """The winner's hand: what one loser owes for it (§9.1, §9.4, §13.2)."""
    PENALTY = "penalty"
    """Đền: the offender pays what `instead_of` owes (§9.3, §13.13)."""
    SHARED = "shared"
    """A shared payment (§10.8): half of it, or the rest, which the offender pays in the place of `instead_of`."""
    QUAN = "quan"
    """A quan of a loser (§9.2, §9.5)."""
    KHUI = "khui"
    """A khui of a loser (§9.2, §9.5)."""
    KHAP = "khap"
    """A khap still private with a loser (§9.2)."""


@quick_to_make
@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One payment of `amount` points from seat `payer` to seat `payee`, with its reason."""

    reason: Reason
    payer: int
    payee: int
    amount: int
    instead_of: int | None = None


@quick_to_make
@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: its winner, the value of the hand, the payments, and each seat's net points.

    The net points are in seat order and sum to zero (§9.7).
    """

    winner: int | None
    points: int
    """Points of the winner's 21 cards (§2, §9.1)."""
    amount: int
    """What a loser owes for the hand before anything is deducted (§9.1, §9.4, §13.2, §13.4)."""
    sets: tuple[CardSet, ...]
    """The winner's 21 cards as they were counted (§2.11)."""
    offender: int | None
    """The seat that pays the penalty, if any (§9.3)."""
    lines: tuple[ScoreLine, ...]
    net: tuple[int, ...]


def most_lost(rules: RuleSet, seats: int) -> int:
    """Return the most points that one deal can take from one seat (§13.17).

    The bound is proven, and the presets reach it. The offender pays the hand for every loser (§13.13), and any seat
    pays for the kongs and khaps of the other losers: at most five kongs or six khaps each. The winner pays for those
    of one loser more, but receives more for the hand. No ruling makes a seat pay more than this.
    """
    hands = seats - 1 if rules.judges and seats > 2 else 1  # §10.5: of two nobody is the offender
    hand = owed(rules, _most_points(rules), factored=rules.factor_for != "nothing", yellow_kings=4)
    return hand * hands + (seats - 2) * _most_beside(rules)


def _most_beside(rules: RuleSet) -> int:
    """Return the most that one seat can have to pay for the kongs and khaps of one loser (§13.3)."""
    if rules.loser_kongs != "paid":
        return 0
    kongs = 5 * max(side(kind, rules) for kind in KONGS)
    return max(kongs, 6 * rules.khap) if rules.payment == "amount" else kongs


def _most_points(rules: RuleSet) -> int:
    """Return the most points that 21 cards in sets can have, even if that takes more than four copies of a
    card (§2).
    """
    worth = worths(rules, SetKind)
    most = [0]
    for cards in range(1, 22):
        most.append(max(most[cards - size] + each for size, each in worth if size <= cards))
    return most[-1]


def no_winner(seats: int) -> Result:
    """Return the result of a deal without a winner: nobody pays anything (§8.2)."""
    return Result(None, 0, 0, (), None, (), (0,) * seats)


def hand_points(rules: RuleSet, sets: Iterable[CardSet]) -> int:
    """Return the points of a complete hand's sets (§2)."""
    return sum([points_of(s, rules) for s in sets])


def side(kind: SetKind, rules: RuleSet) -> int:
    """Return what each payer pays for one quan or khui of a loser (§9.2, §9.5)."""
    return points(kind, rules) * (rules.unit if rules.payment == "points" else 1)


def is_factored(rules: RuleSet, kinds: Iterable[SetKind]) -> bool:
    """Return whether a hand with sets of these kinds is multiplied (§13.2)."""
    named = _FACTORED[rules.factor_for]
    return any(kind in named for kind in kinds)


def yellow_kings(sets: Iterable[CardSet]) -> int:
    """Return how many yellow kings lie in these sets (§13.4)."""
    return sum([s.cards.count(YELLOW_KING) for s in sets])


def owed(rules: RuleSet, points: int, *, factored: bool, yellow_kings: int) -> int:
    """Return what one loser owes for a winning hand with these points, before deductions (§13.2, §13.4)."""
    factor = rules.factor if factored else 1
    if rules.payment == "amount":
        return (rules.base + points) * factor + rules.fixed
    if rules.payment == "points":
        return points * rules.unit * factor
    return rules.unit * factor + rules.yellow_king * yellow_kings * rules.unit // 2


def score(
    rules: RuleSet,
    *,
    winner: int,
    sets: Sequence[CardSet],
    kongs: Sequence[Sequence[SetKind]],
    khaps: Sequence[int],
    offender: int | None = None,
    shared: bool = False,
    counted: tuple[int, int] | None = None,
) -> Result:
    """Return the payments of a won deal (§9).

    `sets` are all of the winner's sets, or empty if only its points and yellow kings are known (`counted`).
    `kongs[seat]` lists each seat's quans and khuis, `khaps[seat]` counts its private khaps. `offender` pays the
    penalty (§9.3), or the larger part of it if a referee has `shared` the payment (§10.8); the caller decides who
    that is by §10.5.
    """
    total, kings = (hand_points(rules, sets), yellow_kings(sets)) if counted is None else counted
    amount = owed(
        rules,
        total,
        factored=is_factored(rules, kongs[winner]),
        yellow_kings=kings,
    )
    lines = [
        *_for_the_hand(rules, amount, winner, kongs, offender, shared=shared),
        *_beside(rules, winner, kongs, khaps),
    ]
    net = [0] * len(kongs)
    for line in lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
    return Result(winner, total, amount, tuple(sets), offender, tuple(lines), tuple(net))


def _for_the_hand(
    rules: RuleSet,
    amount: int,
    winner: int,
    kongs: Sequence[Sequence[SetKind]],
    offender: int | None,
    *,
    shared: bool,
) -> Iterator[ScoreLine]:
    for seat, own in enumerate(kongs):
        if seat == winner:
            continue
        due = amount
        if rules.loser_kongs == "deduct":
            # Taken off what it pays, so a loser at best pays nothing: it never earns from the winner's hand (§9.5).
            due = max(0, amount - sum([side(kind, rules) for kind in own]))
        if offender is None or (shared and seat == offender):
            yield ScoreLine(Reason.HAND, seat, winner, due)
        elif shared:
            half = due // 2
            yield ScoreLine(Reason.SHARED, seat, winner, half)
            yield ScoreLine(Reason.SHARED, offender, winner, due - half, instead_of=seat)
        else:
            yield ScoreLine(Reason.PENALTY, offender, winner, due, instead_of=seat)


def _beside(
    rules: RuleSet, winner: int, kongs: Sequence[Sequence[SetKind]], khaps: Sequence[int]
) -> Iterator[ScoreLine]:
    """Yield the payments for the losers' quans, khuis and khaps (§9.2, §9.5, §13.3)."""
    if rules.loser_kongs != "paid":
        return
    seats = range(len(kongs))
    for owner in seats:
        if owner == winner:
            continue
        others = [seat for seat in seats if seat != owner]
        if rules.payment == "points":
            for kind in kongs[owner]:
                for payer in others:
                    yield ScoreLine(Reason(kind.value), payer, owner, side(kind, rules))
            continue
        for payer in (winner, *(seat for seat in others if seat != winner)):
            for kind in kongs[owner]:
                yield ScoreLine(Reason(kind.value), payer, owner, side(kind, rules))
            if payer != winner:
                for _ in range(khaps[owner]):
                    yield ScoreLine(Reason.KHAP, payer, owner, rules.khap)
