"""Tables with real cards: marking them, entering results, confirming, contradicting and correcting them.

Each use case is one transaction, authority first; all return the stream's version and raise `games.errors.Refused` with
nothing changed. A director who plays in the tournament speaks for the own seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction

from games.commands import cardboard as club
from games.errors import Refused
from games.models import Player
from games.queries.club.house import rules_named
from tournaments import queries
from tournaments.commands.authority import check_no_interest, require_director
from tournaments.commands.counting import advance
from tournaments.commands.signatures import with_second
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import appeal
from tournaments.engine.cardboard import (
    decide_close_round,
    decide_confirm_result,
    decide_contradict_result,
    decide_correct_result,
    decide_enter_result,
    decide_mark,
    decide_no_more,
)
from tournaments.engine.cardboard_events import (
    DiscardRuled,
    DiscardWithdrawn,
    Lay,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
    TablesMarked,
)
from tournaments.engine.correction_events import CorrectionProposed
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.participants import member_label
from tournaments.engine.seats import holders_of
from tournaments.engine.state import TournamentState
from tournaments.errors import RefusedByTournament, for_people, refusal


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
    """Let a table play with real cards, or on screens again; None marks every table from the next draw on.

    Only a director may. Refused once its cards are dealt in the round that is played; ``onward`` it then counts from
    the next round on.
    """
    require_director(by)
    mark = partial(
        _mark, by, tournament_id, table, cardboard, now, onward=onward, key=idempotency_key
    )
    try:
        return mark(from_next=False)
    except RefusedByTournament as refused:
        if not onward or refused.code not in _BEGUN:
            raise
    return mark(from_next=True)


_BEGUN: Final = ("tournament.cardboard-dealt", "tournament.cardboard-played")


@transaction.atomic
def _mark(
    by: Player,
    tournament_id: int,
    table: int | None,
    cardboard: bool,
    now: datetime,
    *,
    onward: bool,
    from_next: bool,
    key: str | None,
) -> int:
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        version = work.carry_out(
            lambda state: decide_mark(
                state,
                table=table,
                cardboard=cardboard,
                director=by.pk,
                onward=onward,
                from_next=from_next,
            ),
            idempotency_key=key,
            brings=(TablesMarked,),
        )
    for number, games_table, real in queries.tables_to_switch(tournament_id):
        try:
            club.set_cardboard(table_id=games_table, cardboard=real, now=now)
        except Refused as refused:
            if refused.code not in ("seat.playing", "seat.revealing"):
                raise
            raise refusal("tournament.cardboard-dealt", table=number) from refused
    return version


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
    """Enter how a deal with real cards ended. A seat of the table may; `as_director` a director who does not play.

    Of two who enter the same deal at once the second is refused, and told that it was entered.
    """
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key, brings=(ResultEntered,))
    if version is not None:
        return version

    def entered(deal_id: int) -> Sequence[TournamentEvent]:
        return decide_enter_result(
            work.state,
            rules_named(work.state.options.rules),
            round_number=round_number,
            table=table,
            deal_number=deal_number,
            deal_id=deal_id,
            lay=lay,
            seat=seat_of(work.state, by, round_number, table, as_director=as_director),
            director=by.pk,
        )

    with for_people():
        entered(0)  # what is refused leaves no row behind
        games_table = queries.games_table_of(tournament_id, round_number, table)
        if games_table is None:
            raise TournamentRefused("tournament.cardboard-unopened", table=table)
        deal = club.add_entered(table_id=games_table, now=work.recorded_at)
        work.add(entered(deal.pk))
    advance(work, tournament_id)
    return work.save(idempotency_key=idempotency_key)


@transaction.atomic
def play_no_more(
    *,
    by: Player,
    tournament_id: int,
    round_number: int,
    table: int,
    now: datetime,
    as_director: bool = False,
    idempotency_key: str | None = None,
) -> int:
    """Say that no further deal of a table with real cards will be entered in this round. Only a director may.

    Once the round's minutes are over, or where a member of the table has left.
    """
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key)
    if version is not None:
        return version
    with for_people():
        if seat_of(work.state, by, round_number, table, as_director=as_director) is not None:
            raise TournamentRefused("tournament.not-director")
        work.add(decide_no_more(work.state, round_number, table))
    advance(work, tournament_id)
    return work.save(idempotency_key=idempotency_key)


def confirm_result(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    now: datetime,
    others: Collection[int] = (),
    as_director: bool = False,
    idempotency_key: str | None = None,
) -> int:
    """Say that a result is right: a seat for itself, and for `others` to whom its phone is passed.

    `as_director` a director who does not play says it in their place, which decides what a seat contradicts.
    """
    return _of_paper(
        lambda state, seat: decide_confirm_result(
            state, deal_id=deal_id, revision=revision, seat=seat, others=others, decider=by.pk
        ),
        by=by,
        tournament_id=tournament_id,
        deal_id=deal_id,
        now=now,
        as_director=as_director,
        idempotency_key=idempotency_key,
    )


def contradict_result(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Say that a result is not right, which a director then decides. Only a seat of the table may."""

    def decide(state: TournamentState, seat: int | None) -> Sequence[TournamentEvent]:
        assert seat is not None  # else it is refused before
        return decide_contradict_result(
            state, deal_id=deal_id, revision=revision, seat=seat, reason=reason, now=now
        )

    return _of_paper(
        decide,
        by=by,
        tournament_id=tournament_id,
        deal_id=deal_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(ResultContradicted,),
    )


