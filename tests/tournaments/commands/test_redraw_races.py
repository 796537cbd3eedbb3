"""A round is drawn anew, or that taken back, while a worker opens its tables: nobody sits at a table of no draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games import commands as club
from games.models import Seat, Table
from tests.support.locks import somebody_waits
from tests.support.servers import wait_until
from tests.support.threads import elsewhere
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.commands import club_tables
from tournaments.commands.club_tables import set_tables
from tournaments.models import RoundTable

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
    pytest.mark.only_on("postgresql"),
]


@pytest.mark.parametrize("back", [False, True])
def test_a_table_that_opens_while_its_draw_is_discarded_is_closed_with_it(monkeypatch, back):
    director = player("director", is_director=True)
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em", "giang", "hoa", "kim")]
    cup = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=cup, now=timezone.now())
    act: Callable[..., int] = commands.redraw
    said: dict[str, Any] = {"by": director, "tournament_id": cup, "reason": "A name was wrong."}
    if back:
        commands.redraw(now=timezone.now(), **said)
        act = commands.take_redraw_back
    waiting, open_table = [], club.open_table

    def opened(**of_table: Any) -> Table:
        table = open_table(**of_table)
        waiting.append(elsewhere(partial(act, now=timezone.now(), **said)))
        wait_until(somebody_waits, "nobody waits for the drawn table")
        return table

    with monkeypatch.context() as patched:
        patched.setattr(club, "open_table", opened)
        first = RoundTable.objects.order_by("pk").values_list("pk", flat=True)[0]
        club_tables.open_one(first, now=timezone.now())
    waiting[0].join(60)
    set_tables(timezone.now)
    set_tables(timezone.now)
    assert Table.objects.filter(closed_at__isnull=True).count() == 2
    for drawn in RoundTable.objects.filter(tournament=cup):
        seats = Seat.objects.filter(table=drawn.games_table_id).order_by("number")
        assert [f"player:{one.player_id}" for one in seats] == drawn.seats
