"""A clock that stands where a factor is required, and a director."""

import pytest
import time_machine
from django.core.cache import cache

from tests.support.play_pages import member
from tests.support.second_factor import STARTED


@pytest.fixture(autouse=True)
def clock(settings):
    """A factor is required, and the clock stands."""
    settings.TUSAC_SECOND_FACTOR = "required"
    cache.clear()
    with time_machine.travel(STARTED, tick=False) as clock:
        yield clock
    cache.clear()


@pytest.fixture
def director():
    return member("director", is_director=True)
