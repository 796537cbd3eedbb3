"""What every test of the project stands on."""

from tests.append_only import flush_is_allowed
from tests.followers import followers_do_not_wait
from tests.vendors import pytest_collection_modifyitems, pytest_configure

__all__ = [
    "flush_is_allowed",
    "followers_do_not_wait",
    "pytest_collection_modifyitems",
    "pytest_configure",
]
