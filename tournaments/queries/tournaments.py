"""Queries for the rows of tournaments and entries, and for the guests in a tournament."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum

from games.engine.disputing.periods import HELD, Terms
from games.engine.rules import PRESETS
from games.log import read_named
from games.models import Deal, DealSeat, Player
from games.queries.club.house import rules_named
from tournaments.engine.participants import THREE, member_label
from tournaments.engine.real_cards.entered_results import HOLDING, ResultStatus
from tournaments.engine.state import Status
from tournaments.engine.terms import Terms as TournamentTerms
from tournaments.errors import refusal
from tournaments.models import Entry, Invitation, Reserve, RoundTable, Tournament
from tournaments.queries.club_tables import (
    NamedDeal,
    named_deals,
    tournament_of_origin,
    unopened_rows,
)
from tournaments.queries.histories import current, current_of
from tournaments.queries.waiting import appeals_due
from tournaments.schema import stream_of

_GOING: Final = (Tournament.Status.OPEN, Tournament.Status.RUNNING)
_STAY: Final = (Entry.Status.PLAYS, Entry.Status.ABSENT)


def get_tournament(tournament_id: int) -> Tournament:
    """Return a tournament's row. Raises Refused("tournament.unknown")."""
    rows = Tournament.objects.select_related("director", "paused_by")
    row = rows.filter(pk=tournament_id).first()
    if row is None:
        raise refusal("tournament.unknown")
    return row


def three_can_play(terms: TournamentTerms) -> bool:
    """Return whether a tournament's rules allow three players."""
    rules = PRESETS.get(terms.rules) or rules_named(terms.rules)
    return THREE in rules.seats


def any_announced() -> bool:
    """Return whether the club has ever announced a tournament."""
    return Tournament.objects.exists()


def names_of_tournaments(numbers: Iterable[int]) -> dict[int, str]:
    """Return the names of these tournaments, by id."""
    return dict(Tournament.objects.filter(pk__in=list(numbers)).values_list("pk", "name"))


def names_of_going() -> dict[int, str]:
    """Return the names of announced and running tournaments, by id, the newest first."""
    rows = Tournament.objects.filter(status__in=_GOING)
    return dict(rows.order_by("-pk").values_list("pk", "name"))


def etag_of(tournament_id: int) -> str:
    """Return an ETag that changes with a tournament's rows. Raises Refused("tournament.unknown")."""
    version = Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()
    if version is None:
        raise refusal("tournament.unknown")
    return etag(version, unopened(tournament_id))


def etag(version: int, unopened: int) -> str:
    """Return the ETag of a tournament: its version, and the number of tables still to be opened, as `7` or `7+3`."""
    return f"{version}+{unopened}" if unopened else str(version)


def undecided_deals(tournament_id: int) -> list[NamedDeal]:
    """Return the deals with real cards that are contradicted or disputed, the oldest first."""
    papers = current(tournament_id).state.papers(*HOLDING)
    return _named(score.deal_id for _seats, score in papers)


def has_waited(tournament_id: int, *, now: datetime) -> bool:
    """Return whether the last round ended so long ago that open disputes no longer delay the prizes.

    They delay the prizes for at most `periods.HELD` after that round.
    """
    closed = read_named(stream_of(tournament_id), "tournament.round-closed")
    return bool(closed) and now >= closed[-1].recorded_at + HELD


def unconfirmed_results(tournament_id: int) -> int:
    """Return how many results with real cards still need confirmation by all seats or by a director."""
    return len(list(current(tournament_id).state.papers(ResultStatus.UNCONFIRMED)))


def unvouched_deals(row: Tournament) -> list[NamedDeal]:
    """Return the deals with real cards that hold back the prizes, as only one seat confirmed their results."""
    if row.appeal_until is None or row.status != Tournament.Status.RUNNING:
        return []
    scores = (
        score
        for drawn in current(row.pk).state.rounds
        for table in drawn.tables
        for score in table.scores
        if score.paper is not None and score.paper.alone
    )
    return _named(score.deal_id for score in scores)


