"""Describes events of the money at the door, for the log and staff acts."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.acts import ActKind
from games.presenters.amounts import in_cash, signed
from tournaments.engine.cash import events as ev
from tournaments.presenters.log.render_context import EventWords, RenderContext


def payment_words(event: ev.CashNoted, context: RenderContext) -> str:
    """Return a payment in words, without the person who noted it."""
    facts = {"amount": in_cash(abs(event.amount)), "words": event.words}
    if event.player is None:
        into = _("%(amount)s into the box: %(words)s.")
        return (into if event.amount > 0 else _("%(amount)s out of the box: %(words)s.")) % facts
    facts["name"] = context.member(event.player)
    if event.kind == ev.CashKind.FEE:
        return _("%(name)s paid %(amount)s at the door.") % facts
    return _("%(name)s received a prize of %(amount)s in cash.") % facts


def _noted(event: ev.CashNoted, context: RenderContext) -> str:
    by = _("Recorded by %(director)s.") % {"director": context.member(event.director)}
    return payment_words(event, context) + " " + by


def _taken_back(event: ev.CashTakenBack, context: RenderContext) -> str:
    facts = {
        "director": context.member(event.director),
        "payment": payment_words(event.payment, context),
    }
    return _("%(director)s took this back: %(payment)s") % facts


def _counted(event: ev.BoxCounted, context: RenderContext) -> str:
    facts = {
        "director": context.member(event.director),
        "counted": in_cash(event.counted),
        "expected": in_cash(event.expected),
        "difference": signed(event.counted - event.expected),
    }
    if event.counted == event.expected:
        return _("%(director)s counted the box: %(counted)s, which is correct.") % facts
    return (
        _("%(director)s counted the box: %(counted)s instead of %(expected)s (%(difference)s).")
        % facts
    )


CASH_EVENT_WORDS: Final = (
    EventWords(
        ev.CashNoted,
        _noted,
        "paid by hand, so whom it concerns was there",
        act=ActKind(
            gettext_noop("recorded a cash payment of %(amount)s in tournament %(tournament)s"),
            ("amount",),
        ),
    ),
    EventWords(
        ev.CashTakenBack,
        _taken_back,
        "a tick that was taken back moves no chips; the log says it",
        act=ActKind(
            gettext_noop("took back the record of a cash payment in tournament %(tournament)s")
        ),
    ),
    EventWords(
        ev.BoxCounted,
        _counted,
        "concerns no member's chips or seat; the log says it",
        act=ActKind(
            gettext_noop(
                "counted the box of tournament %(tournament)s: %(counted)s instead of %(expected)s"
            ),
            ("counted", "expected"),
        ),
    ),
)
"""Their words, who is told, and whether they are acts of the staff."""
