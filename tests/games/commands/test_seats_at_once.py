"""Two who change tables at the same moment: one waits for the other at the most, and neither is thrown out."""

from datetime import timedelta
from functools import partial
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games import commands
from games.commands.deal import calling_off, deals
from games.commands.table import tables
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Table
from tests.support.locks import somebody_waits
from tests.support.play_pages import member, table_with
from tests.support.servers import wait_until
from tests.support.threads import at_once, elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_sits_down_while_a_late_player_loses_the_seat_waits_and_nobody_is_thrown_out(
    monkeypatch,
):
    an, binh, chi = member("an"), member("binh"), member("chi")
    table = table_with(an, binh)
    deal = table.deals.get(ended_at=None)
    commands.get_ready(by=an, deal_id=deal.pk, now=timezone.now())
    deal.refresh_from_db()
    assert deal.deadline is not None
    said: list[str] = []
    threads: list[Thread] = []

    def sit() -> None:
        try:
            commands.sit_down(by=chi, table_id=table.pk, seat=2, now=timezone.now())
            said.append("sits")
        except (OperationalError, Refused) as error:
            said.append(repr(error))

    call_off = calling_off.call_off

    def call_off_with_company(*args, **kwargs):
        if not threads:
            threads.append(elsewhere(sit))
            wait_until(somebody_waits, "Chi waits", 20)
        call_off(*args, **kwargs)

    monkeypatch.setattr(deals, "call_off", call_off_with_company)
    commands.start_deal(deal_id=deal.pk, now=deal.deadline + timedelta(seconds=1))
    threads[0].join(60)
    assert said == ["sits"]
    assert set(table.seats.filter(player__isnull=False).values_list("player", flat=True)) == {
        an.pk,
        chi.pk,
    }


def test_two_who_invite_each_other_at_the_same_moment_both_get_their_table(monkeypatch):
    an, binh = member("an"), member("binh")
    # On SQLite one is done before the other begins.
    together = Barrier(2 if connection.vendor == "postgresql" else 1)
    open_table = tables.open_table

    def open_in_company(**options):
        table = open_table(**options)
        together.wait(20)  # neither has committed
        return table

    monkeypatch.setattr(tables, "open_table", open_in_company)
    at_once(
        *(
            partial(
                commands.open_table_by_form,
                by=host,
                idempotency_key=uuid4(),
                terms=commands.TableTerms(
                    name="Bàn", rules=VINAGAMES, seats=4, admission=Table.Admission.INVITED
                ),
                invited=[guest],
                now=timezone.now(),
            )
            for host, guest in ((an, binh), (binh, an))
        )
    )
    assert set(Table.objects.values_list("opened_by", flat=True)) == {an.pk, binh.pk}
