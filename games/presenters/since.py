"""What happened since the viewer's last move, in a line on the felt; forced moves say why, where they happen.

Made of the same seen events as the history: nothing that `sight` does not let through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine import events as ev
from games.engine.sets import CardSet, SetKind
from games.presenters import sentences
from games.presenters.cards import card_name, set_words
from games.queries.seen import SeenDeal

MOST = 3
"""So many happenings are told; the history holds the others."""

_TOLD = (
    ev.DealStarted,
    ev.CardDiscarded,
    ev.CardDrawn,
    ev.CardMelded,
    ev.TripleCompleted,
    ev.TurnPassed,
    ev.KingDied,
    ev.ClaimAnswered,
    ev.WindowHeld,
)
"""What is told. How the deal ended stands above it, with the payout."""
_OWN_MOVES = (ev.CardDiscarded, ev.CardDrawn, ev.TurnPassed, ev.KingDied, ev.ClaimAnswered)


def since_of(shown: SeenDeal | None) -> tuple[str, ...]:
    """Sentences of what happened since the viewer's last move, or of that move itself; the last one is the newest."""
    if shown is None:
        return ()
    told: list[ev.Event] = []
    most = MOST if shown.view.ending is None else 1  # what the deal ended with
    for row in reversed(shown.events):
        event = row.event
        if not isinstance(event, _TOLD):
            continue
        own = _is_own_move(event, shown.view.viewer)
        if not (own and told):
            told.append(event)
        if own or len(told) == most:
            break
    return tuple(_words(event, shown) for event in reversed(told))


def _is_own_move(event: ev.Event, viewer: int | None) -> bool:
    if isinstance(event, ev.CardMelded):
        return event.seat == viewer and not event.forced
    return isinstance(event, _OWN_MOVES) and event.seat == viewer


def _words(event: ev.Event, shown: SeenDeal) -> str:
    viewer, names = shown.view.viewer, shown.names
    if isinstance(event, ev.CardDiscarded):
        # What the discard was worth is the history's to say.
        event = replace(event, verdict=None)
    if isinstance(event, ev.CardMelded):
        if event.forced:
            return _forced(event, names, viewer)
        if event.seat == viewer:
            made = CardSet(event.kind, tuple(sorted((event.active, *event.cards))))
            return _("You melded. %(set)s.") % {"set": set_words(made)}
    if getattr(event, "seat", None) == viewer:
        match event:
            case ev.CardDiscarded():
                return _("You discarded the %(card)s.") % {"card": card_name(event.card)}
            case ev.CardDrawn():
                return _("You drew the %(card)s.") % {"card": card_name(event.card)}
            case ev.TurnPassed():
                return _("You passed.")
    return sentences.event_words(event, names)


def _forced(event: ev.CardMelded, names: Sequence[str], viewer: int | None) -> str:
    """A meld that happened by itself: whose cards took the card, and by which rule."""
    if event.seat == viewer:
        return {
            SetKind.KHUI: _("Your khạp took this card (§6.2)."),
            SetKind.TRIPLE: _("Your pair took this card (§6.3)."),
        }.get(event.kind, _("This card completed your hand (§6.1)."))
    who = {"who": names[event.seat]}
    return {
        SetKind.KHUI: _("%(who)s: the khạp took it (§6.2).") % who,
        SetKind.TRIPLE: _("%(who)s: the pair took it (§6.3).") % who,
    }.get(event.kind, _("%(who)s: it completed the hand (§6.1).") % who)
