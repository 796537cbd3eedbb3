"""Decides about entries: check-in, withdrawal and removal after the start, absence from one round.

Leaving or absence takes effect from the next draw; until then the careful bot plays for members who are gone. A draw
needs at least one member to play, so anything that would leave none is refused. The functions work like those in
`decisions`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.people.entry_events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    MemberCheckedIn,
    MemberLeft,
    MemberRemoved,
    MemberReturned,
)
from tournaments.engine.state import Status, TournamentState

REASON_LENGTH: Final = 500
"""Characters of a reason for removing a member or for cancelling."""

Events = tuple[TournamentEvent, ...]


def decide_check_in(state: TournamentState, *, player: int) -> Events:
    """Check a member in; return no events if already checked in."""
    not_over(state)
    if state.status is not Status.OPEN:
        raise TournamentRefused("tournament.already-started")
    if not state.options.check_in:
        raise TournamentRefused("tournament.no-check-in")
    _entered(state, player)
    return () if player in state.here else (MemberCheckedIn(player),)


def decide_leave(state: TournamentState, *, player: int) -> Events:
    """Withdraw a member after the start, from the next draw on; the fee stays in the pot."""
    running(state)
    _plays(state, player)
    if state.next_round > state.options.rounds:
        raise TournamentRefused("tournament.last-round-drawn")
    _somebody_plays_without(state, player)
    return (MemberLeft(player, len(state.rounds)),)


def decide_remove(state: TournamentState, *, player: int, reason: str) -> Events:
    """Remove a member: they lose their place now and their seat with the next draw."""
    running(state)
    reason = checked_reason(reason)
    _plays(state, player)
    _somebody_plays_without(state, player)
    return (MemberRemoved(player, len(state.rounds), reason),)


def decide_take_back(state: TournamentState, *, player: int, by_director: bool) -> Events:
    """Let a member who left play again from the next draw.

    Members undo their own withdrawal before that draw; a director undoes withdrawals and removals until the
    tournament's end.
    """
    running(state)
    _entered(state, player)
    leaving = state.left.get(player)
    if leaving is None:
        raise TournamentRefused("tournament.has-not-left")
    if not by_director:
        if leaving.reason is not None:
            raise TournamentRefused("tournament.removed")
        if leaving.round < len(state.rounds):
            raise TournamentRefused("tournament.drawn-without", round=leaving.round + 1)
    return (MemberReturned(player),)


def decide_sit_out(state: TournamentState, *, player: int) -> Events:
    """Let a member sit out the next round; return no events if already announced."""
    not_over(state)
    _plays(state, player)
    if state.next_round > state.options.rounds:
        raise TournamentRefused("tournament.last-round-drawn")
    if player in state.absent:
        return ()
    if state.status is Status.RUNNING:
        _somebody_plays_without(state, player)
    return (AbsenceAnnounced(player, state.next_round),)


def decide_closed(state: TournamentState, *, closed: Collection[int]) -> Events:
    """Let members whose accounts are closed sit out the round about to be drawn.

    This is an absence, not a withdrawal: when the account is reopened, the member plays on with the same place and
    fee. It needs an event because draws are repeated from the log, which doesn't hold accounts. In a running
    tournament nobody is left out this way if nobody else could play.
    """
    gone = [player for player in state.playing if player in closed]
    if state.status is Status.RUNNING and len(gone) == len(state.playing):
        return ()
    return tuple(AbsenceAnnounced(player, state.next_round) for player in gone)


def decide_sit_in(state: TournamentState, *, player: int) -> Events:
    """Cancel a member's absence from the next round; return no events if none is announced."""
    not_over(state)
    _plays(state, player)
    return (AbsenceTakenBack(player, state.next_round),) if player in state.absent else ()


def running(state: TournamentState) -> None:
    """Raise `TournamentRefused` unless the tournament has started and is not over."""
    not_over(state)
    if state.status is not Status.RUNNING:
        raise TournamentRefused("tournament.not-running")


def checked_reason(reason: str) -> str:
    """Return the reason, stripped. Raises `TournamentRefused` if it is empty or too long."""
    reason = reason.strip()
    if not reason:
        raise TournamentRefused("tournament.reason-missing")
    if len(reason) > REASON_LENGTH:
        raise TournamentRefused(
            "tournament.reason-too-long", limit=REASON_LENGTH, length=len(reason)
        )
    return reason


def not_over(state: TournamentState) -> None:
    """Raise `TournamentRefused` for a tournament that is closed or cancelled."""
    if state.status is Status.CLOSED:
        raise TournamentRefused("tournament.closed")
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")


def _entered(state: TournamentState, player: int) -> None:
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")


def _plays(state: TournamentState, player: int) -> None:
    _entered(state, player)
    if player in state.left:
        raise TournamentRefused("tournament.has-left")


def _somebody_plays_without(state: TournamentState, player: int) -> None:
    if not set(state.playing) - {player}:
        raise TournamentRefused("tournament.nobody-left")
