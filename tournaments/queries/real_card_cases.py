"""Reading: the disputed discards of tables with real cards, for the casebook and the referee's queue."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from games.engine.disputing.periods import is_over
from games.queries.behalf import RealCardCase, RealCardDispute
from tournaments.models import PaperCase, Tournament
from tournaments.queries.histories import current
from tournaments.queries.paper_effects import stake_on_paper


def cases_on_paper(now: datetime) -> list[RealCardCase]:
    """Return every disputed discard that was told at a table with real cards, as it stands now."""
    rows = PaperCase.objects.select_related("tournament").order_by("pk")
    return [_case(row, now) for row in rows]


def alike_on_paper(deal_id: int) -> str:
    """The key of likeness of this deal's disputed discard; empty where none is disputed, or none can be like it."""
    return PaperCase.objects.filter(deal=deal_id).values_list("alike", flat=True).first() or ""


def _case(row: PaperCase, now: datetime) -> RealCardCase:
    cancelled = row.tournament.status == Tournament.Status.CANCELLED
    waits = (not row.outcome or row.appealed) and not cancelled
    return RealCardCase(
        number=row.pk,
        deal_id=row.deal_id,
        address=reverse("told-discard", args=_place(row)),
        seat=row.seat,
        card=row.card,
        penalty=row.penalty,
        alike=row.alike,
        position=row.position,
        said=tuple((seat, player, words) for seat, player, words in row.said),
        filed_at=row.filed_at,
        outcome=row.outcome,
        section=row.section,
        reason=row.reason,
        referee_id=row.referee_id,
        ruled_at=row.ruled_at,
        on_appeal=row.appealed or row.rulings > 1,
        final=bool(row.outcome) and not waits and _is_final(row, now),
    )


def waiting_on_paper(now: datetime) -> list[RealCardDispute]:
    """Return the disputes of tables with real cards that wait for a ruling, as their tournaments stand now."""
    undecided = PaperCase.objects.filter(Q(outcome="") | Q(appealed=True)).order_by("pk")
    rows = undecided.exclude(tournament__status=Tournament.Status.CANCELLED)
    return [one for row in rows if (one := _waiting(row, now)) is not None]


def _waiting(row: PaperCase, now: datetime) -> RealCardDispute | None:
    state = current(row.tournament_id).state
    found = state.find_deal(row.deal_id)
    if found is None or found[2].paper is None:
        return None
    dispute = found[2].paper.dispute
    if dispute is None or not dispute.open:
        return None
    appealed = dispute.on_appeal
    return RealCardDispute(
        deal_id=row.deal_id,
        number=row.pk,
        objecting=dispute.objecting,
        discarder=row.seat,
        filed_at=row.filed_at,
        until=None if appealed else state.filing_until,
        appealed=appealed,
        proposed=dispute.proposal is not None,
        stake=stake_on_paper(row.tournament_id, row.deal_id, now=now),
        rule_by=dispute.rule_by,
    )


def case_at(tournament_id: int, deal_id: int) -> int | None:
    """Return the number of the case of this deal; None where its discard is not disputed."""
    rows = PaperCase.objects.filter(tournament=tournament_id, deal=deal_id)
    return rows.values_list("pk", flat=True).first()


def place_of_case(number: int) -> tuple[int, int, int, int] | None:
    """Return tournament, round, table and deal of a case; None where there is none of this number."""
    row = PaperCase.objects.filter(pk=number).first()
    return None if row is None else _place(row)


def _place(row: PaperCase) -> tuple[int, int, int, int]:
    return row.tournament_id, row.round, row.table, row.deal_id


def _is_final(row: PaperCase, now: datetime) -> bool:
    """Return whether nobody can appeal the ruling any more: it was given on appeal, or its time to appeal is over."""
    if row.rulings > 1:
        return True
    if row.tournament.status == Tournament.Status.RUNNING:
        return is_over(row.tournament.appeal_until, now)
    return row.until is None or is_over(row.until, now)
