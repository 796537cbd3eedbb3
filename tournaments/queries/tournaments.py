"""Reading: the rows of tournaments, and who has entered them."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from games.models import Player
from tournaments.errors import refusal
from tournaments.models import Entry, Tournament
from tournaments.queries.club_tables import unopened_rows


def get_tournament(tournament_id: int) -> Tournament:
    """A tournament's row. Raises Refused("tournament.unknown")."""
    row = Tournament.objects.select_related("director").filter(pk=tournament_id).first()
    if row is None:
        raise refusal("tournament.unknown")
    return row


def etag_of(tournament_id: int) -> str:
    """What changes whenever the rows of a tournament do. Raises Refused("tournament.unknown")."""
    version = Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()
    if version is None:
        raise refusal("tournament.unknown")
    return etag(version, unopened(tournament_id))


def etag(version: int, unopened: int) -> str:
    """The ETag of a tournament's page at this version with so many tables yet to open, such as `7` or `7+3`."""
    return f"{version}+{unopened}" if unopened else str(version)


def unopened(tournament_id: int) -> int:
    """How many of its drawn tables have no club table yet."""
    return unopened_rows().filter(tournament_id=tournament_id).count()


def all_tournaments() -> QuerySet[Tournament]:
    """All tournaments, the newest first."""
    return Tournament.objects.select_related("director").order_by("-pk")


def entered_in(player: Player | None) -> set[int]:
    """The ids of the tournaments that a player has entered."""
    if player is None:
        return set()
    entries = player.tournament_entries.exclude(status=Entry.Status.LEFT_OUT)
    return set(entries.values_list("tournament_id", flat=True))


def entry_of(tournament_id: int, player_id: int) -> Entry | None:
    """The entry of a player with the director who made it, if one did; None for who has not entered."""
    if player_id >= 2**63:  # no database holds such an id, and SQLite cannot be asked
        return None
    rows = Entry.objects.select_related("player", "entered_by")
    rows = rows.exclude(status=Entry.Status.LEFT_OUT)
    return rows.filter(tournament_id=tournament_id, player_id=player_id).first()


def lock(tournament_id: int) -> bool:
    """Lock a tournament's row to the end of the transaction; whether there is one."""
    return bool(Tournament.objects.select_for_update().filter(pk=tournament_id).values_list("pk"))


def lock_player(player_id: int) -> None:
    """Lock a player's row to the end of the transaction; rows that name the player need not wait for it."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)


def announced_with(idempotency_key: UUID) -> Tournament | None:
    """The tournament that was announced with this key before, or None."""
    return Tournament.objects.filter(idempotency_key=idempotency_key).first()


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """These players by id."""
    return Player.objects.in_bulk(list(ids))
