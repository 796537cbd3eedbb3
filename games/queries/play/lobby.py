"""Queries for the lobby apart from its tables: invitations, members online, and notices of lost seats."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from games.infrastructure.removals import was_removed
from games.models import DealSeat, MemberSession, Player, SeatWait, Table

HERE_WITHIN: Final = timedelta(minutes=10)
"""For how long a member is here after their last page; sessions keep it to five minutes."""
MOST_HERE: Final = 60
"""Members that are named as being here."""


def freed_seats(player: Player | None, table: Table | None = None) -> list[DealSeat]:
    """Return the seats that this player lost by not being ready in time, latest first; only of `table` if given.

    A seat stays in the list until its player sits down at that table again or confirms having read the notice.
    """
    if player is None or not player.is_authenticated:
        return []
    lost = DealSeat.objects.filter(player=player, freed_at__isnull=False)
    if table is not None:
        lost = lost.filter(deal__table=table)
    return list(lost.select_related("deal__table").order_by("-freed_at"))


def called_off_by(player: Player, *, since: datetime, until: datetime) -> list[datetime]:
    """Return the times at which this player made a prepared deal fail, by leaving or being away; oldest first."""
    seats = DealSeat.objects.filter(
        player=player, called_off_at__gt=since, called_off_at__lte=until
    )
    times = seats.order_by("called_off_at").values_list("called_off_at", flat=True)
    return [at for at in times if at is not None]


def last_withheld_by(player: Player, *, since: datetime) -> datetime | None:
    """Return the end of the last deal since `since` for which this player withheld a seed; None if there is none."""
    seats = DealSeat.objects.filter(player=player, withheld=True, deal__ended_at__gt=since)
    return seats.aggregate(last=Max("deal__ended_at"))["last"]  # type: ignore[no-any-return]


def members_here(now: datetime) -> QuerySet[Player]:
    """Return the members who opened a page within the last minutes, by name, in one query."""
    seen = MemberSession.objects.filter(player=OuterRef("pk"), seen_at__gt=now - HERE_WITHIN)
    members = Player.objects.filter(Exists(seen), is_active=True, is_guest=False)
    return members.order_by("display_name", "username")[:MOST_HERE]


def table_where_i_am(player: Player, code: str) -> Table | None:
    """Return the open table with this code if this player sits or waits there, else None.

    This doesn't count as an attempt to guess a code.
    """
    here = Q(seats__player=player) | Q(waiting__player=player)
    tables = Table.objects.filter(here, code=code.upper(), closed_at__isnull=True)
    return tables.first() if code else None


def table_of(player: Player) -> Table | None:
    """Return the newest open table at which this player sits, or None."""
    return (
        Table.objects.filter(seats__player=player, closed_at__isnull=True).order_by("-pk").first()
    )


def seated_at(table: Table) -> list[str]:
    """Return the names of the people who sit at a table, by seat."""
    seats = table.seats.filter(player__isnull=False).select_related("player").order_by("number")
    return [str(seat.player) for seat in seats]


def waits_for_seat(table_id: int, player: Player | None) -> bool:
    """Return whether this player waits for a seat at this table."""
    return player is not None and SeatWait.objects.filter(table=table_id, player=player).exists()


class Wait(NamedTuple):
    """The reason why a player without a seat waits at a table."""

    kind: str = ""
    """`soon` for a bot's seat after this deal, `full` for the next seat that somebody leaves, `removed` if the host
    removed them; empty for nothing."""
    since: datetime | None = None
    """When they were last known to wait."""


NO_WAIT: Final = Wait()


def wait_at(table: Table, player: Player, *, free: int) -> Wait:
    """Return why this player waits at a table with `free` seats without a person; an empty `kind` if they
    don't wait.
    """
    waits = SeatWait.objects.filter(table=table).order_by("pk").values_list("player_id", "since")
    for place, (waiting, since) in enumerate(waits):
        if waiting == player.pk:
            return Wait("soon" if place < free else "full", since)
    return Wait("removed" if player.is_guest and was_removed(table.pk, player.pk) else "")


def guests_at(table: Table) -> QuerySet[Player]:
    """Return the guests who sit at a table or wait for a seat there, except its host."""
    here = Q(seats__table=table) | Q(pk__in=table.waiting.values("player"))
    guests = Player.objects.filter(here, is_guest=True).exclude(pk=table.opened_by_id)
    return guests.distinct().order_by("pk")


def invited_to(table: Table) -> QuerySet[Player]:
    """Return the members invited to a table, by name. Guests join by its link instead (decision 0308)."""
    return table.invited.filter(is_guest=False).order_by("display_name", "username")


def why_not_invite(player: Player, table: Table) -> str:
    """Return the code of the reason why this player may not invite members to the table; empty if they may.

    The player who opened the table and directors may invite. Where every member may sit, nobody needs an invitation.
    """
    if refusal := why_not_share(player, table):
        return refusal
    return "" if table.admission == Table.Admission.INVITED else "invitation.needless"


def why_not_share(player: Player, table: Table) -> str:
    """Return the code of the reason why this player may not give out the table's code; empty if they may."""
    if not table.is_run_by(player):
        return "table.not-yours"
    if table.closed_at is not None:
        return "table.closed"
    return "seat.fixed" if table.admission == Table.Admission.FIXED else ""
