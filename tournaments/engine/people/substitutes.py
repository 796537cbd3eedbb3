"""Decides about the reserve list, substitutes and members at bots' seats.

It also undoes check-ins and removes members before the start. A substitute has a seat from the next deal on, for one
deal, the round or all later rounds. The seat's scores, place and prize stay the owner's, and the substitute owes no
fee. A member who takes a bot's seat has entered and plays for themselves. The functions work like those in
`decisions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tournaments.engine.draws.groups import section
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.people.admission import check_admitted, check_unbiased, stands_in
from tournaments.engine.people.entries import checked_reason, not_over, running
from tournaments.engine.people.entry_events import (
    CheckInUndone,
    EntryAllowed,
    EntryRemoved,
    ReserveLeft,
    ReserveListed,
    SeatGiven,
)
from tournaments.engine.people.seats import done, holders, label_of
from tournaments.engine.real_cards.deciding import is_cardboard
from tournaments.engine.round_state import RoundState, Span, TableState
from tournaments.engine.state import Status, TournamentState

MOST_RESERVES = 100
"""Members on a reserve list."""

Events = tuple[TournamentEvent, ...]


def decide_undo_check_in(state: TournamentState, *, player: int) -> Events:
    """Undo a check-in before the start; return no events if the member is not checked in."""
    _open(state)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    return (CheckInUndone(player),) if player in state.here else ()


def decide_remove_entry(state: TournamentState, *, player: int, reason: str) -> Events:
    """Remove a member before the start and return the fee; see `entries.decide_remove` for later removals."""
    _open(state)
    reason = checked_reason(reason)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    return (EntryRemoved(player, reason),)


def decide_allow_entry(state: TournamentState, *, player: int) -> Events:
    """Let a member removed before the start enter again; return no events if they already may."""
    not_over(state)
    return (EntryAllowed(player),) if player in state.turned_away else ()


def decide_list_reserve(state: TournamentState, *, player: int) -> Events:
    """Put a member who has not entered on the reserve list; return no events if they are on it already."""
    not_over(state)
    if player in state.entrants:
        raise TournamentRefused("tournament.reserve-entered")
    if player in state.turned_away:
        raise TournamentRefused("tournament.turned-away")
    check_unbiased(state, player)
    if player in state.reserves:
        return ()
    check_admitted(state, player)
    if len(state.reserves) >= MOST_RESERVES:
        raise TournamentRefused("tournament.reserve-full", limit=MOST_RESERVES)
    return (ReserveListed(player),)


def decide_leave_reserve(state: TournamentState, *, player: int) -> Events:
    """Take a member off the reserve list; return no events if they are not on it.

    Refused while the member is a substitute.
    """
    not_over(state)
    if stands_in(state, player):
        raise TournamentRefused("tournament.substitute-sits")
    return (ReserveLeft(player),) if player in state.reserves else ()


def decide_give_seat(
    state: TournamentState,
    *,
    table: int,
    seat: int,
    player: int | None,
    span: Span,
    reason: str,
    director: int,
    instead_of: str | None = None,
    over: Collection[int] = (),
) -> Events:
    """Give a member's seat in the current round to a substitute, the careful bot (None), or the owner again.

    Refused if ``instead_of`` is given and no longer holds the seat. A substitute must be on the reserve list and have
    no other seat. An owner who has left does not get the seat back. ``over`` are tables of a duplicate that have
    played all their deals, though not all of these count yet.
    """
    drawn = _open_round(state)
    if not 1 <= table <= len(drawn.tables):
        raise TournamentRefused("tournament.no-such-table")
    there = drawn.tables[table - 1]
    if not 0 <= seat < len(there.seats):
        raise TournamentRefused("tournament.no-such-seat")
    if is_bot(there.seats[seat]):
        raise TournamentRefused("tournament.seat-of-bot")
    owner = player_id(there.seats[seat])
    given = there.given.get(seat)
    if instead_of is not None and holders(there)[seat] != instead_of:
        raise TournamentRefused("tournament.stale")
    if done(state, there) or table in over:
        raise TournamentRefused("tournament.table-done", table=table)
    reason = checked_reason(reason)
    if player in (None, owner):
        if span is Span.DEAL:
            raise TournamentRefused("tournament.span-substitute")
        if player is None and is_cardboard(state, drawn.number, table):
            raise TournamentRefused("tournament.cardboard-bot", table=table)
        if player is not None and owner in state.left:
            raise TournamentRefused("tournament.has-left")
    else:
        assert player is not None
        _check_substitute(state, player, owner, holders(there)[seat])
        if state.options.duplicate:
            _check_unseen(drawn, player, table, span)
    if holders(there)[seat] == label_of(player) and (given is None or given.span is span):
        return ()
    return (
        SeatGiven(drawn.number, table, seat, there.seats[seat], player, span, reason, director),
    )


def _check_substitute(state: TournamentState, player: int, owner: int, holder: str) -> None:
    check_unbiased(state, player)
    if player in state.entrants:
        raise TournamentRefused("tournament.substitute-plays")
    if player not in state.reserves:
        raise TournamentRefused("tournament.substitute-unlisted")
    theirs = holder == member_label(player) or state.substitutes.get(owner) == player
    if stands_in(state, player) and not theirs:
        raise TournamentRefused("tournament.substitute-sits")


def _check_unseen(drawn: RoundState, player: int, table: int, span: Span) -> None:
    """Refuse a substitute who has held a seat at another table of a duplicate's round: they may know the deals.

    A seat for a single deal is refused too, since a duplicate's deal counts only once all tables have played it.
    """
    if span is Span.DEAL:
        raise TournamentRefused("tournament.span-duplicate")
    for number, other in enumerate(drawn.tables, 1):
        if number != table and player in other.came:
            raise TournamentRefused("tournament.substitute-was", table=number)


def decide_take_seat(
    state: TournamentState,
    *,
    player: int,
    director: int | None = None,
    over: Collection[int] = (),
) -> Events:
    """Let a member who has entered, but is not drawn in the current round, take a bot's seat in it.

    Members may do so while the terms allow entry for that round; a director may do it for them in any round. They get
    a seat at the table with the fewest played deals, then with the fewest bots. Tables in ``over`` are left out
    (`decide_give_seat`).
    """
    drawn = _open_round(state)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    if player in state.left:
        raise TournamentRefused("tournament.has-left")
    if director is None and drawn.number > state.options.late_until:
        raise TournamentRefused("tournament.too-late", round=state.options.late_until)
    label = member_label(player)
    if any(label in (*table.seats, *holders(table)) for table in drawn.tables):
        raise TournamentRefused("tournament.drawn-already")
    free = min(_free_seats(state, drawn, player, over), default=None)
    if free is None:
        if drawn.groups:
            raise TournamentRefused("tournament.final-seat")
        raise TournamentRefused("tournament.no-bots-seat")
    _played, _bots, number, seat = free
    bot = drawn.tables[number - 1].seats[seat]
    return (SeatGiven(drawn.number, number, seat, bot, player, Span.ROUND, "", director),)


def _free_seats(
    state: TournamentState, drawn: RoundState, player: int, over: Collection[int]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the bots' seats a member can take, each as the table's played deals, its bots, its number, the seat."""
    apart = {
        member_label(one)
        for group in state.apart.values()
        if player in group
        for one in group
        if one != player
    }
    for number, table in enumerate(drawn.tables, 1):
        now = holders(table)
        if done(state, table) or number in over or apart & {*now, *table.seats}:
            continue
        if not _own_section(drawn, table, player):
            continue
        if state.options.duplicate and any(
            player in other.came for other in drawn.tables if other is not table
        ):
            continue
        for seat, label in enumerate(table.seats):
            if is_bot(label) and seat not in table.given:
                yield len(table.scores), sum(map(is_bot, now)), number, seat


def _own_section(drawn: RoundState, table: TableState, player: int) -> bool:
    """Return whether a member may play at this table: only in their own group, or as a finalist in the final.

    Without a group they may play at any table, unless there is a final.
    """
    own = section(drawn.groups, drawn.finalists, [member_label(player)])
    theirs = section(drawn.groups, drawn.finalists, table.seats)
    return own == theirs or (own is None and not drawn.finalists)


def _open_round(state: TournamentState) -> RoundState:
    running(state)
    if state.open_round is None:
        raise TournamentRefused("tournament.no-open-round")
    return state.open_round


def _open(state: TournamentState) -> None:
    not_over(state)
    if state.status is not Status.OPEN:
        raise TournamentRefused("tournament.already-started")
