"""The command `manage.py restore FILE`, which restores a club from its backup."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tusac_site.operations.restoring import CannotRestore, restore


class Command(BaseCommand):
    """Restores a club after checking that the backup is complete."""

    help = (
        "Restores the club from a backup: opens it with the passphrase (asked for, or read from standard input), "
        "checks log and ledger, and puts database and keys in their place. The club must not be running."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the backup, and whether it may replace a club."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--over", action="store_true", help="put it in the place of the club that is here"
        )

    def handle(self, *args: Any, file: Path, over: bool, **options: Any) -> None:
        """Restore the backup. Raises CommandError if it cannot be restored."""
        try:
            done = restore(file, ask=_ask, over=over, now=timezone.now())
        except CannotRestore as error:
            raise CommandError(str(error)) from None
        self.stdout.write(done.said, ending="")
        self.stdout.write(_("The club is restored as it was on %(day)s.") % {"day": done.made})
        if done.kept:
            self.stdout.write(
                _("The club that was here before is kept in %(place)s.") % {"place": done.kept}
            )
        if done.keys:
            self.stdout.write(
                _(
                    "This machine reads keys from its environment. Put the lines of %(file)s there, then delete that "
                    "file."
                )
                % {"file": done.keys}
            )
        if done.later:
            self.stdout.write(
                _(
                    "This machine has signed more of the log than the backup contains. "
                    "Everything after the backup is lost, and no checkpoint is signed until "
                    "an owner begins a new log (docs/operations.md, “When the log is not "
                    "sealed”)."
                )
            )


def _ask(question: str) -> str:
    return getpass(question) if sys.stdin.isatty() else sys.stdin.readline()
