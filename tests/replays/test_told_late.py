"""Of the discards of real cards that wait, late ones stand first on the desk, the longest late before the others."""

from datetime import timedelta
from typing import Any

import pytest

from games.engine.rules import VINAGAMES
from games.models import Player
from games.queries.told_cases import ToldWaiting
from replays.presenters.queue import told_boxes
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

    def waiting(desk: str, filed: int, rule_by: int | None) -> ToldWaiting:
        until = None if rule_by is None else NOW + rule_by * HOUR
        return ToldWaiting(desk=desk, filed_at=NOW + filed * HOUR, rule_by=until, **told)

    cases = [
        waiting("oldest", 0, None),
        waiting("not yet", 1, 99),
        waiting("late", 2, 8),
        waiting("longest late", 3, 7),
    ]
    boxes = told_boxes(cases, now=NOW + 9 * HOUR)
    assert [box.address for box in boxes] == ["longest late", "late", "oldest", "not yet"]
    assert [box.late for box in boxes] == [True, True, False, False]
    assert [bool(box.ruling) for box in boxes] == [True, True, False, True]
