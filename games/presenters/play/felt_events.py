"""Shows events on the table's felt: as sentences since the viewer's last move, and as animated steps with sound.

Only events that passed `sight` are shown, as in the history.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
"""The fewest steps that a page holds: more than happen between two looks of an awake page."""


class OnFelt(NamedTuple):
    """How an event of one kind is shown on the felt: its motion and sound."""

    step: str = ""
    """The kind of its step, where it is one."""
    seat: str = "seat"
    """Where the event has its seat."""
    card: str = ""
    """Where it has the card that travels face up, if one does."""
    told: bool = True
    """Whether it has a sentence: how the deal ended stands above the felt, with the payout."""


ON_FELT: Final[dict[type, OnFelt]] = {
    ev.DealStarted: OnFelt("deal", "starter"),
    ev.CardDiscarded: OnFelt("discard", card="card"),
    ev.CardDrawn: OnFelt("draw", card="card"),
    ev.CardMelded: OnFelt("meld", card="active"),
    ev.TripleCompleted: OnFelt("meld", card="card"),
    ev.TurnPassed: OnFelt("pass"),
    ev.KingDied: OnFelt("dead"),
    ev.CardDied: OnFelt("dead"),
    ev.ClaimAnswered: OnFelt(),
    ev.WindowHeld: OnFelt("held"),
    ev.PairWaived: OnFelt("waived"),
    ev.DealWon: OnFelt("won", told=False),
    ev.DealExhausted: OnFelt("exhausted", "due", told=False),
    ev.DealStopped: OnFelt("exhausted", "due", told=False),
}
"""What shows on the felt. Claims are no steps: that somebody was asked is private (§6.10), and a claimed meld shows."""


class Since(NamedTuple):
    """The sentences on the felt about what has happened since the viewer's last move.

    If nothing has, the sentence is about that move.
    """

    told: tuple[str, ...] = ()
    """A sentence each; the last one is the newest."""
    steps: int = 0
    """How many steps the viewer can have shown again, one by one."""


def since_of(shown: SeenDeal | None) -> Since:
    """Return the sentences about moves that the viewer may have missed, and the number of steps to replay."""
    if shown is None:
        return Since()
    missed = _missed(shown)
    told = [event for event in missed if ON_FELT[type(event)].told]
    if not told and not played_for(shown):  # which names the move in the prompt
        told = [row.event for row in shown.events if _is_own_move(row.event, shown)]
    # What the deal ended with, or the card that may be claimed: with the words of a window more would not fit (§6.10).
    most = 1 if shown.view.ending is not None or shown.window or len(missed) == 0 else MOST_TOLD
    words = tuple(to_viewer(event, shown) for event in told[-most:])
    return Since(words, sum(map(_is_step, missed)))


def _missed(shown: SeenDeal) -> list[ev.Event]:
    """Return the events on the felt since the viewer's last move.

    Before their first move, players get all events so far. Spectators get only the latest ones.
    """
    events = [row.event for row in shown.events if type(row.event) in ON_FELT]
    own = [at for at, event in enumerate(events) if _is_own_move(event, shown)]
    if own:
        return events[own[-1] + 1 :]
    return events if shown.view.viewer is not None else events[-MOST_STEPS:]


def _is_own_move(event: ev.Event, shown: SeenDeal) -> bool:
    return ev.is_decision(event) and getattr(event, "seat", None) == shown.view.viewer


def to_viewer(event: ev.Event, shown: SeenDeal) -> str:
    """Return an event as a sentence that calls the viewer "you"."""
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
    """Return a sentence for a forced meld: whose hand had to take the card, and by which rule."""
    if event.seat == viewer:
        return {
            SetKind.KHUI: _("Your khạp took this card (§6.2)."),
            SetKind.TRIPLE: _("Your pair took this card (§6.3)."),
        }.get(event.kind, _("This card completed your hand (§6.1)."))
    who = {"who": names[event.seat]}
    return {
        SetKind.KHUI: _("%(who)s had to take it with a khạp (§6.2).") % who,
        SetKind.TRIPLE: _("%(who)s had to take it with a pair (§6.3).") % who,
    }.get(event.kind, _("This card completed %(who)s’s hand (§6.1).") % who)


_MOVES = ev.CardDiscarded | ev.CardDrawn | ev.CardMelded | ev.TurnPassed | ev.ClaimAnswered


def played_for(shown: SeenDeal) -> str:
    """Return in words the move that the bot made for the viewer after a time-out; otherwise empty."""
    own: list[ev.Event] = []
    for row in reversed(shown.events):
        event = row.event
        if getattr(event, "seat", None) != shown.view.viewer:
            continue
        if isinstance(event, ev.TimeRanOut):
            break
        if isinstance(event, _MOVES):
            own.insert(0, event)
        if len(own) > 2:
            return ""
    else:
        return ""
    if not own or (len(own) == 2 and not _comes_of(*own)):
        return ""
    return " ".join(to_viewer(event, shown) for event in own)


def _comes_of(first: ev.Event, second: ev.Event) -> bool:
    """Return whether the `second` event is a meld that follows from the `first`: a claimed set, or a forced meld."""
    return isinstance(second, ev.CardMelded) and (
        second.forced or isinstance(first, ev.ClaimAnswered)
    )


class MotionStep(NamedTuple):
    """One step of the animation, with the card that moves face up, if any."""

    number: int
    """Counted through the deal from 1, the same for every viewer, before the end and after it."""
    kind: str
    seat: int
    card: Card | None
    words: str
    """What happened, as a sentence to this viewer."""
    labels: tuple[tuple[int, str], ...]
    """What stands at a seat while it happens: the seat, and its act without its name."""
    cards: tuple[Card, ...]
    """The cards that it was about, the one that travels first."""
    missed: bool
    """Whether it came after the viewer's last move."""
    sound: str
    """Which sound it makes, where another than its kind's; else empty."""


