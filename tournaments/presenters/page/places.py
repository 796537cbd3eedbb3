"""Explains a place: the arithmetic of a line of the standings, now or after any event of the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.models import Player
from games.presenters.amounts import minus, signed
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.correcting.correction_events import PointsAdjusted
from tournaments.engine.correcting.sanctions import of_adjustment
from tournaments.engine.participants import member_label, player_id
from tournaments.engine.scoring.arithmetic import ArithmeticStep, DealLine, Neighbour, arithmetic
from tournaments.engine.scoring.means import in_points
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.scoring.tie_breaks import TieBreak, Value
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal
from tournaments.models import Standing, Tournament
from tournaments.presenters.log.correction_event_words import report_name
from tournaments.presenters.log.render_context import ruling_words
from tournaments.presenters.log.terms_in_words import break_words
from tournaments.presenters.page.flag_words import remarks
from tournaments.projections.standings import standing_rows
from tournaments.queries import RulingSource


class DealRef(NamedTuple):
    """A deal to link to, with the points it added."""

    deal_id: int
    round: int
    table: int
    number: int
    points: int | Decimal
    """What it brought."""


class RulingEffect(NamedTuple):
    """What a ruling changed in a member's payment for a deal."""

    name: str
    section: str
    reason: str
    """The referee's, for members alone."""
    before: int
    after: int


class DealWords(NamedTuple):
    """A deal of a member in words."""

    deal: DealRef
    words: tuple[str, ...]
    rulings: tuple[RulingEffect, ...]
    voided: bool


class TieBreakWords(NamedTuple):
    """A tie-break between two neighbours in words, with the deals from which it is counted."""

    asked: str
    words: str
    mine: str
    theirs: str
    decides: bool
    my_deals: tuple[DealRef, ...]
    their_deals: tuple[DealRef, ...]
    my_adjustments: int
    """Points by corrections, which are in the values, too."""
    their_adjustments: int
    my_rounds: int
    """Points of rounds sat out by turns, which are in the values, too."""
    their_rounds: int


class NeighbourWords(NamedTuple):
    """The member on the next line above or below in the standings, and the tie-breaks between them and this
    member.
    """

    row: StandingRow
    points: int | Decimal
    name: str
    player: int
    settled_by: str
    words: str
    steps: tuple[TieBreakWords, ...]
    shared: bool


class AdjustmentWords(NamedTuple):
    """A correction of a member's points, and where it comes from."""

    number: int
    points: int
    reason: str
    section: str
    title: str
    """The name of the report of conduct that took the points; empty where a director adjusted them."""


@dataclass(frozen=True, slots=True)
class PlacePage:
    """A member's line of the standings, and how its place was reached."""

    row: Tournament
    """With the status of then."""
    at: int | None
    """Behind which event of the log; None for now."""
    player: int
    name: str
    line: Standing
    remarks: tuple[str, ...]
    deals: tuple[DealWords, ...]
    adjustments: tuple[AdjustmentWords, ...]
    sat_out: int | Decimal
    """What rounds sat out by turns count."""
    above: NeighbourWords | None
    below: NeighbourWords | None
    played: bool
    """Whether a round was drawn."""


def place_page(
    tournament_id: int, player: int, viewer: Player | None, at: int | None = None
) -> PlacePage:
    """Return the page that explains a member's place, now or after the event with version `at`.

    Strangers (`viewer` None) see no referee's reasons. Raises Refused("tournament.unknown",
    "tournament.no-such-event" or "tournament.no-such-member").
    """
    row = copy(queries.get_tournament(tournament_id))
    state = _state(row.pk, at)
    row.status = Tournament.Status(state.status.value)
    row.appeal_until = state.appeal_until
    row.terms = replace(row.terms, tie_breaks=state.options.tie_breaks)
    label = member_label(player)
    found = arithmetic(state, label)
    if found is None:
        raise refusal("tournament.no-such-member")
    around = [one for one in (found.above, found.below) if one is not None]
    labels = [label, *(one.row.participant for one in around)]
    names = dict(zip(labels, names_of(labels), strict=True))
    rulings = queries.ruling_sources(
        ruling for deal in found.deals for ruling in deal.score.rulings
    )
    extra = {
        who: sum(
            one.points for one in state.adjustments.values() if member_label(one.player) == who
        )
        for who in labels
    }
    line = next(one for one in standing_rows(row.pk, state) if one.participant == label)

    def told(one: Neighbour | None) -> NeighbourWords | None:
        return None if one is None else _neighbour(one, label, names, extra, state.unit)

    return PlacePage(
        row=row,
        at=at,
        player=player,
        name=names[label],
        line=line,
        remarks=remarks(line),
        deals=tuple(
            _deal(deal, rulings, reasons=viewer is not None, unit=state.unit)
            for deal in found.deals
        ),
        adjustments=tuple(_adjustment(state, one) for one in found.adjustments),
        sat_out=in_points(found.sat_out, state.unit),
        above=told(found.above),
        below=told(found.below),
        played=bool(state.rounds),
    )


