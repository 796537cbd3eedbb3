"""What commands, reactions and pages read of tournaments, and of the club's tables where they are played."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.engine.state import Phase
from games.log.store import Recorded, read, read_events
from games.models import Deal, Player, Table
from tournaments.models import RoundTable, Tournament
from tournaments.refusals import refusal
from tournaments.schema import from_stored, stream_of
from tournaments.settlement import Books
from tournaments.state import TournamentState, evolve

_ORIGIN: Final = re.compile(r"tournament-([0-9]+)/([0-9]+)/([0-9]+)")


def load_state(tournament_id: int) -> TournamentState | None:
    """The tournament as its stream says, folded anew from all of it, or None where there is no such stream."""
    state: TournamentState | None = None
    for stored in read_events(stream_of(tournament_id)):
        state = evolve(state, from_stored(stored.name, stored.schema, stored.payload))
    return state


@dataclass(frozen=True, slots=True)
class Told:
    """A tournament as far as its stream goes."""

    state: TournamentState
    books: Books
    """What its chips stand at."""
    hash: str
    """Of the last event; by the chain it stands for all of them."""


_REMEMBERED: Final = 16
_told: OrderedDict[int, Told] = OrderedDict()
_told_lock = Lock()


def current(tournament_id: int) -> Told | None:
    """The tournament as its stream says, or None where there is no such stream.

    This process remembers the tournaments that it read last and asks only for what came since. The event that it
    knew as the last comes along: where the log does not hold it with the same hash (a rollback, a restore), all is
    read anew.
    """
    with _told_lock:
        known = _told.get(tournament_id)
    stream = stream_of(tournament_id)
    fresh = read(stream, known.state.version - 1 if known else 0)
    if known is not None and not (fresh and fresh[0].hash == known.hash):
        known, fresh = None, read(stream)
    if not fresh:
        return None
    told = _followed(tournament_id, known, fresh[1:] if known else fresh)
    with _told_lock:
        _told[tournament_id] = told
        _told.move_to_end(tournament_id)
        while len(_told) > _REMEMBERED:
            _told.popitem(last=False)
    return told


def forget() -> None:
    """Remember no tournament any more, as a process that has just started."""
    with _told_lock:
        _told.clear()


def _followed(tournament_id: int, known: Told | None, news: Sequence[Recorded]) -> Told:
    state = known.state if known else None
    books = known.books if known else Books(tournament_id)
    for stored in news:
        event = from_stored(stored.name, stored.schema, stored.payload)
        state = evolve(state, event)
        books, _transfers = books.follow(event, stored.version)
    if not news:
        assert known is not None
        return known
    assert state is not None
    return Told(state, books, news[-1].hash)


def get_tournament(tournament_id: int) -> Tournament:
    """A tournament's row. Raises Refused("tournament.unknown")."""
    row = Tournament.objects.select_related("director").filter(pk=tournament_id).first()
    if row is None:
        raise refusal("tournament.unknown")
    return row


def mark_of(tournament_id: int) -> str:
    """What changes whenever the rows of a tournament do. Raises Refused("tournament.unknown")."""
    version = Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()
    if version is None:
        raise refusal("tournament.unknown")
    return mark(version, unopened(tournament_id))


def mark(version: int, unopened: int) -> str:
    """The mark of a tournament at this version with so many tables yet to open, such as `7` or `7+3`."""
    return f"{version}+{unopened}" if unopened else str(version)


def unopened(tournament_id: int) -> int:
    """How many of its drawn tables have no club table yet."""
    return _unopened().filter(tournament_id=tournament_id).count()


def all_tournaments() -> QuerySet[Tournament]:
    """All tournaments, the newest first."""
    return Tournament.objects.select_related("director").order_by("-pk")


def entered_in(player: Player | None) -> set[int]:
    """The ids of the tournaments that a player has entered."""
    if player is None:
        return set()
    return set(player.tournament_entries.values_list("tournament_id", flat=True))


def has_entered(tournament_id: int, player: Player) -> bool:
    """Whether a player has entered a tournament."""
    return player.tournament_entries.filter(tournament_id=tournament_id).exists()


# --- for the commands ------------------------------------------------------------------------------


def lock(tournament_id: int) -> bool:
    """Lock a tournament's row to the end of the transaction; whether there is one."""
    return bool(Tournament.objects.select_for_update().filter(pk=tournament_id).values_list("pk"))


def lock_player(player_id: int) -> None:
    """Lock a player's row to the end of the transaction; rows that name the player need not wait for it."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)


def tournament_of_form(once: UUID) -> Tournament | None:
    """The tournament that this form has announced before, or None."""
    return Tournament.objects.filter(once=once).first()


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """These players by id."""
    return Player.objects.in_bulk(list(ids))


# --- the club's tables -----------------------------------------------------------------------------


def origin_of(tournament_id: int, round_number: int, table: int) -> str:
    """How a club table says which table of a tournament it is."""
    return f"{stream_of(tournament_id)}/{round_number}/{table}"


def tournament_of_origin(origin: str) -> int | None:
    """The id of the tournament for which a club table of this origin was opened, None for any other table."""
    found = _ORIGIN.fullmatch(origin)
    return int(found[1]) if found else None


def unopened_tables() -> list[int]:
    """The ids of the drawn tables of running tournaments that have no club table yet, the longest waiting first."""
    return list(_unopened().order_by("pk").values_list("pk", flat=True))


def take_unopened(round_table_id: int) -> RoundTable | None:
    """A drawn table with its tournament, locked to the end of the transaction; None where it needs no club table.

    None as well where another worker holds it, and where the tournament is no longer running.
    """
    rows = _unopened().select_related("tournament").filter(pk=round_table_id)
    return rows.select_for_update(skip_locked=True, of=("self",)).first()


def _unopened() -> QuerySet[RoundTable]:
    return RoundTable.objects.filter(
        games_table_id__isnull=True, tournament__status=Tournament.Status.RUNNING
    )


def club_table_from(origin: str) -> Table | None:
    """The club table of this origin, or None."""
    return Table.objects.filter(origin=origin).first()


def tables_to_close() -> list[int]:
    """The ids of the open club tables whose round is over or whose tournament is cancelled, unless cards are dealt."""
    over = Q(round__lte=F("tournament__rounds_closed"))
    cancelled = Q(tournament__status=Tournament.Status.CANCELLED)
    dealt = Deal.objects.filter(table=OuterRef("games_table_id"), ended_at__isnull=True).exclude(
        phase=Phase.SEEDS
    )
    open_ones = Table.objects.filter(closed_at__isnull=True, admission=Table.Admission.FIXED)
    rows = RoundTable.objects.filter(
        over | cancelled, ~Exists(dealt), games_table_id__in=open_ones.values("pk")
    )
    return [pk for pk in rows.values_list("games_table_id", flat=True).order_by("pk") if pk]


@dataclass(frozen=True, slots=True)
class DealPlace:
    """Where a deal of the club counts: tournament, round, table, and its number there (1, 2, 3 …)."""

    tournament_id: int
    round: int
    table: int
    deal_number: int


def places_of(deal_ids: Iterable[int]) -> dict[int, DealPlace]:
    """Where these deals count, those left out that belong to no tournament. A cancelled deal counts nowhere."""
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
    return places
