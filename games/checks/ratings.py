"""Checks the ratings by computing them again, deal by deal."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isclose
from typing import Final

from django.utils.translation import gettext as _

from games.checks.deals import deals_of
from games.checks.wording import UNREADABLE, unlike, unreadable
from games.log import read
from games.log.models import FollowerPosition
from games.log.store import LogPosition
from games.models import Deal, RatedDeal, Rating, RatingFold, RatingStep
from games.ratings.fold import RATINGS
from games.ratings.rated import counting, rated_deal
from games.ratings.skill import Skill, after
from games.schema import deal_of

_NEAR: Final = 1e-6
"""So far two machines may be apart in the same arithmetic."""


def differing_ratings(only: Collection[str] | None = None) -> Iterator[str]:
    """Yield a sentence for each rated deal whose row or ratings differ from its stream.

    If `only` is given, only the deals of the streams named in it are checked. Deals that are not yet read or rated
    are skipped.
    """
    place = FollowerPosition.objects.filter(follower=RATINGS.name).first()
    if place is None:
        return
    reached = LogPosition(place.txid, place.position)
    folded = dict(RatingFold.objects.values_list("rules", "folded_to"))
    for deals in _batches(only):
        noted = {row.deal_id: row for row in RatedDeal.objects.filter(deal__in=deals)}
        rated = set(counting(deals))
        for deal in deals.values():
            row = noted.get(deal.pk)
            try:
                said = rated_deal(deal.pk) if deal.pk in rated else None
            except UNREADABLE as error:
                yield unreadable(deal.stream, error)
                continue
            was, wanted = _said(row), _said(said)
            if was != wanted:
                if read(deal.stream)[-1].place <= reached:
                    yield unlike(deal.stream, "rated", was, wanted)
            elif row is not None and row.pk <= folded.get(row.rules, 0):
                yield from _steps(deal, row)


def counted_steps(only: Collection[str]) -> int:
    """Return how many stored rating changes the deals of these streams caused."""
    deals = {deal for name in only if (deal := deal_of(name)) is not None and deal < 2**63}
    return RatingStep.objects.filter(rated__deal__in=deals).count()


def _batches(only: Collection[str] | None) -> Iterator[dict[int, Deal]]:
    batch: dict[int, Deal] = {}
    for deal in deals_of(only):
        batch[deal.pk] = deal
        if len(batch) == 200:
            yield batch
            batch = {}
    if batch:
        yield batch


def _said(row: RatedDeal | None) -> tuple[object, ...] | None:
    return None if row is None else (row.rules, tuple(row.players), tuple(row.net))


def _steps(deal: Deal, row: RatedDeal) -> Iterator[str]:
    """Yield a sentence for each rating change of a deal that differs from the computed one.

    If no later deal has changed a rating, its current value is compared, too.
    """
    stored = {step.rating.label: step for step in row.steps.select_related("rating")}
    labels = () if row.voided else tuple(dict.fromkeys(row.players))
    before = {label: _before(row, label) for label in labels}
    wanted: dict[str, Skill] = {}
    if labels:
        wanted = after(row.players, [before[label][0] for label in row.players], row.net)
    for label in sorted({*stored, *wanted}):
        step, made = stored.get(label), wanted.get(label)
        was = step and (round(step.mu, 6), round(step.sigma, 6), step.deals)
        right = made and (round(made.mu, 6), round(made.sigma, 6), before[label][1] + 1)
        if step is None or made is None or not _alike(step, made, before[label][1] + 1):
            yield unlike(deal.stream, _("the rating of %(who)s") % {"who": label}, was, right)
        elif step.rating.last == row.pk and not _alike(step.rating, made, step.deals):
            now = (round(step.rating.mu, 6), round(step.rating.sigma, 6), step.rating.deals)
            yield unlike(deal.stream, _("the rating of %(who)s") % {"who": label}, now, right)


def _before(row: RatedDeal, label: str) -> tuple[Skill, int]:
    """Return a participant's rating before this deal, and how many earlier deals it comes from.

    Without earlier deals these are the initial rating and 0.
    """
    steps = RatingStep.objects.filter(
        rating__label=label, rating__rules=row.rules, rated__lt=row.pk
    )
    step = steps.order_by("-rated").first()
    return (Skill(step.mu, step.sigma), step.deals) if step else (Skill(), 0)


def _alike(stored: RatingStep | Rating, made: Skill, deals: int) -> bool:
    return (
        stored.deals == deals
        and isclose(stored.mu, made.mu, abs_tol=_NEAR)
        and isclose(stored.sigma, made.sigma, abs_tol=_NEAR)
    )
