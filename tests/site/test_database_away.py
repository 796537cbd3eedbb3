"""While the database is away or busy, every kind of answer says which of the two, and none is an error of ours."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError, ProgrammingError, connection, transaction
from django.test import Client

from games.log.store import NewerEvent
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
    refusal = of_database(error)
    assert refusal is not None and refusal.code == code


@pytest.mark.parametrize("missing", ["column", "table"])
def test_a_database_of_another_version_says_that_the_club_is_being_upgraded(
    member: Client, missing: str, caplog: pytest.LogCaptureFixture
) -> None:
    with connection.cursor() as cursor:
        if missing == "column":
            cursor.execute("ALTER TABLE games_table RENAME COLUMN pace TO pace_of_later")
        else:
            cursor.execute("ALTER TABLE games_seat RENAME TO games_seat_of_later")
    with transaction.atomic():
        page = member.get("/")
        transaction.set_rollback(True)  # PostgreSQL does nothing more in a transaction that failed
    assert page.status_code == 503, page.content.decode()[:300]
    assert "The club is being upgraded." in page.content.decode() and page["Retry-After"]
    program = member.get("/api/v1/tables/")
    assert program.status_code == 503 and program.json()["code"] == "service.upgraded"
    assert "Migrate first: python manage.py migrate." in caplog.text


def test_an_event_of_a_later_version_says_that_the_club_is_being_upgraded() -> None:
    refusal = of_database(NewerEvent("schema 99"))
    assert refusal is not None and refusal.code == "service.upgraded"


def test_a_fault_of_ours_is_no_upgrade() -> None:
    assert of_database(ProgrammingError("syntax error")) is None
    assert of_database(ValueError()) is None
