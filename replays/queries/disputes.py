"""Reading: disputes and their rulings."""

from __future__ import annotations

from django.db.models import QuerySet

from replays.models import Dispute


def disputes() -> QuerySet[Dispute]:
    """All disputes with their deals, tables and people."""
    return Dispute.objects.select_related("deal__table", "filed_by", "referee")


def disputes_of(deal_id: int) -> list[Dispute]:
    """The disputes of a deal, in the order in which they were filed."""
    return list(disputes().filter(deal_id=deal_id).order_by("number"))


def get_dispute(dispute_id: int) -> Dispute | None:
    """A dispute, None if there is no such."""
    return disputes().filter(pk=dispute_id).first()
