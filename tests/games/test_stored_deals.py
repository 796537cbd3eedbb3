"""The builder of finished deals says what it stores."""

import pytest

from games import queries
from games.engine.rules import FOURSAC, VINAGAMES
from games.ledger.queries import trial_balance
from games.models import Player
from tests.support import deals

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def test_a_stored_deal_is_the_one_that_its_seed_promises(four):
    for rules, seed in ((VINAGAMES, deals.penalty_seed()), (FOURSAC, 3)):
        deal = deals.stored_deal(rules, seed, four)
        promised = deals.played(rules, seed).state
        stored = queries.load_state(deal.pk)
        assert stored.ending is not None and promised.ending is not None
        assert stored.ending.original == promised.ending.original
        assert stored.version == promised.version
        assert deal.table.closed_at is not None
        assert deal.settled_version == deal.owed_version
    assert sum(trial_balance().values()) == 0


def test_a_penalty_seed_gives_a_penalty_and_a_safe_win_none(four):
    penalty = deals.stored_deal(VINAGAMES, deals.penalty_seed(), four)
    assert penalty.offender is not None
    safe = deals.stored_deal(VINAGAMES, deals.safe_win_seed(), four)
    assert safe.offender is None
    assert not deals.taken_in(safe).drawn


def test_bots_take_the_seats_behind_the_people(four):
    deal = deals.stored_deal(VINAGAMES, 5, four[:1])
    assert [seat.label for seat in deal.seats.all()] == [f"player:{four[0].pk}"] + 3 * [
        "bot:greedy"
    ]


def test_a_running_deal_waits_after_the_moves_asked_for(four):
    deal = deals.running_deal(VINAGAMES, 1, four, moves=4)
    assert deal.ended_at is None
    assert deal.version > 6
