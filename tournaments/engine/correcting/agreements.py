"""Decides on agreement to acts of a director who plays: another member without an interest agrees first (0293).

Members have an interest if the act names them, or if they sit at its table. If this leaves nobody who could agree,
sitting at the table no longer counts as an interest, but gaining points by the act does. A director or referee who
does not play can agree as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from games.engine.disputing.approval import Approval
from tournaments.engine.correcting.agreement_events import AgreementAsked, AgreementEnded, Ending
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.people.seats import holders, holders_of
from tournaments.engine.real_cards.events import Lay
from tournaments.engine.state import Status, TournamentState

OF_A_ROUND: Final = frozenset(
    {
        "redraw",
        "take_redraw_back",
        "give_seat",
        "take_seat",
        "sit_out",
        "sit_in",
        "lengthen_round",
        "close_round",
    }
)
"""Acts that mean the round at which the director looked: they lapse with the next draw."""


class ActPlace(NamedTuple):
    """The round, table and deal that an act is about; each number is 0 if the act is about none."""

    round: int = 0
    table: int = 0
    deal_number: int = 0


def decide_ask(
    state: TournamentState,
    *,
    act: str,
    arguments: Mapping[str, Any],
    lay: Lay | None,
    reason: str,
    place: ActPlace,
    director: int,
    follows: Iterable[TournamentEvent],
    silent: Iterable[int] = (),
) -> tuple[AgreementAsked]:
    """Ask for agreement to an act. Refused while a request for the same act waits.

    ``follows`` are the events that the act would have; they show who would gain points. ``silent`` are members who
    cannot log in, such as guests, and so cannot agree.
    """
    if state.status not in (Status.OPEN, Status.RUNNING):
        raise TournamentRefused("tournament.own-interest")
    players, points = _about(state, act, arguments, place)
    interested = {director, *players, *_sitting(state, place)}
    if not _free(state, {*interested, *silent}):
        interested = {director, *players, *_gaining(state, follows)}
    asked = AgreementAsked(
        *(state.asked + 1, act, dict(arguments), lay, *place, players, points, reason),
        *(tuple(sorted(interested)), state.standing_draw, director),
    )
    if any(_same(one.wish, asked) for one in waiting(state).values()):
        raise TournamentRefused("tournament.agreement-waits")
    return (asked,)


def decide_answer(state: TournamentState, *, number: int, agrees: bool, player: int) -> Events:
    """End a request for agreement by the answer of ``player``; a no by the director who asked withdraws it.

    The caller has checked `may_answer`.
    """
    asked = find(state, number).wish
    how = Ending.AGREED if agrees else Ending.DECLINED
    if asked.director == player and not agrees:
        how = Ending.WITHDRAWN
    return (AgreementEnded(number, how.value, player, asked.director),)


def check_current(state: TournamentState, asked: AgreementAsked) -> None:
    """Raise `TournamentRefused` if the round of the request is no longer the last one drawn."""
    if asked.act in OF_A_ROUND and asked.draw != state.standing_draw:
        raise TournamentRefused("tournament.stale")


def find(state: TournamentState, number: int) -> Approval[AgreementAsked, int]:
    """Return the waiting request of this number. Raises `TournamentRefused` if there is none."""
    found = waiting(state).get(number)
    if found is None:
        raise TournamentRefused("tournament.agreement-unknown")
    return found


def waiting(state: TournamentState) -> Mapping[int, Approval[AgreementAsked, int]]:
    """Return the waiting requests, by number; none once the tournament is over."""
    return state.agreements if state.status in (Status.OPEN, Status.RUNNING) else {}


def may_answer(
    state: TournamentState,
    asked: Approval[AgreementAsked, int],
    player: int,
    *,
    has_duty: bool = False,
) -> bool:
    """Return whether a player can agree: a member of the tournament without an interest, or staff who do not play."""
    if not asked.may_sign(player, *asked.wish.interested):
        return False
    plays = player in state.entrants and player not in state.left
    return plays or (has_duty and not state.interested(player))


def free(state: TournamentState, asked: AgreementAsked) -> tuple[int, ...]:
    """Return the members of the tournament who can agree to the request."""
    return _free(state, asked.interested)


def _free(state: TournamentState, interested: Iterable[int]) -> tuple[int, ...]:
    barred = {*interested, *state.left}
    return tuple(one for one in state.entrants if one not in barred)


def _about(
    state: TournamentState, act: str, arguments: Mapping[str, Any], place: ActPlace
) -> tuple[tuple[int, ...], int]:
    """Return the ids of the members that an act is about, and the points that it adjusts, 0 if none."""
    named = [*arguments.get("players", ())]
    points = arguments.get("points", 0)
    if "seat" in arguments:
        there = state.rounds[place.round - 1].tables[place.table - 1]
        named += [player_id(one) for one in (there.seats[arguments["seat"]],) if not is_bot(one)]
    if arguments.get("player") is not None:
        named.append(arguments["player"])
    if act == "end_apart":
        named += state.apart[arguments["number"]]
    elif act == "take_adjustment_back":
        adjustment = state.adjustments[arguments["number"]]
        named.append(adjustment.player)
        points = adjustment.points
    return tuple(dict.fromkeys(named)), points


def _sitting(state: TournamentState, place: ActPlace) -> set[int]:
    """Return the members who sit at the table of an act, or sat there in its deal."""
    if not place.table:
        return set()
    there = state.rounds[place.round - 1].tables[place.table - 1]
    labels = {*there.seats, *holders(there), *holders_of(there, place.deal_number or None)}
    return {player_id(one) for one in labels if not is_bot(one)}


def _gaining(state: TournamentState, follows: Iterable[TournamentEvent]) -> set[int]:
    """Return the ids of the members who would have more points after these events."""
    after = state
    for event in follows:
        after = evolve(after, event)
    before = _points(state)
    return {
        player_id(label)
        for label, points in _points(after).items()
        if points > before[label] and not is_bot(label)
    }


def _points(state: TournamentState) -> Counter[str]:
    return Counter({row.participant: row.points for row in state.standings()})


def _same(one: AgreementAsked, other: AgreementAsked) -> bool:
    alike = replace(
        other,
        number=one.number,
        reason=one.reason,
        interested=one.interested,
        draw=one.draw,
        director=one.director,
    )
    return one == alike
