"""A member gets ready at many tables at the same moment: all together promise no chip twice."""

from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone

from games import commands
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, Player
from games.queries.required_balance import cover_of
from tests.support.tables import opened_table
from tests.support.threads import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.cover]


def test_of_six_deals_at_once_as_many_are_dealt_as_can_be_paid():
    an, now = Player.objects.create_user("an"), timezone.now()
    for number in range(6):
        table = opened_table(
            by=an, name=f"Bàn {number}", rules=VINAGAMES, seats=4, chips_per_point=1, now=now
        )
        commands.sit_down(by=an, table_id=table.pk, seat=0, now=now)

    def get_ready(deal_id: int) -> None:
        with suppress(Refused):
            commands.get_ready(by=an, deal_id=deal_id, now=now)

    at_once(*(partial(get_ready, deal) for deal in Deal.objects.values_list("pk", flat=True)))
    assert Deal.objects.filter(started_at__isnull=False).count() == 2
    assert cover_of(an.pk).free == 1000 - 2 * 374
