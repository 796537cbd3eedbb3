"""Rows of notices from the log: the follower `NOTICES` reads all of it, and tells nobody twice."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.utils import timezone

from games.engine.errors import BadNotation
from games.log.followers import Follower
from games.log.followers import rebuild as read_again
from games.log.store import Recorded
from games.models import Player
from notices.kinds import KINDS, told_by
from notices.models import Notice, Wish
from notices.recipients import Told

_log = logging.getLogger(__name__)

NAME: Final = "notices"
"""The name of the follower's position; final."""
FRESH: Final = timedelta(days=1)
"""How old an event may be to be news: what is older is listed as read, and sends no mail."""


def follower(now: Callable[[], datetime]) -> Follower:
    """The follower; `now` says what is news."""
    return Follower(NAME, lambda events: _handle(events, now() - FRESH), _reset)


def _handle(events: list[Recorded], news_since: datetime) -> None:
    found = [(event, one) for event in events if event.name in KINDS for one in _told(event)]
    if not found:
        return
    asked = {one.player for _, one in found}
    people = Player.objects.filter(pk__in=asked, is_guest=False)
    members = dict(people.values_list("pk", "email"))
    by_mail = set(Wish.objects.filter(player__in=asked, by_mail=True).values_list("pk", flat=True))
    rows: list[Notice] = []
    for event, one in found:
        kind, is_news = KINDS[event.name], event.recorded_at >= news_since
        if one.player not in members or (kind.once and _is_told(rows, event, one)):
            continue
        due = is_news and kind.by_mail and one.player in by_mail and bool(members[one.player])
        rows.append(
            Notice(
                player_id=one.player,
                name=event.name,
                stream=event.stream,
                version=event.version,
                at=event.recorded_at,
                facts=one.facts,
                read=not is_news,
                mail_due=due,
            )
        )
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def _told(event: Recorded) -> list[Told]:
    try:
        return told_by(event)
    except (ValueError, BadNotation):
        # One event that cannot be read keeps nobody's notices waiting; verify_log names it.
        _log.exception("no notice of %s, version %s", event.stream, event.version)
        return []


def _is_told(rows: list[Notice], event: Recorded, one: Told) -> bool:
    """Whether the member has been told one of this kind of the stream already."""
    told = (one.player, event.stream, event.name)
    if any((row.player_id, row.stream, row.name) == told for row in rows):
        return True
    return Notice.objects.filter(player=one.player, stream=event.stream, name=event.name).exists()


def _reset() -> None:
    Notice.objects.all().delete()


def rebuild_all() -> int:
    """Throw all notices away and make them again from the log, the unread ones unread; how many events were read.

    Nothing is sent by mail that was sent before, or that comes to be a notice only now.
    """
    started = timezone.now()
    keys = ("player_id", "stream", "version")
    unread = set(Notice.objects.filter(read=False).values_list(*keys))
    due = set(Notice.objects.filter(mail_due=True).values_list(*keys))
    total = read_again(Follower(NAME, partial(_handle, news_since=started), _reset))
    for field, values in (("read", (unread, False)), ("mail_due", (due, True))):
        kept, value = values
        for player, stream, version in kept:
            rows = Notice.objects.filter(player=player, stream=stream, version=version)
            rows.update(**{field: value})
    return total
