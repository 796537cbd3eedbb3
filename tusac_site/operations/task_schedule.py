"""Defines when each task runs and in which queue it waits, in one table each.

A task runs by the clock; if it names events, it is also enqueued after the commit of any of them. Apps need not know
of each other for this: games append events, and the table says which tasks follow them. Queues keep tasks that can
wait from delaying those that a table waits for: one worker takes the queues of play, another one the rest, and a
worker without given queues takes all of them. A task that has no queue in the table can wait.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from celery.schedules import schedule

from games.engine.disputing.outcomes import PAYING_NAMES
from games.engine.events import ENDS

CLOCK: Final = "clock"
"""The sweep alone. It enqueues again whatever the broker lost, so it must not wait behind anything else."""
TABLES: Final = "tables"
"""What the players at a table wait for: bots' moves, claim windows, time that has run out."""
MONEY: Final = "money"
"""Payments, and what follows from a result: the next deal, a tournament's next table."""
LATER: Final = "later"
"""Everything that can wait: notices, mail, webhooks, ratings, analyses, archives, checks."""

QUEUES: Final = (CLOCK, TABLES, MONEY, LATER)
PLAY: Final = (CLOCK, TABLES, MONEY)
"""The queues that one worker serves before all else. It takes from each of them in turn, so none starves."""

QUEUE_OF: Final = {
    "games.tasks.sweep": CLOCK,
    "games.tasks.think_ahead": TABLES,
    "games.tasks.play_bots": TABLES,
    "games.tasks.close_window": TABLES,
    "games.tasks.time_out": TABLES,
    "games.tasks.play_unseen": TABLES,
    "games.tasks.end_pause": TABLES,
    "games.tasks.finish_deal": MONEY,
    "games.tasks.keep_hold": MONEY,
    "tournaments.tasks.follow": MONEY,
}
"""The queue of each task that cannot wait; all others go to LATER."""


class Subscription(NamedTuple):
    """A task with its schedule, and the events that trigger it. It has no arguments, and may repeat or run late."""

    task: str
    every: float
    """Seconds between two runs by the clock."""
    after: frozenset[str] = frozenset()
    """The names of the events after which it is enqueued at once."""


SUBSCRIPTIONS: Final = (
    # Enqueues again what the broker lost, and what fell due (`games.infrastructure.outbox`).
    Subscription("games.tasks.sweep", every=3.0),
    # Counts in tournaments what deals have brought, and opens and closes their tables.
    Subscription(
        "tournaments.tasks.follow",
        every=2.0,
        after=frozenset(
            {
                *ENDS,
                *PAYING_NAMES,
                "call.answered",
                "tournament.round-drawn",
                "tournament.redraw-taken-back",
                "tournament.round-began",
                "tournament.round-time-up",
                "tournament.round-closed",
                "tournament.paused",
                "tournament.resumed",
                "tournament.cancelled",
                "tournament.member-left",
                "tournament.member-removed",
            }
        ),
    ),
    # Tells members what of the log concerns them; pages ask every ten seconds.
    Subscription(
        "notices.tasks.follow",
        every=2.0,
        after=frozenset(
            {
                "club.limits-proposed",
                "club.limits-signed",
                "club.limits-declined",
                "club.limits-taken-back",
                "club.limits-ripened",
                "tournament.correction-proposed",
                "tournament.correction-unsigned",
                "member.account-set",
                "member.password-set",
                "member.second-factor-taken",
                "member.table-closed",
            }
        ),
    ),
    # Reminds members of ends that come near, such as of the time to appeal.
    Subscription("notices.tasks.remind", every=60.0),
    # Both by mail, in one mail a member, where the club has a mail server.
    Subscription("notices.tasks.send_mail", every=60.0),
    # Tells other programs what happened, and tries again where one did not take it.
    Subscription("notices.tasks.deliver", every=5.0),
    # Ratings; nobody waits for them, so the clock alone asks.
    Subscription("games.tasks.rate", every=20.0),
    # Rows of disputes in imported deals; those of this club are projected by the commands themselves.
    Subscription("replays.tasks.follow", every=15.0),
    # Rows by which finished deals are searched, with what rulings change of them.
    Subscription("replays.tasks.find", every=5.0),
    # Analyses whose task the broker has lost.
    Subscription("replays.tasks.find_lost_analyses", every=30.0),
    # Rows of what the staff has done, for the page that says so.
    Subscription("games.tasks.gather_acts", every=10.0),
    # Subtotals, which spare balances the long way from an account's first posting.
    Subscription("games.ledger.tasks.make_subtotals", every=60.0),
    # Signs the log where there is news, so that receipts come soon; an alarm at once, so that nobody takes it out.
    Subscription(
        "games.tasks.make_checkpoint", every=600.0, after=frozenset({"club.alarm-raised"})
    ),
    # Raises limits of the house that a lone owner proposed a week ago.
    Subscription("games.tasks.ripen_limits", every=600.0),
    # Moves what accounts that were merged have got since, as by a ruling on an older deal.
    Subscription("games.tasks.follow_merged", every=60.0),
    # Asked for every hour and done once a night, so that a club which is not always up has its own too.
    Subscription("games.tasks.verify_log", every=3600.0),
    # Asked for every hour and done once a night, likewise.
    Subscription("games.tasks.keep_night", every=3600.0),
    # One row for the some fifty events of a deal that is over and quiet.
    Subscription("games.tasks.archive_deals", every=60.0),
    # Closes the tables of guests who went away, and deactivates who will not come back.
    Subscription("games.tasks.tidy_guests", every=600.0),
)


_STARTED: Final = datetime.now(UTC) - timedelta(seconds=time.monotonic())


_PERIODS: Final = 5
"""For how many periods a message of the clock is good: enough that a queue in which each waits longer than one period
does not lose every run, and so few that not much piles up while no worker runs."""
_WAIT_FOR_LATER: Final = 60.0
"""The least seconds for which it is good in the queue of what can wait, where one task may take long."""


def steady_now() -> datetime:
    """Return beat's own time: correct at its start, and independent of later changes of the system's clock."""
    return _STARTED + timedelta(seconds=time.monotonic())


def good_for(one: Subscription) -> float:
    """Return for how many seconds a scheduled message may wait for a worker before it is dropped."""
    least = _WAIT_FOR_LATER if QUEUE_OF.get(one.task, LATER) == LATER else 0.0
    return max(_PERIODS * one.every, least)


def beat_schedule() -> dict[str, dict[str, Any]]:
    """Return `SUBSCRIPTIONS` in the format of Celery's `beat_schedule`.

    A task due at least once a day also runs at the start.
    """
    return {
        one.task: {
            "task": one.task,
            "schedule": schedule(one.every, nowfun=steady_now),
            "last_run_at": _STARTED - timedelta(days=1),
            "options": {"expires": good_for(one)},
        }
        for one in SUBSCRIPTIONS
    }
