"""Reading: the rows of deals, and who sits where in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db.models import Prefetch, Q, QuerySet

from games.common.places import deal_on_screen
from games.engine.disputing.dispute_events import (
    DisputeFiled,
    DisputeJoined,
    RulingAppealed,
    RulingGiven,
    RulingProposed,
    RulingSigned,
)
from games.errors import Refused
from games.models import Deal, DealSeat, Player, Table
from games.models.tables import IMPORTED
from games.queries.finished.histories import history
from games.queries.people.merging import numbers_of


def seat_of(deal_id: int, player: Player | None) -> int | None:
    """Return the seat of a player in a deal, None for a spectator."""
    if player is None or deal_id >= 2**63:
        return None
    return (
        DealSeat.objects.filter(deal_id=deal_id, player=player)
        .values_list("number", flat=True)
        .first()
    )


def has_ruled(deal_id: int, dispute: int, player: Player) -> bool:
    """Return whether a player has given a ruling on this dispute of a deal or signed one, one that was
    withdrawn included.
    """
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
        isinstance(row.event, DisputeFiled | DisputeJoined | RulingAppealed)
        and (row.event.dispute, row.by) == (dispute, player.pk)
        for row in history(deal_id)
    )


def has_had_part(deal_id: int, player: Player) -> bool:
    """Return whether a player has filed, joined or appealed a dispute of a deal, or proposed, given or signed
    a ruling.
    """
    label = f"player:{player.pk}"
    return any(
        row.by == player.pk
        if isinstance(row.event, DisputeFiled | DisputeJoined | RulingAppealed)
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
    """Raises Refused("deal.sealed") for a deal that is over at its table, where others may yet play the same cards."""
    if deal.sealed and deal.ended_at is not None and not deal.cancelled:
        raise Refused("deal.sealed")


def with_replay(deal_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these deals have an open replay: they are over, and no other table still plays their cards."""
    over = Deal.objects.filter(pk__in=set(deal_ids), ended_at__isnull=False)
    return frozenset(over.filter(Q(sealed=False) | Q(cancelled=True)).values_list("pk", flat=True))


def deal_names(
    deal_ids: Iterable[int], called: Callable[[int, str], str] = deal_on_screen
) -> dict[int, str]:
    """Return what each of these deals is `called`, by its number and the stored name of its table."""
    deals = Deal.objects.filter(pk__in=set(deal_ids)).values_list("pk", "number", "table__name")
    return {pk: called(number, table) for pk, number, table in deals}


def recorded_deals(
    tournament: int | None = None, *, imported: bool = True, called_off: bool = True
) -> list[int]:
    """Return the deals that there is a record of, the oldest first: all that are over, also those that were called off.

    There is none of a deal with real cards, of which no move is known, nor yet of a deal that other tables play.
    With `tournament` those of its tables alone; with `imported` False none that was brought in from another club, with
    `called_off` False none that was called off.
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
    """Finished deals, the newest first; of one player, of one tournament if given. Cancelled deals never happened.

    One player's stand in the order in which they were prepared: so a page of them is read off an index, however many
    there are.
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
