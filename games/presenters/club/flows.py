"""Builds the owner's page of points that flowed between pairs of members.

It also says how many high values to expect by chance alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import erfc, sqrt
from typing import Final

from games.queries.club.flows import PAGE, MemberPair, flows
from games.queries.club.unplayed import UnplayedSeat, played_by_nobody

PERIODS: Final = (30, 90, 365)
"""Days that the page looks back on."""
STRIKING: Final = 3.0
"""Standard errors from which a pair is marked."""


@dataclass(frozen=True, slots=True)
class FlowsPage:
    """A page of pairs of members, with the points that flowed between them."""

    pairs: tuple[MemberPair, ...]
    compared: int
    by_luck: float
    """Pairs that luck alone would mark among so many."""
    days: int
    page: int
    last: int
    unplayed: tuple[UnplayedSeat, ...]
    """On the first page, of the newest deals: those whose members all seem not to have been there."""


def flows_page(*, now: datetime, days: int, page: int) -> FlowsPage:
    """Return a page of pairs of members from the last `days` days; a page beyond the last one is empty."""
    since = now - timedelta(days=days)
    found = flows(since=since, page=page)
    return FlowsPage(
        found.pairs,
        found.compared,
        found.compared * erfc(STRIKING / sqrt(2)),
        days,
        page,
        max(1, -(-found.compared // PAGE)),
        tuple(played_by_nobody(since=since)) if page == 1 else (),
    )
