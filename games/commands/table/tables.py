"""Opens and closes tables, invites members to them, and sets the pace of their bots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.bots import BOTS
from games.club.accounts import TableClosed
from games.commands.club.chips import checked, record_fact
from games.commands.club.pots import share_out_pot
from games.commands.deal.calling_off import call_off
from games.commands.deal.deals import prepare_if_full
from games.commands.deal.duplicates import share_secrets
from games.commands.people.preferences import set_preferences
from games.commands.table.social import DELAYS
from games.common.names import tidied, why_not
from games.engine.attendance import LONGEST_BANK
from games.engine.rules import RuleSet, objection
from games.engine.state import PREPARED
from games.errors import Refused
from games.infrastructure.throttling import MOST_TABLES, MOST_TABLES_OF_A_DIRECTOR
from games.live.publish import publish, publish_table, topic_of_account
from games.models import Player, Seat, Table
from games.queries.play import rows
from games.queries.play.lobby import why_not_invite
from games.schema import rules_from_plain, rules_to_plain

SECONDS = range(10, 601)
"""Seconds that a table may give for a move."""
BANKS = range(LONGEST_BANK + 1)
"""Seconds of bank that a table may give a seat for a deal."""
STAKES = range(1001)
"""Chips that a point may be worth."""
MOST_INVITED: Final = 100
"""Members whom a table invites beside its host; of those who came by its code as many more as there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """What a table is opened with: its rules, times, stakes, bots, and who may sit or watch."""

    name: str
    rules: RuleSet
    seats: int
    filler: str = "club"
    """The kind of bot that takes seats nobody sits in; empty for none."""
    seconds_per_move: int = 60
    bank_seconds: int = 0
    chips_per_point: int = 1
    coach: bool | None = None
    """None allows the coach where nothing is at stake; a tournament's table has none."""
    admission: str = Table.Admission.OPEN
    spectators: bool | None = None
    """None allows them but at a tournament's table."""
    spectator_delay: int = 0
    starts_itself: bool = False
    cardboard: bool = False
    """Whether it is played with real cards, and nothing is dealt."""
    pace: str = Table.Pace.NORMAL
    wants_bots: bool = False
    """Whether members' programs that ask for any table may take its free seats (`games.commands.table.queue`)."""
    waits_for_friends: bool = False
    """Whether its first deal waits for those to whom the host sends the link."""


def terms_of(table: Table) -> TableTerms:
    """Return the terms of a table, to open another table like it."""
    apart = {"rules", "seats", "waits_for_friends"}
    alike = {term.name for term in fields(TableTerms)} - apart
    return TableTerms(
        rules=rules_from_plain(table.rules),
        seats=table.seat_count,
        waits_for_friends=bool(table.filler) and not table.chips_per_point,
        **{name: getattr(table, name) for name in alike},
    )


