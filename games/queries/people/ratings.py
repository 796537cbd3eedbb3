"""Queries for ratings: ranking lists by rule set, page by page, and the history of a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from games.errors import Refused
from games.models import Player, Rating, RatingFold, RatingStep
from games.ratings.skill import SETTLED, Skill

PAGE: Final = 25
"""Ratings on a page."""
STEPS: Final = 200
"""Deals that a history goes back."""


class RatedPlayer(NamedTuple):
    """A line of a ranking list."""

    rating: Rating
    rank: int | None
    """None while it is provisional."""


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """A page of the ranking list of a rule set, best first."""

    rows: Sequence[RatedPlayer]
    older: int | None
    """The rating behind which the next page begins, None where there is none."""


class RatingAfter(NamedTuple):
    """A rating after one deal."""

    deal_id: int
    at: datetime
    deals: int
    skill: Skill


def skill_of(rating: Rating) -> Skill:
    """Return the estimate and uncertainty of a stored rating, as a `Skill`."""
    return Skill(rating.mu, rating.sigma)


def is_settled(rating: Rating) -> bool:
    """Return whether this rating is based on enough deals to be compared."""
    return rating.deals >= SETTLED


def rated_rules() -> list[str]:
    """Return the keys of the rule sets for which ratings exist."""
    return list(RatingFold.objects.order_by("-rules").values_list("rules", flat=True))


def page_of_ratings(
    rules: str, size: int = PAGE, *, before: int | None = None, provisional: bool = False
) -> RatingsPage:
    """Return a page of a ranking list, of settled or `provisional` ratings, after the rating `before` if given.

    Members who hide their rating or whose account is closed are left out.
    """
    of_rules = _public(rules)
    asked = of_rules.filter(**{"deals__lt" if provisional else "deals__gte": SETTLED})
    edge = asked.filter(pk=before).first() if before is not None else None
    rows = asked if edge is None else asked.filter(_behind(edge))
    found = list(rows.select_related("player").order_by("-mu", "pk")[: size + 1])
    shown = found[:size]
    first = 0 if edge is None or provisional else asked.exclude(_behind(edge)).count()
    return RatingsPage(
        [
            RatedPlayer(row, None if provisional else first + at)
            for at, row in enumerate(shown, start=1)
        ],
        shown[-1].pk if len(found) > size else None,
    )


def _behind(edge: Rating) -> Q:
    return Q(mu__lt=edge.mu) | Q(mu=edge.mu, pk__gt=edge.pk)


def _public(rules: str) -> QuerySet[Rating]:
    shown = Q(label__startswith="bot:") | Q(player__is_active=True, player__hides_rating=False)
    return Rating.objects.filter(shown, rules=rules, deals__gt=0)


def ratings_of(member: Player, viewer: Player) -> list[Rating]:
    """Return a member's ratings, the one with most deals first; none if the member hides them from this viewer."""
    if member.hides_rating and member.pk != viewer.pk:
        return []
    return list(Rating.objects.filter(player=member, deals__gt=0).order_by("-deals", "rules"))


def rating_for(rating_id: int, viewer: Player) -> Rating:
    """Return a rating that this viewer may see. Raises Refused("rating.unknown")."""
    rating = Rating.objects.select_related("player").filter(pk=rating_id).first()
    hidden = rating is not None and rating.player is not None and rating.player.hides_rating
    if rating is None or (hidden and rating.player_id != viewer.pk):
        raise Refused("rating.unknown")
    return rating


def yardsticks(rules: Sequence[str], labels: Sequence[str]) -> dict[tuple[str, str], Rating]:
    """Return these players' ratings that are settled, by pairs of rule set and player label."""
    found = Rating.objects.filter(rules__in=rules, label__in=labels, deals__gte=SETTLED)
    return {(row.rules, row.label): row for row in found}


def history_of(rating: Rating) -> list[RatingAfter]:
    """Return the last `STEPS` changes of a rating, oldest first."""
    steps = RatingStep.objects.filter(rating=rating).order_by("-rated")
    rows = steps.values_list("rated__deal", "rated__deal__ended_at", "deals", "mu", "sigma")
    return [
        RatingAfter(deal, at, deals, Skill(mu, sigma))
        for deal, at, deals, mu, sigma in rows[:STEPS]
        if at is not None
    ][::-1]
