"""Of the discards of real cards that wait, late ones stand first on the desk, the longest late before the others."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.engine.rules import VINAGAMES
from games.models import Player
from games.queries.behalf import RealCardDispute
from replays.presenters.queue import queue_boxes
from tests.support.deals import NOW, penalty_seed, stored_deal

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def test_late_ones_stand_first_and_the_oldest_of_the_others_behind_them():
    four = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    told: dict[str, Any] = {
        "deal_id": deal.pk, "objecting": (0,), "discarder": 1, "until": None, "appealed": False,
        "proposed": False, "stake": 4,
    }  # fmt: skip

    def waiting(number: int, filed: int, rule_by: int | None) -> RealCardDispute:
        until = None if rule_by is None else NOW + rule_by * HOUR
        return RealCardDispute(number=number, filed_at=NOW + filed * HOUR, rule_by=until, **told)

    cases = [
        waiting(1, 0, None),
        waiting(2, 1, 99),
        waiting(3, 2, 8),
        waiting(4, 3, 7),
    ]
    boxes = queue_boxes([], cases, now=NOW + 9 * HOUR)
    addresses = [reverse("desk-real-cards", args=[one]) for one in (4, 3, 1, 2)]
    assert [box.address for box in boxes] == addresses and all(box.real_cards for box in boxes)
    assert [box.late for box in boxes] == [True, True, False, False]
    assert [bool(box.ruling) for box in boxes] == [True, True, False, True]
