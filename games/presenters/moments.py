"""Formats dates and times in words, in the club's time zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.formats import date_format, time_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from games.common.joints import comma

_SPANS: Final[Any] = {
    "year": ngettext_lazy("%(num)d year", "%(num)d years", "num"),
    "month": ngettext_lazy("%(num)d month", "%(num)d months", "num"),
    "week": ngettext_lazy("%(num)d week", "%(num)d weeks", "num"),
    "day": ngettext_lazy("%(num)d day", "%(num)d days", "num"),
    "hour": ngettext_lazy("%(num)d hour", "%(num)d hours", "num"),
    "minute": ngettext_lazy("%(num)d minute", "%(num)d minutes", "num"),
}
"""The club's own: Django's Vietnamese has none of these, and said "1 minute"."""


def span_words(since: datetime, until: datetime) -> str:
    """Return the time between two moments in its largest unit, such as "3 days"."""
    seconds = int((until - since).total_seconds())
    if seconds < 120:
        return length_words(seconds)
    return timesince(since, until, time_strings=_SPANS, depth=1)


_LONGEST: Final = 10**9
"""A record of another club may name any number of seconds; from some number on there is no such moment."""


def length_words(seconds: int) -> str:
    """Return a length of time in its two largest units, such as "3 hours, 31 minutes", or in seconds if it is short."""
    if seconds < 120:
        return ngettext("%(num)d second", "%(num)d seconds", seconds) % {"num": seconds}
    until = datetime(2001, 1, 1)  # noqa: DTZ001  # any moment does
    since = until - timedelta(seconds=min(seconds, _LONGEST))
    return timesince(since, until, time_strings=_SPANS).replace(", ", comma())


def rule_by_words(until: datetime) -> str:
    """Return a sentence with the deadline of a ruling, for the players who wait for it (§10.8)."""
    return _("A referee has to rule by %(when)s. Nothing is decided automatically.") % {
        "when": date_format(localtime(until), "SHORT_DATETIME_FORMAT")
    }


def rule_by_now(until: datetime, now: datetime) -> str:
    """Return the deadline of a ruling in words, or after it that the ruling is overdue."""
    if now < until:
        return rule_by_words(until)
    return _("The ruling is overdue: it was due by %(when)s. Nothing is decided automatically.") % {
        "when": date_format(localtime(until), "SHORT_DATETIME_FORMAT")
    }


def rule_by_state(until: datetime | None, now: datetime) -> str:
    """Return for referees a short text on when a ruling is due, or since when it is overdue.

    Empty without a time limit.
    """
    if until is None:
        return ""
    told = {"when": date_format(localtime(until), "SHORT_DATETIME_FORMAT")}
    if now < until:
        return _("ruling due by %(when)s") % told
    return _("overdue since %(when)s") % told


def moment_words(at: datetime, now: datetime) -> str:
    """Return a moment as a time such as 20:10, with the date unless it is today."""
    there = localtime(at)
    if there.date() == localtime(now).date():
        return time_format(there)
    return date_format(there, "SHORT_DATETIME_FORMAT")
