"""`check_ledger` finds each thing that somebody did to the money with raw SQL and the triggers lifted."""

from collections.abc import Callable
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from games import commands
from games.engine.rules import VINAGAMES
from games.ledger.commands import counter, post
from games.ledger.models import Account, Posting, Transfer
from games.models import Deal, Player
from tests.support.append_only import lifted
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.forger import forge
from tests.support.rulings import reverse_the_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    names = ("an", "binh", "chi", "dung")
    return [Player.objects.create_user(name) for name in names]


@pytest.fixture
def deal(players: list[Player]) -> Deal:
    """A settled deal in which somebody paid the penalty."""
    return stored_deal(VINAGAMES, penalty_seed(), players, chips_per_point=3)


@pytest.fixture
def ruled(deal: Deal, players: list[Player]) -> Deal:
    """The deal after a ruling that lifted the penalty, settled anew."""
    reverse_the_penalty(deal, players)
    commands.settle(deal_id=deal.pk)
    return Deal.objects.get(pk=deal.pk)


def check_ledger() -> str | None:
    """Return what the command finds; None where the ledger is right."""
    out = StringIO()
    try:
        call_command("check_ledger", stdout=out)
    except CommandError:
        return out.getvalue()
    assert "The ledger is right" in out.getvalue()
    return None


def test_an_empty_club_is_right() -> None:
    assert check_ledger() is None


def test_settled_deals_and_rulings_are_right(ruled: Deal) -> None:
    keys = set(Transfer.objects.values_list("key", flat=True))
    version = ruled.owed_version
    payment = f"deal:{ruled.pk}:ruling:{version}"
    assert keys == {f"deal:{ruled.pk}", payment, f"{payment}:counter"}
    assert check_ledger() is None


def test_a_ruling_that_waits_for_its_settlement_is_no_fault(
    deal: Deal, players: list[Player]
) -> None:
    reverse_the_penalty(deal, players)
    assert check_ledger() is None
    commands.settle(deal_id=deal.pk)
    assert check_ledger() is None


def test_a_ruling_said_to_be_settled_without_its_transfers_is_named(
    deal: Deal, players: list[Player]
) -> None:
    reverse_the_penalty(deal, players)
    Deal.objects.update(settled_version=F("owed_version"))
    said = check_ledger()
    assert said is not None
    assert f"Transfer deal:{deal.pk}:ruling:" in said
    assert "is missing" in said


def test_a_deleted_transfer_is_named(ruled: Deal) -> None:
    gone = Transfer.objects.get(key__endswith=":counter")
    with lifted():
        gone.postings.all().delete()
        Transfer.objects.filter(pk=gone.pk).delete()
    assert f"Transfer {gone.key} is missing" in (check_ledger() or "")


def test_amounts_changed_in_balance_are_named(deal: Deal) -> None:
    first, second = Posting.objects.filter(transfer__key=f"deal:{deal.pk}").order_by("pk")[:2]
    forge(f"UPDATE ledger_posting SET amount = amount + 5 WHERE id = {first.pk}")
    forge(f"UPDATE ledger_posting SET amount = amount - 5 WHERE id = {second.pk}")
    said = check_ledger()
    assert said is not None
    assert f"Transfer deal:{deal.pk} moves" in said
    assert "add up" not in said


def test_an_amount_out_of_balance_is_named(deal: Deal) -> None:
    posting = Posting.objects.filter(transfer__key=f"deal:{deal.pk}").order_by("pk")[0]
    forge(f"UPDATE ledger_posting SET amount = amount + 5 WHERE id = {posting.pk}")
    said = check_ledger()
    assert said is not None
    assert f"Transfer deal:{deal.pk} does not add up: +5 chips" in said
    assert "All accounts together hold +5 chips" in said


def test_chips_given_to_another_account_are_named(deal: Deal) -> None:
    thief = Account.objects.create(code="member:999", kind="member")
    posting = Posting.objects.filter(transfer__key=f"deal:{deal.pk}", amount__gt=0)[0]
    forge(f"UPDATE ledger_posting SET account_id = {thief.pk} WHERE id = {posting.pk}")
    assert "member:999" in (check_ledger() or "")


def test_a_posting_that_was_taken_out_is_named(deal: Deal) -> None:
    posting = Posting.objects.filter(transfer__key=f"deal:{deal.pk}").order_by("pk")[0]
    forge(f"DELETE FROM ledger_posting WHERE id = {posting.pk}")
    assert "postings; it was closed with" in (check_ledger() or "")


@pytest.mark.only_on("sqlite3")  # PostgreSQL's foreign key cannot be lifted with the triggers
def test_a_posting_without_a_transfer_is_named(deal: Deal) -> None:
    account = Account.objects.all()[0]
    with lifted():
        orphan = Posting.objects.create(transfer_id=uuid4(), account=account, amount=7)
    said = check_ledger()
    with lifted():
        Posting.objects.filter(pk=orphan.pk).delete()
    assert f"Posting {orphan.pk} belongs to no transfer" in (said or "")


def invent_a_payment(deal: Deal) -> str:
    post(key="deal:999999", memo="m", postings={"member:1": 5, "member:2": -5}, now=NOW)
    return "Nothing in the log calls for transfer deal:999999"


def pay_a_deal_twice(deal: Deal) -> str:
    key = f"deal:{deal.pk}:again"
    post(key=key, memo="m", postings={"member:1": 5, "member:2": -5}, now=NOW)
    return f"Nothing in the log calls for transfer {key}"


def take_a_deal_back_without_a_ruling(deal: Deal) -> str:
    key = f"deal:{deal.pk}:ruling:99:counter"
    counter(key=key, original_key=f"deal:{deal.pk}", memo="m", now=NOW)
    return f"Nothing in the log calls for transfer {key}"


def pay_under_a_key_of_nobody(deal: Deal) -> str:
    post(key="gift:1", memo="m", postings={"member:1": 5, "member:2": -5}, now=NOW)
    return "Transfer gift:1 is of a kind that no check covers"


def grant_out_of_a_members_pocket(deal: Deal) -> str:
    post(key="grant:1:x", memo="m", postings={"member:1": 5, "member:2": -5}, now=NOW)
    return "Nothing in the log calls for transfer grant:1:x"


@pytest.mark.parametrize(
    "invent",
    [
        invent_a_payment,
        pay_a_deal_twice,
        take_a_deal_back_without_a_ruling,
        pay_under_a_key_of_nobody,
        grant_out_of_a_members_pocket,
    ],
)
def test_a_transfer_that_nothing_calls_for_is_named(
    deal: Deal, invent: Callable[[Deal], str]
) -> None:
    assert invent(deal) in (check_ledger() or "")


def test_a_countering_link_that_was_moved_is_named(ruled: Deal) -> None:
    with lifted(), connection.cursor() as raw:
        raw.execute("UPDATE ledger_transfer SET counters_id = NULL WHERE counters_id IS NOT NULL")
    said = check_ledger()
    assert said is not None
    assert f"takes back nothing; the log calls for deal:{ruled.pk}" in said


def test_grants_of_the_club_are_right(deal: Deal, players: list[Player]) -> None:
    assert commands.grant_first_chips(player=players[0], now=NOW)
    assert check_ledger() is None


def test_a_deal_whose_events_are_gone_leaves_its_money_without_a_reason(deal: Deal) -> None:
    forge("DELETE FROM log_event WHERE stream = %s", deal.stream)
    assert f"Nothing in the log calls for transfer deal:{deal.pk}" in (check_ledger() or "")
