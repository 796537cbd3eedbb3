"""Until when a deal can be disputed and a ruling on it appealed: by what its table was opened for, or by the club."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils.module_loading import import_string

from games.engine.periods import Terms, appeal_ends, filing_ends
from games.models import Deal


def dispute_until(deal: Deal) -> datetime | None:
    """Until when this finished deal can be disputed (§10.7); None while that is not settled yet."""
    assert deal.ended_at is not None
    return filing_ends(deal.ended_at, timedelta(hours=settings.TUSAC_DISPUTE_HOURS), _terms(deal))


def appeal_until(deal: Deal, ruled: datetime) -> datetime:
    """Until when a ruling on this deal that is given then can be appealed (§10.8)."""
    return appeal_ends(ruled, timedelta(hours=settings.TUSAC_APPEAL_HOURS), _terms(deal))


def _terms(deal: Deal) -> Terms | None:
    """What they that opened its table say; who they are is known above this app (`settings.TUSAC_TERMS`)."""
    behalf, stroke, _rest = deal.table.origin.partition("/")
    found = (import_string(name)(behalf) for name in settings.TUSAC_TERMS) if stroke else ()
    return next((terms for terms in found if terms is not None), None)
