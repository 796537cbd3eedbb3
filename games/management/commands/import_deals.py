"""`manage.py import_deals FILE`: import deal records into the log, all of a file or nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.commands.log.records import BadRecord, import_records
from games.engine.recording.verification import checked_records
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Stores the deals of a file of records; a single bad record keeps all from being stored."""

    help = (
        "Stores the deals of a file of records (docs/records.md), each checked against the rules "
        "first. A bad record is named with its line and the reason, and nothing of the file is "
        "stored. No chips move for imported deals."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the file of records, and whether to store the deals."""
        parser.add_argument("file", help="a file of deal records, as export_deals writes it")
        parser.add_argument(
            "--dry-run", action="store_true", help="only say whether the file could be stored"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Store the deals. Raises CommandError with the line and the reason of the first bad record."""
        path = Path(options["file"])
        dry_run = options["dry_run"]
        try:
            with path.open("rb") as file:
                stored = import_records(
                    records=checked_records(file), now=timezone.now(), dry_run=dry_run
                )
        except BadRecord as bad:
            raise CommandError(
                _("line %(line)d: %(reason)s. Nothing was stored.")
                % {"line": bad.number, "reason": bad.reason}
            ) from None
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s") % {"file": path, "why": error.strerror}
            ) from None
        if not stored:
            raise CommandError(_("%(file)s is empty. It contains no deals.") % {"file": path})
        if dry_run:
            said = ngettext(
                "%(deals)d deal could be stored.", "%(deals)d deals could be stored.", len(stored)
            )
        else:
            said = ngettext("%(deals)d deal stored.", "%(deals)d deals stored.", len(stored))
        self.stdout.write(said % {"deals": len(stored)})
