"""Deals that are over and quiet are archived, and nothing that is done with them afterwards shows it."""

import re
from datetime import datetime, timedelta
from io import StringIO
from threading import Event as Signal

import pytest
from django.core.management import call_command
from django.db import transaction

from games import commands, queries, tasks
from games.commands.deal.deal_work import DealWork
from games.commands.log import archiving
from games.engine.rules import VINAGAMES
from games.ledger.queries import trial_balance
from games.log import read, read_all
from games.log.aggregates import forget_all
from games.log.integrity.verify import broken_streams
from games.log.models import ArchivedStream, Event
from games.models import Deal, Player
from replays import projections
from tests.support.deals import NOW, penalty_seed, prepared_deal, running_deal, stored_deal
from tests.support.forger import forge
from tests.support.replay_pages import page
from tests.support.rulings import reverse_the_penalty
from tests.support.threads import elsewhere

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def main_of(html: str) -> str:
    """Return a page without its head and its tokens against forged requests."""
    return re.sub(r'(csrfmiddlewaretoken" value|X-CSRFToken":) ?=?"[^"]+"', "", html)


def archive_sealed(*, now: datetime = LATER, limit: int = 200) -> int:
    """Make a checkpoint, for what no checkpoint covers is not archived; then archive."""
    _note, findings = commands.make_checkpoint(now=NOW)
    assert not findings
    return archiving.archive_deals(now=now, limit=limit)


def archived() -> list[str]:
    return sorted(ArchivedStream.objects.values_list("stream", flat=True))


def test_only_what_is_over_paid_and_quiet_is_archived(players: list[Player]) -> None:
    over = stored_deal(VINAGAMES, penalty_seed(), players, name="over")
    running = running_deal(VINAGAMES, 7, players, name="running")
    prepared = prepared_deal(VINAGAMES, 8, players, name="prepared")
    unpaid = stored_deal(VINAGAMES, 9, players, name="unpaid")
    Deal.objects.filter(pk=unpaid.pk).update(settled_version=0)
    cancelled = prepared_deal(VINAGAMES, 10, players, name="cancelled")
    commands.cancel_deal(deal_id=cancelled.pk, reason="late", now=NOW)
    assert archiving.archive_deals(now=LATER) == 0  # no checkpoint covers anything yet
    assert archive_sealed(now=LATER - timedelta(seconds=1)) == 0
    assert archive_sealed() == 2
    assert archived() == sorted([over.stream, cancelled.stream])
    assert archiving.archive_deals(now=LATER) == 0
    assert {running.stream, prepared.stream, unpaid.stream} <= set(
        Event.objects.values_list("stream", flat=True)
    )


def test_the_task_and_the_command_archive_what_is_left(players: list[Player]) -> None:
    for number in range(3):
        stored_deal(VINAGAMES, number, players, name=f"table {number}")
    assert archive_sealed(limit=1) >= 1
    tasks.archive_deals()  # the deals were played long before the day of this test
    assert len(archived()) == 3
    stored_deal(VINAGAMES, 4, players, name="another")
    out = StringIO()
    commands.make_checkpoint(now=NOW)
    call_command("archive_log", stdout=out)
    assert out.getvalue() == "Deals archived: 1\n"
    assert Event.objects.filter(stream__startswith="deal-").count() == 0


def test_pages_records_and_checks_read_an_archived_deal_as_before(players: list[Player]) -> None:
    deal = stored_deal(VINAGAMES, penalty_seed(), players)
    commands.make_checkpoint(now=NOW)  # the page says so
    log, rows, state = read_all(), queries.history(deal.pk), queries.load_state(deal.pk)
    record, replay = queries.record_of(deal.pk), main_of(page(players[0], deal, 12))
    assert archive_sealed() == 1
    forget_all()
    assert read_all() == log
    assert queries.history(deal.pk) == rows
    assert queries.load_state(deal.pk) == state
    assert queries.current(deal.pk).state == state
    assert queries.record_of(deal.pk) == record
    assert main_of(page(players[0], deal, 12)) == replay
    call_command("verify_log", stdout=StringIO())
    call_command("check_ledger", stdout=StringIO())


def test_a_ruling_on_an_archived_deal_pays_and_is_archived_again(players: list[Player]) -> None:
    deal = stored_deal(VINAGAMES, penalty_seed(), players)
    before = read(deal.stream)
    assert archive_sealed() == 1
    forget_all()
    reverse_the_penalty(deal, players)
    assert archived() == []
    assert read(deal.stream)[: len(before)] == before
    assert archive_sealed() == 0  # the money has yet to follow
    commands.settle(deal_id=deal.pk)
    assert sum(trial_balance().values()) == 0
    assert archiving.archive_deals(now=LATER) == 1
    assert read(deal.stream)[: len(before)] == before
    projections.rebuild_all()
    assert not list(broken_streams())
    call_command("verify_log", stdout=StringIO())
    call_command("check_ledger", stdout=StringIO())


def test_a_broken_deal_stays_where_its_row_can_be_named(players: list[Player]) -> None:
    deal = stored_deal(VINAGAMES, penalty_seed(), players)
    other = stored_deal(VINAGAMES, 5, players, name="other")
    commands.make_checkpoint(now=NOW)
    forge("UPDATE log_event SET payload = '{}' WHERE stream = %s AND version = 5", deal.stream)
    assert archiving.archive_deals(now=LATER) == 1
    assert archived() == [other.stream]
    assert [(one.stream, one.version) for one in broken_streams()] == [(deal.stream, 5)]


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_deal_that_somebody_is_about_to_add_to_is_left_alone(players: list[Player]) -> None:
    deal = stored_deal(VINAGAMES, penalty_seed(), players)
    locked, done = Signal(), Signal()

    def rule_slowly() -> None:
        with transaction.atomic():
            DealWork.on(deal.pk, now=LATER)
            locked.set()
            done.wait(30)

    referee = elsewhere(rule_slowly)
    assert locked.wait(30)
    commands.make_checkpoint(now=NOW)
    assert archiving.archive_deals(now=LATER) == 0
    done.set()
    referee.join(30)
    assert archiving.archive_deals(now=LATER) == 1
