"""`manage.py rebuild_subtotals`: make the ledger's subtotals again from its postings."""

from typing import Any

from django.utils.translation import gettext as _

from games.ledger.subtotals import rebuild
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Deletes all subtotals and makes them again; no posting is changed."""

    help = (
        "Makes the subtotals again that spare the club adding up each account from its first posting. "
        "May run while people play."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild the subtotals."""
        self.stdout.write(_("Subtotals rebuilt from %(number)d postings.") % {"number": rebuild()})
