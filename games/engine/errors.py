"""The exceptions of the engine, and the table of its refusals.

Every refusal of the program is a row in a table like this one: here, in `games.errors` or
`tournaments.engine.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Refusal:
    """The row of `REFUSALS` for one code: what people and programs are told when a request is refused."""

    sentence: str
    """In English; `manage.py makemessages` finds it here for the translators."""
    status: int = 422
    """The HTTP status."""
    section: str = ""
    """The section of the rulebook that says so."""
    field: str = ""
    """The form's field at which the sentence stands; a form without it shows the sentence on top."""


REFUSALS: Final[dict[str, Refusal]] = {
    "deal.not-started": Refusal(
        "The cards haven't been dealt yet. Wait for the deal to begin.", 409, "§1.4"
    ),
    "deal.already-started": Refusal(
        "The cards are already dealt. Open the table to see your hand.", 409, "§1.4"
    ),
    "deal.over": Refusal("This deal is over. Open the replay to see how it ended.", 409, "§7.4"),
    "deal.not-over": Refusal(
        "This deal is still being played. Wait until it is over.", 409, "§8.1"
    ),
    "deal.deck": Refusal(
        "The deck must be the 112 cards of the game. Check which cards were sent.", section="§1.1"
    ),
    "deal.seats": Refusal(
        "You can't play by these rules with that number of players. Choose a different "
        "number of seats, or other rules.",
        section="§1.2",
    ),
    "seat.unknown": Refusal("This table has no such seat. Choose one of its seats.", 404, "§1.2"),
    "turn.not-yours": Refusal(
        "It is not your turn. Wait until the others have played.", 409, "§1.3"
    ),
    "turn.must-discard": Refusal(
        "You hold one card too many: choose a card to discard.", section="§5.3"
    ),
    "turn.claims-first": Refusal(
        "Other players may still take this card. Wait a moment.", 409, "§6.10"
    ),
    "discard.not-now": Refusal(
        "You can't discard now. Take the active card, draw another one, or pass.", section="§6.4"
    ),
    "discard.not-in-hand": Refusal(
        "That card is not in your hand. Choose a card that you still hold.", section="§3.1"
    ),
    "discard.king": Refusal("Kings can't be discarded. Choose another card.", section="§4.3"),
    "discard.khap": Refusal(
        "The three cards of a khạp stay together. Choose another card.", section="§3.4"
    ),
    "discard.not-trash": Refusal(
        "Your hand needs that card for a set. Discard one of your trash cards instead.",
        section="§4.1",
    ),
    "meld.not-now": Refusal(
        "There is no card to take right now. Wait for the next one.", section="§5.1"
    ),
    "meld.not-in-hand": Refusal(
        "Some of these cards are not in your hand. Choose only cards that you hold.", section="§3.1"
    ),
    "meld.not-a-set": Refusal(
        "These cards don't make a set with the active card. Choose other cards.", section="§2"
    ),
    "meld.khap": Refusal(
        "The three cards of a khạp stay together. Take the fourth card with all three of "
        "them, or leave it.",
        section="§3.4",
    ),
    "meld.raises-trash": Refusal(
        "That set would leave you with more trash than before. Choose another set, or don't take the card.",
        section="§5.2",
    ),
    "meld.least-trash": Refusal(
        "Under these rules you have to choose the set that leaves you the least trash. "
        "Choose that set.",
        section="§13.11",
    ),
    "meld.king-triple": Refusal(
        "The active card can't make a triple of kings. Choose another set.", section="§5.4"
    ),
    "meld.declined": Refusal(
        "You can claim a kong or a triple only when it is offered. Choose another set.",
        section="§6.7",
    ),
    "meld.king-alone": Refusal(
        "You can take a drawn king by itself or with the guard and minister of its colour. Choose one of the two.",
        section="§6.8",
    ),
    "meld.waived": Refusal(
        "You chose not to take this card with your pair, so you can't make a triple with it. Choose another set.",
        section="§13.6",
    ),
    "waiver.not-here": Refusal(
        "Under these rules a pair always has to take its card, so you can't let pairs go. "
        "Just play on.",
        section="§13.6",
    ),
    "waiver.discarding": Refusal(
        "You hold one card too many. Discard first, then choose whether to let pairs go.",
        409,
        "§13.6",
    ),
    "waiver.not-waiting": Refusal(
        "You can let pairs go only while you wait to win. Wait until you have no trash, one "
        "trash card, or two trash cards that need one more for a set.",
        409,
        "§13.6",
    ),
    "hit.own-draw": Refusal("You drew this card yourself. Take it, or pass.", section="§6.4"),
    "pass.not-now": Refusal(
        "You can't pass now. Choose one of the buttons that are shown.", section="§6.4"
    ),
    "pass.kept-king": Refusal(
        "You drew a king, so you have to keep it. Take it by itself or in a set.", section="§13.7"
    ),
    "pass.first-chance": Refusal(
        "You didn't draw this card. Take it, or draw another one.", section="§6.4"
    ),
    "claim.not-offered": Refusal(
        "You can't claim this card that way. Choose one of the buttons that are shown.",
        section="§6.6",
    ),
    "claim.answered": Refusal(
        "You have already answered. Wait for the other players.", 409, "§6.10"
    ),
    "seed.too-late": Refusal(
        "The cards are already dealt. Send your seed before the next deal.", 409, "§1.5"
    ),
    "seed.given": Refusal(
        "You have already sent your seed for this deal. Wait for the cards.", 409, "§1.5"
    ),
    "seed.too-early": Refusal(
        "Seeds can be shown only when every player has committed to one. Wait for the others.",
        409,
        "§1.5",
    ),
    "seed.bound": Refusal(
        "You have already committed to a seed for this deal. Wait for the other players.",
        409,
        "§1.5",
    ),
    "seed.not-bound": Refusal(
        "In this deal nobody commits to a seed first. Send the seed itself.", 409, "§1.5"
    ),
    "seed.mismatch": Refusal(
        "This is not the seed that you committed to. Send the one you chose first.", section="§1.5"
    ),
    "seed.missing": Refusal(
        "Some players haven't shown their seed yet. Wait for them.", 409, "§1.5"
    ),
    "seed.commitment": Refusal(
        "Send the SHA-256 of your seed as the commitment: 64 hexadecimal digits.", section="§1.5"
    ),
    "seed.malformed": Refusal(
        "Write the seed with 1 to 64 letters, digits, hyphens or underscores.", section="§1.5"
    ),
    "dispute.no-penalty-rule": Refusal(
        "These rules have no penalty, so no discard can be disputed. For anything else call the referee.",
        section="§9.6",
    ),
    "dispute.completed-nothing": Refusal(
        "That discard didn't complete the winner's hand, so it carries no penalty. Choose the discard that did.",
        section="§10.7",
    ),
    "dispute.exempt": Refusal(
        "That discard never carries a penalty, so there is nothing to decide.", section="§10.5"
    ),
    "dispute.filed": Refusal(
        "This discard is already disputed. Wait for the referee.", 409, "§10.7"
    ),
    "dispute.not-accused": Refusal(
        "Only the player who made the disputed discard can answer. If you agree with the dispute, join it.",
        403,
        "§10.7",
    ),
    "dispute.answered": Refusal(
        "You have already told the referee your side, and you can do that only once. Wait "
        "for the referee to decide.",
        409,
        "§10.7",
    ),
    "dispute.unknown": Refusal(
        "This deal has no such dispute. Open the deal again to see its disputes.", 404, "§10.7"
    ),
    "ruling.given": Refusal(
        "This dispute already has a ruling. Withdraw that ruling first.", 409, "§10.8"
    ),
    "ruling.proposed": Refusal(
        "A proposed ruling is waiting for a second signature. Sign it, or refuse it and say why.",
        409,
        "§10.8",
    ),
    "ruling.not-proposed": Refusal(
        "There is nothing left to sign in this dispute. Reload the page to see what was decided.",
        409,
        "§10.8",
    ),
    "ruling.own-signature": Refusal(
        "You proposed this ruling yourself. Ask another referee to sign it.", 403, "§10.8"
    ),
    "dispute.ruled": Refusal(
        "This dispute already has a ruling. If you played in the deal, you can appeal it.",
        409,
        "§10.8",
    ),
    "ruling.appealed": Refusal(
        "This ruling has already been appealed. Wait for that decision, which is final.",
        409,
        "§10.8",
    ),
    "ruling.no-appeal": Refusal(
        "There is no ruling to appeal yet. Wait for the referee.", 409, "§10.8"
    ),
    "ruling.final": Refusal("This decision is final and can't be changed any more.", 409, "§10.8"),
    "ruling.none": Refusal(
        "There is no ruling to withdraw. Reload the page to see what was decided.", 409, "§10.8"
    ),
}
"""By code. Codes are final; sentences may be improved."""


class IllegalMove(Exception):
    """Raised for a request that the rules refuse; nothing has changed.

    `code` and `section` name the rule, `str()` explains it.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.section, self.sentence = REFUSALS[code].section, REFUSALS[code].sentence
        super().__init__(f"{self.sentence} ({self.section})")


class BadNotation(ValueError):
    """Raised for a text or record that cannot be read; the message names the place and the reason."""


class Fault(Exception):
    """Raised for something in a record that breaks the rules; the message says what."""
