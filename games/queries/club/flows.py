"""Compares the flow of points between pairs of members with what chance would explain.

Only owners see this. A high number is no accusation: the page names other possible causes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Final, NamedTuple

from django.db import connection

from games.models import BrowserOfMember, Player

PAGE: Final = 50
"""Pairs on a page."""
FEWEST: Final = 10
"""Deals that two must have played together: of fewer nothing can be said."""
TWELFTHS: Final = 12
"""2, 3 and 4 seats divide it, so sums stay whole."""

# What flows between two seats is their difference divided by the seats: exactly what one has paid the other wherever
# everybody pays alike. Where one pays for all (§9.3) it is half the difference of the two, and nothing between one of
# them and a third.
_PAIRS: Final = """
    SELECT pairs.*, COUNT(*) OVER () AS compared FROM (
        SELECT one, other,
            SUM(played) AS deals, SUM(flow) AS flow, SUM(flow * flow) AS squares,
            SUM(given) AS given, SUM(taken) AS taken, SUM(off) AS called_off
        FROM (
            SELECT a.player_id AS one, b.player_id AS other,
                CASE WHEN deal.cancelled THEN 0 ELSE 1 END AS played,
                CASE WHEN deal.cancelled THEN 1 ELSE 0 END AS off,
                COALESCE(a.net - b.net, 0) * CASE
                    WHEN deal.offender IS NULL THEN 12 / seats.seat_count
                    WHEN deal.offender IN (a.number, b.number) AND deal.winner IN (a.number, b.number) THEN 6
                    WHEN deal.offender IN (a.number, b.number) OR deal.winner IN (a.number, b.number) THEN 0
                    ELSE 12 / seats.seat_count
                END AS flow,
                CASE WHEN deal.offender = a.number AND deal.winner = b.number THEN 1 ELSE 0 END AS given,
                CASE WHEN deal.offender = b.number AND deal.winner = a.number THEN 1 ELSE 0 END AS taken
            FROM games_deal AS deal
            JOIN games_table AS seats ON seats.id = deal.table_id
            JOIN games_dealseat AS a ON a.deal_id = deal.id
            JOIN games_dealseat AS b ON b.deal_id = deal.id AND b.player_id > a.player_id
            WHERE deal.ended_at >= %s
        ) AS met
        GROUP BY one, other
        HAVING SUM(played) >= %s
    ) AS pairs
    ORDER BY CASE
        WHEN flow = 0 THEN 0
        WHEN deals * squares <= flow * flow THEN 1e300
        ELSE CAST(flow AS DOUBLE PRECISION) * flow * (deals - 1)
            / (CAST(squares AS DOUBLE PRECISION) * deals - CAST(flow AS DOUBLE PRECISION) * flow)
    END DESC, one, other
    LIMIT %s OFFSET %s
"""


@dataclass(frozen=True, slots=True)
class MemberPair:
    """Two members, and the points that one lost to the other in deals that both finished."""

    giver: Player
    taker: Player
    deals: int
    points: float
    """Net points from the giver to the taker, 0 or more."""
    error: float
    """The standard error of `points`: what luck moves them by, reckoned from these very deals."""
    penalties: int
    """Deals in which the giver paid for all by a card with which the taker won (§9.3)."""
    penalties_back: int
    """The same, the other way round."""
    called_off: int
    """Deals called off in which both had a seat; they count for nothing else."""
    browsers: int
    """Browsers in which both have logged in."""

    @property
    def errors(self) -> float | None:
        """The points divided by their standard error; None if every deal scored the same."""
        return self.points / self.error if self.error else None


class Flows(NamedTuple):
    """A page of pairs, sorted so that the pairs least explained by chance come first."""

    pairs: tuple[MemberPair, ...]
    compared: int
    """How many pairs there are on all pages: the more, the more of them luck alone lifts out."""


def flows(*, since: datetime, page: int = 1) -> Flows:
    """Return a page of pairs of members who have finished enough deals together since `since`, in three queries."""
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, [since, FEWEST, PAGE, (page - 1) * PAGE])
        rows = [tuple(map(int, row)) for row in cursor.fetchall()]
    ids = {row[0] for row in rows} | {row[1] for row in rows}
    people, browsers = Player.objects.in_bulk(ids), _browsers(ids, since)
    return Flows(
        tuple(_pair(people, len(browsers[row[0]] & browsers[row[1]]), *row[:-1]) for row in rows),
        rows[0][-1] if rows else 0,
    )


def _browsers(players: set[int], since: datetime) -> defaultdict[int, set[str]]:
    """Return the browsers in which each of these members has been seen since `since`, by member id."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    rows = BrowserOfMember.objects.filter(player__in=players, seen_at__gte=since)
    for player, browser in rows.values_list("player_id", "browser"):
        found[player].add(browser)
    return found


def _pair(
    people: dict[int, Player],
    browsers: int,
    one: int,
    other: int,
    deals: int,
    flow: int,
    squares: int,
    given: int,
    taken: int,
    called_off: int,
) -> MemberPair:
    variance = (squares - flow * flow / deals) / (deals - 1)
    error = sqrt(max(0.0, variance) * deals) / TWELFTHS
    if flow > 0:  # `one` has received
        one, other, given, taken = other, one, taken, given
    points = abs(flow) / TWELFTHS
    return MemberPair(
        people[one], people[other], deals, points, error, given, taken, called_off, browsers
    )