@transaction.atomic
def open_table(
    *,
    by: Player,
    terms: TableTerms,
    now: datetime,
    invited: Iterable[Player] = (),
    origin: str = "",
    occupants: Sequence[Player | str] = (),
    starters: Sequence[int] = (),
    shared_secrets: Sequence[str] = (),
) -> Table:
    """Open a table for the lobby or for a tournament.

    A tournament passes its `origin`, all `occupants` (players or names of bots) and the `starters` of the deals; its
    table has no phrases unless a director allows them later. With `shared_secrets` the table plays its deals from
    these (`duplicates`). The player who opens a lobby table still has to sit down.
    """
    terms = replace(terms, name=tidied(terms.name))
    _check_terms(terms, occupants)
    if by.is_guest and terms.chips_per_point:
        raise Refused("guest.member-only")
    if not occupants:
        _require_few_tables(by)
    invited = tuple(invited)
    _check_invited({by.pk}, by.pk, invited)
    coach = not terms.chips_per_point if terms.coach is None else terms.coach
    table = Table.objects.create(
        name=terms.name,
        rules=rules_to_plain(terms.rules),
        seat_count=terms.seats,
        admission=Table.Admission.FIXED if occupants else terms.admission,
        filler=terms.filler,
        seconds_per_move=terms.seconds_per_move,
        bank_seconds=terms.bank_seconds,
        starts_itself=terms.starts_itself and not occupants,
        spectators=not occupants if terms.spectators is None else terms.spectators,
        spectator_delay=terms.spectator_delay,
        phrases=not occupants,
        chips_per_point=0 if occupants else terms.chips_per_point,
        coach=not occupants and coach,
        origin=origin,
        starters=list(starters),
        cardboard=terms.cardboard,
        pace=terms.pace,
        wants_bots=terms.wants_bots,
        held=terms.waits_for_friends,
        opened_by=by,
        opened_at=now,
        used_at=now,
    )
    if shared_secrets:
        share_secrets(table, shared_secrets)
    table.invited.set({by, *invited} if terms.admission == Table.Admission.INVITED else ())
    seated: list[Player | str] = list(occupants) or [""] * terms.seats
    Seat.objects.bulk_create(
        Seat(table=table, number=number, bot=who)
        if isinstance(who, str)
        else Seat(table=table, number=number, player=who)
        for number, who in enumerate(seated)
    )
    if occupants:
        prepare_if_full(table, now=now)
    for who in occupants:
        if isinstance(who, Player):
            publish(topic_of_account(who.pk))
    return table


def _check_terms(terms: TableTerms, occupants: Sequence[Player | str]) -> None:
    """Raise Refused where a table cannot be opened with these terms and occupants."""
    if not 0 < len(terms.name) <= 60:
        raise Refused("table.name")
    if not occupants and (refusal := why_not(terms.name)):
        raise Refused(refusal)  # a tournament's own name was looked at before
    if (against := objection(terms.rules)) is not None:
        raise Refused(against.code)
    if occupants and terms.rules.pot:
        raise Refused("table.pot")
    if terms.seats not in terms.rules.seats or (occupants and len(occupants) != terms.seats):
        raise Refused("table.seats")
    if terms.seconds_per_move not in SECONDS:
        raise Refused("table.seconds")
    if terms.bank_seconds not in BANKS:
        raise Refused("table.bank")
    if terms.spectator_delay not in DELAYS:
        raise Refused("table.delay")
    if terms.pace not in Table.Pace.values:
        raise Refused("pace.unknown")
    if terms.chips_per_point not in STAKES:
        raise Refused("table.stake")
    if any(bot not in BOTS for bot in (terms.filler, *occupants) if isinstance(bot, str) and bot):
        raise Refused("table.bot")


@transaction.atomic
def open_table_by_form(
    *,
    by: Player,
    idempotency_key: UUID,
    terms: TableTerms,
    now: datetime,
    invited: Iterable[Player] = (),
) -> tuple[Table, bool]:
    """Open a table from a form that may be sent twice; return the table, and whether this call opened it."""
    # "No key": rows that name this player, such as an invitation by somebody else, need not wait for it.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    origin = f"form-{by.pk}-{idempotency_key.hex}"
    stored = Table.objects.filter(origin=origin).first()
    if stored is not None:
        return stored, False
    return open_table(by=by, terms=terms, now=now, invited=invited, origin=origin), True


@transaction.atomic
def invite(*, by: Player, table_id: int, players: Iterable[Player]) -> None:
    """Invite more members to a table for invited members. Repeating it changes nothing."""
    table = locked_table(table_id)
    _require_may_invite(by, table)
    players = tuple(players)
    known = table.invited.filter(is_guest=False).values_list("pk", flat=True)
    _check_invited(set(known), table.opened_by_id, players)
    table.invited.add(*players)


@transaction.atomic
def take_back_invitation(*, by: Player, table_id: int, player: Player) -> None:
    """Withdraw the invitation of a member who has not sat down. Repeating it changes nothing."""
    table = locked_table(table_id)
    _require_may_invite(by, table)
    if player.pk == table.opened_by_id:
        raise Refused("invitation.host")
    if table.seats.filter(player=player).exists():
        raise Refused("invitation.sits")
    table.invited.remove(player)
    table.waiting.filter(player=player).delete()


