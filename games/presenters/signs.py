"""Lists the signs on the table with a sentence about each, for the legend, for a tap and for screen readers."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Sign(NamedTuple):
    """A sign, or its label, with its meaning."""

    mark: str | Promise
    says: Promise


SIGNS: Final[dict[str, Sign]] = {
    "turn": Sign("►", _("The game is waiting for this player.")),
    "count": Sign(_("Number beside a name"), _("The number of cards this player holds.")),
    "wind": Sign(_("Seat"), _("Where this player sits at the table.")),
    "khaps": Sign(
        _("Khạp"),
        _(
            "The number of khạp this player holds. A khạp is three identical cards that stay in "
            "the hand."
        ),
    ),
    "bot": Sign(
        "⚙",
        _(
            "A bot (a computer player) plays at this seat. A person can take its place between deals."
        ),
    ),
    "program": Sign("▣", _("A member's own computer program plays here by itself.")),
    "guest": Sign("◇", _("This player is a guest, without an account.")),
    "meld": Sign(_("Set"), _("Cards that belong together and score points.")),
    "won": Sign(_("Won"), _("This player won the deal.")),
    "penalty": Sign(
        _("Penalty"), _("This player discarded the winning card and pays the penalty.")
    ),
    "gone": Sign(_("Gone"), _("This player has left, so the careful bot plays.")),
    "away": Sign(_("Not here"), _("This player doesn't have the table open right now.")),
    "ready": Sign(_("Ready"), _("This player is ready for the next deal.")),
    "said": Sign(_("Phrase"), _("The ready-made phrase that this player has just used.")),
    "clock": Sign(_("Clock"), _("The time left for this move.")),
    "bank": Sign(_("extra"), _("This player's extra time, used when the time for the move is up.")),
    "paused": Sign(_("Paused"), _("The game is paused and the clocks are stopped.")),
    "active": Sign(
        _("Card in the middle"), _("The card that was discarded or drawn last; it may be taken.")
    ),
    "stock": Sign(_("Number in the stock"), _("How many cards are left to draw.")),
    "pot": Sign(
        _("Pot"),
        _(
            "Every seat pays into the pot before a deal. A winner with a quan takes it all; under some rules a khui is "
            "enough."
        ),
    ),
    "dead": Sign(
        _("Dead cards"), _("Dead cards: nobody can take them any more. The oldest comes first.")
    ),
    "safe": Sign("✓", _("You can discard this card without a penalty.")),
    "risk": Sign(
        "!",
        _(
            "Risky to discard: if another player wins with it, you may have to pay for everyone. "
            "This doesn't apply with two players or to the first discard."
        ),
    ),
    "trash": Sign(
        _("Dashed line"), _("These cards in your hand belong to no set. They are trash (rác).")
    ),
    "khap": Sign(_("Double line"), _("These three identical cards in your hand are a khạp.")),
    "set": Sign(_("Single line"), _("These cards in your hand belong together.")),
    "section": Sign(
        "§", _("The number after § is the section of the rulebook with the full rule.")
    ),
}
"""By the name in `data-sign`. Three are lines below the hand, where a tap selects a card; § opens its rule."""
