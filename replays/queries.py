"""Reading for replays: finished deals in a list, one deal to step through, and its disputes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import queries
from games.models import Deal, DealSeat, Player
from games.queries import names_of
from games.schema import rules_from_plain
from games.wording import rules_name, told_apart
from replays.analysis import Replay, replay_of
from replays.models import Dispute


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
