"""Archiving the streams of finished deals: each then takes one row of the log instead of about fifty."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games.log.archive import put_away, streams_in_play
from games.log.integrity.tree import sealed_ends
from games.models import Deal
from games.schema import deal_of, stream_of

_BATCH = 20
"""Deals in one transaction, which on SQLite keeps everybody else from writing."""


def archive_deals(*, now: datetime, limit: int = 200, quiet: timedelta | None = None) -> int:
    """Archive finished deals that have been quiet for `TUSAC_ARCHIVE_AFTER` hours; return how many.

    A deal waits until a checkpoint covers it to its end, so everything archived is sealed. About `limit` deals are
    archived at most. Safe to run twice, concurrently, or to interrupt. If a referee adds to an archived deal it is
    restored, and archived again when it is quiet again.
    """
    before = now - (timedelta(hours=settings.TUSAC_ARCHIVE_AFTER) if quiet is None else quiet)
    done = reached = 0
    while done < limit and (batch := streams_in_play(reached, _BATCH)):
        reached = batch[-1][0]
        named = (deal_of(stream) for _position, stream in batch)
        done += _archive([deal_id for deal_id in named if deal_id is not None], before)
    return done


def _archive(deal_ids: list[int], before: datetime) -> int:
    """Archive those of these deals that are over, paid, sealed and unchanged since `before`; return how many.

    Their rows are locked, so nobody writes to them meanwhile.
    """
    over = Deal.objects.filter(
        pk__in=deal_ids,
        ended_at__lte=before,
        changed_at__lte=before,
        settled_version__gte=F("owed_version"),
    )
    with transaction.atomic():
        locked = over.select_for_update(of=("self",), skip_locked=True).values_list("pk", "version")
        ends = [(stream_of(deal_id), version) for deal_id, version in locked]
        sealed = sealed_ends(stream for stream, _version in ends)
        return sum(
            sealed.get(stream, 0) >= version and put_away(stream) for stream, version in ends
        )
