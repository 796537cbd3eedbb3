"""These tests count and forget requests: in a cache of their own, whatever other processes count meanwhile."""

import pytest


@pytest.fixture(autouse=True)
def own_cache(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
