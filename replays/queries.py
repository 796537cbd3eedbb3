"""Reading for replays: finished deals in a list, one deal to step through, and its disputes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games import queries
from games.models import Deal, DealSeat, Player
from games.queries import names_of
from games.schema import rules_from_plain
from games.wording import rules_name, told_apart
from replays.analysis import Replay, replay_of
from replays.models import Dispute


@dataclass(frozen=True, slots=True)
class DealsPage:
    """A page of the list of finished deals."""

    deals: list[Deal]
    newer: int | None
    """The deal behind which the page with newer ones ends, None where there are none."""
    older: int | None
    """The deal behind which the page with older ones begins, None where there are none."""


def page_of_deals(
    player: Player | None, size: int, *, before: int | None = None, after: int | None = None
) -> DealsPage:
    """The finished deals, of one player if given, that are older than the deal `before` or newer than `after`.

    The first page where neither is given or names anything. It begins at a deal and not at a number, and counts
    nothing: so a page far back costs what the first one does.
    """
    deals = queries.finished_deals(player)
    if after is not None and (edge := _edge(after)) is not None:
        newer = list(_beyond(deals, edge, player, newer=True).reverse()[: size + 1])
        if len(newer) > size:
            shown = newer[:size][::-1]
            return DealsPage(shown, shown[0].pk, shown[-1].pk)
    elif before is not None and (edge := _edge(before)) is not None:
        older = list(_beyond(deals, edge, player, newer=False)[: size + 1])
        if older:
            return _cut(older, size, newer=older[0].pk)
    return _cut(list(deals[: size + 1]), size, newer=None)


def _cut(found: list[Deal], size: int, *, newer: int | None) -> DealsPage:
    shown = found[:size]
    return DealsPage(shown, newer, shown[-1].pk if len(found) > size else None)


def _edge(deal_id: int) -> Deal | None:
    return Deal.objects.filter(pk=deal_id, ended_at__isnull=False).first()


def _beyond(
    deals: QuerySet[Deal], edge: Deal, player: Player | None, *, newer: bool
) -> QuerySet[Deal]:
    """Those of `deals` on one side of a deal, in the order that `finished_deals` gives them."""
    side = "gt" if newer else "lt"
    if player is not None:
        return deals.filter(**{f"pk__{side}": edge.pk})
    # The first condition is for the index, the second for deals that ended at the same moment.
    return deals.filter(**{f"ended_at__{side}e": edge.ended_at}).filter(
        Q(**{f"ended_at__{side}": edge.ended_at}) | Q(**{f"pk__{side}": edge.pk})
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """A finished deal in the list."""

    deal: Deal
    rules: str
    """The name of its rule set."""
    players: tuple[str, ...]
    """By seat, no two alike."""
    winner: str
    """The winner's name, empty if nobody won."""
    mine: DealSeat | None
    """The viewer's own seat in it."""


def list_deals(deals: Iterable[Deal], viewer: Player) -> list[Listed]:
    """These finished deals with the names on screen."""
    listed = list(deals)
    labels = sorted({seat.label for deal in listed for seat in deal.seats.all()})
    names = dict(zip(labels, names_of(labels), strict=True))
    return [_listed(deal, names, viewer) for deal in listed]


def _listed(deal: Deal, names: dict[str, str], viewer: Player) -> Listed:
    seats = list(deal.seats.all())
    players = told_apart(
        [
            names[seat.label] if seat.player_id is not None or seat.bot else _("guest")
            for seat in seats
        ]
    )
    return Listed(
        deal=deal,
        rules=rules_name(rules_from_plain(deal.table.rules)),
        players=players,
        winner="" if deal.winner is None else players[deal.winner],
        mine=next((seat for seat in seats if seat.player_id == viewer.pk), None),
    )


def names_in(deal: Deal, replay: Replay) -> tuple[str, ...]:
    """The names on screen of a deal's seats, in seat order.

    In an imported deal the numbers of its people are those of another club and name nobody here.
    """
    rows = list(deal.seats.order_by("number"))
    known = names_of(replay.players)
    return tuple(
        _("guest %(number)s") % {"number": label.removeprefix("player:")}
        if label.startswith("player:") and row.player_id is None
        else name
        for row, label, name in zip(rows, replay.players, known, strict=True)
    )


def get_replay(deal_id: int) -> tuple[Deal, Replay]:
    """A finished deal and its replay. Raises Refused where there is none, or the deal is still played."""
    deal = queries.get_deal(deal_id)
    return deal, replay_of(queries.history(deal_id))


def disputes() -> QuerySet[Dispute]:
    """All disputes with their deals, tables and people."""
    return Dispute.objects.select_related("deal__table", "filed_by", "referee")


def disputes_of(deal_id: int) -> list[Dispute]:
    """The disputes of a deal, in the order in which they were filed."""
    return list(disputes().filter(deal_id=deal_id).order_by("number"))


def get_dispute(dispute_id: int) -> Dispute | None:
    """A dispute, None if there is no such."""
    return disputes().filter(pk=dispute_id).first()
