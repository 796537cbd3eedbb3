"""`manage.py renumber_log`: renumber the log after a restore into another PostgreSQL cluster.

Run it before the first write.
"""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.log.integrity.renumber import TooFarBehind, renumber
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Gives the restored log transaction numbers of this cluster; does nothing where they fit."""

    help = (
        "After restoring a dump into another PostgreSQL cluster: gives events and followers "
        "numbers of this cluster, so that followers go on where they were. Safe to run twice."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Renumber the log. Raises CommandError if a follower is too far behind."""
        try:
            needed = renumber()
        except TooFarBehind as error:
            raise CommandError(
                _(
                    "These followers have too many unread events for this cluster's numbers: "
                    "%(followers)s. Delete their rows in log_checkpoint and run this again: they then "
                    "read the log from the beginning."
                )
                % {"followers": error}
            ) from None
        self.stdout.write(
            _("The log now has this cluster's numbers.")
            if needed
            else _("Nothing to do: the log's numbers fit this database.")
        )
