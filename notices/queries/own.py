"""Queries for a member's notices, page by page, and for how many are unread."""

from __future__ import annotations

from typing import NamedTuple

from games.models import Deal, Player, Table
from notices.models import Notice, Wish
from tournaments.models import Tournament

MOST_COUNTED = 99
"""What more there is is "99+": the count of a member who never reads costs no more than this."""
PAGE = 30
"""Notices on one page."""


class NoticesPage(NamedTuple):
    """A page of notices, the newest first."""

    notices: list[Notice]
    older: int | None
    """The notice before which older ones stand, None where there are none."""


class Names(NamedTuple):
    """The names of the subjects of notices."""

    tournaments: dict[int, str]
    deals: dict[int, Deal]
    tables: dict[int, Table]
    players: dict[int, Player]


def unread(player: Player) -> int:
    """Return how many notices a member has not read, at most `MOST_COUNTED` + 1."""
    rows = Notice.objects.filter(player=player, read=False)
    return rows.order_by()[: MOST_COUNTED + 1].count()


def page_of_notices(player: Player, *, before: int | None = None, size: int = PAGE) -> NoticesPage:
    """Return a page of a member's notices, the newest first; with `before`, only those older than that one."""
    rows = Notice.objects.filter(player=player).order_by("-id")
    found = list((rows if before is None else rows.filter(pk__lt=before))[: size + 1])
    return NoticesPage(found[:size], found[size - 1].pk if len(found) > size else None)


def names_of(notices: list[Notice]) -> Names:
    """Return the names of all subjects of these notices, with one query for each kind."""
    tournaments = {row.facts["tournament"] for row in notices if "tournament" in row.facts}
    deals = {row.facts["deal"] for row in notices if "deal" in row.facts}
    rows = (
        Tournament.objects.filter(pk__in=tournaments) if tournaments else Tournament.objects.none()
    )
    played = Deal.objects.filter(pk__in=deals) if deals else Deal.objects.none()
    tables = {row.facts["table_id"] for row in notices if "table_id" in row.facts}
    people = {row.facts["who"] for row in notices if row.facts.get("who")}
    return Names(
        dict(rows.values_list("pk", "name")),
        {deal.pk: deal for deal in played.select_related("table")},
        Table.objects.in_bulk(tables) if tables else {},
        Player.objects.in_bulk(people) if people else {},
    )


def wants_mail(player: Player) -> bool:
    """Return whether the member wants notices by mail."""
    return Wish.objects.filter(player=player, by_mail=True).exists()
