"""Events of entries and seats: entering, checking in, leaving; invitations, the reserve list, substitutes.

A seat given away stays drawn for its owner: neither the draw nor its certificate changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from tournaments.engine.participants import is_bot
from tournaments.engine.people.seats import with_substitute
from tournaments.engine.round_state import Given, Span
from tournaments.engine.state import Leaving, Registered, TournamentState, without


@dataclass(frozen=True, slots=True)
class MemberEntered:
    """A member entered and owes the entry fee to the pot; after the start for the rounds not yet drawn."""

    player: int


@dataclass(frozen=True, slots=True)
class MembersEntered:
    """A director entered these members, in this order; each owes the fee as if they had entered themselves."""

    players: tuple[int, ...]
    director: int


@dataclass(frozen=True, slots=True)
class MemberWithdrew:
    """A member withdrew before the start and gets the entry fee back."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberCheckedIn:
    """A member checked in, before the start."""

    player: int


@dataclass(frozen=True, slots=True)
class CheckInUndone:
    """A member's check-in was undone, before the start."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberLeftOut:
    """The tournament starts without a member who did not check in; the member gets the entry fee back."""

    player: int


@dataclass(frozen=True, slots=True)
class EntryRemoved:
    """A director removed a member before the start; the fee is returned, and entering again needs permission."""

    player: int
    reason: str


@dataclass(frozen=True, slots=True)
class EntryAllowed:
    """A director let a member who was removed before the start enter again."""

    player: int


@dataclass(frozen=True, slots=True)
class MembersInvited:
    """A director invited these members, in this order; none of them was invited before."""

    players: tuple[int, ...]
    director: int


@dataclass(frozen=True, slots=True)
class InvitationTakenBack:
    """A director took back the invitation of a member who has not entered and is on no reserve list."""

    player: int
    director: int


@dataclass(frozen=True, slots=True)
class ReserveListed:
    """A member joined the reserve list: at its end, and without a fee."""

    player: int


@dataclass(frozen=True, slots=True)
class ReserveLeft:
    """A member left the reserve list."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A member withdrew after ``round`` rounds were drawn, and is in no further draw."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class MemberRemoved:
    """A director removed a member after ``round`` rounds were drawn; the member is in no further draw."""

    player: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class MemberReturned:
    """A withdrawal after the start, or a removal, was undone: the member plays from the next draw."""

    player: int


@dataclass(frozen=True, slots=True)
class AbsenceAnnounced:
    """A member sits out round ``round``, which is yet to be drawn."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class AbsenceTakenBack:
    """The member plays round ``round`` after all."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """From the next deal on ``player`` (None: the careful bot) has a seat of the current round.

    ``owner`` is the label drawn for the seat. If it is a member, the deals still count for that member; if it is a
    bot, a member takes the seat and plays for themselves. If the owner plays again, ``player`` is the owner's id.
    ``span`` is one of `Span`: for the ``rest`` means that ``player`` also plays in later rounds, wherever the owner
    is drawn. ``director`` is None if a member took a bot's seat themselves.
    """

    round: int
    table: int
    seat: int
    owner: str
    player: int | None
    span: Span
    reason: str
    director: int | None


EntryEvent: TypeAlias = (
    MemberEntered
    | MembersEntered
    | MemberWithdrew
    | MemberCheckedIn
    | CheckInUndone
    | MemberLeftOut
    | EntryRemoved
    | EntryAllowed
    | MembersInvited
    | InvitationTakenBack
    | ReserveListed
    | ReserveLeft
    | MemberLeft
    | MemberRemoved
    | MemberReturned
    | AbsenceAnnounced
    | AbsenceTakenBack
    | SeatGiven
)
"""Everything that happens to entries and seats besides the draw."""


def _with_entry(state: TournamentState, *players: int) -> TournamentState:
    late = dict.fromkeys(players, state.next_round) if state.rounds else {}
    return replace(
        state,
        entrants=state.entrants + players,
        late={**state.late, **late},
        left_out=state.left_out.difference(players),
        reserves=tuple(one for one in state.reserves if one not in players),
    )


def _without_entry(state: TournamentState, player: int, **more: Any) -> TournamentState:
    """Return the state without a member's entry, before the start."""
    return replace(
        state,
        entrants=tuple(entrant for entrant in state.entrants if entrant != player),
        absent=state.absent - {player},
        here=state.here - {player},
        **more,
    )


