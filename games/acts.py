"""Acts of the staff, gathered from the log into rows by a follower: who granted, ruled, removed, set or paused what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.engine.outcomes import RULING_NAMES
from games.log import Recorded
from games.log.followers import Follower, catch_up
from games.models import StaffAct

NAME: Final = "staff-acts"
"""The name of the follower's position; final."""

KEPT: Final[dict[str, tuple[str, ...]]] = {
    "member.chips-granted": ("chips", "reason"),
    "member.chips-taken-back": ("reason",),
    "member.chips-asked-for": ("chips", "reason"),
    "member.chips-declined": (),
    "member.joined": ("chips",),
    "member.duties-set": ("duties", "is_open", "reason"),
    "member.account-set": ("changed", "is_open", "reason"),
    "member.password-set": ("reason",),
    "member.second-factor-taken": (),
    "member.table-closed": ("table", "reason"),
    "club.alarm-answered": ("alarm", "reason"),
    "club.house-rules-set": (),
    "club.limits-proposed": ("limits", "alone", "reason"),
    "club.limits-signed": (),
    "club.limits-declined": (),
    "club.limits-taken-back": (),
    "club.limits-ripened": (),
    "club.seal-accepted": ("reason",),
    "deal.paused": (),
    "deal.resumed": (),
    "deal.clock-extended": ("seconds",),
    "deal.dispute-filed": ("reason",),
    **dict.fromkeys(RULING_NAMES, ("section", "reason")),
    "deal.ruling-given": ("section", "upheld", "reason"),
    "deal.ruling-withdrawn": ("reason",),
    "deal.ruling-appealed": ("seat",),
    "deal.ruling-proposed": ("section", "outcome", "reason"),
    "deal.ruling-signed": (),
    "deal.signature-refused": ("reason",),
    "deal.dispute-joined": ("reason",),
    "tournament.created": ("name",),
    "tournament.described": (),
    "tournament.members-entered": ("players",),
    "tournament.members-invited": ("players",),
    "tournament.invitation-taken-back": ("player",),
    "tournament.member-checked-in": ("player",),
    "tournament.check-in-undone": ("player",),
    "tournament.entry-removed": ("player", "reason"),
    "tournament.entry-allowed": ("player",),
    "tournament.reserve-listed": ("player",),
    "tournament.reserve-left": ("player",),
    "tournament.seat-given": ("round", "table", "reason"),
    "tournament.member-removed": ("player", "reason"),
    "tournament.member-returned": ("player",),
    "tournament.absence-announced": ("player", "round"),
    "tournament.absence-taken-back": ("player", "round"),
    "tournament.draw-given": (),
    "tournament.started": (),
    "tournament.closed": (),
    "tournament.cancelled": ("reason",),
    "tournament.paused": ("reason",),
    "tournament.round-lengthened": ("number", "minutes", "reason"),
    "tournament.resumed": (),
    "tournament.round-timed": ("number",),
    "tournament.round-began": ("number",),
    "tournament.draw-discarded": ("round", "reason"),
    "tournament.redraw-taken-back": ("round", "reason"),
    "tournament.deal-voided": ("deal_id", "section", "reason"),
    "tournament.replay-ordered": ("round", "table"),
    "tournament.voiding-taken-back": ("deal_id", "reason"),
    "tournament.correction-proposed": ("number", "reason"),
    "tournament.correction-signed": ("number",),
    "tournament.correction-unsigned": ("number", "reason"),
    "tournament.points-adjusted": ("player", "points", "section", "reason"),
    "tournament.adjustment-taken-back": ("player", "points", "reason"),
    "tournament.setting-corrected": ("reason",),
    "tournament.members-kept-apart": ("players", "reason"),
    "tournament.keeping-apart-ended": ("players",),
    "tournament.tables-marked": (),
    "tournament.result-corrected": ("deal_id", "reason"),
    "tournament.result-entered": ("deal_id",),
    "tournament.result-confirmed": ("deal_id",),
    "tournament.round-closed": ("number",),
    "tournament.discard-disputed": ("deal_id", "reason"),
    "tournament.discard-ruled": ("deal_id", "section", "reason"),
    "tournament.discard-withdrawn": ("deal_id", "reason"),
    "tournament.discard-appealed": ("deal_id",),
    "tournament.discard-proposed": ("deal_id", "section", "outcome", "reason"),
    "tournament.discard-signed": ("deal_id",),
    "tournament.discard-unsigned": ("deal_id", "reason"),
    "tournament.photograph-removed": ("deal_id", "reason"),
    "tournament.table-stopped": ("round", "table"),
    "club.rule-set-saved": (),
    "club.rule-set-withdrawn": ("name",),
    "club.rule-set-offered": ("name",),
    "call.answered": ("words",),
    "club.sanction-table-set": (),
    "member.warned": ("number", "kind", "time", "section", "reason", "table"),
    "member.warning-taken-back": ("number", "kind", "reason"),
    "member.words-removed": ("deal", "reason"),
    "member.collection-removed": ("reason",),
    "tournament.sanctioned": ("number", "player", "kind", "given", "time", "section", "reason"),
    "tournament.sanction-taken-back": ("number", "player", "kind", "reason"),
}
"""Events that are acts of the staff where somebody did them → the fields that their rows keep, none of them a card.

The names of other apps' events stand here as they do in a subscription: a name is final, and no app knows another.
"""
_ONLY: Final[dict[str, Callable[[dict[str, Any]], bool]]] = {
    "deal.paused": lambda payload: bool(payload["director"]),
    "deal.resumed": lambda payload: bool(payload["director"]),
    "deal.dispute-filed": lambda payload: payload["seat"] is None,
    "deal.dispute-joined": lambda payload: payload["seat"] is None,
    "tournament.result-entered": lambda payload: payload["seat"] is None,
    "tournament.round-closed": lambda payload: payload.get("director") is not None,
    "tournament.discard-disputed": lambda payload: payload["seat"] is None,
    "tournament.result-confirmed": lambda payload: bool(payload["director"]),
    "tournament.round-timed": lambda payload: payload["director"] is not None,
    "tournament.round-began": lambda payload: payload["director"] is not None,
}
"""Where not every event of a name is an act of the staff: which are."""


def follower() -> Follower:
    """The follower that writes the rows."""
    return Follower(NAME, _handle, _reset)


def gather() -> None:
    """Write the rows of what has come since the last time."""
    while catch_up(follower()):
        pass


def _reset() -> None:
    StaffAct.objects.all().delete()


def _handle(events: list[Recorded]) -> None:
    rows = [act for event in events if (act := _act(event)) is not None]
    StaffAct.objects.bulk_create(rows, ignore_conflicts=True)


def _act(event: Recorded) -> StaffAct | None:
    by, kept = event.metadata.get("by"), KEPT.get(event.name)
    if kept is None or not isinstance(by, int) or event.payload.get("player") == by:
        return None  # the service's, or what members do of themselves
    if event.name in _ONLY and not _ONLY[event.name](event.payload):
        return None
    return StaffAct(
        stream=event.stream,
        version=event.version,
        name=event.name,
        by=by,
        at=event.recorded_at,
        facts={field: event.payload[field] for field in kept if field in event.payload},
    )
