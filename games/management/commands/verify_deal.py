"""`manage.py verify_deal FILE`: were these deals dealt and played by the rules?"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.engine.errors import BadNotation
from games.engine.records import DealRecord, records_of
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
            with Path(options["file"]).open("rb") as file:
                for number, record in records_of(file):
                    name, fault = _verified(number, record)
                    deals += 1
                    wrong += fault is not None
                    self.stdout.write(self._writable(f"{name}: {fault or _('OK')}"))
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

    def _writable(self, text: str) -> str:
        """The text with escapes for what a terminal of another coding cannot show: no line is lost for it."""
        coding = getattr(self.stdout, "encoding", None) or "utf-8"
        return text.encode(coding, "backslashreplace").decode(coding)


def _verified(number: int, record: DealRecord | BadNotation) -> tuple[str, str | None]:
    """The name of the deal (the number of its line if it has none) and what is wrong with it first."""
    if isinstance(record, BadNotation):
        return _("line %(number)d") % {"number": number}, str(record)
    # A name is anybody's text: it must not look like another line, or move the cursor.
    name = record.deal if record.deal.isprintable() else repr(record.deal)
    return name, verify(record)
