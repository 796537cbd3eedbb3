"""What an outsider learns of claims, and what that costs: `python -m benchmarks.claims` with the environment set.

Deals of 4sac between two people and two bots are played by the service's own commands on a clock that only counts.
A spectator writes down when the live stream says something, how it counts, and how long the answers are. Three
classifiers learn from one half of the windows that came to nothing to tell those in which somebody was asked from
those in which nobody was, and are judged on the other half. (What is claimed lies on the table for all to see.)

Windows are compared with others on a card that the same seat has drawn, or discarded: whose card it was and who is
next is known to all, and bots and people are asked with unlike success. Sizes are by how much an answer changes while
the window is open; how long it is at all grows with the cards that lie on the table.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from math import exp, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any
from unittest import mock

import django
from django.core.management import call_command

from benchmarks.measuring import note

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
DECLINES = 0.7
"""How often a claim is declined, by people and bots alike."""
SILENT = 0.1
"""How often a person who is asked does not answer at all."""
REACTION, THOUGHT = (2.2, 0.5), (3.0, 0.6)
"""Median and spread of the log-normal seconds in which people answer a claim, and make a move of their own."""
LATENCY = (0.02, 0.6)
"""The same of a worker, from a message's time to the commit."""


@dataclass
class Window:
    """What a spectator saw of one window, and whether anybody was asked."""

    asked: bool
    opened: float
    number: int
    size: int
    card: tuple[int, bool]
    """Which seat's card it is, and whether it was drawn: all that the table itself tells of who may be asked."""
    ticks: list[float] = field(default_factory=list)
    later_size: int = 0
    next_number: int = 0
    next_at: float = 0.0
    claims_shown: bool = False
    claimed: bool = False

    def features(self) -> dict[str, list[float]]:
        """Return by classifier, what it looks at."""
        first = self.ticks[0] - self.opened if self.ticks else 0.0
        return {
            "timing": [first],
            "counts": [
                float(len(self.ticks)),
                float(self.next_number - self.number),
                float(self.claims_shown),
            ],
            "sizes": [float(self.later_size - self.size)],
            "the next seat's own pace": [self.next_at - self.opened],
        }


