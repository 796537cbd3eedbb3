"""The penalty (§10.5), and what disputes and rulings make of it."""

from dataclasses import replace

import pytest

from games.engine.cards import CARDS
from games.engine.disputing.rulings import file_dispute, withdraw_ruling
from games.engine.ending import can_be_disputed
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.scoring import Reason, score
from games.engine.sets import CardSet, SetKind
from tests.support.builders import DULL, Table, position
from tests.support.engine.disputes import (
    DISCARDER,
    NO_USE,
    WAITS_FOR_CW,
    WAITS_FOR_GR,
    discard_of,
    dispute,
    give_ruling,
    penalised,
    refusal,
    rule,
    share_payment,
    won_by,
)

# §10.5 The penalty


def test_10_5_a_discard_that_was_not_worst_and_completed_the_winners_hand_is_penalised():
    table = penalised()
    result = table.result
    assert result.offender == 0
    assert result.amount == 14
    assert result.net == (-42, 42, 0, 0)
    assert {line.reason for line in result.lines} == {Reason.PENALTY}


def test_10_5_a_worst_card_is_not_penalised():
    result = won_by("Cw", WAITS_FOR_CW).result
    assert result.offender is None
    assert result.net == (-14, 42, -14, -14)


def test_10_5_the_opening_discard_is_exempt():
    assert won_by("Gr", WAITS_FOR_GR, opening=True).result.offender is None


def test_10_3_at_the_limit_of_the_stock_no_discard_is_penalised():
    assert won_by("Gr", WAITS_FOR_GR, left=8).result.offender == 0
    assert won_by("Gr", WAITS_FOR_GR, left=7).result.offender is None


def test_10_5_of_two_seats_nothing_changes_hands_but_the_verdict_is_recorded():
    table = won_by("Gr", WAITS_FOR_GR, seats=2)
    assert table.result.offender is None
    assert table.result.net == (-14, 14)
    taken = table.state.ending.taken if table.state.ending else None
    assert taken is not None and taken.verdict is not None
    assert taken.card not in taken.verdict.worst


def test_10_5_of_three_seats_the_offender_pays_for_both():
    assert won_by("Gr", WAITS_FOR_GR, seats=3).result.net == (-28, 28, 0)


def test_10_5_a_discard_that_completed_nothing_is_not_penalised():
    table = position(hands=[DISCARDER, "Gr Gr Cg Rw", "Rw Nw Rg Rg", NO_USE], phase="discard")
    table.when(0, "discard Gr")
    table.when(1, "hit")
    state = table.state
    assert state.active is not None and state.active.drawn


def test_10_5_a_drawn_card_that_wins_is_nobodys_offence():
    table = position(hands=[NO_USE, WAITS_FOR_GR, NO_USE], active="Cy", stock="Gr")
    assert table.when(0, "hit")[-1] == "1 wins 1"
    assert table.result.offender is None


def test_10_5_a_discard_after_a_forced_meld_counts():
    # Seat 0 must make the khui, and then lets Gr go, which is not its worst card.
    table = position(
        hands=[f"{DISCARDER} Ry Ry Ry", WAITS_FOR_GR, "My Cy", "Ry Cg Mg"],
        public=["Gg Gg Gg, Ny Ny Ny, Mw Mw Mw"],
        turn=3,
        phase="discard",
    )
    assert table.when(3, "discard Ry")[-1] == "0 must meld Ry with Ry Ry Ry: khui"
    assert table.when(0, "discard Gr")[-1].startswith("1 wins")
    assert table.result.offender == 0


def test_9_6_4sac_has_no_penalty():
    hands = [DISCARDER, WAITS_FOR_GR, NO_USE, NO_USE]
    table = position(FOURSAC, hands=hands, phase="discard")
    table.when(0, "discard Gr")
    table.when(1, "claim win")
    assert table.result.offender is None
    assert refusal(file_dispute, table.state, seat=0, discard=11, reason="x") == (
        "dispute.no-penalty-rule"
    )


def test_11_1_without_the_penalty_option_everybody_pays():
    table = won_by("Gr", WAITS_FOR_GR, rules=replace(VINAGAMES, key="friendly", penalty="none"))
    assert table.result.net == (-14, 42, -14, -14)


# Disputes


def test_10_5_a_seat_or_the_director_disputes_the_discard():
    for seat in (0, 3, None):
        table = dispute(penalised(), seat=seat)
        assert table.state.ending is not None
        (filed,) = table.state.ending.disputes
        assert (filed.number, filed.seat, filed.upheld) == (1, seat, None)
        assert table.result.offender == 0  # nothing is settled yet


