"""What the engine refuses, each refusal with a code, a section of the rulebook and a plain sentence."""

from __future__ import annotations


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation; the pages translate it, the engine knows no language."""
    return sentence


REFUSALS: dict[str, tuple[str, str]] = {
    "deal.not-started": ("§1.4", gettext_noop("The cards are not dealt yet.")),
    "deal.already-started": ("§1.4", gettext_noop("The cards are already dealt.")),
    "deal.over": ("§7.4", gettext_noop("This deal is over. Open the replay to see how it ended.")),
    "deal.not-over": ("§8.1", gettext_noop("This deal is still being played. Wait for its end.")),
    "deal.deck": ("§1.1", gettext_noop("The deck is not the 112 cards of the game.")),
    "deal.seats": ("§1.2", gettext_noop("These rules are not played with that many seats.")),
    "seat.unknown": ("§1.2", gettext_noop("There is no such seat at this table.")),
    "turn.not-yours": (
        "§1.3",
        gettext_noop("It is not your turn. Wait until the others have played."),
    ),
    "turn.must-discard": (
        "§5.3",
        gettext_noop("You hold one card too many: choose a card to discard."),
    ),
    "turn.claims-first": (
        "§6.10",
        gettext_noop("The claims on this card are still being answered. Wait a moment."),
    ),
    "discard.not-now": (
        "§6.4",
        gettext_noop("You cannot discard now: meld the active card, hit or pass."),
    ),
    "discard.not-in-hand": (
        "§3.1",
        gettext_noop("You do not hold that card in your private block."),
    ),
    "discard.king": ("§4.3", gettext_noop("A king is never discarded. Choose another card.")),
    "discard.khap": ("§3.4", gettext_noop("That card is locked in a khap. Choose another card.")),
    "discard.not-trash": (
        "§4.1",
        gettext_noop("Only trash may be discarded, and that card is needed in a set."),
    ),
    "meld.not-now": ("§5.1", gettext_noop("There is no active card for you to meld now.")),
    "meld.not-in-hand": (
        "§3.1",
        gettext_noop("You do not hold all of these cards in your private block."),
    ),
    "meld.not-a-set": ("§2", gettext_noop("These cards and the active card do not make a set.")),
    "meld.khap": (
        "§3.4",
        gettext_noop("A khap is locked: all three of its cards take the fourth, or none does."),
    ),
    "meld.raises-trash": (
        "§5.2",
        gettext_noop("That meld would leave you with more trash than before."),
    ),
    "meld.king-triple": (
        "§5.4",
        gettext_noop("No triple of kings may be made with the active card."),
    ),
    "meld.declined": (
        "§6.7",
        gettext_noop("A kong or a triple can only be claimed when it is offered."),
    ),
    "meld.king-alone": (
        "§6.8",
        gettext_noop("A drawn king is taken alone or with its guard and minister."),
    ),
    "hit.own-draw": ("§6.4", gettext_noop("You drew this card yourself: meld it or pass.")),
    "pass.not-now": ("§6.4", gettext_noop("You cannot pass now.")),
    "pass.first-chance": ("§6.4", gettext_noop("You did not draw this card: meld it or hit.")),
    "claim.not-offered": ("§6.6", gettext_noop("That claim is not offered to you on this card.")),
    "claim.answered": (
        "§6.10",
        gettext_noop("You have already answered. Wait for the other seats."),
    ),
    "seed.too-late": (
        "§1.5",
        gettext_noop("The cards are already dealt: a seed is given before the deal."),
    ),
    "seed.given": ("§1.5", gettext_noop("You have already given your seed for this deal.")),
    "seed.too-early": (
        "§1.5",
        gettext_noop("Seeds are opened once every seat is bound to its own. Wait for the others."),
    ),
    "seed.bound": ("§1.5", gettext_noop("You are already bound to your seed for this deal.")),
    "seed.not-bound": (
        "§1.5",
        gettext_noop("In this deal seeds are given in one step, so nobody is bound to one first."),
    ),
    "seed.mismatch": (
        "§1.5",
        gettext_noop("That is not the seed that you are bound to. Open the one you chose first."),
    ),
    "seed.missing": ("§1.5", gettext_noop("Not every seat has opened its seed yet.")),
    "seed.commitment": (
        "§1.5",
        gettext_noop("A commitment is the SHA-256 of your seed: 64 hexadecimal digits."),
    ),
    "seed.malformed": (
        "§1.5",
        gettext_noop("A seed is 1 to 64 letters, digits, hyphens or underscores."),
    ),
    "dispute.no-penalty-rule": (
        "§9.6",
        gettext_noop("These rules have no penalty, so no discard can be disputed."),
    ),
    "dispute.completed-nothing": (
        "§10.7",
        gettext_noop("That discard did not complete the winner's hand, so no penalty hangs on it."),
    ),
    "dispute.exempt": (
        "§10.5",
        gettext_noop("That discard is exempt from the penalty, so there is nothing to rule."),
    ),
    "dispute.filed": (
        "§10.7",
        gettext_noop("This discard is already disputed. Wait for the referee."),
    ),
    "dispute.not-accused": (
        "§10.7",
        gettext_noop(
            "Only the seat that let the disputed card go answers the dispute. Any other seat may join it."
        ),
    ),
    "dispute.answered": (
        "§10.7",
        gettext_noop(
            "You have said your words about this discard already, and that is done once. The referee reads them."
        ),
    ),
    "dispute.unknown": ("§10.7", gettext_noop("There is no such dispute in this deal.")),
    "ruling.given": (
        "§10.8",
        gettext_noop("This dispute is already ruled. Withdraw that ruling first."),
    ),
    "ruling.proposed": (
        "§10.8",
        gettext_noop(
            "A ruling is proposed here and waits for a second signature. Sign it or say why not, then go on."
        ),
    ),
    "ruling.not-proposed": (
        "§10.8",
        gettext_noop("Nothing waits for a signature in this dispute. Look at it again."),
    ),
    "ruling.own-signature": (
        "§10.8",
        gettext_noop("You proposed this ruling, so another referee must sign it."),
    ),
    "dispute.ruled": (
        "§10.8",
        gettext_noop("This dispute is ruled. Who sat in the deal may appeal the ruling instead."),
    ),
    "ruling.appealed": (
        "§10.8",
        gettext_noop(
            "This ruling is appealed already. There is one appeal, and its decision is final."
        ),
    ),
    "ruling.no-appeal": (
        "§10.8",
        gettext_noop("There is no ruling to appeal. Wait for the referee."),
    ),
    "ruling.final": (
        "§10.8",
        gettext_noop("This was decided on appeal or its time is over: it is final and stays."),
    ),
    "ruling.none": ("§10.8", gettext_noop("There is no ruling to withdraw.")),
}
"""Code → section and sentence. Codes are final; sentences may be improved."""


class IllegalMove(Exception):
    """A wish that the rules refuse; nothing has changed. `code` and `section` name the rule, `str()` explains it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.section, self.sentence = REFUSALS[code]
        super().__init__(f"{self.sentence} ({self.section})")


class BadNotation(ValueError):
    """Text or a record that does not say what it should; the message names the place and the reason."""


class Fault(Exception):
    """Something in a record that the rules do not bear out; the message says what."""
