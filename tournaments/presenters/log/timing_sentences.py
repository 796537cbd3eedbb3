"""Time in a tournament's log: check-in, rounds by the clock, tea, the time to appeal."""

from __future__ import annotations

from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.presenters.cards import listed
from tournaments.engine import events as ev
from tournaments.engine import timing_events as timing_ev
from tournaments.presenters.log.render_context import Scene, Sentence
from tournaments.presenters.page.clock import TEA, clock_end, clock_time


def _appeal_opened(event: ev.AppealOpened, _scene: Scene) -> str:
    until = date_format(timezone.localtime(event.until), "SHORT_DATETIME_FORMAT")
    return _("The standings are provisional until %(until)s; a dispute holds the prizes.") % {
        "until": until
    }


def _appeal_moved(event: timing_ev.AppealMoved, _scene: Scene) -> str:
    until = date_format(timezone.localtime(event.until), "SHORT_DATETIME_FORMAT")
    facts = {"until": until, "seconds": event.seconds}
    return (
        _(
            "The service was away or its clock was set. The time to appeal: %(seconds)d s more, until %(until)s."
        )
        % facts
    )


def _lengthened(event: timing_ev.RoundLengthened, _scene: Scene) -> str:
    facts = {
        "round": event.number,
        "minutes": event.minutes,
        "time": clock_end(event.clock),
        "reason": event.reason,
    }
    return (
        _(
            "Round %(round)d was made %(minutes)d min longer: no new deal after %(time)s (%(reason)s)."
        )
        % facts
    )


def _check_in_closed(event: timing_ev.CheckInClosed, scene: Scene) -> str:
    said = _("The check-in was over at %(time)s.") % {"time": clock_time(event.until)}
    if not event.missing:
        return said
    names = listed(scene.member(player) for player in event.missing)
    return said + " " + _("Not there: %(names)s.") % {"names": names}


def _round_timed(event: timing_ev.RoundTimed, _scene: Scene) -> str:
    facts = {"round": event.number, "time": clock_end(event.begins)}
    if event.director is None:
        return _("Round %(round)d begins at %(time)s.") % facts
    return _("Round %(round)d begins at %(time)s, a director said.") % facts


def _round_began(event: timing_ev.RoundBegan, _scene: Scene) -> str:
    said = _("Round %(round)d began.") % {"round": event.number}
    if event.until is None:
        return said
    return said + " " + _("No new deal after %(time)s.") % {"time": clock_end(event.until)}


def _round_time_up(event: timing_ev.RoundTimeUp, _scene: Scene) -> str:
    said = _(
        "The minutes of round %(round)d are up. No new deal begins; running deals are finished."
    )
    return said % {"round": event.number}


def _table_stopped(event: timing_ev.TableStopped, _scene: Scene) -> str:
    facts = {"table": event.table, "deals": event.deals}
    return _("Table %(table)d plays no more in this round. Its deals: %(deals)d.") % facts


def _clock_moved(event: timing_ev.ClockMoved, _scene: Scene) -> str:
    facts = {"time": clock_end(event.clock), "seconds": event.seconds}
    return (
        _(
            "The service was away or its clock was set. The round's clock: %(seconds)d s more, %(time)s."
        )
        % facts
    )


def _paused(event: timing_ev.TournamentPaused, scene: Scene) -> str:
    reason = _("tea") if event.reason == TEA else event.reason
    facts = {"name": scene.member(event.director), "reason": reason}
    return _("%(name)s paused all tables (%(reason)s).") % facts


def _resumed(event: timing_ev.TournamentResumed, scene: Scene) -> str:
    return _("%(name)s let all tables go on.") % {"name": scene.member(event.director)}


TIMING_SENTENCES: Final[dict[type[ev.TournamentEvent], Sentence]] = {
    timing_ev.CheckInClosed: _check_in_closed,
    timing_ev.RoundTimed: _round_timed,
    timing_ev.RoundBegan: _round_began,
    timing_ev.RoundTimeUp: _round_time_up,
    timing_ev.TableStopped: _table_stopped,
    timing_ev.ClockMoved: _clock_moved,
    timing_ev.RoundLengthened: _lengthened,
    timing_ev.AppealMoved: _appeal_moved,
    timing_ev.TournamentPaused: _paused,
    timing_ev.TournamentResumed: _resumed,
    ev.AppealOpened: _appeal_opened,
}
"""The sentences of `happenings.SENTENCES` for these events."""
