"""`manage.py rebuild_subtotals`: the ledger's subtotals, made again from its postings."""

from typing import Any

from django.utils.translation import gettext as _

from games.ledger.subtotals import rebuild
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Throws all subtotals away and makes them again; no posting is touched."""

    help = (
        "Makes the subtotals again that spare the club adding up each account from its first posting. "
        "May run while people play."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them again."""
        self.stdout.write(_("Subtotals rebuilt from %(number)d postings.") % {"number": rebuild()})
