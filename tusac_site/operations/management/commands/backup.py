"""The command `manage.py backup [FILE]`, which saves the whole club in one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games import commands
from games.errors import Refused
from games.infrastructure.backup import shelf
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Saves the club in one file; people may play meanwhile."""

    help = (
        "Saves the whole club in one file: the database, the newest checkpoint and, locked with the club's passphrase, "
        "its keys. May run while people play. Keep the file on another disk, and the passphrase on paper."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: where to write the backup, and how many daily ones to keep."""
        parser.add_argument(
            "file", nargs="?", help="a new file, or a directory (default: var/backups)"
        )
        parser.add_argument(
            "--keep",
            type=int,
            metavar="N",
            help="for a timer: one backup a day in the directory, the newest N of which are kept",
        )

    def handle(self, *args: Any, file: str | None, keep: int | None = None, **options: Any) -> None:
        """Write the backup. Raises CommandError if it cannot be written."""
        now = timezone.now()
        today = timezone.localdate(now)
        try:
            path = Path(file) if file else shelf.shelf()
        except OSError as error:
            raise CommandError(str(error)) from None
        if keep is not None and (keep < 1 or file is None or not path.is_dir()):
            raise CommandError(
                _("With --keep, name a directory that exists and a number of at least 1.")
            )
        if path.is_dir():
            path /= shelf.name_of(today)
        if path.exists() and keep is not None:
            self.stdout.write(_("%(file)s already exists.") % {"file": path})
            return
        if path.exists():
            raise CommandError(_("%(file)s already exists.") % {"file": path})
        try:
            keys = commands.save_backup(path, now=now)
            if keep is not None:
                shelf.keep_newest(path.parent, keep, today)
        except (Refused, OSError) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(_("The club is saved in %(file)s.") % {"file": path})
        if not keys:
            self.stdout.write(
                _(
                    "No passphrase has been made yet, so the club's keys are not in the file, and it opens only on a "
                    "machine that has them. An owner makes the passphrase on the page “Backup”."
                )
            )
