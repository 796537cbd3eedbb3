"""Presents the shared reviews of a replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.urls import reverse

from games.models import Player
from replays.commands.reviews import topic_of
from replays.models import SharedReview
from replays.presenters.view_options import ViewOptions


@dataclass(frozen=True, slots=True)
class ReviewPlace:
    """Where a review is: its leader, and its current step."""

    id: int
    who: str
    """Who leads."""
    at: int
    eyes: str
    link: str
    """The query of the replay at that step, with these eyes."""
    topic: str
    """What the pages of those who follow listen to."""
    address: str = ""
    """Where others come to follow it; only who leads needs it whole."""


@dataclass(frozen=True, slots=True)
class ReviewBox:
    """The part of a replay about reviews."""

    leads: ReviewPlace | None
    """The review that the reader leads here."""
    follows: ReviewPlace | None
    """The one that the reader follows."""
    over: bool
    """The link names a review that has ended."""
    others: tuple[ReviewPlace, ...]
    """Those that could be followed."""


def place_of(review: SharedReview, view_options: ViewOptions) -> ReviewPlace:
    """Return the place of a review, for these view options."""
    there = replace(view_options, eyes=review.eyes, review=review.pk)
    return ReviewPlace(
        review.pk,
        review.by.shown_name,
        review.version,
        review.eyes,
        there.link(review.version),
        topic_of(review.pk),
    )


def review_box(
    reviews: Iterable[SharedReview],
    view_options: ViewOptions,
    reader: Player,
    absolute: Callable[[str], str],
) -> ReviewBox:
    """Return the box for this member; `reviews` are those under way in the deal."""
    places = {one: place_of(one, view_options) for one in reviews}
    own = next((place for one, place in places.items() if one.by_id == reader.pk), None)
    followed = next(
        (
            place
            for place in places.values()
            if place is not own and place.id == view_options.review
        ),
        None,
    )
    here = own if own is not None and view_options.review == own.id else followed
    return ReviewBox(
        leads=own and replace(own, address=absolute(reverse("review", args=[own.id]))),
        follows=followed,
        over=bool(view_options.review) and here is None,
        others=tuple(place for place in places.values() if place not in (own, followed)),
    )
