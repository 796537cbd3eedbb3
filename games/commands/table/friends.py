"""Playing with friends: anyone who opens the table's link takes a bot's seat."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.bots import MANNERS
from games.commands.deal.calling_off import call_off
from games.commands.deal.deals import prepare_if_full
from games.commands.table.codes import join_by_code, make_code, table_of_code, take_code_back
from games.commands.table.seats import leave_table, require_no_penalty, sit_down
from games.commands.table.social import claims_open
from games.commands.table.tables import (
    TableTerms,
    locked_table,
    open_table,
    require_host,
    terms_of,
)
from games.common.call_links import call_link
from games.common.places import FRIENDS_ORIGIN, FRIENDS_TABLE
from games.engine.rules import RuleSet
from games.engine.state import PREPARED
from games.errors import Refused
from games.infrastructure.removals import forget_removal, note_removal
from games.live.publish import publish_table
from games.models import Player, SeatWait, Table
from games.queries.finished.scores import players_who_go_on
from games.queries.play import rows

_BOT = "club"


@transaction.atomic
def open_for_friends(*, by: Player, rules: RuleSet, now: datetime) -> Table:
    """Return this player's table for friends, with a link and a seat for the player; open one if there is none.

    It has no stakes, only invited players see it in the lobby, and its first deal waits (`waiting.note_wait`).
    """
    origin = f"{FRIENDS_ORIGIN}{by.pk}"
    # "No key": rows that name this player, such as an invitation by somebody else, need not wait for it.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    table = Table.objects.filter(origin=origin, closed_at__isnull=True).first()
    if table is None:
        table = open_table(
            by=by,
            terms=TableTerms(
                name=FRIENDS_TABLE if by.is_guest else by.shown_name[:60],
                rules=rules,
                seats=max(rules.seats),
                filler=_BOT,
                chips_per_point=0,
                admission=Table.Admission.INVITED,
                waits_for_friends=True,
            ),
            origin=origin,
            now=now,
        )
        make_code(by=by, table_id=table.pk)
        sit_down(by=by, table_id=table.pk, seat=0, now=now)
    return table


@transaction.atomic
def table_of_link(code: str) -> Table:
    """Return the table of this code, locked, so that players who join at the same moment get different seats and names.

    Raises Refused if there is none.
    """
    return locked_table(table_of_code(code).pk)


@transaction.atomic
def come_by_link(*, by: Player, code: str, now: datetime) -> Table:
    """Seat this player in place of a bot at the table of this code, and return the table.

    During a deal the player waits for the next one, and at a full table for the next free seat. A table for chips seats
    nobody. Repeating it changes nothing. Raises Refused.
    """
    # Outside the attempt to sit: no deal ends between the refusal and the wait.
    table_of_link(code)
    table = join_by_code(by=by, code=code)
    transaction.on_commit(lambda: forget_removal(table.pk, by.pk))
    _take_free_seat(by, table, now)
    return table


def _take_free_seat(by: Player, table: Table, now: datetime) -> None:
    """Seat a player at a locked table in place of a bot, or have them wait; does nothing where chips are played."""
    seats = list(table.seats.order_by("number"))
    free = [seat.number for seat in seats if seat.player_id is None]
    if table.chips_per_point or any(seat.player_id == by.pk for seat in seats):
        return
    if free:
        try:
            with transaction.atomic():
                sit_down(by=by, table_id=table.pk, seat=free[0], now=now, by_link=True)
        except Refused as refusal:
            if refusal.code != "seat.playing":
                raise
        else:
            return
    require_no_penalty(by, table, now)
    SeatWait.objects.get_or_create(table=table, player=by, defaults={"since": now})


@transaction.atomic
def start_now(*, by: Player, table_id: int, now: datetime) -> None:
    """Start the first deal of the host's table without waiting for more friends. Repeating it changes nothing.

    Raises Refused.
    """
    table = locked_table(table_id)
    require_host(by, table)
    if table.waits_for_friends:
        table.starts_at = now
        prepare_if_full(table, now=now)
        publish_table(table)


@transaction.atomic
def play_again(*, by: Player, table_id: int, now: datetime) -> Table:
    """Return the table where the people from a closed table play again; open it if no one has asked for it yet.

    It has the same terms and host; `by` becomes the host if the old host's account is closed. At a table without
    chips `by` gets a free seat, or waits for one. If the table `table_id` is not closed yet, it is returned. Guests
    whom the host removed and members whose invitation was withdrawn are left out. Raises Refused.
    """
    old = Table.objects.select_for_update().filter(pk=table_id).first()
    if old is None:
        raise Refused("table.unknown")
    if old.admission == Table.Admission.FIXED:
        raise Refused("seat.fixed")
    people = list(players_who_go_on(old))
    if by not in people:
        raise Refused("table.not-played")
    if old.closed_at is None:
        return old
    among_friends = FRIENDS_ORIGIN if old.origin.startswith(FRIENDS_ORIGIN) else ""
    origin = f"{among_friends}after-{old.pk}"
    table = Table.objects.filter(origin=origin, closed_at__isnull=True).first()
    if table is None:
        host = old.opened_by if old.opened_by.is_active else by
        table = open_table(by=host, terms=terms_of(old), origin=origin, now=now)
        if table.admission == Table.Admission.INVITED:  # among them all who came by the code
            table.invited.add(*old.invited.filter(is_active=True))
        # Guests have no seat elsewhere, and the lobby leads the others there.
        table.invited.add(*people)
        if old.code:
            make_code(by=host, table_id=table.pk)
    _take_free_seat(by, locked_table(table.pk), now)
    return table


@transaction.atomic
def choose_call_link(*, by: Player, table_id: int, typed: str) -> None:
    """Set the link or phone number of the call in which the host's table talks; an empty text removes it.

    While cards may be claimed nobody is notified, and players see the change with their next update. Otherwise the
    host could use the notification to time what the others' streams send (§6.10). Raises Refused: "table.call-link"
    for anything but a phone number or a known call service.
    """
    table = locked_table(table_id)
    if table.opened_by_id != by.pk:  # a director who does not sit there has no part in the call
        raise Refused("table.not-yours")
    link = call_link(typed) if typed.strip() else ""
    if link is None:
        raise Refused("table.call-link")
    table.call_link = link
    table.save(update_fields=["call_link"])
    if not claims_open(table):
        publish_table(table)


@transaction.atomic
def renew_link(*, by: Player, table_id: int) -> str:
    """Replace the table's code, and return the new one. Raises Refused."""
    take_code_back(by=by, table_id=table_id)
    return make_code(by=by, table_id=table_id)


