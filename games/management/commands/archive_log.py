"""`manage.py archive_log`: archive immediately what the worker would archive bit by bit."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.commands.log.archiving import archive_deals
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Archives every finished deal in which nothing has happened for a while, and prints how many."""

    help = (
        "Archives the events of every finished deal that nothing has happened to for a while: each "
        "deal becomes one row of the log. The worker does the same bit by bit. Safe to run twice, to "
        "break off, and while people play. On PostgreSQL VACUUM log_event and REINDEX TABLE "
        "CONCURRENTLY log_event give the room back afterwards, on SQLite VACUUM."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for how long nothing must have happened in a deal."""
        parser.add_argument(
            "--after",
            type=float,
            metavar="HOURS",
            default=settings.TUSAC_ARCHIVE_AFTER,
            help="hours in which nothing has happened to the deal (TUSAC_ARCHIVE_AFTER)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Archive quiet finished deals and print how many."""
        quiet = timedelta(hours=options["after"])
        done = archive_deals(now=timezone.now(), limit=2**63, quiet=quiet)
        self.stdout.write(_("Deals archived: %(count)d") % {"count": done})
