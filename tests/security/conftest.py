"""These tests count and forget requests: in a cache of their own, whatever other processes count meanwhile."""

import logging

import pytest
import time_machine

from tests.support.security.hidden_cards import LATER, Club


@pytest.fixture(autouse=True)
def own_cache(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}


@pytest.fixture
def club(own_cache, caplog):
    """A club that hides cards; every line of its log is kept."""
    caplog.set_level(logging.DEBUG)
    with time_machine.travel(LATER, tick=False):
        yield Club()
