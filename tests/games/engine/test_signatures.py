"""Void deals, and what is proposed for a second referee to sign: nothing changes before that (§10.8)."""

from typing import Any

import pytest

from games.engine.disputing import rulings
from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.disputing.rulings import Said, appeal_ruling, join_dispute, withdraw_ruling
from games.engine.scoring import no_winner
from tests.support.builders import Table
from tests.support.engine.disputes import (
    dispute,
    give_ruling,
    penalised,
    refusal,
    rule,
    share_payment,
    void_deal,
)

SAID = Said(1, "player:9", "§10.8", "a card was marked")
RULED = SAID._asdict()
SHARE = {"outcome": Outcome.SHARED, "said": SAID}
SECOND: dict[str, Any] = {"dispute": 1, "referee": "player:8"}


def proposed(outcome: Outcome = Outcome.VOIDED) -> Table:
    table = dispute(penalised())
    table.then(rulings.propose(table.state, outcome, SAID))
    return table


def test_10_8_of_a_void_deal_nobody_pays_anything_and_nobody_has_won_it():
    table = dispute(penalised())
    before = table.result
    table.then(void_deal(table.state, **RULED))
    assert table.result == no_winner(table.state.seats)
    assert table.state.ending is not None
    (found,) = table.state.ending.disputes
    assert (found.voided, found.upheld, found.shared) == (True, False, False)
    assert table.state.ending.original == before
    assert refusal(void_deal, table.state, **RULED) == "ruling.given"
    table.then(withdraw_ruling(table.state, dispute=1, referee="player:8", reason="x"))
    assert table.result == before


def test_10_8_void_on_appeal_is_final_and_lifted_from_void_counts_by_what_was_judged():
    table = dispute(penalised())
    judged = table.result
    table.then(void_deal(table.state, **RULED))
    table.then(appeal_ruling(table.state, dispute=1, seat=1, reason="x"))
    assert table.result.winner is None, "it stays until the appeal is decided"
    rule(table, upheld=True)
    assert table.result == judged


@pytest.mark.parametrize("outcome", [one for one in Outcome if one is not Outcome.WITHDRAWN])
def test_10_8_a_signature_brings_just_what_was_proposed(outcome):
    table = proposed(outcome)
    before = table.result
    assert table.state.ending is not None
    (waiting,) = table.state.ending.disputes
    assert (waiting.upheld, waiting.proposal is not None) == (None, True)
    table.then(rulings.sign(table.state, **SECOND))
    assert waiting.proposal is not None
    assert table.result == waiting.proposal.wish.result
    assert table.state.ending is not None
    (signed,) = table.state.ending.disputes
    assert (signed.referee, signed.proposal) == ("player:9", None)
    if outcome is Outcome.UPHELD:
        assert table.result == before


def test_10_8_no_other_ruling_comes_before_it_is_signed_or_off():
    table = proposed()
    for ruling in (share_payment, void_deal):
        assert refusal(ruling, table.state, **RULED) == "ruling.proposed"
    assert refusal(give_ruling, table.state, upheld=True, **RULED) == "ruling.proposed"
    assert refusal(rulings.propose, table.state, **SHARE) == "ruling.proposed"
    table.then(join_dispute(table.state, dispute=1, seat=2, reason="so do I"))
    table.then(rulings.refuse(table.state, reason="it was whole", **SECOND))
    assert refusal(rulings.sign, table.state, **SECOND) == "ruling.not-proposed"
    assert refusal(rulings.refuse, table.state, reason="x", **SECOND) == "ruling.not-proposed"
    rule(table, upheld=True)


def test_10_8_who_proposed_signs_nothing():
    table = proposed()
    said = {"dispute": 1, "referee": "player:9"}
    assert refusal(rulings.sign, table.state, **said) == "ruling.own-signature"


def test_10_8_the_effects_of_all_outcomes_are_foreseen_while_one_is_proposed():
    table = dispute(penalised())
    before = rulings.preview_outcomes(table.state, 1)
    assert [one.outcome for one in before] == list(RULINGS)
    assert rulings.preview_outcomes(proposed().state, 1) == before


def test_10_8_a_proposed_withdrawal_waits_as_well_and_an_appeal_overtakes_it():
    table = rule(dispute(penalised()), upheld=False)
    said = Said(1, "player:7", "", "the wrong deal")
    table.then(rulings.propose(table.state, Outcome.WITHDRAWN, said))
    taken = {"dispute": 1, "referee": "player:6", "reason": "x"}
    assert refusal(withdraw_ruling, table.state, **taken) == "ruling.proposed"
    table.then(appeal_ruling(table.state, dispute=1, seat=1, reason="x"))
    assert refusal(rulings.sign, table.state, **SECOND) == "ruling.not-proposed"
    rule(table, upheld=True)
