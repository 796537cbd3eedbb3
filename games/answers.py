"""What the API answers about tables and deals, as plain data: about cards only what has passed `sight`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.cards import CARD_NAMES, Card
from games.engine.events import DealExhausted
from games.engine.hand import cards_of
from games.engine.notation import NAMES, event_to_plain, move_text, rules_to_plain
from games.engine.sets import CardSet
from games.engine.sight import SeatView
from games.engine.state import Ending, Phase
from games.models import Deal, Player, Seat, Table
from games.queries import DealPage, ShownEvent, TablePage, names_of

Plain = dict[str, Any]


def table_line(table: Table, viewer: Player, deal: Deal | None) -> Plain:
    """A table as the lobby lists it; `deal` is the one prepared or played there."""
    return {
        "id": table.pk,
        "name": table.name,
        "rules": table.rules,
        "admission": table.admission,
        "filler": table.filler,
        "seconds_per_move": table.seconds_per_move,
        "chips_per_point": table.chips_per_point,
        "opened_by": table.opened_by.shown_name,
        "opened_at": table.opened_at,
        "closed_at": table.closed_at,
        "deal": None if deal is None else deal.pk,
        "seats": [_table_seat(seat, viewer) for seat in table.seats.all()],
    }


def _table_seat(seat: Seat, viewer: Player) -> Plain:
    bots = names_of([f"bot:{seat.bot}"]) if seat.bot else ("",)
    return {
        "number": seat.number,
        "name": bots[0] if seat.player is None else seat.player.shown_name,
        "player": seat.player_id,
        "bot": seat.bot,
        "you": seat.player_id == viewer.pk,
    }


def table_detail(page: TablePage, viewer: Player) -> Plain:
    """A table with what concerns this viewer."""
    return {
        **table_line(page.table, viewer, None if page.current is None else page.current.deal),
        "my_seat": page.my_seat,
        "may_sit": page.may_sit,
        "last_deal": None if page.last is None else page.last.deal.pk,
    }


def deal_seen(page: DealPage) -> Plain:
    """A deal as its viewer may see it."""
    view, deal = page.view, page.deal
    groups, trash = view.arranged if view.viewer is not None else ((), ())
    judged = view.verdict
    return {
        "id": deal.pk,
        "table": deal.table_id,
        "number": deal.number,
        "version": view.version,
        "phase": view.phase.value,
        "turn": view.turn,
        "waiting": list(page.waiting),
        "deadline": _deadline(page),
        "my_seat": view.viewer,
        "rules": rules_to_plain(view.rules),
        "commitment": view.commitment,
        "starter": view.starter,
        "dice": None if view.dice is None else list(view.dice),
        "stock": view.stock,
        "dead": _names(view.dead),
        "active": None
        if view.active is None
        else {
            "card": CARD_NAMES[view.active.card],
            "seat": view.active.seat,
            "drawn": view.active.drawn,
            "version": view.active.version,
        },
        "seats": [_deal_seat(page, number) for number in range(len(view.players))],
        "sets": _sets(groups),
        "trash": _names(trash),
        "verdict": None
        if judged is None
        else {
            "usefulness": [
                {"card": CARD_NAMES[card], "usefulness": useful}
                for card, useful in judged.usefulness
            ],
            "worst": _names(judged.worst),
        },
        "offer": None
        if view.offer is None
        else {
            "kinds": list(view.offer.kinds),
            "answer": None if view.offer.answer is None else list(view.offer.answer),
        },
        "moves": moves_text(page),
        "ending": None if view.ending is None else _ending(view.ending),
    }


def _deadline(page: DealPage) -> Any:
    # Under claims the clock tells whether a person is among those asked, which is private (§6.10).
    if page.view.phase is Phase.CLAIMS and not page.waiting:
        return None
    return page.deal.deadline


def moves_text(page: DealPage) -> list[str]:
    """The viewer's own legal moves in notation."""
    return [move_text(move) for move in page.moves]


def _deal_seat(page: DealPage, number: int) -> Plain:
    view = page.view
    return {
        "number": number,
        "name": page.names[number],
        "participant": view.players[number],
        "ready": page.seats[number].ready,
        "seed": view.seeds[number],
        "public": _sets(view.public[number]),
        "private_count": view.private_counts[number],
        "khaps": None if view.khaps is None else view.khaps[number],
        "hand": _hand(view, number),
    }


def _hand(view: SeatView, number: int) -> list[str] | None:
    if view.open_blocks:
        return _names(cards_of(view.open_blocks[number]))
    return _names(view.hand) if number == view.viewer else None


def _names(cards: Iterable[Card]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _sets(sets: Iterable[CardSet]) -> list[Plain]:
    return [{"kind": made.kind.value, "cards": _names(made.cards)} for made in sets]


def _ending(ending: Ending) -> Plain:
    return {
        # A result is written as every event with one writes it.
        "result": event_to_plain(DealExhausted(0, ending.result))["result"],
        "secret": ending.secret,
        "next_starter": ending.next_starter,
        "cancelled": ending.cancelled,
        "disputes": [
            {
                "number": dispute.number,
                "seat": dispute.seat,
                "discard": dispute.discard,
                "reason": dispute.reason,
                "upheld": dispute.upheld,
                "section": dispute.section,
                "ruling": dispute.ruling,
            }
            for dispute in ending.disputes
        ],
    }


def event_seen(shown: ShownEvent) -> Plain:
    """An event that has passed `sight`."""
    return {
        "version": shown.version,
        "at": shown.at,
        "name": NAMES[type(shown.event)],
        "payload": event_to_plain(shown.event),
    }


def finished_line(deal: Deal) -> Plain:
    """A finished deal as the list shows it."""
    return {
        "id": deal.pk,
        "table": deal.table_id,
        "number": deal.number,
        "ended_at": deal.ended_at,
        "winner": deal.winner,
        "points": deal.points,
        "offender": deal.offender,
        "seats": [
            {"number": seat.number, "participant": seat.label, "net": seat.net}
            for seat in deal.seats.all()
        ],
    }
