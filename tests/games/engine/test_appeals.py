"""Who joins a dispute, who appeals its ruling, and what is final (§10.7, §10.8)."""

import pytest

from games.engine.disputing.rulings import (
    answer_dispute,
    appeal_ruling,
    join_dispute,
    withdraw_ruling,
)
from tests.support.builders import Table
from tests.support.engine.disputes import (
    dispute,
    give_ruling,
    penalised,
    refusal,
    rule,
    share_payment,
)

RULED = {"dispute": 1, "referee": "player:9", "section": "§10.5", "reason": "as the book has it"}


def appealed(seat: int = 0) -> Table:
    """Return a penalty that a ruling lifted, which the winner appealed; `seat` had disputed it."""
    table = rule(dispute(penalised(), seat=seat), upheld=False)
    table.then(appeal_ruling(table.state, dispute=1, seat=1, reason="it was not the worst"))
    return table


def test_10_7_other_seats_and_the_director_join_and_none_speaks_twice():
    table = dispute(penalised(), seat=0)
    for seat in (2, None):
        table.then(join_dispute(table.state, dispute=1, seat=seat, reason="so do I"))
    assert table.state.ending is not None
    assert table.state.ending.disputes[0].joined == (2, None)
    for seat in (0, 2, None):
        assert refusal(join_dispute, table.state, dispute=1, seat=seat, reason="again") == (
            "dispute.filed"
        )


def test_10_7_nobody_joins_what_is_ruled_or_appealed():
    ruled = rule(dispute(penalised()), upheld=True)
    for table in (ruled, appealed()):
        assert refusal(join_dispute, table.state, dispute=1, seat=2, reason="x") == "dispute.ruled"


def test_10_7_the_seat_that_let_the_card_go_answers_once_and_before_the_ruling():
    table = dispute(penalised(), seat=2)
    paid = table.result
    for seat in (1, 2, 3, 4, -1):
        assert refusal(answer_dispute, table.state, dispute=1, seat=seat, reason="x") == (
            "dispute.not-accused"
        )
    table.then(answer_dispute(table.state, dispute=1, seat=0, reason="it was my only pair"))
    assert table.result == paid
    assert refusal(answer_dispute, table.state, dispute=1, seat=0, reason="x") == "dispute.answered"
    own = dispute(penalised(), seat=0)
    assert refusal(answer_dispute, own.state, dispute=1, seat=0, reason="x") == "dispute.answered"
    for over in (rule(dispute(penalised(), seat=2), upheld=True), appealed(seat=2)):
        assert refusal(answer_dispute, over.state, dispute=1, seat=0, reason="x") == "dispute.ruled"


def test_10_8_an_appeal_leaves_the_payment_until_another_referee_decides():
    table = appealed()
    assert table.result.offender is None
    assert refusal(appeal_ruling, table.state, dispute=1, seat=2, reason="x") == "ruling.appealed"
    rule(table, upheld=True)
    assert table.result.offender == 0


def test_10_8_only_a_ruling_is_appealed():
    table = dispute(penalised())
    assert refusal(appeal_ruling, table.state, dispute=1, seat=1, reason="x") == "ruling.no-appeal"


@pytest.mark.parametrize("upheld", [True, False])
def test_10_8_what_is_decided_on_appeal_is_final(upheld):
    table = rule(appealed(), upheld=upheld)
    assert refusal(withdraw_ruling, table.state, dispute=1, referee="player:9", reason="x") == (
        "ruling.final"
    )
    assert refusal(give_ruling, table.state, upheld=True, **RULED) == "ruling.final"
    assert refusal(share_payment, table.state, **RULED) == "ruling.final"
    assert refusal(appeal_ruling, table.state, dispute=1, seat=2, reason="x") == "ruling.appealed"
