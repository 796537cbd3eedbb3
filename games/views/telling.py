"""What the table page says in words: whose turn it is, what has happened, who pays whom and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games import wording
from games.engine.events import (
    CardDiscarded,
    CardDrawn,
    CardMelded,
    Event,
    TimeRanOut,
    TurnPassed,
)
from games.engine.moves import Meld, Pass
from games.engine.state import Phase
from games.models import Table
from games.queries import DealPage, TablePage
from games.views.choices import is_opening


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A sentence of the history."""

    version: int
    at: datetime
    words: str
    penalty: bool


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The commitment of a deal, the seeds mixed in, and the secret once it is published."""

    number: int
    commitment: str
    secret: str
    seeds: tuple[tuple[str, str], ...]
    """Who gave it, and the seed."""


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What a deal brought one seat."""

    name: str
    mine: bool
    points: int
    chips: int


@dataclass(frozen=True, slots=True)
class Payout:
    """The payout of a finished deal with every line explained (§9)."""

    words: str
    amount: str
    rows: tuple[PayoutRow, ...]
    lines: tuple[tuple[str, int], ...]
    ruled: bool
    for_chips: bool


def whence_of(shown: DealPage | None) -> str:
    """Whence the active card came; empty if there is none."""
    if shown is None or shown.view.active is None:
        return ""
    return wording.whence(shown.view.active, shown.names, shown.view.viewer)


def prompt_of(
    page: TablePage, shown: DealPage | None, prepared: DealPage | None, own_ready: bool | None
) -> str:
    """What the table waits for, in a sentence to this viewer."""
    if page.table.closed_at is not None:
        return _("This table is closed.")
    if prepared is not None:
        return _prepared_words(page, prepared, own_ready)
    if page.current is None:
        if shown is not None and shown.deal.ended_at is not None and _full(page):
            return _("The next deal is being prepared.")
        return _("The cards are dealt as soon as every seat is taken.")
    assert shown is not None
    if shown.moves:
        words = _own_turn_words(shown)
        if _was_played_for(shown):
            words = _("Your time ran out, and the careful bot played for you.") + " " + words
        return words
    view = shown.view
    who = {"who": shown.names[view.turn]}
    if view.phase is Phase.DISCARD:
        return _("%(who)s chooses a discard.") % who
    return _("%(who)s is to play.") % who


def _was_played_for(shown: DealPage) -> bool:
    """Whether the last thing that the viewer's seat did was done by the bot, its time having run out."""
    own_moves = 0
    for row in reversed(shown.events):
        event = row.event
        if getattr(event, "seat", None) != shown.view.viewer:
            continue
        if isinstance(event, TimeRanOut):
            return True
        own_moves += isinstance(event, CardDiscarded | CardDrawn | CardMelded | TurnPassed)
        if own_moves > 1:
            return False
    return False


def _full(page: TablePage) -> bool:
    filler = bool(page.table.filler)
    return any(seat.player_id for seat in page.seats) and all(
        seat.player_id or seat.bot or filler for seat in page.seats
    )


def _prepared_words(page: TablePage, prepared: DealPage, own_ready: bool | None) -> str:
    number = {"number": prepared.deal.number}
    hurried = prepared.deal.deadline is not None
    fixed = page.table.admission == Table.Admission.FIXED
    if own_ready is False and hurried and fixed:
        return (
            _("Deal %(number)d is prepared. Say when you are ready; it begins by itself in time.")
            % number
        )
    if own_ready is False and hurried:
        return (
            _(
                "Deal %(number)d is prepared and the others wait for you. "
                "Press in time, or your seat becomes free."
            )
            % number
        )
    if own_ready is False:
        return _("Deal %(number)d is prepared. Say when you are ready.") % number
    missing = [
        prepared.names[seat.number]
        for seat in prepared.seats
        if seat.player_id is not None and not seat.ready
    ]
    return _("Deal %(number)d waits for: %(who)s.") % {
        "number": prepared.deal.number,
        "who": ", ".join(missing),
    }


def _own_turn_words(shown: DealPage) -> str:
    view = shown.view
    if view.phase is Phase.DISCARD:
        if is_opening(shown):
            return _("You start: choose a card to discard.")
        return _("Your turn: choose a card to discard.")
    if view.phase is Phase.CLAIMS:
        return _("You may claim this card.")
    melds = sum(isinstance(move, Meld) for move in shown.moves)
    can_meld = melds > 0
    if melds > 1:
        if any(isinstance(move, Pass) for move in shown.moves):
            return _("Your turn: choose a set and meld it, or pass.")
        return _("Your turn: choose a set and meld it, or hit (draw from the stock).")
    if any(isinstance(move, Pass) for move in shown.moves):
        return _("Your turn: meld the card, or pass.") if can_meld else _("Your turn: pass.")
    if can_meld:
        return _("Your turn: meld the card, or hit (draw from the stock).")
    return _("Your turn: hit (draw from the stock).")


@lru_cache(maxsize=8192)
def _event_words(event: Event, names: tuple[str, ...], language: str | None) -> str:
    """What happened does not change, and each answer tells all of it; so each sentence is made once a language.

    The event has passed `sight`, so that what one viewer must not know makes an entry of its own.
    """
    with override(language):
        return wording.event_words(event, names)


def history_of(shown: DealPage) -> tuple[HistoryLine, ...]:
    """The deal's history in words, the newest first."""
    lines = []
    language = get_language()
    for row in shown.events:
        words = _event_words(row.event, shown.names, language)
        if words:
            event = row.event
            penalty = (
                isinstance(event, CardDiscarded)
                and event.verdict is not None
                and event.card not in event.verdict.worst
            )
            lines.append(HistoryLine(row.version, row.at, words, penalty))
    lines.reverse()
    return tuple(lines)


def payout_of(shown: DealPage) -> Payout | None:
    """Who pays whom, each line with its reason; None before the end."""
    ending = shown.view.ending
    if ending is None or ending.cancelled:
        return None
    result, rules, worth = ending.result, shown.view.rules, shown.deal.table.chips_per_point
    return Payout(
        words=wording.ending_words(result, shown.names),
        amount=wording.amount_words(rules, result),
        rows=tuple(
            PayoutRow(shown.names[seat], seat == shown.view.viewer, net, net * worth)
            for seat, net in enumerate(result.net)
        ),
        lines=tuple(
            (wording.line_words(line, rules, shown.names), line.amount) for line in result.lines
        ),
        ruled=result != ending.original,
        for_chips=worth > 0,
    )


def shuffle_of(deal: DealPage) -> Shuffle:
    """What anybody needs to check the shuffle of a deal, as far as it is known by now."""
    ending = deal.view.ending
    return Shuffle(
        deal.deal.number,
        deal.view.commitment,
        (ending.secret or "") if ending is not None else "",
        tuple(
            (name, seed)
            for name, seed in zip(deal.names, deal.view.seeds, strict=True)
            if seed is not None
        ),
    )
