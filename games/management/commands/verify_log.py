"""`manage.py verify_log`: check that every event in the log is as it was appended."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.checks.sealed import accepted_so_far
from games.checks.whole import CHECKS
from games.log.integrity import merkle, tree
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.notes import BadNote, Checkpoint, Note, VerifierKey, opened
from games.log.integrity.seal import BadSeal, Seal, differences, unseal
from games.log.snapshot import one_snapshot
from games.management.database import DatabaseCommand
from games.presenters.club.codes import with_names


class Command(DatabaseCommand):
    """Prints a line for each difference from what was written, and fails if there is any."""

    help = (
        "Verifies the log: names the first broken row of each stream and every stream that belongs "
        "to nothing, folds deals and tournaments again and compares them with their rows, compares "
        "all with the leaves of the signed tree, and fails if anything differs. May run while "
        "people play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments, such as the checkpoint to compare with."""
        parser.add_argument(
            "--against",
            metavar="FILE",
            help="also compare with this checkpoint, which was kept elsewhere",
        )
        parser.add_argument(
            "--key", metavar="VKEY", help="the public key of the log, if this machine has none"
        )
        parser.add_argument(
            "--between",
            nargs=2,
            metavar=("OLD", "NEW"),
            help="prove that the later of two checkpoints continues the earlier, and do nothing else",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every check. Raises `CommandError` (exit status 1) when one found something."""
        if options["between"]:
            self._between(*(_load(Path(one), options["key"]) for one in options["between"]))
            return
        checks = [check for _name, check in CHECKS]
        kept = _load(Path(options["against"]), options["key"]) if options["against"] else None
        if isinstance(kept, Seal):
            checks.append(lambda _only: differences(kept))
        elif kept is not None:
            checks.append(lambda _only: _continued(kept))
        found = 0
        with one_snapshot():
            for check in checks:
                for sentence in check(None):
                    found += 1
                    self.stdout.write(with_names(sentence))
            for line in accepted_so_far():
                self.stdout.write(line)
        if kept is not None:
            self.stdout.write(_told(kept))
        if found:
            raise CommandError(_("The log is broken in %(found)d places.") % {"found": found})
        self.stdout.write(_("The log is whole."))

    def _between(self, old: Checkpoint | Seal, new: Checkpoint | Seal) -> None:
        if isinstance(old, Seal) or isinstance(new, Seal):
            raise CommandError(
                _("A seal from before the transparency log has no root to check against.")
            )
        if old.size > new.size:
            old, new = new, old
        proof = tree.consistency_proof(old.size, new.size) if new.size <= tree.size() else []
        if not merkle.continues(old.root, old.size, new.root, new.size, proof):
            raise CommandError(
                _("The checkpoint of %(new)d leaves does not continue that of %(old)d leaves.")
                % {"new": new.size, "old": old.size}
            )
        self.stdout.write(
            _("The checkpoint of %(new)d leaves continues that of %(old)d leaves.")
            % {"new": new.size, "old": old.size}
        )


def _continued(kept: Checkpoint) -> Iterator[str]:
    """Yield a sentence if the tree does not begin with that of the checkpoint.

    Other checks compare the tree with the log.
    """
    size = tree.size()
    if kept.size > size:
        yield _(
            "The log is shorter: it has %(now)d leaves, and had %(then)d when the checkpoint was signed."
        ) % {
            "now": size,
            "then": kept.size,
        }
    elif tree.root(kept.size) != kept.root:
        yield _(
            "The log was rewritten: its first %(then)d leaves are not those of the checkpoint."
        ) % {"then": kept.size}


def _told(kept: Checkpoint | Seal) -> str:
    if isinstance(kept, Seal):
        return _("Compared with the checkpoint of %(time)s, %(events)d events, root %(root)s") % {
            "time": kept.made_at.isoformat(timespec="seconds"),
            "events": kept.events,
            "root": kept.root,
        }
    return _("Compared with the checkpoint of %(time)s, %(leaves)d leaves, root %(root)s") % {
        "time": kept.said("time"),
        "leaves": kept.size,
        "root": kept.text().split("\n")[2],
    }


def _load(path: Path, vkey: str | None) -> Checkpoint | Seal:
    """Return the checkpoint in a file, or the seal in the old format, with its signature verified.

    Raises CommandError.
    """
    try:
        text = path.read_text(encoding="utf-8")
        if text.lstrip().startswith("{"):
            return unseal(text, settings.TUSAC_CHECKPOINT_KEY)
        return opened(Note.read(text), VerifierKey.read(vkey) if vkey else log_key().verifier)
    except UnicodeDecodeError:
        raise CommandError(
            _("%(file)s is not a checkpoint: it is not text.") % {"file": path}
        ) from None
    except (BadSeal, BadNote) as error:
        raise CommandError(
            _("%(file)s is not a checkpoint of this log: %(why)s") % {"file": path, "why": error}
        ) from None
    except NoKey as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be read: %(why)s") % {"file": path, "why": error.strerror}
        ) from None
