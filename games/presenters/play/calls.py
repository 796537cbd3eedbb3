"""Describes calls for the referee, for the table and for the queue."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.club.calls import WORDS, CallReason
from games.common.joints import said_of, with_brackets
from games.models import Call, Player
from games.presenters.sentences import wind
from games.queries.interests import plays_for
from games.queries.play.calls import waiting_calls

REASONS: Final[dict[str, str]] = {
    CallReason.RULE: gettext_noop("A question about a rule"),
    CallReason.CONDUCT: gettext_noop("Somebody's behaviour"),
    CallReason.ABSENT: gettext_noop("Somebody is missing"),
    CallReason.DEVICE: gettext_noop("A device or the connection"),
    CallReason.OTHER: gettext_noop("Something else"),
}
"""Each reason in words."""


NOBODY: Final = gettext_noop(
    "Nobody can answer here. The deal resumes automatically within ten minutes, and "
    "afterwards any player can file a dispute."
)
"""What the table is told where nobody may come."""


class ShownCall(NamedTuple):
    """A call for the referee as a table shows it.

    All values are plain, so the page redraws it only when one changes.
    """

    table_id: int
    call_id: int | None
    """The call that is open; None where none is."""
    note: str
    """Who called and why, who comes, or what was answered; empty where nobody called."""
    may_call: bool
    may_call_off: bool
    reasons: tuple[tuple[str, str], ...]
    warn: str = ""
    """The page on which the viewer warns a member of a table outside tournaments; empty for who may not."""
    most: int = WORDS


def table_call(
    call: Call | None,
    viewer: Player | None,
    *,
    table_id: int,
    is_open: bool,
    seat: int | None,
    has_interest: bool = False,
    in_tournament: bool = True,
) -> ShownCall:
    """Return the call at a table as this viewer may see it; `seat` is the viewer's seat, or None.

    With `has_interest` the viewer cannot act as a referee here. At a table outside tournaments, a referee without a
    seat gets a link to the table's page of warnings; tournaments have their own page for reports.
    """
    viewer = None if viewer is not None and viewer.is_guest else viewer
    runs = viewer is not None and viewer.runs_the_club and not has_interest
    duty = viewer is not None and (runs or (viewer.is_referee and not has_interest))
    waits = call is not None and call.ended_at is None
    may_call = viewer is not None and is_open and not waits and (seat is not None or runs)
    return ShownCall(
        table_id=table_id,
        call_id=call.pk if call is not None and waits else None,
        note="" if call is None else note_of(call),
        may_call=may_call,
        may_call_off=call is not None
        and waits
        and viewer is not None
        and (duty or call.player_id == viewer.pk),
        reasons=tuple((key, _(words)) for key, words in REASONS.items()) if may_call else (),
        warn=reverse("warn", args=[table_id])
        if duty and seat is None and not in_tournament
        else "",
    )


def why(reason: str, words: str) -> str:
    """Return the reason for a call in words, followed by the caller's own words."""
    said = _(REASONS[reason]) if reason in REASONS else reason
    return said_of(said, words) if words else said


def note_of(call: Call) -> str:
    """Return one or two sentences about a call and what came of it."""
    facts = {"who": call.player.shown_name, "why": why(call.reason, call.words)}
    called = _("%(who)s called the referee (%(why)s).") % facts
    if call.answer:
        answer = {
            "who": "" if call.referee is None else call.referee.shown_name,
            "section": call.section,
            "answer": call.answer,
        }
        words = (
            _("%(who)s answered: %(answer)s (%(section)s)")
            if call.section
            else _("%(who)s answered: %(answer)s")
        )
        return f"{called} {words % answer}"
    if call.ended_at is not None:
        return ""
    if call.referee is None:
        return called + " " + (_("No referee has answered yet.") if call.anybody else _(NOBODY))
    return called + " " + _("%(who)s is coming.") % {"who": call.referee.shown_name}


class WaitingCall(NamedTuple):
    """A call in the queue."""

    id: int
    table_id: int
    table: str
    who: str
    why: str
    made_at: datetime
    waits: str
    """How long, in words."""
    referee: str
    mine: bool
    """Whether the viewer comes."""
    may_come: bool
    """Whether the viewer has no interest there."""
    report: str
    """The page on which the viewer reports somebody's conduct there."""


def queue(viewer: Player, now: datetime) -> list[WaitingCall]:
    """Return the referees' queue of calls, longest waiting first. Calls show no card."""
    behalf: dict[str, bool] = {}

    def takes_part(origin: str) -> bool:
        """Return whether the viewer takes part in the tournament of `origin`. Each tournament is looked up once."""
        key = origin.partition("/")[0]
        if key not in behalf:
            behalf[key] = plays_for(origin, viewer)
        return behalf[key]

    return [
        WaitingCall(
            id=call.pk,
            table_id=call.table_id,
            table=call.table.shown_name,
            who=call.player.shown_name
            if call.seat is None
            else with_brackets(call.player.shown_name, wind(call.seat)),
            why=why(call.reason, call.words),
            made_at=call.made_at,
            waits=waited(call.made_at, now),
            referee="" if call.referee is None else call.referee.shown_name,
            mine=call.referee_id == viewer.pk,
            may_come=call.player_id != viewer.pk and not takes_part(call.table.origin),
            report=report_address(call),
        )
        for call in waiting_calls()
    ]


def report_address(call: Call) -> str:
    """Return the address for reporting conduct at a call's table: in its tournament, or at the table itself."""
    kind, _sep, number = call.table.origin.partition("/")[0].partition("-")
    if kind != "tournament" or not number.isdecimal():
        return reverse("warn", args=[call.table_id]) + f"?call={call.pk}"
    return reverse("report-conduct", args=[number]) + f"?call={call.pk}"


def waited(since: datetime, now: datetime) -> str:
    """Return the waiting time in whole minutes."""
    minutes = max(0, int((now - since).total_seconds()) // 60)
    if not minutes:
        return _("less than a minute")
    return ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
