"""Confirms results with real cards: by each seat, on a shared phone, by a card's digits, or by a director.

The functions work like those in `deciding`.
"""

from __future__ import annotations

from collections.abc import Collection

from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.real_cards.deciding import find_paper, somebody_else
from tournaments.engine.real_cards.entered_results import EnteredResult
from tournaments.engine.real_cards.events import ResultConfirmed
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState


def decide_confirm_result(
    state: TournamentState,
    *,
    deal_id: int,
    revision: int,
    seat: int | None,
    others: Collection[int] = (),
    decider: int | None = None,
    directs: bool = False,
) -> Events:
    """Confirm a result: for a seat and the ``others`` on its phone, or by a ``decider`` for all seats.

    If the seat's player ``directs`` the club, confirmations on that phone alone are not enough. Returns no events if
    there is nothing left to confirm.
    """
    round_number, table, score, paper = _to_confirm(state, deal_id, revision, others)
    if seat is None:
        if paper.decided and paper.contradicted_by is None:
            return ()
        somebody_else(paper, decider)
        seats: tuple[int, ...] = ()
    else:
        seats = _left_to_say(paper, {seat, *others}, by=seat, directs=directs)
        if not seats:
            return ()
    phone = seat if seat is not None and set(seats) - {seat} else None
    return (
        ResultConfirmed(
            *(round_number, table, score.number, deal_id, revision, seats, phone, seat is None),
            decider if seat is None else None,
            on_playing_directors_device=directs and seat is not None,
        ),
    )


def decide_confirm_by_digits(
    state: TournamentState,
    *,
    deal_id: int,
    revision: int,
    seat: int,
    on: int,
    at: int | None,
    directs: bool,
) -> Events:
    """Confirm a result for a ``seat`` by its card's digits, typed on the device of the player ``on``.

    ``at`` is the seat of the device's owner in this deal, None if the owner has none. ``directs`` says whether the
    owner is a director who plays. Returns no events if the seat has confirmed already.
    """
    round_number, table, score, paper = _to_confirm(state, deal_id, revision, {seat})
    seats = _left_to_say(paper, {seat}, by=seat, directs=directs)
    if not seats:
        return ()
    return (
        ResultConfirmed(
            *(round_number, table, score.number, deal_id, revision, seats, at, False),
            digits_on=on,
            on_playing_directors_device=directs,
        ),
    )


def _to_confirm(
    state: TournamentState, deal_id: int, revision: int, seats: Collection[int]
) -> tuple[int, int, DealScore, EnteredResult]:
    """Return the round, table, score and result for these seats to confirm. Raises `TournamentRefused`."""
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    found = find_paper(state, deal_id, revision)
    if any(not 0 <= seat < len(found[2].net) for seat in seats):
        raise TournamentRefused("tournament.result-malformed")
    return found


def _left_to_say(
    paper: EnteredResult, seats: Collection[int], *, by: int, directs: bool
) -> tuple[int, ...]:
    """Return which of these seats still have to confirm.

    A confirmation on the device of a director who plays has to be repeated on another device.
    """
    if paper.contradicted_by not in (None, by):
        raise TournamentRefused("tournament.cardboard-contradicted")
    said = set(paper.confirmed_by) - (set() if directs else set(paper.with_director))
    return tuple(sorted(set(seats) - said))
