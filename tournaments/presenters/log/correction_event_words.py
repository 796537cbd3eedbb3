"""Describes corrections and conduct reports, for the log, staff acts and notices."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.club.notices import notify
from games.common.joints import with_brackets
from games.presenters.amounts import signed
from games.presenters.club.sanctions import kind_name, rule_words, step_words, time_words
from games.queries import deal_names
from tournaments.engine.correcting import correction_events as ev
from tournaments.presenters.log.render_context import (
    EventWords,
    RenderContext,
    place_of,
    ruling_name,
)
from tournaments.presenters.log.terms_in_words import setting_words
from tournaments.queries.recipients import at_drawn, member, sanctioned


def _correction(event: Any) -> dict[str, Any]:
    section = getattr(event, "section", "")
    facts: dict[str, Any] = {
        "reason": with_brackets(event.reason, section) if section else event.reason
    }
    if hasattr(event, "deal_number"):
        facts["place"] = place_of(event)
    return facts


def _voided(event: ev.DealVoided, _scene: RenderContext) -> str:
    if event.ruling:
        facts = {"ruling": ruling_name(event.ruling), **_correction(event)}
        return _("%(place)s was voided and no longer counts (%(ruling)s). %(reason)s") % facts
    return _("%(place)s was voided and no longer counts: %(reason)s") % _correction(event)


def _replay(event: ev.ReplayOrdered, _scene: RenderContext) -> str:
    facts = {"place": place_of(event), "deal": _number_of(event.instead_of)}
    return _("%(place)s is played instead of deal %(deal)s, with the same seats.") % facts


def _voiding_back(event: ev.VoidingTakenBack, _scene: RenderContext) -> str:
    said = _("%(place)s counts again: %(reason)s") % _correction(event)
    if event.replay is None:
        return said
    return (
        said
        + " "
        + _("Deal %(deal)s is not played after all.") % {"deal": _number_of(event.replay)}
    )


def _number_of(deal_id: int) -> str:
    """Return the number of a deal at its table; a dash if it is unknown."""
    return deal_names([deal_id], called=lambda number, _table: str(number)).get(deal_id, "–")


def _adjusted(event: ev.PointsAdjusted, context: RenderContext) -> str:
    facts = {"name": context.member(event.player), "points": signed(event.points)}
    return _("%(name)s: points adjusted by %(points)s: %(reason)s") % {
        **facts,
        **_correction(event),
    }


def _adjustment_back(event: ev.AdjustmentTakenBack, context: RenderContext) -> str:
    facts = {"name": context.member(event.player), "points": signed(event.points)}
    return _("%(name)s: the adjustment of %(points)s points was taken back: %(reason)s") % {
        **facts,
        **_correction(event),
    }


def _setting(event: ev.SettingCorrected, _scene: RenderContext) -> str:
    return setting_words(event)


def _sanctioned(event: ev.MemberSanctioned, context: RenderContext) -> str:
    facts = {"name": context.member(event.player), **report_words(event), "reason": event.reason}
    said = (
        _("Report %(number)d on %(name)s: %(kind)s, %(time)s: %(given)s (%(rule)s). %(reason)s")
        % facts
    )
    if event.departure:
        said += " " + departure_words(event)
    return said


def _sanction_back(event: ev.SanctionTakenBack, context: RenderContext) -> str:
    facts = {
        "number": event.number,
        "name": context.member(event.player),
        "kind": kind_name(event.kind),
        "reason": event.reason,
    }
    return _("Report %(number)d on %(name)s (%(kind)s) was taken back: %(reason)s") % facts


def report_words(event: ev.MemberSanctioned) -> dict[str, Any]:
    """Return the values for sentences about a conduct report, by name."""
    return {
        "number": event.number,
        "kind": kind_name(event.kind),
        "time": time_words(event.time),
        "given": step_words(event.given),
        "rule": rule_words(event.section, event.words),
    }


def report_name(event: ev.MemberSanctioned) -> str:
    """Return a report's name for display beside its points: "Report 2: Slow play"."""
    facts = {"number": event.number, "kind": kind_name(event.kind)}
    return _("Report %(number)d: %(kind)s") % facts


def departure_words(event: ev.MemberSanctioned) -> str:
    """Return why a report's sanction is not the one in the club's table; empty if it is."""
    facts = {"step": step_words(event.by_table), "reason": event.departure}
    return (
        _(
            "Sanction in the club's table of sanctions: %(step)s. Reason for a different "
            "sanction: %(reason)s"
        )
        % facts
        if event.departure
        else ""
    )


CORRECTION_EVENT_WORDS: Final = (
    EventWords(
        ev.DealVoided,
        _voided,
        notify(
            at_drawn("reason"),
            gettext_noop(
                "%(tournament)s, table %(table)s: deal %(deal_number)s no longer counts (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop("voided deal %(deal_id)s of tournament %(tournament)s"),
            ("deal_id", "section", "reason"),
        ),
    ),
    EventWords(
        ev.ReplayOrdered,
        _replay,
        "the voided deal is told, and the table waits for its members",
        act=ActKind(
            gettext_noop(
                "let a deal be played again at table %(table)s in round %(round)s of tournament %(tournament)s"
            ),
            ("round", "table"),
        ),
    ),
    EventWords(
        ev.VoidingTakenBack,
        _voiding_back,
        notify(
            at_drawn("reason"),
            gettext_noop(
                "%(tournament)s, table %(table)s: deal %(deal_number)s counts after all (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop("let deal %(deal_id)s of tournament %(tournament)s count after all"),
            ("deal_id", "reason"),
        ),
    ),
    EventWords(
        ev.PointsAdjusted,
        _adjusted,
        notify(
            member("points", "reason"),
            gettext_noop("%(tournament)s: your points were adjusted by %(points)s (%(reason)s)."),
        ),
        act=ActKind(
            gettext_noop("adjusted %(player)s's points in tournament %(tournament)s by %(points)s"),
            ("player", "points", "section", "reason"),
        ),
    ),
    EventWords(
        ev.AdjustmentTakenBack,
        _adjustment_back,
        notify(
            member("points", "reason"),
            gettext_noop(
                "%(tournament)s: the adjustment of your points by %(points)s was taken back (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "took back an adjustment of %(player)s's points by %(points)s in tournament "
                "%(tournament)s"
            ),
            ("player", "points", "reason"),
        ),
    ),
    EventWords(
        ev.SettingCorrected,
        _setting,
        "moves no chips, place or seat; the page says what was corrected",
        act=ActKind(gettext_noop("changed the settings of tournament %(tournament)s"), ("reason",)),
    ),
    EventWords(
        ev.MemberSanctioned,
        _sanctioned,
        notify(
            sanctioned,
            gettext_noop(
                "%(tournament)s: you were reported (report %(number)s, %(kind)s) and given a warning (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: you were reported (report %(number)s, %(kind)s) and points were "
                "deducted: %(points)s (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: you were reported (report %(number)s, %(kind)s), and the director is "
                "asked to remove you (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: a referee asks you to remove a member (report %(number)s, %(kind)s: %(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "reported %(player)s in tournament %(tournament)s for %(kind)s: %(given)s"
            ),
            ("number", "player", "kind", "given", "time", "section", "reason"),
        ),
    ),
    EventWords(
        ev.SanctionTakenBack,
        _sanction_back,
        notify(
            member("number", "kind", "reason"),
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s, was taken back (%(reason)s)."
            ),
        ),
        act=ActKind(
            gettext_noop(
                "took back report %(number)s on %(player)s in tournament %(tournament)s (%(kind)s)"
            ),
            ("number", "player", "kind", "reason"),
        ),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""
