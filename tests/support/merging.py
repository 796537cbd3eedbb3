"""Two accounts of one person, proposed to become one, confirmed and merged."""

from django.db.models import Sum
from django.utils import timezone

from games.commands.club.chips import (
    grant_first_chips,
)
from games.commands.people.merging import (
    confirm_merge,
    drop_merge,
    propose_merge,
)
from games.ledger.accounts import member_account
from games.ledger.models import Posting
from games.ledger.queries import balance
from games.models import Player
from games.queries.people.merging import waiting_merges
from tests.support.play_pages import member


def with_chips(name: str) -> Player:
    player = member(name)
    grant_first_chips(player=player, now=timezone.now())
    return player


def propose(owner: Player, stays: Player, ends: Player) -> None:
    propose_merge(
        by=owner, stays=stays.pk, ends=ends.pk, reason="Entered twice", now=timezone.now()
    )


def confirm(by: Player, ends: Player) -> bool:
    return confirm_merge(by=by, ends=ends.pk, now=timezone.now())


def drop(by: Player, ends: Player) -> None:
    drop_merge(by=by, ends=ends.pk, now=timezone.now())


def merge(owner: Player, stays: Player, ends: Player) -> None:
    propose(owner, stays, ends)
    confirm(stays, ends)
    confirm(ends, ends)


def waits() -> bool:
    return bool(waiting_merges(now=timezone.now()))


def chips_of(player: Player) -> int:
    return balance(member_account(player.pk))


def ledger_sum() -> int:
    return Posting.objects.aggregate(sum=Sum("amount"))["sum"] or 0
