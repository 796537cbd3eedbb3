"""Which queue each task waits in, so that nothing which can wait delays what a table waits for.

A worker of its own takes the queues of play; the other one takes what can wait. A worker that is given no queues takes
all of them. A task that is not named here can wait.
"""

from __future__ import annotations

from typing import Final

CLOCK: Final = "clock"
"""The sweep alone. It enqueues again whatever the broker lost, so it must not wait behind anything else."""
TABLES: Final = "tables"
"""What the players at a table wait for: bots' moves, claim windows, time that has run out."""
MONEY: Final = "money"
"""Payments, and what follows from a result: the next deal, a tournament's next table."""
LATER: Final = "later"
"""Everything that can wait: notices, mail, ratings, analyses, archives, checks."""

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
