"""What the version before asks of the database that this one has migrated: which requests it could still serve.

`before_1_0.requests.json.gz` has what commit 7bf05bfb asked while its own tests of pages and API ran on PostgreSQL:
each request that was answered, and its statements.
"""

import gzip
import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import ProgrammingError, connection, transaction

pytestmark = [pytest.mark.django_db, pytest.mark.only_on("postgresql")]

KEPT = Path(__file__).with_name("before_1_0.requests.json.gz")
MISSING = {"tournaments_papercase", "tournaments_tournament.format"}
"""What the version before looks for in vain."""
HURT = {
    "GET ",
    "GET replays/<int:deal_id>/",
    "GET tables/<int:table_id>/",
    "GET tournaments/<int:tournament_id>/",
}
"""Which of its requests do so: 1.0 took away, as no later version may before 2.0, and the club is closed meanwhile."""
INSERT = re.compile(r'INSERT INTO "(\w+)" \(([^)]*)\)')


@pytest.fixture(scope="module")
def asked() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(KEPT.read_bytes()))
    return found


def required() -> dict[str, set[str]]:
    """Return the columns of each table that an INSERT has to name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name::text, array_agg(column_name::text) FROM information_schema.columns"
            " WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'"
            " GROUP BY table_name"
        )
        return {table: {*columns} for table, columns in cursor.fetchall()}


def missed_by(statement: str, needed: dict[str, set[str]]) -> set[str]:
    """Return which tables and columns a statement looks for in vain, or does not know that it has to fill."""
    missed = set()
    if found := INSERT.match(statement):
        named = {name.strip(' "') for name in found[2].split(",")}
        missed = {f"{found[1]}.{column}" for column in needed.get(found[1], set()) - named}
    number = count(1)
    numbered = re.sub(r"%s", lambda _: f"${next(number)}", statement).replace("%%", "%")
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"PREPARE of_before AS {numbered}")
            cursor.execute("DEALLOCATE of_before")
    except ProgrammingError as error:
        if isinstance(
            error.__cause__, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedColumn
        ):
            missed.add(re.findall(r'(?:relation|column) "?([\w.]+)"?', str(error))[0])
        elif not isinstance(error.__cause__, psycopg.errors.IndeterminateDatatype):
            raise
    return missed


def test_it_is_known_what_the_version_before_would_miss(asked: dict[str, Any]) -> None:
    needed = required()
    missed = [missed_by(statement, needed) for statement in asked["statements"]]
    assert set().union(*missed) == MISSING
    hurt = {
        request
        for request, statements in asked["requests"].items()
        if any(missed[one] for one in statements)
    }
    assert len(asked["requests"]) > 80 and hurt == HURT


def test_a_statement_that_nothing_answers_is_seen() -> None:
    assert missed_by('SELECT "a" FROM "gone" WHERE "a" = %s', {}) == {"gone"}
    assert missed_by('SELECT "gone" FROM "games_deal" WHERE "id" = %s', {}) == {"gone"}
    assert missed_by(
        'INSERT INTO "games_seat" ("id") VALUES (%s)', {"games_seat": {"id", "ready"}}
    ) == {"games_seat.ready"}
