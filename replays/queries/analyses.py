"""Analyses that are kept."""

from __future__ import annotations

from replays.analysis.whole import ENGINE
from replays.models import Analysis


def analysis_of(deal_id: int) -> Analysis | None:
    """What is kept of a deal's analysis, by the engine of today; None where nothing is."""
    return Analysis.objects.filter(pk=deal_id, engine=ENGINE).first()


def first_in_line() -> Analysis | None:
    """Return the analysis that workers are to go on with: of those that are waited for, the one asked for first."""
    return Analysis.objects.filter(asked_at__isnull=False).order_by("asked_at", "pk").first()


def ahead_of(kept: Analysis) -> int:
    """Return how many analyses were asked for before this one and are not done yet: workers go on with those first."""
    return Analysis.objects.filter(asked_at__lt=kept.asked_at).count() if kept.asked_at else 0
