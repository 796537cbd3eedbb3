"""Changes to accounts by the staff, duties, passwords that others set, and logins.

Changes by the staff are events of the member's stream, which the member can read. Owners are told when somebody else
sets a password. Nobody's password can be set while they have cards in hand.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q

from games.club.accounts import ACCOUNT_FIELDS, AccountSet, PasswordSet
from games.club.chips import DutiesSet
from games.club.events import AlarmKind
from games.commands.club.chips import checked, lock_members, locked, record_fact
from games.commands.club.club_work import raise_alarm
from games.errors import Refused
from games.models import BrowserOfMember, DealSeat, Player, Table
from games.models.players import DUTIES
from games.queries.people.merging import is_playing

GIVEN_HERE: Final = frozenset({"is_director", "is_referee"})
"""The duties that an owner gives and takes on a member's page; who owns the club is decided in the administration."""


def require_plain(*, by: Player, player: Player) -> None:
    """Raise Refused unless `by` runs the club and the account is a member's without a duty.

    An account with a duty is not changed here, because a change could be used to log in to it.
    """
    if not by.runs_the_club:
        raise Refused("member.director")
    if player.has_duty or player.is_guest:
        raise Refused("account.duty")


@transaction.atomic
def change_account(
    *, by: Player, player: Player, changed: Collection[str], reason: str, now: datetime
) -> None:
    """Save changed fields of a member's account (some of `ACCOUNT_FIELDS`); log author and reason. Raises Refused."""
    lock_members({player.pk})
    require_plain(by=by, player=Player.objects.get(pk=player.pk))
    if "is_active" in changed and not player.is_active and is_playing(player):
        raise Refused("account.plays")
    player.save(update_fields=sorted(changed))
    note_account(by=by, player=player, changed=changed, reason=reason, now=now)


@transaction.atomic
def note_account(
    *, by: Player, player: Player, changed: Collection[str], reason: str, now: datetime
) -> None:
    """Log which of `ACCOUNT_FIELDS` somebody else changed in a member's account, in the transaction that saves them.

    Nothing is logged if nothing changed, or if members changed their own account. Raises Refused("account.reason"),
    which rolls back the change.
    """
    named = tuple(field for field in ACCOUNT_FIELDS if field in changed)
    if not named or by.pk == player.pk:
        return
    said = checked(reason, "account.reason")
    locked(player)
    record_fact(player, AccountSet(named, player.is_active, said), now=now, by=by)


def why_no_duty(*, by: Player, player: Player, gains: bool) -> Refused | None:
    """Return the refusal if `by` may not change the duties of `player`, otherwise None.

    `gains` says that the change gives a duty.
    """
    if not by.is_superuser:
        return Refused("duty.not-owner")
    return Refused("duty.own") if gains and by.pk == player.pk else None


@transaction.atomic
def note_duties(
    *, by: Player, player: Player, before: frozenset[str], now: datetime, reason: str = ""
) -> None:
    """Record the duties that a member has now, in the transaction that has stored them.

    `before` are the duties before the change, empty if the account was closed. Raises Refused, which rolls the change
    back.
    """
    locked(player)
    gave = duties_of(player) - before
    refusal = why_no_duty(by=by, player=player, gains=bool(gave)) if gave else None
    if refusal is not None:
        raise refusal
    held = tuple(sorted(duty for duty in DUTIES if getattr(player, duty)))
    event = DutiesSet(held, player.is_active, tuple(sorted(gave)), reason)
    record_fact(player, event, now=now, by=by)


@transaction.atomic
def set_duties(
    *, by: Player, player: Player, duties: Collection[str], reason: str, now: datetime
) -> bool:
    """Give a member exactly these duties of `GIVEN_HERE`, and log author and reason; return False if nothing changes.

    Raises Refused: `by` must be an owner and cannot give themselves a duty. A member who gets one must have chosen a
    password: no login card opens an account with a duty, and a password that others set is known to somebody else.
    """
    lock_members({player.pk})
    held = Player.objects.get(pk=player.pk)
    before = duties_of(held)
    wanted = frozenset(duties) & GIVEN_HERE
    gains = wanted - before
    refusal = why_no_duty(by=by, player=held, gains=bool(gains))
    if refusal is not None:
        raise refusal
    said = checked(reason, "account.reason")
    if gains and not held.is_active:
        raise Refused("member.unknown")  # closed while the page was shown
    if gains and (held.password_is_given or not held.has_usable_password()):
        raise Refused("duty.password")
    if wanted == before & GIVEN_HERE:
        return False
    for duty in GIVEN_HERE:
        setattr(held, duty, duty in wanted)
    if "is_referee" in wanted ^ before:
        held.referee_by = by if held.is_referee else None
    held.save(update_fields=[*sorted(GIVEN_HERE), "referee_by"])
    note_duties(by=by, player=held, before=before, reason=said, now=now)
    return True


def duties_of(player: Player) -> frozenset[str]:
    """Return the duties that this account can use now: none if it is closed."""
    return frozenset(duty for duty in DUTIES if player.is_active and getattr(player, duty))


def require_may_be_given(player: Player) -> None:
    """Raise Refused("password.playing") if this player sits in a deal that is running or is about to be dealt."""
    seats = DealSeat.objects.filter(player=player, deal__ended_at__isnull=True)
    # Who has not said that they are ready at a table of the lobby cannot be dealt a card.
    bound = (
        Q(ready=True)
        | Q(deal__started_at__isnull=False)
        | Q(deal__table__admission=Table.Admission.FIXED)
    )
    if seats.filter(bound).exists():
        raise Refused("password.playing")


def note_given(
    *, by: Player, player: Player, reason: str, now: datetime, had_one: bool = True
) -> None:
    """Log that somebody else set or removed a member's password, and notify the member.

    A member whose password was set must change it at the first login. An alarm tells all owners, also if a password
    was removed, since a login card then works. There is no alarm if the account had no password (`had_one` is false)
    and still has none. Raises Refused("account.reason").
    """
    locked(player)
    record_fact(player, PasswordSet(checked(reason, "account.reason")), now=now, by=by)
    if player.has_usable_password():
        note_first(by=by, player=player, now=now)
    elif not had_one:
        return
    raise_alarm(
        AlarmKind.PASSWORD_SET,
        # Of each who sets it, so that no second one hides behind an alarm that stands.
        subject=f"player:{player.pk}/by:{by.pk}",
        facts={"player": player.pk, "by": by.pk},
        now=now,
    )


def note_first(*, by: Player, player: Player, now: datetime) -> None:
    """Log that somebody else set the password of a new account, without a notice to the member."""
    Player.objects.filter(pk=player.pk).update(
        password_by=by, password_at=now, password_is_given=True
    )


def end_login(*, by: Player, key: str) -> None:
    """Sign the member out on one device, by the key of its session's row. Safe to call twice."""
    by.sessions.filter(pk=key[:40]).delete()


def end_other_logins(*, by: Player, but: str) -> None:
    """Sign the member out everywhere except in the session of this row."""
    by.sessions.exclude(pk=but).delete()


def note_browser(*, login: str, browser: str, now: datetime) -> None:
    """Store that the member with this login name has logged in from this browser, given as a digest."""
    player = Player.objects.filter(username=login).only("pk").first()
    if player is not None:
        BrowserOfMember.objects.update_or_create(
            player=player, browser=browser, defaults={"seen_at": now}
        )
