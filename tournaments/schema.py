"""Event names on disk ↔ event classes. Names are final; docs/events.md says what the log promises.

A change to an event that is already stored is a new schema number, an upcaster here from the older payload, and a
sample of the older one in ``tests/tournaments/stored_events.jsonl``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

import msgspec

from games.log.store import EventData
from tournaments.engine.cardboard_events import (
    AppealExtended,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    PhotographAdded,
    PhotographRemoved,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
    TablesMarked,
)
from tournaments.engine.correction_events import (
    AdjustmentTakenBack,
    DealVoided,
    DrawDiscarded,
    KeepingApartEnded,
    MembersKeptApart,
    PointsAdjusted,
    RedrawTakenBack,
    ReplayOrdered,
    SettingCorrected,
    VoidingTakenBack,
)
from tournaments.engine.duplicate_events import DealOpened, DealsCommitted
from tournaments.engine.events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    AppealOpened,
    DealRescored,
    DrawCommitted,
    DrawGiven,
    MemberCheckedIn,
    MemberEntered,
    MemberLeft,
    MemberLeftOut,
    MemberRemoved,
    MemberReturned,
    MembersEntered,
    MemberWithdrew,
    PrizesCorrected,
    RefereeAnswered,
    RoundClosed,
    RoundDrawn,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.invitation_events import InvitationTakenBack, MembersInvited
from tournaments.engine.sanction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.scoring.tie_breaks import AS_EVER
from tournaments.engine.seat_events import (
    CheckInUndone,
    EntryAllowed,
    EntryRemoved,
    ReserveLeft,
    ReserveListed,
    SeatGiven,
)
from tournaments.engine.signature_events import (
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
)
from tournaments.engine.timing_events import (
    AppealMoved,
    CheckInClosed,
    ClockMoved,
    RoundBegan,
    RoundLengthened,
    RoundTimed,
    RoundTimeUp,
    TableStopped,
    TournamentPaused,
    TournamentResumed,
)

Payload = dict[str, Any]

STORED: Final[dict[str, tuple[type[TournamentEvent], int]]] = {
    "tournament.described": (TournamentDescribed, 1),
    "tournament.created": (TournamentCreated, 10),
    "tournament.member-entered": (MemberEntered, 1),
    "tournament.members-entered": (MembersEntered, 1),
    "tournament.member-withdrew": (MemberWithdrew, 1),
    "tournament.member-checked-in": (MemberCheckedIn, 1),
    "tournament.member-left-out": (MemberLeftOut, 1),
    "tournament.member-left": (MemberLeft, 1),
    "tournament.member-removed": (MemberRemoved, 1),
    "tournament.member-returned": (MemberReturned, 1),
    "tournament.absence-announced": (AbsenceAnnounced, 1),
    "tournament.absence-taken-back": (AbsenceTakenBack, 1),
    "tournament.deals-committed": (DealsCommitted, 1),
    "tournament.deal-opened": (DealOpened, 1),
    "tournament.draw-committed": (DrawCommitted, 2),
    "tournament.draw-given": (DrawGiven, 1),
    "tournament.started": (TournamentStarted, 2),
    "tournament.round-drawn": (RoundDrawn, 5),
    "tournament.draw-discarded": (DrawDiscarded, 1),
    "tournament.redraw-taken-back": (RedrawTakenBack, 1),
    "tournament.check-in-closed": (CheckInClosed, 1),
    "tournament.round-timed": (RoundTimed, 1),
    "tournament.round-began": (RoundBegan, 1),
    "tournament.round-time-up": (RoundTimeUp, 1),
    "tournament.table-stopped": (TableStopped, 1),
    "tournament.clock-moved": (ClockMoved, 1),
    "tournament.round-lengthened": (RoundLengthened, 1),
    "tournament.appeal-moved": (AppealMoved, 1),
    "tournament.paused": (TournamentPaused, 1),
    "tournament.resumed": (TournamentResumed, 1),
    "tournament.deal-scored": (TableDealScored, 3),
    "tournament.deal-rescored": (DealRescored, 1),
    "tournament.deal-voided": (DealVoided, 2),
    "tournament.replay-ordered": (ReplayOrdered, 1),
    "tournament.voiding-taken-back": (VoidingTakenBack, 1),
    "tournament.points-adjusted": (PointsAdjusted, 1),
    "tournament.adjustment-taken-back": (AdjustmentTakenBack, 1),
    "tournament.correction-proposed": (CorrectionProposed, 1),
    "tournament.correction-signed": (CorrectionSigned, 1),
    "tournament.correction-unsigned": (CorrectionUnsigned, 1),
    "tournament.setting-corrected": (SettingCorrected, 1),
    "tournament.members-kept-apart": (MembersKeptApart, 1),
    "tournament.keeping-apart-ended": (KeepingApartEnded, 1),
    "tournament.round-closed": (RoundClosed, 2),
    "tournament.appeal-opened": (AppealOpened, 1),
    "tournament.closed": (TournamentClosed, 1),
    "tournament.prizes-corrected": (PrizesCorrected, 2),
    "tournament.referee-answered": (RefereeAnswered, 1),
    "tournament.cancelled": (TournamentCancelled, 1),
    "tournament.tables-marked": (TablesMarked, 1),
    "tournament.result-entered": (ResultEntered, 2),
    "tournament.result-confirmed": (ResultConfirmed, 2),
    "tournament.result-contradicted": (ResultContradicted, 1),
    "tournament.result-corrected": (ResultCorrected, 1),
    "tournament.check-in-undone": (CheckInUndone, 1),
    "tournament.entry-removed": (EntryRemoved, 1),
    "tournament.entry-allowed": (EntryAllowed, 1),
    "tournament.reserve-listed": (ReserveListed, 1),
    "tournament.reserve-left": (ReserveLeft, 1),
    "tournament.seat-given": (SeatGiven, 1),
    "tournament.discard-disputed": (DiscardDisputed, 2),
    "tournament.discard-joined": (DiscardJoined, 1),
    "tournament.discard-ruled": (DiscardRuled, 3),
    "tournament.discard-appealed": (DiscardAppealed, 2),
    "tournament.discard-proposed": (DiscardProposed, 1),
    "tournament.discard-signed": (DiscardSigned, 1),
    "tournament.discard-unsigned": (DiscardUnsigned, 1),
    "tournament.photograph-added": (PhotographAdded, 1),
    "tournament.photograph-removed": (PhotographRemoved, 1),
    "tournament.appeal-extended": (AppealExtended, 1),
    "tournament.sanctioned": (MemberSanctioned, 1),
    "tournament.sanction-taken-back": (SanctionTakenBack, 1),
    "tournament.members-invited": (MembersInvited, 1),
    "tournament.invitation-taken-back": (InvitationTakenBack, 1),
}
"""Stored name → class and the schema number that is written now."""

UPCASTERS: Final[dict[tuple[str, int], Callable[[Payload], Payload]]] = {
    ("tournament.created", 1): lambda payload: {**payload, "fill_to": 0},
    ("tournament.created", 2): lambda payload: {
        **payload,
        "bank_seconds": 0,
        "spectator_delay": None,
    },
    ("tournament.created", 3): lambda payload: {
        **payload,
        "least_members": 1,
        "late_until": 0,
        "check_in": False,
    },
    ("tournament.created", 4): lambda payload: {
        **payload,
        "round_minutes": 0,
        "wait_minutes": 0,
        "check_in_ends": None,
        "prize_sums": [],
        "appeal_minutes": 0,
        "club_pays": False,
    },
    ("tournament.created", 5): lambda payload: {
        **payload,
        "tie_breaks": list(AS_EVER),
        "format": "even",
        "series": "",
        "series_best": 0,
        "duplicate": False,
    },
    ("tournament.created", 6): lambda payload: {**payload, "final_rounds": 0, "finalists": 0},
    ("tournament.created", 7): lambda payload: {**payload, "counts_for_player": False},
    ("tournament.created", 8): lambda payload: {**payload, "admits": "members"},
    ("tournament.created", 9): lambda payload: {**payload, "ruling_hours": 0},
    ("tournament.discard-disputed", 1): lambda payload: {**payload, "rule_by": None},
    ("tournament.discard-appealed", 1): lambda payload: {**payload, "rule_by": None},
    ("tournament.prizes-corrected", 1): lambda payload: {**payload, "deal": None},
    ("tournament.round-closed", 1): lambda payload: {
        **payload,
        "unconfirmed": [],
        "director": None,
    },
    ("tournament.result-entered", 1): lambda payload: {**payload, "decider": None},
    ("tournament.result-confirmed", 1): lambda payload: {**payload, "decider": None},
    ("tournament.deal-scored", 1): lambda payload: {**payload, "played_for": []},
    ("tournament.deal-scored", 2): lambda payload: {**payload, "sat_in": []},
    ("tournament.started", 1): lambda payload: {**payload, "secret": None},
    ("tournament.round-drawn", 1): lambda payload: {**payload, "method": 1},
    ("tournament.round-drawn", 2): lambda payload: {**payload, "secret": None, "apart": []},
    ("tournament.round-drawn", 3): lambda payload: {**payload, "ranking": []},
    ("tournament.round-drawn", 4): lambda payload: {**payload, "groups": [], "finalists": []},
    ("tournament.deal-voided", 1): lambda payload: {**payload, "ruling": 0},
    ("tournament.discard-ruled", 1): lambda payload: {**payload, "shared": False},
    ("tournament.discard-ruled", 2): lambda payload: {**payload, "void": False, "until": None},
    ("tournament.draw-committed", 1): lambda payload: {**payload, "draws": 1},
}
"""(stored name, schema number) → a function that makes a payload of the next number from it."""

_EVENTS: Final = 1_000_000
"""More than a deal has events: so the deal and the place of a ruling in its stream make one number."""
_NAMES: Final = {cls: (name, schema) for name, (cls, schema) in STORED.items()}
_FIELDS: Final = {cls: frozenset(field.name for field in fields(cls)) for cls in _NAMES}


class UnreadableEvent(ValueError):
    """A stored event that this code cannot read: an unknown name or number, or a payload of another shape."""


def stream_of(tournament_id: int) -> str:
    """The name of a tournament's stream."""
    return f"tournament-{tournament_id}"


