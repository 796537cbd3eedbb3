"""Results of deals with real cards: the same payments as the engine's own deals, and what is refused."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots.match import play_match
from games.engine.cards import CARD_BY_NAME, CARDS
from games.engine.real_cards.results import (
    Aside,
    BadResult,
    CardboardResult,
    aside_text,
    parse_aside,
    parse_set,
    set_text,
    settle,
)
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.engine.sets import SetKind
from tests.support.entered_deals import TABLES, entered

DEALS = 60


@pytest.mark.parametrize("named", [True, False], ids=["kinds named", "kinds not named"])
@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=[f"{r.key} {s}" for r, s in TABLES])
def test_a_deal_of_the_engine_pays_the_same_when_its_result_is_entered(rules, seats, named):
    met: Counter[str] = Counter()
    for bots in (["careful"] * seats, ["newcomer", "club"] * 2):
        for played in play_match(rules, bots[:seats], deals=DEALS, random=Random(seats)):
            assert played.state.ending is not None
            own = played.state.ending.original
            asked = entered(played.state, named=named)
            assert settle(rules, asked) == own
            again = tuple(parse_set(set_text(shown)) for shown in asked.sets)
            assert settle(rules, replace(asked, sets=again)).net == own.net
            met["nobody"] += own.winner is None
            met["penalty"] += own.offender is not None
            met["asides"] += any(asked.asides)
    assert met["asides"] and bool(met["nobody"]) == (seats == 4)
    assert bool(met["penalty"]) == (rules.judges and seats > 2)


HAND = (
    *("quan Rr Rr Rr Rr", "khui Ny Ny Ny Ny", "khap Cg Cg Cg", "king-guard-minister Kw Gw Mw"),
    *("three-pawns Pr Py Pg", "pair Gr Gr", "pair Mr Mr"),
)


def hand(*texts: str) -> CardboardResult:
    return CardboardResult(1, tuple(map(parse_set, texts or HAND)))


def refusal(result: CardboardResult, rules: RuleSet = VINAGAMES) -> str:
    with pytest.raises(BadResult) as refused:
        settle(rules, result)
    return refused.value.code


def test_the_worked_payments_come_out_of_an_entered_hand():
    # 8 + 6 + 3 + 1 + 1 = 19 points with a quan and a khui: V4 of §9.
    assert settle(VINAGAMES, hand()).net == (-54, 162, -54, -54)
    assert settle(FOURSAC, hand()).net == (-19, 57, -19, -19)


def test_a_card_too_many_or_too_few_is_refused():
    assert refusal(hand(*HAND[:-1])) == "cardboard.cards-missing"
    assert refusal(hand(*HAND, "king Kg")) == "cardboard.cards-too-many"


def test_there_is_no_fifth_copy_in_all_that_is_entered():
    assert refusal(hand(*HAND[:-2], "pair Rr Rr", "pair Mr Mr")) == "cardboard.fifth-copy"
    loser = ((Aside(SetKind.KHAP, CARD_BY_NAME["Cg"]),), (), (), ())
    assert refusal(replace(hand(), asides=loser)) == "cardboard.fifth-copy"
    two = (Aside(SetKind.KHAP, CARD_BY_NAME["Nr"]),)
    assert refusal(replace(hand(), asides=(two, (), two, ()))) == "cardboard.fifth-copy"


def test_what_is_no_set_is_refused():
    for wrong in ("pair Gr Gy", "khap Cg Cg", "three-pawns Pr Pr Pg", "king Gr", "quan Rr Rr Rr"):
        assert refusal(hand(wrong, *HAND[1:])) == "cardboard.no-set"
    for text in ("", "trio Rr", "pair Rr Xx", "pair", "pair Rr Rr Rr Rr Rr Rr"):
        with pytest.raises(BadResult):
            settle(VINAGAMES, hand(text, *HAND[1:]))


def test_foursac_makes_no_exposed_triple_of_kings():
    kings = ("triple Kr Kr Kr", "khap Cg Cg Cg", *HAND[:2], *HAND[4:])
    assert sum(len(parse_set(text).cards) for text in kings) == 21
    assert settle(VINAGAMES, hand(*kings)).winner == 1
    assert refusal(hand(*kings), FOURSAC) == "cardboard.king-triple"


def test_a_penalty_is_paid_by_a_loser_where_the_rules_have_one():
    assert settle(VINAGAMES, replace(hand(), offender=3)).net == (0, 162, 0, -162)
    assert refusal(replace(hand(), offender=1)) == "cardboard.offender"
    assert refusal(replace(hand(), offender=4)) == "cardboard.offender"
    assert refusal(replace(hand(), offender=3), FOURSAC) == "cardboard.no-penalty"
    two = replace(hand(), asides=((), ()), offender=0)
    assert refusal(two) == "cardboard.penalty-of-two"


def test_a_loser_shows_kongs_and_khaps_of_at_most_twenty_cards():
    pair = ((Aside(SetKind.PAIR),), (), (), ())
    assert refusal(replace(hand(), asides=pair)) == "cardboard.no-aside"
    six = ((Aside(SetKind.QUAN),) * 6, (), (), ())
    assert refusal(replace(hand(), asides=six)) == "cardboard.loser-cards"
    assert settle(VINAGAMES, replace(hand(), asides=((Aside(SetKind.QUAN),) * 5, (), (), ()))).net
    mine = ((), (Aside(SetKind.KHAP),), (), ())
    assert refusal(replace(hand(), asides=mine)) == "cardboard.winners-aside"
    assert refusal(replace(hand(), winner=4)) == "cardboard.seat"


def test_kongs_that_nobody_named_need_cards_that_are_left():
    chows = [f"king-guard-minister K{c} G{c} M{c}" for c in "ryg"]
    chows += [f"rook-cannon-knight R{c} C{c} N{c}" for c in "rygw"]
    quan = Aside(SetKind.QUAN)  # 7 of the 28 kinds are whole beside a hand that touches 21
    assert settle(VINAGAMES, replace(hand(*chows), asides=((quan,) * 4, (), (quan,) * 3, ()))).net
    assert refusal(replace(hand(*chows), asides=((quan,) * 4, (), (quan,) * 4, ()))) == (
        "cardboard.no-room"
    )


def test_where_nobody_won_nothing_is_paid_and_nothing_entered():
    assert settle(VINAGAMES, CardboardResult(None)).net == (0, 0, 0, 0)
    assert refusal(replace(hand(), winner=None)) == "cardboard.nobody-pays"
    assert refusal(CardboardResult(None, offender=2)) == "cardboard.nobody-pays"


@given(st.sampled_from(list(SetKind)), st.one_of(st.none(), st.sampled_from(CARDS)))
def test_a_losers_set_reads_as_it_is_written(kind, card):
    assert parse_aside(aside_text(Aside(kind, card))) == Aside(kind, card)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reading(text):
    for read in (parse_set, parse_aside):
        with suppress(BadResult):  # nothing else is raised
            read(text)
