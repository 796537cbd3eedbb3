"""Tasks of the workers. Each takes at most an id, and is safe to run twice and late."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import acts, commands, queries, ratings
from games.checks.whole import verify_tonight
from games.commands.deal.clock import Steady
from games.commands.log import archiving
from games.commands.log.kept_secrets import look_at_secrets
from games.commands.people import guests
from games.commands.people.merging import follow_merged as follow_merged_accounts
from games.infrastructure import outbox
from games.models import Deal


@shared_task
def play_bots(deal_id: int) -> None:
    """Make the bots' moves that are due in a deal."""
    commands.play_bots(deal_id=deal_id, clock=timezone.now)


@shared_task
def think_ahead(deal_id: int) -> None:
    """Compute the move that a bot will make when its pause ends."""
    commands.think_ahead(deal_id=deal_id, clock=timezone.now)


@shared_task
def finish_deal(deal_id: int) -> None:
    """Settle a deal that is over, and prepare the next one at its table."""
    now = timezone.now()
    commands.settle(deal_id=deal_id, now=now)
    commands.keep_hold(deal_id=deal_id, now=now)
    table_id = Deal.objects.values_list("table_id", flat=True).get(pk=deal_id)
    commands.prepare_deal(table_id=table_id, now=timezone.now())


@shared_task
def keep_hold(deal_id: int) -> None:
    """Hold the chips that a deal's dispute should hold now, and release the rest."""
    commands.keep_hold(deal_id=deal_id, now=timezone.now())


@shared_task
def time_out(deal_id: int) -> None:
    """Move for players whose time has run out, or deal the cards once the time to get ready is over.

    After an outage nothing happens until the sweep has given the lost time back.
    """
    now = timezone.now()
    if not commands.is_behind(now=now):
        commands.start_deal(deal_id=deal_id, now=now)
        commands.time_out(deal_id=deal_id, now=now)


@shared_task
def play_unseen(deal_id: int) -> None:
    """Shorten the clock of a player whose page is not open, or move for them.

    After an outage nothing happens until the sweep has given the lost time back.
    """
    now = timezone.now()
    if not commands.is_behind(now=now):
        commands.play_unseen(deal_id=deal_id, now=now)


@shared_task
def close_window(deal_id: int) -> None:
    """Close a deal's claim window if its time is up.

    After an outage nothing happens until the sweep has given the lost time back.
    """
    now = timezone.now()
    if not commands.is_behind(now=now):
        commands.close_window(deal_id=deal_id, now=now)


@shared_task
def end_pause(deal_id: int) -> None:
    """Resume a deal whose agreed pause is over."""
    commands.end_pause(deal_id=deal_id, now=timezone.now())


@shared_task
def sweep() -> None:
    """Enqueue again every task that is due or whose deadline has passed, in case the broker has lost it.

    First, if no sweep ran for a while, players whose time is running get the lost time back.
    """
    now = timezone.now()
    commands.keep_time(now=now, steady=Steady.now())
    outbox.enqueue_overdue(now)
    for table_id in queries.idle_tables(now):
        commands.prepare_deal(table_id=table_id, now=now)
    look_at_secrets(now=now)


@shared_task
def make_checkpoint() -> None:
    """Sign the new part of the log; raise an alarm if the log differs from what was signed before."""
    commands.make_checkpoint(now=timezone.now())


@shared_task
def gather_acts() -> None:
    """Update the list of what the staff has done from the log's new events."""
    acts.gather()


@shared_task
def ripen_limits() -> None:
    """Apply limits that a club's only owner proposed a week ago."""
    commands.ripen_limits(now=timezone.now())


@shared_task
def follow_merged() -> None:
    """Move chips that merged accounts have received or lost since to the accounts that continue."""
    follow_merged_accounts(now=timezone.now())


@shared_task
def verify_log() -> None:
    """Verify a part of the log each night; raise an alarm if something is found."""
    verify_tonight(now=timezone.now())


@shared_task
def keep_night() -> None:
    """Make tonight's backup of the club, at most once. The last seven nights are kept."""
    commands.keep_night(now=timezone.now())


@shared_task
def archive_deals() -> None:
    """Archive the events of finished deals that have been quiet for a while, some at a time."""
    archiving.archive_deals(now=timezone.now())


@shared_task
def tidy_guests() -> None:
    """Close the tables of guests who left, and deactivate those who will not come back."""
    guests.tidy_guests(now=timezone.now())


@shared_task
def rate() -> None:
    """Bring the ratings closer to the end of the log; after a late ruling, compute them again from its deal on."""
    ratings.rate()
