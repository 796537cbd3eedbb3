"""Queries for the chips that a dispute holds, and the chips that it should hold (§10.7, §10.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from games.club.held_chips import HoldSet, from_stored, hold_stream
from games.engine.disputing.periods import HELD, is_over
from games.engine.disputing.rulings import at_stake as at_stake_in
from games.engine.events import DisputeFiled, RulingAppealed, RulingWithdrawn
from games.engine.state import DealState
from games.ledger.accounts import hold_account, member_account
from games.ledger.models import Posting
from games.log import read_events
from games.models import Deal
from games.queries.finished.histories import Row, current


class WantedHold(NamedTuple):
    """How many chips the dispute of a deal should hold, and until when."""

    disputed: dict[int, int]
    """By member the chips that would have to be paid back at the most; empty where nothing is held any more."""
    until: datetime | None
    """When to look again; None where nothing will change by itself."""
    decided: bool
    """Nothing can change the payment any more."""


@dataclass(frozen=True, slots=True)
class HeldChips:
    """The chips of a member that one deal's dispute holds."""

    deal_id: int
    chips: int


def holds_of(deal_id: int) -> list[HoldSet]:
    """Return all holds of chips for a deal, past and present, in order."""
    return [
        from_stored(stored.name, stored.schema, stored.payload)
        for stored in read_events(hold_stream(deal_id))
    ]


def hold_of(deal: Deal) -> HoldSet | None:
    """Return the present hold of chips for a deal, or None."""
    found = holds_of(deal.pk) if deal.hold_due is not None else []
    return found[-1] if found and found[-1].held else None


def wanted(rows: Sequence[Row], state: DealState, worth: int, *, now: datetime) -> WantedHold:
    """Return the chips that the dispute of this deal should hold, if a point is worth `worth` chips.

    Chips are held from the filing until the last ruling can no longer be appealed or withdrawn. If nobody decides a
    dispute or an appeal, chips, like prizes, are held no longer than `HELD`.
    """
    nothing = WantedHold({}, None, True)
    if not worth or state.ending is None or not state.ending.disputes or rows[0].imported:
        return nothing
    dispute = state.ending.disputes[-1]
    if dispute.final:
        return nothing
    if dispute.upheld is None:
        asked = (DisputeFiled, RulingAppealed, RulingWithdrawn)
        until = max(row.at for row in rows if isinstance(row.event, asked)) + HELD
        if is_over(until, now):
            return WantedHold({}, None, False)
    else:
        if dispute.appeal_until is None:
            return nothing  # final
        until = datetime.fromisoformat(dispute.appeal_until)
        if is_over(until, now):
            return nothing
    at_stake = at_stake_in(state, dispute.number)
    disputed = {
        int(label.removeprefix("player:")): points * worth
        for label, points in zip(state.setup.players, at_stake, strict=True)
        if points and label.startswith("player:")
    }
    return WantedHold(disputed, until, False)


def wanted_for(deal: Deal, now: datetime) -> WantedHold:
    """Return the chips that the dispute of a deal should hold now."""
    loaded = current(deal.pk)
    said = loaded.rows[0].chips_per_point
    worth = deal.table.chips_per_point if said is None else said
    return wanted(loaded.rows, loaded.state, worth, now=now)


def held_chips(player_id: int) -> tuple[HeldChips, ...]:
    """Return the chips that disputes now hold of a member, by deal."""
    deals = Deal.objects.filter(hold_due__isnull=False, seats__player=player_id).order_by("pk")
    codes = {hold_account(deal): deal for deal in deals.values_list("pk", flat=True)}
    if not codes:
        return ()
    holding = Posting.objects.filter(
        account__code__in=codes, amount__gt=0, transfer__countered_by__isnull=True
    ).order_by("pk")
    found = dict(holding.values_list("transfer_id", "account__code"))
    own = Posting.objects.filter(transfer__in=found, account__code=member_account(player_id))
    return tuple(
        HeldChips(codes[found[transfer]], -amount)
        for transfer, amount in own.order_by("pk").values_list("transfer_id", "amount")
    )
