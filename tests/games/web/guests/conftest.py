"""Each test counts anew."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def counted_anew():
    cache.clear()
    yield
    cache.clear()
