"""Queries for the club's tables of a tournament, and for where in a tournament a deal counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.common.places import deal_on_screen
from games.engine.state import PREPARED, Phase
from games.models import Deal, Seat, Table
from tournaments.engine.participants import is_bot, player_id
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.schema import stream_of

_ORIGIN: Final = re.compile(r"tournament-([0-9]+)/([0-9]+)/([0-9]+)")


def origin_of(tournament_id: int, round_number: int, table: int) -> str:
    """Return the origin to store at a club table that is opened for this drawn table."""
    return f"{stream_of(tournament_id)}/{round_number}/{table}"


def tournament_of_origin(origin: str) -> int | None:
    """Return the id of the tournament for which a table with this origin was opened; None if for none."""
    place = place_of_origin(origin)
    return place[0] if place else None


def place_of_origin(origin: str) -> tuple[int, int, int] | None:
    """Return tournament id, round and table number from a club table's origin; None if it names no drawn table."""
    found = _ORIGIN.fullmatch(origin)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def unopened_tables() -> list[int]:
    """Return the ids of running tournaments' drawn tables without a club table, longest waiting first."""
    return list(unopened_rows().order_by("pk").values_list("pk", flat=True))


def take_unopened(round_table_id: int) -> RoundTable | None:
    """Return a drawn table and its tournament, locked until the transaction ends.

    None if it needs no club table, if another worker has locked it, or if the tournament is no longer running.
    """
    rows = unopened_rows().select_related("tournament").filter(pk=round_table_id)
    return rows.select_for_update(skip_locked=True, of=("self",)).first()


def unopened_rows() -> QuerySet[RoundTable]:
    """Return the drawn tables that need a club table: in begun rounds of running tournaments that are not paused."""
    return RoundTable.objects.filter(
        games_table_id__isnull=True,
        tournament__status=Tournament.Status.RUNNING,
        tournament__paused_at__isnull=True,
        round__lte=F("tournament__rounds_begun"),
    )


def club_table_from(origin: str) -> Table | None:
    """Return the club table of this origin, or None."""
    return Table.objects.filter(origin=origin).first()


def place_of_table(table_id: int) -> tuple[int, int, int] | None:
    """Return tournament, round and number of the drawn table played at this club table, None for any other."""
    if table_id >= 2**63:
        return None
    rows = RoundTable.objects.filter(games_table_id=table_id)
    return rows.values_list("tournament_id", "round", "number").first()


def games_table_of(tournament_id: int, round_number: int, table: int) -> int | None:
    """Return the id of the club table of a drawn table, None until it is open."""
    rows = RoundTable.objects.filter(tournament=tournament_id, round=round_number, number=table)
    return rows.values_list("games_table_id", flat=True).first()


def tables_to_switch(tournament_id: int) -> list[tuple[int, int, bool]]:
    """Return the current round's tables whose club tables must switch between screens and real cards.

    Each has its number, the club table's id, and whether it is to play with real cards.
    """
    rows = RoundTable.objects.filter(
        tournament=tournament_id,
        round=F("tournament__rounds_drawn"),
        round__gt=F("tournament__rounds_closed"),
        games_table_id__isnull=False,
    )
    drawn = rows.order_by("pk").values_list("number", "games_table_id", "cardboard")
    found = {pk: (number, real) for number, pk, real in drawn if pk is not None}
    known = Table.objects.filter(pk__in=found).values_list("pk", "cardboard")
    return [(found[pk][0], pk, found[pk][1]) for pk, real in known if found[pk][1] != real]


class NamedDeal(NamedTuple):
    """A deal with the name under which lists link to it."""

    id: int
    number: int
    """At its table, from 1."""
    table: str

    @property
    def shown_name(self) -> str:
        """Return the name of the deal for display."""
        return deal_on_screen(self.number, self.table)


def named_deals(deals: QuerySet[Deal]) -> list[NamedDeal]:
    """Return these deals with their names for links, oldest first."""
    return [
        NamedDeal(*one) for one in deals.order_by("pk").values_list("pk", "number", "table__name")
    ]


def disputed_deals(
    tournament_id: int, *, filed_by: datetime | None = None, filed_after: datetime | None = None
) -> list[NamedDeal]:
    """Return the deals of a tournament that await a ruling, oldest first.

    `filed_by` and `filed_after` limit them to disputes filed up to a time, or after it.
    """
    waits = {"disputes__status": "open"}
    times: dict[str, datetime] = {}
    if filed_by is not None:
        times["disputes__filed_at__lte"] = filed_by
    if filed_after is not None:
        times["disputes__filed_at__gt"] = filed_after
    behalf = f"{stream_of(tournament_id)}/"
    deals = Deal.objects.filter(table__origin__startswith=behalf, **waits, **times)
    return named_deals(deals.distinct())


