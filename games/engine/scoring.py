"""From a finished deal to what each seat pays (§9): every amount is a line with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind, points

FOUR_OF_A_KIND = {SetKind.QUAN: 8, SetKind.KHUI: 6}
"""Points of a kong, from the deal or made in play (§2.5, §2.6); also its side payment (§9.2, §9.5)."""
KHAP_SIDE = 3
"""Side payment for a khap still private with a loser (§9.2)."""


class Reason(StrEnum):
    """Why a line is paid."""

    HAND = "hand"
    """The winner's hand: A in vinagames (§9.1), points times the unit in 4sac (§9.4)."""
    PENALTY = "penalty"
    """Đền: the offender pays A in the place of `instead_of` (§9.3)."""
    SHARED = "shared"
    """A shared payment (§10.8): half of A, or the rest of it, which the offender pays in the place of `instead_of`."""
    QUAN = "quan"
    """A quan of a loser (§9.2, §9.5)."""
    KHUI = "khui"
    """A khui of a loser (§9.2, §9.5)."""
    KHAP = "khap"
    """A khap still private with a loser (§9.2)."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One payment of `amount` points from seat `payer` to seat `payee`, with its reason."""

    reason: Reason
    payer: int
    payee: int
    amount: int
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: net points per seat in seat order, which sum to zero (§9.7), and the lines they are made of."""

    winner: int | None
    points: int
    """Points of the winner's 21 cards (§2, §9.1)."""
    amount: int
    """What a loser pays for the hand: A (§9.1) or points times the unit (§9.4)."""
    sets: tuple[CardSet, ...]
    """The winner's 21 cards as they were counted (§2.11)."""
    offender: int | None
    """The seat that pays the penalty, if any (§9.3)."""
    lines: tuple[ScoreLine, ...]
    net: tuple[int, ...]


def most_lost(rules: RuleSet, seats: int) -> int:
    """Return the most points that one deal can take from one seat: proven, and reached by the hands of the proof.

    No set is worth more a card than a quan (2), unless exposed triples are; what is left of 21 cards is worth 1 a card
    at most (§2). So a winner holds at most 5 quans and a king, a loser 5 quans. The offender pays the hand for every
    loser (§9.3), and any seat pays the kongs of the other losers; its khaps are worth less a card (§9.2). A winner
    pays for as many kongs as there are losers, but is paid more. A ruling ends within it too.
    """
    cards = 21
    points = max(
        8 * quans + rules.exposed_triple_points * triples + (cards - 4 * quans - 3 * triples)
        for quans in range(cards // 4 + 1)
        for triples in range((cards - 4 * quans) // 3 + 1)
    )
    kongs = FOUR_OF_A_KIND[SetKind.QUAN] * ((cards - 1) // 4) * (seats - 2)
    if rules.payment == "points":
        return rules.unit * (points + (kongs if rules.loser_kongs == "paid" else 0))
    hands = (
        seats - 1 if rules.penalty and seats > 2 else 1
    )  # §10.5: between two nobody is the offender
    return hands * ((3 + points) * 2 + 10) + kongs


def no_winner(seats: int) -> Result:
    """Return the result of a deal without a winner: nobody pays anything (§8.2)."""
    return Result(None, 0, 0, (), None, (), (0,) * seats)


def hand_points(rules: RuleSet, sets: Sequence[CardSet]) -> int:
    """Return the points of a complete hand's sets (§2)."""
    return sum(points(s.kind, rules) for s in sets)


def score(
    rules: RuleSet,
    *,
    winner: int,
    sets: Sequence[CardSet],
    kongs: Sequence[Sequence[SetKind]],
    khaps: Sequence[int],
    offender: int | None = None,
    shared: bool = False,
    counted: int | None = None,
) -> Result:
    """Return the payments of a won deal (§9).

    `sets` are the winner's, complete, or none where only the hand's points were `counted`; `kongs[seat]` lists each
    seat's quans and khuis, `khaps[seat]` counts the khaps still private with it; `offender` pays the penalty (§9.3),
    which the caller has established by §10.5, or the greater part of it where a referee has `shared` the payment
    (§10.8).
    """
    total = hand_points(rules, sets) if counted is None else counted
    if rules.payment == "amount":
        amount, lines = _vinagames(total, winner, kongs, khaps, offender, shared=shared)
    else:
        amount, lines = _foursac(rules, total, winner, kongs)
    net = [0] * len(kongs)
    for line in lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
    return Result(winner, total, amount, tuple(sets), offender, tuple(lines), tuple(net))


def _vinagames(
    total: int,
    winner: int,
    kongs: Sequence[Sequence[SetKind]],
    khaps: Sequence[int],
    offender: int | None,
    *,
    shared: bool,
) -> tuple[int, list[ScoreLine]]:
    amount = (3 + total) * (2 if kongs[winner] else 1) + 10  # doubled once, however many (§9.1)
    losers = [seat for seat in range(len(kongs)) if seat != winner]
    lines = []
    for seat in losers:
        if offender is None or (shared and seat == offender):
            lines.append(ScoreLine(Reason.HAND, seat, winner, amount))
        elif shared:
            half = amount // 2
            lines.append(ScoreLine(Reason.SHARED, seat, winner, half))
            lines.append(ScoreLine(Reason.SHARED, offender, winner, amount - half, instead_of=seat))
        else:
            lines.append(ScoreLine(Reason.PENALTY, offender, winner, amount, instead_of=seat))
    for owner in losers:
        for payer in (winner, *(seat for seat in losers if seat != owner)):
            for kind in kongs[owner]:
                lines.append(ScoreLine(Reason(kind.value), payer, owner, FOUR_OF_A_KIND[kind]))
            if payer != winner:
                lines.extend(
                    ScoreLine(Reason.KHAP, payer, owner, KHAP_SIDE) for _ in range(khaps[owner])
                )
    return amount, lines


def _foursac(
    rules: RuleSet, total: int, winner: int, kongs: Sequence[Sequence[SetKind]]
) -> tuple[int, list[ScoreLine]]:
    amount = total * rules.unit
    seats = range(len(kongs))
    losers = [seat for seat in seats if seat != winner]
    lines = []
    for loser in losers:
        owed = amount
        if rules.loser_kongs == "deduct":
            # Taken off what it pays, so a loser at best pays nothing: it never earns from the winner's hand (§9.5).
            owed = max(0, amount - sum(FOUR_OF_A_KIND[kind] for kind in kongs[loser]) * rules.unit)
        lines.append(ScoreLine(Reason.HAND, loser, winner, owed))
    if rules.loser_kongs == "paid":
        for owner in losers:
            for kind in kongs[owner]:
                lines.extend(
                    ScoreLine(Reason(kind.value), payer, owner, FOUR_OF_A_KIND[kind] * rules.unit)
                    for payer in seats
                    if payer != owner
                )
    return amount, lines
