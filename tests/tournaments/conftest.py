"""What tests of tournaments share: who directs, and who rules."""

import pytest

from games.models import Player
from tests.support.tournament_pages import player


@pytest.fixture
def director() -> Player:
    return player("director", is_director=True)


@pytest.fixture
def referee() -> Player:
    return player("referee", is_referee=True)
