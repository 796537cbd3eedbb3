"""`manage.py verify_log`: is every event in the log still what was appended?"""

from collections.abc import Callable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.log.verify import broken_streams
from games.reconcile import differing_deals


def chains() -> Iterator[str]:
    """The first broken row of each stream whose hash chain does not hold."""
    return map(str, broken_streams())


CHECKS: tuple[Callable[[], Iterator[str]], ...] = (chains, differing_deals)
"""What is verified, in this order; each gives a sentence for each thing that is not right."""


class Command(BaseCommand):
    """Prints a line for whatever is not as it was written, and fails if there is any."""

    help = (
        "Verifies the log: names the first broken row of each stream, folds every deal again and "
        "compares it with its row, and fails if anything differs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every check. Raises `CommandError` (exit status 1) when one found something."""
        found = 0
        for check in CHECKS:
            for sentence in check():
                found += 1
                self.stdout.write(sentence)
        if found:
            raise CommandError(_("The log is broken in %(found)d places.") % {"found": found})
        self.stdout.write(_("The log is whole."))
