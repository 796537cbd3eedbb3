"""Describes disputes and rulings after a deal's end as sentences, in the reader's language (§10.7, §10.8)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine.disputing import dispute_events
from games.presenters.moments import rule_by_words
from games.presenters.outcomes import ruling_sentence


def dispute_sentence(event: dispute_events.DisputeEvent, names: Sequence[str]) -> str:
    """Return an event of a dispute as a sentence; `names` are the players' names by seat."""
    match event:
        case dispute_events.DisputeFiled():
            who = _("The director") if event.seat is None else names[event.seat]
            facts = {"who": who, "reason": event.reason}
            return _with_end(_("%(who)s disputes a discard: %(reason)s") % facts, event.rule_by)
        case dispute_events.DisputeJoined():
            who = _("The director") if event.seat is None else names[event.seat]
            return _("%(who)s joins the dispute: %(reason)s") % {"who": who, "reason": event.reason}
        case dispute_events.DisputeAnswered():
            facts = {"who": names[event.seat], "reason": event.reason}
            return _("%(who)s answers the dispute: %(reason)s") % facts
        case dispute_events.RulingAppealed():
            facts = {"who": names[event.seat], "reason": event.reason}
            return _with_end(_("%(who)s appeals the ruling: %(reason)s") % facts, event.rule_by)
        case dispute_events.DeadlineSet():
            until = {
                "when": date_format(
                    localtime(datetime.fromisoformat(event.until)), "SHORT_DATETIME_FORMAT"
                )
            }
            if event.step == "appeal":
                return _("The ruling can be appealed until %(when)s.") % until
            return _("Other players can join the dispute until %(when)s.") % until
        case dispute_events.RulingGiven():
            return ruling_sentence(event)
        case dispute_events.RulingWithdrawn():
            return _("A referee withdrew the ruling: %(reason)s") % {"reason": event.reason}
        case dispute_events.RulingProposed():
            return _(
                "A referee proposed a ruling, and a second referee has to sign it: %(reason)s"
            ) % {"reason": event.reason}
        case dispute_events.RulingSigned():
            return _("A second referee signed the ruling.")
        case dispute_events.SignatureRefused():
            return _("The proposed ruling was not signed: %(reason)s") % {"reason": event.reason}
        case _:
            assert_never(event)


def _with_end(said: str, rule_by: str | None) -> str:
    return said if rule_by is None else f"{said} {rule_by_words(datetime.fromisoformat(rule_by))}"
