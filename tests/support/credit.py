"""Members on credit: tests of other subjects let them play for chips they do not have."""

from dataclasses import replace

import pytest
from django.utils import timezone


@pytest.fixture(autouse=True)
def on_credit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waive cover in this process, unless the test is marked `cover`."""
    if request.node.get_closest_marker("cover") is None:
        for module in ("table.seats", "deal.deals"):
            monkeypatch.setattr(f"games.commands.{module}.require_cover", lambda **_asked: None)


def lend_to_all() -> None:
    """Let the house of a running club lend to all, for as many tables as tests leave unfinished."""
    from games.club.events import HouseRulesSet
    from games.commands import record
    from games.models import Player
    from games.queries.club.house import house_rules

    owner = Player.objects.filter(is_superuser=True)[0]
    lent = replace(house_rules(), lowest_balance=-1_000_000)
    record(HouseRulesSet(lent), by=owner, now=timezone.now())