def appealable_deals(tournament_id: int, *, filed_by: datetime, now: datetime) -> bool:
    """Return whether a ruling on any dispute filed up to `filed_by` can still be appealed.

    The prizes wait until this is False.
    """
    return Deal.objects.filter(
        table__origin__startswith=f"{stream_of(tournament_id)}/",
        disputes__until__gt=now,
        disputes__filed_at__lte=filed_by,
    ).exists()


def appeals_until(tournament_id: int, *, now: datetime) -> list[datetime]:
    """Return the times until which rulings of a tournament can still be appealed, the latest last."""
    there = {"disputes__until__gt": now}
    deals = Deal.objects.filter(table__origin__startswith=f"{stream_of(tournament_id)}/", **there)
    return sorted(until for until in deals.values_list("disputes__until", flat=True) if until)


def is_to_close(table_id: int) -> bool:
    """Return whether this club table is to be closed now; locks its row until the transaction ends."""
    Table.objects.select_for_update().filter(pk=table_id).first()
    return to_close().filter(games_table_id=table_id).exists()


def tables_to_close() -> list[int]:
    """Return the ids of the open club tables to close: the round is over or the tournament cancelled.

    Tables with a deal in play are left out.
    """
    ids = to_close().values_list("games_table_id", flat=True)
    return [pk for pk in ids.order_by("pk") if pk]


def to_close() -> QuerySet[RoundTable]:
    """Return the drawn tables whose club tables are to be closed now (see `tables_to_close`)."""
    over = Q(round__lte=F("tournament__rounds_closed"))
    cancelled = Q(tournament__status=Tournament.Status.CANCELLED)
    dealt = Deal.objects.filter(table=OuterRef("games_table_id"), ended_at__isnull=True).exclude(
        phase=Phase.SEEDS
    )
    open_ones = Table.objects.filter(closed_at__isnull=True, admission=Table.Admission.FIXED)
    return RoundTable.objects.filter(
        over | cancelled, ~Exists(dealt), games_table_id__in=open_ones.values("pk")
    )


class TimedTable(NamedTuple):
    """A drawn table that is or may have to be paused, with the running deal at its open club table."""

    row: RoundTable
    held: bool
    deal: Deal | None

    @property
    def still(self) -> bool:
        """Return whether all tables of its tournament are paused."""
        tournament = self.row.tournament
        return tournament.status == Tournament.Status.RUNNING and tournament.paused_at is not None

    @property
    def time_up(self) -> bool:
        """Return whether the minutes of its round are over."""
        return self._current and self.row.tournament.time_up

    @property
    def to_hold(self) -> bool:
        """Return whether no deal may begin at this table."""
        return self._current and (self.still or self.time_up)

    @property
    def to_let_go(self) -> bool:
        """Return whether the table was kept from beginning deals and may begin them again."""
        return self.held and self._current and not self.to_hold

    @property
    def to_stop(self) -> bool:
        """Return whether no further deal of the table will count and the tournament has yet to record this."""
        row = self.row
        known = row.stopped is not None or row.done
        if (
            row.cardboard
        ):  # nobody sees whether a deal runs there: its next result or a person says so
            return False
        return self.time_up and self.held and self.deal is None and not known

    @property
    def dealt(self) -> bool:
        """Return whether a deal is being played at the table."""
        return self.deal is not None and self.deal.phase not in PREPARED

    @property
    def _current(self) -> bool:
        row = self.row
        running = row.tournament.status == Tournament.Status.RUNNING
        return running and row.tournament.rounds_closed < row.round == row.tournament.rounds_drawn


def timed_rows() -> QuerySet[RoundTable]:
    """Return the drawn tables that are or may have to be paused, their club tables open or not."""
    held = Table.objects.filter(held=True, closed_at__isnull=True)
    stopping = Q(
        Q(tournament__paused_at__isnull=False) | Q(tournament__time_up=True),
        tournament__status=Tournament.Status.RUNNING,
        round=F("tournament__rounds_drawn"),
    )
    return RoundTable.objects.filter(
        stopping | Q(paused_deal__isnull=False) | Q(games_table_id__in=held.values("pk")),
        games_table_id__isnull=False,
    )


def timed_tables() -> list[TimedTable]:
    """Return the tables of `timed_rows` that have an open club table. If there are none this takes one query."""
    rows = timed_rows()
    found = list(rows.select_related("tournament").order_by("pk"))
    if not found:
        return []
    tables = Table.objects.filter(
        pk__in=[row.games_table_id for row in found], closed_at__isnull=True
    )
    is_held = dict(tables.values_list("pk", "held"))
    running = Deal.objects.filter(table__in=list(is_held), ended_at__isnull=True)
    deals = {deal.table_id: deal for deal in running}
    return [
        TimedTable(row, is_held[row.games_table_id], deals.get(row.games_table_id))
        for row in found
        if row.games_table_id in is_held
    ]


def take_table(round_table_id: int) -> RoundTable:
    """Return a drawn table with its tournament, locked until the transaction ends."""
    rows = RoundTable.objects.select_related("tournament").select_for_update(of=("self",))
    return rows.get(pk=round_table_id)


