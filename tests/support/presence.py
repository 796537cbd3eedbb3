"""Deals in which somebody is late, gone or asks for a pause; the clock is the tests' own."""

from datetime import datetime, timedelta

from games import commands, queries
from games.checks.log import differing_deals
from games.commands.deal.deal_work import Clock
from games.engine.deal import legal_moves, to_move
from games.engine.events import Event
from games.engine.recording.records import from_line, to_line, to_record
from games.engine.recording.verification import verify
from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Table
from tests.support.deals import NOW, get_ready, play_on, prepared_deal
from tests.support.documented import reader
from tests.support.tables import opened_table

SECOND = timedelta(seconds=1)
MOVE = 60 * SECOND


def fresh(deal: Deal) -> Deal:
    return Deal.objects.select_related("table").get(pk=deal.pk)


def tournament_table(people: list[Player], deals: int = 1) -> Deal:
    """Return the first deal, prepared, of a tournament's table at which these two sit."""
    table = opened_table(
        by=people[0],
        name="Bàn",
        rules=VINAGAMES,
        seats=2,
        occupants=people,
        starters=[1] * deals,
        origin="tournament-1/1/1",
        now=NOW,
    )
    return table.deals.get()


def due(deal: Deal) -> datetime:
    at = fresh(deal).deadline
    assert at is not None
    return at


def events(deal: Deal) -> list[Event]:
    return [row.event for row in queries.history(deal.pk)]


def for_two(people: list[Player], bank: int = 0, seed: int = 7) -> Deal:
    """Return a deal of two people alone, dealt at NOW."""
    deal = prepared_deal(VINAGAMES, seed, people, seats=2)
    Table.objects.filter(pk=deal.table_id).update(bank_seconds=bank)
    get_ready(deal, people, ["one", "two"])
    return fresh(deal)


def move(deal: Deal, people: list[Player], now: Clock) -> int:
    """Whoever is to move makes the last legal move; the seat."""
    state = queries.load_state(deal.pk)
    [seat] = to_move(state)
    commands.submit_move(
        by=people[seat],
        deal_id=deal.pk,
        move=legal_moves(state, seat)[-1],
        move_id=f"move-{state.version:05}",
        expected_version=queries.see_deal(fresh(deal), people[seat]).view.version,
        now=now,
    )
    return seat


def miss(deal: Deal, seat: int, people: list[Player], times: int) -> None:
    """The seat lets its time run out so many moves in a row, while the other one plays."""
    while times:
        if to_move(queries.load_state(deal.pk)) == (seat,):
            commands.time_out(deal_id=deal.pk, now=due(deal))
            times -= 1
        else:
            move(deal, people, fresh(deal).changed_at)


def is_consistent(deal: Deal, people: list[Player]) -> None:
    """The log, the row and the record of the deal agree, played to its end."""
    play_on(deal.pk, now=NOW + timedelta(hours=9))
    assert list(differing_deals()) == []
    record = queries.record_of(deal.pk)
    assert verify(record) is None
    assert reader.wrong(to_record(record)) == []
    assert from_line(to_line(record)) == record
