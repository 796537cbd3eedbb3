"""Shared reviews: a member leads others through a finished deal, step by step."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.errors import Refused
from games.live.publish import publish
from games.models import Player
from replays.models import SharedReview
from replays.queries.replay import get_replay
from replays.queries.reviews import LASTS, get_review


def topic_of(review_id: int) -> str:
    """Return the topic on which followers' pages are told that the review has moved. It carries no other data."""
    return f"review-{review_id}"


@transaction.atomic
def lead_review(
    *, by: Player, deal_id: int, version: int, eyes: str, now: datetime
) -> SharedReview:
    """Start a shared review of a deal, led by this member, at the step `version`.

    The member's earlier review ends. Raises Refused("replay.step") if the deal has no such step as seen from `eyes`,
    and as `get_replay` does.
    """
    _require_step(deal_id, version, eyes)
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    for ended in SharedReview.objects.filter(by=by):
        publish(topic_of(ended.pk))
        ended.delete()
    stale = SharedReview.objects.filter(moved_at__lte=now - LASTS)
    # A concurrent new review may be clearing them away.
    free = stale.select_for_update(skip_locked=True)
    stale.filter(pk__in=list(free.values_list("pk", flat=True))).delete()
    return SharedReview.objects.create(
        deal_id=deal_id, by=by, version=version, eyes=eyes, moved_at=now
    )


@transaction.atomic
def move_review(
    *, by: Player, review_id: int, version: int, eyes: str, now: datetime
) -> SharedReview:
    """Lead the followers to another step.

    Raises as `lead_review` does, and Refused("review.not-yours") for anybody but the leader.
    """
    review = _led_by(by, review_id, now)
    _require_step(review.deal_id, version, eyes)
    review.version, review.eyes, review.moved_at = version, eyes, now
    told = SharedReview.objects.filter(pk=review_id)
    if not told.update(version=version, eyes=eyes, moved_at=now):
        raise Refused("review.over")  # ended on its leader's other page meanwhile
    publish(topic_of(review_id))
    return review


@transaction.atomic
def end_review(*, by: Player, review_id: int, now: datetime) -> SharedReview:
    """End a review, as its leader; return the review as it was."""
    review = _led_by(by, review_id, now)
    SharedReview.objects.filter(pk=review_id).delete()
    publish(topic_of(review_id))
    return review


def _led_by(by: Player, review_id: int, now: datetime) -> SharedReview:
    review = get_review(review_id, now=now)
    if review.by_id != by.pk:
        raise Refused("review.not-yours")
    return review


def _require_step(deal_id: int, version: int, eyes: str) -> None:
    _deal, replay = get_replay(deal_id)
    replay.with_eyes(eyes).step(version)
