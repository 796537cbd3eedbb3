"""Sends reminders of deadlines from a worker, each once to each recipient."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from notices import queries
from notices.models import Notice
from notices.projections import addressees


def remind(clock: Callable[[], datetime]) -> int:
    """Send each reminder that is due; return how many notices that made.

    Safe to repeat, to run late and in parallel: a reminder is given to all its recipients in one transaction, and the
    database refuses a second one of the same name for the same event and member.
    """
    now = clock()
    return sum(_give(one, now) for one in queries.reminders(now))


@transaction.atomic
def _give(one: queries.Reminder, now: datetime) -> int:
    people = addressees(one.players)
    rows = [
        Notice(
            player_id=player,
            name=one.name,
            stream=one.stream,
            version=one.version,
            at=now,
            facts=one.facts,
            reminder=True,
            mail_due=by_mail,
        )
        for player, by_mail in people.items()
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
