"""Moments in words, by the club's clock."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime


def moment_words(at: datetime, now: datetime) -> str:
    """A moment such as 20:10, with its date where that is not today's."""
    there = localtime(at)
    if there.date() == localtime(now).date():
        return time_format(there, "H:i")
    return date_format(there, "SHORT_DATETIME_FORMAT")
