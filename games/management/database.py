"""Provides the base of commands that read the club's database: it checks that the database is up and migrated."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _


@cache
def _known() -> dict[tuple[str, str], frozenset[tuple[str, str]]]:
    """Return each migration of this version, with the set of migrations that it replaces."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return {
        key: frozenset((app, name) for app, name in found.replaces)
        for key, found in (loader.disk_migrations or {}).items()
    }


def has_to_be_migrated() -> bool:
    """Return whether the database lacks a migration that this version has. Raises OperationalError."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    return any(
        key not in applied and not (replaced and replaced <= applied)
        for key, replaced in _known().items()
    )


class DatabaseCommand(BaseCommand):
    """A command that refuses to run if the database is unavailable or lacks migrations."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError if the database is unavailable or must be migrated first."""
        try:
            old = has_to_be_migrated()
        except OperationalError as error:
            raise CommandError(
                _("The club cannot reach its database: %(why)s") % {"why": str(error).strip()}
            ) from None
        if old:
            raise CommandError(
                _(
                    "This database is from an older version. Migrate first: python manage.py migrate. "
                    "Then run this again."
                )
            )
        return super().execute(*args, **options)
