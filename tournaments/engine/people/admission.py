"""Decides who may enter a tournament: every member of the club, or only members invited by a director.

The term `admits` says which. It applies to each new entry, including late entries and the reserve list. Guests can
never enter this way, whatever `admits` says: they have no account of chips. The functions work like those in
`decisions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.people.entries import not_over
from tournaments.engine.people.entry_events import InvitationTakenBack, MembersInvited
from tournaments.engine.people.seats import done, sat_in
from tournaments.engine.state import Status, TournamentState
from tournaments.engine.terms import Admits

MOST_INVITED: Final = 1000
"""Members who are invited at a time."""

Events = tuple[TournamentEvent, ...]


def check_admits(admits: str) -> None:
    """Raise `TournamentRefused` for an invalid value of the term `admits`."""
    if admits not in {one.value for one in Admits}:
        raise TournamentRefused("tournament.admits-unknown", admits=admits)


def admitted(state: TournamentState, player: int) -> bool:
    """Return whether the terms let a new member enter."""
    return state.options.admits != Admits.INVITED or player in state.invited


def check_admitted(state: TournamentState, player: int) -> None:
    """Raise `TournamentRefused` for a member whom the terms do not admit."""
    if not admitted(state, player):
        raise TournamentRefused("tournament.not-invited")


def check_programs(state: TournamentState, *, program: bool) -> None:
    """Raise `TournamentRefused` if the account is a program's and the terms are for people alone."""
    if program and not state.options.bot_accounts:
        raise TournamentRefused("bot.people-only")


def check_unbiased(state: TournamentState, player: int) -> None:
    """Raise `TournamentRefused` for members who have judged or corrected here, or direct the running tournament.

    The director who announced the tournament may enter before the start; then others judge. After the start this
    director may not enter, since they would know the standings and could draw, close and pause.
    """
    if player in state.judges:
        raise TournamentRefused("tournament.has-judged")
    directs = player == state.options.director and player not in state.entrants
    if directs and state.status is not Status.OPEN:
        raise TournamentRefused("tournament.directs")


def check_may_enter(state: TournamentState, player: int) -> None:
    """Raise `TournamentRefused` for members who may not enter.

    These are members removed before the start or not admitted, judges, the tournament's director once it runs, and
    substitutes.
    """
    check_unbiased(state, player)
    if player in state.turned_away:
        raise TournamentRefused("tournament.turned-away")
    if stands_in(state, player):
        raise TournamentRefused("tournament.substitute-sits")
    check_admitted(state, player)


def stands_in(state: TournamentState, player: int) -> bool:
    """Return whether a member is a substitute in the current or a later round."""
    if player in state.substitutes.values():
        return True
    tables = state.open_round.tables if state.open_round is not None else ()
    return any(
        who == player for table in tables if not done(state, table) for _seat, who in sat_in(table)
    )


def decide_invite(state: TournamentState, *, players: Iterable[int], director: int) -> Events:
    """Invite all of these members or none; return no events if all are invited already.

    Before the start directors may invite themselves too; afterwards they may not.
    """
    not_over(state)
    if state.options.admits != Admits.INVITED:
        raise TournamentRefused("tournament.no-invitations")
    asked = dict.fromkeys(players)  # each once, in the order given
    if state.status is Status.RUNNING and director in asked:
        raise TournamentRefused("tournament.own-name")
    new = tuple(player for player in asked if player not in state.invited)
    if len(state.invited) + len(new) > MOST_INVITED:
        raise TournamentRefused("tournament.invited-too-many", limit=MOST_INVITED)
    return (MembersInvited(new, director),) if new else ()


def decide_take_invitation_back(state: TournamentState, *, player: int, director: int) -> Events:
    """Take back an unused invitation; return no events if the member is not invited."""
    not_over(state)
    if player in state.entrants or player in state.reserves:
        raise TournamentRefused("tournament.invitation-used")
    return (InvitationTakenBack(player, director),) if player in state.invited else ()
