"""Presents the panel for filing a dispute: whether this is possible, until when, and for whom (§10.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine.disputing.periods import is_over
from games.errors import Refused
from games.models import Player
from games.presenters.moments import moment_words
from games.queries.periods import dispute_until
from games.queries.play.deals import seat_of
from replays.commands import rulings
from replays.models import Dispute
from replays.presenters.replay import ReplayPage


@dataclass(frozen=True, slots=True)
class Filing:
    """What the filing panel shows: whether the reader may dispute the winning discard, and until when."""

    offered: bool
    joins: bool
    """Whether another seat disputes that discard already."""
    for_club: bool
    """Whether the reader speaks as the director, who had no seat in the deal."""
    until: str
    """Until when, in a sentence; empty where nothing is offered."""
    too_late: str
    """That the time is over, for who could have filed one; empty for everybody else."""


def filing_of(
    page: ReplayPage, disputes: Sequence[Dispute], member: Player | None, *, now: datetime
) -> Filing:
    """Return what the filing panel on a replay's page offers to this member; strangers are offered nothing."""
    deal = page.deal
    joins = page.is_open and any(rulings.may_join(member, one, now=now) for one in disputes)
    seat = seat_of(deal.pk, member)
    speaks = page.may_dispute and member is not None and rulings.may_speak(member, deal.pk, seat)
    until = dispute_until(deal) if joins or speaks else None
    late = speaks and is_over(until, now)
    offered = joins or (speaks and not late)
    return Filing(
        offered=offered,
        joins=bool(disputes),
        for_club=seat is None and member is not None and member.is_director,
        until=_until_words(until, now) if offered else "",
        too_late=Refused("dispute.over").sentence if late else "",
    )


def _until_words(until: datetime | None, now: datetime) -> str:
    if until is None:
        return _("You can file the dispute until the time for disputes is over (§10.7).")
    return _("You can file the dispute until %(when)s (§10.7).") % {
        "when": moment_words(until, now)
    }
