"""Reading: the terms that directors keep under names, and those of a tournament to keep."""

from __future__ import annotations

from typing import Any, Final

from tournaments.errors import refusal
from tournaments.models import TermsTemplate, Tournament

KEPT: Final = (
    *("name", "rules", "format", "final_rounds", "finalists", "series", "series_best"),
    *("rounds", "deals_per_round", "entry_fee", "prize_shares", "prize_sums", "appeal_minutes"),
    *("club_pays", "counts_for_player", "tie_breaks", "seconds_per_move", "bank_seconds"),
    *("spectator_delay", "description", "admits", "least_members", "late_until", "check_in"),
    *("check_in_ends", "round_minutes", "wait_minutes", "duplicate", "cardboard", "ruling_hours"),
    *("filler", "fill_to"),
)
"""The terms that a template holds: all of an announcement but its day, and neither members nor who directs."""


def terms_of(row: Tournament) -> dict[str, Any]:
    """The terms of a tournament, as they stand now."""
    return {name: getattr(row, name) for name in KEPT}


def all_templates() -> list[TermsTemplate]:
    """All templates, by name."""
    return list(TermsTemplate.objects.select_related("made_by"))


def get_template(template_id: int) -> TermsTemplate:
    """A template. Raises Refused("tournament.no-such-template")."""
    rows = TermsTemplate.objects.select_related("made_by")
    row = rows.filter(pk=template_id).first() if 0 < template_id < 2**63 else None
    if row is None:
        raise refusal("tournament.no-such-template")
    return row


def known_terms(row: TermsTemplate) -> dict[str, Any]:
    """What it holds of the terms that there are today."""
    return {name: value for name, value in row.terms.items() if name in KEPT}
