"""Analyses that are kept."""

from __future__ import annotations

from replays.analysis.whole import ENGINE
from replays.models import Analysis


def analysis_of(deal_id: int) -> Analysis | None:
    """What is kept of a deal's analysis, by the engine of today; None where nothing is."""
    return Analysis.objects.filter(pk=deal_id, engine=ENGINE).first()
