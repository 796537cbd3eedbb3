"""Tables with real cards: setting them, entering results, confirming, contradicting and correcting them.

Each use case is one transaction, authority first. Directors who play in the tournament decide nothing alone: the
table's players have to confirm the results that they enter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction

from games.commands.table import tournament_tables as club
from games.errors import Refused
from games.models import Player
from games.queries.club.house import rules_named
from tournaments import queries
from tournaments.commands.authority import require_director, without_interest
from tournaments.commands.counting import advance
from tournaments.commands.signatures import with_second
from tournaments.commands.unit_of_work import Ask, Decide, TournamentWork, command
from tournaments.engine.clock import appeal
from tournaments.engine.correcting.correction_events import CorrectionProposed
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.participants import member_label
from tournaments.engine.people.seats import holders_of
from tournaments.engine.real_cards.confirming import decide_confirm_result
from tournaments.engine.real_cards.deciding import (
    WrittenDeal,
    decide_close_round,
    decide_contradict_result,
    decide_correct_result,
    decide_enter_result,
    decide_mark,
    decide_no_more,
)
from tournaments.engine.real_cards.events import (
    DiscardRuled,
    DiscardWithdrawn,
    Lay,
    PhysicalTablesSet,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
)
from tournaments.engine.state import TournamentState
from tournaments.errors import RefusedByTournament, refusal, translate_refusals


def leave_time(work: TournamentWork) -> None:
    """Extend the time to appeal after a decision on a result with real cards, unless it was made on appeal."""
    for event in list(work.events):
        if isinstance(event, ResultCorrected | DiscardRuled | DiscardWithdrawn) or (
            isinstance(event, ResultConfirmed) and event.director
        ):
            found = work.state.find_deal(event.deal_id)
            paper = None if found is None else found[2].paper
            ruled = paper is not None and paper.dispute is not None and paper.dispute.final
            if paper is not None and not (
                paper.final if isinstance(event, ResultCorrected | ResultConfirmed) else ruled
            ):
                work.add(appeal.decide_extend(work.state, now=work.now))


def follow_up(work: TournamentWork) -> None:
    """Extend the time to appeal after a decision; if it completes the round, do what follows automatically."""
    leave_time(work)
    advance(work)


def _switch(work: TournamentWork) -> None:
    """Set the current round's tables to real cards or screens; Refused if cards are dealt at one."""
    for number, games_table, real in queries.tables_to_switch(work.tournament_id):
        try:
            club.set_cardboard(table_id=games_table, cardboard=real, now=work.now)
        except Refused as refused:
            if refused.code not in ("seat.playing", "seat.revealing"):
                raise
            raise refusal("tournament.cardboard-dealt", table=number) from refused


@command(PhysicalTablesSet, after=_switch)
def _mark(ask: Ask, *, table: int | None, cardboard: bool, onward: bool, from_next: bool) -> Decide:
    require_director(ask.by)
    return lambda state: decide_mark(
        state,
        table=table,
        cardboard=cardboard,
        director=ask.by.pk,
        onward=onward,
        from_next=from_next,
    )


def mark_tables(
    *,
    by: Player,
    tournament_id: int,
    table: int | None,
    cardboard: bool,
    now: datetime,
    onward: bool = False,
    idempotency_key: str | None = None,
) -> int:
    """Set a table to play with real cards, or on screens again. Only a director may.

    If ``table`` is None, every table is set from the next draw on. Refused once the table's cards are dealt in the
    current round; with ``onward`` it is set from the next round on instead.
    """
    mark = partial(_mark, by, tournament_id, now, idempotency_key, table=table, cardboard=cardboard)
    try:
        return mark(onward=onward, from_next=False)
    except RefusedByTournament as refused:
        if not onward or refused.code not in _BEGUN:
            raise
    return mark(onward=onward, from_next=True)


_BEGUN: Final = ("tournament.cardboard-dealt", "tournament.cardboard-played")


