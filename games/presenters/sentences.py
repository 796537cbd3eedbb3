"""Writes events of a deal as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, assert_never

from django.utils.translation import get_language, gettext_noop, ngettext, pgettext
from django.utils.translation import gettext as _

from games.commands.deal.clock import STEPPED
from games.common.joints import listed
from games.common.labels import label
from games.engine import events as ev
from games.engine.attendance import GIVEN, PAUSE_LONGER
from games.engine.cards import Card
from games.engine.events import DisputeEvent
from games.engine.moves import ClaimKind
from games.engine.rules import SEAT_NAMES, RuleSet
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active
from games.presenters.cards import card_name, cards_words, points_words, set_words
from games.presenters.dispute_sentences import dispute_sentence
from games.presenters.moments import length_words

_PRESETS: Final = {"vinagames": "Vinagames", "mien-nam": "Miền Nam"}
"""Names of presets that are written otherwise than their keys."""
_CANCELLED = {
    "seats changed": gettext_noop("a player sat down, changed seats or left"),
    "somebody left": gettext_noop("a player left"),
    "table closed": gettext_noop("the table was closed"),
    "table held": gettext_noop("no new deals start at this table for now"),
    "somebody was not there": gettext_noop("a player was missing"),
    "a seed was not opened": gettext_noop("a device did not finish the shuffle in time"),
    "the commitment does not hold": gettext_noop(
        "a number for the shuffle was not the one that had been locked in"
    ),
}


def wind(seat: int) -> str:
    """Return the wind of a seat, in the reader's language."""
    return _wind(seat, get_language())


def seat_called(seat: int) -> str:
    """Return the name to show for a player whose real name is hidden, such as "Player East"."""
    return _seat_called(seat, get_language())


def wind_beside(seat: int, name: str) -> str:
    """Return the wind to show beside a player's name; empty if the name says it already ("Player East")."""
    language = get_language()
    return "" if name == _seat_called(seat, language) else _wind(seat, language)


@lru_cache(maxsize=64)
def _seat_called(seat: int, _language: str | None) -> str:
    return _("Player %(wind)s") % {"wind": wind(seat)}


@lru_cache(maxsize=64)
def _wind(seat: int, _language: str | None) -> str:
    winds = {
        "South": pgettext("a seat", "South"),
        "East": pgettext("a seat", "East"),
        "North": pgettext("a seat", "North"),
        "West": pgettext("a seat", "West"),
    }
    return winds[SEAT_NAMES[seat]]


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names in seat order; equal ones, such as bots of one kind, get their seat added."""
    return tuple(
        _("%(name)s (%(seat)s)") % {"name": name, "seat": wind(number)}
        if names.count(name) > 1
        else name
        for number, name in enumerate(names)
    )


def rules_name(rules: RuleSet | str) -> str:
    """Return the display name of a rule set. The club's own rule sets are named by their key."""
    key = rules if isinstance(rules, str) else rules.key
    return _PRESETS.get(key, key)


def reason_words(reason: str) -> str:
    """Return in words why a deal was called off; an unknown reason is returned as it is."""
    known = _CANCELLED.get(reason)
    return _(known) if known else reason


