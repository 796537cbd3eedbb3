"""The database of an older release, brought to the newest migration."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import psycopg
import pytest
import time_machine
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.test import override_settings

from games.log.aggregates import forget_all
from tests.support.migrated import fingerprint, kept
from tests.support.upgrades import NAME, dump
from tests.support.upgrades.expected import WHEN

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

KEPT = dump.kept(NAME)


@contextmanager
def _working_on(name: str) -> Iterator[None]:
    """Within this block the ORM works on the database of this name, and remembers nothing of another."""
    ours: dict[str, Any] = connections.settings["default"]
    outer = connections["default"]
    connections.settings["default"] = {**ours, "NAME": name}
    connections["default"] = connections.create_connection("default")
    _forget()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = outer
        connections.settings["default"] = ours
        _forget()


def _forget() -> None:
    forget_all()
    cache.clear()
    ContentType.objects.clear_cache()


def _as_it_was() -> None:
    migrations, tables = dump.read(KEPT)
    MigrationExecutor(connection).migrate(migrations)
    dump.load(tables)


def _make_file(path: Path) -> None:
    with _working_on(str(path)):
        _as_it_was()


@pytest.fixture(scope="session")
def older_database(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The name of a database with the dump's own migrations and rows, to be copied."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            rows = hashlib.sha256(KEPT.read_bytes()).hexdigest()[:12]
            yield str(kept(f"{fingerprint()}-{rows}.older", _make_file))
        return
    name = f"older_{uuid4().hex[:12]}"
    with django_db_blocker.unblock():
        with _server() as server:
            server.execute(f"CREATE DATABASE {name}")
        try:
            with _working_on(name):
                _as_it_was()
            yield name
        finally:
            with _server() as server:
                server.execute(f"DROP DATABASE {name}")


def _server() -> psycopg.Connection[Any]:
    said = connection.settings_dict
    names = {"host": said["HOST"], "port": said["PORT"], "user": said["USER"]}
    return psycopg.connect(
        dbname="postgres",
        password=said["PASSWORD"],
        autocommit=True,
        **{k: v for k, v in names.items() if v},
    )


@contextmanager
def _then() -> Iterator[None]:
    """Within this block it is five minutes after the dump, in the time zone that the club had."""
    with override_settings(TIME_ZONE="UTC"), time_machine.travel(WHEN, tick=False):
        yield


@pytest.fixture(scope="session")
def upgraded_database(
    older_database: str,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[str]:
    """The name of a database with the club of the dump after `migrate`, to be copied."""
    place = tmp_path_factory.mktemp("older")
    with django_db_blocker.unblock(), _copy(older_database, place) as name:
        with _working_on(name), _then():
            call_command("migrate", verbosity=0)
        yield name


@pytest.fixture
def upgraded(
    upgraded_database: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """The club of the dump after `migrate`, then."""
    with (
        django_db_blocker.unblock(),
        _copy(upgraded_database, tmp_path) as name,
        _working_on(name),
        _then(),
    ):
        yield


@contextmanager
def _copy(name: str, place: Path) -> Iterator[str]:
    if connection.vendor == "sqlite":
        target = place / "upgraded.sqlite3"
        target.write_bytes(Path(name).read_bytes())
        yield str(target)
        return
    copied = f"upgraded_{uuid4().hex[:12]}"
    with _server() as server:
        server.execute(f"CREATE DATABASE {copied} TEMPLATE {name}")
    try:
        yield copied
    finally:
        with _server() as server:
            server.execute(f"DROP DATABASE {copied}")
