"""The worst card under the house's own rules (§13.13): D is the trash, whatever may be discarded beside it."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import CARD_NAMES, CARDS, is_king
from games.engine.deal import legal_moves
from games.engine.events import CardDiscarded
from games.engine.hands.hand import block_of, count, melds
from games.engine.moves import Discard
from games.engine.real_cards.discards import judge_discard
from games.engine.real_cards.results import BadResult
from games.engine.recording.notation import parse_card
from games.engine.recording.similarity import faced, facing, is_key
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import SetKind
from tests.support.builders import DULL, Table, position
from tests.support.cardboard import WON
from tests.support.engine import oracle
from tests.support.engine.blocks import private_cards
from tests.support.engine.house_rules import OFTEN
from tests.support.engine.own_rules import OWN
from tests.support.engine.reported import RESULT, TOLD, made

FREE = replace(VINAGAMES, key="A", discards="any")
KINGS_KEPT = replace(VINAGAMES, key="A", discards="any-but-king")
SOUTHERN_BLAMED = replace(
    VINAGAMES,
    key="A",
    payment="flat",
    unit=10,
    loser_kongs="none",
    yellow_king=1,
    discards="any",
)
"""A flat stake with a penalty."""


def discarded(table: Table) -> CardDiscarded:
    event = table.events[0]
    assert isinstance(event, CardDiscarded)
    return event


@OFTEN
@given(rules=OWN, held=private_cards(), at_limit=st.booleans())
def test_13_13_under_every_set_with_a_penalty_the_trash_alone_is_judged(rules, held, at_limit):
    rules = replace(rules, penalty="pays-for-all")
    hand = tuple(CARD_NAMES[card] for card in sorted(held))
    useful = oracle.usefulness(hand, Counter())
    left = rules.stock_limit if at_limit else 30
    table = position(rules, hands=[" ".join(hand) or "Gr", "", "", ""], phase="discard", left=left)
    for move in legal_moves(table.state, 0) if useful else ():
        assert isinstance(move, Discard)
        fresh = Table(table.state)
        fresh.when(0, move)
        judged = discarded(fresh).verdict
        assert judged is not None
        assert {CARD_NAMES[card]: hope for card, hope in judged.usefulness} == useful
        safe = useful if at_limit else oracle.worst(useful)
        assert {CARD_NAMES[card] for card in judged.worst} == set(safe)


@OFTEN
@given(held=private_cards())
def test_13_13_no_ban_on_melds_of_kings_costs_any_hope(held):
    block = block_of(held)
    for king in (card for card in CARDS if is_king(card) and count(block, card) < 3):
        ways = melds(block, king)
        allowed = [way for way in ways if way.kind not in (SetKind.PAIR, SetKind.TRIPLE)]
        assert min(way.trash for way in ways) == min(way.trash for way in allowed)


@pytest.mark.parametrize("rules", [FREE, KINGS_KEPT, SOUTHERN_BLAMED], ids=["any", "kept", "flat"])
@pytest.mark.parametrize("left", [30, 7], ids=["usual", "at the limit"])
def test_13_13_a_discard_from_a_set_is_never_safe(rules, left):
    # Ng is one of a pair: no trash, and the next seat wins with it.
    hands = ["Gw Rw Ng Ng", DULL, "Ng", DULL]
    for card, offender in (("Ng", 0), ("Rw", None)):
        table = position(rules, hands=hands, phase="discard", left=left)
        happened = table.when(0, f"discard {card}")
        judged = discarded(table).verdict
        assert judged is not None and judged.discards == judged.worst
        if card == "Ng":
            assert happened[-1].startswith("2 wins")
            assert table.result.offender == offender


def test_13_13_points_may_be_paid_with_a_penalty():
    rules = replace(FOURSAC, key="A", penalty="pays-for-all")
    table = position(rules, hands=["Gw Rw Ng Ng", DULL, "Ng", DULL], phase="discard")
    table.when(0, "discard Ng")
    table.when(2, "claim win")
    assert table.result.offender == 0
    assert table.result.net[0] == -3 * table.result.amount


def test_a_discard_from_a_set_at_the_limit_is_like_no_safe_one():
    table = position(FREE, hands=["Gw Rw Ng Ng", DULL, DULL, DULL], phase="discard", left=7)
    keys = {}
    for card in ("Ng", "Rw"):
        fresh = Table(table.state)
        fresh.when(0, f"discard {card}")
        one = facing(table.state, discarded(fresh))
        assert one is not None and is_key(one.key)
        keys[card] = (one.key.rpartition("-")[2], one.safe)
    assert keys == {"Ng": ("other", False), "Rw": ("limit", True)}
    assert faced((), 1) is None


def test_a_king_that_was_discarded_is_found_again_among_its_like():
    table = position(FREE, hands=["Kr Gw Rw", DULL, DULL, DULL], phase="discard")
    before = table.state
    table.when(0, "discard Kr")
    one = facing(before, discarded(table))
    assert one is not None and is_key(one.key) and not one.safe


def test_real_cards_a_discard_from_a_set_is_judged_where_the_house_allows_it():
    pair = replace(RESULT, sets=made(*WON[:-1], "pair Ng Ng"))
    told = replace(TOLD, discard=parse_card("Ng"))
    for rules in (FREE, KINGS_KEPT):
        found = judge_discard(rules, pair, told)
        assert found.penalty and parse_card("Ng") not in found.verdict.discards
    with pytest.raises(BadResult, check=lambda error: error.code == "discard.not-legal"):
        judge_discard(VINAGAMES, pair, told)


def test_real_cards_a_king_is_judged_only_where_it_may_be_discarded():
    alone = replace(RESULT, sets=made(*WON[:-1], "pair Kg Kg"))
    told = replace(TOLD, discard=parse_card("Kg"))
    assert judge_discard(FREE, alone, told).penalty
    with pytest.raises(BadResult, check=lambda error: error.code == "discard.reported-king"):
        judge_discard(KINGS_KEPT, alone, told)
