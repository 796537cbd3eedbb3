"""Opens many accounts at once, with their start sums."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext

from games.club.chips import SECOND, ChipsAskedFor, ChipsGranted, MemberJoined
from games.commands.club.chips import given_alone, locked, record_fact
from games.models import Player
from games.queries.club.house import house_rules


@transaction.atomic
def open_accounts(
    *, by: Player, accounts: Sequence[tuple[Player, int | None]], now: datetime
) -> None:
    """Open accounts for new members with this many chips each (None: the club's start sum).

    Members get the chips in this order, up to what `by` may grant alone in a day. The other accounts start empty, and
    one request for each sum waits for `games.commands.club.chips.confirm_grant`. Members can neither stake chips nor
    pay fees before they have chosen a password.
    """
    house, said = house_rules(), gettext("Starting sum")
    left = house.alone_chips - given_alone(by=by, now=now)
    waiting: dict[tuple[int, bool], list[Player]] = {}
    for player, chips in accounts:
        locked(player)
        due, is_start = (house.start_chips, True) if chips is None else (chips, False)
        paid = due if due <= left else 0
        left -= paid
        record_fact(player, MemberJoined(paid if is_start else 0, waits=True), now=now, by=by)
        if paid and not is_start:
            record_fact(player, ChipsGranted(paid, said, uuid4().hex), now=now, by=by)
        if due > paid:
            waiting.setdefault((due, is_start), []).append(player)
    for (due, is_start), players in waiting.items():
        asked = ChipsAskedFor(due, said, uuid4().hex + SECOND, len(players), start=is_start)
        for player in players:
            record_fact(player, asked, now=now, by=by)
