"""Merges two accounts of one person: an owner proposes it, each account confirms, the last confirmation does it.

One transfer moves the balance of the account that ends. Deals, logs and entries keep that account's number, and its
row names the account that continues.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.club.chips import ChipsDeclined, Fact
from games.club.merging import (
    AccountsMerged,
    Merge,
    MergeConfirmed,
    MergedChipsMoved,
    MergeDeclined,
    MergeProposed,
    MergeTakenBack,
)
from games.commands.club.chips import (
    checked,
    lock_members,
    record_fact,
    require_not_merged,
)
from games.commands.club.club_work import require_owner
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance, balances
from games.models import Player
from games.queries.club.grants import waiting_wishes
from games.queries.club.limits import has_new_keys
from games.queries.people.merging import (
    accounts,
    guests_among,
    objections,
    obstacles,
    waiting_merges,
)
from games.queries.required_balance import has_given_password


@transaction.atomic
def propose_merge(*, by: Player, stays: int, ends: int, reason: str, now: datetime) -> None:
    """Propose, as an owner, to merge one account into another one. Raises Refused."""
    require_owner(by)
    lock_members({stays, ends})
    found = accounts().in_bulk([stays, ends])
    if len(found) < len({stays, ends}):
        raise Refused("merge.unknown")
    for code in objections(found[stays], found[ends], by=by, now=now):
        raise Refused(code)
    event = MergeProposed(stays, checked(reason, "account.reason"))
    record_fact(found[ends], event, now=now, by=by)


@transaction.atomic
def confirm_merge(*, by: Player, ends: int, now: datetime) -> bool:
    """Confirm a merge for your own account, or for a guest's as a second person; return whether it is carried out now.

    The last confirmation merges the accounts, if nothing prevents it at that moment. Raises Refused.
    """
    waits, stays, ending = _locked(ends, now)
    guests = guests_among(waits.accounts)
    mine = waits.asked(by.pk, guests, has_duty=by.has_duty and by.is_active)
    if not mine:
        raise Refused("merge.confirmed" if by.pk in waits.confirmed.values() else "merge.not-yours")
    if by.pk in waits.accounts and has_given_password(by.pk):
        raise Refused("merge.own-password")
    if by.pk in waits.accounts and has_new_keys(by, now=now):
        raise Refused("merge.new-keys")
    if not Player.objects.filter(pk=waits.approval.by, is_superuser=True, is_active=True).exists():
        raise Refused("merge.proposer")
    for code in obstacles(stays, ending):
        raise Refused(code)
    for account in mine:
        record_fact(ending, MergeConfirmed(account), now=now, by=by)
    done = {*mine} == {*waits.missing(guests)}
    if done:
        _merge(stays, ending, waits.approval.wish.reason, by=by, now=now)
    return done


@transaction.atomic
def drop_merge(*, by: Player, ends: int, now: datetime) -> None:
    """Withdraw a proposed merge as an owner, or decline it as a person asked to confirm it. Raises Refused."""
    waits, _stays, ending = _locked(ends, now)
    guests = guests_among(waits.accounts)
    event: Fact
    if by.pk in waits.accounts:
        event = MergeDeclined(waits.staying)
    elif by.is_superuser:
        event = MergeTakenBack(waits.staying)
    elif waits.asked(by.pk, guests, has_duty=by.has_duty):
        event = MergeDeclined(waits.staying)
    else:
        raise Refused("merge.not-yours")
    record_fact(ending, event, now=now, by=by)


def follow_merged(*, now: datetime) -> int:
    """Move chips that merged accounts won or lost afterwards, as by a late ruling; return how many accounts
    had any.
    """
    ended = list(Player.objects.filter(merged_into__isnull=False).order_by("pk"))
    held = balances(member_account(one.pk) for one in ended)
    owed = [one for one in ended if held[member_account(one.pk)]]
    for one in owed:
        _follow(one, now)
    return len(owed)


@transaction.atomic
def _follow(ended: Player, now: datetime) -> None:
    assert ended.merged_into_id is not None
    lock_members({ended.pk, ended.merged_into_id})
    if chips := balance(member_account(ended.pk)):
        record_fact(ended, MergedChipsMoved(ended.merged_into_id, chips), now=now)


def _locked(ends: int, now: datetime) -> tuple[Merge, Player, Player]:
    """Return the proposal to end this account, the account that stays, and the one that ends.

    Both accounts stay locked until the transaction ends.
    """
    waits = _waiting(ends, now)
    lock_members(waits.accounts)
    found = Player.objects.in_bulk(waits.accounts)
    return _waiting(ends, now), found[waits.staying], found[waits.ending]


def _waiting(ends: int, now: datetime) -> Merge:
    found = next((one for one in waiting_merges(now=now) if one.ending == ends), None)
    if found is None:
        raise Refused("merge.none")
    return found


def _merge(stays: Player, ending: Player, reason: str, *, by: Player, now: datetime) -> None:
    for wish in [one.wish for one in waiting_wishes()]:
        if ending in wish.players:
            record_fact(ending, ChipsDeclined(wish.key), now=now, by=by)
    chips = balance(member_account(ending.pk))
    record_fact(ending, AccountsMerged(stays.pk, chips, reason), now=now, by=by)
    Player.objects.filter(merged_into=ending).update(merged_into=stays)
    ending.merged_into, ending.is_active = stays, False
    ending.save(update_fields=["merged_into", "is_active"])  # ends sessions, tokens and cards


def lock_unmerged(players: Collection[int]) -> None:
    """Lock these players until the transaction ends. Raises Refused("merge.ended") for an account that has ended.

    Every command that gives a seat or an entry calls this, so that no account is merged at the same time.
    """
    lock_members(players)
    ended = Player.objects.filter(pk__in=players, merged_into__isnull=False)
    for player in ended.select_related("merged_into").order_by("pk")[:1]:
        require_not_merged(player)
