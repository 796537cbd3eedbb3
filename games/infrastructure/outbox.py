"""The outbox: which columns of a deal's row call for work, and which task does it.

The row is written in the transaction of its events, and the task clears the column when the work is done. The table
below decides both what is enqueued after the commit and what the sweep enqueues again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q

from games.engine.attendance import LOOKED_AWAY
from games.engine.state import Phase
from games.infrastructure.broker import enqueue
from games.models import Deal, Seat

EXPIRES: Final = 10.0
"""Seconds after which a message of the sweep is void: the next sweeps have sent others."""


class OutboxEntry(NamedTuple):
    """A kind of work that a deal's row may call for."""

    task: str
    """The task that does it; its one argument is the deal's id."""
    due: Callable[[datetime], Q]
    """The rows that call for it now."""


# Among the deals that run, which have an index; the columns have none, since each move changes them.
TIME_OUT: Final = OutboxEntry(
    "games.tasks.time_out",
    lambda now: Q(deadline__lte=now, ended_at__isnull=True, paused_at__isnull=True),
)
PLAY_BOTS: Final = OutboxEntry(
    "games.tasks.play_bots",
    lambda now: Q(bot_due__lte=now, ended_at__isnull=True, paused_at__isnull=True),
)
PLAY_UNSEEN: Final = OutboxEntry(
    "games.tasks.play_unseen",
    lambda now: Q(
        Q(unseen_until__isnull=True) | Q(unseen_until__lte=now),
        Exists(
            # A bot's seat has no deadline, unless a player has left it in this deal.
            Seat.objects.filter(
                Q(player__isnull=True) | Q(seen_at__lte=now - LOOKED_AWAY),
                table=OuterRef("table"),
                number=OuterRef("turn"),
            )
        ),
        phase__in=(Phase.DISCARD, Phase.TURN),
        deadline__gt=now,
        window_until__isnull=True,
        ended_at__isnull=True,
        paused_at__isnull=True,
    ),
)
CLOSE_WINDOW: Final = OutboxEntry(
    "games.tasks.close_window",
    lambda now: Q(window_until__lte=now, ended_at__isnull=True, paused_at__isnull=True),
)
END_PAUSE: Final = OutboxEntry(
    "games.tasks.end_pause", lambda now: Q(paused_until__lte=now, ended_at__isnull=True)
)
FINISH: Final = OutboxEntry(
    "games.tasks.finish_deal", lambda now: Q(owed_version__gt=F("settled_version"))
)
HOLD: Final = OutboxEntry(  # a deal's money moves first, and then `finish_deal` holds as well
    "games.tasks.keep_hold",
    lambda now: Q(hold_due__lte=now, owed_version__lte=F("settled_version")),
)
THINK: Final = "games.tasks.think_ahead"
"""Not in the outbox: a bot whose thought is not there in time moves without it."""
OUTBOX: Final = (TIME_OUT, PLAY_BOTS, PLAY_UNSEEN, CLOSE_WINDOW, END_PAUSE, FINISH, HOLD)


def enqueue_due(deal: Deal, *, now: datetime, thinks: bool = False) -> None:
    """Enqueue, after the commit, the work that the deal's row now calls for.

    This is a bot's move, the end of a claim window, or, once the deal has ended, its settlement and the next deal.
    With `thinks` the task in which a bot thinks is enqueued without delay, even if there is nothing to think about,
    so that the message reveals nothing.
    """
    for due, entry in ((deal.bot_due, PLAY_BOTS), (deal.window_until, CLOSE_WINDOW)):
        if due is not None and deal.paused_at is None:
            enqueue(entry.task, deal.pk, countdown=max(0.0, (due - now).total_seconds()))
    if thinks and deal.bot_due is not None and deal.paused_at is None:
        enqueue(THINK, deal.pk, expires=EXPIRES)
    if deal.ended_at is not None:
        enqueue(FINISH.task, deal.pk)


def enqueue_overdue(now: datetime) -> None:
    """Enqueue all work that is due, including what was enqueued before."""
    for entry in OUTBOX:
        for deal_id in Deal.objects.filter(entry.due(now)).values_list("pk", flat=True):
            enqueue(entry.task, deal_id, expires=EXPIRES)


def enqueue_subscribers(names: Iterable[str]) -> None:
    """Enqueue, after the commit and once each, the tasks that subscribe to these events (`TUSAC_SUBSCRIPTIONS`)."""
    wanted = set(names)
    for subscription in settings.TUSAC_SUBSCRIPTIONS:
        if not wanted.isdisjoint(subscription.after):
            enqueue(subscription.task)
