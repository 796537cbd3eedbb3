"""Writes tie-breaks in words."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.common.joints import listed
from tournaments.models import Standing


def break_words(one: str) -> str:
    """Return the name of a tie-break, as in the standings."""
    return str(Standing.SettledBy(one).label)


def tie_breaks_in_words(chosen: Iterable[str]) -> str:
    """Return the names of the tie-breaks, in order, or a phrase that there are none."""
    words = listed(map(break_words, chosen))
    return words or _("none: tied members share the place")
