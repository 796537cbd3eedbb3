"""Settlements of one deal at the same time: none waits for another, and the chips move once."""

from threading import Event

import pytest
from django.utils import timezone

from games import commands, tasks
from games.checks.ledger import check_ledger
from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account
from games.ledger.commands import post
from games.ledger.models import Transfer
from games.ledger.queries import trial_balance
from games.models import Deal, Player
from tests.support import deals, pots
from tests.support.threads import at_once, elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deal():
    """A deal that ended with a penalty and is not settled yet."""
    four = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
    return deals.running_deal(
        VINAGAMES, deals.penalty_seed(), four, chips_per_point=10, moves=1000, now=timezone.now()
    )


def assert_settled_once(deal: Deal) -> None:
    deal.refresh_from_db()
    assert deal.settled_version == deal.owed_version > 0
    assert list(Transfer.objects.values_list("key", flat=True)) == [f"deal:{deal.pk}"]
    nets = {member_account(seat.player_id or 0): (seat.net or 0) * 10 for seat in deal.seats.all()}
    assert trial_balance() == {code: net for code, net in nets.items() if net}


@pytest.mark.only_on("postgresql")
def test_while_one_settlement_waits_another_returns_at_once_without_harm(deal, monkeypatch):
    inside, go_on = Event(), Event()
    went_on: list[bool] = []

    def post_when_let(**transfer):
        inside.set()
        went_on.append(go_on.wait(20))
        return post(**transfer)

    monkeypatch.setattr("games.ledger.commands.post", post_when_let)
    waiting = elsewhere(lambda: tasks.finish_deal(deal.pk))
    assert inside.wait(20)
    for _ in range(3):
        tasks.finish_deal(deal.pk)
    deal.refresh_from_db()
    assert deal.settled_version == 0 < deal.owed_version
    # The next deal does not wait for the chips of this one.
    assert Deal.objects.filter(table=deal.table, ended_at=None).count() == 1
    go_on.set()
    waiting.join(30)
    assert went_on == [True]  # nobody had waited until the other gave up
    tasks.finish_deal(deal.pk)
    assert_settled_once(deal)


def test_settled_by_many_at_once_the_chips_move_once(deal):
    at_once(*[lambda: tasks.finish_deal(deal.pk)] * 4)
    assert_settled_once(deal)
    assert Deal.objects.filter(table=deal.table, ended_at=None).count() == 1


@pytest.mark.parametrize("takes", [True, False])
def test_a_pot_is_taken_or_given_back_once_however_many_settle_while_the_table_is_closed(takes):
    four = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
    now = timezone.now()
    deal = pots.pot_played(four, takes=takes, chips_per_point=1, now=now)
    assert pots.in_pot(deal.table_id) == 28
    at_once(
        *[lambda: tasks.finish_deal(deal.pk)] * 3,
        lambda: commands.close_table(by=four[0], table_id=deal.table_id, now=timezone.now()),
    )
    tasks.finish_deal(deal.pk)
    assert pots.in_pot(deal.table_id) == 0
    keys = Transfer.objects.filter(key__startswith="pot:").order_by("key")
    memos = [memo.partition(": ")[2] for memo in keys.values_list("memo", flat=True)]
    last = "won the pot" if takes else "back from the pot, as the table has ended"
    assert memos == ["paid into the pot", last]
    assert list(check_ledger()) == []
