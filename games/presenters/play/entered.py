"""Puts an entered result (a deal with real cards) into words: whether it is confirmed, and its cards."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext

from games.engine.real_cards.counted import CountedHand
from games.engine.real_cards.results import Aside, parse_aside, parse_set
from games.engine.recording.notation import rules_from_plain
from games.engine.rules import RuleSet
from games.engine.sets import CardSet
from games.models import Deal
from games.presenters.play.reckoning import WonHand, hand_words


def doubt_of(deal: Deal) -> str:
    """Return words that say a result is unconfirmed, disputed or contradicted; empty if it is none of these."""
    status = deal.entered.get("status") if deal.entered else None
    if status == "contradicted":
        return pgettext("a result", "a player objects")
    if status == "disputed":
        return pgettext("a result", "disputed")
    return pgettext("a result", "not confirmed by all") if status == "unconfirmed" else ""


def is_void(deal: Deal) -> bool:
    """Return whether a ruling has declared this deal with real cards void (§10.8); False for any other deal."""
    return bool(deal.entered and deal.entered.get("void"))


@dataclass(frozen=True, slots=True)
class EnteredSeat:
    """A seat of a deal with real cards, with its entered result."""

    name: str
    net: int
    won: bool
    penalised: bool
    asides: tuple[Aside, ...]


@dataclass(frozen=True, slots=True)
class EnteredPage:
    """The page of a deal with real cards: its result, without moves."""

    deal: Deal
    seats: tuple[EnteredSeat, ...]
    sets: tuple[CardSet, ...]
    counted: CountedHand | None
    """The numbers of the winner's hand where its cards were not entered."""
    section: str
    doubt: str
    void: bool
    """Whether a ruling has declared it void (§10.8)."""
    price: str
    """How what each loser owes is worked out; empty where nobody has won."""


def entered_price(
    rules: RuleSet, won: bool, sets: tuple[CardSet, ...], counted: CountedHand | None
) -> str:
    """Return how the price of an entered hand is calculated (§13.2); empty if nobody has `won`."""
    if not won:
        return ""
    hand = WonHand.of_sets(rules, sets) if counted is None else WonHand.of_numbers(counted)
    return hand_words(rules, hand)


def entered_page(deal: Deal, names: tuple[str, ...]) -> EnteredPage:
    """Return the page of a deal's entered result; `names` are the players' names in seat order."""
    told = deal.entered or {}
    asides = told.get("asides") or [[]] * len(names)
    seats = tuple(
        EnteredSeat(
            name,
            seat.net or 0,
            deal.winner == seat.number,
            deal.offender == seat.number,
            tuple(map(parse_aside, asides[seat.number])),
        )
        for seat, name in zip(deal.seats.all(), names, strict=True)
    )
    sets = tuple(map(parse_set, told.get("sets", ())))
    counted = CountedHand(**told["counted"]) if told.get("counted") else None
    void = is_void(deal)
    won = deal.winner is not None and not void
    price = entered_price(rules_from_plain(deal.table.rules), won, sets, counted)
    more = (told.get("section", ""), doubt_of(deal), void, price)
    return EnteredPage(deal, seats, sets, counted, *more)
