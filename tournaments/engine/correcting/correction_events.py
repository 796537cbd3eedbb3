"""Events of corrections and reports by directors and referees.

Each names its author and reason, and another event undoes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from games.engine.disputing.approval import Approval
from games.engine.disputing.sanctions import SanctionStep
from tournaments.engine.fold_scores import moved
from tournaments.engine.real_cards.events import Lay, with_counted, with_yellow_kings
from tournaments.engine.state import Registered, TournamentState, without

Setting: TypeAlias = int | str | bool | tuple[int | str, ...] | None
"""The value of a term of a tournament."""


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A scored deal no longer counts; ``section`` is the rule cited, empty for none.

    ``ruling`` is the id of the ruling that declared it void (§10.8), given by the referee ``director``; 0 if a director
    voided it.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    reason: str
    section: str
    director: int
    ruling: int = 0


@dataclass(frozen=True, slots=True)
class ReplayOrdered:
    """A table plays one more deal, its ``deal_number``-th, instead of the voided deal ``instead_of``.

    ``starter`` is the seat that starts it, as in the voided deal. A closed round is reopened.
    """

    round: int
    table: int
    deal_number: int
    instead_of: int
    starter: int
    director: int


@dataclass(frozen=True, slots=True)
class VoidingTakenBack:
    """A voided deal counts again, as before and with all rulings on it.

    ``replay`` is the number of the ordered replay, which is now cancelled; None if there was none.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    replay: int | None
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """A director gave a member ``points`` or took them away; ``number`` counts a tournament's adjustments from 1."""

    number: int
    player: int
    points: int
    reason: str
    section: str
    director: int


@dataclass(frozen=True, slots=True)
class AdjustmentTakenBack:
    """The adjustment with this number was withdrawn; its points no longer count."""

    number: int
    player: int
    points: int
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class SettingCorrected:
    """A term that had not taken effect was changed; ``setting`` is the name of a field of `TournamentCreated`."""

    setting: str
    old: Setting
    new: Setting
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class MemberSanctioned:
    """A referee reported a member, with a sanction; ``number`` counts the reports of a tournament from 1.

    ``time`` counts the member's valid reports of this kind, this one included; ``by_table`` is the sanction that the
    club's table sets for that count, ``given`` the sanction that the referee gave, and ``departure`` the reason for a
    difference. ``adjustment`` is the number of the adjustment that takes the points, 0 if none are taken.
    """

    number: int
    player: int
    kind: str
    section: str
    words: str
    time: int
    by_table: SanctionStep
    given: SanctionStep
    departure: str
    adjustment: int
    reason: str
    round: int | None
    table: int | None
    deal: int | None
    call: int | None
    director: int


@dataclass(frozen=True, slots=True)
class SanctionTakenBack:
    """The report of this number is withdrawn, and its points no longer count."""

    number: int
    player: int
    kind: str
    points: int
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """A correction that would move ``chips`` waits for a second person; until then nothing changes.

    ``what`` is void, take-back, points, adjustment or result. If the correction is not about a deal, ``round``,
    ``table``, ``deal_number`` and ``deal_id`` are 0; if it is not about a member, ``player`` is 0. ``about`` is the
    number of the adjustment, or the revision of the result.
    """

    number: int
    what: str
    round: int
    table: int
    deal_number: int
    deal_id: int
    player: int
    points: int
    about: int
    lay: Lay | None
    chips: int
    section: str
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class CorrectionSigned:
    """A second person signed a proposed correction; the correction is the next event, still the first person's."""

    number: int
    director: int


@dataclass(frozen=True, slots=True)
class CorrectionUnsigned:
    """A second person rejected a proposed correction, or the first one took it back; nothing changes."""

    number: int
    reason: str
    director: int


CorrectionEvent: TypeAlias = (
    DealVoided
    | ReplayOrdered
    | VoidingTakenBack
    | PointsAdjusted
    | AdjustmentTakenBack
    | SettingCorrected
    | MemberSanctioned
    | SanctionTakenBack
    | CorrectionProposed
    | CorrectionSigned
    | CorrectionUnsigned
)
"""Everything that is corrected or reported, but for draws and what was entered of real cards."""