def running_deals(tournament_id: int, round_number: int) -> dict[int, int]:
    """Return the ids of a round's running deals, by table number."""
    drawn = RoundTable.objects.filter(tournament=tournament_id, round=round_number)
    numbers = dict(drawn.values_list("games_table_id", "number"))
    deals = Deal.objects.filter(table__in=[key for key in numbers if key], ended_at__isnull=True)
    played = deals.exclude(phase__in=[phase.value for phase in PREPARED])
    return {numbers[table]: deal for table, deal in played.values_list("table_id", "pk")}


def paused_tables(tournament_id: int, round_number: int) -> dict[int, bool]:
    """Return the numbers of drawn tables with a running deal, in order, each with whether it is paused."""
    played = running_deals(tournament_id, round_number)
    paused = set(
        Deal.objects.filter(pk__in=played.values(), paused_at__isnull=False).values_list(
            "pk", flat=True
        )
    )
    return {number: played[number] in paused for number in sorted(played)}


def deals_played(table_id: int) -> int:
    """Return how many deals of a club table have ended and count."""
    return Deal.objects.filter(table=table_id, cancelled=False, ended_at__isnull=False).count()


def seats_to_hand_over() -> list[tuple[int, int]]:
    """Return the seats still held by members who left a running tournament: club table id and member id."""
    left = set(
        Entry.objects.filter(
            tournament__status=Tournament.Status.RUNNING,
            status__in=(Entry.Status.WITHDREW, Entry.Status.REMOVED),
        ).values_list("tournament_id", "player_id")
    )
    if not left:
        return []
    drawn = RoundTable.objects.filter(
        tournament__in={tournament for tournament, _ in left},
        round__gt=F("tournament__rounds_closed"),
        games_table_id__isnull=False,
    )
    of = dict(drawn.values_list("games_table_id", "tournament_id"))
    seats = Seat.objects.filter(
        table__in=of, table__closed_at__isnull=True, player__in={player for _, player in left}
    )
    return [
        (table, player)
        for table, player in seats.order_by("pk").values_list("table_id", "player_id")
        if (of[table], player) in left
    ]


def seats_to_give() -> list[tuple[int, int, int | None]]:
    """Return the given seats not yet applied: club table id, seat, and the new holder's id, None for the bot."""
    drawn = RoundTable.objects.filter(
        tournament__status=Tournament.Status.RUNNING,
        round__gt=F("tournament__rounds_closed"),
        games_table_id__isnull=False,
    ).exclude(occupants=[])
    wanted = {
        (table, seat): None if is_bot(label) else player_id(label)
        for table, occupants in drawn.values_list("games_table_id", "occupants")
        for seat, label in enumerate(occupants)
        if label
    }
    if not wanted:
        return []
    seats = Seat.objects.filter(
        table__in={table for table, _seat in wanted}, table__closed_at__isnull=True
    )
    return [
        (table, seat, wanted[table, seat])
        for table, seat, now in seats.order_by("pk").values_list("table_id", "number", "player_id")
        if (table, seat) in wanted and wanted[table, seat] != now
    ]


@dataclass(frozen=True, slots=True)
class DealPlace:
    """Where a deal of the club counts: tournament, round, table, and its number there (1, 2, 3 …)."""

    tournament_id: int
    round: int
    table: int
    deal_number: int


def places_of(deal_ids: Iterable[int]) -> dict[int, DealPlace]:
    """Return where these deals count, by deal. Deals that were cancelled or played elsewhere are left out."""
    places = {}
    rows = Deal.objects.filter(
        pk__in=set(deal_ids), table__origin__startswith="tournament-", cancelled=False
    )
    for pk, table_id, number, origin in rows.values_list(
        "pk", "table_id", "number", "table__origin"
    ):
        found = _ORIGIN.fullmatch(origin)
        if found is None:
            continue
        played = Deal.objects.filter(table_id=table_id, cancelled=False, number__lte=number)
        tournament, round_number, table = (int(part) for part in found.groups())
        places[pk] = DealPlace(tournament, round_number, table, played.count())
    tournaments = {place.tournament_id for place in places.values()}
    rounds = {place.round for place in places.values()}
    drawn = set(
        RoundTable.objects.filter(tournament__in=tournaments, round__in=rounds).values_list(
            "tournament", "round", "number"
        )
    )
    return {
        pk: place
        for pk, place in places.items()
        if (place.tournament_id, place.round, place.table) in drawn
    }


def drawn_seats(place: DealPlace) -> list[str]:
    """Return the participants drawn for the seats of a deal's table, as labels (`player:12`) in seat order."""
    drawn = RoundTable.objects.values_list("seats", flat=True)
    seats: list[str] = drawn.get(
        tournament=place.tournament_id, round=place.round, number=place.table
    )
    return seats
