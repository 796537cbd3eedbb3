"""Queries for disputes and their rulings."""

from __future__ import annotations

from django.db.models import QuerySet

from games import queries
from games.errors import Refused
from games.models import Player
from replays.models import Dispute


def disputes() -> QuerySet[Dispute]:
    """Return all disputes with their deals, tables and people."""
    return Dispute.objects.select_related("deal__table", "filed_by", "referee")


def disputes_of(deal_id: int) -> list[Dispute]:
    """Return the disputes of a deal, in order of filing."""
    return list(disputes().filter(deal_id=deal_id).order_by("number"))


def get_dispute(dispute_id: int) -> Dispute | None:
    """Return a dispute, None if there is none."""
    return disputes().filter(pk=dispute_id).first()


def for_answer(deal_id: int, by: Player) -> Dispute:
    """Return the deal's newest dispute, for the discarder's answer (§10.7).

    Raises Refused if the deal is unknown or still played, if `by` did not sit there, or if nothing is disputed.
    """
    return _newest(deal_id, by, unseated="dispute.not-accused", none="dispute.unknown")


def for_appeal(deal_id: int, by: Player) -> Dispute:
    """Return the deal's newest dispute, for an appeal against its ruling (§10.8).

    Raises Refused if the deal is unknown or still played, if `by` did not sit there, or if nothing was disputed.
    """
    return _newest(deal_id, by, unseated="ruling.appeal-not-seated", none="ruling.no-appeal")


def _newest(deal_id: int, by: Player, *, unseated: str, none: str) -> Dispute:
    """Return the newest dispute of a finished deal in which `by` sat.

    Raises Refused(unseated) if `by` did not sit in the deal, and Refused(none) if the deal has no dispute.
    """
    queries.require_open(queries.get_deal(deal_id))
    if queries.seat_of(deal_id, by) is None:
        raise Refused(unseated)
    found = disputes_of(deal_id)
    if not found:
        raise Refused(none)
    return found[-1]