def _voided(state: TournamentState, event: DealVoided) -> TournamentState:
    ruled = bool(event.ruling)
    state = moved(state, event.round, event.table, event.deal_number, voided=True, ruled=ruled)
    return state.judged_by(event.director)


def _replay_ordered(state: TournamentState, event: ReplayOrdered) -> TournamentState:
    drawn = state.rounds[event.round - 1]
    state = state.with_round(replace(drawn, closed=False))
    table = drawn.tables[event.table - 1]
    replays = (*table.replays, event.instead_of)
    state = state.with_table(event.round, event.table, replace(table, replays=replays))
    # The time to appeal starts again after the replay.
    state = replace(state, appeal_until=None, filing_until=None)
    return state.judged_by(event.director)


def _voiding_taken_back(state: TournamentState, event: VoidingTakenBack) -> TournamentState:
    state = moved(state, event.round, event.table, event.deal_number, voided=False)
    return state.judged_by(event.director)


def _adjusted(state: TournamentState, event: PointsAdjusted) -> TournamentState:
    return replace(
        state,
        adjustments={**state.adjustments, event.number: event},
        adjusted=event.number,
        adjusted_in={**state.adjusted_in, event.number: len(state.rounds)},
        judges=state.judges | {event.director},
    )


def _setting_corrected(state: TournamentState, event: SettingCorrected) -> TournamentState:
    changed: Any = {event.setting: event.new}
    return replace(state, options=replace(state.options, **changed))


def _sanctioned(state: TournamentState, event: MemberSanctioned) -> TournamentState:
    """Apply a report of conduct; the points that it takes count like any adjustment."""
    state = replace(state, sanctions={**state.sanctions, event.number: event})
    if not event.adjustment:
        return state.judged_by(event.director)
    adjustment = PointsAdjusted(
        event.adjustment,
        event.player,
        -event.given.points,
        event.reason,
        event.section,
        event.director,
    )
    return _adjusted(state, adjustment)


def _sanction_taken_back(state: TournamentState, event: SanctionTakenBack) -> TournamentState:
    adjustment = state.sanctions[event.number].adjustment
    return replace(
        state,
        adjustments=without(state.adjustments, adjustment),
        sanctions_back={**state.sanctions_back, event.number: event},
        judges=state.judges | {event.director},
    )


CORRECTION_EVENTS: Final = (
    Registered(
        DealVoided,
        "tournament.deal-voided",
        _voided,
        older=(lambda payload: {**payload, "ruling": 0},),
    ),
    Registered(ReplayOrdered, "tournament.replay-ordered", _replay_ordered),
    Registered(VoidingTakenBack, "tournament.voiding-taken-back", _voiding_taken_back),
    Registered(PointsAdjusted, "tournament.points-adjusted", _adjusted),
    Registered(
        AdjustmentTakenBack,
        "tournament.adjustment-taken-back",
        lambda state, event: replace(
            state,
            adjustments=without(state.adjustments, event.number),
            judges=state.judges | {event.director},
        ),
    ),
    Registered(SettingCorrected, "tournament.setting-corrected", _setting_corrected),
    Registered(MemberSanctioned, "tournament.sanctioned", _sanctioned),
    Registered(SanctionTakenBack, "tournament.sanction-taken-back", _sanction_taken_back),
    Registered(
        CorrectionProposed,
        "tournament.correction-proposed",
        lambda state, event: replace(
            state,
            waiting={**state.waiting, event.number: Approval(event, event.director)},
            proposed=event.number,
        ),
        older=(with_counted, with_yellow_kings),
    ),
    Registered(
        CorrectionSigned,
        "tournament.correction-signed",
        lambda state, event: replace(
            state,
            waiting=without(state.waiting, event.number),
            judges=state.judges | {event.director},
        ),
    ),
    Registered(
        CorrectionUnsigned,
        "tournament.correction-unsigned",
        lambda state, event: replace(state, waiting=without(state.waiting, event.number)),
    ),
)
"""Each of them with its stored name and how it changes the state."""
