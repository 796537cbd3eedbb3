"""While the database is away or busy, every kind of answer says which of the two, and none is an error of ours."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client

from games.models import Player
from tusac_site.errors import of_database

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/",
    "/accounts/login/",
    "/account/",
    "/tables/1/",
    "/deals/1/",
    "/tournaments/",
    "/tournaments/1/",
    "/replays/1/",
    "/notices/",
    "/admin/",
    "/admin/games/player/",
    "/log/",
    "/api/v1/tables/",
    "/api/v1/deals/1/",
    "/api/v1/me/",
)


@pytest.fixture
def member() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(Player.objects.create_superuser("lan", password="x"))
    return client


@pytest.fixture
def away(member: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No statement gets an answer, as psycopg says it when nobody listens."""

    def refuse(*_args: object, **_named: object) -> None:
        raise OperationalError("connection failed") from psycopg.OperationalError("refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    monkeypatch.setattr(connection, "ensure_connection", refuse)
    yield
    monkeypatch.undo()


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
def test_no_answer_says_that_a_table_is_busy_while_the_database_is_away(
    member: Client, away: None, address: str, headers: dict[str, str]
) -> None:
    answer = member.get(address, headers=headers)
    said = answer.content.decode()
    assert "table is busy" not in said
    assert answer.status_code == 503, said[:300]
    assert "save or load anything right now" in said
    assert answer["Retry-After"]


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (psycopg.errors.LockNotAvailable(), "deal.busy"),
        (psycopg.errors.DeadlockDetected(), "deal.busy"),
        (psycopg.errors.AdminShutdown(), "service.away"),
        (psycopg.errors.CannotConnectNow(), "service.away"),
        (psycopg.errors.TooManyConnections(), "service.away"),
        (psycopg.OperationalError("server closed the connection unexpectedly"), "service.away"),
        (psycopg.InterfaceError("the connection is closed"), "service.away"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value,
)
def test_a_lock_that_does_not_come_is_told_from_a_server_that_is_gone(
    cause: Exception, code: str
) -> None:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    assert of_database(error).code == code
