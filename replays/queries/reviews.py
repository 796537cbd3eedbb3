"""Queries for the shared reviews under way, and the step that each of them shows."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from games.errors import Refused
from replays.models import SharedReview

LASTS: Final = timedelta(minutes=30)
"""How long a review goes on in which nobody moves: then it has ended by itself."""


def going_on(*, now: datetime) -> QuerySet[SharedReview]:
    """Return the reviews under way, newest first, without sealed deals and leaders who left the club."""
    rows = SharedReview.objects.filter(
        moved_at__gt=now - LASTS, by__is_active=True, deal__sealed=False
    ).select_related("by", "deal")
    return rows.order_by("-pk")


def get_review(review_id: int, *, now: datetime) -> SharedReview:
    """Return a review under way. Raises Refused("review.over") for any other."""
    found = going_on(now=now).filter(pk=review_id).first()
    if found is None:
        raise Refused("review.over")
    return found
