"""An id of an address may be larger than any that a database holds; then nothing is there."""

import re

import pytest
from django.db import transaction

from tests.support.security.api_addresses import API
from tests.support.security.club import built

pytestmark = pytest.mark.django_db
ENDLESS = str(10**33)


@pytest.fixture
def club():
    return built()


@pytest.mark.parametrize("viewer", ["seat", "director"])
def test_an_id_beyond_any_database_is_of_nothing(club, client_of, viewer):
    """Of some acts it is asked whether they are a duty there, before anything else is."""
    client = client_of(viewer)
    asked = 0
    for route in (one for one in API if "<int:" in one):
        ids = len(re.findall(r"<int:\w+>", route))
        # All of them, and each alone: one that is not there may keep the next from being looked for.
        for large in {
            (True,) * ids,
            *(tuple(at == one for at in range(ids)) for one in range(ids)),
        }:
            values = iter([ENDLESS if one else "1" for one in large])
            address = "/" + re.sub(r"<int:\w+>", lambda _id: next(values), route)  # noqa: B023
            for method in ("GET", "POST", "PATCH", "DELETE"):
                with transaction.atomic():
                    answer = client.generic(method, address, "{}", content_type="application/json")
                    transaction.set_rollback(True)
                assert answer.status_code < 500, (method, address, answer.content)
                asked += answer.status_code == 404
    assert asked > 20
