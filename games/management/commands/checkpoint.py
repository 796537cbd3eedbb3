"""`manage.py checkpoint`: a signed file that shows later whether the log was changed."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.checks import checkpoints


class Command(BaseCommand):
    """Writes a checkpoint of the whole log and prints its root, to be written down elsewhere."""

    help = (
        "Writes a signed checkpoint of the whole log: how many events each stream holds and what "
        "the last one's hash is. Keep it elsewhere; `verify_log --against FILE` compares."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to write."""
        parser.add_argument(
            "--out", help="the file (default: one with the time in var/checkpoints/)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it. Raises CommandError where the file is there already or cannot be written."""
        now = timezone.now()
        path = (
            Path(options["out"])
            if options["out"]
            else checkpoints.directory() / f"{now:%Y-%m-%dT%H%M%S}Z.json"
        )
        try:
            made = checkpoints.make(path, now=now)
        except FileExistsError:
            raise CommandError(
                _("%(file)s is there already; a checkpoint never replaces another one.")
                % {"file": path}
            ) from None
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(why)s") % {"file": path, "why": error.strerror}
            ) from None
        self.stdout.write(
            _("%(file)s: %(streams)d streams, %(events)d events, %(bytes)d bytes.")
            % {
                "file": path,
                "streams": len(made.heads),
                "events": made.events,
                "bytes": path.stat().st_size,
            }
        )
        self.stdout.write(_("Root, to write down: %(root)s") % {"root": made.root})
