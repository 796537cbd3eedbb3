"""Checks the seals: leaves, tree, checkpoints and order of the log must be as they were signed."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.club.events import STREAM
from games.commands.log.seals import looked_at
from games.log.integrity import tree
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.memory import NOTHING, remembered
from games.log.integrity.notes import BadNote, Checkpoint, Note, VerifierKey
from games.log.integrity.sealing import NO_STREAM
from games.log.models import SignedCheckpoint
from games.queries.club.house import acceptances


def known_key() -> VerifierKey | None:
    """Return the public half of the log's key; None for an auditor who only has the database."""
    try:
        return log_key().verifier
    except NoKey:
        return None


def sealed() -> Iterator[str]:
    """Yield a sentence for everything that differs from what was signed.

    If this machine has the key, the last signature is checked, too.
    """
    key = known_key()
    for finding in looked_at(key, remembered(key) if key else NOTHING, news=False).findings:
        yield finding.sentence


def forged_acceptances() -> Iterator[str]:
    """Yield a sentence for each acceptance in the club's stream that no owner wrote.

    A forged acceptance is left out if an owner has since accepted the changes in the club's stream.
    """
    found = acceptances(known_key())
    answered = [
        one.version for one in found if one.vouched and {STREAM, NO_STREAM} & {*one.event.streams}
    ]
    for one in found:
        if not one.vouched and one.version > max(answered, default=0):
            yield _(
                "Event %(version)d of the club accepts a changed history, but no owner wrote it. "
                "Somebody has inserted it, and it is ignored."
            ) % {"version": one.version}


def accepted_so_far() -> Iterator[str]:
    """Yield a line about each valid acceptance of a changed history: when, by whom, which streams, and why."""
    for one in acceptances(known_key()):
        if one.vouched:
            yield _("Accepted on %(time)s by member %(by)d: %(streams)s. %(reason)s") % {
                "time": one.at.isoformat("T", "seconds"),
                "by": one.by,
                "streams": ", ".join(one.event.streams) or "-",
                "reason": " ".join(one.event.reason.split()),
            }


def checkpoints() -> Iterator[str]:
    """Yield a sentence for each stored checkpoint that is wrong.

    A checkpoint is wrong if it is unreadable or wrongly signed, does not belong to the tree, or follows a missing
    one.
    """
    key, leaves = known_key(), tree.size()
    lost = [one for one in acceptances(key) if one.vouched and NO_STREAM in one.event.streams]
    accepted = max((one.event.size for one in lost), default=-1)  # up to there checkpoints may lack
    sizes = set(SignedCheckpoint.objects.values_list("size", flat=True))
    for size, said in SignedCheckpoint.objects.order_by("size").values_list("size", "note"):
        try:
            note = Note.read(said)
            signed = Checkpoint.read(note.text)
        except BadNote as error:
            yield _("Checkpoint %(size)d: %(error)s") % {"size": size, "error": error}
            continue
        forerunner = signed.said("forerunner").partition(" ")[0]
        if forerunner.isdecimal() and int(forerunner) > accepted and int(forerunner) not in sizes:
            yield _(
                "Checkpoint %(size)d follows checkpoint %(before)s, which is missing: somebody has "
                "deleted it."
            ) % {"size": size, "before": forerunner}
        if size != signed.size or size > leaves or tree.root(size) != signed.root:
            yield _("Checkpoint %(size)d does not belong to this tree.") % {"size": size}
        elif key is not None and signed.origin == key.name and note.signed_by(key) is None:
            yield _("Checkpoint %(size)d is not signed by this log's key.") % {"size": size}
