"""Queries, in one statement, for the disputes and results of a tournament that await a decision (§10.7, §10.8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from games.models import Deal
from tournaments.engine.real_cards.entered_results import HOLDING, ResultStatus
from tournaments.models import Tournament
from tournaments.queries.club_tables import NamedDeal
from tournaments.queries.tournaments import etag, get_tournament, undecided_deals, unopened
from tournaments.schema import stream_of


class OpenDispute(NamedTuple):
    """A dispute of a deal on screens that awaits a ruling."""

    deal: NamedDeal
    filed_at: datetime


class Contradicted(NamedTuple):
    """A result with real cards that a player at the table contradicts. A director decides it; it needs no ruling."""

    deal: NamedDeal
    table_id: int
    """The club's table, whose page leads to the result."""


@dataclass(frozen=True, slots=True)
class PendingRulings:
    """The disputes of a tournament that wait for a referee, and the results that wait for a director."""

    disputes: tuple[OpenDispute, ...] = ()
    undecided: tuple[NamedDeal, ...] = ()
    """Deals with real cards that are contradicted or disputed."""
    contradicted: tuple[Contradicted, ...] = ()
    """Those of `undecided` that no referee need rule on, the oldest first."""
    unsigned: tuple[NamedDeal, ...] = ()
    """Deals on which a ruling waits for a second signature, the oldest first."""

    @property
    def waiting(self) -> list[NamedDeal]:
        """Return the deals that await a ruling or a decision, the oldest first."""
        return self.filed_by(None)

    def filed_by(self, moment: datetime | None) -> list[NamedDeal]:
        """Return the deals of `waiting` disputed up to this moment; all of them for None."""
        disputed = (
            dispute.deal
            for dispute in self.disputes
            if moment is None or dispute.filed_at <= moment
        )
        return sorted({*disputed, *self.undecided})


def pending_rulings(row: Tournament) -> PendingRulings:
    """Return the pending rulings of this tournament; none in a cancelled one."""
    open_dispute = Q(disputes__status="open")
    # Deals with real cards have it in their own rows; the state is read only if one does.
    paper = Q(entered__status__in=[status.value for status in HOLDING])
    unsigned = Q(disputes__proposed__gt="")
    found = Deal.objects.filter(
        open_dispute | paper | unsigned, table__origin__startswith=f"{stream_of(row.pk)}/"
    ).order_by("pk")
    disputes: list[OpenDispute] = []
    proposed: list[NamedDeal] = []
    contradicted: list[Contradicted] = []
    told = False
    for pk, number, table_id, table, entered, status, filed_at, proposal in found.values_list(
        "pk",
        "number",
        "table_id",
        "table__name",
        "entered",
        "disputes__status",
        "disputes__filed_at",
        "disputes__proposed",
    ):
        deal = NamedDeal(pk, number, table)
        if status == "open" and entered is None:
            disputes.append(OpenDispute(deal, filed_at))
        said = entered or {}
        told |= said.get("status") in HOLDING
        if said.get("status") == ResultStatus.CONTRADICTED:
            contradicted.append(Contradicted(deal, table_id))
        if proposal and deal not in proposed:
            proposed.append(deal)
    if row.status in (Tournament.Status.OPEN, Tournament.Status.CANCELLED):
        return PendingRulings(unsigned=tuple(proposed))
    undecided = undecided_deals(row.pk) if told else ()
    return PendingRulings(
        disputes=tuple(disputes),
        undecided=tuple(undecided),
        contradicted=tuple(one for one in contradicted if one.deal in undecided),
        unsigned=tuple(proposed),
    )


def live_etag_of(tournament_id: int) -> str:
    """Return an ETag that changes with a tournament's page. Raises Refused("tournament.unknown")."""
    row = get_tournament(tournament_id)
    return live_etag(row.version, unopened(tournament_id), pending_rulings(row))


def live_etag(version: int, unopened: int, court: PendingRulings) -> str:
    """Return the ETag of a tournament's page, from its version and the deals that await a ruling or signature.

    Disputes of deals on screens are in the deals' own streams, so the tournament's version does not change with them.
    """
    waits = [f"!{deal.id}" for deal in court.waiting] + [f"*{deal.id}" for deal in court.unsigned]
    return etag(version, unopened) + "".join(waits)
