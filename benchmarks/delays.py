"""What an outsider learns from how long a thinking bot takes: a part of `python -m benchmarks --only claims`.

One person plays three masters by the service's own tasks, on a clock that counts: a message is taken when it is due,
and while the service works on it the clock moves by the processor time it takes, as on a machine that does nothing
else. Someone at the table notes how long each master took over a card that it did not take, and over its discards. A
classifier, which learns on one half in which direction to look, tells on the other half the turns on which the master
could have melded from those on which it could not, and the discards that were a choice from those that were none.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import Any
from unittest import mock

from django.core.cache import caches
from django.db import transaction

from benchmarks.claims import DECLINES, auc, error
from benchmarks.measuring import note

START = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
ANSWERS = timedelta(seconds=1.5)
"""How long the person takes over everything."""


@dataclass(frozen=True)
class Turn:
    """What the table saw of a master's turn, and what it could not see."""

    sort: str
    """What all can see of it: a discard, or whether the card that was left had been drawn."""
    hidden: bool
    """Whether there was a meld to decline, or more than one card to choose a discard from."""
    seconds: float
    """From the tick that made it this seat's turn to the tick of its move."""


class Table:
    """Deals of one person and three masters; the service's messages wait here until they are due."""

    def __init__(self, rules: Any) -> None:
        from benchmarks import deals
        from games import bots

        self.rules = rules
        bots.BOTS["master"] = self._shy
        [self.person] = deals.players(1)
        self.now = START
        self.random = Random(5)
        self.turns: list[Turn] = []
        self.messages: list[tuple[datetime, int, str, int]] = []
        self.longest = 0.0
        self._began = 0.0
        self._ticked = START
        self._numbers = count()

    def _shy(self, view: Any, moves: Any) -> Any:
        """Return the master, but of the melds that it would make it declines more: else there is little to tell by."""
        from games.bots import master
        from games.engine.moves import Meld

        move = master(view, moves)
        return moves[-1] if isinstance(move, Meld) and self.random.random() < DECLINES else move

    def clock(self) -> datetime:
        """Return the time by now: when the message was taken, and what has been worked on it since."""
        return self.now + timedelta(seconds=process_time() - self._began)

    def enqueue(self, task: str, *args: int, countdown: float = 0.0, **_options: Any) -> None:
        """Keep a message about the deal until it is due; what follows a deal's end is left out."""
        due = self.clock() + timedelta(seconds=countdown)
        if args and task != "games.tasks.finish_deal":
            heapq.heappush(self.messages, (due, next(self._numbers), task, args[0]))

    def tick(self, _table: object) -> None:
        """The live stream says that the table has moved on; pages hear it at the commit."""
        transaction.on_commit(self._hear)

    def _hear(self) -> None:
        self._ticked = self.clock()

    def play(self) -> None:
        """One deal from its first card to its end."""
        from games import commands, queries
        from games.engine.deal import legal_moves
        from games.engine.state import Phase
        from games.models import Deal
        from tests.support.tables import opened_table

        self._began = process_time()
        self.messages.clear()
        table = opened_table(
            by=self.person, name="Bench", rules=self.rules, seats=4, filler="master", now=self.now
        )
        commands.sit_down(by=self.person, table_id=table.pk, seat=0, now=self.now)
        deal = Deal.objects.select_related("table").get(table=table, ended_at=None)
        commands.get_ready(by=self.person, deal_id=deal.pk, now=self.now)
        while True:
            before = queries.current(deal.pk)
            state, since = before.state, self._ticked
            if state.phase is Phase.OVER:
                break
            self._next(deal)
            after = queries.current(deal.pk)
            if after.state.version == state.version or state.phase not in (
                Phase.TURN,
                Phase.DISCARD,
            ):
                continue
            if state.setup.players[state.turn] == "bot:master":
                self._note(state, legal_moves(state, state.turn), after, since)
        commands.close_table(by=self.person, table_id=table.pk, now=self.now)

    def _next(self, deal: Any) -> None:
        """Do what is due next: the person's move, or the task of a message."""
        from games import tasks

        deal.refresh_from_db()
        act = self._persons_move(deal)
        due = self.messages[0][0] if self.messages else None
        if act is not None and (due is None or self.now + ANSWERS < due):
            self._work(self.now + ANSWERS, act)
            return
        at, _number, task, deal_id = heapq.heappop(self.messages)
        if deal_id == deal.pk:
            self._work(at, lambda: getattr(tasks, task.rpartition(".")[2])(deal_id))

    def _work(self, at: datetime, act: Callable[[], object]) -> None:
        self.now = max(self.now, at)
        self._began = process_time()
        act()
        self.longest = max(self.longest, process_time() - self._began)

    def _persons_move(self, deal: Any) -> Callable[[], object] | None:
        from games import commands, queries
        from games.bots import careful

        seen = queries.see_deal(deal, self.person)
        if not seen.moves:
            return None
        return lambda: commands.submit_move(
            by=self.person,
            deal_id=deal.pk,
            move=careful(seen.view, seen.moves),
            move_id=f"move-{deal.pk}-{seen.view.version:05}",
            expected_version=seen.view.version,
            now=self.clock,
        )

    def _note(self, state: Any, legal: Sequence[Any], after: Any, since: datetime) -> None:
        from games.engine.events import CardDiscarded, CardMelded
        from games.engine.hands.hand import trash_cards
        from games.engine.moves import Meld
        from games.engine.sight import see
        from games.engine.state import Phase

        seconds = (self._ticked - since).total_seconds()
        news = [row.event for row in after.rows[state.version :]]
        view = see(state, state.turn)
        if state.phase is Phase.DISCARD:
            if any(isinstance(event, CardDiscarded) for event in news):
                choice = len(trash_cards(view.block)) > 1
                self.turns.append(Turn("discard", choice, seconds))
            return
        if any(isinstance(event, CardMelded) for event in news):
            return
        assert view.active is not None
        sort = "its own card" if view.active.drawn and view.active.seat == state.turn else "another"
        self.turns.append(Turn(sort, any(isinstance(move, Meld) for move in legal), seconds))


