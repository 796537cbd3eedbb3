"""Tasks that post at the same time: each transfer is posted once, and everybody gets it."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import transaction

from games.ledger.commands import counter, post
from games.ledger.errors import AlreadyCountered, KeyReused
from games.ledger.models import Posting, Transfer
from games.ledger.queries import balance, trial_balance
from tests.support.threads import at_once

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db(transaction=True)


def pay(key: str, chips: int = 30) -> Transfer:
    postings = {"member:an": chips, "member:binh": -chips}
    return post(key=key, memo="a deal", postings=postings, now=NOON)


@pytest.mark.parametrize("inside", [False, True], ids=["alone", "in a transaction"])
def test_tasks_that_settle_the_same_deal_at_once_post_one_transfer(inside):
    posted: list[UUID] = []

    def settle() -> None:
        for number in range(10):
            if inside:
                with transaction.atomic():
                    transfer = pay(f"deal-{number}")
            else:
                transfer = pay(f"deal-{number}")
            posted.append(transfer.pk)

    at_once(settle, settle, settle)
    assert len(posted) == 30
    assert len(set(posted)) == Transfer.objects.count() == 10
    assert Posting.objects.count() == 20
    assert trial_balance() == {"member:an": 300, "member:binh": -300}


def test_of_two_tasks_that_post_different_amounts_under_one_key_one_is_refused():
    outcomes: list[str] = []

    def settle(chips: int) -> None:
        for number in range(10):
            try:
                pay(f"deal-{number}", chips)
                outcomes.append("posted")
            except KeyReused:
                outcomes.append("refused")

    at_once(lambda: settle(1), lambda: settle(2))
    assert outcomes.count("posted") == outcomes.count("refused") == 10
    assert Transfer.objects.count() == 10


def test_of_two_rulings_that_take_back_one_deal_at_once_one_is_refused():
    outcomes: list[str] = []
    for number in range(10):
        pay(f"deal-{number}")

    def rule(name: str) -> None:
        for number in range(10):
            try:
                counter(
                    key=f"{name}-{number}",
                    original_key=f"deal-{number}",
                    memo="reversed",
                    now=NOON,
                )
                outcomes.append("posted")
            except AlreadyCountered:
                outcomes.append("refused")

    at_once(lambda: rule("one"), lambda: rule("other"))
    assert outcomes.count("posted") == outcomes.count("refused") == 10
    assert balance("member:an") == 0


def test_tasks_that_name_the_same_new_accounts_in_another_order_do_not_block_each_other():
    members = [f"member:{number}" for number in range(20)]

    def settle(name: str, order: list[str]) -> None:
        for number, code in enumerate(order[1:]):
            post(key=f"{name}-{number}", memo="m", postings={order[0]: 1, code: -1}, now=NOON)

    at_once(lambda: settle("up", members), lambda: settle("down", members[::-1]))
    assert Transfer.objects.count() == 38
    assert sum(trial_balance().values()) == 0