@transaction.atomic
def enter_result(
    *,
    by: Player,
    tournament_id: int,
    round_number: int,
    table: int,
    deal_number: int,
    lay: Lay,
    now: datetime,
    as_director: bool = False,
    idempotency_key: str | None = None,
) -> int:
    """Enter how a deal with real cards ended, as a seat of the table or, with `as_director`, as a director.

    The table has to confirm a result entered by a director who plays. If two people enter the same deal at the same
    time, the second is refused with the reason that it is already entered.
    """
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key, brings=(ResultEntered,))
    if version is not None:
        return version
    with translate_refusals():
        _enter(work, by, round_number, WrittenDeal(table, deal_number, lay), directs=as_director)
    advance(work)
    return work.save(idempotency_key=idempotency_key)


@transaction.atomic
def enter_sheets(
    *,
    by: Player,
    tournament_id: int,
    round_number: int,
    deals: Sequence[WrittenDeal],
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Enter the deals of a round's score sheets, all of them or none. Only a director may.

    The tables have to confirm the deals if the director plays; at the director's own table the entry counts as that
    seat's confirmation.
    """
    require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key, brings=(ResultEntered,))
    if version is not None:
        return version
    with translate_refusals():
        if not deals:
            raise TournamentRefused("tournament.sheets-empty")
        left = Counter(one.table for one in deals)
        for one in deals:
            left[one.table] -= 1
            _enter(work, by, round_number, one, directs=True, to_follow=left[one.table])
    advance(work)
    return work.save(idempotency_key=idempotency_key)


def _enter(
    work: TournamentWork,
    by: Player,
    round_number: int,
    told: WrittenDeal,
    *,
    directs: bool,
    to_follow: int | None = None,
) -> None:
    """Add the event of an entered deal to the work. Raises `TournamentRefused` before the deal's row is made."""

    def entered(deal_id: int) -> Sequence[TournamentEvent]:
        seat = seat_of(work.state, by, round_number, told.table, as_director=directs, decides=False)
        return decide_enter_result(
            work.state,
            rules_named(work.state.options.rules),
            round_number=round_number,
            table=told.table,
            deal_number=told.number,
            deal_id=deal_id,
            lay=told.lay,
            seat=seat,
            director=by.pk,
            plays=work.state.interested(by.pk),
            to_follow=to_follow,
        )

    entered(0)
    games_table = queries.games_table_of(work.tournament_id, round_number, told.table)
    if games_table is None:
        raise TournamentRefused("tournament.cardboard-unopened", table=told.table)
    deal = club.add_entered(table_id=games_table, now=work.recorded_at)
    work.add(entered(deal.pk))


@command(advantage=True, then=advance)
def play_no_more(ask: Ask, *, round_number: int, table: int, as_director: bool = False) -> Decide:
    """Record that a table with real cards plays no further deal this round.

    A director may, once the round's minutes are over or a member of the table has left.
    """

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        decides = not ask.agreed
        there = (state, ask.by, round_number, table)
        seat = seat_of(*there, as_director=as_director, decides=decides)
        if seat is not None and decides:
            own = as_director and ask.by.is_director
            raise TournamentRefused(f"tournament.{'own-interest' if own else 'not-director'}")
        return decide_no_more(state, round_number, table)

    return decide


@command(advantage=True, then=follow_up)  # a confirmation may be nothing new itself
def confirm_result(
    ask: Ask,
    *,
    deal_id: int,
    revision: int,
    others: Collection[int] = (),
    as_director: bool = False,
) -> Decide:
    """Confirm a result for the caller's seat, and for the seats ``others`` that use the same phone.

    With `as_director` a director who does not play confirms for all seats, which also decides a contradicted result.
    If the phone belongs to a director who plays, a confirmation from a different device is needed as well.
    """
    return lambda state: decide_confirm_result(
        state,
        deal_id=deal_id,
        revision=revision,
        seat=_seat_in(state, ask.by, deal_id, as_director=as_director, decides=not ask.agreed),
        others=others,
        decider=ask.by.pk,
        directs=ask.by.runs_the_club,
    )


@command(then=follow_up)
def confirm_results(
    ask: Ask, *, results: Sequence[tuple[int, int]], others: Collection[int] = ()
) -> Decide:
    """Confirm all these results (deal and revision) or none, as `confirm_result` does; Refused if there are none."""
    if not results:
        raise refusal("tournament.no-such-deal")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        said: list[TournamentEvent] = []
        for deal, revision in dict.fromkeys(results):
            said += decide_confirm_result(
                state,
                deal_id=deal,
                revision=revision,
                seat=_seat_in(state, ask.by, deal, as_director=False),
                others=others,
                directs=ask.by.runs_the_club,
            )
        return said

    return decide


@command(ResultContradicted, then=follow_up)
def contradict_result(ask: Ask, *, deal_id: int, revision: int, reason: str) -> Decide:
    """Contradict a result, as a seat of its table; a director then decides it."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        seat = _seat_in(state, ask.by, deal_id, as_director=False)
        assert seat is not None  # else it is refused before
        return decide_contradict_result(
            state, deal_id=deal_id, revision=revision, seat=seat, reason=reason, now=ask.now
        )

    return decide


@command(ResultCorrected, CorrectionProposed, advantage=True, then=follow_up)
def correct_result(ask: Ask, *, deal_id: int, revision: int, lay: Lay, reason: str) -> Decide:
    """Correct a result, confirmed or not, even after the closing.

    Only a director may; one who plays needs another member's agreement. On appeal against a director's decision, a
    referee may correct the result too, but nobody who decided it before.

    A correction that moves more prize chips than the club lets one person move is only proposed (`signatures`).
    """
    if not (ask.by.is_director or ask.by.is_referee):
        raise refusal("tournament.not-director")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        decides = not ask.agreed
        seat = _seat_in(state, ask.by, deal_id, as_director=True, decides=decides)
        if seat is not None and decides:
            raise TournamentRefused("tournament.own-interest")
        corrected = decide_correct_result(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            lay=lay,
            reason=reason,
            director=ask.by.pk,
        )
        return with_second(ask, state, corrected)

    return decide


@command(advantage=True, then=advance)
def close_round(ask: Ask, *, round_number: int | None = None) -> Decide:
    """Close a round although some results are confirmed by only one seat; the log names them.

    Only a director may; one who plays needs another member's agreement. The results pay no prize until another person
    confirms them. ``round_number`` is the round that the director saw, None if unknown: if two directors close it at
    the same time, the second is refused and closes no other round.
    """
    require_director(ask.by)
    return without_interest(
        ask, lambda state: decide_close_round(state, director=ask.by.pk, shown=round_number)
    )


def _seat_in(
    state: TournamentState, by: Player, deal_id: int, *, as_director: bool, decides: bool = True
) -> int | None:
    """Return the caller's seat in an entered deal, as `seat_of` does; on appeal, referees get None like directors."""
    found = state.find_deal(deal_id)
    if found is None:
        raise TournamentRefused("tournament.no-such-deal")
    number, table, score = found
    appealed = score.paper is not None and score.paper.appealed
    return seat_of(
        *(state, by, number, table),
        as_director=as_director,
        referee=appealed,
        decides=decides,
        deal=score.number,
    )


def seat_of(
    state: TournamentState,
    by: Player,
    round_number: int,
    table: int,
    *,
    as_director: bool,
    referee: bool = False,
    decides: bool = True,
    deal: int | None = None,
) -> int | None:
    """Return the caller's seat at this table; with ``as_director``, None for a director without a seat there.

    With ``referee``, a referee counts as a director. Both are refused if they play in the tournament, unless nothing
    is decided (``decides`` is False). In a ``deal`` already entered, the seat belongs to the member who played it,
    otherwise to its current holder.

    Raises `TournamentRefused`.
    """
    if not 1 <= round_number <= len(state.rounds):
        raise TournamentRefused("tournament.no-such-round")
    tables = state.rounds[round_number - 1].tables
    if not 1 <= table <= len(tables):
        raise TournamentRefused("tournament.no-such-table")
    label, there = member_label(by.pk), holders_of(tables[table - 1], deal)
    if label in there and by.pk in state.left:
        raise TournamentRefused("tournament.not-at-table")
    if label in there:
        return there.index(label)
    if not (as_director and (by.is_director or (referee and by.is_referee))):
        raise TournamentRefused("tournament.not-at-table")
    if decides and state.interested(by.pk):
        raise TournamentRefused("tournament.own-interest")
    return None
