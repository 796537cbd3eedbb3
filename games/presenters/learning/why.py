"""Explains why a seat cannot do something: for each button that is not legal now, and each refused meld.

The reasons come from the viewer's own view alone, and name the section of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from games.engine.cards import Card, is_king
from games.engine.hands.families import FAMILY, MEMBERS
from games.engine.hands.hand import Block, count, trash, two_card_wait, without
from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.sets import SetKind, kind_of
from games.engine.sight import SeatView
from games.engine.state import Phase
from games.engine.taking import melds, why_no_meld
from games.errors import Refused
from games.presenters.cards import card_name, cards_words, set_name
from games.queries.play.seen import SeenDeal

ACTIONS = ("hit", "meld", "pass", "discard")
"""The buttons that are always there, by their values."""

_KINDS = {"hit": Hit, "meld": Meld, "pass": Pass, "discard": Discard}


def why_not(shown: SeenDeal | None) -> dict[str, str]:
    """Return, for each of `ACTIONS` that is not legal now, the reason as a sentence with its section."""
    if shown is None:
        return dict.fromkeys(ACTIONS, Refused("deal.not-started").sentence)
    if shown.paused:
        return dict.fromkeys(ACTIONS, Refused("deal.paused").sentence)
    legal = {type(move) for move in shown.moves}
    return {name: _why(shown, name) for name in ACTIONS if _KINDS[name] not in legal}


def why_no_set(view: SeatView, cards: Sequence[Card], code: str) -> str:
    """Return details of why these cards cannot be melded, in addition to the refusal's sentence; often empty."""
    if view.active is None:
        return ""
    active, held = view.active.card, tuple(sorted(cards))
    if code == "meld.not-a-set" and held:
        return _("Selected: %(cards)s; the active card: %(active)s.") % {
            "cards": cards_words(held),
            "active": card_name(active),
        }
    if code == "meld.khap":
        locked = [card for card in dict.fromkeys(held) if count(view.block, card) == 3]
        return _("Your khạp: %(cards)s.") % {"cards": cards_words(locked)}
    if code == "meld.raises-trash":
        kind = kind_of((active, *held), exposed=True)
        assert kind is not None
        return _("%(set)s: your trash would grow from %(before)d to %(after)d.") % {
            "set": set_name(kind),
            "before": trash(view.block),
            "after": trash(without(view.block, held)),
        }
    return ""


def _why(shown: SeenDeal, name: str) -> str:
    """Return why this action is not legal now."""
    view = shown.view
    if view.phase is Phase.OVER:
        return Refused("deal.over").sentence
    if view.phase is Phase.CLAIMS:
        return _why_under_claims(shown)
    if view.turn != view.viewer:
        return _why_out_of_turn(shown, name)
    if view.phase is Phase.DISCARD:
        return Refused("turn.must-discard").sentence
    if name == "discard":
        return Refused("discard.not-now").sentence
    if name in ("hit", "pass") and must_take_king(view):
        return Refused("pass.kept-king").sentence
    if name == "hit":
        return Refused("hit.own-draw").sentence
    if name == "pass":
        return Refused("pass.first-chance" if view.active is not None else "pass.not-now").sentence
    return _why_nothing_melds(view)


def must_take_king(view: SeatView) -> bool:
    """Return whether the viewer has drawn a king that it has to take (§13.7)."""
    active = view.active
    return (
        view.rules.drawn_king == "kept"
        and view.phase is Phase.TURN
        and view.turn == view.viewer
        and active is not None
        and active.drawn
        and is_king(active.card)
    )


def _why_under_claims(shown: SeenDeal) -> str:
    if any(isinstance(move, Claim) for move in shown.moves):
        return _("Claim the card first, or decline it. (§6.6)")
    offer = shown.view.offer
    answered = offer is not None and offer.answer is not None
    return Refused("claim.answered" if answered else "turn.claims-first").sentence


def _why_out_of_turn(shown: SeenDeal, name: str) -> str:
    view = shown.view
    waits = _("It is %(who)s’s turn. (§1.3)") % {"who": shown.names[view.turn]}
    pair = _why_the_pair_did_not_take(view) if name == "meld" else ""
    return f"{pair} {waits}" if pair else waits


def _why_the_pair_did_not_take(view: SeatView) -> str:
    """Return why the seat's own pair did not take the active card out of turn (§6.3); empty if it has none."""
    active = view.active
    if active is None or count(view.block, active.card) != 2 or view.rules.pair_claim != "forced":
        return ""
    if view.waived == view.viewer:
        return Refused("meld.waived").sentence
    card, block = active.card, view.block
    if active.seat == view.viewer:
        return _("You discarded this card yourself, so your pair does not take it. (§6.3)")
    if is_king(card):
        return _("A pair of kings never takes a king out of turn. (§6.3 a)")
    if not any(meld.kind is SetKind.TRIPLE for meld in melds(view.rules, block, card)):
        return _(
            "Your pair does not take this card: the triple would leave %(after)d trash cards "
            "instead of %(before)d. (§6.3 b, §5.2)"
        ) % {"before": trash(block), "after": trash(without(block, (card, card)))}
    if not view.rules.pair_waived_when_waiting and two_card_wait(block):
        return _(
            "Your pair does not take this card: your last two trash cards wait for a third. (§6.3 c)"
        )
    return ""


def _why_nothing_melds(view: SeatView) -> str:
    """Return why no set of the seat's hand takes the active card: the rule that prevents it, if there is such a set."""
    if view.active is None:
        return Refused("meld.not-now").sentence
    card = view.active.card
    for cards in _sets_with(view.block, card):
        code = why_no_meld(view.rules, view.block, card, cards)
        return Refused(code, why_no_set(view, cards, code)).sentence
    return _("None of your cards make a set with this card. (§2)")


def _sets_with(block: Block, active: Card) -> Iterator[tuple[Card, ...]]:
    """Yield the hand's own cards for every set that it could make with the active card, ignoring other rules."""
    kinds = [card for card in MEMBERS[FAMILY[active]] if card != active and count(block, card)]
    for size in (2, 3):
        for others in combinations(kinds, size):
            if kind_of((active, *others), exposed=True) is not None:
                yield tuple(sorted(others))
    for copies in range(count(block, active), 0, -1):
        yield (active,) * copies
