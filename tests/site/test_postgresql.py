"""A kept connection is found dead before it is used, without asking the server."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.servers import wait_until

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]


def one() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return int(cursor.fetchone()[0])


def test_a_connection_at_rest_is_usable_and_nobody_is_asked() -> None:
    """Also after a transaction, and after a query that failed."""
    assert one() == 1
    with CaptureQueriesContext(connection) as captured:
        assert connection.is_usable()
    assert not captured.captured_queries


def test_a_connection_that_the_server_has_ended_is_replaced_before_it_is_used() -> None:
    """What a restart of the server does to every kept connection."""
    connection.ensure_connection()
    plain = connection.connection
    assert plain is not None
    ended = plain.info.backend_pid
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [ended])
    finally:
        other.close()
    wait_until(lambda: not connection.is_usable(), "the end of the connection has arrived")
    database: Any = connection
    database.health_check_enabled, database.health_check_done = True, False
    try:
        assert one() == 1
    finally:
        database.health_check_enabled = False
    plain = connection.connection
    assert plain is not None
    assert plain.info.backend_pid != ended
