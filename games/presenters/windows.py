"""What a table says about its claim windows (§6.10): how long they are open, and what others learn from them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.rules import RuleSet
from games.queries.club import house_rules
from games.queries.seen import SeenDeal


def claims_note(rules: RuleSet) -> str:
    """What others may learn of claims at this table; empty where claims are not offered."""
    if rules.claims == "forced":
        return ""
    house = house_rules()
    if not house.claim_seconds:
        return _(
            "Quick claims: the game goes on as soon as all who may claim have answered. A pause tells the others "
            "that somebody was asked, and its length whether a person or a bot had to decide."
        )
    return _(
        "After every discard and draw claims are open for %(seconds)d seconds, whether anybody may claim or not, "
        "so that a pause tells nobody anything. Whoever was asked and does not answer is played by the careful bot. "
        "Every seat may hold the time up once, by %(more)d seconds, asked or not: it may be a bluff."
    ) % {"seconds": house.claim_seconds, "more": house.claim_hold_seconds}


def needs_renewal(rules: RuleSet) -> str:
    """Why a page without scripts is not enough at this table; empty where it is."""
    if rules.claims == "forced":
        return ""
    seconds = house_rules().claim_seconds
    if not seconds:
        return ""
    return _(
        "Claims are open for %(seconds)d seconds here: that needs a page that renews itself, with scripts."
    ) % {"seconds": seconds}


def hold_caption(shown: SeenDeal | None) -> str:
    """What stands on the button that holds the open window up; empty where this viewer cannot."""
    if shown is None or not shown.may_hold:
        return ""
    return _("Wait %(seconds)d seconds more") % {"seconds": house_rules().claim_hold_seconds}


def hold_short(shown: SeenDeal | None) -> str:
    """The same in so few characters that the button is never wider than its place."""
    if shown is None or not shown.may_hold:
        return ""
    return _("+%(seconds)d s") % {"seconds": house_rules().claim_hold_seconds}
