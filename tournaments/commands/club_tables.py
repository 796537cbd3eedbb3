"""The club's tables of a round: opens them after the draw, closes them after the round, and pauses them.

Each act is a transaction of its own, and the rows show which tables are still to be done: it is safe to interrupt, to
repeat, and to run in several workers.

Tables are paused during a pause of all tables, and when the minutes of a round are over. A director's pause or
resumption of a single deal takes precedence over the pause of all tables.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.db import transaction

from games import commands as club
from games.errors import Refused
from games.log import UNREADABLE
from games.models import Player
from games.queries.club.house import rules_named
from tournaments import queries
from tournaments.commands.counting import advance, shared_secrets
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine.clock import timing
from tournaments.engine.participants import is_bot, player_id
from tournaments.models import RoundTable, Tournament

_log = logging.getLogger(__name__)

_NAME_LENGTH = 60
"""Characters that a club table's name may have."""


def set_tables(
    clock: Callable[[], datetime],
    *,
    between: Callable[[], object] = lambda: None,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Open and close the tables due, and seat substitutes and bots; return how many tables or seats changed.

    `between` is called after each table. When `enough` returns True, no further table is opened until the next run.
    """
    done = 0
    for pk in queries.unopened_tables():
        if enough():
            return done
        done += _logged(partial(open_one, pk, now=clock()), f"round table {pk}")
        between()
    for pk, player in queries.seats_to_hand_over():
        hand = partial(hand_over_one, pk, player, now=clock())
        done += _logged(hand, f"the seat of {player} at table {pk}")
    for pk, seat, who in queries.seats_to_give():
        give = partial(give_one, pk, seat, who, now=clock())
        done += _logged(give, f"seat {seat} of table {pk}")
    for pk in queries.tables_to_close():
        done += _logged(partial(close_one, pk, now=clock()), f"table {pk}")
        between()
    return done


@transaction.atomic
def open_one(round_table_id: int, *, now: datetime) -> bool:
    """Open the club's table for a drawn table; return False if it is open, or another worker is opening it."""
    drawn = queries.take_unopened(round_table_id)
    if drawn is None:
        return False
    tournament = drawn.tournament
    origin = queries.origin_of(tournament.pk, drawn.round, drawn.number)
    club_table = queries.club_table_from(origin)
    if club_table is None:
        shared = () if not tournament.duplicate else shared_secrets(drawn)
        if tournament.duplicate and not shared:
            raise Refused("deal.secret-lost")
        members = (player_id(label) for label in drawn.holders if not is_bot(label))
        people = queries.players_by_id({tournament.director_id, *members})
        club_table = club.open_table(
            by=people[tournament.director_id],
            terms=_table_terms(tournament, drawn),
            origin=origin,
            occupants=[_occupant(label, people) for label in drawn.holders],
            starters=drawn.starters,
            shared_secrets=shared,
            now=now,
        )
    drawn.games_table_id = club_table.pk
    drawn.save(update_fields=("games_table_id",))
    return True


@transaction.atomic
def hand_over_one(table_id: int, player: int, *, now: datetime) -> bool:
    """Let the careful bot play a seat for the rest of the round; return False if another worker was faster."""
    try:
        return club.hand_over(table_id=table_id, player_id=player, now=now)
    except Refused as refusal:
        if refusal.code != "table.closed":
            raise
        return False


@transaction.atomic
def give_one(table_id: int, seat: int, player: int | None, *, now: datetime) -> bool:
    """Give a seat to ``player`` (None: the bot) from the next deal on; return True if this was done.

    Return False if that is impossible now (a deal is being played, or the table is closed) or was done already.
    """
    who = None if player is None else queries.players_by_id([player])[player]
    try:
        return club.give_seat(table_id=table_id, seat=seat, player=who, now=now)
    except Refused as refusal:
        if refusal.code not in ("table.closed", "seat.playing", "seat.revealing"):
            raise
        return False


@transaction.atomic
def close_one(table_id: int, *, now: datetime) -> bool:
    """Close a table of the club; return True if this call closed it.

    Return False if another worker closed it, if a director has meanwhile ordered a replay, or if a deal is running.
    When that deal ends, this function is called again.
    """
    if not queries.is_to_close(table_id):
        return False
    try:
        club.close_table(by=None, table_id=table_id, now=now)
    except Refused as refusal:
        if refusal.code not in ("table.closed", "seat.playing"):
            raise
        return False
    return True


def _logged(act: Callable[[], bool], what: str) -> bool:
    # One damaged table must not keep the others from being opened.
    try:
        return act()
    except Refused as refusal:
        _log.error("%s cannot be set: %s", what, refusal.code)
    except UNREADABLE as error:
        _log.error("%s cannot be set: %s", what, type(error).__name__)
    return False


def _occupant(label: str, people: dict[int, Player]) -> Player | str:
    return label.removeprefix("bot:") if is_bot(label) else people[player_id(label)]


def _table_terms(tournament: Tournament, drawn: RoundTable) -> club.TableTerms:
    terms = tournament.terms
    return club.TableTerms(
        name=_name(tournament, drawn),
        rules=rules_named(terms.rules),
        seats=len(drawn.seats),
        seconds_per_move=terms.seconds_per_move,
        bank_seconds=terms.bank_seconds,
        spectators=terms.spectator_delay is not None,
        spectator_delay=terms.spectator_delay or 0,
        cardboard=drawn.cardboard,
    )


def _name(tournament: Tournament, drawn: RoundTable) -> str:
    # The place first: a narrow screen cuts off the tournament's name.
    place = f"R{drawn.round} T{drawn.number} "
    return place + tournament.name[: _NAME_LENGTH - len(place)].rstrip()


_log = logging.getLogger(__name__)


def keep_still(
    clock: Callable[[], datetime], *, between: Callable[[], object] = lambda: None
) -> int:
    """Pause the tables due to be paused, and resume the others; return how many changes were made.

    If nothing is to be done, this takes one query. `between` is called after each change.
    """
    done = 0
    for table in queries.timed_tables():
        for act in _acts(table):
            done += _followed(partial(act, now=clock()), table.row.pk)
            between()
    return done


def _acts(table: queries.TimedTable) -> Iterator[Callable[..., bool]]:
    row, deal = table.row, table.deal
    assert row.games_table_id is not None
    if table.to_hold and not table.held:
        yield partial(club.hold_table, table_id=row.games_table_id)
    if table.still and table.dealt and deal is not None and deal.pk != row.paused_deal:
        yield partial(pause_one, row.pk, deal.pk)
    if row.paused_deal is not None and not table.still:
        yield partial(resume_one, row.pk)
    if table.to_let_go:
        yield partial(club.let_table_go, table_id=row.games_table_id)
    if table.to_stop:
        yield partial(stop_one, row.pk)


@transaction.atomic
def pause_one(round_table_id: int, deal_id: int, *, now: datetime) -> bool:
    """Pause a running deal because all tables are paused; return False if nothing was to be done.

    If a director paused that deal earlier, their pause remains: only the table's row notes that the deal is paused.
    """
    row = queries.take_table(round_table_id)
    if row.tournament.paused_at is None or row.paused_deal == deal_id:
        return False
    if not club.pause_held(deal_id=deal_id, resume=False, now=now):
        return False
    row.paused_deal = deal_id
    row.save(update_fields=["paused_deal"])
    return True


@transaction.atomic
def resume_one(round_table_id: int, *, now: datetime) -> bool:
    """Resume a deal after a pause of all tables.

    Nothing changes for a deal that a director has already resumed, or has paused on its own. Return False if nothing
    was to be done.
    """
    row = queries.take_table(round_table_id)
    if row.paused_deal is None or row.tournament.paused_at is not None:
        return False
    club.pause_held(deal_id=row.paused_deal, resume=True, now=now)
    row.paused_deal = None
    row.save(update_fields=["paused_deal"])
    return True


@transaction.atomic
def stop_one(round_table_id: int, *, now: datetime) -> bool:
    """Record in the tournament that a table has stopped, and how many of its deals count.

    Return False if nothing was to be recorded.
    """
    row = queries.take_table(round_table_id)
    assert row.games_table_id is not None
    work = TournamentWork.on(row.tournament_id, now=now)
    events = timing.decide_stop_table(
        work.state,
        round_number=row.round,
        table=row.number,
        deals=queries.deals_played(row.games_table_id),
    )
    work.add(events)
    advance(work)
    work.save()
    return bool(events)


def _followed(act: Callable[[], bool], round_table_id: int) -> bool:
    try:
        return act()
    except Refused as refusal:
        # One damaged table must not block the others; one closed meanwhile needs nothing.
        if refusal.code != "table.closed":
            _log.error("round table %s cannot follow: %s", round_table_id, refusal.code)
    except UNREADABLE as error:
        _log.error("round table %s cannot follow: %s", round_table_id, type(error).__name__)
    return False
