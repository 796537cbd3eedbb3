"""Makes the rows of notices from the log; the follower `NOTICES` reads all events, and notifies nobody twice."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.engine.errors import BadNotation
from games.log.followers import Follower
from games.log.followers import rebuild as read_again
from games.log.store import Recorded
from games.models import Player
from notices.kinds import KINDS, told_by
from notices.models import Notice, Wish
from notices.recipients import Recipient

_log = logging.getLogger(__name__)

NAME: Final = "notices"
"""The name of the follower's position; final."""
FRESH: Final = timedelta(days=1)
"""How old an event may be to be news: what is older is listed as read, and sends no mail."""


def follower(now: Callable[[], datetime]) -> Follower:
    """Return the follower that makes notices; events that are too old at `now` are listed as read, and not mailed."""
    return Follower(NAME, lambda events: _handle(events, now() - FRESH), _reset)


def _handle(events: list[Recorded], news_since: datetime) -> None:
    Notice.objects.bulk_create(_rows(events, news_since), ignore_conflicts=True)


def _rows(events: list[Recorded], news_since: datetime) -> list[Notice]:
    found = [(event, one) for event in events if event.name in KINDS for one in _told(event)]
    if not found:
        return []
    people = addressees(one.player for _, one in found)
    rows: list[Notice] = []
    for event, one in found:
        kind, is_news = KINDS[event.name], event.recorded_at >= news_since
        if one.player not in people or (kind.once and _is_told(rows, event, one)):
            continue
        rows.append(
            Notice(
                player_id=one.player,
                name=event.name,
                stream=event.stream,
                version=event.version,
                at=event.recorded_at,
                facts=one.facts,
                read=not is_news,
                mail_due=is_news and kind.by_mail and people[one.player],
            )
        )
    return rows


def addressees(asked: Iterable[int]) -> dict[int, bool]:
    """Return which of these players get notices, each with whether they get mail too. Guests get none."""
    members = Player.objects.filter(pk__in=set(asked), is_guest=False)
    emails = dict(members.values_list("pk", "email"))
    wishes = Wish.objects.filter(player__in=emails, by_mail=True)
    by_mail = set(wishes.values_list("pk", flat=True))
    return {player: player in by_mail and bool(email) for player, email in emails.items()}


def _told(event: Recorded) -> list[Recipient]:
    try:
        return told_by(event)
    except (ValueError, BadNotation):
        # An unreadable event must not hold up other notices; verify_log names it.
        _log.exception("no notice of %s, version %s", event.stream, event.version)
        return []


def _is_told(rows: list[Notice], event: Recorded, one: Recipient) -> bool:
    """Return whether the member already has a notice of this kind about this stream."""
    told = (one.player, event.stream, event.name)
    if any((row.player_id, row.stream, row.name) == told for row in rows):
        return True
    return Notice.objects.filter(player=one.player, stream=event.stream, name=event.name).exists()


def _reset() -> None:
    Notice.objects.filter(reminder=False).delete()


def rebuild_all() -> int:
    """Rebuild all notices from the log; return how many events were read. Unread notices stay unread.

    Reminders, which are not in the log, are kept and sorted among the notices by time. Nothing is mailed that was
    mailed before, nor a notice that the rebuild has added.
    """
    started = timezone.now()
    keys = ("player_id", "stream", "version")
    told = Notice.objects.filter(reminder=False)
    unread = set(told.filter(read=False).values_list(*keys))
    due = set(told.filter(mail_due=True).values_list(*keys))
    given = list(Notice.objects.filter(reminder=True).values_list("at", "pk"))

    def handle(events: list[Recorded]) -> None:
        kept = _taken_out(given, events[-1].recorded_at)
        rows = sorted((*_rows(events, started), *kept), key=lambda row: row.at)
        Notice.objects.bulk_create(rows, ignore_conflicts=True)

    total = read_again(Follower(NAME, handle, _reset))
    with transaction.atomic():
        Notice.objects.bulk_create(_taken_out(given, started), ignore_conflicts=True)
    for field, values in (("read", (unread, False)), ("mail_due", (due, True))):
        kept, value = values
        for player, stream, version in kept:
            rows = Notice.objects.filter(
                player=player, stream=stream, version=version, reminder=False
            )
            rows.update(**{field: value})
    return total


def _taken_out(given: list[tuple[datetime, int]], upto: datetime) -> list[Notice]:
    """Delete the reminders up to the time `upto`, and return them without ids, to be stored again.

    Notices are ordered by id, so the reminders need new ids to stand at the right place. The caller's transaction
    covers the deletion and the storing, so no reminder is lost and then sent a second time.
    """
    kept = Notice.objects.select_for_update(of=("self",)).filter(
        pk__in=[pk for at, pk in given if at <= upto]
    )
    rows = list(kept.order_by("at", "pk"))
    Notice.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in rows:
        row.pk = None
    return rows
