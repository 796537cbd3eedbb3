"""Holds the lessons' texts, step by step: a title, a short paragraph, and the reply to a wrong answer."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext_noop


class StepWords(NamedTuple):
    """The texts of a step; `%(card)s` is the card that the step asks for, `%(active)s` the active card.

    Buttons are placeholders in quotation marks, with names from `games.common.labels.LABELS`.
    """

    title: str
    text: str
    hint: str = ""
    """Why another answer that the rules allow is not the one that is asked for."""


_POINTS = gettext_noop("Count again: every set of the winner counts, including those in hand.")

WORDS: Final[dict[str, StepWords]] = {
    "welcome": StepWords(
        gettext_noop("Your hand and its sets"),
        gettext_noop(
            "These are your 21 cards. There are 28 different cards (seven ranks in four colours), "
            "and four copies of each. You win when every card in your hand belongs to a set."
        ),
    ),
    "welcome-4sac": StepWords(
        gettext_noop("A game of choices"),
        gettext_noop(
            "These are your 21 cards. You win when every card in your hand belongs to a set. In "
            "4sac nothing is forced: you may leave any card that you could take."
        ),
    ),
    "khap": StepWords(
        gettext_noop("Three of a kind: khạp"),
        gettext_noop(
            "Three identical cards in your hand are a khạp, worth 3 points. A khạp is locked: "
            "its cards can't be used in another set. Select all three of yours: each is a "
            "%(card)s."
        ),
        gettext_noop("A khạp is three identical cards. Select all three."),
    ),
    "khap-4sac": StepWords(
        gettext_noop("Three of a kind: khạp"),
        gettext_noop(
            "Three identical cards in your hand are a khạp, worth 3 points. Nobody else knows "
            "that you have one. Select all three of yours: each is a %(card)s."
        ),
        gettext_noop("A khạp is three identical cards. Select all three."),
    ),
    "chow": StepWords(
        gettext_noop("Three ranks of one colour"),
        gettext_noop(
            "Rook, cannon and knight of one colour are a set, and so are king, guard and minister of "
            "one colour: each of these sets is worth 1 point. You hold one such set. Select it."
        ),
        gettext_noop("It's one rook, one cannon and one knight, all in the same colour."),
    ),
    "pawns": StepWords(
        gettext_noop("Pawns of different colours"),
        gettext_noop(
            "Only pawns can mix colours: three pawns of different colours are a set worth 1 point, "
            "and four are worth 2 points. Select your three pawns."
        ),
        gettext_noop("It's three pawns, each in a different colour."),
    ),
    "trash": StepWords(
        gettext_noop("The rest: trash"),
        gettext_noop(
            "Two identical cards are a pair, and a king is a set by itself. Cards that "
            "belong to no set are trash (rác). Select all of your trash."
        ),
        gettext_noop(
            "Select every card that belongs to no set, and no others. Kings are never trash."
        ),
    ),
    "discard": StepWords(
        gettext_noop("Discard one card"),
        gettext_noop(
            "You start, so you hold one more card than the others and discard first. You may "
            "only discard trash. Select the %(card)s and press “%(discard)s”."
        ),
        gettext_noop(
            "You may discard that card too. For this lesson, discard the other one: few cards "
            "can still make a set with it."
        ),
    ),
    "discard-4sac": StepWords(
        gettext_noop("Discard one card"),
        gettext_noop(
            "You start, so you hold one more card than the others and discard first. You may "
            "discard any card but a king; trash is best. Select the %(card)s and press "
            "“%(discard)s”."
        ),
        gettext_noop(
            "The rules allow that. For this lesson, discard the other one, which belongs to no set."
        ),
    ),
    "meld": StepWords(
        gettext_noop("Take a card: meld"),
        gettext_noop(
            "The %(active)s is in the middle: it is the active card, and it is your turn. "
            "Select two cards that make a set with it, and press “%(meld)s”."
        ),
        gettext_noop(
            "You could draw, but this card makes a set with two of your trash cards. Meld it."
        ),
    ),
    "after-meld": StepWords(
        gettext_noop("After a meld, a discard"),
        gettext_noop(
            "The set is on the table for all to see. You hold one card too many again: discard the "
            "%(card)s. Keep the white guard, because it may help your white king."
        ),
        gettext_noop(
            "Keep the white guard: a second one makes a pair, and a white minister makes a set with the king."
        ),
    ),
    "hit": StepWords(
        gettext_noop("Draw a card: hit"),
        gettext_noop(
            "One trash card is left: you are waiting (chờ tới). The %(active)s makes no set with "
            "your cards. Press “%(hit)s”: that card is then dead, and you draw a card from the stock "
            "for all to see."
        ),
        gettext_noop("This card makes no set with yours. Press “%(hit)s”."),
    ),
    "hit-4sac": StepWords(
        gettext_noop("Draw a card: hit"),
        gettext_noop(
            "Nobody took the %(active)s, and it makes no set with your cards. Press “%(hit)s”: that "
            "card is then dead, and you draw a card from the stock for all to see."
        ),
        gettext_noop("This card makes no set with yours. Press “%(hit)s”."),
    ),
    "pass": StepWords(
        gettext_noop("Leave it to the next player: pass"),
        gettext_noop(
            "You drew the %(active)s, and it does not help you. A drawn card never goes into your "
            "hand. Press “%(pass)s”: the next player may take the card or draw another one."
        ),
        gettext_noop("This card makes no set with yours. Press “%(pass)s”."),
    ),
    "points": StepWords(
        gettext_noop("You win"),
        gettext_noop(
            "Another player drew the white minister, and it completed your hand: you win "
            "immediately, whoever drew it. All of your sets count. How many points are they "
            "worth?"
        ),
        _POINTS,
    ),
    "points-4sac": StepWords(
        gettext_noop("You win"),
        gettext_noop(
            "All of your sets count: here an exposed triple counts 3 and the kong 6. How "
            "many points are they worth?"
        ),
        _POINTS,
    ),
    "payment": StepWords(
        gettext_noop("What the others pay"),
        gettext_noop(
            "Each of the others pays you 3 + points + 10. (With a quan or a khui, 3 + points "
            "would count twice.) You have 7 points. What does each one pay?"
        ),
        gettext_noop("Add 3, your 7 points, and 10."),
    ),
    "payment-4sac": StepWords(
        gettext_noop("What the others pay"),
        gettext_noop(
            "Each of the other three pays you 1 for each of your 15 points. How much do you "
            "get in all?"
        ),
        gettext_noop("Three players pay 15 each."),
    ),
    "quan": StepWords(
        gettext_noop("Four of a kind: quan"),
        gettext_noop(
            "Another deal. You were dealt all four yellow cannons: a quan worth 8 points, laid "
            "down right away. You also hold a khạp of green rooks."
        ),
    ),
    "khui": StepWords(
        gettext_noop("The fourth card: khui"),
        gettext_noop(
            "North drew the fourth green rook, and your khạp had to take it. That is a khui worth 6 "
            "points. Now discard the %(card)s: another one is already dead, so yours is unlikely to "
            "help you."
        ),
        gettext_noop(
            "You may discard that card, but it is more useful than the other one: more cards of its "
            "kind may still come."
        ),
    ),
    "pair": StepWords(
        gettext_noop("Your pair must take the card"),
        gettext_noop(
            "You have the same cards, but North drew a red minister. Your pair of red ministers "
            "had to take it: a triple, 1 point. A pair of kings never has to, nor any pair while "
            "your last two trash cards wait for a third."
        ),
    ),
    "worst": StepWords(
        gettext_noop("The worst card"),
        gettext_noop(
            "Always discard the worst card: the one your hand needs least. A green knight is "
            "already dead, so your green knight has fewer cards to wait for than your other "
            "trash. Discard it."
        ),
        gettext_noop(
            "You may discard that card, but it is not the worst one. If it completed another "
            "hand, you would pay for everyone (§10.5)."
        ),
    ),
    "one-short": StepWords(
        gettext_noop("Wait for one card"),
        gettext_noop(
            "The last deal. Your yellow rook and cannon wait for the yellow knight. Discard the "
            "%(card)s, and the yellow knight is the only card you need."
        ),
        gettext_noop(
            "Keep the yellow rook and cannon: together they wait for one card, the yellow knight."
        ),
    ),
    "penalty": StepWords(
        gettext_noop("The penalty: đền"),
        gettext_noop(
            "West melded a king, then discarded the yellow knight, which completed your "
            "hand. It was not West's worst card, so West pays 20 for each of the three "
            "losers. How much is that?"
        ),
        gettext_noop("Three losers at 20 each, and West pays for all of them."),
    ),
    "triple": StepWords(
        gettext_noop("Claim a triple"),
        gettext_noop(
            "North drew the %(active)s, and you hold two. You may claim it even though it isn't "
            "your turn. An exposed triple counts 3 points. Press “%(triple)s”."
        ),
        gettext_noop("You may decline, but here the triple costs you nothing. Claim it."),
    ),
    "after-triple": StepWords(
        gettext_noop("After a meld, a discard"),
        gettext_noop(
            "The triple is on the table. You hold one card too many again: discard the %(card)s."
        ),
        gettext_noop(
            "The rules allow that. For this lesson, discard the other one, which belongs to no set."
        ),
    ),
    "king": StepWords(
        gettext_noop("A king by itself"),
        gettext_noop(
            "You drew a king. A king is a set by itself, so you need no other card: press "
            "“%(meld)s”. A king that you don't take is dead: the next player can't take it."
        ),
        gettext_noop("A king gives you a point for free. Press “%(meld)s” with no card selected."),
    ),
    "after-king": StepWords(
        gettext_noop("Never discard a king"),
        gettext_noop("Discard after every meld, but never a king. Discard the %(card)s."),
        gettext_noop(
            "The rules allow that. For this lesson, discard the other one, which belongs to no set."
        ),
    ),
    "kong": StepWords(
        gettext_noop("Claim a kong"),
        gettext_noop(
            "East drew the fourth green cannon, and you hold the other three. All four together "
            "are a kong worth 6 points. Press “%(kong)s”."
        ),
        gettext_noop(
            "You may decline, but the kong is worth 6 points and your khạp only 3. Claim it."
        ),
    ),
    "after-kong": StepWords(
        gettext_noop("Two cards that wait"),
        gettext_noop(
            "Discard the %(card)s. Your yellow rook and cannon are left: with a yellow knight you win."
        ),
        gettext_noop(
            "The rules allow it, but keep the yellow rook and cannon, and all of your sets."
        ),
    ),
    "decline": StepWords(
        gettext_noop("Decline"),
        gettext_noop(
            "You could claim a triple of red guards. But then you would have to discard, and "
            "that would break up your yellow rook and cannon. Press “%(decline)s”."
        ),
        gettext_noop(
            "After that triple you would have to break up the two cards that wait for the yellow knight."
        ),
    ),
    "win": StepWords(
        gettext_noop("Claim the win"),
        gettext_noop(
            "West drew the yellow knight. You may win with it whoever drew it; a win comes "
            "before every other claim. Press “%(win)s”."
        ),
        gettext_noop("You would give the win away. Press “%(win)s”."),
    ),
}
"""The words of each step by its key."""