def sentence_case(words: str) -> str:
    """Return these words with a capital, as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def claim_name(kind: ClaimKind) -> str:
    """Return the name of a claim, as on its button (§6.6)."""
    return label(kind)


def whence(active: Active, names: Sequence[str], viewer: int | None) -> str:
    """Return a sentence that says where the active card came from (§6)."""
    if active.seat == viewer:
        return _("You drew it from the stock.") if active.drawn else _("You discarded it.")
    who = {"who": names[active.seat]}
    if active.drawn:
        return _("%(who)s drew it from the stock.") % who
    return _("%(who)s discarded it.") % who


def event_words(event: ev.Event, names: Sequence[str]) -> str:
    """Return one event of a deal as a sentence.

    The event has passed `sight`, so it holds only what the reader may know.
    """
    if isinstance(event, _Played):
        return _played(event, names)
    if isinstance(event, _KeptTime):
        return _kept_time(event, names)
    if isinstance(event, _Claimed):
        return _claimed(event, names)
    if isinstance(event, _Ended):
        return _ended(event, names)
    match event:
        case ev.DealCommitted():
            return _(
                "The deal is prepared, and the club has locked in its secret number for the shuffle."
            )
        case ev.SeedCommitted():
            who = {"who": names[event.seat]}
            if event.kept:
                return (
                    _(
                        "%(who)s: the club's computer made a random number for this seat and "
                        "locked it in."
                    )
                    % who
                )
            return _("%(who)s locked in a random number that only their own device knows.") % who
        case ev.SeedWithheld():
            return _("The shuffle was not finished in time (%(who)s).") % {"who": names[event.seat]}
        case ev.SeedGiven():
            return _("%(who)s: this player's random number went into the shuffle.") % {
                "who": names[event.seat]
            }
        case ev.DealCancelled():
            return _("The deal was called off: %(why)s.") % {"why": reason_words(event.reason)}
        case ev.DealStarted():
            return _started(event, names)
        case _:
            assert_never(event)


def _started(event: ev.DealStarted, names: Sequence[str]) -> str:
    who = {"who": names[event.starter]}
    if event.dice is None:
        said = _("The cards are dealt. %(who)s starts (§8.3).") % who
    else:
        first, second = event.dice
        said = _(
            "The cards are dealt. The dice show %(first)d and %(second)d: %(who)s starts (§1.5)."
        ) % {**who, "first": first, "second": second}
    for seat, kinds in enumerate(event.quans):
        for card in kinds:
            said += " " + _("%(who)s laid down a quan: %(card)s (§3.2).") % {
                "who": names[seat],
                "card": card_name(card),
            }
    return said


_Played = (
    ev.CardDiscarded
    | ev.CardDrawn
    | ev.CardMelded
    | ev.TripleCompleted
    | ev.TurnPassed
    | ev.KingDied
    | ev.TimeRanOut
    | ev.ClockExtended
    | ev.WindowHeld
    | ev.PairWaived
    | ev.WaiverTurned
)


def _played(event: _Played, names: Sequence[str]) -> str:
    match event:
        case ev.CardDiscarded():
            said = _("%(who)s discarded the %(card)s.") % _who_card(event.seat, event.card, names)
            if event.verdict is not None and event.card not in event.verdict.worst:
                said += " " + _("Not a safe discard. Safe: %(cards)s (§10.3).") % {
                    "cards": cards_words(event.verdict.worst)
                }
            return said
        case ev.CardDrawn():
            return _("%(who)s drew the %(card)s.") % _who_card(event.seat, event.card, names)
        case ev.CardMelded():
            made = CardSet(event.kind, tuple(sorted((event.active, *event.cards))))
            melded = {"who": names[event.seat], "set": set_words(made)}
            if event.forced:
                section = {SetKind.KHUI: "§6.2", SetKind.TRIPLE: "§6.3"}.get(event.kind, "§6.1")
                return _("%(who)s had to take the card. %(set)s (%(section)s).") % {
                    **melded,
                    "section": section,
                }
            return _("%(who)s melded. %(set)s.") % melded
        case ev.TripleCompleted():
            return _("%(who)s completed the exposed triple with the %(card)s (§5.5).") % _who_card(
                event.seat, event.card, names
            )
        case ev.TurnPassed():
            return _("%(who)s passed.") % {"who": names[event.seat]}
        case ev.CardDied():
            return _("%(who)s left the card, which is dead (§13.8).") % {"who": names[event.seat]}
        case ev.KingDied():
            return _("%(who)s declined the king, which is dead (§6.8).") % {
                "who": names[event.seat]
            }
        case ev.TimeRanOut():
            return _("%(who)s ran out of time; the careful bot played this move.") % {
                "who": names[event.seat]
            }
        case ev.ClockExtended() if event.reason == STEPPED:
            return _(
                "The clock of the club's computer was changed, so the deal's times were moved "
                "by %(time)s."
            ) % {"time": length_words(event.seconds)}
        case ev.ClockExtended() if event.reason == PAUSE_LONGER:
            return _(
                "The club's computer was unavailable or its clock was changed. The pause lasted "
                "%(time)s longer."
            ) % {"time": length_words(event.seconds)}
        case ev.ClockExtended() if event.reason == GIVEN:
            return _("The director gave extra time: %(time)s.") % {
                "time": length_words(event.seconds)
            }
        case ev.ClockExtended():
            return _(
                "The club's computer was unavailable, so the clock stood still for %(time)s."
            ) % {"time": length_words(event.seconds)}
        case ev.PairWaived():
            return _("%(who)s let a pair go (§13.6).") % {"who": names[event.seat]}
        case ev.WaiverTurned() if event.on:
            return _("%(who)s started letting pairs go (§13.6).") % {"who": names[event.seat]}
        case ev.WaiverTurned():
            return _("%(who)s stopped letting pairs go (§13.6).") % {"who": names[event.seat]}
        case ev.WindowHeld():
            return _("%(who)s asked for %(seconds)d more seconds before claims close.") % {
                "who": names[event.seat],
                "seconds": event.seconds,
            }
        case _:
            assert_never(event)


_Away = ev.SeatGone | ev.SeatUnseen | ev.SeatBack
_KeptTime = ev.BankUsed | _Away | ev.PauseAsked | ev.RefereeCalled | ev.DealPaused | ev.DealResumed


def _kept_time(event: _KeptTime, names: Sequence[str]) -> str:
    match event:
        case ev.BankUsed():
            return ngettext(
                "%(who)s used %(seconds)d second of extra time.",
                "%(who)s used %(seconds)d seconds of extra time.",
                event.seconds,
            ) % {"who": names[event.seat], "seconds": event.seconds}
        case ev.SeatGone():
            return _("%(who)s has left; the careful bot plays for them until they are back.") % {
                "who": names[event.seat]
            }
        case ev.SeatUnseen():
            return _("%(who)s is not here; the careful bot plays for them until they are back.") % {
                "who": names[event.seat]
            }
        case ev.SeatBack():
            return _("%(who)s is back.") % {"who": names[event.seat]}
        case ev.PauseAsked() if event.resume:
            return _("%(who)s asked to resume.") % {"who": names[event.seat]}
        case ev.PauseAsked():
            return _("%(who)s asked for a pause.") % {"who": names[event.seat]}
        case ev.RefereeCalled():
            if event.seat is None:
                return _("A director called the referee.")
            return _("%(who)s called the referee.") % {"who": names[event.seat]}
        case ev.DealPaused() if event.director:
            return _("The director paused the deal.")
        case ev.DealPaused():
            return _("The deal is paused.")
        case ev.DealResumed() if event.director:
            return _("The director resumed the deal.")
        case ev.DealResumed():
            return _("The deal goes on.")
        case _:
            assert_never(event)


_Claimed = ev.ClaimsOffered | ev.ClaimAnswered | ev.ClaimsDeclined


def _claimed(
    event: ev.ClaimsOffered | ev.ClaimAnswered | ev.ClaimsDeclined, names: Sequence[str]
) -> str:
    match event:
        case ev.ClaimsOffered():
            asked = [
                _("%(who)s (%(claims)s)")
                % {"who": names[seat], "claims": listed(claim_name(kind) for kind in kinds)}
                for seat, kinds in enumerate(event.offers)
                if kinds
            ]
            return _("Asked whether to claim the card: %(asked)s (§6.6).") % {
                "asked": listed(asked)
            }
        case ev.ClaimAnswered():
            who = {"who": names[event.seat]}
            if event.kind is None:
                return _("%(who)s declined.") % who
            return _("%(who)s claimed: %(claim)s.") % {**who, "claim": claim_name(event.kind)}
        case ev.ClaimsDeclined():
            return _("Nobody claimed the card (§6.7).")
        case _:
            assert_never(event)


_Ended = ev.DealWon | ev.DealExhausted | ev.DealStopped | ev.SecretPublished | DisputeEvent


def _ended(event: _Ended, names: Sequence[str]) -> str:
    match event:
        case ev.DealWon():
            return _("%(who)s won with %(points)s (§7.1).") % {
                "who": names[event.seat],
                "points": points_words(event.result.points),
            }
        case ev.DealStopped():
            return _("A director stopped the deal: %(reason)s. Nobody won and nobody pays.") % {
                "reason": event.reason
            }
        case ev.DealExhausted():
            return _("The stock is down to its limit. Nobody won and nobody pays (§8.1).")
        case ev.SecretPublished():
            return _(
                "The club's secret number for the shuffle has been published, so anyone can "
                "check the shuffle now."
            )
        case _:
            return dispute_sentence(event, names)


def _who_card(seat: int, card: Card, names: Sequence[str]) -> dict[str, str]:
    return {"who": names[seat], "card": card_name(card)}
