"""Queries for the disputed discards at tables with real cards, for the casebook and the referee's queue."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse

from games.models import FiledDispute, Precedent
from games.queries.behalf import RealCardDispute, Reported
from tournaments.models import ReportedDiscard, Tournament
from tournaments.queries.histories import current
from tournaments.queries.real_card_effects import stake_of_real_cards


def reported_of_real_cards(numbers: Sequence[int]) -> dict[int, Reported]:
    """Return what was reported in the disputes with these numbers, by number."""
    rows = ReportedDiscard.objects.select_related("dispute").in_bulk(numbers)
    return {
        number: Reported(
            address=reverse("told-discard", args=_place(row)),
            said=tuple((seat, player, words) for seat, player, words in row.said),
        )
        for number, row in rows.items()
    }


def alike_of_real_cards(deal_id: int) -> str:
    """Return the key by which the casebook finds discards similar to this deal's disputed one.

    Empty if no discard is disputed, or if it cannot be compared.
    """
    keys = Precedent.objects.filter(dispute__deal=deal_id, dispute__real_cards=True)
    return keys.values_list("alike", flat=True).first() or ""


def waiting_of_real_cards(now: datetime) -> list[RealCardDispute]:
    """Return the disputes at tables with real cards that need a referee: for a ruling, or for a second signature.

    A proposed change or withdrawal of a ruling is included as long as it is still possible.
    """
    can_change = Q(dispute__provisional=True) | Q(dispute__until__gt=now)
    waits = Q(dispute__status=FiledDispute.OPEN) | (~Q(dispute__proposed="") & can_change)
    rows = _not_cancelled().filter(waits).order_by("pk").select_related("dispute__precedent")
    return [one for row in rows if (one := _waiting(row, now)) is not None]


def undecided() -> QuerySet[ReportedDiscard]:
    """Return the disputes that await a ruling, except in cancelled tournaments."""
    return _not_cancelled().filter(dispute__status=FiledDispute.OPEN)


def _not_cancelled() -> QuerySet[ReportedDiscard]:
    return ReportedDiscard.objects.exclude(tournament__status=Tournament.Status.CANCELLED)


def _waiting(row: ReportedDiscard, now: datetime) -> RealCardDispute | None:
    state, filed = current(row.tournament_id).state, row.dispute
    found = state.find_deal(filed.deal_id)
    if found is None or found[2].paper is None:
        return None
    dispute = found[2].paper.dispute
    if dispute is None or not (dispute.open or dispute.proposal):
        return None
    appealed = dispute.on_appeal
    return RealCardDispute(
        deal_id=filed.deal_id,
        number=filed.pk,
        objecting=dispute.objecting,
        discarder=filed.precedent.seat,
        filed_at=filed.filed_at,
        until=state.filing_until if dispute.open and not appealed else None,
        appealed=appealed,
        proposed=dispute.proposal is not None,
        stake=stake_of_real_cards(row.tournament_id, filed.deal_id, now=now),
        rule_by=dispute.rule_by if dispute.open else None,
    )


def case_at(tournament_id: int, deal_id: int) -> int | None:
    """Return the case number of this deal; None if its discard is not disputed."""
    if max(tournament_id, deal_id) >= 2**63:  # no database holds such an id
        return None
    rows = ReportedDiscard.objects.filter(tournament=tournament_id, dispute__deal=deal_id)
    return rows.values_list("pk", flat=True).first()


def place_of_case(number: int) -> tuple[int, int, int, int] | None:
    """Return tournament, round, table and deal id of a case; None if no case has this number."""
    row = ReportedDiscard.objects.select_related("dispute").filter(pk=number).first()
    return None if row is None else _place(row)


def _place(row: ReportedDiscard) -> tuple[int, int, int, int]:
    return row.tournament_id, row.round, row.table, row.dispute.deal_id
