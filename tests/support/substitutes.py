"""Seats that change hands in a tournament as its engine tells it."""

from collections.abc import Sequence
from typing import Any

from tests.support.tournaments import V1, Told
from tournaments.engine.events import TableDealScored
from tournaments.engine.round_state import Span
from tournaments.engine.substitutes import (
    decide_give_seat,
    decide_list_reserve,
)


def running(players: int = 4, **options: Any) -> Told:
    told = Told(range(1, players + 1), **{"rounds": 2, "deals_per_round": 3, **options}).start()
    for reserve in (50, 51):
        told.then(decide_list_reserve(told.state, player=reserve))
    return told


def seat_of(told: Told, player: int) -> tuple[int, int]:
    for number, table in enumerate(told.state.rounds[-1].tables, 1):
        if f"player:{player}" in table.seats:
            return number, table.seats.index(f"player:{player}")
    raise AssertionError(player)


def give(told: Told, owner: int, to: int | None, span: Span) -> Sequence[Any]:
    table, seat = seat_of(told, owner)
    asked: dict[str, Any] = {"table": table, "seat": seat, "player": to, "span": span}
    return tuple(told.then(decide_give_seat(told.state, **asked, reason="Ill.", director=9)))


def deal(told: Told, number: int, *sat_in: tuple[int, int]) -> None:
    told.then((TableDealScored(1, 1, number, 700 + number, V1, 0, 7, None, (), sat_in),))
