"""`manage.py verify_log`: is every event in the log still what was appended?"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.checks import checkpoints
from games.checks.log import differing_rows, strange_streams
from games.log.integrity.seal import BadSeal, Seal, differences
from games.log.integrity.verify import broken_streams
from games.log.snapshot import one_snapshot

Check = Callable[[], Iterator[str]]


def chains() -> Iterator[str]:
    """The first broken row of each stream whose hash chain does not hold."""
    return map(str, broken_streams())


CHECKS: tuple[Check, ...] = (chains, strange_streams, differing_rows)
"""What is verified, in this order; each gives a sentence for each thing that is not right."""


class Command(BaseCommand):
    """Prints a line for whatever is not as it was written, and fails if there is any."""

    help = (
        "Verifies the log: names the first broken row of each stream and every stream that belongs "
        "to nothing, folds deals and tournaments again and compares them with their rows, and "
        "fails if anything differs. May run while people play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The checkpoint to compare with."""
        parser.add_argument(
            "--against",
            metavar="FILE",
            help="also compare with this checkpoint: shows what no chain alone can show, that the "
            "end of a stream or all of it is gone, or that a chain was made anew",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every check. Raises `CommandError` (exit status 1) when one found something."""
        checks = CHECKS
        sealed = _load(Path(options["against"])) if options["against"] else None
        if sealed is not None:
            checks = (*checks, partial(differences, sealed))
        found = 0
        with one_snapshot():
            for check in checks:
                for sentence in check():
                    found += 1
                    self.stdout.write(sentence)
        if sealed is not None:
            self.stdout.write(
                _("Compared with the checkpoint of %(time)s, %(events)d events, root %(root)s")
                % {
                    "time": sealed.made_at.isoformat(timespec="seconds"),
                    "events": sealed.events,
                    "root": sealed.root,
                }
            )
        if found:
            raise CommandError(_("The log is broken in %(found)d places.") % {"found": found})
        self.stdout.write(_("The log is whole."))


def _load(path: Path) -> Seal:
    try:
        return checkpoints.load(path)
    except BadSeal as error:
        raise CommandError(f"{path}: {error}") from None
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be read: %(why)s") % {"file": path, "why": error.strerror}
        ) from None
