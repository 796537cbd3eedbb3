"""Reading: the disputed discards of tables with real cards, for the casebook and the referee's queue."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.urls import reverse

from games.engine.periods import is_over
from games.queries.told_cases import ToldCase
from tournaments.models import PaperCase, Tournament
from tournaments.queries.paper_effects import stake_on_paper


def cases_on_paper(now: datetime) -> list[ToldCase]:
    """Every disputed discard that was told at a table with real cards, as it stands now."""
    rows = PaperCase.objects.select_related("tournament").order_by("pk")
    return [_case(row, now) for row in rows]


def alike_on_paper(deal_id: int) -> str:
    """The key of likeness of this deal's disputed discard; empty where none is disputed, or none can be like it."""
    return PaperCase.objects.filter(deal=deal_id).values_list("alike", flat=True).first() or ""


def _case(row: PaperCase, now: datetime) -> ToldCase:
    place = (row.tournament_id, row.round, row.table, row.deal_id)
    over = row.tournament.status == Tournament.Status.CANCELLED
    waits = (not row.outcome or row.appealed) and not over
    return ToldCase(
        number=row.pk,
        deal_id=row.deal_id,
        address=reverse("told-discard", args=place),
        desk=reverse("rule-discard", args=place),
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
        waits=waits,
        final=bool(row.outcome) and not waits and _is_final(row, now),
        until=row.until or row.tournament.appeal_until,
        stake=partial(stake_on_paper, row.tournament_id, row.deal_id, now=now),
    )


def _is_final(row: PaperCase, now: datetime) -> bool:
    """Whether nobody can appeal the ruling any more: it was given on appeal, or its time to appeal is over."""
    if row.rulings > 1:
        return True
    if row.tournament.status == Tournament.Status.RUNNING:
        return is_over(row.tournament.appeal_until, now)
    return row.until is None or is_over(row.until, now)
