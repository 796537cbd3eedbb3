"""Four members, and a deal of theirs in which some moves were made."""

import pytest
from django.core.cache import cache

from games.engine.rules import VINAGAMES
from games.models import Player
from tests.support import deals


@pytest.fixture(autouse=True)
def nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def four():
    return [
        Player.objects.create_user(name, password="sesame")
        for name in ("an", "binh", "chi", "dung")
    ]


@pytest.fixture
def deal(four):
    return deals.running_deal(VINAGAMES, 5, four, moves=4)
