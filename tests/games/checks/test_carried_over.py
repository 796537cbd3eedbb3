"""A ledger from before transfers named their events: it is sealed once, and audits cleanly until it is forged."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.signals import post_migrate

from games import commands
from games.commands.club.settlement import carry_over, carry_over_after_migrating
from games.engine.rules import VINAGAMES
from games.ledger.accounts import TAKEN_BACK, member_account
from games.ledger.commands import counter, post
from games.ledger.models import Transfer
from games.ledger.queries import balance
from games.log import read
from games.models import Player
from tests.support.append_only import lifted
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.forger import forge, found_in_the_ledger, insert_transfer
from tests.support.rulings import reverse_the_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def old(four: list[Player]) -> list[Player]:
    """The ledger as the release before wrote it: other words, the time of the settlement, no event."""
    stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=3)
    with lifted():
        Transfer.objects.update(
            memo="Deal Bàn 1 1", recorded_at=NOW + timedelta(seconds=3), stream=None, version=None
        )
        Transfer.objects.update(metadata="{}")
    for one, chips in zip(four, (1000, 500, 70, 1000), strict=True):
        amounts = {"house": -chips, member_account(one.pk): chips}
        post(key=f"grant:{one.pk}", memo="Chips granted by the club", postings=amounts, now=NOW)
    key = f"grant:{four[2].pk}"
    said = {"by": four[0].pk}
    counter(key=f"{key}:counter", original_key=key, memo=f"{TAKEN_BACK}: x", now=NOW, metadata=said)
    assert found_in_the_ledger() != ""
    games = apps.get_app_config("games")
    post_migrate.send(
        sender=games, app_config=games, verbosity=0, interactive=False, using="default"
    )
    return four


def test_it_is_right_and_sealed_once(old: list[Player]) -> None:
    assert found_in_the_ledger() == ""
    call_command("verify_log", verbosity=0)
    assert not carry_over(now=NOW)
    assert len(read("ledger")) == 1


def test_play_goes_on_from_it(old: list[Player]) -> None:
    deal = stored_deal(VINAGAMES, penalty_seed(), old, chips_per_point=3, name="Bàn 2")
    reverse_the_penalty(deal, old)
    commands.settle(deal_id=deal.pk)
    assert found_in_the_ledger() == ""


def test_an_old_grant_can_be_taken_back_and_nobody_is_given_a_second_start_sum(
    old: list[Player],
) -> None:
    director = Player.objects.create_user("director", is_director=True)
    an, before = old[0], balance(member_account(old[0].pk))
    assert not commands.grant_first_chips(player=an, now=NOW)
    for _twice in range(2):
        commands.take_back_grant(by=director, key=f"grant:{an.pk}", reason="y", now=NOW)
    assert balance(member_account(an.pk)) == before - 1000
    assert found_in_the_ledger() == ""


@pytest.mark.parametrize(
    ("column", "value"),
    [("memo", "forged"), ("recorded_at", NOW - timedelta(days=9)), ("metadata", '{"by":99}')],
)
@pytest.mark.parametrize("kind", ["grant:", "deal:"])
def test_an_edited_one_is_found(old: list[Player], kind: str, column: str, value: object) -> None:
    key = Transfer.objects.filter(key__startswith=kind).order_by("key")[0].key
    forge(f"UPDATE ledger_transfer SET {column} = %s WHERE key = %s", value, key)
    assert "that were carried over" in found_in_the_ledger()


def test_one_that_is_put_in_among_them_is_found(old: list[Player]) -> None:
    amounts = {"house": -500_000, member_account(old[0].pk): 500_000}
    insert_transfer(f"grant:{old[0].pk}:99", amounts, at=NOW - timedelta(days=365))
    said = found_in_the_ledger()
    assert f"Nothing in the log calls for transfer grant:{old[0].pk}:99" in said
    assert "that were carried over" in said


def test_without_the_event_they_have_no_reason(old: list[Player]) -> None:
    forge("DELETE FROM log_event WHERE stream = 'ledger'")
    assert "although none were carried over" in found_in_the_ledger()


def test_a_migration_that_stops_before_the_new_columns_carries_nothing_over() -> None:
    post(key="grant:1", memo="m", postings={"house": -5, "member:1": 5}, now=NOW)
    loader = MigrationExecutor(connection).loader
    for last, carried in (("0003_subtotals", 0), ("0004_name_the_calling_event", 1)):
        carry_over_after_migrating(apps=loader.project_state(("ledger", last)).apps)
        assert len(read("ledger")) == carried
