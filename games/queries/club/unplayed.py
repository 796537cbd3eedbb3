"""Finds finished deals in members' names that their own devices may not have played.

Anyone with this program and the database can invent a deal. A real one usually leaves other traces: a seed drawn by a
seat's page, moves sent by the member, or a login at that time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Max

from games.engine.events import SeedCommitted
from games.log import UNREADABLE, read
from games.models import BrowserOfMember, Deal, DealSeat, MemberSession, Player
from games.models.tables import IMPORTED
from games.schema import from_stored

MOST: Final = 40
"""Deals that are looked at for a member, the newest."""
EXACT: Final = timedelta(minutes=5)
"""How exactly is kept when a session was seen."""
MOST_OF_ALL: Final = 100
"""Deals that are looked at for an owner."""


@dataclass(frozen=True, slots=True)
class UnplayedSeat:
    """A seat in a finished deal whose player may not have been there: the server made its seed."""

    deal: Deal
    player: Player
    moved: bool
    """Whether any event of the deal came from the member."""
    seen: bool
    """Whether the member may have been logged in: a login reaches the deal, or its session was seen since."""


def unplayed_by(player: Player, *, since: datetime) -> list[UnplayedSeat]:
    """Return the member's newest deals, finished since `since`, that none of their devices seems to have played."""
    rows = DealSeat.objects.filter(
        player=player,
        deal__ended_at__gte=since,
        deal__cancelled=False,
        deal__entered__isnull=True,
    )
    rows = rows.exclude(deal__table__origin__startswith=IMPORTED)
    return _of(rows.select_related("deal__table", "player").order_by("-deal_id")[:MOST])


def played_by_nobody(*, since: datetime) -> list[UnplayedSeat]:
    """Return the newest deals, finished since `since`, in which no member seems to have been present.

    Each such deal has one entry for each member.
    """
    deals = Deal.objects.filter(ended_at__gte=since, cancelled=False, entered__isnull=True)
    newest = deals.exclude(table__origin__startswith=IMPORTED).order_by("-pk")[:MOST_OF_ALL]
    rows = DealSeat.objects.filter(deal__in=[deal.pk for deal in newest], player__isnull=False)
    seats = list(rows.select_related("deal__table", "player").order_by("-deal_id", "number"))
    found = _of(seats)
    missing = {(one.deal.pk, one.player.pk) for one in found}
    whole = {row.deal_id for row in seats} - {
        row.deal_id for row in seats if (row.deal_id, row.player_id) not in missing
    }
    return [one for one in found if one.deal.pk in whole]


def _of(seats: Iterable[DealSeat]) -> list[UnplayedSeat]:
    rows = list(seats)
    ids = {row.player_id for row in rows}
    logins = BrowserOfMember.objects.filter(player__in=ids).values("player_id")
    logged_in = dict(logins.annotate(last=Max("seen_at")).values_list("player_id", "last"))
    sessions: dict[int, list[tuple[datetime, datetime]]] = {}
    for session in MemberSession.objects.filter(player__in=ids):
        if session.player_id is not None and session.begun_at is not None:
            times = (session.begun_at, session.seen_at)
            sessions.setdefault(session.player_id, []).append(times)
    lasts = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    kept: dict[int, tuple[set[int], set[int]]] = {}
    found = []
    for row in rows:
        if row.deal_id not in kept:
            kept[row.deal_id] = _told(row.deal)
        seats_kept, authors = kept[row.deal_id]
        if row.number not in seats_kept or row.player is None:
            continue
        dealt, moved = row.deal.started_at or row.deal.prepared_at, row.player_id in authors
        reached, ended = logged_in.get(row.player_id or 0), row.deal.ended_at or dealt
        # Of an earlier login with a browser nothing is left when there is a later one.
        there = (reached is not None and reached >= dealt - lasts) or any(
            begun <= ended and seen >= dealt - EXACT
            for begun, seen in sessions.get(row.player_id or 0, ())
        )
        if not (moved and there):
            found.append(UnplayedSeat(row.deal, row.player, moved, there))
    return found


def _told(deal: Deal) -> tuple[set[int], set[int]]:
    """Return two sets from a deal's events: the seats whose seeds the server made, and the members who sent an event.

    Both are empty if an event can't be read.
    """
    kept, authors = set(), set()
    try:
        for stored in read(deal.stream):
            if isinstance(by := stored.metadata.get("by"), int):
                authors.add(by)
            event = from_stored(stored.name, stored.schema, stored.payload)
            if isinstance(event, SeedCommitted) and event.kept:
                kept.add(event.seat)
    except UNREADABLE:
        return set(), set()  # `verify_log` names it
    return kept, authors
