"""Computes time limits for disputes, rulings and appeals of a deal, set by the table's tournament or by the club."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from games.engine.disputing.periods import appeal_ends, filing_ends, is_over, rule_by
from games.engine.ending import can_be_disputed
from games.engine.state import Ending
from games.models import Deal
from games.queries.behalf import terms_of
from games.queries.club.house import house_rules


class Disputable(NamedTuple):
    """The deadline for disputing the discard that completed the winner's hand (§10.7)."""

    until: datetime | None
    """When that ends; None while it is not settled yet."""


def disputable(deal: Deal, ending: Ending, seats: int, *, now: datetime) -> Disputable | None:
    """Return the deadline for disputing the winning discard of a deal with this many seats.

    Return None if it can't be disputed, was disputed already, or the time is over.
    """
    if deal.ended_at is None or ending.disputes or not can_be_disputed(ending, seats):
        return None
    until = dispute_until(deal)
    return None if is_over(until, now) else Disputable(until)


def dispute_until(deal: Deal) -> datetime | None:
    """Return until when this finished deal can be disputed (§10.7); None if that is not decided yet."""
    assert deal.ended_at is not None
    return filing_ends(deal.ended_at, timedelta(hours=settings.TUSAC_DISPUTE_HOURS), terms_of(deal))


def appeal_until(deal: Deal, ruled: datetime) -> datetime:
    """Return until when a ruling that is given on this deal at that time can be appealed (§10.8)."""
    return appeal_ends(ruled, timedelta(hours=settings.TUSAC_APPEAL_HOURS), terms_of(deal))


def rule_until(deal: Deal, asked: datetime) -> datetime | None:
    """Return the time by which a referee must decide a dispute or appeal filed at `asked`; None if there is
    no limit.
    """
    terms = terms_of(deal)
    own = 0 if terms is None else terms.ruling
    return rule_by(asked, own or house_rules().ruling_hours)
