"""Queries for tables of the lobby, and for who may sit at them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.utils.translation import gettext as _

from games.common.places import FRIENDS_ORIGIN
from games.engine.state import Phase
from games.errors import Refused
from games.models import Deal, Player, Seat, Table
from games.queries.play import rows


def get_table(table_id: int) -> Table:
    """Return a table. Raises Refused("table.unknown")."""
    table = rows.TABLE.first(table_id)
    if table is None:
        raise Refused("table.unknown")
    return table


def admits(table: Table, player: Player, *, named: bool | None = None) -> bool:
    """Return whether this player may take a free seat at a table; `named` says whether they are invited, if known.

    Guests may sit at tables that they opened or whose code they know, and never where chips are played for.
    """
    if table.admission == Table.Admission.FIXED or (player.is_guest and table.chips_per_point):
        return False
    if table.admission == Table.Admission.OPEN and not player.is_guest:
        return True
    return table.invited.filter(pk=player.pk).exists() if named is None else named


def open_tables() -> QuerySet[Table]:
    """Return the open tables with their seats, newest first, including tournaments' tables."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    running = Prefetch("deals", Deal.objects.filter(ended_at__isnull=True), to_attr="running")
    return (
        Table.objects.filter(closed_at__isnull=True)
        .select_related("opened_by")
        .prefetch_related(seats, running)
        .order_by("-pk")
    )


def tables_by_use(viewer: Player | None) -> QuerySet[Table]:
    """Return the open tables in the lobby's order: the viewer's own, invitations, tables with people, the rest.

    Within each group the last used come first.
    """
    here = Seat.objects.filter(table=OuterRef("pk"), player__isnull=False)
    own: Exists | Value = Value(False)
    invited: Exists | Value = Value(False)
    if viewer is not None and viewer.is_authenticated:
        own = Exists(here.filter(player=viewer))
        named = Table.invited.through.objects.filter(table=OuterRef("pk"), player=viewer)
        invited = Exists(named)
    order = {"own": own, "named": invited, "peopled": Exists(here)}
    return (
        open_tables()
        .annotate(**order)
        .exclude(_PRIVATE)
        .order_by(*(f"-{name}" for name in order), "-used_at", "-pk")
    )


_PRIVATE: Final = Q(own=False, named=False) & (
    Q(opened_by__is_guest=True) | Q(origin__startswith=FRIENDS_ORIGIN)
)
"""Neither a guest among bots nor an evening with friends is anybody's to watch in the lobby; its link shows it."""


def tables_wanting(bot: Player, *, most_chips_per_point: int) -> list[int]:
    """Return the ids of the open tables that ask for a bot and would admit this account, the last used first.

    At these tables a point is worth at most `most_chips_per_point`. Tables with a running deal, or that wait for
    friends to play again, are left out.
    """
    free = Seat.objects.filter(table=OuterRef("pk"), player__isnull=True)
    dealt = Deal.objects.filter(table=OuterRef("pk"), ended_at__isnull=True).exclude(
        phase=Phase.SEEDS
    )
    named = Table.invited.through.objects.filter(table=OuterRef("pk"), player=bot)
    admitting = Q(admission=Table.Admission.OPEN) | Exists(named)
    wanting = Table.objects.filter(
        *(admitting, Exists(free), ~Exists(dealt)),
        wants_bots=True,
        closed_at__isnull=True,
        held=False,
        chips_per_point__lte=most_chips_per_point,
    )
    return list(wanting.order_by("-used_at", "-pk").values_list("pk", flat=True)[:MOST_ASKED])


MOST_ASKED: Final = 50
"""Tables at which a program that asks for any is tried."""


class ListedTable(NamedTuple):
    """A table as shown in the lobby."""

    table: Table
    seats: tuple[Seat, ...]
    deal: Deal | None
    """The one that is prepared or played."""


def listed_tables(
    size: int, *, viewer: Player, before: int | None = None, invited: bool = False
) -> tuple[list[ListedTable], int | None]:
    """Return a page of the lobby's tables for this viewer, newest first, and where the next page begins.

    The page holds tables older than `before`; the next page begins after the returned id, None if there is no next
    page. With `invited`, it has only tables that invite the viewer, who has no seat there yet.
    """
    tables = tables_by_use(viewer).order_by("-pk")
    if invited:
        tables = inviting(tables, viewer)
    if before is not None:
        tables = tables.filter(pk__lt=before)
    found = list(tables[: size + 1])
    listed = [
        ListedTable(
            table, tuple(table.seats.all()), next(iter(getattr(table, "running", ())), None)
        )
        for table in found[:size]
    ]
    return listed, listed[-1].table.pk if len(found) > size else None


def inviting(tables: QuerySet[Table], player: Player) -> QuerySet[Table]:
    """Return those tables that invite the player and where they have no seat yet."""
    return tables.filter(invited=player).exclude(seats__player=player)


def invitations(player: Player | None) -> set[int]:
    """Return the open tables that invite this player."""
    if player is None or not player.is_authenticated:
        return set()
    tables = Table.objects.filter(closed_at__isnull=True, invited=player)
    return set(tables.values_list("pk", flat=True))


def members() -> QuerySet[Player]:
    """Return all members who may log in, by name."""
    return Player.objects.filter(is_active=True, is_guest=False).order_by(
        "display_name", "username"
    )


def members_named(ids: Collection[int], *, by: Player) -> list[Player]:
    """Return the members with these ids, whom `by` wants to invite. Raises Refused("invitation.who").

    Refused if one of them is no member, and always for guests, who may not see members' names.
    """
    found = list(members().filter(pk__in=[one for one in ids if 0 < one < 2**63]))
    if len(found) < len(set(ids)) or (ids and by.is_guest):
        raise Refused("invitation.who")
    return found


def table_name_for(host: Player) -> str:
    """Return a suggested name for this player's next table."""
    number = Table.objects.filter(opened_by=host, origin__startswith="form-").count() + 1
    return _("%(name)s's table %(number)d") % {
        "name": host.display_name or host.username,
        "number": number,
    }


def idle_tables(now: datetime) -> list[int]:
    """Return the ids of the tables whose next deal can be prepared.

    The sweep uses this in case the preparation was lost. Tables whose wait for friends is over are included.
    """
    running = Deal.objects.filter(table=OuterRef("pk"), ended_at__isnull=True)
    here = Seat.objects.filter(table=OuterRef("pk"))
    # A table that waits for people needs nothing, and a forgotten one may wait for months.
    full = Q(filler__gt="") | ~Exists(here.filter(player__isnull=True, bot=""))
    played = Q(admission=Table.Admission.FIXED) | Exists(here.filter(player__isnull=False))
    waited = Q(held=False) | Q(starts_at__lte=now)
    idle = Table.objects.filter(
        full, played, waited, ~Exists(running), closed_at__isnull=True, cardboard=False
    )
    return list(idle.values_list("pk", flat=True))
