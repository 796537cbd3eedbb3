"""Builds the screen at the end of a deal: what the viewer won or lost, the winner's hand, and what was missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.joints import listed
from games.engine.cards import CARDS
from games.engine.hands.hand import Block, can_win, grouping
from games.engine.hands.rare import Rarity, rarities_of
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, points_of
from games.presenters.amounts import signed
from games.presenters.cards import cards_words
from games.queries.play.seen import SeenDeal


class CountedSet(NamedTuple):
    """A set of the winner's hand, and the points of all sets up to this one."""

    made: CardSet
    so_far: int


class EndingMoment(NamedTuple):
    """What the screen at the end of a deal shows first."""

    won: bool
    """Whether the viewer's seat won."""
    words: str
    """What the viewer's seat wins or pays in all, large; empty for readers without a seat and where nobody has won."""
    missing: str
    """What the viewer's own hand lacked, from its own cards alone; empty where it won or there is no winner."""
    stake: str
    """That points change nothing under a fixed stake (§13.2); empty elsewhere."""
    counted: tuple[CountedSet, ...]
    """The winner's sets in the order they are counted."""
    rare: str
    """What is rare about the winner's hand; empty for most."""


def moment_of(shown: SeenDeal | None) -> EndingMoment | None:
    """Return the screen at the end of a deal; None before the end, and for a deal that was called off."""
    ending = None if shown is None else shown.view.ending
    if shown is None or ending is None or ending.cancelled:
        return None
    view, result = shown.view, ending.result
    mine, won = view.viewer, result.winner is not None and result.winner == view.viewer
    words = missing = ""
    if mine is not None and result.winner is not None:
        net = {"points": signed(result.net[mine])}
        words = (_("You won! %(points)s") if won else _("Not this time: %(points)s")) % net
        if not won and view.open_blocks:
            missing = missing_words(view.rules, view.open_blocks[mine])
    flat = result.winner is not None and view.rules.payment == "flat"
    return EndingMoment(
        won,
        words,
        missing,
        _("The stake here is fixed: the points of the hand don't change it.") if flat else "",
        tuple(_counted(view.rules, result.sets)),
        rare_words(result.sets, dealt=ending.taken is None),
    )


def missing_words(rules: RuleSet, block: Block) -> str:
    """Return which cards would have completed a hand that did not win.

    If no card would have, return which of its cards are in no set.
    """
    completing = [card for card in CARDS if can_win(block, card)]
    if completing:
        return ngettext(
            "So close! One card would have won it for you: %(cards)s.",
            "So close! Any of these cards would have won it for you: %(cards)s.",
            len(completing),
        ) % {"cards": cards_words(completing)}
    loose = grouping(rules, block).trash
    return ngettext(
        "Only %(number)d card in your hand didn't belong to a set: %(cards)s.",
        "Only %(number)d cards in your hand didn't belong to a set: %(cards)s.",
        len(loose),
    ) % {"number": len(loose), "cards": cards_words(loose)}


def rare_words(sets: Sequence[CardSet], *, dealt: bool) -> str:
    """Return in words what is rare about a winning hand with these sets; usually empty."""
    found = rarity_words(rarities_of(sets, dealt=dealt))
    return _("A rare hand: %(what)s.") % {"what": found} if found else ""


def rarity_words(rarities: Sequence[Rarity]) -> str:
    """Return these rarities of a hand as a list in words."""
    words = {
        Rarity.DEALT: _("won with the cards as dealt"),
        Rarity.ONE_COLOUR: _("every set of one colour"),
        Rarity.QUAN: _("a quan"),
        Rarity.KHUI: _("a khui"),
    }
    return listed(words[rarity] for rarity in rarities)


def _counted(rules: RuleSet, sets: tuple[CardSet, ...]) -> Iterator[CountedSet]:
    so_far = accumulate(points_of(made, rules) for made in sets)
    return map(CountedSet, sets, so_far)