@transaction.atomic
def close_table(*, by: Player | None, table_id: int, now: datetime, reason: str = "") -> None:
    """Close a table between two deals; `by` is None for the service itself (a tournament's round is over).

    A director needs a reason to close somebody else's table. The closing is then logged as an act of the staff, and
    the player who opened the table and the players who sit there are notified.
    """
    table = locked_table(table_id)
    if by is not None:
        require_host(by, table)
        if table.admission == Table.Admission.FIXED:
            raise Refused("seat.fixed")
        if by.pk != table.opened_by_id:
            reason = checked(reason, "table.close-reason")
    call_off(table, reason="table closed", now=now, by=by)
    if by is not None and by.pk != table.opened_by_id:
        seats = table.seats.filter(player__isnull=False).order_by("number")
        seated = tuple(seats.values_list("player_id", flat=True))
        # Behind the table and its deal; a guest may be the host, who has no chips and a stream all the same.
        host = Player.objects.select_for_update(no_key=True).get(pk=table.opened_by_id)
        record_fact(host, TableClosed(table.pk, seated, reason), now=now, by=by)
    end_table(table, now)
    publish_table(table)


def end_table(table: Table, now: datetime) -> None:
    """Mark a locked table as closed, and refund its pot."""
    table.closed_at, table.starts_at, table.call_link = now, None, ""
    table.save(update_fields=["closed_at", "starts_at", "call_link"])
    share_out_pot(table=table, now=now)


@transaction.atomic
def choose_pace(*, by: Player, table_id: int, pace: str) -> None:
    """Set the pace of the bots at a table. Setting the same pace again changes nothing.

    A player who sits alone with bots can do so at any time; the pace then applies to all their tables with bots
    alone. At other tables the member who opened the table or a director can, while no cards are dealt. Raises
    Refused.
    """
    if pace not in Table.Pace.values:
        raise Refused("pace.unknown")
    table = locked_table(table_id)
    if table.admission == Table.Admission.FIXED:
        raise Refused("pace.tournament")
    sitting = list(table.seats.exclude(player=None).values_list("player_id", flat=True))
    if sitting == [by.pk]:
        set_preferences(by=by, asked={"pace": pace})
    else:
        require_host(by, table)
        deal = rows.RUNNING.first(table.pk)
        if deal is not None and deal.phase not in PREPARED:
            raise Refused("pace.playing")
        table.pace = pace
        table.save(update_fields=["pace"])
    publish_table(table)


def locked_table(table_id: int) -> Table:
    """Return an open table, locked until the end of the transaction. Raises Refused if it is unknown or closed."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise Refused("table.unknown")
    if table.closed_at is not None:
        raise Refused("table.closed")
    return table


def _require_few_tables(by: Player) -> None:
    """Raise Refused if this player already has as many lobby tables open as allowed."""
    if not settings.TUSAC_LIMITS:
        return
    # "No key": rows that name this player, such as an invitation by somebody else, need not wait for it.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    tables = Table.objects.filter(opened_by=by, closed_at__isnull=True)
    most = MOST_TABLES_OF_A_DIRECTOR if by.runs_the_club else MOST_TABLES
    if tables.exclude(admission=Table.Admission.FIXED).count() >= most:
        raise Refused("table.too-many")


def _check_invited(known: Collection[int], host: int, more: Iterable[Player]) -> None:
    """Raise Refused if inviting `more` beside the `known` members would exceed the limit of a table."""
    new = {player.pk for player in more} - set(known)
    if new and len({*known, *new} - {host}) > MOST_INVITED:
        raise Refused("invitation.too-many")


def _require_may_invite(by: Player, table: Table) -> None:
    if refusal := why_not_invite(by, table):
        raise Refused(refusal)


def require_host(by: Player, table: Table) -> None:
    """Raise Refused("table.not-yours") unless this player opened the table or is a director."""
    if not table.is_run_by(by):
        raise Refused("table.not-yours")