def _adjustment(state: TournamentState, one: PointsAdjusted) -> AdjustmentWords:
    report = of_adjustment(state, one.number)
    title = "" if report is None else report_name(report)
    return AdjustmentWords(one.number, one.points, one.reason, one.section, title)


def _state(tournament_id: int, at: int | None) -> TournamentState:
    if at is None:
        return queries.current(tournament_id).state
    happened = queries.happenings(tournament_id, at, at)
    if not happened:
        raise refusal("tournament.no-such-event")
    return happened[0].after


def _ref(deal: DealLine, unit: int) -> DealRef:
    score, points = deal.score, in_points(round(deal.points), unit)
    return DealRef(score.deal_id, deal.round, deal.table, score.number, points)


def _deal(
    deal: DealLine, rulings: Mapping[int, RulingSource], *, reasons: bool, unit: int
) -> DealWords:
    words = []
    if deal.won:
        words.append(_("won, points of the hand: %(points)d") % {"points": deal.score.points})
    if deal.penalised:
        words.append(_("paid the penalty (đền, §10.5)"))
    if deal.played_for:
        words.append(_("played by the careful bot"))
    ruled = []
    for ruling, before, after in deal.rulings:
        source = rulings.get(ruling)
        section = source.section if source else ""
        reason = source.reason if source and reasons else ""
        ruled.append(RulingEffect(ruling_words(source), section, reason, before, after))
    return DealWords(_ref(deal, unit), tuple(words), tuple(ruled), deal.voided)


def _neighbour(
    one: Neighbour, label: str, names: Mapping[str, str], extra: Mapping[str, int], unit: int
) -> NeighbourWords:
    other = one.row.participant
    return NeighbourWords(
        row=one.row,
        points=in_points(one.row.points, unit),
        name=names[other],
        player=player_id(other),
        settled_by=one.settled_by.value,
        words=break_words(one.settled_by.value),
        steps=tuple(_step(step, extra[label], extra[other], unit) for step in one.steps),
        shared=one.settled_by is TieBreak.SHARED,
    )


def _step(step: ArithmeticStep, mine: int, theirs: int, unit: int) -> TieBreakWords:
    adds = step.asked in (TieBreak.POINTS, TieBreak.AVERAGE)
    my_words = _value(step.asked, step.mine, step.my_deals, mine, unit)
    their_words = _value(step.asked, step.theirs, step.their_deals, theirs, unit)
    if step.decides and my_words == their_words:  # less than what is shown parts them
        my_words += f" ({Fraction(step.mine) / unit})"
        their_words += f" ({Fraction(step.theirs) / unit})"
    return TieBreakWords(
        asked=step.asked.value,
        words=break_words(step.asked.value),
        mine=my_words,
        theirs=their_words,
        decides=step.decides,
        my_deals=tuple(_ref(deal, unit) for deal in step.my_deals),
        their_deals=tuple(_ref(deal, unit) for deal in step.their_deals),
        my_adjustments=mine if adds else 0,
        their_adjustments=theirs if adds else 0,
        my_rounds=step.my_rounds,
        their_rounds=step.their_rounds,
    )


def _value(asked: TieBreak, value: Value, deals: Iterable[DealLine], extra: int, unit: int) -> str:
    if asked in (TieBreak.PLAYED, TieBreak.FINAL, TieBreak.FINAL_PLAYED):
        return _("yes") if value else _("no")
    if asked is TieBreak.AVERAGE:
        own = tuple(deals)
        points = in_points(round(sum(deal.points for deal in own)), unit) + extra
        return f"{signed(points)} : {len(own)}"
    whole = round(value)
    if asked is TieBreak.PENALTIES:
        return str(-whole)
    counted = asked in (TieBreak.WINS, TieBreak.BEST_HAND)
    return minus(whole) if counted else signed(in_points(whole, unit))
