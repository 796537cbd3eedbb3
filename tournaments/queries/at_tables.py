"""Queries for what needs a director's attention at a tournament's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Q

from games.models import ApiToken, Call, Player, Seat
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.people.seats import holders_of
from tournaments.engine.real_cards.entered_results import ResultStatus
from tournaments.engine.round_state import DealScore, TableState
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable, Tournament
from tournaments.queries.histories import current

ABSENT: Final = timedelta(minutes=2)
"""How long no page of a seat has looked at its table before its member counts as absent."""


class PlaceOfTable(NamedTuple):
    """A drawn table: its round and its number."""

    round: int
    table: int


class EmptySeat(NamedTuple):
    """A seat of a table in play whose player is absent."""

    table: int
    seat: int
    holder: str
    """The label of the member whose seat it is."""


class ToConfirm(NamedTuple):
    """A table with results of real cards that some of its players have yet to confirm."""

    place: PlaceOfTable
    waiting: tuple[str, ...]
    """The labels of those players."""
    alone: bool
    """Whether the round or the prizes wait for it: so far nobody, or nobody but one, has said that it is right."""
    any_of: bool
    """Whether one of them will do, on another phone: so far it was said on that of a director who plays."""


class OwnToConfirm(NamedTuple):
    """The first table where results wait for one player's confirmation, and how many wait there."""

    place: PlaceOfTable
    results: int


class AtTables(NamedTuple):
    """What needs attention at a tournament's tables, in the order of rounds and tables."""

    calls: tuple[PlaceOfTable, ...] = ()
    """Tables that have called the referee and wait for an answer."""
    unconfirmed: tuple[ToConfirm, ...] = ()
    absent: tuple[EmptySeat, ...] = ()


def at_tables(row: Tournament, tables: Sequence[RoundTable], *, now: datetime) -> AtTables:
    """Return what needs attention at `tables`; empty unless the tournament is running."""
    if row.status != Tournament.Status.RUNNING:
        return AtTables()
    drawn = {table.games_table_id: table for table in tables if table.games_table_id is not None}
    open_calls = Call.objects.filter(table__in=drawn, ended_at__isnull=True)
    return AtTables(
        calls=_places(drawn, open_calls.values_list("table_id", flat=True)),
        unconfirmed=to_confirm(row) if any(table.cardboard for table in tables) else (),
        absent=_absent(row, drawn, now),
    )


def to_confirm(row: Tournament) -> tuple[ToConfirm, ...]:
    """Return the tables of a running tournament with unconfirmed results, in the order of rounds and numbers."""
    if row.status != Tournament.Status.RUNNING:
        return ()
    state = current(row.pk).state
    found = (
        _to_confirm(state, PlaceOfTable(drawn.number, number), table)
        for drawn in state.rounds
        for number, table in enumerate(drawn.tables, 1)
    )
    return tuple(one for one in found if one is not None)


def own_to_confirm(row: Tournament, player: Player) -> OwnToConfirm | None:
    """Return the first table with results that await this player's confirmation, None if there is none."""
    if row.status != Tournament.Status.RUNNING:
        return None
    if not RoundTable.objects.filter(tournament=row, cardboard=True).exists():
        return None
    state = current(row.pk).state
    if player.pk in state.left:
        return None
    for drawn in state.rounds:
        for number, table in enumerate(drawn.tables, 1):
            waiting = sum(_waits_for(player, score, table) for score in table.scores)
            if waiting:
                return OwnToConfirm(PlaceOfTable(drawn.number, number), waiting)
    return None


def _waits_for(player: Player, score: DealScore, table: TableState) -> bool:
    paper, there = score.paper, holders_of(table, score.number)
    label = member_label(player.pk)
    if paper is None or paper.status is not ResultStatus.UNCONFIRMED or label not in there:
        return False
    seat = there.index(label)
    elsewhere = paper.alone and seat in paper.with_director and not player.runs_the_club
    return seat not in paper.confirmed_by or elsewhere


def _to_confirm(state: TournamentState, place: PlaceOfTable, table: TableState) -> ToConfirm | None:
    silent: set[str] = set()
    elsewhere: set[str] = set()
    results = [
        (score, score.paper)
        for score in table.scores
        if score.paper is not None and score.paper.status is ResultStatus.UNCONFIRMED
    ]
    for score, paper in results:
        for seat, label in enumerate(holders_of(table, score.number)):
            if seat not in paper.confirmed_by:
                silent.add(label)
            elif paper.alone and seat in paper.with_director:
                elsewhere.add(label)
    if not results:
        return None
    needed = Player.objects.filter(pk__in=_still_there(state, elsewhere))
    needed = needed.filter(is_director=False, is_superuser=False).order_by("pk")
    first = [one.pk for one in needed]
    waiting = dict.fromkeys((*first, *_still_there(state, silent)))
    alone = any(paper.alone for _score, paper in results)
    return ToConfirm(place, tuple(map(member_label, waiting)), alone, any_of=bool(first))


def _still_there(state: TournamentState, labels: Iterable[str]) -> list[int]:
    return sorted({player_id(label) for label in labels if not is_bot(label)} - set(state.left))


def _places(drawn: Mapping[int, RoundTable], found: Iterable[int]) -> tuple[PlaceOfTable, ...]:
    tables = (drawn[one] for one in set(found))
    return tuple(sorted(PlaceOfTable(table.round, table.number) for table in tables))


def _absent(
    row: Tournament, drawn: Mapping[int, RoundTable], now: datetime
) -> tuple[EmptySeat, ...]:
    """Return the current round's seats that have no player, or whose player has long not looked at the table.

    Programs, and players at tables with real cards, have no page to look at. So their seats are included only if they
    have no player. The list is empty during a pause.
    """
    if row.paused_at is not None:
        return ()
    playing = {
        key: table
        for key, table in drawn.items()
        if table.round == row.rounds_drawn > row.rounds_closed and not table.done
    }
    gone = Q(seen_at__lte=now - ABSENT) | Q(seen_at__isnull=True)
    away = gone & Q(
        table__deals__ended_at__isnull=True,
        table__deals__paused_at__isnull=True,
        table__deals__started_at__lte=now - ABSENT,
    )
    programs = ApiToken.objects.values("player")
    seats = Seat.objects.filter(
        Q(player__isnull=True) | away & ~Q(player__in=programs), table__in=playing
    )
    found = []
    for seat in seats.order_by("table", "number").distinct():
        table = playing[seat.table_id]
        holder = table.holders[seat.number]
        if not is_bot(holder) and not (table.cardboard and seat.player_id is not None):
            found.append(EmptySeat(table.number, seat.number, holder))
    return tuple(sorted(found))
