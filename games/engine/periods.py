"""Until when a result is disputed and a ruling appealed (§10.7, §10.8), on screens and with real cards alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

ANSWER: Final = timedelta(minutes=30)
"""How long a decision can be contradicted or appealed, where a tournament's terms leave as much."""

HELD: Final = timedelta(days=7)
"""How long a dispute that nobody decides holds chips, and behind the time to appeal the prizes of a tournament.

Where no referee is free, nobody may wait for ever (§10.8).
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a tournament's terms say of its deals: `appeal` is its whole time to appeal, `until` when that ends.

    It is None before the last deal is over: until then every deal can be disputed.
    """

    appeal: timedelta
    until: datetime | None


def is_over(until: datetime | None, now: datetime) -> bool:
    """Whether this end is reached; what has none is not over."""
    return until is not None and now >= until


def to_answer(appeal: timedelta) -> timedelta:
    """How long a decision can be answered, where the terms leave this time to appeal."""
    return min(ANSWER, appeal)


def filing_ends(ended: datetime, club: timedelta, terms: Terms | None) -> datetime | None:
    """Until when a deal that ended then is disputed: by the terms where it has some, else for the club's period.

    None while nobody can say it yet.
    """
    return ended + club if terms is None else terms.until


def appeal_ends(ruled: datetime, club: timedelta, terms: Terms | None) -> datetime:
    """Until when a ruling that was given then is appealed."""
    return ruled + (club if terms is None else to_answer(terms.appeal))
