"""Queries for the rows of deals, and for which player has which seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db.models import Prefetch, Q, QuerySet

from games.common.places import deal_on_screen
from games.engine.disputing.outcomes import RulingGiven
from games.engine.events import Objection, RulingProposed, RulingSigned
from games.errors import Refused
from games.models import Deal, DealSeat, Player, Table
from games.models.tables import IMPORTED
from games.queries.finished.histories import history
from games.queries.people.merging import numbers_of


def seat_of(deal_id: int, player: Player | None) -> int | None:
    """Return a player's seat in a deal, or None if they have none."""
    if player is None or deal_id >= 2**63:
        return None
    return (
        DealSeat.objects.filter(deal_id=deal_id, player=player)
        .values_list("number", flat=True)
        .first()
    )


def has_ruled(deal_id: int, dispute: int, player: Player) -> bool:
    """Return whether a player has given or signed a ruling on this dispute of a deal, even if it was withdrawn."""
    label, signed = f"player:{player.pk}", ""
    for event in (row.event for row in history(deal_id)):
        if isinstance(event, RulingGiven) and event.dispute == dispute:
            if label in (event.referee, signed):
                return True
        elif isinstance(event, RulingSigned):
            signed = event.referee
            continue
        signed = ""
    return False


def has_objected(deal_id: int, dispute: int, player: Player) -> bool:
    """Return whether a player has filed this dispute of a deal, joined it or appealed its ruling."""
    return any(
        isinstance(row.event, Objection) and (row.event.dispute, row.by) == (dispute, player.pk)
        for row in history(deal_id)
    )


def has_had_part(deal_id: int, player: Player) -> bool:
    """Return whether a player has filed, joined or appealed a dispute of a deal, or proposed or signed a ruling."""
    label = f"player:{player.pk}"
    return any(
        row.by == player.pk
        if isinstance(row.event, Objection)
        else isinstance(row.event, RulingProposed | RulingGiven | RulingSigned)
        and row.event.referee == label
        for row in history(deal_id)
    )


def get_deal(deal_id: int) -> Deal:
    """Return a deal's live row with its table. Raises Refused("deal.unknown")."""
    deal = Deal.objects.select_related("table").filter(pk=deal_id).first()
    if deal is None:
        raise Refused("deal.unknown")
    return deal


def require_open(deal: Deal) -> None:
    """Raise Refused("deal.sealed") if a deal is over at its own table while other tables may still play its cards."""
    if deal.sealed and deal.ended_at is not None and not deal.cancelled:
        raise Refused("deal.sealed")


def with_replay(deal_ids: Iterable[int]) -> frozenset[int]:
    """Return the ids of those deals whose replay is open: the deal is over, and no other table still plays it."""
    over = Deal.objects.filter(pk__in=set(deal_ids), ended_at__isnull=False)
    return frozenset(over.filter(Q(sealed=False) | Q(cancelled=True)).values_list("pk", flat=True))


def deal_names(
    deal_ids: Iterable[int], called: Callable[[int, str], str] = deal_on_screen
) -> dict[int, str]:
    """Return a name for each of these deals, by the deal's id.

    `called` makes the name from the deal's number and the name of its table.
    """
    deals = Deal.objects.filter(pk__in=set(deal_ids)).values_list("pk", "number", "table__name")
    return {pk: called(number, table) for pk, number, table in deals}


def recorded_deals(
    tournament: int | None = None, *, imported: bool = True, called_off: bool = True
) -> list[int]:
    """Return the ids of the deals that have a record, oldest first: all finished ones, even if called off.

    Deals with real cards have none, since no move is known, and deals that other tables still play have none yet.
    `tournament` selects the deals of its tables. `imported` and `called_off`, if False, leave out imported and
    called-off deals.
    """
    over = Deal.objects.filter(ended_at__isnull=False, sealed=False)
    deals = over.filter(entered__isnull=True).order_by("pk")
    if tournament is not None:
        behalf = Table.objects.filter(origin__startswith=f"tournament-{tournament}/").order_by()
        deals = deals.filter(table__in=behalf.values("pk"))
    if not imported:
        deals = deals.exclude(table__origin__startswith=IMPORTED)
    if not called_off:
        deals = deals.filter(cancelled=False)
    return list(deals.values_list("pk", flat=True))


def finished_deals(player: Player | None = None, tournament: int | None = None) -> QuerySet[Deal]:
    """Return finished deals, newest first, of one player or tournament if given, without those called off.

    One player's deals are sorted by when they were prepared, which an index makes fast for long lists; other lists by
    when they ended. Without a player, deals at tables that guests opened are left out.
    """
    seats = Prefetch("seats", DealSeat.objects.select_related("player").order_by("number"))
    deals = Deal.objects.filter(ended_at__isnull=False, cancelled=False, sealed=False)
    deals = deals.select_related("table").prefetch_related(seats)
    if tournament is not None:  # its tables first: they are few beside the club's deals
        behalf = f"tournament-{tournament}/"
        tables = Table.objects.filter(origin__startswith=behalf).order_by()
        deals = deals.filter(table__in=tables.values("pk"))
    if player is not None:
        return deals.filter(seats__player__in=numbers_of(player)).order_by("-pk")
    # Guests among bots would fill the club's list; their own list has them.
    return deals.filter(table__opened_by__is_guest=False).order_by("-ended_at", "-pk")