def tournament_of(stream: str) -> int | None:
    """The id of the tournament whose stream this is, or None for a stream of something else."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "tournament" and number.isdecimal() else None


def ruling_id(deal_id: int, version: int) -> int:
    """The id under which a tournament knows a ruling: its deal and its place in the deal's stream, together."""
    return deal_id * _EVENTS + version


def ruling_place(ruling: int) -> tuple[int, int]:
    """The deal of a ruling of this id, and the version of its event there, which is its number."""
    return divmod(ruling, _EVENTS)


def name_of(event: type[TournamentEvent]) -> str:
    """The name under which events of this class are stored."""
    return _NAMES[event][0]


def to_stored(event: TournamentEvent) -> EventData:
    """The event as it is stored now."""
    name, schema = _NAMES[type(event)]
    return EventData(name, schema, msgspec.to_builtins(event))


def from_stored(name: str, schema: int, payload: Payload) -> TournamentEvent:
    """The event that was stored; raises `UnreadableEvent`."""
    if name not in STORED:
        raise UnreadableEvent(f"There is no tournament event named {name}.")
    cls, current = STORED[name]
    while schema != current:
        upcast = UPCASTERS.get((name, schema))
        if upcast is None:
            raise UnreadableEvent(f"{name} has no schema {schema}.")
        payload, schema = upcast(payload), schema + 1
    if payload.keys() != _FIELDS[cls]:
        wrong = sorted(payload.keys() ^ _FIELDS[cls])
        raise UnreadableEvent(f"{name} lacks, or should not have: {', '.join(wrong)}.")
    try:
        return msgspec.convert(payload, cls, strict=True)
    except msgspec.ValidationError as error:
        raise UnreadableEvent(f"{name}: {error}") from error
