"""What the engine refuses, and the row in which every refusal of the program stands.

A refusal is one row of its subject's table: here, in `games.errors` and in `tournaments.engine.errors`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Refusal:
    """What people and programs are told where a wish with this code is refused."""

    sentence: str
    """In English; `manage.py makemessages` finds it here for the translators."""
    status: int = 422
    """The HTTP status."""
    section: str = ""
    """The section of the rulebook that says so."""
    field: str = ""
    """The form's field at which the sentence stands; a form without it shows the sentence on top."""


REFUSALS: Final[dict[str, Refusal]] = {
    "deal.not-started": Refusal("The cards are not dealt yet.", 409, "§1.4"),
    "deal.already-started": Refusal("The cards are already dealt.", 409, "§1.4"),
    "deal.over": Refusal("This deal is over. Open the replay to see how it ended.", 409, "§7.4"),
    "deal.not-over": Refusal("This deal is still being played. Wait for its end.", 409, "§8.1"),
    "deal.deck": Refusal("The deck is not the 112 cards of the game.", section="§1.1"),
    "deal.seats": Refusal("These rules are not played with that many seats.", section="§1.2"),
    "seat.unknown": Refusal("There is no such seat at this table.", 404, "§1.2"),
    "turn.not-yours": Refusal(
        "It is not your turn. Wait until the others have played.", 409, "§1.3"
    ),
    "turn.must-discard": Refusal(
        "You hold one card too many: choose a card to discard.", section="§5.3"
    ),
    "turn.claims-first": Refusal(
        "The claims on this card are still being answered. Wait a moment.", 409, "§6.10"
    ),
    "discard.not-now": Refusal(
        "You cannot discard now: meld the active card, hit or pass.", section="§6.4"
    ),
    "discard.not-in-hand": Refusal(
        "You do not hold that card in your private block.", section="§3.1"
    ),
    "discard.king": Refusal("A king is never discarded. Choose another card.", section="§4.3"),
    "discard.khap": Refusal("That card is locked in a khap. Choose another card.", section="§3.4"),
    "discard.not-trash": Refusal(
        "Only trash may be discarded, and that card is needed in a set.", section="§4.1"
    ),
    "meld.not-now": Refusal("There is no active card for you to meld now.", section="§5.1"),
    "meld.not-in-hand": Refusal(
        "You do not hold all of these cards in your private block.", section="§3.1"
    ),
    "meld.not-a-set": Refusal("These cards and the active card do not make a set.", section="§2"),
    "meld.khap": Refusal(
        "A khap is locked: all three of its cards take the fourth, or none does.", section="§3.4"
    ),
    "meld.raises-trash": Refusal(
        "That meld would leave you with more trash than before.", section="§5.2"
    ),
    "meld.least-trash": Refusal(
        "These rules only allow the meld that leaves you the least trash. Choose that one.",
        section="§13.11",
    ),
    "meld.king-triple": Refusal(
        "No triple of kings may be made with the active card.", section="§5.4"
    ),
    "meld.declined": Refusal(
        "A kong or a triple can only be claimed when it is offered.", section="§6.7"
    ),
    "meld.king-alone": Refusal(
        "A drawn king is taken alone or with its guard and minister.", section="§6.8"
    ),
    "meld.waived": Refusal(
        "You let this pair go, so you can't make a triple with this card.", section="§13.6"
    ),
    "waiver.not-here": Refusal("These rules don't allow letting pairs go.", section="§13.6"),
    "waiver.discarding": Refusal(
        "You hold one card too many: discard first, then say whether you let pairs go.",
        409,
        "§13.6",
    ),
    "waiver.not-waiting": Refusal(
        "You may let pairs go only while you wait to win: with no trash, one trash card, or two that need "
        "a third.",
        409,
        "§13.6",
    ),
    "hit.own-draw": Refusal("You drew this card yourself: meld it or pass.", section="§6.4"),
    "pass.not-now": Refusal("You cannot pass now.", section="§6.4"),
    "pass.kept-king": Refusal(
        "You drew a king, so you have to keep it: meld it, alone or in a set.", section="§13.7"
    ),
    "pass.first-chance": Refusal("You did not draw this card: meld it or hit.", section="§6.4"),
    "claim.not-offered": Refusal("That claim is not offered to you on this card.", section="§6.6"),
    "claim.answered": Refusal("You have already answered. Wait for the other seats.", 409, "§6.10"),
    "seed.too-late": Refusal(
        "The cards are already dealt: a seed is given before the deal.", 409, "§1.5"
    ),
    "seed.given": Refusal("You have already given your seed for this deal.", 409, "§1.5"),
    "seed.too-early": Refusal(
        "Seeds are opened once every seat is bound to its own. Wait for the others.", 409, "§1.5"
    ),
    "seed.bound": Refusal("You are already bound to your seed for this deal.", 409, "§1.5"),
    "seed.not-bound": Refusal(
        "In this deal seeds are given in one step, so nobody is bound to one first.", 409, "§1.5"
    ),
    "seed.mismatch": Refusal(
        "That is not the seed that you are bound to. Open the one you chose first.", section="§1.5"
    ),
    "seed.missing": Refusal("Not every seat has opened its seed yet.", 409, "§1.5"),
    "seed.commitment": Refusal(
        "A commitment is the SHA-256 of your seed: 64 hexadecimal digits.", section="§1.5"
    ),
    "seed.malformed": Refusal(
        "A seed is 1 to 64 letters, digits, hyphens or underscores.", section="§1.5"
    ),
    "dispute.no-penalty-rule": Refusal(
        "These rules have no penalty, so no discard can be disputed.", section="§9.6"
    ),
    "dispute.completed-nothing": Refusal(
        "That discard did not complete the winner's hand, so no penalty hangs on it.",
        section="§10.7",
    ),
    "dispute.exempt": Refusal(
        "That discard is exempt from the penalty, so there is nothing to rule.", section="§10.5"
    ),
    "dispute.filed": Refusal(
        "This discard is already disputed. Wait for the referee.", 409, "§10.7"
    ),
    "dispute.not-accused": Refusal(
        "Only the seat that let the disputed card go answers the dispute. Any other seat may join it.",
        403,
        "§10.7",
    ),
    "dispute.answered": Refusal(
        "You have said your words about this discard already, and that is done once. The referee reads them.",
        409,
        "§10.7",
    ),
    "dispute.unknown": Refusal("There is no such dispute in this deal.", 404, "§10.7"),
    "ruling.given": Refusal(
        "This dispute is already ruled. Withdraw that ruling first.", 409, "§10.8"
    ),
    "ruling.proposed": Refusal(
        "A ruling is proposed here and waits for a second signature. Sign it or say why not, then go on.",
        409,
        "§10.8",
    ),
    "ruling.not-proposed": Refusal(
        "Nothing waits for a signature in this dispute. Look at it again.", 409, "§10.8"
    ),
    "ruling.own-signature": Refusal(
        "You proposed this ruling, so another referee must sign it.", 403, "§10.8"
    ),
    "dispute.ruled": Refusal(
        "This dispute is ruled. Who sat in the deal may appeal the ruling instead.", 409, "§10.8"
    ),
    "ruling.appealed": Refusal(
        "This ruling is appealed already. There is one appeal, and its decision is final.",
        409,
        "§10.8",
    ),
    "ruling.no-appeal": Refusal(
        "There is no ruling to appeal. Wait for the referee.", 409, "§10.8"
    ),
    "ruling.final": Refusal(
        "This was decided on appeal or its time is over: it is final and stays.", 409, "§10.8"
    ),
    "ruling.none": Refusal("There is no ruling to withdraw.", 409, "§10.8"),
}
"""By code. Codes are final; sentences may be improved."""


class IllegalMove(Exception):
    """A wish that the rules refuse; nothing has changed. `code` and `section` name the rule, `str()` explains it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.section, self.sentence = REFUSALS[code].section, REFUSALS[code].sentence
        super().__init__(f"{self.sentence} ({self.section})")


class BadNotation(ValueError):
    """Text or a record that does not say what it should; the message names the place and the reason."""


class Fault(Exception):
    """Something in a record that the rules do not bear out; the message says what."""