def _left(state: TournamentState, player: int, leaving: Leaving) -> TournamentState:
    return replace(state, left={**state.left, player: leaving}, absent=state.absent - {player})


def _seat_given(state: TournamentState, event: SeatGiven) -> TournamentState:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    then = None
    if event.span is Span.DEAL:
        before = table.given.get(event.seat)
        then = before.then if before is not None and before.span is Span.DEAL else before
    given = {**table.given, event.seat: Given(event.player, event.span, then)}
    came = table.came | ({event.player} if event.player is not None else frozenset())
    state = state.with_table(event.round, event.table, replace(table, given=given, came=came))
    if is_bot(event.owner):  # who takes a bot's seat plays for themselves, from this round on
        assert event.player is not None
        first = state.late.get(event.player, event.round)
        return replace(state, late={**state.late, event.player: min(first, event.round)})
    if event.span is not Span.REST:
        return state
    return replace(state, substitutes=with_substitute(state.substitutes, event))


ENTRY_EVENTS: Final = (
    Registered(
        MemberEntered,
        "tournament.member-entered",
        lambda state, event: _with_entry(state, event.player),
    ),
    Registered(
        MembersEntered,
        "tournament.members-entered",
        lambda state, event: _with_entry(state, *event.players),
    ),
    Registered(
        MemberWithdrew,
        "tournament.member-withdrew",
        lambda state, event: _without_entry(state, event.player),
    ),
    Registered(
        MemberCheckedIn,
        "tournament.member-checked-in",
        lambda state, event: replace(state, here=state.here | {event.player}),
    ),
    Registered(
        CheckInUndone,
        "tournament.check-in-undone",
        lambda state, event: replace(state, here=state.here - {event.player}),
    ),
    Registered(
        MemberLeftOut,
        "tournament.member-left-out",
        lambda state, event: _without_entry(
            state, event.player, left_out=state.left_out | {event.player}
        ),
    ),
    Registered(
        EntryRemoved,
        "tournament.entry-removed",
        lambda state, event: _without_entry(
            state, event.player, turned_away={**state.turned_away, event.player: event.reason}
        ),
    ),
    Registered(
        EntryAllowed,
        "tournament.entry-allowed",
        lambda state, event: replace(state, turned_away=without(state.turned_away, event.player)),
    ),
    Registered(
        MembersInvited,
        "tournament.members-invited",
        lambda state, event: replace(state, invited=state.invited + event.players),
    ),
    Registered(
        InvitationTakenBack,
        "tournament.invitation-taken-back",
        lambda state, event: replace(
            state, invited=tuple(one for one in state.invited if one != event.player)
        ),
    ),
    Registered(
        ReserveListed,
        "tournament.reserve-listed",
        lambda state, event: replace(state, reserves=(*state.reserves, event.player)),
    ),
    Registered(
        ReserveLeft,
        "tournament.reserve-left",
        lambda state, event: replace(
            state, reserves=tuple(one for one in state.reserves if one != event.player)
        ),
    ),
    Registered(
        MemberLeft,
        "tournament.member-left",
        lambda state, event: _left(state, event.player, Leaving(event.round, None)),
    ),
    Registered(
        MemberRemoved,
        "tournament.member-removed",
        lambda state, event: _left(state, event.player, Leaving(event.round, event.reason)),
    ),
    Registered(
        MemberReturned,
        "tournament.member-returned",
        lambda state, event: replace(state, left=without(state.left, event.player)),
    ),
    Registered(
        AbsenceAnnounced,
        "tournament.absence-announced",
        lambda state, event: replace(state, absent=state.absent | {event.player}),
    ),
    Registered(
        AbsenceTakenBack,
        "tournament.absence-taken-back",
        lambda state, event: replace(state, absent=state.absent - {event.player}),
    ),
    Registered(SeatGiven, "tournament.seat-given", _seat_given),
)
"""Each of them with its stored name and how it changes the state."""
