"""Adding members from a list: each gets an account, without a password until the member chooses one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from games.commands.club.start_sums import open_accounts
from games.errors import Refused
from games.models import Player


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person to add as a member."""

    name: str
    """As others see it."""
    login: str
    chips: int | None = None
    """Chips instead of the start sum of the house; None for that."""


@transaction.atomic
def add_members(*, by: Player, newcomers: Sequence[Newcomer], now: datetime) -> list[Player]:
    """Open an account for each newcomer, all or none; return the members in the same order.

    Chips beyond what `by` may grant alone wait for a second person, or for the next day. Raises Refused.
    """
    if not by.runs_the_club:
        raise Refused("member.director")
    if any(one.chips for one in newcomers) and not by.is_director:
        raise Refused("chips.not-director")
    # Two lists at the same time: the second one is compared with what the first has made.
    staff = Player.objects.filter(Q(is_director=True) | Q(is_superuser=True)).order_by("pk")
    list(staff.select_for_update(no_key=True).values_list("pk", flat=True))
    members = [_opened(one, now) for one in newcomers]
    chips = [one.chips for one in newcomers]
    open_accounts(by=by, accounts=list(zip(members, chips, strict=True)), now=now)
    return members


def _opened(newcomer: Newcomer, now: datetime) -> Player:
    player = Player(username=newcomer.login, display_name=newcomer.name, date_joined=now)
    player.set_unusable_password()
    try:
        player.full_clean()
    except ValidationError as error:
        raise Refused("member.list-changed") from error
    player.save()
    return player