class Evening:
    """Deals played one after the other on a clock of their own, watched by a spectator."""

    def __init__(self, seed: int) -> None:
        from benchmarks import deals
        from games import bots

        self.random = Random(seed)
        self.people = deals.players(2)
        self.now = NOW
        self.windows: list[Window] = []
        self.seconds: list[float] = []
        self.cards: list[int] = []
        self._ticked = False
        self._number = 0
        bots.BOTS["shy"] = self._shy

    def tick(self, _table: object) -> None:
        """The live stream says that the table has moved on."""
        self._ticked = True

    def _shy(self, view: Any, moves: Any) -> Any:
        from games.bots import club
        from games.engine.state import Phase

        if view.phase is Phase.CLAIMS and self.random.random() < DECLINES:
            return moves[-1]
        return club(view, moves)

    def _after(self, spread: tuple[float, float]) -> timedelta:
        return timedelta(seconds=spread[0] * exp(self.random.gauss(0, spread[1])))

    def play(self) -> None:
        """One deal from its first card to its end."""
        from games import commands, queries
        from games.engine.rules import FOURSAC
        from games.engine.state import Phase
        from games.models import Deal
        from tests.support.tables import opened_table

        self._number += 1
        table = opened_table(
            by=self.people[0], name="Bench", rules=FOURSAC, seats=4, filler="", now=self.now
        )
        table.seats.filter(number__gte=2).update(bot="shy")
        for seat, player in enumerate(self.people):
            commands.sit_down(by=player, table_id=table.pk, seat=seat, now=self.now)
        deal = Deal.objects.select_related("table").get(table=table, ended_at=None)
        for player in self.people:
            commands.get_ready(by=player, deal_id=deal.pk, now=self.now)
        began, cards = self.now, len(self.windows)
        plans: dict[tuple[int, int], datetime] = {}
        open_window: Window | None = None
        while True:
            deal.refresh_from_db()
            state = queries.current(deal.pk).state
            if state.phase is Phase.OVER:
                break
            at, act = self._next(deal, plans)
            self.now = max(self.now, at)
            events = len(queries.current(deal.pk).rows)
            self._ticked = False
            act()
            news = queries.current(deal.pk).rows[events:]
            open_window = self._watch(deal.pk, news, open_window)
        self.seconds.append((self.now - began).total_seconds())
        self.cards.append(len(self.windows) - cards)
        commands.close_table(by=self.people[0], table_id=table.pk, now=self.now)

    def _next(
        self, deal: Any, plans: dict[tuple[int, int], datetime]
    ) -> tuple[datetime, Callable[[], object]]:
        """Return what happens next, and when: a bot, a person, a window's end, or a deadline."""
        from games import commands, queries

        due: list[tuple[datetime, Callable[[], object]]] = []
        late = self._after(LATENCY)
        if deal.bot_due is not None:
            at = deal.bot_due + late
            due.append((at, lambda: commands.play_bots(deal_id=deal.pk, clock=lambda: at)))
        until = deal.window_until
        if until is not None:
            due.append(
                (until + late, lambda: commands.close_window(deal_id=deal.pk, now=until + late))
            )
        if deal.deadline is not None:
            passed = deal.deadline
            due.append((passed, lambda: commands.time_out(deal_id=deal.pk, now=passed)))
        for seat, player in enumerate(self.people):
            seen = queries.see_deal(deal, player)
            if not seen.moves:
                continue
            key = (seat, seen.view.version)
            if key not in plans:
                asked = bool(seen.view.offer and seen.view.offer.kinds)
                silent = asked and self.random.random() < SILENT
                wait = timedelta(days=1) if silent else self._after(REACTION if asked else THOUGHT)
                plans[key] = self.now + wait
            due.append((plans[key], self._move(deal, seat, seen, plans[key])))
        return min(due, key=lambda one: one[0])

    def _move(self, deal: Any, seat: int, seen: Any, at: datetime) -> Callable[[], object]:
        from games import commands

        return lambda: commands.submit_move(
            by=self.people[seat],
            deal_id=deal.pk,
            move=self._shy(seen.view, seen.moves),
            move_id=f"move-{self._number}-{seat}-{seen.view.version}",
            expected_version=seen.view.version,
            now=max(at, self.now),
        )

    def _watch(self, deal_id: int, news: Sequence[Any], window: Window | None) -> Window | None:
        """Return what the spectator makes of what has just happened; the window that is open for them now."""
        from games import queries
        from games.api.serializers import DealSerializer, SeenEventsSerializer
        from games.engine import events as ev
        from games.models import Deal

        if window is not None:
            claims = (row.event for row in news if isinstance(row.event, ev.ClaimAnswered))
            window.claimed = window.claimed or any(claim.kind for claim in claims)
        if not self._ticked:
            return window
        seen = queries.see_deal(Deal.objects.select_related("table").get(pk=deal_id), None)
        told = (
            DealSerializer(seen).data,
            SeenEventsSerializer(replace(seen, events=seen.events[-1:])).data,
        )
        size = sum(len(json.dumps(one, default=str)) for one in told)
        at = (self.now - NOW).total_seconds()
        own = [row for row in seen.events if row.at == self.now]
        cards = [row for row in own if isinstance(row.event, ev.CardDiscarded | ev.CardDrawn)]
        moved = [row for row in own if not isinstance(row.event, ev.TimeRanOut)]
        if window is not None:
            if not moved:
                window.ticks.append(at)
                window.later_size = window.later_size or size
                return window
            if not window.claimed:
                window.ticks.append(at) if not window.ticks else None
                window.later_size = window.later_size or size
                window.next_number, window.next_at = moved[0].version, at
                self.windows.append(window)
        if not cards or seen.view.ending is not None:
            return None
        asked = any(isinstance(row.event, ev.ClaimsOffered) for row in news)
        shown = seen.view.phase == "claims"
        last = cards[-1]
        assert isinstance(last.event, ev.CardDiscarded | ev.CardDrawn)
        card = (last.event.seat, isinstance(last.event, ev.CardDrawn))
        return Window(asked, at, last.version, size, card, claims_shown=shown)


def area_of(values: Sequence[float], windows: Sequence[Window]) -> float:
    """Return the area under the curve among windows on cards of the same sort."""
    wins = pairs = 0.0
    for card in {window.card for window in windows}:
        here = [at for at, window in enumerate(windows) if window.card == card]
        asked = [windows[at].asked for at in here]
        weight = sum(asked) * (len(asked) - sum(asked))
        if weight:
            wins += weight * auc([values[at] for at in here], asked)
            pairs += weight
    return wins / pairs