def run(*, quick: bool) -> None:
    """Play by both rule sets, and print what the delays of masters tell."""
    from games.engine.rules import FOURSAC, VINAGAMES

    for rules in (VINAGAMES, FOURSAC):
        table = Table(rules)
        with _alone(table):
            for _deal in range(15 if quick else 60):
                table.play()
        note(
            f"\nmasters by {rules.key}: {len(table.turns)} turns, the longest task {table.longest:.2f} s"
        )
        for what, discards in (("a meld declined", False), ("a choice of discards", True)):
            turns = [turn for turn in table.turns if (turn.sort == "discard") is discards]
            note(f"  {what:<28} {told(turns)}")


def told(turns: Sequence[Turn]) -> str:
    """Return what the delays of these turns tell, in words."""
    hidden = [turn.hidden for turn in turns]
    if len({*hidden[: len(turns) // 2]}) < 2 or len({*hidden[len(turns) // 2 :]}) < 2:
        return f"too few to tell: {sum(hidden)} of {len(hidden)}"
    area, give = judge(turns)
    yes = median(turn.seconds for turn in turns if turn.hidden)
    no = median(turn.seconds for turn in turns if not turn.hidden)
    return (
        f"area under the curve {area:.3f} ± {give:.3f}"
        f" ({sum(hidden)} of {len(hidden)}; median {yes:.3f} s, else {no:.3f} s)"
    )


def judge(turns: Sequence[Turn]) -> tuple[float, float]:
    """Return how well the delay tells what was hidden, on the half that did not choose the direction."""
    half = len(turns) // 2
    learned, rest = _area(turns[:half]), _area(turns[half:])
    area = rest if learned >= 0.5 else 1 - rest
    return area, error(area, [turn.hidden for turn in turns[half:]])


def _area(turns: Sequence[Turn]) -> float:
    """Return the area under the curve among turns of the same sort."""
    wins = pairs = 0.0
    for sort in {turn.sort for turn in turns}:
        here = [turn for turn in turns if turn.sort == sort]
        hidden = [turn.hidden for turn in here]
        weight = sum(hidden) * (len(hidden) - sum(hidden))
        if weight:
            wins += weight * auc([turn.seconds for turn in here], hidden)
            pairs += weight
    return wins / pairs if pairs else 0.5


@contextmanager
def _alone(table: Table) -> Iterator[None]:
    """Nothing leaves the process: messages and ticks go to the table, whose clock is the service's."""
    with (
        mock.patch("games.commands.deal.deal_work.publish_table", table.tick),
        mock.patch("games.infrastructure.outbox.enqueue", table.enqueue),
        mock.patch("django.utils.timezone.now", table.clock),
        mock.patch("games.commands.is_behind", return_value=False),
        mock.patch("games.commands.deal.thinking.cache", caches["local"]),
    ):
        yield
