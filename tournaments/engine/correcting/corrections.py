"""Decides on a director's corrections: of deals, draws, points, and members kept apart.

Each is an event that another event undoes. The functions work like those in `decisions`: they return the events that
follow from the state, or raise `TournamentRefused`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tournaments.engine.correcting.correction_events import (
    AdjustmentTakenBack,
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
    DealVoided,
    MemberSanctioned,
    PointsAdjusted,
    ReplayOrdered,
    SanctionTakenBack,
    SettingCorrected,
    VoidingTakenBack,
)
from tournaments.engine.correcting.sanctions import of_adjustment
from tournaments.engine.decisions import Events, with_prizes
from tournaments.engine.draw_events import (
    DrawDiscarded,
    KeepingApartEnded,
    MembersKeptApart,
    RedrawTakenBack,
)
from tournaments.engine.draws.drawing import can_draw, check_apart, drawn
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import member_label
from tournaments.engine.people.entries import checked_reason, not_over, running
from tournaments.engine.people.seats import holders
from tournaments.engine.real_cards.events import ResultCorrected
from tournaments.engine.round_state import TableState
from tournaments.engine.state import Status, TournamentState

CORRECTIONS: Final = (
    DrawDiscarded,
    RedrawTakenBack,
    DealVoided,
    ReplayOrdered,
    VoidingTakenBack,
    PointsAdjusted,
    AdjustmentTakenBack,
    ResultCorrected,
    SettingCorrected,
    MembersKeptApart,
    KeepingApartEnded,
    MemberSanctioned,
    SanctionTakenBack,
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
)
"""The events that say what was corrected, beside what follows from them."""
MOST_POINTS: Final = 10_000
"""Points by which one adjustment can move somebody, up or down."""
SECTION_LENGTH: Final = 40
"""Characters of a section."""
_SECTION: Final = re.compile(r"§\s?[0-9]+(\.[0-9]+)*[a-z]?(,? §?\s?[0-9]+(\.[0-9]+)*)*")
GROUP: Final = (2, 20)
"""Least and most members of a group that is kept apart."""
GROUPS: Final = 50
"""Most groups that are kept apart at a time."""


def decide_void(
    state: TournamentState,
    *,
    deal_id: int,
    reason: str,
    section: str,
    replay: bool,
    director: int,
) -> Events:
    """Void a scored deal; with ``replay`` the table plays another deal instead.

    Possible while the tournament runs, and after its closing, when the prizes are corrected.
    """
    _counts(state)
    reason, section = checked_reason(reason), checked_section(section)
    number, table_number, table, deal = _found(state, deal_id)
    if deal not in {score.number for score in table.scores}:
        raise TournamentRefused("tournament.voided-already", deal=deal_id)
    voided = DealVoided(number, table_number, deal, deal_id, reason, section, director)
    events = with_prizes(state, voided)
    if not replay:
        return events
    return (*events, *decide_replay(evolve(state, voided), deal_id=deal_id, director=director))


def decide_replay(state: TournamentState, *, deal_id: int, director: int) -> Events:
    """Order another deal instead of a voided one, with the same seats and the same starter.

    Refused in earlier rounds than the last one drawn, since their members sit at other tables by then, and in a
    duplicate, whose cards everybody knows.
    """
    running(state)
    if state.options.duplicate:
        raise TournamentRefused("tournament.duplicate-replay")
    number, table_number, table, deal = _found(state, deal_id)
    if deal not in {score.number for score in table.voided}:
        raise TournamentRefused("tournament.not-voided", deal=deal_id)
    if deal in table.replays:
        raise TournamentRefused("tournament.replayed-already", deal=deal_id)
    if number < len(state.rounds):
        raise TournamentRefused("tournament.replay-too-late", round=number, next=number + 1)
    at = state.rounds[number - 1]
    if at.time_up:
        raise TournamentRefused("tournament.replay-after-time", round=number)
    new = at.planned(table) + 1
    return (ReplayOrdered(number, table_number, new, deal, at.starter(table, deal), director),)


def decide_take_voiding_back(
    state: TournamentState, *, deal_id: int, reason: str, replay_begun: bool, director: int
) -> Events:
    """Restore a voided deal, unless cards were dealt for its replay; a replay not yet begun is cancelled."""
    _counts(state)
    reason = checked_reason(reason)
    number, table_number, table, deal = _found(state, deal_id)
    if deal not in {score.number for score in table.voided}:
        raise TournamentRefused("tournament.not-voided", deal=deal_id)
    if any(score.number == deal and score.ruled_out for score in table.voided):
        raise TournamentRefused("tournament.voided-by-ruling", deal=deal_id)
    place = replay_of(state, deal_id)
    if place is not None and (replay_begun or table.score(place) is not None):
        raise TournamentRefused("tournament.replay-begun", deal=deal_id)
    return with_prizes(
        state, VoidingTakenBack(number, table_number, deal, deal_id, place, reason, director)
    )


def replay_of(state: TournamentState, deal_id: int) -> int | None:
    """Return the number of the deal that replays this one at its table; None if there is none."""
    number, _number, table, deal = _found(state, deal_id)
    if deal not in table.replays:
        return None
    return len(state.rounds[number - 1].starters) + table.replays.index(deal) + 1


def check_draw_shown(state: TournamentState, shown: int | None) -> None:
    """Raise `TournamentRefused` if the current draw is not number ``shown``, which the caller saw."""
    if shown is not None and shown != state.standing_draw:
        raise TournamentRefused("tournament.stale")


def redrawn_round(state: TournamentState) -> int:
    """Return the number of the open round if none of its deals is scored, so that it may be redrawn; otherwise 0."""
    current = state.open_round
    scored = current is not None and any(one.scores or one.voided for one in current.tables)
    return current.number if current is not None and not scored else 0


def decide_redraw(
    state: TournamentState, *, reason: str, dealt: bool, secret: str | None, director: int
) -> Events:
    """Redraw the newest round with the next secret, before its first card.

    ``dealt`` says whether cards were dealt for any of its deals; ``secret`` belongs to the next draw.
    """
    running(state)
    reason = checked_reason(reason)
    current = state.open_round
    if current is None:
        raise TournamentRefused("tournament.no-open-round")
    if dealt or not redrawn_round(state):
        raise TournamentRefused("tournament.cards-dealt", round=current.number)
    if state.bound_draws == 1:
        raise TournamentRefused("tournament.one-secret")
    if not can_draw(state, secret):
        raise TournamentRefused("tournament.draw-secret-lost")
    discarded = DrawDiscarded(current.number, _sat_out(state), reason, director)
    after = evolve(state, discarded)
    if not after.sizes.tables:
        raise TournamentRefused("tournament.no-table", playing=len(after.playing))
    check_apart(after)
    return (discarded, drawn(after, secret))


def decide_take_redraw_back(
    state: TournamentState, *, reason: str, dealt: bool, director: int
) -> Events:
    """Restore the draw discarded last.

    Possible before the first card of the round, and once for each round. ``dealt`` says whether cards were dealt for
    any deal of the draw that replaced it.
    """
    running(state)
    reason = checked_reason(reason)
    current, former = state.open_round, state.former
    if current is not None and current.number == state.restored:
        raise TournamentRefused("tournament.redraw-taken-back", round=current.number)
    if current is None or former is None:
        raise TournamentRefused("tournament.not-redrawn")
    if dealt or any(table.scores or table.voided for table in current.tables):
        raise TournamentRefused("tournament.redraw-stands", round=current.number)
    drawn, away = former.drawn, (former.absent | state.absent) - state.left.keys()
    return (
        RedrawTakenBack(
            drawn.number,
            drawn.draw,
            tuple(table.seats for table in drawn.tables),
            drawn.starters,
            drawn.groups,
            drawn.finalists,
            tuple(player for player in state.entrants if player in away),
            reason,
            director,
        ),
    )


def decide_adjust(
    state: TournamentState, *, player: int, points: int, reason: str, section: str, director: int
) -> Events:
    """Give a member points, or take some, any time after the start, even after the closing."""
    _counts(state)
    reason, section = checked_reason(reason), checked_section(section)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    if type(points) is not int or not points or abs(points) > MOST_POINTS:
        raise TournamentRefused("tournament.points-out-of-range", limit=MOST_POINTS)
    adjusted = PointsAdjusted(state.adjusted + 1, player, points, reason, section, director)
    return with_prizes(state, adjusted)


def decide_take_adjustment_back(
    state: TournamentState, *, number: int, reason: str, director: int
) -> Events:
    """Cancel an adjustment of points."""
    _counts(state)
    one = state.adjustments.get(number)
    if one is None:
        raise TournamentRefused("tournament.no-such-adjustment")
    report = of_adjustment(state, number)
    if report is not None:
        raise TournamentRefused("tournament.adjustment-of-sanction", number=report.number)
    reason = checked_reason(reason)
    return with_prizes(state, AdjustmentTakenBack(number, one.player, one.points, reason, director))


def decide_keep_apart(
    state: TournamentState, *, players: Sequence[int], reason: str, director: int
) -> Events:
    """Keep these members apart in future draws, as far as possible; the reason may be empty."""
    not_over(state)
    if len(state.rounds) >= state.options.rounds:
        raise TournamentRefused("tournament.last-round-drawn")
    group = tuple(dict.fromkeys(players))
    if not GROUP[0] <= len(group) <= GROUP[1]:
        raise TournamentRefused("tournament.group-out-of-range", low=GROUP[0], high=GROUP[1])
    if any(player not in state.entrants for player in group):
        raise TournamentRefused("tournament.not-entered")
    if any(set(group) <= set(other) for other in state.apart.values()):
        return ()
    if len(state.apart) >= GROUPS:
        raise TournamentRefused("tournament.too-many-groups", limit=GROUPS)
    reason = checked_reason(reason) if reason.strip() else ""
    parted = MembersKeptApart(state.parted + 1, group, reason, director)
    if state.status is Status.RUNNING:  # before the start others may still enter: the start asks
        check_apart(evolve(state, parted))
    return (parted,)


def decide_end_apart(state: TournamentState, *, number: int, director: int) -> Events:
    """Let the members of a group be drawn together again."""
    not_over(state)
    if number not in state.apart:
        raise TournamentRefused("tournament.no-such-group")
    return (KeepingApartEnded(number, state.apart[number], director),)


def _sat_out(state: TournamentState) -> tuple[int, ...]:
    """Return the ids of the members who sit out the newest round for another reason than their turn.

    Members who have left since are not included.
    """
    drawn = state.rounds[-1]
    seated = {label for table in drawn.tables for label in (*table.seats, *holders(table))}
    return tuple(
        player
        for player in state.entrants
        if member_label(player) not in seated
        and player not in drawn.out
        and player not in state.left
        and (player in state.absent or state.late.get(player, 1) <= drawn.number)
    )


def checked_section(section: str) -> str:
    """Return the section without surrounding space, such as §10.3; it may be empty.

    Raises `TournamentRefused` if it is malformed.
    """
    section = section.strip()
    if section and (len(section) > SECTION_LENGTH or not _SECTION.fullmatch(section)):
        raise TournamentRefused("tournament.section-malformed")
    return section


def _counts(state: TournamentState) -> None:
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    if state.status is Status.OPEN:
        raise TournamentRefused("tournament.not-running")


def _found(state: TournamentState, deal_id: int) -> tuple[int, int, TableState, int]:
    known = state.find_deal(deal_id)
    if known is None:
        raise TournamentRefused("tournament.no-such-deal")
    number, table, score = known
    return number, table, state.rounds[number - 1].tables[table - 1], score.number
