"""Queries for the referees' queue: disputes that await a ruling or the end of the time to appeal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Q

from games import queries
from games.engine.disputing.periods import is_over
from games.models import FiledDispute
from replays.models import Dispute
from replays.queries import casebook
from replays.queries.disputes import disputes
from replays.queries.effects import Stake, stake_of

MOST: Final = 50
"""Cases that the queue shows; more are in the list below it."""


@dataclass(frozen=True, slots=True)
class QueuedCase:
    """A dispute awaiting a ruling, or the end of the time to appeal."""

    dispute: Dispute
    until: datetime | None
    """Until when others join it, or its ruling can be appealed; None where nothing sets an end."""
    stake: Stake
    objecting: tuple[int | None, ...]
    """The seats that object, in order; None is the director."""
    discarder: int
    winner: int
    players: tuple[str, ...]
    """The labels of the seats."""
    late: bool
    """Whether it waits, and the time in which a referee was to rule is over."""

    @property
    def waits(self) -> bool:
        """Return whether this case waits for a referee, who must rule or sign a proposal."""
        return self.dispute.status == Dispute.OPEN or bool(self.dispute.proposed)


def queue(now: datetime) -> tuple[QueuedCase, ...]:
    """Return the waiting cases, at most `MOST`; overdue cases are the last to be left out.

    Cases that wait for a referee come first, and among these the overdue ones. Within each group the case with the
    nearest deadline comes first, then the oldest.
    """
    oldest = disputes().order_by("filed_at", "pk")
    waits = Q(status=Dispute.OPEN) | ~Q(proposed="")
    by_end = oldest.filter(waits).order_by(F("rule_by").asc(nulls_last=True), "filed_at", "pk")
    waiting = list(by_end[:MOST])
    appealable = oldest.exclude(waits).filter(until__gt=now)
    rows = [*waiting, *appealable[: MOST - len(waiting)]]
    cases = [case for row in rows if (case := _case(row, now)) is not None]
    return tuple(sorted(cases, key=urgency_of))


def urgency_of(case: QueuedCase) -> tuple[bool, bool, datetime, datetime]:
    """Return the sort key of the queue: the most urgent case sorts first."""
    # Without an end, as on appeal, it is as urgent as if it had ended when filed.
    filed = case.dispute.filed_at
    end = case.dispute.rule_by if case.late else case.until
    return not case.waits, not case.late, end or filed, filed


def _case(dispute: Dispute, now: datetime) -> QueuedCase | None:
    deal = dispute.deal
    state = queries.current(deal.pk).state
    ending = state.ending
    if deal.ended_at is None or ending is None or ending.taken is None:
        return None
    assert ending.original.winner is not None  # otherwise nothing could be disputed
    until = dispute.until
    if dispute.status == Dispute.OPEN and not dispute.appealed:
        until = queries.dispute_until(deal)
    return QueuedCase(
        dispute,
        until,
        stake_of(deal, dispute.number),
        (dispute.seat, *dispute.joined),
        ending.taken.seat,
        ending.original.winner,
        state.setup.players,
        is_late(dispute, now),
    )


def is_late(dispute: Dispute, now: datetime) -> bool:
    """Return whether the ruling on this dispute is overdue."""
    return dispute.status == Dispute.OPEN and is_over(dispute.rule_by, now)


def earlier_rulings(dispute: Dispute, *, now: datetime) -> list[FiledDispute]:
    """Return the newest final rulings on dissimilar positions, at most `casebook.LIKE`.

    If this dispute has a ruling, only those with the same section and outcome are returned. `casebook.alike` has
    those on similar positions.
    """
    rows = casebook.final_rulings(now).exclude(pk=dispute.pk)
    rows = rows.exclude(precedent__alike=casebook.key_in_dispute(dispute))
    if dispute.status != Dispute.OPEN:
        rows = rows.filter(section=dispute.section, status=dispute.status)
    return list(rows[: casebook.LIKE])
