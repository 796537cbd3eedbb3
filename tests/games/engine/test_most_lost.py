"""What one deal can cost at most: no position of a search costs more, and one costs as much."""

from dataclasses import replace
from random import Random

import pytest

from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.engine.scoring import most_lost, score
from games.engine.sets import CardSet, SetKind
from tests.support.deals import played

SIZES = {
    SetKind.KING: 1,
    SetKind.PAIR: 2,
    SetKind.KHAP: 3,
    SetKind.TRIPLE: 3,
    SetKind.KGM: 3,
    SetKind.PAWNS4: 4,
    SetKind.QUAN: 4,
    SetKind.KHUI: 4,
}
RULES = {
    "vinagames": VINAGAMES,
    "4sac": FOURSAC,
    "deducted": replace(FOURSAC, loser_kongs="deduct", unit=3),
    "no penalty": replace(VINAGAMES, penalty="none"),
    "dear triples": replace(FOURSAC, exposed_triple=7),
    "flat": replace(VINAGAMES, payment="flat", unit=10, loser_kongs="none", yellow_king=3),
    "multiplied": replace(
        FOURSAC, factor=3, factor_for="quan", penalty="pays-for-all", khap=9, four_pawns=12
    ),
    "dear khaps": replace(VINAGAMES, khap=12, base=0, fixed=7),
}


def hand(random: Random, cards: int) -> list[SetKind]:
    """Kinds of sets of so many cards at most; now and then nothing but quans."""
    favourite = random.choice([SetKind.QUAN, SetKind.KHUI, SetKind.TRIPLE, None])
    kinds: list[SetKind] = []
    while cards:
        kind = favourite if favourite and random.random() < 0.9 else random.choice(list(SIZES))
        if SIZES[kind] > cards:
            kind = SetKind.KING
        kinds.append(kind)
        cards -= SIZES[kind]
    return kinds


def lowest(rules: RuleSet, hands: list[list[SetKind]], offender: int | None) -> int:
    """Return the net points of the seat that loses most where seat 0 wins."""
    kongs = [[kind for kind in kinds if kind in (SetKind.QUAN, SetKind.KHUI)] for kinds in hands]
    result = score(
        rules,
        winner=0,
        sets=[CardSet(kind, ()) for kind in hands[0]],
        kongs=kongs,
        khaps=[kinds.count(SetKind.KHAP) for kinds in hands],
        offender=offender,
    )
    return min(result.net)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_hands_cost_more(rules: RuleSet, seats: int) -> None:
    random = Random(seats)
    worst = 0
    for _ in range(1500):
        hands = [hand(random, 21), *(hand(random, 20) for _ in range(seats - 1))]
        penalised = rules.judges and seats > 2 and random.random() < 0.5
        worst = min(worst, lowest(rules, hands, seats - 1 if penalised else None))
    assert -most_lost(rules, seats) <= worst < 0


@pytest.mark.parametrize(
    ("rules", "seats", "most"),
    [(VINAGAMES, 2, 98), (VINAGAMES, 3, 236), (VINAGAMES, 4, 374), (FOURSAC, 4, 121)],
)
def test_the_hands_of_the_proof_cost_it(rules: RuleSet, seats: int, most: int) -> None:
    quans = [SetKind.QUAN] * 5
    hands = [[*quans, SetKind.KING], *[quans] * (seats - 2), [SetKind.PAIR] * 10]
    offender = seats - 1 if rules.judges and seats > 2 else None
    assert lowest(rules, hands, offender) == -most == -most_lost(rules, seats)


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC])
def test_no_deal_that_is_played_costs_more(rules: RuleSet) -> None:
    for seed in range(40):
        ending = played(rules, seed).state.ending
        assert ending is not None
        assert min(ending.result.net) >= -most_lost(rules, 4)