def _named(deals: Iterable[int]) -> list[NamedDeal]:
    asked = list(deals)
    return named_deals(Deal.objects.filter(pk__in=asked)) if asked else []


def waiting_seat(player: Player) -> tuple[Tournament, RoundTable] | None:
    """Return a player's tournament and table in a drawn round that has yet to begin; None if there is none."""
    waiting = (
        Tournament.objects.select_related("paused_by")
        .filter(
            status=Tournament.Status.RUNNING,
            rounds_begun__lt=F("rounds_drawn"),
        )
        .filter(Q(entries__player=player) | Q(reserves__player=player))
    )
    label = member_label(player.pk)
    for row in waiting.order_by("pk").distinct():
        for table in RoundTable.objects.filter(tournament=row, round=row.rounds_drawn):
            if label in table.holders:
                return row, table
    return None


def unopened(tournament_id: int) -> int:
    """Return how many drawn tables of a tournament have no club table yet."""
    return unopened_rows().filter(tournament_id=tournament_id).count()


def all_tournaments() -> QuerySet[Tournament]:
    """Return all tournaments, the newest first."""
    return Tournament.objects.select_related("director").order_by("-pk")


MOST_READ: Final = 50
"""How many tournaments a feed or a calendar of them all has."""


def newest() -> list[Tournament]:
    """Return the newest tournaments, for a feed."""
    return list(all_tournaments()[:MOST_READ])


def with_a_day() -> list[Tournament]:
    """Return the latest tournaments for which a day is set, for a calendar."""
    rows = all_tournaments().filter(starts_at__isnull=False)
    return list(rows.order_by("-starts_at", "-pk")[:MOST_READ])


def entered_in(player: Player | None) -> set[int]:
    """Return the ids of the tournaments a player has entered."""
    if player is None:
        return set()
    entries = player.tournament_entries.exclude(status__in=Entry.NO_ENTRY)
    return set(entries.values_list("tournament_id", flat=True))


def has_entered(behalf: str, player_id: int) -> bool:
    """Return whether a player has an interest in the tournament of this name (`tournament-3`), seated or not."""
    loaded = current_of(behalf)
    return loaded is not None and loaded.state.interested(player_id)


def parts_of(players: Collection[int]) -> dict[int, bool]:
    """Return the tournaments in which any of these players has taken part, as a mapping from the id to a stake.

    The stake is True if the tournament is not over and one of the players still has an interest in it.
    """
    of = {"player__in": players}
    ids = set(
        Entry.objects.filter(**of)
        .exclude(status__in=Entry.NO_ENTRY)
        .values_list("tournament", flat=True)
    )
    ids |= set(Reserve.objects.filter(**of).values_list("tournament", flat=True))
    sat = DealSeat.objects.filter(**of, deal__table__origin__startswith="tournament-")
    origins = sat.values_list("deal__table__origin", flat=True).order_by().distinct()
    ids |= {number for one in origins if (number := tournament_of_origin(one)) is not None}
    going = Tournament.objects.filter(status__in=_GOING)
    parts = dict.fromkeys(ids, False)
    for number in going.order_by("pk").values_list("pk", flat=True):
        state = current(number).state
        if any(state.interested(player) for player in players):
            parts[number] = True
    return parts


def dispute_terms(behalf: str) -> Terms | None:
    """Return the time limits for disputes and rulings in the tournament of this name (`tournament-3`).

    None for any other name, and for cancelled tournaments.
    """
    loaded = current_of(behalf)
    if loaded is None or loaded.state.status is Status.CANCELLED:
        return None
    minutes, ruling = loaded.state.options.appeal_minutes, loaded.state.options.ruling_hours
    if minutes:
        return Terms(timedelta(minutes=minutes), loaded.state.filing_until, ruling)
    closed = Tournament.objects.filter(
        pk=loaded.books.tournament_id, status=Tournament.Status.CLOSED
    )
    return Terms(None, closed.values_list("ended_at", flat=True).first(), ruling)


