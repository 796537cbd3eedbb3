"""Tests that make sense on one database only: `@pytest.mark.only_on("postgresql")`.

They are left out of the collection elsewhere, so that nothing is ever reported as skipped; the
suite runs on both databases before anything lands.
"""

import pytest
from django.conf import settings


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "only_on(vendor): collected on this database only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    vendor = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    for_another = [
        item
        for item in items
        if (mark := item.get_closest_marker("only_on")) and mark.args[0] != vendor
    ]
    if for_another:
        config.hook.pytest_deselected(items=for_another)
        items[:] = [item for item in items if item not in for_another]