def correct_result(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    lay: Lay,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Enter a result anew, confirmed or not, also after the closing. Only a director may who does not play.

    Where that moves more prizes than the club lets one person move, it is only proposed (`signatures`).

    On appeal against a director's decision a referee may as well; who has decided before may not.
    """
    if not (by.is_director or by.is_referee):
        raise refusal("tournament.not-director")

    def decide(state: TournamentState, seat: int | None) -> Sequence[TournamentEvent]:
        if seat is not None:
            raise TournamentRefused("tournament.own-interest")
        corrected = decide_correct_result(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            lay=lay,
            reason=reason,
            director=by.pk,
        )
        return with_second(state, corrected, by=by, tournament_id=tournament_id)

    return _of_paper(
        decide,
        by=by,
        tournament_id=tournament_id,
        deal_id=deal_id,
        now=now,
        as_director=True,
        idempotency_key=idempotency_key,
        brings=(ResultCorrected, CorrectionProposed),
    )


@transaction.atomic
def _of_paper(
    decide: Callable[[TournamentState, int | None], Sequence[TournamentEvent]],
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    now: datetime,
    idempotency_key: str | None,
    as_director: bool = False,
    brings: Collection[type[TournamentEvent]] = (),  # a confirmation may be nothing new itself
) -> int:
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key, brings=brings)
    if version is not None:
        return version
    with for_people():
        found = work.state.find_deal(deal_id)
        if found is None:
            raise TournamentRefused("tournament.no-such-deal")
        paper = found[2].paper
        seat = seat_of(
            *(work.state, by, found[0], found[1]),
            as_director=as_director,
            referee=paper is not None and paper.appealed,
            deal=found[2].number,
        )
        work.add(decide(work.state, seat))
    leave_time(work)
    advance(work, tournament_id)
    return work.save(idempotency_key=idempotency_key)


def leave_time(work: TournamentWork) -> None:
    """Leave time to contradict what was just decided of a result with real cards, unless that was on appeal."""
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


@transaction.atomic
def close_round(
    *,
    by: Player,
    tournament_id: int,
    now: datetime,
    round_number: int | None = None,
    idempotency_key: str | None = None,
) -> int:
    """Close the round though results stand on one seat's word, which the log names. Only a director who does not play.

    No prize is paid by such a result until somebody else confirms it. ``round_number`` is the round that the director
    was shown, None where nobody says: of two who close one at once the second is refused, and closes no other.
    """
    require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key)
    if version is not None:
        return version
    with for_people():
        check_no_interest(by, work.state)
        work.add(decide_close_round(work.state, director=by.pk, shown=round_number))
    advance(work, tournament_id)
    return work.save(idempotency_key=idempotency_key)


def seat_of(
    state: TournamentState,
    by: Player,
    round_number: int,
    table: int,
    *,
    as_director: bool,
    referee: bool = False,
    deal: int | None = None,
) -> int | None:
    """The seat of who asks at this table, None for a director without interest, or for such a ``referee``.

    In a ``deal`` that was entered it is that of who played it, else of who has it now.

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
    if state.interested(by.pk):
        raise TournamentRefused("tournament.own-interest")
    return None
