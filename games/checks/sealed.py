"""Whether the log is what was signed: leaves, tree, checkpoints and the order of reading."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.checks.log import UNREADABLE
from games.commands.seals import remembered
from games.log.integrity import tree
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.notes import BadNote, Checkpoint, Note, VerifierKey
from games.log.integrity.sealing import survey
from games.log.models import SignedCheckpoint
from games.queries.club import current_club


def _key() -> VerifierKey | None:
    try:
        return log_key().verifier
    except NoKey:
        return None  # an auditor who has the database alone


def sealed() -> Iterator[str]:
    """What is not as it was signed; the last checkpoint's signature too, where this machine has the key."""
    key = _key()
    try:
        accepted = current_club().state.sealed_anew()
    except UNREADABLE:
        accepted = {}  # that the club's own stream cannot be read is said of it elsewhere
    found = survey(key, accepted, remembered(key) if key else "", news=False)
    for finding in found.findings:
        yield finding.sentence


def checkpoints() -> Iterator[str]:
    """A sentence for each stored checkpoint that the tree does not continue, or whose signature is wrong."""
    key, leaves = _key(), tree.size()
    for size, said in SignedCheckpoint.objects.order_by("size").values_list("size", "note"):
        try:
            note = Note.read(said)
            signed = Checkpoint.read(note.text)
        except BadNote as error:
            yield _("Checkpoint %(size)d: %(error)s") % {"size": size, "error": error}
            continue
        if size != signed.size or size > leaves or tree.root(size) != signed.root:
            yield _("Checkpoint %(size)d is not one of this tree.") % {"size": size}
        elif key is not None and signed.origin == key.name and note.signed_by(key) is None:
            yield _("Checkpoint %(size)d is not signed by this log's key.") % {"size": size}