def test_10_5_only_a_discard_that_completed_the_winners_hand_can_be_disputed():
    table = penalised()
    for version in (0, 1, discard_of(table) - 1, discard_of(table) + 1, 99):
        assert (
            refusal(file_dispute, table.state, seat=0, discard=version, reason="x")
            == "dispute.completed-nothing"
        )


def test_10_7_a_discard_can_be_disputed_where_a_penalty_can_hang_on_it_fallen_or_not():
    drawn = position(hands=[NO_USE, WAITS_FOR_GR, NO_USE], active="Cy", stock="Gr")
    drawn.when(0, "hit")
    friendly = replace(VINAGAMES, key="friendly", penalty="none")
    for table, can in (
        (penalised(), True),
        (won_by("Cw", WAITS_FOR_CW), True),
        (won_by("Gr", WAITS_FOR_GR, opening=True), False),
        (won_by("Gr", WAITS_FOR_GR, seats=2), False),
        (won_by("Gr", WAITS_FOR_GR, rules=friendly), False),
        (drawn, False),
    ):
        assert table.state.ending is not None
        assert can_be_disputed(table.state.ending, table.state.seats) is can


def test_10_5_a_card_that_was_drawn_cannot_be_disputed():
    table = position(hands=[NO_USE, WAITS_FOR_GR, NO_USE], active="Cy", stock="Gr")
    table.when(0, "hit")
    assert (
        refusal(file_dispute, table.state, seat=0, discard=discard_of(table), reason="x")
        == "dispute.completed-nothing"
    )


def test_8_2_a_deal_without_a_winner_has_nothing_to_dispute():
    table = position(hands=[DULL, DULL], active="Ny", left=7)
    table.when(0, "hit")
    assert refusal(file_dispute, table.state, seat=0, discard=10, reason="x") == (
        "dispute.completed-nothing"
    )


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(won_by("Gr", WAITS_FOR_GR, opening=True), id="the opening discard"),
        pytest.param(won_by("Gr", WAITS_FOR_GR, seats=2), id="two seats"),
    ],
)
def test_10_5_an_exempt_discard_cannot_be_disputed(table):
    assert (
        refusal(file_dispute, table.state, seat=0, discard=discard_of(table), reason="x")
        == "dispute.exempt"
    )


def test_10_5_a_discard_is_disputed_once():
    table = dispute(penalised())
    taken = table.state.ending.taken if table.state.ending else None
    assert taken is not None
    assert refusal(file_dispute, table.state, seat=1, discard=taken.version, reason="x") == (
        "dispute.filed"
    )


def test_10_5_a_running_deal_cannot_be_disputed():
    table = position(hands=[DISCARDER, DULL], phase="discard")
    assert refusal(file_dispute, table.state, seat=0, discard=10, reason="x") == "deal.not-over"


def test_1_2_a_seat_that_is_not_at_the_table_disputes_nothing():
    table = penalised()
    for seat in (-1, 4):
        assert (
            refusal(file_dispute, table.state, seat=seat, discard=discard_of(table), reason="x")
            == "seat.unknown"
        )


# Rulings


def test_10_5_an_upheld_penalty_stays():
    table = penalised()
    before = table.result
    rule(dispute(table), upheld=True)
    assert table.result == before
    assert table.state.ending is not None
    (settled,) = table.state.ending.disputes
    assert (settled.upheld, settled.referee, settled.section) == (True, "player:9", "§10.5")
    assert settled.ruling == "as the book has it"
    assert settled.reason == "it was safe"


def test_10_5_a_reversed_penalty_is_lifted_and_every_loser_pays():
    table = rule(dispute(penalised()), upheld=False)
    assert table.result.offender is None
    assert table.result.net == (-14, 42, -14, -14)
    assert table.state.ending is not None
    assert table.state.ending.original.net == (-42, 42, 0, 0)


def test_10_5_a_reversal_lays_a_penalty_where_none_fell():
    table = rule(dispute(won_by("Cw", WAITS_FOR_CW), seat=2), upheld=False)
    assert table.result.offender == 0
    assert table.result.net == (-42, 42, 0, 0)


def test_9_3_side_payments_are_the_same_whoever_pays_for_the_hand():
    table = position(
        hands=[DISCARDER, WAITS_FOR_GR, "Mg Mg Mg Ry", NO_USE],
        public=["", "", "", "Rg*4"],
        phase="discard",
    )
    table.when(0, "discard Gr")
    before = [line for line in table.result.lines if line.reason is not Reason.PENALTY]
    rule(dispute(table), upheld=False)
    assert [line for line in table.result.lines if line.reason is not Reason.HAND] == before
    assert len(before) == 2 + 3


