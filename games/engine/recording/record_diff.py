"""Describes how a recorded event differs from the one that the rules give, as a sentence with its section."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from games.engine import events as ev
from games.engine.cards import CARD_NAMES, Card
from games.engine.recording.notation import NAMES, event_to_plain
from games.engine.scoring import Result
from games.engine.worst import Verdict

DECK, COPIES, HAND = 112, 4, 21
"""All cards, those of one kind (§1.1), and the most in a hand (§1.4)."""
_LONGEST: Final = 60
"""The most characters of a value that a sentence repeats."""


def difference(recorded: ev.Event, given: ev.Event) -> str | None:
    """Return a sentence about how a recorded event differs from the `given` one of the same class; None if equal.

    It says what matters if it can: how many cards, which verdict, which sum. Otherwise it names the field.
    """
    if recorded == given:
        return None
    match recorded, given:
        case ev.DealStarted(), ev.DealStarted():
            said = _of_deal(recorded, given)
        case ev.CardDiscarded(verdict=was), ev.CardDiscarded(verdict=right) if was != right:
            said = _of_verdict(recorded, was, right)
        case _:
            said = None
    was, right = getattr(recorded, "result", None), getattr(given, "result", None)
    if said is None and isinstance(was, Result) and isinstance(right, Result) and was != right:
        said = _of_result(was, right)
    return said or _of_field(recorded, given)


def _of_deal(was: ev.DealStarted, right: ev.DealStarted) -> str | None:
    """Return a sentence about cards that no deck has, or else about the first difference; None if none is found."""
    cards = Counter(card for pile in (*was.hands, was.stock) for card in pile)
    if cards.total() != DECK:
        return f"{cards.total()} cards are dealt or in the stock, and a deck has {DECK} (§1.1)"
    for card in sorted(cards):
        if cards[card] > COPIES:
            name = CARD_NAMES[card]
            return f"{cards[card]} cards are {name}, and a deck has {COPIES} of each (§1.1)"
    if was.dice != right.dice:
        return f"the dice are {_short(was.dice)}; the seeds give {_short(right.dice)} (§1.5)"
    if was.starter != right.starter:
        return f"seat {was.starter} begins; the rules let seat {right.starter} begin (§1.5)"
    for seat, (mine, dealt) in enumerate(zip(was.hands, right.hands, strict=False)):
        if mine != dealt:
            return f"the hand of seat {seat} is not the one that the seeds give (§1.4)"
    if was.stock != right.stock:
        pairs = enumerate(zip(was.stock, right.stock, strict=False), start=1)
        place = next((number for number, (one, other) in pairs if one != other), None)
        if place is not None:
            return f"card {place} of the stock is not the one that the seeds give (§1.4)"
    return None


def _of_verdict(event: ev.CardDiscarded, was: Verdict | None, right: Verdict | None) -> str:
    about = f"the verdict on the discard of {CARD_NAMES[event.card]} by seat {event.seat}"
    if was is None or right is None:
        kept = "is missing" if was is None else "is there, where the rules give none"
        return f"{about} {kept} (§10.4)"
    told, counted = dict(was.usefulness), dict(right.usefulness)
    for card, useful in counted.items():
        if card in told and told[card] != useful:
            name = CARD_NAMES[card]
            return f"{about}: the usefulness of {name} is {told[card]}; the rules give {useful} (§10.3)"
    if tuple(told) != tuple(counted):
        return (
            f"{about}: it judges {_cards(tuple(told))}; the legal discards are "
            f"{_cards(tuple(counted))} (§4.1)"
        )
    return f"{about}: the worst cards are {_cards(was.worst)}; the rules give {_cards(right.worst)} (§10.3)"


def _of_result(was: Result, right: Result) -> str | None:
    """Return a sentence about sums that don't add up, or else about the first difference; None if none is found."""
    total: int = sum(was.net)
    if total:
        return f"the payments of the seats add up to {total:+d}, not to 0 (§9.7)"
    if was.winner != right.winner:
        return f"{_who(was.winner)} has won; by the rules {_who(right.winner)} has (§7)"
    if was.points != right.points:
        return f"the winner's hand has {was.points} points; the rules count {right.points} (§2)"
    if was.amount != right.amount:
        return f"a loser pays {was.amount} for the hand; the rules give {right.amount} (§9)"
    if was.offender != right.offender:
        return f"the penalty is on {_who(was.offender)}; by the rules it is on {_who(right.offender)} (§9.3)"
    for number, (one, other) in enumerate(zip(was.lines, right.lines, strict=False), start=1):
        if one != other:
            same = (one.reason, one.payer, one.payee) == (other.reason, other.payer, other.payee)
            if same and one.amount != other.amount:
                return (
                    f"payment {number}, from seat {one.payer} to seat {one.payee}, is {one.amount}; "
                    f"the rules give {other.amount} (§9)"
                )
            return f"payment {number} is not the one that the rules give (§9)"
    if len(was.lines) != len(right.lines):
        return f"{len(was.lines)} payments are listed; the rules give {len(right.lines)} (§9)"
    for seat, (has, gets) in enumerate(zip(was.net, right.net, strict=False)):
        if has != gets:
            return f"seat {seat} has {has:+d} in all; the rules give {gets:+d} (§9)"
    return None


def _of_field(recorded: ev.Event, given: ev.Event) -> str:
    was, right = event_to_plain(recorded), event_to_plain(given)
    name = next(name for name in right if was.get(name) != right[name])
    said = f"{name} of {NAMES[type(given)]} is not what the rules give"
    told = f"{_short(was.get(name))} instead of {_short(right[name])}"
    return said if len(told) > _LONGEST else f"{said}: {told}"


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def _who(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def _cards(cards: Sequence[Card]) -> str:
    if len(cards) > HAND:
        return f"{len(cards)} cards"
    return " ".join(CARD_NAMES[card] for card in cards) or "none"
