"""Explains a table's claim windows (§6.10): how long they are open, and what they reveal to others."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.rules import RuleSet
from games.queries.club.house import house_rules
from games.queries.play.seen import SeenDeal


def claims_note(rules: RuleSet, *, alone: bool) -> str:
    """Return a text on what claims under these rules reveal to other players; empty if the rules have no claims.

    `alone` says that the viewer plays only with bots and nobody can watch.
    """
    if not rules.offers:
        return ""
    if alone:
        return _(
            "You're playing only with bots, and nobody can watch. If you can claim a card, the "
            "game waits for your answer; otherwise it goes on immediately (§6.10)."
        )
    house = house_rules()
    if not house.claim_seconds:
        return _(
            "Quick claims: the game goes on as soon as everyone who may claim has answered. A "
            "pause tells the others that somebody was asked, and its length tells them whether a "
            "person or a bot had to decide (§6.10)."
        )
    return _(
        "After every discard and draw, claims are open for %(seconds)d seconds, even if nobody "
        "may claim, so a pause gives nothing away. If players who were asked don't answer, the "
        "careful bot answers for them. With “%(wait)s” every player can extend the time once, "
        "asked or not: it may be a bluff (§6.10)."
    ) % {"seconds": house.claim_seconds, "wait": _hold_label()}


def pause_tells(rules: RuleSet, *, alone: bool) -> str:
    """Return the warning that pausing to think about a claim reveals it; empty except at tables with quick claims."""
    if not rules.offers or alone or house_rules().claim_seconds:
        return ""
    return _("A pause tells the others that somebody was asked (§6.10).")


def needs_renewal(rules: RuleSet, *, alone: bool) -> str:
    """Return why a page without scripts can't keep up with this table; empty if it can."""
    if not rules.offers or alone:
        return ""
    seconds = house_rules().claim_seconds
    if not seconds:
        return ""
    return _(
        "Claims are open for only %(seconds)d seconds here, so your page has to update itself. "
        "Turn on JavaScript in your browser, or ask somebody at the club to help."
    ) % {"seconds": seconds}


def hold_caption(shown: SeenDeal | None) -> str:
    """Return the label of the button that extends the open claim window; empty if this viewer can't extend it."""
    if shown is None or not shown.may_hold:
        return ""
    return _("Wait %(seconds)d more seconds") % {"seconds": house_rules().claim_hold_seconds}


def hold_short(shown: SeenDeal | None) -> str:
    """Return the short label of the button that asks for more time to claim."""
    if shown is None or not shown.may_hold:
        return ""
    return _hold_label()


def _hold_label() -> str:
    return _("Wait +%(seconds)d s") % {"seconds": house_rules().claim_hold_seconds}
