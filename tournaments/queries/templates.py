"""Queries for the templates of terms that directors save, and for the terms of a tournament to save as one."""

from __future__ import annotations

from typing import Any, Final

from tournaments.engine.terms import TERMS, plain_terms
from tournaments.errors import refusal
from tournaments.models import TermsTemplate, Tournament

KEPT: Final = (*TERMS, "description", "cardboard")
"""What a template holds: all of an announcement but its day, and neither members nor who directs."""


def terms_of(row: Tournament) -> dict[str, Any]:
    """Return the current terms of a tournament in the form in which a template stores them."""
    return {**plain_terms(row.terms), "description": row.description, "cardboard": row.cardboard}


def all_templates() -> list[TermsTemplate]:
    """Return all templates, by name."""
    return list(TermsTemplate.objects.select_related("made_by"))


def get_template(template_id: int) -> TermsTemplate:
    """Return a template. Raises Refused("tournament.no-such-template")."""
    rows = TermsTemplate.objects.select_related("made_by")
    row = rows.filter(pk=template_id).first() if 0 < template_id < 2**63 else None
    if row is None:
        raise refusal("tournament.no-such-template")
    return row


def known_terms(row: TermsTemplate) -> dict[str, Any]:
    """Return the template's values, without terms that no longer exist."""
    return {name: value for name, value in row.terms.items() if name in KEPT}
