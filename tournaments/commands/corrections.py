"""Corrections by directors and referees: deals, points, terms, and members kept apart.

Each use case is one transaction, authority first. Directors who play in the tournament need another member's
agreement, except for most terms; referees who play may correct nothing. People who had a part in a deal's dispute
cannot correct that deal, and self-appointed referees can correct nothing (§10.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from games import commands as club
from games.errors import Refused
from games.models import Deal, Player
from tournaments import queries
from tournaments.commands.authority import (
    check_no_own_interest,
    check_no_part,
    require_director,
    require_judge,
    without_interest,
)
from tournaments.commands.counting import advance
from tournaments.commands.lifecycle import FILLERS, in_series, require_no_pot, rules_offered
from tournaments.commands.signatures import with_second
from tournaments.commands.unit_of_work import Ask, Decide, TournamentWork, command
from tournaments.engine import draw_events as draw_ev
from tournaments.engine.correcting import correction_events as correction_ev
from tournaments.engine.correcting import corrections, terms_corrected
from tournaments.engine.correcting.correction_events import CorrectionProposed
from tournaments.engine.decisions import decide_score_deal
from tournaments.engine.duplicate import root_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TableDealScored, TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.people import entries
from tournaments.engine.scoring.series import key_of
from tournaments.engine.state import Status, TournamentState
from tournaments.engine.terms import DEFAULTS, FAVOUR_A_PLAYER
from tournaments.models import RoundTable
from tournaments.projections.secrets import draw_secret

LEAGUE_TERMS: Final = ("series_best", "series_points", "series_present")
"""What counts in a league: with the places known, who plays there could choose it."""
SERIES_TERMS: Final = ("series", *LEAGUE_TERMS)
"""Terms that all tournaments of a series have in common."""


def _play_again(work: TournamentWork) -> None:
    """Add the ordered replays to the club's tables, and advance the round if a deal counts again."""
    replanned = [
        (event.round, event.table)
        for event in work.events
        if isinstance(event, correction_ev.ReplayOrdered)
        or (isinstance(event, correction_ev.VoidingTakenBack) and event.replay is not None)
    ]
    for number, table in replanned:
        drawn = _drawn(work.tournament_id, number, table)
        club.plan_deals(table_id=drawn.games_table_id or 0, starters=drawn.starters, now=work.now)
    if replanned or any(isinstance(event, TableDealScored) for event in work.events):
        follows = TournamentWork.on(work.tournament_id, now=work.now)
        advance(follows)  # the deals of the round may all be scored, or scored again
        follows.save()


@command(correction_ev.DealVoided, CorrectionProposed, advantage=True, after=_play_again)
def void_deal(
    ask: Ask, *, deal: int, reason: str, section: str = "", replay: bool = False
) -> Decide:
    """Void a deal, and order its replay if asked. A director or referee without an interest may (§10.8).

    If the deal is still running and the caller is a director, it ends immediately without a winner, and is shown to
    everybody.
    """

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        stopped: tuple[TournamentEvent, ...] = ()
        if state.find_deal(deal) is None and _of_tournament(ask.tournament_id, deal):
            stopped = _stopped(state, by=ask.by, deal=deal, reason=reason, now=ask.now)
            for event in stopped:
                state = evolve(state, event)
        voided = corrections.decide_void(
            state, deal_id=deal, reason=reason, section=section, replay=replay, director=ask.by.pk
        )
        return (*stopped, *voided)

    return _judged(ask, decide, deal)


@command(correction_ev.ReplayOrdered, CorrectionProposed, advantage=True, after=_play_again)
def replay_deal(ask: Ask, *, deal: int) -> Decide:
    """Order the replay of a voided deal at the same table. A director or referee without an interest may."""
    return _judged(
        ask,
        lambda state: corrections.decide_replay(state, deal_id=deal, director=ask.by.pk),
        deal,
    )


@command(correction_ev.VoidingTakenBack, CorrectionProposed, advantage=True, after=_play_again)
def take_voiding_back(ask: Ask, *, deal: int, reason: str) -> Decide:
    """Restore a voided deal. A director or referee without an interest may."""

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        begun = False
        if club.was_stopped(deal):
            raise TournamentRefused("tournament.deal-stopped", deal=deal)
        found = state.find_deal(deal)
        place = corrections.replay_of(state, deal) if found else None
        if found is not None and place is not None:
            table_id = _club_table(ask.tournament_id, found[0], found[1])
            begun = club.has_begun(table_id=table_id, number=place)
        return corrections.decide_take_voiding_back(
            state, deal_id=deal, reason=reason, replay_begun=begun, director=ask.by.pk
        )

    return _judged(ask, decide, deal)


@command(correction_ev.PointsAdjusted, CorrectionProposed, advantage=True)
def adjust_points(ask: Ask, *, player: int, points: int, reason: str, section: str = "") -> Decide:
    """Give a member points or take some. A director or referee without an interest may."""
    return _judged(
        ask,
        lambda state: corrections.decide_adjust(
            state, player=player, points=points, reason=reason, section=section, director=ask.by.pk
        ),
    )