def auc(values: Sequence[float], asked: Sequence[bool]) -> float:
    """Return the area under the curve: how often an asked window has the greater value; ties count half."""
    order = sorted(set(values))
    rank = {value: at for at, value in enumerate(order)}
    yes, no = [0] * len(order), [0] * len(order)
    for value, is_asked in zip(values, asked, strict=True):
        (yes if is_asked else no)[rank[value]] += 1
    below, wins = 0, 0.0
    for with_it, without in zip(yes, no, strict=True):
        wins += with_it * (below + without / 2)
        below += without
    return wins / (sum(yes) * sum(no))


def error(area: float, asked: Sequence[bool]) -> float:
    """Half of the interval that holds the true area in 95 of 100 cases (Hanley and McNeil)."""
    yes, no = sum(asked), len(asked) - sum(asked)
    q1, q2 = area / (2 - area), 2 * area * area / (1 + area)
    spread = area * (1 - area) + (yes - 1) * (q1 - area**2) + (no - 1) * (q2 - area**2)
    return 1.96 * sqrt(max(spread, 0.0) / (yes * no))


def judge(windows: Sequence[Window], name: str) -> tuple[float, float]:
    """Return how well a classifier tells asked from not asked on the half that it has not learned from.

    It takes the one figure, in the direction, that parted its own half best; a value that it has never seen counts as
    its neighbour.
    """
    half = len(windows) // 2
    rows = [window.features()[name] for window in windows]
    asked = [window.asked for window in windows]
    areas = [
        area_of([row[at] for row in rows[:half]], windows[:half]) for at in range(len(rows[0]))
    ]
    best = max(range(len(areas)), key=lambda at: abs(areas[at] - 0.5))
    area = area_of([row[best] for row in rows[half:]], windows[half:])
    if areas[best] < 0.5:
        area = 1 - area
    return area, error(area, asked[half:])


def run(*, quick: bool) -> None:
    """Play even and quick windows, and print what each tells and costs."""
    from games.club.house_rules import HouseRules
    from games.commands import set_house_rules
    from games.models import Player

    call_command("migrate", verbosity=0)
    owner = Player.objects.create_superuser("bench-owner")
    wanted = 200 if quick else 2000
    pace: dict[str, float] = {}
    for kind in ("quick", "even"):
        rules = HouseRules() if kind == "even" else replace(HouseRules(), claim_seconds=0)
        set_house_rules(by=owner, rules=rules, now=NOW)
        evening = Evening(seed=5)
        with _alone(evening):
            while len(evening.windows) < wanted:
                evening.play()
        windows = evening.windows[:wanted]
        asked = sum(window.asked for window in windows)
        note(f"\n{kind} windows: {wanted} that came to nothing, {asked} with somebody asked")
        best = 0.0
        for name in windows[0].features():
            area, give = judge(windows, name)
            best = max(best, area) if name in ("timing", "counts", "sizes") else best
            note(f"  {name:<28} area under the curve {area:.3f} ± {give:.3f}")
        note(f"  {'the best of the first three':<28} area under the curve {best:.3f}")
        pace[kind] = mean(evening.seconds)
        shown = f"{pace[kind]:.0f} ± {stdev(evening.seconds) / sqrt(len(evening.seconds)):.0f} s"
        note(
            f"  a deal takes {shown}, with {mean(evening.cards):.0f} such windows ({len(evening.seconds)} deals)"
        )
    note(f"\nEven windows cost {pace['even'] - pace['quick']:.0f} s a deal.")
    from benchmarks import delays

    delays.run(quick=quick)


@contextmanager
def _alone(evening: Evening) -> Iterator[None]:
    """Nothing leaves the process: ticks go to the spectator, and the clock does what the broker would."""
    with (
        mock.patch("games.commands.deal.deal_work.publish_table", evening.tick),
        mock.patch("games.infrastructure.outbox.enqueue"),
    ):
        yield


def main() -> None:
    """Called by `python -m benchmarks`, with a database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    django.setup()
    run(quick="--quick" in sys.argv[1:])


if __name__ == "__main__":
    main()
