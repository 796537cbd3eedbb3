"""Sentences about a tournament's time: breaks, when the drawn round begins, time left, the end of check-in."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.formats import time_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import Tournament

TEA: Final = "tea"
"""The reason of a pause that needs no words of its own."""
_KEPT: Final = re.compile(r"@(now|left:([0-9]+))@")


class TimeLine(NamedTuple):
    """A sentence about the time, with the time left, if any."""

    kind: str
    words: str
    left: str = ""
    """Minutes and seconds, empty where none are counted."""
    until_ms: int | None = None
    """Epoch milliseconds at which nothing is left; None where no clock runs."""
    now_ms: int | str = 0


def time_lines(row: Tournament, *, now: datetime, kept: bool = False) -> tuple[TimeLine, ...]:
    """Return the sentences about a tournament's time; empty if nothing is timed.

    If the page is `kept` in a cache, placeholders stand for what depends on `now`; `as_of` fills them in.
    """
    if row.status == Tournament.Status.OPEN:
        return _check_in(row, now)
    if row.status != Tournament.Status.RUNNING:
        return ()
    lines = []
    if row.paused_at is not None:
        lines.append(TimeLine("tea", _tea(row, row.paused_at)))
    if row.clock_until is not None:
        lines.append(_round(row, row.clock_until, now, kept=kept))
    if row.time_up:
        said = _(
            "Time is up in round %(round)d. No new deals start; deals in progress are played to the end."
        )
        lines.append(TimeLine("up", said % {"round": row.rounds_drawn}))
    return tuple(lines)


def as_of(html: str, now: datetime) -> SafeString:
    """Return a cached page with its placeholders for the time filled in."""
    stamp = _ms(now)

    def fill(found: re.Match[str]) -> str:
        return str(stamp) if found[2] is None else _left((int(found[2]) - stamp) / 1000)

    return mark_safe(_KEPT.sub(fill, html))  # noqa: S308 - digits in the place of a mark


def clock_time(at: datetime) -> str:
    """Return a time on the club's clock, such as 20:10."""
    return time_format(localtime(at))


def clock_end(at: datetime) -> str:
    """Return a future time on the club's clock, rounded up to the minute: 20:09:57 is shown as 20:10."""
    return clock_time(at + timedelta(seconds=59, microseconds=999_999))


def _tea(row: Tournament, since: datetime) -> str:
    assert row.paused_by is not None
    facts = {
        "time": clock_time(since),
        "name": row.paused_by.shown_name,
        "reason": row.pause_reason,
    }
    if row.pause_reason == TEA:
        return _("Break since %(time)s, called by %(name)s.") % facts
    return _("Paused since %(time)s by %(name)s: %(reason)s") % facts


def _round(row: Tournament, until: datetime, now: datetime, *, kept: bool) -> TimeLine:
    facts = {"round": row.rounds_drawn, "time": clock_end(until)}
    kind = "begins" if row.waits else "ends"
    if row.paused_at is not None:
        said = (
            _("Round %(round)d has not begun yet.")
            if row.waits
            else _("The round's clock is stopped.")
        )
        return TimeLine(kind, said % facts, _left((until - row.paused_at).total_seconds()))
    said = (
        _("Round %(round)d begins at %(time)s.") if row.waits else _("No new deal after %(time)s.")
    )
    if kept:
        return TimeLine(kind, said % facts, f"@left:{_ms(until)}@", _ms(until), "@now@")
    left = _left((until - now).total_seconds())
    return TimeLine(kind, said % facts, left, _ms(until), _ms(now))


def _check_in(row: Tournament, now: datetime) -> tuple[TimeLine, ...]:
    until = row.check_in_until
    if until is None:
        return ()
    time = {"time": clock_time(until), "round": row.terms.late_until}
    if row.takes_check_in(now):
        return (TimeLine("check-in", _("Members check in until %(time)s.") % time),)
    said = _(
        "Check-in closed at %(time)s. Anyone not checked in is left out of the first draw, unless "
        "the director adds them by hand."
    )
    if row.terms.late_until > 1:
        said += " " + _("After the start, members can enter until round %(round)d is drawn.")
    return (TimeLine("check-in", said % time),)


def _left(seconds: float) -> str:
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02d}"


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)
