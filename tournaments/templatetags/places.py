"""Template filters that put places and terms into words."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournaments.engine.table_sizes import Sizes
from tournaments.engine.terms import Terms
from tournaments.models import Tournament
from tournaments.presenters.log import terms_in_words
from tournaments.presenters.page import drawn_tables, preview

register = template.Library()


@register.filter
def tie_breaks(chosen: Iterable[str]) -> str:
    """Return the tie-breaks, in order, in words."""
    return terms_in_words.tie_breaks_in_words(chosen)


@register.filter
def break_words(one: str) -> str:
    """Return the tie-break that decided a place, in words."""
    return terms_in_words.break_words(one)


@register.filter
def sizes_words(sizes: Sizes) -> str:
    """Return how many tables there are of each size, and how many sit out."""
    return drawn_tables.sizes_words(sizes)


@register.filter
def listed_terms(terms: Terms) -> list[tuple[str, str]]:
    """Return pairs of label and value for the terms that a page lists."""
    return terms_in_words.listed_terms(terms)


@register.filter
def about(row: Tournament) -> str:
    """Return the tournament's preview for search engines and messengers: ``{{ row|about }}``."""
    return preview.about(row)
