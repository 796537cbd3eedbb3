"""What the nightly check of the club's whole history has found, in words for everybody.

Never the finding itself: that may name cards of a deal that is still played, and is for the owner alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log.models import Verification
from games.presenters.cards import listed

SHOWN: Final = 14
"""Nights on the page."""
LATE: Final = timedelta(days=2)
"""So old is the last night of a club whose nightly check does not run."""


@dataclass(frozen=True, slots=True)
class Night:
    """One night's check."""

    day: date
    compared: str
    """What was compared, in words; empty for nights that did not keep it."""
    whole: bool
    right: bool
    said: str
    """The outcome in words."""


@dataclass(frozen=True, slots=True)
class Nights:
    """The last nights, the newest first."""

    nights: tuple[Night, ...]
    late: str
    """That the check has not run for days, in words; empty where it runs."""


def last_nights(now: datetime) -> Nights:
    """The nights that everybody may read of."""
    found = [_night(row) for row in Verification.objects.order_by("-day")[:SHOWN]]
    ago = timezone.localtime(now).date() - found[0].day if found else None
    late = ""
    if ago is None:
        late = _("The history of this club has not been checked in any night yet.")
    elif ago >= LATE:
        late = ngettext(
            "Last checked %(days)d day ago. Something keeps the nightly check from running: tell the owner.",
            "Last checked %(days)d days ago. Something keeps the nightly check from running: tell the owner.",
            ago.days,
        ) % {"days": ago.days}
    return Nights(tuple(found), late)


def _night(row: Verification) -> Night:
    if row.found:
        said = ngettext(
            "%(number)d difference was found, and the owner has been told.",
            "%(number)d differences were found, and the owner has been told.",
            row.found,
        ) % {"number": row.found}
    else:
        said = _("0 differences")
    return Night(row.day, _compared(row.counts), row.whole, not row.found, said)


def _compared(counts: dict[str, int]) -> str:
    words = {
        "deals": ngettext("%(number)d deal", "%(number)d deals", counts.get("deals", 0)),
        "tournaments": ngettext(
            "%(number)d tournament", "%(number)d tournaments", counts.get("tournaments", 0)
        ),
        "transfers": ngettext(
            "%(number)d transfer", "%(number)d transfers", counts.get("transfers", 0)
        ),
    }
    return listed(words[kind] % {"number": counts[kind]} for kind in words if kind in counts)
