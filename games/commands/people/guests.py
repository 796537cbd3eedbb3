"""Guests: people who play against bots with one press, in one browser, without an account.

A guest is a row of `Player`, so deals, seats and visibility work as for members. Guests have no password and no chips,
and a name if they chose one. They play for fun, at tables that they opened or whose code they know, and can become
members who keep their deals. `tusac_site.security.guests` says which addresses guests can open.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.commands.club.chips import grant_first_chips, lock_members
from games.commands.deal.deals import get_ready
from games.commands.people.walk_ins import call_guest
from games.commands.table.seats import leave_table, sit_down
from games.commands.table.tables import TableTerms, close_table, open_table
from games.engine.events import MOVES
from games.engine.rules import RuleSet
from games.engine.state import Phase
from games.errors import Refused
from games.infrastructure.throttling import MOST_GUESTS
from games.models import Deal, MemberInvitation, MemberSession, Player, Seat, Table
from games.queries.club.house import house_rules
from games.queries.finished.histories import history
from games.queries.play.lobby import HERE_WITHIN

TABLE_KEPT: Final = timedelta(hours=1)
"""For how long the table stays open of a guest who does nothing; and the guest who has played no deal."""
GUEST_KEPT: Final = timedelta(days=7)
"""For how long a guest stays who has moved in a deal that was finished, and may become a member with it."""
INVITATION_WORKS: Final = timedelta(days=7)
SECONDS_AMONG_BOTS: Final = 300
"""For a move where nobody else waits: time to read the rule and the coach."""
_BOT: Final = "club"


@transaction.atomic
def new_guest(*, now: datetime, name: str = "") -> Player:
    """Create a guest, with this name if one is given, to be logged in without a password.

    If the club has as many guests as it allows, the guest unseen for the longest time makes room; if all are present,
    the one who has been in no running deal for longest. Raises Refused("guest.full") if nobody can make room, or
    Refused for the name. The limit protects against floods and is not exact: two guests who come at the same moment
    may both get the last place.
    """
    if settings.TUSAC_LIMITS and _awake().count() >= MOST_GUESTS:
        _make_room(now)
    guest = Player(username=f"guest-{secrets.token_hex(8)}", is_guest=True, date_joined=now)
    if name:
        call_guest(guest, name)
    guest.set_unusable_password()
    guest.save()
    return guest


@transaction.atomic
def play_now(*, by: Player, rules: RuleSet, now: datetime, commitment: str = "") -> Table:
    """Open a table of bots for this player, for fun, and prepare the cards, so that only "I am ready" is left to press.

    A player has one such table for each rule set; pressing again leads back to it and never gives a second seat.
    """
    origin = f"play-{by.pk}-{rules.key}"
    mine = Table.objects.filter(origin=origin, closed_at__isnull=True)
    # The table before the member, as whoever closes it locks them: the other way round they would wait for each other.
    table = mine.select_for_update().first()
    # "No key": rows that name this player, such as an invitation by somebody else, need not wait for it.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    if table is None:
        opened = mine.first()
        if opened is not None:
            return opened  # by the same press a moment ago, with the seat and the cards
        name = by.shown_name if by.is_guest else by.display_name or by.username
        table = open_table(
            by=by,
            terms=TableTerms(
                name=f"{name[:45]} · {rules.key}",
                rules=rules,
                seats=4,
                filler=_BOT,
                chips_per_point=0,
                seconds_per_move=SECONDS_AMONG_BOTS,
                admission=Table.Admission.INVITED if by.is_guest else Table.Admission.OPEN,
                spectators=False,  # so that claims need no windows (§6.10)
            ),
            origin=origin,
            now=now,
        )
    deal = Deal.objects.filter(table=table, ended_at__isnull=True).first()
    seats = list(table.seats.all())
    if not any(seat.player_id == by.pk for seat in seats):
        free = [seat.number for seat in seats if seat.player_id is None]
        if not free or (deal is not None and deal.phase != Phase.SEEDS):
            return table  # others play here now: there is a seat when they are through
        sit_down(by=by, table_id=table.pk, seat=free[0], now=now)
        deal = Deal.objects.filter(table=table, ended_at__isnull=True).first()
    if deal is not None and deal.phase == Phase.SEEDS:
        get_ready(by=by, deal_id=deal.pk, commitment=commitment, now=now)
    return table


@transaction.atomic
def become_member(
    *,
    guest: Player | None,
    username: str,
    display_name: str,
    password: str,
    key: str = "",
    now: datetime,
) -> Player:
    """Make this guest, or a new person if None, a member with the club's start sum; return the member.

    If the house rules do not let every guest join, `key` must be the key of an invitation, which works once. An
    invitation for a guest entered by name turns that guest into the member. The guest's sessions end and the member
    logs in. Raises Refused.
    """
    invitation = _invitation(key, now) if key else None
    if invitation is None and not house_rules().guests_join:
        raise Refused("guest.by-invitation")
    author = None if invitation is None else invitation.made_by
    if invitation is not None and invitation.guest is not None:
        guest = invitation.guest
    lock_members({one.pk for one in (author, guest) if one is not None})
    player = Player(date_joined=now)
    if guest is not None:
        player = Player.objects.select_for_update(no_key=True).get(pk=guest.pk)
        if not player.is_guest:
            raise Refused("guest.member-already")
        if not player.is_active:
            raise Refused("guest.invitation")
    player.username, player.display_name, player.is_guest = username, display_name, False
    player.set_password(password)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:  # somebody else took the name just now
        raise Refused("name.twin") from error
    if invitation is not None:
        invitation.used_by, invitation.used_at = player, now
        invitation.save(update_fields=["used_by", "used_at"])
    grant_first_chips(player=player, by=author, now=now)
    return player


def invite_to_club(*, by: Player, now: datetime, guest: Player | None = None) -> str:
    """Make an invitation with which one person, or this listed guest, becomes a member; return its key.

    The key is shown only here. Raises Refused("member.director"), or "guest.member-already" if the guest has become a
    member.
    """
    if not by.runs_the_club:
        raise Refused("member.director")
    if guest is not None and not guest.is_guest:
        raise Refused("guest.member-already")
    key = secrets.token_urlsafe(16)
    MemberInvitation.objects.filter(expires_at__lte=now, used_by=None).delete()
    MemberInvitation.objects.create(
        digest=_digest(key), guest=guest, made_by=by, made_at=now, expires_at=now + INVITATION_WORKS
    )
    return key


def invitation_of(key: str, *, now: datetime) -> MemberInvitation | None:
    """Return the valid invitation with this key, with its guest, or None."""
    return _working(key, now).select_related("guest").first()


def tidy_guests(*, now: datetime) -> int:
    """Deactivate guests who will not come back, free their seats and close their tables; return how many.

    Guests whose deal is running stay, whatever became of their session. The row of a guest who has played stays, since
    the log names it.
    """
    away = _unseen_since(now - TABLE_KEPT)
    weeks = set(_unseen_since(now - GUEST_KEPT).values_list("pk", flat=True))
    gone = [
        guest
        for guest in away.filter(~Exists(_in_play()))
        if guest.pk in weeks or not _has_played(guest)
    ]
    for guest in gone:
        _put_to_rest(guest)
    hosts = Q(opened_by__is_active=False) | Q(opened_by__in=away)
    tables = Table.objects.filter(hosts, opened_by__is_guest=True, closed_at__isnull=True)
    for table_id in list(tables.values_list("pk", flat=True)):
        with suppress(Refused):  # the careful bot plays the deal to its end first
            close_table(by=None, table_id=table_id, now=now)
    resting = Seat.objects.filter(player__is_guest=True, player__is_active=False)
    for seat in resting.filter(table__closed_at__isnull=True).select_related("player"):
        assert seat.player is not None
        with suppress(Refused):
            leave_table(by=seat.player, table_id=seat.table_id, now=now)
    nothing = Player.objects.filter(pk__in=[guest.pk for guest in gone])
    nothing = nothing.filter(deal_seats=None, seats=None)
    nothing.exclude(Exists(Table.objects.filter(opened_by=OuterRef("pk")))).delete()
    return len(gone)


def _make_room(now: datetime) -> None:
    seen = MemberSession.objects.filter(player=OuterRef("pk")).order_by("-seen_at")
    deals = Deal.objects.filter(seats__player=OuterRef("pk")).order_by("-pk")
    # A browser that only looks keeps a session fresh for ever, but no deal.
    for last in (Subquery(seen.values("seen_at")[:1]), Subquery(deals.values("changed_at")[:1])):
        longest = (
            _awake()
            .filter(~Exists(_in_play(now)), date_joined__lte=now - HERE_WITHIN)
            .annotate(last=Coalesce(last, "date_joined"))
            .filter(last__lte=now - HERE_WITHIN)
            .order_by("last")
            .select_for_update(of=("self",), no_key=True, skip_locked=True)
            .first()
        )
        if longest is not None:
            _put_to_rest(longest)
            return
    raise Refused("guest.full")


def _put_to_rest(guest: Player) -> None:
    guest.is_active, guest.display_name = False, ""  # the name is free again
    guest.save(update_fields=["is_active", "display_name"])  # ends its sessions as well


def _in_play(now: datetime | None = None) -> QuerySet[Deal]:
    """Return a subquery of a guest's unfinished deals, without those that still wait for players to be ready.

    With `now`, deals that have been paused for long are left out, too.
    """
    here = Deal.objects.filter(seats__player=OuterRef("pk"), ended_at__isnull=True)
    here = here.exclude(phase=Phase.SEEDS)
    return here if now is None else here.exclude(paused_at__lte=now - HERE_WITHIN)


def _has_played(guest: Player) -> bool:
    """Return whether the guest has made a move in a finished deal, not counting a bot's moves in their place."""
    over = Deal.objects.filter(seats__player=guest, ended_at__isnull=False, cancelled=False)
    return any(
        row.by == guest.pk and isinstance(row.event, MOVES)
        for deal_id in over.values_list("pk", flat=True)
        for row in history(deal_id)
    )


def _awake() -> QuerySet[Player]:
    return Player.objects.filter(is_guest=True, is_active=True, is_written_down=False)


def _unseen_since(since: datetime) -> QuerySet[Player]:
    seen = MemberSession.objects.filter(player=OuterRef("pk"), seen_at__gt=since)
    return _awake().filter(~Exists(seen), date_joined__lte=since)


def _invitation(key: str, now: datetime) -> MemberInvitation:
    found = _working(key, now).select_for_update().first()
    if found is None:
        raise Refused("guest.invitation")
    return found


def _working(key: str, now: datetime) -> QuerySet[MemberInvitation]:
    return MemberInvitation.objects.filter(
        digest=_digest(key), used_at__isnull=True, expires_at__gt=now
    )


def _digest(key: str) -> str:
    return sha256(key.encode(errors="replace")).hexdigest()