def entry_of(tournament_id: int, player_id: int) -> Entry | None:
    """Return a player's entry with the director who made it, if any; None if not entered."""
    if player_id >= 2**63:  # no database holds such an id, and SQLite cannot be asked
        return None
    rows = Entry.objects.select_related("player", "entered_by")
    rows = rows.exclude(status__in=Entry.NO_ENTRY)
    return rows.filter(tournament_id=tournament_id, player_id=player_id).first()


def lock(tournament_id: int) -> bool:
    """Lock a tournament's row until the transaction ends; return whether it exists."""
    return bool(Tournament.objects.select_for_update().filter(pk=tournament_id).values_list("pk"))


def lock_player(player_id: int) -> None:
    """Lock a player's row until the transaction ends. Writing rows that refer to the player stays possible."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)


def announced_with(idempotency_key: UUID) -> Tournament | None:
    """Return the tournament announced by the request with this key; None if there is none."""
    return Tournament.objects.filter(idempotency_key=idempotency_key).first()


def closed_accounts(players: Iterable[int]) -> set[int]:
    """Return those of these players whose accounts are closed."""
    rows = Player.objects.filter(pk__in=list(players), is_active=False)
    return set(rows.values_list("pk", flat=True))


def appeals_over(now: datetime) -> list[int]:
    """Return the ids of the running tournaments in which the time to appeal is over, longest waiting first."""
    rows = appeals_due(now)
    return list(rows.order_by("appeal_until", "pk").values_list("pk", flat=True))


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """Return these players by id."""
    return Player.objects.in_bulk(list(ids))


def reserves_of(tournament_id: int) -> list[Player]:
    """Return the members on the reserve list, in order."""
    rows = Reserve.objects.filter(tournament=tournament_id).select_related("player")
    return [row.player for row in rows]


def guests_of(row: Tournament) -> QuerySet[Player]:
    """Return the entered guests who have not left, in the order of their names."""
    entered = Entry.objects.filter(tournament=row, status__in=_STAY).values("player")
    return Player.objects.filter(pk__in=entered, is_guest=True).order_by("searched", "pk")


def guests_without_phone(row: Tournament) -> list[Player]:
    """Return the guests who are not logged in on any device; at a table on screens the careful bot plays for them.

    Empty if every table has real cards, or unless the tournament is open or running.
    """
    if row.no_screens or row.status not in _GOING:
        return []
    return list(guests_of(row).filter(sessions__isnull=True))


def invitations_of(tournament_id: int) -> list[Invitation]:
    """Return the invitations in order, each with the director who sent it."""
    rows = Invitation.objects.filter(tournament=tournament_id)
    return list(rows.select_related("player", "invited_by"))


def is_invited(tournament_id: int, player_id: int) -> bool:
    """Return whether a member is invited."""
    return Invitation.objects.filter(tournament=tournament_id, player=player_id).exists()


def turned_away(tournament_id: int) -> list[Player]:
    """Return the members removed before the start."""
    rows = Entry.objects.filter(tournament=tournament_id, status=Entry.Status.TURNED_AWAY)
    return [row.player for row in rows.select_related("player")]


def club_paid(director: int, *, since: datetime, but: int) -> int:
    """Return the total of the fees that the club pays for a director's tournaments.

    It counts those announced after `since`, except the tournament `but` and cancelled ones.
    """
    rows = Tournament.objects.filter(director=director, club_pays=True, created_at__gt=since)
    open_ones = rows.exclude(status=Tournament.Status.CANCELLED).exclude(pk=but)
    return open_ones.aggregate(sum=Sum(F("entry_fee") * F("entrants")))["sum"] or 0
