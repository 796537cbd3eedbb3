"""Finds the flags beside a line of the standings, such as late entry, absence, substitution or removal."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.disputing.sanctions import Measure
from tournaments.engine.correcting.correction_events import MemberSanctioned
from tournaments.engine.correcting.sanctions import of_adjustment, standing_reports
from tournaments.engine.draws.groups import section
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.people.seats import holders, label_of
from tournaments.engine.real_cards.entered_results import HOLDING, ResultStatus
from tournaments.engine.state import Status, TournamentState


class FlagKind(StrEnum):
    """The kind of a flag; it also determines what `StandingFlag.number` counts.

    The number is a round for most kinds, for others a number of deals or of points.
    """

    ENTERED_LATE = "entered-late"
    SAT_OUT = "sat-out"
    SITS_OUT = "sits-out"
    PLAYED_FOR = "played-for"
    STOOD_IN = "stood-in"
    NOT_PLAYED = "not-played"
    STOOD_APART = "stood-apart"
    SUBSTITUTE = "substitute"
    TOOK_SEAT = "took-seat"
    WITHDREW = "withdrew"
    REMOVED = "removed"
    ADJUSTED = "adjusted"
    UNCONFIRMED = "unconfirmed"
    GROUP = "group"
    IN_FINAL = "in-final"
    WARNED = "warned"
    SANCTIONED = "sanctioned"
    REMOVAL_ASKED = "removal-asked"


class StandingFlag(NamedTuple):
    """A flag beside a line of the standings; the meaning of ``number`` and ``reason`` depends on the kind.

    For a removal or an adjustment `reason` is the director's reason, with the section cited. For STOOD_IN and
    STOOD_APART it is the substitute's player id, for SUBSTITUTE the seat owner's player id. For WARNED, SANCTIONED
    and REMOVAL_ASKED it begins with a line that names the kind of conduct, and `number` is the points taken away. For
    IN_FINAL `number` is the points of the final, in parts of a point. Deals of NOT_PLAYED and STOOD_APART count for
    the players who played them, deals of PLAYED_FOR and STOOD_IN for the seat's owner.
    """

    kind: FlagKind
    number: int
    reason: str = ""


def notes(state: TournamentState) -> dict[str, tuple[StandingFlag, ...]]:
    """Return the flags of each member by label, in reading order; members without any are left out."""
    seated = [
        {label for table in drawn.tables for label in (*table.seats, *holders(table))}
        for drawn in state.rounds
    ]
    tables = [table for drawn in state.rounds for table in drawn.tables]
    apart = state.options.counts_for_player
    stood_in = Counter(
        (table.seats[seat], player)
        for table in tables
        for score in table.scores
        for seat, player in score.sat_in
        # The bot's deals are nobody's own, where deals count for who played them.
        if not is_bot(table.seats[seat]) and not (apart and seat in score.played_for)
    )
    took = [
        (label_of(given.player), drawn.number)
        for drawn in state.rounds
        for table in drawn.tables
        for seat, given in table.given.items()
        if is_bot(table.seats[seat])
    ]
    played_for = Counter(
        table.seats[seat]
        for table in tables
        for score in table.scores
        for seat in score.played_for
        if apart or seat not in dict(score.sat_in)
    )
    uncertain = Counter(
        label
        for seats, _score in state.papers(ResultStatus.UNCONFIRMED, *HOLDING)
        for label in seats
    )
    groups = state.rounds[-1].groups if state.rounds else ()
    tallies = state.ranked().tallies if state.final_began else {}
    found = {}
    for player in state.entrants:
        label = member_label(player)
        remarks: tuple[StandingFlag, ...] = ()
        if label in tallies and (points := tallies[label].in_final) is not None:
            remarks += (StandingFlag(FlagKind.IN_FINAL, round(points)),)
        if (group := section(groups, (), [label])) is not None:
            remarks += (StandingFlag(FlagKind.GROUP, group),)
        remarks += tuple(
            StandingFlag(FlagKind.TOOK_SEAT, number) for who, number in took if who == label
        )
        remarks += tuple(_of(state, player, seated, played_for[label]))
        kind = FlagKind.STOOD_APART if apart else FlagKind.STOOD_IN
        remarks += tuple(
            StandingFlag(kind, deals, str(who))
            for (owner, who), deals in sorted(stood_in.items())
            if owner == label
        )
        if uncertain[label]:
            remarks += (StandingFlag(FlagKind.UNCONFIRMED, uncertain[label]),)
        if remarks:
            found[label] = remarks
    if apart:
        for (owner, who), deals in sorted(stood_in.items()):
            label = member_label(who)
            found[label] = (
                *found.get(label, ()),
                StandingFlag(FlagKind.SUBSTITUTE, deals, str(player_id(owner))),
            )
    return found


def _of(
    state: TournamentState, player: int, seated: list[set[str]], played_for: int
) -> list[StandingFlag]:
    label, leaving = member_label(player), state.left.get(player)
    first = state.late.get(player, 1)
    last = len(seated) if leaving is None else leaving.round
    remarks = [StandingFlag(FlagKind.ENTERED_LATE, first)] if first > 1 else []
    remarks += [
        StandingFlag(FlagKind.SAT_OUT, number)
        for number in range(first, last + 1)
        if label not in seated[number - 1]
    ]
    if player in state.absent and state.status in (Status.OPEN, Status.RUNNING):
        remarks.append(StandingFlag(FlagKind.SITS_OUT, state.next_round))
    if played_for:
        apart = state.options.counts_for_player
        remarks.append(
            StandingFlag(FlagKind.NOT_PLAYED if apart else FlagKind.PLAYED_FOR, played_for)
        )
    for one in state.adjustments.values():
        if one.player == player and of_adjustment(state, one.number) is None:
            section = f" ({one.section})" if one.section else ""
            remarks.append(StandingFlag(FlagKind.ADJUSTED, one.points, one.reason + section))
    remarks += [_of_conduct(one) for one in standing_reports(state, player)]
    if leaving is not None:
        kind = FlagKind.WITHDREW if leaving.reason is None else FlagKind.REMOVED
        remarks.append(StandingFlag(kind, leaving.round, leaving.reason or ""))
    return remarks


_MEASURES: Final = {
    Measure.WARNING: FlagKind.WARNED,
    Measure.POINTS: FlagKind.SANCTIONED,
    Measure.REMOVAL: FlagKind.REMOVAL_ASKED,
}


def _of_conduct(one: MemberSanctioned) -> StandingFlag:
    section = f" ({one.section})" if one.section else ""
    said = f"{one.kind}\n{one.reason}{section}"
    return StandingFlag(_MEASURES[one.given.measure], -one.given.points, said)
