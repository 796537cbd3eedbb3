"""`manage.py check_ledger`: check that the ledger holds exactly the transfers that the log calls for."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.checks.whole import ledger
from games.ledger.models import Transfer
from games.log.snapshot import one_snapshot
from games.management.database import DatabaseCommand
from games.presenters.club.codes import with_names


class Command(DatabaseCommand):
    """Prints a line for each error in the ledger, and fails if there is any."""

    help = (
        "Checks the ledger against the log: every settled deal, prize and ruling has exactly the "
        "transfers that its events call for, no other transfer is there, each adds up, and all "
        "accounts together hold nothing. May run while people play."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every check. Raises `CommandError` (exit status 1) when one found something."""
        found = 0
        with one_snapshot():
            for sentence in ledger():
                found += 1
                self.stdout.write(with_names(sentence))
            transfers = Transfer.objects.count()
        if found:
            raise CommandError(_("The ledger is wrong in %(found)d places.") % {"found": found})
        self.stdout.write(_("The ledger is right: %(number)d transfers.") % {"number": transfers})
