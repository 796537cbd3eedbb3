"""The log's sentences for reports of conduct, and what they share with the page of a tournament's reports."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from games.presenters.club.sanctions import kind_name, rule_words, step_words, time_words
from tournaments.engine import sanction_events as sanction_ev
from tournaments.presenters.log.render_context import Scene


def _sanctioned(event: sanction_ev.MemberSanctioned, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), **report_words(event), "reason": event.reason}
    said = (
        _("Report %(number)d on %(name)s: %(kind)s, %(time)s: %(given)s (%(rule)s). %(reason)s")
        % facts
    )
    if event.departure:
        said += " " + departure_words(event)
    return said


def _taken_back(event: sanction_ev.SanctionTakenBack, scene: Scene) -> str:
    facts = {
        "number": event.number,
        "name": scene.member(event.player),
        "kind": kind_name(event.kind),
        "reason": event.reason,
    }
    return _("Report %(number)d on %(name)s (%(kind)s) was taken back: %(reason)s") % facts


def report_words(event: sanction_ev.MemberSanctioned) -> dict[str, Any]:
    """The facts of a report that need words."""
    return {
        "number": event.number,
        "kind": kind_name(event.kind),
        "time": time_words(event.time),
        "given": step_words(event.given),
        "rule": rule_words(event.section, event.words),
    }


def report_name(event: sanction_ev.MemberSanctioned) -> str:
    """What a report is called where its points stand: "Report 2: Slow play"."""
    facts = {"number": event.number, "kind": kind_name(event.kind)}
    return _("Report %(number)d: %(kind)s") % facts


def departure_words(event: sanction_ev.MemberSanctioned) -> str:
    """Why a report brings less or more than the table; empty where it brings as much."""
    facts = {"step": step_words(event.by_table), "reason": event.departure}
    return (
        _("The table gives: %(step)s. Why less or more: %(reason)s") % facts
        if event.departure
        else ""
    )


CONDUCT_SENTENCES: Final[dict[Any, Any]] = {
    sanction_ev.MemberSanctioned: _sanctioned,
    sanction_ev.SanctionTakenBack: _taken_back,
}
