"""The payout in words: each payment once, and what is paid twice says so."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import DECK
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.scoring import (
    KONGS,
    Reason,
    Result,
    ScoreLine,
    no_winner,
    score,
    yellow_kings,
)
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active, Ending
from games.presenters.play.payout import payout, payout_of
from games.presenters.play.reckoning import WonHand, amount_words, notes, reckoning, shares
from games.queries.periods import Disputable
from tests.support.engine.house_rules import OFTEN, H, paid
from tests.support.engine.own_rules import OWN
from tests.support.engine.text import cards
from tests.support.felt import NOW, full_table

CARD = DECK[0]
NAMES = ("An", "Bình", "Chi", "Dũng")


def test_two_kongs_of_one_seat_are_told_as_two():
    kong = ScoreLine(Reason.KHUI, 0, 1, 6)
    lines = (ScoreLine(Reason.HAND, 0, 2, 7), kong, kong, ScoreLine(Reason.KHUI, 3, 1, 6))
    result = Result(2, 7, 7, (), None, lines, (-19, 18, 7, -6))
    shown = payout(Ending(result, 2, None, result), FOURSAC, NAMES, mine=0, chips_per_point=0)
    told = [
        (amount, words[-4:])
        for words, amount in shown.lines
        if words.startswith("An pays Bình for a")
    ]
    assert told == [(12, " × 2")]
    assert len(shown.lines) == 3
    assert sum(amount for _words, amount in shown.lines) == sum(line.amount for line in lines)


QUAN = CardSet(SetKind.QUAN, cards("Rr Rr Rr Rr"))
KHUI = CardSet(SetKind.KHUI, cards("Cr Cr Cr Cr"))
PLAIN = CardSet(SetKind.RCN, cards("Rg Cg Ng"))
KING = CardSet(SetKind.KING, cards("Ky"))
SOUTHERN = replace(VINAGAMES, payment="flat", unit=10, loser_kongs="none", yellow_king=1)


@pytest.mark.parametrize(
    ("rules", "won", "said"),
    [
        (VINAGAMES, (PLAIN,), "(3 + 9 points) + 10 = 22 (§9.1)"),
        (VINAGAMES, (KHUI,), "(3 + 9 points) × 2 for a khui + 10 = 34 (§9.1)"),
        (FOURSAC, (QUAN,), "9 points × 1 = 9 (§9.4)"),
        (
            replace(FOURSAC, factor=3, factor_for="quan", unit=2),
            (QUAN,),
            "9 points × 2 × 3 for a quan = 54 (§13.2)",
        ),
        (replace(FOURSAC, factor=3, factor_for="quan"), (KHUI,), "9 points × 1 = 9 (§13.2)"),
        (replace(VINAGAMES, base=0, fixed=0), (PLAIN,), "9 points = 9 (§13.2)"),
        (SOUTHERN, (PLAIN,), "Plain win (tới trơn): 10 (§13.2)"),
        (MIEN_NAM, (PLAIN, KING), "Plain win (tới trơn): 10 + 1 × 5 for yellow kings = 15 (§13.2)"),
        (
            SOUTHERN,
            (KHUI, KING, KING),
            "Win with a quan or khui (tới quan): 10 × 2 for a khui + 2 × 5 for yellow kings = 30 (§13.2)",
        ),
    ],
)
def test_the_amount_is_told_in_the_sets_own_terms(rules, won, said):
    kongs = [[made.kind for made in won if made.kind in KONGS], [], [], []]
    result = score(
        rules, winner=0, sets=won, kongs=kongs, khaps=[0] * 4, counted=(9, yellow_kings(won))
    )
    assert amount_words(rules, result) == said


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        (None, "Chi won with 7 points."),
        (Active(CARD, 2, drawn=True, version=9), "Chi won with 7 points, on the card they drew."),
        (
            Active(CARD, 1, drawn=True, version=9),
            "Chi won with 7 points, on a card that Bình drew.",
        ),
        (Active(CARD, 1, drawn=False, version=9), "Chi won with 7 points, on Bình’s discard."),
    ],
)
def test_the_winning_line_says_by_whose_card_the_deal_was_won(taken, said):
    result = Result(2, 7, 7, (), None, (ScoreLine(Reason.HAND, 0, 2, 7),), (-7, 0, 7, 0))
    shown = payout(Ending(result, 2, taken, result), FOURSAC, NAMES, mine=0, chips_per_point=0)
    assert shown.words == said


@pytest.mark.parametrize(
    ("offender", "said"),
    [
        (
            0,
            "The penalty can be disputed in the replay until the time for disputes is over (§10.7).",
        ),
        (
            None,
            "There was no penalty. This can be disputed in the replay until the time for "
            "disputes is over (§10.7).",
        ),
    ],
)
def test_where_nobody_can_say_yet_until_when_it_is_disputed_the_time_to_appeal_is_named(
    offender, said
):
    shown = full_table(VINAGAMES, 4, due="over").last
    assert shown is not None and shown.view.ending is not None
    ending = replace(shown.view.ending, result=replace(shown.view.ending.result, offender=offender))
    shown = replace(shown, view=replace(shown.view, ending=ending))
    told = payout_of(shown, Disputable(None), now=NOW)
    assert told is not None and told.dispute == said
    for nobody in (
        payout_of(shown, None, now=NOW),
        payout_of(replace(shown, view=replace(shown.view, viewer=None)), Disputable(None), now=NOW),
    ):
        assert nobody is not None and nobody.dispute == ""


@pytest.mark.parametrize(
    ("held", "won", "void", "said"),
    [
        (None, (KHUI,), False, ""),
        (56, (KHUI,), False, "Chi takes the pot: 56 chips (§13.14)."),
        (
            56,
            (PLAIN,),
            False,
            "The pot of 56 chips stays on the table: nobody won with a quan or khui (§13.14).",
        ),
        (
            1,
            (),
            False,
            "The pot of 1 chip stays on the table: nobody won with a quan or khui (§13.14).",
        ),
        (
            56,
            (KHUI,),
            True,
            "The pot of 56 chips went back to the players who had paid it (§13.14).",
        ),
    ],
)
@pytest.mark.django_db
def test_13_14_the_payout_says_what_became_of_the_pot(held, won, void, said):
    rules = replace(VINAGAMES, key="A", pot=7)
    result = Result(2, 9, 34, won, None, (), (0,) * 4)
    stands = no_winner(4) if void else result
    ending = Ending(stands, 2, None, result)
    shown = payout(ending, rules, NAMES, mine=0, chips_per_point=1, pot=held)
    paid_in = "Each player pays 7 chips into the pot before every deal (§13.14). "
    assert shown.pot == (said and paid_in + said)


@pytest.mark.parametrize("case", H)
def test_the_printed_numbers_of_the_worked_payments_come_to_what_is_paid(case):
    rules, result = H[case][0], paid(case)
    assert reckoning(rules, WonHand.of_result(result)).total == result.amount
    assert str(result.amount) in amount_words(rules, result)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("H1", ()),
        (
            "H5",
            ("Only the winner is paid: the losers get nothing for their kongs or khạp (§13.3).",),
        ),
        ("H7", ("Chi pays for all: 3 × 7 = 21 (§13.13)",)),
        (
            "H8",
            (
                "Bình: 30 − 6 for kongs = 24 (§9.5)",
                "Chi pays for all: 24 + 30 + 30 = 84 (§13.13)",
            ),
        ),
    ],
)
def test_what_is_deducted_and_who_pays_for_all_is_told(case, said):
    rules, result = H[case][0], paid(case)
    assert notes(rules, result, NAMES) == said
    shown = payout(Ending(result, 0, None, result), rules, NAMES, mine=0, chips_per_point=0)
    assert shown.notes == said


def worked_out(words: str) -> int:
    """Return what the numbers in the words of a calculation come to, without the result that they name."""
    said, *_result = re.sub(r" \(§[\d.]+\)|^.*?: ", "", words).split(" = ")
    return int(eval(re.sub(r"[^\d+*()]", "", said.replace("×", "*"))))


KINDS = st.lists(st.sampled_from(KONGS), max_size=2)


@OFTEN
@given(
    rules=OWN,
    won=st.lists(st.sampled_from((QUAN, KHUI, PLAIN, KING)), min_size=1, max_size=5),
    kongs=st.tuples(KINDS, KINDS, KINDS),
    offends=st.booleans(),
    shared=st.booleans(),
)
def test_by_any_rules_the_printed_numbers_come_to_what_is_paid(rules, won, kongs, offends, shared):
    offender = 2 if offends and rules.judges else None
    own = [made.kind for made in won if made.kind in KONGS]
    result = score(
        rules,
        winner=0,
        sets=won,
        kongs=[own, *kongs],
        khaps=[0, 1, 0, 2],
        offender=offender,
        shared=shared and offender is not None,
    )
    assert reckoning(rules, WonHand.of_result(result)).total == result.amount
    assert worked_out(amount_words(rules, result)) == result.amount
    hand = sum(shares(result).values())
    beside = [line for line in result.lines if line.reason.value in ("quan", "khui", "khap")]
    assert hand - sum(line.amount for line in beside if line.payer == 0) == result.net[0]
