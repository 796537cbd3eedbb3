"""Disputes of a discard at a table with real cards: filing one, ruling on it, appealing the ruling (§10.7, §10.8).

Each use case is one transaction, authority first; all return the stream's version and raise `games.errors.Refused` with
nothing changed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.errors import Refused
from games.models import Player
from games.queries.club import rules_named
from games.rulebook import about_penalties, section_of
from tournaments.commands.cardboard import leave_time, seat_of
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine.cardboard_events import Discard
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.paper_disputes import (
    decide_appeal,
    decide_dispute,
    decide_join,
    decide_rule,
)
from tournaments.engine.state import TournamentState
from tournaments.errors import for_people, refusal


def dispute_discard(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    discard: Discard,
    reason: str,
    now: datetime,
    as_director: bool = True,
    idempotency_key: str | None = None,
) -> int:
    """Dispute the penalty of a result, or that there is none: a seat of the table, or a director or referee.

    Of these who does not play in the tournament, and none unless `as_director`.
    """

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, by, deal_id, duty=as_director)
        return decide_dispute(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            discard=discard,
            seat=seat,
            player=by.pk,
            reason=reason,
            now=now,
        )

    return _carry_out(decide, by, tournament_id, now, idempotency_key)


def join_discard(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Join the dispute that another seat has filed, with words of one's own (§10.7). Only a seat of the table may."""

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, by, deal_id, duty=False)
        assert seat is not None  # else it is refused
        return decide_join(
            state,
            deal_id=deal_id,
            revision=revision,
            seat=seat,
            player=by.pk,
            reason=reason,
            now=now,
        )

    return _carry_out(decide, by, tournament_id, now, idempotency_key)


def rule_on_discard(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    penalty: bool,
    section: str,
    reason: str,
    now: datetime,
    shared: bool = False,
    idempotency_key: str | None = None,
) -> int:
    """Rule whether the penalty is paid, whole or ``shared`` (§10.8). Only a referee may who has no interest (§10.8)."""
    if not by.is_referee:
        raise Refused("ruling.not-referee")
    if by.referee_by_id == by.pk:
        raise Refused("ruling.own-duty")
    cited = section_of(section)
    if cited is None:
        raise refusal("tournament.cardboard-section")
    if not about_penalties(cited):
        raise Refused("ruling.section-beside")

    def decide(state: TournamentState) -> Events:
        if state.interested(by.pk):
            raise TournamentRefused("tournament.own-interest")
        return decide_rule(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            penalty=penalty,
            section=cited,
            reason=reason,
            referee=by.pk,
            shared=shared,
        )

    return _carry_out(decide, by, tournament_id, now, idempotency_key)


def appeal_ruling(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Appeal a ruling to another referee. Only a seat of the table may."""

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, by, deal_id, duty=False)
        assert seat is not None  # else it is refused
        return decide_appeal(
            state, deal_id=deal_id, revision=revision, seat=seat, reason=reason, now=now
        )

    return _carry_out(decide, by, tournament_id, now, idempotency_key)


def _seat(state: TournamentState, by: Player, deal_id: int, *, duty: bool) -> int | None:
    found = state.find_deal(deal_id)
    if found is None:
        raise TournamentRefused("tournament.no-such-deal")
    return seat_of(
        state, by, found[0], found[1], as_director=duty, referee=duty, deal=found[2].number
    )


@transaction.atomic
def _carry_out(
    decide: Callable[[TournamentState], Events],
    by: Player,
    tournament_id: int,
    now: datetime,
    idempotency_key: str | None,
) -> int:
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key)
    if version is not None:
        return version
    with for_people():
        work.add(decide(work.state))
    leave_time(work)
    return work.save(idempotency_key=idempotency_key)
