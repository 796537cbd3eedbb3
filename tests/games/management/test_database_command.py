"""A command says what to do where the database is of an older version, or away, before it reads anything of it."""

from importlib import import_module
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command, load_command_class
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from games.log.models import Leaf
from games.management.database import DatabaseCommand, has_to_be_migrated
from tests.support.running_site import PROJECT

APPS = ("games", "replays", "tusac_site.operations")
WITHOUT_A_DATABASE = {
    "draw_cards",
    "judge",
    "log_key",
    "makemessages",
    "restore",
    "simulate",
    "verify_deal",
    "verify_receipt",
    "witness",
}


def commands() -> dict[str, str]:
    """Return each command of ours, with its app."""
    return {
        file.stem: app
        for app in APPS
        for file in sorted(
            (PROJECT / app.replace(".", "/") / "management" / "commands").glob("[a-z]*.py")
        )
    }


READING = [name for name in commands() if name not in WITHOUT_A_DATABASE]


@pytest.mark.parametrize("name", READING)
def test_every_command_that_reads_the_database_asks_first_whether_it_is_of_this_version(
    name: str,
) -> None:
    assert isinstance(load_command_class(commands()[name], name), DatabaseCommand)


def test_the_others_have_no_use_for_a_database() -> None:
    assert commands().keys() >= WITHOUT_A_DATABASE
    for name in WITHOUT_A_DATABASE:
        module = import_module(f"{commands()[name]}.management.commands.{name}")
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        assert ".objects" not in source and "connection" not in source


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["verify_log", "check_ledger", "renumber_log", "checkpoint"])
def test_a_database_of_an_older_version_is_to_be_migrated_first(name: str) -> None:
    assert not has_to_be_migrated()
    rows = MigrationRecorder(connection).migration_qs.filter(app="games").order_by("-name")
    newest = rows.first()
    assert newest is not None
    newest.delete()
    with connection.cursor() as cursor:  # what that migration would have brought
        cursor.execute(f"ALTER TABLE {Leaf._meta.db_table} RENAME TO of_another_version")
    with pytest.raises(CommandError, match=r"Migrate first: python manage\.py migrate"):
        call_command(name, stdout=StringIO())


@pytest.mark.django_db
def test_a_database_that_is_away_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_named: object) -> None:
        raise OperationalError("connection failed") from psycopg.OperationalError("refused")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", refuse)
        with pytest.raises(CommandError, match="cannot reach its database: connection failed"):
            call_command("verify_log", stdout=StringIO())
