"""An owner, a director, and accounts that may be merged."""

import pytest
from django.utils import timezone

from games.commands.people.walk_ins import walk_in
from games.models import Player
from tests.support.merging import with_chips
from tests.support.play_pages import member


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner")


@pytest.fixture
def director() -> Player:
    return member("dora", is_director=True)


@pytest.fixture
def lan() -> Player:
    return with_chips("lan")


@pytest.fixture
def lan2() -> Player:
    return with_chips("lan2")


@pytest.fixture
def guest() -> Player:
    return walk_in(name="Cô Bảy", now=timezone.now())