@transaction.atomic
def remove_guest(*, by: Player, table_id: int, guest: Player, now: datetime) -> None:
    """Remove a guest from the host's table between deals, and change the link that the guest knows.

    Raises Refused: "seat.playing" during a deal, "seat.none" if this guest neither sits nor waits there.
    """
    table = locked_table(table_id)
    require_host(by, table)
    if not guest.is_guest or guest.pk == table.opened_by_id:
        raise Refused("seat.none")
    table = leave_table(by=guest, table_id=table_id, now=now)
    table.invited.remove(guest)
    if table.code and table.closed_at is None:  # the last player to leave closes a table
        renew_link(by=by, table_id=table_id)
    transaction.on_commit(lambda: note_removal(table_id, guest.pk))
    publish_table(table)  # a guest who waited for a seat is told, too


@transaction.atomic
def choose_bots(*, by: Player, table_id: int, bot: str, now: datetime) -> None:
    """Have bots of this kind take the free seats of the host's table, from its next deal on.

    A prepared deal is called off and prepared again with these bots. Repeating it changes nothing. Raises Refused.
    """
    if bot not in MANNERS:
        raise Refused("table.bot")
    table = locked_table(table_id)
    require_host(by, table)
    if table.admission == Table.Admission.FIXED:
        raise Refused("seat.fixed")
    if table.filler == bot:
        return
    table.filler = bot
    table.save(update_fields=["filler"])
    deal = rows.RUNNING.first(table.pk)
    if deal is None or deal.phase in PREPARED:
        call_off(table, reason="seats changed", now=now, by=by)
        prepare_if_full(table, now=now)
        publish_table(table)
