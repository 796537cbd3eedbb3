"""Measures the health of the service: late tasks, unpaid transfers, followers that lag behind. Shows no cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, Min, Q

from games.log import START, LogPosition, Recorded
from games.log.damage import NOT_DECODED, read_all_past_damage
from games.log.followers import WAITING
from games.log.integrity.order import ahead
from games.log.integrity.sealing import FOLLOWER
from games.log.models import FollowerPosition
from games.log.store import names_behind
from games.models import Deal, ServiceClock

_PAST_DAMAGE: Final = 50
"""Events among which one is looked for whose time can be read, where the first one's cannot."""


@dataclass(frozen=True, slots=True)
class Health:
    """The health of the service. Values are seconds except for counts; 0 means that nothing is late."""

    running: int
    """Deals that are prepared or played."""
    unsettled: int
    """Finished deals whose money has yet to move."""
    overdue: float
    """By how much the oldest deadline has passed without its timeout, or a claim window without its close."""
    bots_overdue: float
    """How long the bot that waits longest has been due."""
    silence: float | None
    """Since the last sweep, None before the first."""
    ahead: float
    """By how much the last sweep lies in the future: the system's clock was set back, and no sweep has run since."""
    lag: dict[str, float]
    """By follower of the log: the age of the first event that it has yet to read, of those that it hears."""
    unsealed: float = 0.0
    """The age of the first event that no checkpoint covers."""
    followers_ahead: tuple[str, ...] = ()
    """The followers that stand behind the end of the log."""


def health(now: datetime, hears: Mapping[str, frozenset[str]] | None = None) -> Health:
    """Return the current health, from a few indexed reads however long the log is.

    `hears` has, for some followers, the names of the events that they handle; their lag ignores all other events. A
    follower that is missing in `hears` handles every event.
    """
    hears = hears or {}
    late = Deal.objects.filter(ended_at__isnull=True, paused_at__isnull=True).aggregate(
        deadline=Min("deadline", filter=Q(deadline__lt=now)),
        bot=Min("bot_due", filter=Q(bot_due__lt=now)),
        window=Min("window_until", filter=Q(window_until__lt=now)),
    )
    lag = {
        row.follower: _lag(row, now, hears.get(row.follower))
        for row in FollowerPosition.objects.order_by("pk")
    }
    # Sealing follows the log at its leisure, and before the first checkpoint from its first event.
    unsealed = lag.pop(FOLLOWER, None)
    if unsealed is None:
        unsealed = _lag(FollowerPosition(txid=START.txid, position=START.position), now)
    beat = ServiceClock.objects.values_list("beat_at", flat=True).filter(pk=1).first()
    return Health(
        running=Deal.objects.filter(ended_at__isnull=True).count(),
        unsettled=Deal.objects.filter(owed_version__gt=F("settled_version")).count(),
        overdue=max(_since(late["deadline"], now), _since(late["window"], now)),
        bots_overdue=_since(late["bot"], now),
        silence=None if beat is None else _since(beat, now),
        ahead=0.0 if beat is None else _since(now, beat),
        lag=lag,
        unsealed=unsealed,
        followers_ahead=tuple(ahead()),
    )


def _since(at: datetime | None, now: datetime) -> float:
    return 0.0 if at is None else max(0.0, (now - at).total_seconds())


def _lag(reached: FollowerPosition, now: datetime, hears: frozenset[str] | None = None) -> float:
    place = LogPosition(reached.txid, reached.position)
    passed = 0 if hears is None else _unheard(place, hears)
    if passed is None:
        return 0.0
    for limit in (1, _PAST_DAMAGE):
        unread = read_all_past_damage(place, passed + limit)[passed:]
        readable = (event for event in unread if event.schema != NOT_DECODED)
        if (first := next(readable, None)) is not None:
            return _since(_stored_at(first), now)
        if not unread:
            return 0.0
    return _since(unread[0].recorded_at, now)


def _unheard(place: LogPosition, hears: frozenset[str]) -> int | None:
    """Return how many events come before the first unread one that a follower handles; None if there is none.

    `place` is the follower's position in the log.
    """
    names = names_behind(place, WAITING)
    if len(names) >= WAITING or "" in names:
        return 0
    return next((at for at, name in enumerate(names) if name in hears), None)


def _stored_at(event: Recorded) -> datetime:
    """Return when an event was stored in this log. An imported event was stored later than it happened."""
    try:
        imported = datetime.fromisoformat(event.metadata["imported"])
    except (LookupError, TypeError, ValueError):
        return event.recorded_at
    return imported if imported.tzinfo is not None else event.recorded_at
