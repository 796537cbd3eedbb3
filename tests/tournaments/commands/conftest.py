"""What tests of commands of tournaments share: a referee."""

import pytest

from games.models import Player
from tests.support.tournament_pages import player


@pytest.fixture
def referee() -> Player:
    return player("referee", is_referee=True)
