"""Deadlines: by when a deal's people have to move, and when its bots do. Pure: the clock is the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.engine.deal import to_move
from games.engine.events import (
    CardDiscarded,
    CardDrawn,
    ClaimAnswered,
    ClockExtended,
    Event,
    SeedCommitted,
    TimeRanOut,
    WindowHeld,
)
from games.engine.state import DealState, Phase

READY_SECONDS: Final = 60
"""How long a tournament's table, or the first who is ready at another one, waits for the rest."""
REVEAL_SECONDS: Final = 30
"""How long the pages of seats have for opening their seeds, once every seat is bound."""


class Deadlines(NamedTuple):
    """The moments at which a deal moves on by itself; None where nothing waits for one."""

    people: datetime | None = None
    """When the time of those runs out whom the deal waits for."""
    bots: datetime | None = None
    """When a bot is to move."""
    window: datetime | None = None
    """When the claim window closes, before which nothing else happens (§6.10)."""


def deadlines(
    state: DealState,
    events: Sequence[Event],
    before: Deadlines,
    *,
    now: datetime,
    seconds_per_move: int,
    bot_pause: float,
    hurried: bool = False,
    claim_seconds: int | None = None,
    closing: bool = False,
) -> Deadlines:
    """The deadlines of `state`, to which these new events have led; `before` are those that held until now.

    Before the cards are dealt a deal has a deadline once it is `hurried`: somebody is ready, or a tournament waits.
    Where claim windows are even, each new active card opens one of `claim_seconds`, asked or not; until it is
    `closing` nothing that happens in it moves a clock.
    """
    if events and isinstance(events[0], ClockExtended | WindowHeld):  # they come alone
        more = timedelta(seconds=events[0].seconds)
        return before._replace(
            people=None if before.people is None else before.people + more,
            window=None if before.window is None else before.window + more,
        )
    if state.phase is Phase.SEEDS:
        wait = now + timedelta(seconds=READY_SECONDS)
        return before._replace(people=wait if hurried and before.people is None else before.people)
    if state.phase is Phase.REVEAL:
        bound = any(isinstance(event, SeedCommitted) for event in events)
        return Deadlines(now + timedelta(seconds=REVEAL_SECONDS)) if bound else before
    if before.window is not None and not closing:
        return before
    if not events and not closing:
        return before
    turned_up = any(isinstance(event, CardDiscarded | CardDrawn) for event in events)
    if claim_seconds is not None and turned_up and state.phase in (Phase.CLAIMS, Phase.TURN):
        return Deadlines(window=now + timedelta(seconds=claim_seconds))
    players = state.setup.players
    asked = [players[seat] for seat in to_move(state)]
    return Deadlines(
        _of_people(state, events, asked, before, now + timedelta(seconds=seconds_per_move)),
        _of_bots(players, asked, now, bot_pause),
    )


def _of_people(
    state: DealState,
    events: Sequence[Event],
    asked: Sequence[str],
    before: Deadlines,
    anew: datetime,
) -> datetime | None:
    if not any(label.startswith("player:") for label in asked):
        return None
    # An answer to a claim gives the others no new time (§6.10).
    answers_only = all(isinstance(event, ClaimAnswered | TimeRanOut) for event in events)
    return before.people if answers_only and state.phase is Phase.CLAIMS else anew


def _of_bots(
    players: Sequence[str], asked: Sequence[str], now: datetime, pause: float
) -> datetime | None:
    if not any(label.startswith("bot:") for label in asked):
        return None
    # Between people a bot waits, so that they can follow it; alone it plays on.
    watched = any(label.startswith("player:") for label in players)
    return now + timedelta(seconds=pause if watched else 0)