def steps_of(shown: SeenDeal) -> list[MotionStep]:
    """Return the last steps of a deal for the animation, oldest first, including all that the viewer missed."""
    happened: list[tuple[ev.Event, Card | None]] = []
    active: Card | None = None
    for row in shown.events:
        if isinstance(row.event, ev.CardTurnedUp):
            active = row.event.card
        if _is_step(row.event):
            happened.append((row.event, active))
    missed = len(happened) - sum(map(_is_step, _missed(shown)))
    first = max(0, min(len(happened) - MOST_STEPS, missed))
    return [
        _step(number, event, active, shown, missed=number > missed)
        for number, (event, active) in enumerate(happened[first:], start=first + 1)
    ]


def _is_step(event: ev.Event) -> bool:
    shows = ON_FELT.get(type(event))
    return shows is not None and shows.step != ""


def _step(
    number: int, event: ev.Event, active: Card | None, shown: SeenDeal, *, missed: bool
) -> MotionStep:
    shows = ON_FELT[type(event)]
    seat = getattr(event, shows.seat)
    return MotionStep(
        number,
        shows.step,
        seat,
        getattr(event, shows.card) if shows.card else None,
        to_viewer(event, shown),
        tuple(_labels(event, seat)),
        tuple(_cards_of(event, active)),
        missed,
        sound_of(event),
    )


def _cards_of(event: ev.Event, active: Card | None) -> Iterator[Card]:
    match event:
        case ev.DealStarted():
            for kinds in event.quans:
                for card in kinds:
                    yield from (card,) * 4
        case ev.CardMelded():
            yield from (event.active, *event.cards)
        case ev.TripleCompleted():
            yield event.card
        case ev.DealWon() | ev.DealExhausted() | ev.DealStopped() | ev.WindowHeld():
            return
        case _ if active is not None:
            yield active


def _labels(event: ev.Event, seat: int) -> Iterator[tuple[int, str]]:
    """Yield the labels to show beside players' names while an event is animated, each with its seat."""
    match event:
        case ev.DealStarted():
            for one, kinds in enumerate(event.quans):
                for card in kinds:
                    yield one, _("quan: %(card)s") % {"card": card_name(card)}
        case ev.CardDiscarded():
            yield seat, _("discarded the %(card)s") % {"card": card_name(event.card)}
        case ev.CardDrawn():
            yield seat, _("drew the %(card)s") % {"card": card_name(event.card)}
        case ev.CardMelded():
            made = set_words(CardSet(event.kind, tuple(sorted((event.active, *event.cards)))))
            forced = event.forced and event.kind in (SetKind.KHUI, SetKind.TRIPLE)
            yield seat, _("had to take it. %(set)s") % {"set": made} if forced else made
        case ev.TripleCompleted():
            yield seat, _("completed the triple: %(card)s") % {"card": card_name(event.card)}
        case ev.TurnPassed():
            yield seat, _("passed")
        case ev.CardDied():
            yield seat, _("left the card")
        case ev.KingDied():
            yield seat, _("declined the king")
        case ev.PairWaived():
            yield seat, _("let the pair go")
        case ev.WindowHeld():
            yield seat, _("asked for more time")


def sound_of(event: ev.Event) -> str:
    """Return the special sound of an event, such as "penalty"; empty for events with the usual sound of their
    kind.
    """
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
