"""What the felt shows of a deal's events: sentences since the viewer's last move, and steps as motion and sound.

Made of the same seen events as the history: nothing that `sight` does not let through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.sets import CardSet, SetKind
from games.presenters import sentences
from games.presenters.cards import card_name, set_words
from games.queries.play.seen import SeenDeal

MOST_TOLD: Final = 3
"""How many sentences are told; the history holds the others."""
MOST_STEPS: Final = 6
"""Steps that a page is told of: more than one look brings while the page is awake."""


class OnFelt(NamedTuple):
    """How a kind of event shows on the felt."""

    step: str = ""
    """The kind of its step, where it is one."""
    seat: str = "seat"
    """Where the event has its seat."""
    card: str = ""
    """Where it has the card that travels face up, if one does."""
    told: bool = True
    """Whether it has a sentence: how the deal ended stands above the felt, with the payout."""
    own: bool = False
    """Whether its seat moved by it."""


ON_FELT: Final[dict[type, OnFelt]] = {
    ev.DealStarted: OnFelt("deal", "starter"),
    ev.CardDiscarded: OnFelt("discard", card="card", own=True),
    ev.CardDrawn: OnFelt("draw", card="card", own=True),
    ev.CardMelded: OnFelt("meld", card="active", own=True),
    ev.TripleCompleted: OnFelt("meld", card="card"),
    ev.TurnPassed: OnFelt("pass", own=True),
    ev.KingDied: OnFelt("dead", own=True),
    ev.CardDied: OnFelt("dead", own=True),
    ev.ClaimAnswered: OnFelt(own=True),
    ev.WindowHeld: OnFelt(),
    ev.PairWaived: OnFelt("waived"),
    ev.DealWon: OnFelt("won", told=False),
    ev.DealExhausted: OnFelt("exhausted", "due", told=False),
    ev.DealStopped: OnFelt("exhausted", "due", told=False),
}
"""What shows on the felt. Claims are no steps: that somebody was asked is private (§6.10), and a claimed meld shows."""


class Since(NamedTuple):
    """What happened since the viewer's last move, or that move itself."""

    told: tuple[str, ...] = ()
    """A sentence each; the last one is the newest."""
    more: int = 0
    """So many came before, which are not told; of a spectator's none, who has made no move."""


def since_of(shown: SeenDeal | None) -> Since:
    """Return what the table says of the moves that its viewer may have missed."""
    if shown is None:
        return Since()
    told: list[ev.Event] = []
    more, viewer = 0, shown.view.viewer
    # What the deal ended with, or the card that may be claimed: with the words of a window more would not fit (§6.10).
    most = 1 if shown.view.ending is not None or shown.window else MOST_TOLD
    for row in reversed(shown.events):
        event = row.event
        shows = ON_FELT.get(type(event))
        if shows is None or not shows.told:
            continue
        own = shows.own and _is_move_of(event, viewer)
        if own and told:
            break
        if len(told) == most:
            more += 1
        else:
            told.append(event)
        if own or (len(told) == most and (most == 1 or viewer is None)):
            break
    return Since(tuple(to_viewer(event, shown) for event in reversed(told)), more)


def _is_move_of(event: ev.Event, viewer: int | None) -> bool:
    forced = isinstance(event, ev.CardMelded) and event.forced
    return not forced and getattr(event, "seat", None) == viewer


def to_viewer(event: ev.Event, shown: SeenDeal) -> str:
    """Return what happened as a sentence that says "you" of the viewer's own moves."""
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
            case ev.PairWaived():
                return _("You let your pair go (§13.6).")
            case ev.TurnPassed():
                return _("You passed.")
            case ev.CardDied():
                return _("You left the card, which is dead (§13.8).")
            case ev.KingDied():
                return _("You declined the king, which is dead (§6.8).")
            case ev.ClaimAnswered(kind=kind) if kind is not None:
                return _("You claimed: %(claim)s.") % {"claim": sentences.claim_name(kind)}
            case ev.ClaimAnswered():
                return _("You declined.")
    return sentences.event_words(event, names)


def _forced(event: ev.CardMelded, names: Sequence[str], viewer: int | None) -> str:
    """Return a forced meld in words: whose cards took the card, and by which rule."""
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


class MotionStep(NamedTuple):
    """One step, with the card that travels face up, where one does."""

    number: int
    """Counted through the deal from 1, the same for every viewer, before the end and after it."""
    kind: str
    seat: int
    card: Card | None
    sound: str = ""
    """Which sound it makes, where another than its kind's."""


def steps_of(shown: SeenDeal) -> list[MotionStep]:
    """Return the last steps of a deal as this viewer may see it, in order."""
    told = [row.event for row in shown.events if _is_step(row.event)]
    first = max(0, len(told) - MOST_STEPS)
    return [step_of(number, event) for number, event in enumerate(told[first:], start=first + 1)]


def _is_step(event: ev.Event) -> bool:
    shows = ON_FELT.get(type(event))
    return shows is not None and shows.step != ""


def step_of(number: int, event: ev.Event) -> MotionStep:
    """Return an event of `ON_FELT` as a step, with the sound that announces it."""
    shows = ON_FELT[type(event)]
    card = getattr(event, shows.card) if shows.card else None
    return MotionStep(number, shows.step, getattr(event, shows.seat), card, _sound(event))


def _sound(event: ev.Event) -> str:
    match event:
        case ev.DealStarted(quans=quans) if any(quans):
            return "quan"
        case ev.CardMelded(kind=SetKind.KHUI):
            return "khap"
        case ev.CardMelded(kind=SetKind.TRIPLE, forced=True):
            return "pair"
        case ev.DealWon(result=result) if result.offender is not None:
            return "penalty"
    return ""
