"""An evening of groups and a final, played by bots through what the workers do, and checked line by line."""

import pytest

from games.ledger.accounts import pot_account
from games.ledger.queries import balance
from tests.support.checked import checked
from tests.support.evening import Evening
from tournaments import queries
from tournaments.models import RoundTable, Standing, Tournament

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_groups_and_a_final_to_the_paid_prizes():
    evening = Evening(9, format="groups", rounds=3, final_rounds=1, finalists=4, deals_per_round=1)
    evening.play_all()
    assert Tournament.objects.get().rounds_closed == 3
    evening.close()
    loaded = queries.current(evening.id)
    chosen = {f"player:{one}" for one in loaded.state.rounds[2].finalists}
    final = RoundTable.objects.get(round=3, section=0)
    assert set(final.seats) == chosen and len(chosen) == 4
    rows = list(Standing.objects.order_by("line"))
    assert {row.participant for row in rows[:4]} == chosen
    assert sum(row.prize or 0 for row in rows) == 9 * 15 and balance(pot_account(evening.id)) == 0
    assert all(not row.prize for row in rows[4:])
    assert [line.partition(":")[0] for line in checked(evening.id)] == [
        "check_ledger",
        "verify_log",
        "check_draw",
        "rebuild",
    ]
