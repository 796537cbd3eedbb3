"""Describes disputes and rulings after a deal's end as sentences, in the reader's language (§10.7, §10.8)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine import events as ev
from games.engine.disputing.outcomes import RulingGiven
from games.presenters.moments import rule_by_words
from games.presenters.outcomes import ruling_sentence


def dispute_sentence(event: ev.DisputeEvent, names: Sequence[str]) -> str:
    """Return an event of a dispute as a sentence; `names` are the players' names by seat."""
    match event:
        case ev.DisputeFiled():
            who = _("The director") if event.seat is None else names[event.seat]
            facts = {"who": who, "reason": event.reason}
            return _with_end(_("%(who)s disputes a discard: %(reason)s") % facts, event.rule_by)
        case ev.DisputeJoined():
            who = _("The director") if event.seat is None else names[event.seat]
            return _("%(who)s joins the dispute: %(reason)s") % {"who": who, "reason": event.reason}
        case ev.DisputeAnswered():
            facts = {"who": names[event.seat], "reason": event.reason}
            return _("%(who)s answers the dispute: %(reason)s") % facts
        case ev.RulingAppealed():
            facts = {"who": names[event.seat], "reason": event.reason}
            return _with_end(_("%(who)s appeals the ruling: %(reason)s") % facts, event.rule_by)
        case ev.DeadlineSet():
            until = {
                "when": date_format(
                    localtime(datetime.fromisoformat(event.until)), "SHORT_DATETIME_FORMAT"
                )
            }
            if event.step == "appeal":
                return _("The ruling can be appealed until %(when)s.") % until
            return _("Other players can join the dispute until %(when)s.") % until
        case RulingGiven():
            return ruling_sentence(event)
        case ev.RulingWithdrawn():
            return _("A referee withdrew the ruling: %(reason)s") % {"reason": event.reason}
        case ev.RulingProposed():
            return _(
                "A referee proposed a ruling, and a second referee has to sign it: %(reason)s"
            ) % {"reason": event.reason}
        case ev.RulingSigned():
            return _("A second referee signed the ruling.")
        case ev.SignatureRefused():
            return _("The proposed ruling was not signed: %(reason)s") % {"reason": event.reason}
        case _:
            assert_never(event)


def _with_end(said: str, rule_by: str | None) -> str:
    return said if rule_by is None else f"{said} {rule_by_words(datetime.fromisoformat(rule_by))}"
