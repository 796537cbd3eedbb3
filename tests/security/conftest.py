"""These tests count and forget requests: in a cache of their own, whatever other processes count meanwhile."""

import logging
from copy import copy
from functools import cache

import pytest
import time_machine
from django.test import Client
from django.test.client import ClientHandler

from tests.support.security.hidden_cards import LATER, Club


@pytest.fixture(autouse=True)
def own_cache(settings):
    own = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    settings.CACHES = dict.fromkeys(settings.CACHES, own)


@pytest.fixture
def club(own_cache, caplog):
    """A club that hides cards; every line of its log is kept."""
    caplog.set_level(logging.DEBUG)
    with time_machine.travel(LATER, tick=False):
        yield Club()


@pytest.fixture
def client_of(club):
    """A client of one of the club's viewers, each time a new one; each viewer has logged in once in the test.

    What stands between clients and pages is built once: it takes as long as a small page.
    """
    handlers: dict[str, ClientHandler] = {}

    @cache
    def cookies(viewer):
        there = Client()
        if club.viewers[viewer] is not None:
            there.force_login(club.viewers[viewer])
        return there.cookies

    def new(viewer, **options):
        there = Client(**options)
        there.cookies = copy(cookies(viewer))
        strict = options.get("enforce_csrf_checks", False)
        there.handler = handlers.setdefault(strict, there.handler)
        return there

    return new


@pytest.fixture
def ticks(monkeypatch):
    """The tables of which the live stream says that they have moved on."""
    heard: list[int] = []
    monkeypatch.setattr(
        "games.commands.deal.deal_work.publish_table", lambda table: heard.append(table.pk)
    )
    return heard
