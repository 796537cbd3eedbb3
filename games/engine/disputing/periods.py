"""Periods in which a result can be disputed and a ruling appealed (§10.7, §10.8), with real cards too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

ANSWER: Final = timedelta(minutes=30)
"""How long a decision can be contradicted or appealed, where a tournament's terms leave as much."""

MOST_RULING_HOURS: Final = 720
"""The longest time in which a referee is to rule, thirty days."""

HELD: Final = timedelta(days=7)
"""How long a dispute that nobody decides holds chips, and behind the time to appeal the prizes of a tournament.

Where no referee is free, nobody may wait for ever (§10.8).
"""


AHEAD: Final = timedelta(days=1)
"""How long before an end who is concerned is reminded of it, or at half time where there is less than twice that."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a tournament's terms say about disputes of its deals, which end once its prizes are final (§10.7)."""

    appeal: timedelta | None
    """Its whole time to appeal; None where it leaves none: then the club's periods count, up to `until`."""
    until: datetime | None
    """When that time ends, or else when the prizes became final; None as long as nobody can say it."""
    ruling: int = 0
    """Hours in which a referee is to rule; 0 where the rule of the house says it."""


def is_over(until: datetime | None, now: datetime) -> bool:
    """Return whether a period that ends at `until` is over; False if it has no end (None)."""
    return until is not None and now >= until


def remind_at(since: datetime, until: datetime) -> datetime:
    """Return when to remind people of the end `until`, which was set at `since`.

    That is a day before the end, or at half time if that is later.
    """
    return max(until - AHEAD, since + (until - since) / 2)


def to_answer(appeal: timedelta) -> timedelta:
    """Return how long a decision can be appealed: half an hour, or `appeal` if that is shorter."""
    return min(ANSWER, appeal)


def filing_ends(ended: datetime, club: timedelta, terms: Terms | None) -> datetime | None:
    """Return until when a deal can be disputed: by the tournament's terms if any, otherwise the club's period.

    Return None while the tournament's terms do not give that time yet.
    """
    if terms is None or terms.appeal is None:
        ends = ended + club
        return ends if terms is None or terms.until is None else min(ends, terms.until)
    return terms.until


def rule_by(asked: datetime, hours: int) -> datetime | None:
    """Return when a referee has to rule on a dispute or appeal made at `asked`; None if there is no period (0
    hours).
    """
    return asked.astimezone(UTC) + timedelta(hours=hours) if hours else None


def appeal_ends(ruled: datetime, club: timedelta, terms: Terms | None) -> datetime:
    """Return until when a ruling that was given at `ruled` can be appealed."""
    return ruled + (club if terms is None or terms.appeal is None else to_answer(terms.appeal))
