"""Computes what the verdicts on finished deals would be under other rules (§11). Nothing is locked or written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from games.engine.recording.rejudging import Altered, Impossible, rejudge
from games.engine.rules import RuleSet
from games.models import Deal
from games.queries.finished.histories import history


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A finished deal, and the verdicts on its discards that other rules would change."""

    deal: int
    ended_at: datetime
    altered: tuple[Altered, ...]
    possible: bool = True
    """Whether a table of its seats can be played by these rules at all."""


def rejudged_deals(
    rules: Callable[[RuleSet], RuleSet | None], *, since: datetime | None = None
) -> Iterator[Rejudged]:
    """Yield every deal played on screens, with its discards judged by other rules, oldest first.

    `rules` returns the other rules for a deal's own rules, or None if the deal can't be played by any. `since` leaves
    out deals that ended earlier. Deals that other tables have yet to play are left out, since a verdict reveals
    hands.
    """
    deals = Deal.objects.filter(
        ended_at__isnull=False, cancelled=False, sealed=False, entered__isnull=True
    )
    if since is not None:
        deals = deals.filter(ended_at__gte=since)
    for deal, ended_at in deals.order_by("ended_at", "pk").values_list("pk", "ended_at").iterator():
        assert ended_at is not None  # by the filter
        events = [row.event for row in history(deal)]
        if not events:
            continue
        first = events[0]
        other = rules(first.rules)  # type: ignore[union-attr]
        try:
            found = None if other is None else tuple(rejudge(events, other))
        except Impossible:
            found = None
        yield Rejudged(deal, ended_at, found or (), found is not None)