@command(correction_ev.AdjustmentTakenBack, CorrectionProposed, advantage=True)
def take_adjustment_back(ask: Ask, *, number: int, reason: str) -> Decide:
    """Cancel an adjustment of points. A director or referee without an interest may."""
    return _judged(
        ask,
        lambda state: corrections.decide_take_adjustment_back(
            state, number=number, reason=reason, director=ask.by.pk
        ),
    )


@command(correction_ev.SettingCorrected, advantage=True)
def correct_settings(
    ask: Ask, *, settings: Mapping[str, correction_ev.Setting], reason: str
) -> Decide:
    """Change terms not yet in effect. Only a director may.

    A director who plays needs another member's agreement for terms that could favour a player.
    """
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        require_no_pot(settings.get("rules"))
        if state.status is Status.RUNNING and settings.keys() & FAVOUR_A_PLAYER:
            check_no_own_interest(ask, state)
        if state.status is not Status.OPEN and settings.keys() & {*LEAGUE_TERMS}:
            check_no_own_interest(ask, state)
        draws = state.bound_draws
        asked = bool(settings.get("duplicate"))
        last = draw_secret(ask.tournament_id, draw=draws, draws=draws) if asked else None
        return terms_corrected.decide_correct_settings(
            state,
            settings=_with_series(state, settings, but=ask.tournament_id),
            reason=reason,
            director=ask.by.pk,
            known_rules=rules_offered(),
            known_fillers=FILLERS,
            root=root_of(last) if last else None,
        )

    return decide


def _with_series(
    state: TournamentState, settings: Mapping[str, correction_ev.Setting], *, but: int
) -> Mapping[str, correction_ev.Setting]:
    """Return the settings, completed with the terms of the series that the tournament is in or joins.

    If no term of the series changes, the settings are returned as they are. A tournament that leaves its series gets
    the default values of these terms.
    """
    said: dict[str, Any] = {name: settings[name] for name in SERIES_TERMS if name in settings}
    if all(getattr(state.options, name) == value for name, value in said.items()):
        return settings
    series = str(said.get("series", state.options.series)).strip()
    if not series:
        said = {name: DEFAULTS[name] for name in SERIES_TERMS}
    elif key_of(series) != key_of(state.options.series):
        said = {name: DEFAULTS[name] for name in SERIES_TERMS} | said
    joined = in_series(replace(state.options, **said), but=but)
    return {**settings, **{name: getattr(joined, name) for name in SERIES_TERMS}}


@command(draw_ev.MembersKeptApart, advantage=True)
def keep_apart(ask: Ask, *, players: Sequence[int], reason: str = "") -> Decide:
    """Keep these members apart in future draws.

    Only a director may; one who plays needs another member's agreement.
    """
    require_director(ask.by)
    return without_interest(
        ask,
        lambda state: corrections.decide_keep_apart(
            state, players=players, reason=reason, director=ask.by.pk
        ),
    )


@command(draw_ev.KeepingApartEnded, advantage=True)
def end_apart(ask: Ask, *, number: int) -> Decide:
    """Let the members of a group be drawn together again.

    Only a director may; one who plays needs another member's agreement.
    """
    require_director(ask.by)
    return without_interest(
        ask,
        lambda state: corrections.decide_end_apart(state, number=number, director=ask.by.pk),
    )


def _judged(ask: Ask, decide: Decide, deal: int | None = None) -> Decide:
    """Return ``decide``, but refusing everyone except directors and referees without an interest (§10.8).

    If the id of a ``deal`` is given, people who had a part in that deal's dispute are refused too. A correction that
    moves too many chips for one person becomes a proposal.
    """
    require_judge(ask.by)

    def decided(state: TournamentState) -> Sequence[TournamentEvent]:
        if deal is not None:
            check_no_part(ask.by, state, deal)
        return with_second(ask, state, tuple(decide(state)))

    return without_interest(ask, decided)


def _stopped(
    state: TournamentState, *, by: Player, deal: int, reason: str, now: datetime
) -> tuple[TournamentEvent, ...]:
    """Stop a running deal and return the events that count it without points.

    Raises Refused if it isn't being played.
    """
    place = queries.places_of([deal]).get(deal)
    if not by.is_director or place is None:
        raise TournamentRefused("tournament.deal-runs")
    reason = entries.checked_reason(reason)
    try:
        club.stop_deal(by=by, deal_id=deal, reason=reason, now=now)
    except Refused as refused:
        raise TournamentRefused("tournament.deal-runs") from refused
    return decide_score_deal(
        state,
        round_number=place.round,
        table=place.table,
        deal_number=place.deal_number,
        deal_id=deal,
        net=(0, 0, 0, 0),
        winner=None,
        points=0,
        penalised=None,
    )


def _drawn(tournament_id: int, number: int, table: int) -> RoundTable:
    return RoundTable.objects.get(tournament=tournament_id, round=number, number=table)


def _club_table(tournament_id: int, number: int, table: int) -> int:
    return _drawn(tournament_id, number, table).games_table_id or 0


def _of_tournament(tournament_id: int, deal_id: int) -> bool:
    """Return whether this deal was dealt at a table of the tournament and is not cancelled."""
    origin = queries.origin_of(tournament_id, 0, 0).partition("/")[0] + "/"
    return (
        deal_id < 2**63
        and Deal.objects.filter(
            pk=deal_id, table__origin__startswith=origin, cancelled=False
        ).exists()
    )
