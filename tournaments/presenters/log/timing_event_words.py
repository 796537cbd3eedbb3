"""Describes events of time (check-in, round clocks, breaks, appeals), for the log, staff acts and notices."""

from __future__ import annotations

from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import listed
from games.presenters.moments import length_words
from tournaments.engine.clock import timing_events as ev
from tournaments.presenters.log.render_context import EventWords, RenderContext
from tournaments.presenters.page.clock import TEA, clock_end, clock_time
from tournaments.queries.recipients import entrants, missing


def _appeal_opened(event: ev.AppealOpened, _scene: RenderContext) -> str:
    until = date_format(timezone.localtime(event.until), "SHORT_DATETIME_FORMAT")
    return _("The standings are provisional until %(until)s. A dispute holds back the prizes.") % {
        "until": until
    }


def _appeal_moved(event: ev.AppealMoved, _scene: RenderContext) -> str:
    until = date_format(timezone.localtime(event.until), "SHORT_DATETIME_FORMAT")
    facts = {"until": until, "longer": length_words(event.seconds)}
    return (
        _(
            "The club's computer was off or its clock was changed. The time to dispute a result "
            "is %(longer)s longer, until %(until)s."
        )
        % facts
    )


def _lengthened(event: ev.RoundLengthened, _scene: RenderContext) -> str:
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


def _check_in_closed(event: ev.CheckInClosed, context: RenderContext) -> str:
    said = _("Check-in closed at %(time)s.") % {"time": clock_time(event.until)}
    if not event.missing:
        return said
    names = listed(context.member(player) for player in event.missing)
    return said + " " + _("Not here: %(names)s.") % {"names": names}


def _round_timed(event: ev.RoundTimed, _scene: RenderContext) -> str:
    facts = {"round": event.number, "time": clock_end(event.begins)}
    if event.director is None:
        return _("Round %(round)d begins at %(time)s.") % facts
    return _("A director set the start of round %(round)d for %(time)s.") % facts


def _round_began(event: ev.RoundBegan, _scene: RenderContext) -> str:
    said = _("Round %(round)d began.") % {"round": event.number}
    if event.until is None:
        return said
    return said + " " + _("No new deal after %(time)s.") % {"time": clock_end(event.until)}


def _round_time_up(event: ev.RoundTimeUp, _scene: RenderContext) -> str:
    said = _(
        "Time is up in round %(round)d. No new deals start; deals in progress are played to the end."
    )
    return said % {"round": event.number}


def _table_stopped(event: ev.TableStopped, _scene: RenderContext) -> str:
    facts = {"table": event.table, "deals": event.deals}
    return _("Table %(table)d is finished for this round. Deals played: %(deals)d.") % facts


def _clock_moved(event: ev.ClockMoved, _scene: RenderContext) -> str:
    facts = {"time": clock_end(event.clock), "longer": length_words(event.seconds)}
    return (
        _(
            "The club's computer was off or its clock was changed. The round is %(longer)s "
            "longer, until %(time)s."
        )
        % facts
    )


def _paused(event: ev.TournamentPaused, context: RenderContext) -> str:
    reason = _("break") if event.reason == TEA else event.reason
    facts = {"name": context.member(event.director), "reason": reason}
    return _("%(name)s paused all tables (%(reason)s).") % facts


def _resumed(event: ev.TournamentResumed, context: RenderContext) -> str:
    return _("%(name)s resumed all tables.") % {"name": context.member(event.director)}


def _appeal_extended(event: ev.AppealExtended, _scene: RenderContext) -> str:
    until = date_format(timezone.localtime(event.until), "SHORT_DATETIME_FORMAT")
    return _("A result was decided late: the standings are provisional until %(until)s.") % {
        "until": until
    }


TIMING_EVENT_WORDS: Final = (
    EventWords(
        ev.CheckInClosed,
        _check_in_closed,
        notify(
            missing,
            gettext_noop(
                "Check-in for %(tournament)s has closed, and you are not marked as here. Ask the director."
            ),
        ),
    ),
    EventWords(
        ev.RoundTimed,
        _round_timed,
        "every page of the evening shows the round's clock",
        act=ActKind(
            gettext_noop("set the start time of round %(number)s of tournament %(tournament)s"),
            ("number",),
            only=lambda payload: payload["director"] is not None,
        ),
    ),
    EventWords(
        ev.RoundBegan,
        _round_began,
        "every page of the evening shows the round's clock",
        act=ActKind(
            gettext_noop("began round %(number)s of tournament %(tournament)s"),
            ("number",),
            only=lambda payload: payload["director"] is not None,
        ),
    ),
    EventWords(
        ev.RoundTimeUp,
        _round_time_up,
        "every page of the evening shows the round's clock",
    ),
    EventWords(
        ev.TableStopped,
        _table_stopped,
        "the table shows it",
        act=ActKind(
            gettext_noop(
                "stopped table %(table)s for round %(round)s of tournament %(tournament)s"
            ),
            ("round", "table"),
        ),
    ),
    EventWords(
        ev.ClockMoved,
        _clock_moved,
        "every page of the evening shows the round's clock",
    ),
    EventWords(
        ev.RoundLengthened,
        _lengthened,
        "every page of the evening shows the round's clock",
        act=ActKind(
            gettext_noop(
                "made round %(number)s of tournament %(tournament)s %(minutes)s min longer"
            ),
            ("number", "minutes", "reason"),
        ),
    ),
    EventWords(
        ev.AppealOpened,
        _appeal_opened,
        notify(
            entrants,
            gettext_noop(
                "The last deal of %(tournament)s is over. If you doubt a result, file a dispute "
                "before the time for disputes ends. After that, the prizes are paid; open disputes "
                "delay them, for a week at most."
            ),
        ),
    ),
    EventWords(
        ev.AppealMoved,
        _appeal_moved,
        "nobody has less time; the tournament's page says until when",
    ),
    EventWords(
        ev.AppealExtended,
        _appeal_extended,
        "the decision that leaves more time is told",
    ),
    EventWords(
        ev.TournamentPaused,
        _paused,
        "every table shows it",
        act=ActKind(gettext_noop("paused all tables of tournament %(tournament)s"), ("reason",)),
    ),
    EventWords(
        ev.TournamentResumed,
        _resumed,
        "every table shows it",
        act=ActKind(gettext_noop("resumed all tables of tournament %(tournament)s")),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""
