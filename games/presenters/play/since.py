"""What happened since the viewer's last move, in a line on the felt; forced moves say why, where they happen.

Made of the same seen events as the history: nothing that `sight` does not let through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine import events as ev
from games.engine.sets import CardSet, SetKind
from games.presenters import sentences
from games.presenters.cards import card_name, set_words
from games.queries.play.seen import SeenDeal

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


class Since(NamedTuple):
    """What happened since the viewer's last move, or that move itself."""

    told: tuple[str, ...] = ()
    """A sentence each; the last one is the newest."""
    more: int = 0
    """So many came before, which are not told; of a spectator's none, who has made no move."""


def since_of(shown: SeenDeal | None) -> Since:
    """What the felt says of the moves that its viewer may have missed."""
    if shown is None:
        return Since()
    told: list[ev.Event] = []
    more, viewer = 0, shown.view.viewer
    # What the deal ended with, or the card that may be claimed: with the words of a window more would not fit (§6.10).
    most = 1 if shown.view.ending is not None or shown.window else MOST
    for row in reversed(shown.events):
        event = row.event
        if not isinstance(event, _TOLD):
            continue
        own = _is_own_move(event, viewer)
        if own and told:
            break
        if len(told) == most:
            more += 1
        else:
            told.append(event)
        if own or (len(told) == most and (most == 1 or viewer is None)):
            break
    return Since(tuple(to_viewer(event, shown) for event in reversed(told)), more)


def _is_own_move(event: ev.Event, viewer: int | None) -> bool:
    if isinstance(event, ev.CardMelded):
        return event.seat == viewer and not event.forced
    return isinstance(event, _OWN_MOVES) and event.seat == viewer


def to_viewer(event: ev.Event, shown: SeenDeal) -> str:
    """What happened as a sentence that says "you" of the viewer's own moves."""
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
            case ev.KingDied():
                return _("You declined the king, which is dead (§6.8).")
            case ev.ClaimAnswered(kind=kind) if kind is not None:
                return _("You claimed: %(claim)s.") % {"claim": sentences.claim_name(kind)}
            case ev.ClaimAnswered():
                return _("You declined.")
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
