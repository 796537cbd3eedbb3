"""Changes to entries: check-in, withdrawal after the start, sitting out and returning.

Members or a director ask for them, and they take effect with the next draw. Each use case is one transaction,
authority first.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments import queries
from tournaments.commands.authority import (
    require_director,
    require_own_or_director,
    without_interest,
)
from tournaments.commands.counting import advance
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.clock import timing
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.people import admission, entries, substitutes
from tournaments.engine.people.entry_events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    CheckInUndone,
    EntryRemoved,
    MemberCheckedIn,
    MemberLeft,
    MemberRemoved,
    MemberReturned,
)
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal


@command(MemberCheckedIn)
def check_in(ask: Ask, *, player: int) -> Decide:
    """Check a member in before the start.

    Members may until the check-in ends; a director may for others until the start.
    """
    require_own_or_director(ask.by, player)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = entries.decide_check_in(state, player=player)
        late = not timing.may_check_in(state, now=ask.now)
        if events and late and ask.by.pk == player:
            raise TournamentRefused("tournament.check-in-over")
        return events

    return decide


@command(CheckInUndone, advantage=True)
def undo_check_in(ask: Ask, *, player: int) -> Decide:
    """Undo a check-in before the start. Members may for themselves, a director for everyone."""
    require_own_or_director(ask.by, player)
    return without_interest(
        ask, lambda state: substitutes.decide_undo_check_in(state, player=player), but=player
    )


@command(MemberLeft)
def leave(ask: Ask) -> Decide:
    """Withdraw the caller after the start; the fee stays in the pot."""
    return lambda state: entries.decide_leave(state, player=ask.by.pk)


@command(EntryRemoved, MemberRemoved, advantage=True)
def remove(ask: Ask, *, player: int, reason: str) -> Decide:
    """Remove a member for a public reason. Only a director may.

    Before the start the member gets the fee back.
    """
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        if state.status is Status.OPEN:
            return substitutes.decide_remove_entry(state, player=player, reason=reason)
        return entries.decide_remove(state, player=player, reason=reason)

    return without_interest(ask, decide, but=player)


@command(MemberReturned, advantage=True, then=advance)
def take_back(ask: Ask, *, player: int, as_director: bool = False) -> Decide:
    """Let a member who withdrew or was removed play again from the next draw.

    Members may undo their own withdrawal, but not a removal. With `as_director` a director may undo both for
    everyone.
    """
    if not (ask.by.is_director if as_director else ask.by.pk == player):
        raise refusal("tournament.not-director")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = entries.decide_take_back(state, player=player, by_director=as_director)
        known = queries.players_by_id([player])
        admission.check_programs(state, program=known[player].is_bot)
        return events

    return without_interest(ask, decide, but=None if as_director else player)


@command(AbsenceAnnounced, advantage=True)
def sit_out(ask: Ask, *, player: int) -> Decide:
    """Let a member sit out the next round. Members may for themselves, a director for everyone."""
    require_own_or_director(ask.by, player)
    return without_interest(
        ask, lambda state: entries.decide_sit_out(state, player=player), but=player
    )


@command(AbsenceTakenBack, advantage=True, then=advance)
def sit_in(ask: Ask, *, player: int) -> Decide:
    """Let a member play the next round after all. Members may for themselves, a director for everyone."""
    require_own_or_director(ask.by, player)
    return without_interest(
        ask, lambda state: entries.decide_sit_in(state, player=player), but=player
    )
