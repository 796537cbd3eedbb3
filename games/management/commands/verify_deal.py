"""`manage.py verify_deal FILE`: were these deals dealt and played by the rules?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.engine.errors import BadNotation
from games.engine.records import from_record
from games.engine.verification import verify


class Command(BaseCommand):
    """Checks deal records against the rules alone, without a database."""

    help = (
        "Checks deal records, one JSON object a line, without a database: the commitment, the "
        "shuffle from the secret and the seeds, every event by the rules, and the payments. Prints "
        "a line for each deal and fails if one is not right."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file of records."""
        parser.add_argument("file", help="a file of deal records, as export_deals writes it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify each line. Raises `CommandError` if a deal is not right or the file not to be read."""
        deals = wrong = 0
        try:
            with Path(options["file"]).open(encoding="utf-8", errors="replace") as lines:
                for number, line in enumerate(lines, 1):
                    if not line.strip():
                        continue
                    name, fault = _verified(number, line)
                    deals += 1
                    wrong += fault is not None
                    self.stdout.write(f"{name}: {fault or _('OK')}")
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s")
                % {"file": options["file"], "why": error.strerror}
            ) from None
        if not deals:
            raise CommandError(_("%(file)s holds no deal.") % {"file": options["file"]})
        if wrong:
            raise CommandError(
                _("%(wrong)d of %(deals)d deals are not right.") % {"wrong": wrong, "deals": deals}
            )


def _verified(number: int, line: str) -> tuple[str, str | None]:
    """The name of the deal on this line (the line's number if it has none) and what is wrong with it first."""
    name = _("line %(number)d") % {"number": number}
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return name, _("the line is not JSON")
    try:
        record = from_record(plain)
    except BadNotation as error:
        return name, str(error)
    return record.deal, verify(record)
