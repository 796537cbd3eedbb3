"""Queries on second signatures: when a decision needs one, who may sign; also void deals (§10.8)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from games import queries
from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.disputing.rulings import disputes_of
from games.models import Deal, Player
from games.queries.club.house import house_rules
from replays.models import Dispute
from replays.queries.effects import effects_of


def needs_second(deal: Deal, dispute: int, outcome: Outcome, *, now: datetime) -> bool:
    """Return whether a referee's decision for this outcome needs a second signature.

    It does if the outcome, as things stand at `now`, would move more chips than the club lets one referee decide
    alone, or if its effects cannot be computed. It never does if the club has set no limit.
    """
    limit = house_rules().second_signature_chips
    if not limit:
        return False
    effects = effects_of(deal, dispute, now=now)
    # Where it cannot be computed, two decide.
    return effects is None or any(
        effects.chips(one) > limit for one in effects.outcomes if one.outcome is outcome
    )


def interest_of(player: Player, dispute: Dispute) -> str | None:
    """Return the reason, as a code, why this player may not decide a dispute (§10.8); None if they may."""
    deal_id, number = dispute.deal_id, dispute.number
    if queries.seat_of(deal_id, player) is not None:
        return "ruling.own-deal"
    if queries.plays_beside(deal_id, player):
        return "ruling.own-tournament"
    if dispute.filed_by_id == player.pk or queries.has_objected(deal_id, number, player):
        return "ruling.own-dispute"
    if queries.has_ruled(deal_id, number, player):
        return "ruling.own-ruling"
    if player.referee_by_id == player.pk:
        return "ruling.own-duty"
    return None


def has_proposed(player: Player, dispute: Dispute) -> bool:
    """Return whether this player made the proposal that awaits a signature in this dispute."""
    label = f"player:{player.pk}"
    return bool(dispute.proposed) and any(
        one.number == dispute.number and one.proposal is not None and one.proposal.by == label
        for one in disputes_of(queries.load_state(dispute.deal_id))
    )


def free_referees(dispute: Dispute, *, but: Player | None = None) -> list[Player]:
    """Return the other referees who could currently decide a dispute or sign its proposal."""
    rows = Player.objects.filter(is_referee=True, is_active=True).order_by("pk")
    return [one for one in rows if one != but and interest_of(one, dispute) is None]


_VOID: Final = [outcome.value for outcome, row in RULINGS.items() if row.void]


def void_deals(deals: Iterable[Deal]) -> set[int]:
    """Return the ids of those of these deals that a ruling has voided (§10.8)."""
    void = Dispute.objects.filter(deal__in=list(deals), status__in=_VOID)
    return set(void.values_list("deal_id", flat=True))