def share(table: Table) -> Table:
    ruling = {"referee": "player:9", "section": "§10.8", "reason": "both were careless"}
    table.then(share_payment(table.state, dispute=1, **ruling))
    return table


def test_10_8_a_shared_payment_takes_half_from_each_other_loser_and_the_rest_from_the_offender():
    table = share(dispute(penalised()))
    # A = 14: South pays its own and half for East's other two losers.
    assert table.result.net == (-28, 42, -7, -7)
    assert table.result.offender == 0
    assert [(line.reason, line.payer, line.amount) for line in table.result.lines] == [
        (Reason.HAND, 0, 14),
        (Reason.SHARED, 2, 7),
        (Reason.SHARED, 0, 7),
        (Reason.SHARED, 3, 7),
        (Reason.SHARED, 0, 7),
    ]
    assert table.state.ending is not None
    (settled,) = table.state.ending.disputes
    assert (settled.upheld, settled.shared, settled.section) == (False, True, "§10.8")


def test_10_8_a_payment_is_shared_where_no_penalty_fell_and_the_sharing_is_withdrawn():
    table = share(dispute(won_by("Cw", WAITS_FOR_CW), seat=2))
    assert table.result.net == (-28, 42, -7, -7)
    assert refusal(share_payment, table.state, dispute=1, referee="r", section="", reason="x") == (
        "ruling.given"
    )
    table.then(withdraw_ruling(table.state, dispute=1, referee="player:9", reason="an error"))
    assert table.result.net == (-14, 42, -14, -14)
    assert table.state.ending is not None and not table.state.ending.disputes[0].shared


@pytest.mark.parametrize(("seats", "net"), [(3, (45 - 15, -23, -7)), (4, (45, -31, -7, -7))])
def test_10_8_an_odd_amount_leaves_the_last_chip_to_the_offender(seats, net):
    # By a club's own rules an exposed triple may bring 2 points: A = (3 + 2) + 10 = 15, and half of it is 7.
    rules = replace(VINAGAMES, exposed_triple=2)
    told = score(
        rules,
        winner=0,
        sets=[CardSet(SetKind.TRIPLE, (CARDS[0],) * 3)],
        kongs=[[]] * seats,
        khaps=[0] * seats,
        offender=1,
        shared=True,
    )
    assert (told.amount, told.net, sum(told.net)) == (15, net, 0)


def test_10_5_a_ruling_is_given_once():
    table = rule(dispute(penalised()), upheld=True)
    assert (
        refusal(
            give_ruling,
            table.state,
            dispute=1,
            referee="player:9",
            upheld=False,
            section="§10.5",
            reason="x",
        )
        == "ruling.given"
    )


def test_10_5_a_withdrawn_ruling_restores_what_held_before_and_opens_the_dispute():
    table = penalised()
    before = table.result
    rule(dispute(table), upheld=False)
    table.then(withdraw_ruling(table.state, dispute=1, referee="player:9", reason="an error"))
    assert table.result == before
    assert table.state.ending is not None
    (again,) = table.state.ending.disputes
    assert (again.upheld, again.reason) == (None, "it was safe")
    rule(table, upheld=True)
    assert table.result == before


def test_10_5_only_a_ruling_can_be_withdrawn():
    table = dispute(penalised())
    assert refusal(withdraw_ruling, table.state, dispute=1, referee="r", reason="x") == (
        "ruling.none"
    )


def test_10_5_a_dispute_that_was_not_filed_has_no_ruling():
    table = penalised()
    ruling = {"referee": "r", "reason": "x"}
    assert (
        refusal(give_ruling, table.state, dispute=1, upheld=True, section="§10.5", **ruling)
        == "dispute.unknown"
    )
    assert refusal(withdraw_ruling, table.state, dispute=2, **ruling) == "dispute.unknown"


def test_10_5_a_running_deal_has_no_ruling():
    table = position(hands=[DISCARDER, DULL], phase="discard")
    ruling = {"referee": "r", "reason": "x"}
    assert (
        refusal(give_ruling, table.state, dispute=1, upheld=True, section="§10.5", **ruling)
        == "deal.not-over"
    )
    assert refusal(withdraw_ruling, table.state, dispute=1, **ruling) == "deal.not-over"


def test_the_events_of_a_ruling_change_nothing_but_the_ending():
    table = penalised()
    played = table.state
    rule(dispute(table), upheld=False)
    assert replace(table.state, ending=played.ending, version=played.version) == played
