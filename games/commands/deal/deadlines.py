"""Computes the deadlines of a deal, for people and for bots. Pure functions; callers pass the time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.bots import THINKERS
from games.engine.attendance import GRACE, Attendance, Terms
from games.engine.deal import to_move
from games.engine.events import (
    ASIDE,
    CardTurnedUp,
    ClaimAnswered,
    Event,
    MoreTime,
    SeatBack,
    SeedCommitted,
    TimeRanOut,
)
from games.engine.state import DealState, Phase

READY_SECONDS: Final = 60
"""How long a tournament's table, or the first who is ready at another one, waits for the rest."""
BIND_SECONDS: Final = 10
"""How long a table waits for the pages of players who are all ready already, before the server makes their seeds."""
REVEAL_SECONDS: Final = 30
"""How long the pages of seats have for opening their seeds, once every seat is bound."""
LEAST_TO_THINK: Final = 0.6
"""The shortest pause in seconds of a bot that thinks, so that its thought is ready whatever it may do."""


class Deadlines(NamedTuple):
    """The times at which a deal moves on by itself; None where nothing is scheduled."""

    people: datetime | None = None
    """When the time of those runs out whom the deal waits for."""
    bots: datetime | None = None
    """When a bot is to move."""
    window: datetime | None = None
    """When the claim window closes, before which nothing else happens (§6.10)."""

    def later(self, by: timedelta) -> Deadlines:
        """Return all of these deadlines, later `by` this much."""
        return Deadlines(*(None if at is None else at + by for at in self))


def deadlines(
    state: DealState,
    events: Sequence[Event],
    before: Deadlines,
    *,
    now: datetime,
    terms: Terms,
    there: Attendance,
    bot_pause: float,
    ready_within: int = 0,
    claim_seconds: int | None = None,
    closing: bool = False,
) -> Deadlines:
    """Return the deadlines of `state`, which the new `events` have led to; `before` are the previous deadlines.

    During a pause `now` is the beginning of the pause, because deadlines are stored relative to it until the pause
    ends. Before the cards are dealt there is a deadline, `ready_within` seconds away, once somebody is ready or a
    tournament waits; 0 sets none. With `claim_seconds`, each new active card opens a claim window of that length,
    whether or not anybody may claim; events within the window change no deadline unless `closing` is set.
    """
    if events and isinstance(events[0], MoreTime):
        more = before.later(timedelta(seconds=events[0].seconds))
        return more._replace(bots=before.bots)
    comes_back = all(isinstance(event, ASIDE) for event in events) and any(
        isinstance(event, SeatBack) and event.seat in to_move(state) for event in events
    )
    if events and not comes_back and all(isinstance(event, ASIDE) for event in events):
        return before
    if state.phase is Phase.SEEDS:
        wait = now + timedelta(seconds=ready_within)
        waits = ready_within and before.people is None
        return before._replace(people=wait if waits else before.people)
    if state.phase is Phase.REVEAL:
        bound = any(isinstance(event, SeedCommitted) for event in events)
        return Deadlines(now + timedelta(seconds=REVEAL_SECONDS)) if bound else before
    if before.window is not None and not closing:
        return before
    if not events and not closing:
        return before
    turned_up = any(isinstance(event, CardTurnedUp) for event in events)
    if claim_seconds is not None and turned_up and state.phase in (Phase.CLAIMS, Phase.TURN):
        return Deadlines(window=now + timedelta(seconds=claim_seconds))
    asked = to_move(state)
    people = [seat for seat in asked if waits_for(state, seat, there)]
    return Deadlines(
        _of_people(state, events, people, before, now, terms, there),
        _of_bots(state, now, bot_pause) if len(people) < len(asked) else None,
    )


def waits_for(state: DealState, seat: int, there: Attendance) -> bool:
    """Return whether a seat's move is made by a person: no bot sits there, and the player is not gone."""
    return state.setup.players[seat].startswith("player:") and seat not in there.gone


def _of_people(
    state: DealState,
    events: Sequence[Event],
    people: Sequence[int],
    before: Deadlines,
    now: datetime,
    terms: Terms,
    there: Attendance,
) -> datetime | None:
    if not people:
        return None
    if state.phase is Phase.CLAIMS:
        # An answer to a claim gives the others no new time, and nobody's bank or absence tells who is asked (§6.10).
        answers_only = all(
            isinstance(event, ClaimAnswered | TimeRanOut | SeatBack) for event in events
        )
        anew = now + timedelta(seconds=terms.seconds_per_move) + GRACE
        return (before.people or anew) if answers_only else anew
    [seat] = people
    return now + terms.for_move(seat, there) + terms.bank(seat, there) + GRACE


def _of_bots(state: DealState, now: datetime, pause: float) -> datetime | None:
    # Between people a bot waits, so that they can follow it; alone it plays on.
    if not any(label.startswith("player:") for label in state.setup.players):
        return now
    return now + timedelta(
        seconds=max(pause, LEAST_TO_THINK) if is_turn_of_thinker(state) else pause
    )


def is_turn_of_thinker(state: DealState) -> bool:
    """Return whether a thinking bot makes the next move. Bots never think about a claim (§6.10)."""
    kind, _, name = state.setup.players[state.turn].partition(":")
    return kind == "bot" and name in THINKERS and state.phase in (Phase.TURN, Phase.DISCARD)
