"""`check_ledger` finds a pot that says something else than its table's deals (§13.14), whatever the transfers say."""

from collections.abc import Callable

import pytest
from django.db.models import F
from django.utils import timezone

from games import commands
from games.checks.ledger import check_ledger
from games.checks.log import unreadable_streams
from games.club.pots import (
    PotEvent,
    PotGivenBack,
    PotPaid,
    PotReturned,
    PotSharedOut,
    PotTaken,
    pot_stream,
    to_stored,
)
from games.commands.deal.deal_work import DealWork
from games.engine.deal import stop
from games.ledger.commands import post_owed
from games.ledger.queries import trial_balance
from games.log import append, stream_version
from games.models import Deal, Player, Table
from games.settlement import pot_owed
from tests.support.deals import NOW
from tests.support.forger import forge
from tests.support.play_pages import browser
from tests.support.pots import in_pot, pot_dealt, pot_played

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def put_in(table_id: int, *events: PotEvent) -> None:
    """Append these events with their transfers, as no command would."""
    stream = pot_stream(table_id)
    for event in events:
        append(
            stream, [to_stored(event)], expected_version=stream_version(stream), now=timezone.now()
        )
    post_owed(pot_owed(table_id))


def found() -> list[str]:
    assert sum(trial_balance().values()) == 0
    return list(check_ledger())


DIFFERS = "The pot of table {table} differs from what deal {deal} says about it."
FORGED: list[tuple[Callable[[Deal, Player], PotEvent], str]] = [
    (lambda deal, thief: PotTaken(deal.pk, f"player:{thief.pk}"), DIFFERS),
    (lambda deal, thief: PotReturned(deal.pk), DIFFERS),
    (
        lambda deal, thief: PotSharedOut(deal.pk),
        "The pot of table {table} was shared out, but the table is still open.",
    ),
    (
        lambda deal, thief: PotPaid(deal.pk + 1000, (f"player:{thief.pk}",), 5),
        "Stream pot-{table} names deal {other}, which was not played at its table.",
    ),
]


@pytest.mark.parametrize(("forged", "said"), FORGED, ids=["taken", "returned", "shared", "paid"])
def test_an_event_that_no_deal_calls_for_is_named(
    four: list[Player], forged: Callable[[Deal, Player], PotEvent], said: str
) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    assert found() == []
    put_in(deal.table_id, forged(deal, four[1]))
    sentence = said.format(table=deal.table_id, deal=deal.pk, other=deal.pk + 1000)
    assert found() == [sentence]


def test_a_pot_that_is_given_back_without_a_ruling_is_named(four: list[Player]) -> None:
    deal = pot_played(four, takes=True)
    commands.settle(deal_id=deal.pk, now=NOW)
    put_in(deal.table_id, PotGivenBack(deal.pk))
    assert found() == [DIFFERS.format(table=deal.table_id, deal=deal.pk)]


def test_a_pot_that_nobody_paid_or_took_is_named(four: list[Player]) -> None:
    deal = pot_played(four, takes=True)
    assert found() == [], "the worker will see to it"
    Deal.objects.filter(pk=deal.pk).update(settled_version=deal.owed_version)
    differs = DIFFERS.format(table=deal.table_id, deal=deal.pk)
    assert differs in found()
    forge(f"UPDATE games_table SET chips_per_point = 0 WHERE id = {deal.table_id}")
    assert differs in found(), "the deal says what it was played for"


def test_what_is_left_at_a_table_that_ended_is_named(four: list[Player]) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    Table.objects.filter(pk=deal.table_id).update(closed_at=NOW)
    account = f"table:{deal.table_id}:pot"
    assert found() == [
        f"Table {deal.table_id} has ended, but account {account} still holds 28 chips."
    ]


def test_a_transfer_of_a_pot_that_was_changed_or_is_missing_is_named(four: list[Player]) -> None:
    deal = pot_dealt(four, takes=False)
    assert in_pot(deal.table_id) == 28
    key = f"pot:{deal.table_id}:1:{deal.pk}"
    forge(f"UPDATE ledger_transfer SET memo = 'x' WHERE key = '{key}'")
    assert found() == [
        f"Transfer {key} has the memo x; the log says Deal {deal.pk}: paid into the pot."
    ]


def test_a_pot_that_cannot_be_read_is_named_by_both_checks(four: list[Player]) -> None:
    deal = pot_dealt(four, takes=False)
    stream = pot_stream(deal.table_id)
    stored = to_stored(PotTaken(deal.pk + 1, "player:1"))
    append(stream, [stored], expected_version=1, now=timezone.now())
    for said in (list(unreadable_streams()), found()):
        assert any(f"{stream} cannot be read from its events" in one for one in said)
    page = browser(four[0]).get(f"/tables/{deal.table_id}/")
    assert page.status_code == 200 and 'id="pot"' not in page.content.decode()


def test_a_stopped_deal_whose_payments_never_came_back_is_found_behind_later_deals(four) -> None:
    first = pot_dealt(four, takes=False)
    work = DealWork.on(first.pk, now=NOW)
    work.add(stop(work.state, reason="fire"))
    work.save()
    put_in(first.table_id, PotPaid(first.pk + 1, work.state.setup.players, 7))
    Deal.objects.update(settled_version=F("owed_version"))
    assert DIFFERS.format(table=first.table_id, deal=first.pk) in found()
