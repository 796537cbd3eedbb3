"""The preview of a tournament for search engines and messengers: only what strangers can read, and no names."""

from __future__ import annotations

from typing import Final

from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament

LONGEST: Final = 160
"""The most characters of the director's description."""


def about(row: Tournament) -> str:
    """Return in words a tournament's status, time, rounds, number of players and description."""
    at = row.started_at or row.starts_at
    facts = [
        str(row.get_status_display()),
        *([date_format(localtime(at), "SHORT_DATETIME_FORMAT")] if at else []),
        ngettext("%(number)d round", "%(number)d rounds", row.terms.rounds)
        % {"number": row.terms.rounds},
        ngettext("%(number)d player", "%(number)d players", row.entrants)
        % {"number": row.entrants},
    ]
    said = " · ".join(facts)
    description = Truncator(" ".join(row.description.split())).chars(LONGEST)
    if not description:
        return said
    return _("%(facts)s. %(description)s") % {"facts": said, "description": description}
