"""Queries for proposals to raise limits: who may sign one, and whose login is too new for that (0241)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from games.club.accounts import PasswordSet, SecondFactorTaken
from games.club.chips import NAMES, DutiesSet, from_stored, member_stream
from games.club.limits import WEEK, LimitsProposed
from games.engine.disputing.approval import Approval
from games.log import read_across, read_events
from games.models import LoginCard, Player

_OWNER: Final = "is_superuser"


def owner_of(proposal: Approval[LimitsProposed, int]) -> Player | None:
    """Return the owner who made the proposal, or None if that member is no longer an owner."""
    return Player.objects.filter(
        pk=proposal.by, is_superuser=True, is_active=True, is_guest=False
    ).first()


def owns_alone(player: Player) -> bool:
    """Return whether this player is the club's only active owner."""
    others = Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=player.pk)
    return not others.exists()


def was_owned_with(player: Player, *, now: datetime) -> bool:
    """Return whether another owner lost the duty or had their account closed in the last week, according to the log.

    If so, this player may not propose higher limits as the only owner. Otherwise an owner could close the other
    owner's account for a minute and then propose alone.
    """
    others = Player.objects.filter(is_guest=False).exclude(pk=player.pk)
    streams = [member_stream(pk) for pk in others.values_list("pk", flat=True)]
    owned: set[str] = set()
    for stored in read_across(streams, [NAMES[DutiesSet]]):
        fact = from_stored(stored.name, stored.schema, stored.payload)
        assert isinstance(fact, DutiesSet)
        owns = _OWNER in fact.duties
        if owns or stored.stream in owned:
            out = not (owns and fact.is_open)
            if out and stored.recorded_at > now - WEEK:
                return True
        (owned.add if owns else owned.discard)(stored.stream)
    return False


def why_not_sign(
    player: Player, proposal: Approval[LimitsProposed, int], *, now: datetime
) -> str | None:
    """Return the code of the reason why this owner may not sign the proposal, or None."""
    if not proposal.may_sign(player.pk):
        return "limits.own"
    if owner_of(proposal) is None:
        return "limits.proposer"
    return "limits.new-keys" if has_new_keys(player, now=now) else None


def has_new_keys(player: Player, *, now: datetime) -> bool:
    """Return whether somebody else gave this member a password, card or owner's duty within the last week.

    Whoever gave it may still know the password, and so could sign as this member. All givers count, not only the
    proposer, who could use a third account.
    """
    since = now - WEEK
    if LoginCard.objects.filter(player=player, made_at__gt=since).exists():
        return True
    by = player.password_by_id
    if by not in (None, player.pk) and player.password_at and player.password_at > since:
        return True  # from before passwords were events
    for stored in read_events(member_stream(player.pk)):
        if stored.metadata.get("by") in (None, player.pk) or stored.recorded_at <= since:
            continue
        fact = from_stored(stored.name, stored.schema, stored.payload)
        if isinstance(fact, PasswordSet | SecondFactorTaken):
            return True
        if isinstance(fact, DutiesSet) and _OWNER in fact.gave:
            return True
    return False
