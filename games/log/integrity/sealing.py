"""Checks that the log is still what was signed, and signs what is new.

`survey` reads and compares without blocking anybody. `seal` stores the result in one short transaction. Nothing is
signed if the survey has findings.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.log import codec
from games.log.archive import archived_ends, hashes_at
from games.log.chain import NOTHING_BEFORE
from games.log.integrity import memory, merkle, tree
from games.log.integrity.memory import NOTHING, Remembered
from games.log.integrity.notes import (
    BadNote,
    Checkpoint,
    Note,
    SigningKey,
    VerifierKey,
    opened,
    sign,
)
from games.log.integrity.rereading import holding, rehashed
from games.log.integrity.tree import TreeEntry
from games.log.integrity.verify import broken_streams
from games.log.models import FollowerPosition, Leaf, SignedCheckpoint
from games.log.snapshot import one_snapshot
from games.log.store import (
    START,
    LogPosition,
    read_all,
    stream_version,
)

NO_STREAM = ""
"""In a finding: the tree and not a stream."""
FOLLOWER = "checkpoints"
"""The follower whose position says how far the log is sealed."""
_BATCH = 400


class Accepted(NamedTuple):
    """An owner's acceptance of a stream that does not match its leaves."""

    size: int
    """Its leaves below this one count no more."""
    version: int = 0
    """How far its chain held when it was accepted."""
    head: bytes = NOTHING_BEFORE
    """The hash of that event: nothing else may be sealed in its place."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference from what was signed or appended."""

    stream: str
    """`NO_STREAM` where the tree is not what was signed."""
    sentence: str
    acceptable: bool = True
    """Whether a stated reason may stand for it."""


@dataclass(slots=True)
class Survey:
    """The result of comparing the log with its signed tree, with the new events to sign."""

    place: LogPosition
    """How far the log was sealed before."""
    size: int
    """How many leaves there are."""
    root: bytes
    reached: LogPosition = START
    """How far the news go."""
    news: dict[str, tuple[int, TreeEntry]] = field(default_factory=dict)
    """By stream: the position of its last event, and its new leaf."""
    findings: list[Finding] = field(default_factory=list)
    heads: dict[str, TreeEntry] = field(default_factory=dict)
    """The last leaf of each stream that counts."""
    signed_at: datetime | None = None
    """When the last checkpoint was signed, as it says."""

    @property
    def entries(self) -> list[TreeEntry]:
        """Return the new leaves, in the log's order."""
        return [entry for _position, entry in sorted(self.news.values(), key=lambda one: one[0])]


def survey(
    key: VerifierKey | None,
    accepted: Mapping[str, Accepted],
    remembered: Remembered = NOTHING,
    *,
    news: bool = True,
) -> Survey:
    """Compare the log with its leaves, and the leaves with what this key has signed; collect what is new.

    Without a key, signatures are not verified. With `news` False, events that are not sealed yet are not read.

    `accepted` has, by stream, what an owner has accepted about it. `remembered` has the last notes that this machine
    signed; restoring or forging the database does not change them.
    """
    with one_snapshot():
        position = FollowerPosition.objects.filter(follower=FOLLOWER).first()
        place = LogPosition(position.txid, position.position) if position else START
        found = Survey(place, 0, merkle.EMPTY, place)
        heads = found.heads = _compare_leaves(found, accepted)
        begun_anew = accepted.get(NO_STREAM)
        _compare_notes(found, key, remembered, begun_anew.size if begun_anew else -1)
        if not news:
            return found
        anew = accepted.keys() - heads.keys()
        try:
            _read_news(found, heads, anew)
            for stream in sorted(anew):
                _read_anew(found, stream, accepted[stream])
        except (msgspec.MsgspecError, ValueError) as error:
            words = _("An event that is not sealed yet cannot be read: %(error)s")
            found.findings.append(
                Finding(NO_STREAM, words % {"error": ascii(str(error))}, acceptable=False)
            )
    return found


def _compare_leaves(found: Survey, accepted: Mapping[str, Accepted]) -> dict[str, TreeEntry]:
    """Compare each leaf with the tree and the log, adding findings; return the last valid leaf of each stream."""
    known: dict[tuple[int, int], bytes] = {}
    heads: dict[str, TreeEntry] = {}
    waiting: dict[str, list[TreeEntry]] = {}
    broken = False
    rows = tree.entries()

    def node(level: int, number: int) -> bytes:
        return known[level, number]

    while batch := list(islice(rows, _BATCH)):
        asked = []
        for index, entry, nodes in batch:
            if not broken and index == found.size:
                made = merkle.completed_by(node, index, entry.hash())
                known.update({(level, index >> level): one for level, one in enumerate(made)})
                for level in range(len(made) - 1):  # only the frontier is asked for again
                    del known[level, index >> level]
                    del known[level, (index >> level) - 1]
                broken = b"".join(made) != nodes
            else:
                broken = True
            found.size = index + 1
            if entry.stream not in accepted or index >= accepted[entry.stream].size:
                asked.append(entry)
                heads[entry.stream] = entry
        _compare(found, _unless_vouched_for(asked, waiting))
    for entries in waiting.values():
        _compare(found, entries)
    if broken:
        found.findings.append(
            Finding(
                NO_STREAM,
                _("The rows of the tree have changed since they were made."),
                acceptable=False,
            )
        )
    else:
        found.root = merkle.root_of(node, 0, found.size)
    return heads


def _compare(found: Survey, entries: Iterable[TreeEntry]) -> None:
    found.findings += (Finding(one.stream, words) for one, words in differences(entries))


def _unless_vouched_for(
    entries: Iterable[TreeEntry], waiting: dict[str, list[TreeEntry]]
) -> list[TreeEntry]:
    """Return the leaves to compare now; leaves before the end of an archived stream go into `waiting` instead.

    The row of an archived stream has only the last hash. A leaf with that hash also vouches for the stream's earlier
    leaves, which were compared when it was made. So they are removed from `waiting`, and the stream need not be
    unpacked.
    """
    ends = archived_ends({entry.stream for entry in entries})
    asked = []
    for entry in entries:
        version, digest = ends.get(entry.stream, (0, b""))
        if entry.version < version:
            waiting.setdefault(entry.stream, []).append(entry)
            continue
        asked.append(entry)
        if (entry.version, entry.head) == (version, digest):
            waiting.pop(entry.stream, None)
    return asked


def differences(entries: Iterable[TreeEntry]) -> Iterator[tuple[TreeEntry, str]]:
    """Yield each leaf whose event is not in the log with that hash, with a sentence about it.

    This relies on the hashes in the rows, so run `verify.broken_streams` too, which computes them again. Events
    appended later are not a difference.
    """
    asked = list(entries)
    stored = hashes_at([(entry.stream, entry.version) for entry in asked])
    for entry in asked:
        digest = stored.get((entry.stream, entry.version))
        if digest != entry.head:
            yield entry, difference(entry.stream, entry.version, rewritten=digest is not None)


def difference(stream: str, version: int, *, rewritten: bool) -> str:
    """Return the sentence about a sealed event that is missing or has another hash."""
    now = 0 if rewritten else stream_version(stream)
    words = {"stream": stream, "then": version, "now": now}
    if rewritten:
        says = _("Stream %(stream)s was rewritten: its event %(then)d is not the sealed one.")
    elif not now:
        says = _("Stream %(stream)s is gone: it had %(then)d events.")
    elif now < version:
        says = _(
            "The last events of stream %(stream)s are missing: it had %(then)d and now has %(now)d."
        )
    else:
        says = _("Stream %(stream)s has lost its event %(then)d.")
    return says % words


def _compare_notes(
    found: Survey, key: VerifierKey | None, remembered: Remembered, begun_anew: int
) -> None:
    """Compare the tree with the newest checkpoint in the database and with those that this machine has signed.

    If the tree has leaves, at least one such checkpoint must exist; otherwise any tree would pass.
    """
    row = SignedCheckpoint.objects.order_by("-size").first()
    notes = {row.note: False} if row else {}
    notes |= {
        said: True for said in remembered if said
    }  # mine, also where it is the database's newest
    verified = begun_anew >= found.size
    for said, mine in notes.items():
        try:
            signed = Checkpoint.read(Note.read(said).text)
            if key is not None:
                if signed.origin != key.name and row is not None and row.size <= begun_anew:
                    continue
                signed = opened(said, key)
        except BadNote as error:
            found.findings.append(Finding(NO_STREAM, str(error)))
            continue
        lost = mine and not _is_stored(signed, said)
        if lost and said != remembered.kept:
            continue  # the machine died before it was stored
        verified = True
        if not _holds(found, signed):
            words = _(
                "The tree has %(now)d leaves and does not continue the checkpoint of %(then)d leaves that was signed "
                "at %(time)s."
            ) % {"now": found.size, "then": signed.size, "time": signed.said("time")}
            found.findings.append(Finding(NO_STREAM, words, acceptable=False))
        elif lost and signed.size > begun_anew:
            words = _(
                "The checkpoint of %(size)d leaves that was signed at %(time)s is no longer in the database: somebody "
                "has deleted it."
            ) % {"size": signed.size, "time": signed.said("time")}
            found.findings.append(Finding(NO_STREAM, words))
        at = codec.decode_time(signed.said("time"))
        found.signed_at = at if found.signed_at is None else max(at, found.signed_at)
    if found.size and not verified:
        words = _(
            "The log has %(size)d leaves, and no checkpoint of them is left: somebody has deleted what was signed."
        ) % {"size": found.size}
        found.findings.append(Finding(NO_STREAM, words))


def _is_stored(signed: Checkpoint, said: str) -> bool:
    return SignedCheckpoint.objects.filter(size=signed.size, note=said).exists()


def _holds(found: Survey, signed: Checkpoint) -> bool:
    if signed.size > found.size:
        return False
    return signed.root == (found.root if signed.size == found.size else tree.root(signed.size))


def _read_news(found: Survey, heads: Mapping[str, TreeEntry], anew: Collection[str]) -> None:
    ends: dict[str, tuple[int, bytes]] = {
        stream: (entry.version, entry.head) for stream, entry in heads.items()
    }
    broken: set[str] = set()
    while events := read_all(found.reached):
        for event in events:
            version, head = ends.get(event.stream, (0, NOTHING_BEFORE))
            if event.version <= version or event.stream in broken or event.stream in anew:
                continue  # sealed already when its stream was sealed anew; told of; or read below
            digest = rehashed(event, head)
            if event.version != version + 1 or digest.hex() != event.hash:
                broken.add(event.stream)
                words = _(
                    "Stream %(stream)s is broken at version %(version)d, before it was sealed."
                )
                said = {"stream": event.stream, "version": event.version}
                found.findings.append(Finding(event.stream, words % said))
                continue
            ends[event.stream] = (event.version, digest)
            found.news[event.stream] = (
                event.position,
                TreeEntry(event.stream, event.version, digest),
            )
        found.reached = events[-1].place
    names = iter(tuple(found.news))
    while batch := list(islice(names, _BATCH)):
        for stream in archived_ends(batch):
            for damage in broken_streams(stream):
                del found.news[stream]
                found.findings.append(Finding(stream, str(damage)))


def _read_anew(found: Survey, stream: str, accepted: Accepted) -> None:
    """Add the new leaf of a stream whose earlier leaves no longer count, up to where its own chain is intact.

    Adds a finding if the stream does not match what an owner accepted.
    """
    version, head = 0, NOTHING_BEFORE
    for position, entry in holding(stream):
        if entry.version == accepted.version:
            version, head = entry.version, entry.head
        found.news[stream] = (position, entry)
    if (version, head) != (accepted.version, accepted.head):
        found.news.pop(stream, None)
        words = _("Stream %(stream)s no longer matches what an owner accepted.")
        found.findings.append(Finding(stream, words % {"stream": stream}))


def seal(
    found: Survey, key: SigningKey, *, now: datetime, remarks: Iterable[str] = ()
) -> Note | None:
    """Store the new leaves, sign the tree and return the note; None if another worker was faster or nothing is new.

    `remarks` are further lines of the checkpoint. This machine remembers the note before it is stored. Raises
    ValueError on a survey with findings, OSError if the machine cannot remember the note.
    """
    if found.findings:
        raise ValueError("What differs from what was signed is not sealed.")
    with transaction.atomic():
        FollowerPosition.objects.get_or_create(follower=FOLLOWER)
        position = FollowerPosition.objects.select_for_update().get(follower=FOLLOWER)
        last = SignedCheckpoint.objects.order_by("-size").first()
        if (position.txid, position.position) != found.place or (last and not found.news):
            return None
        leaves = tree.grow(found.size, found.entries)
        Leaf.objects.bulk_create(leaves, batch_size=500)
        count = found.size + len(leaves)
        lines = [f"time {codec.encode_time(now)}"]
        # Where an owner has accepted that the table lost it, the one that this machine remembers.
        before = last.note if last else memory.remembered(key.verifier).kept
        if before:
            digest = base64.b64encode(sha256(before.encode()).digest()).decode()
            lines.append(f"forerunner {Checkpoint.read(Note.read(before).text).size} {digest}")
        note = sign(Checkpoint(key.name, count, tree.root(count), (*lines, *remarks)).text(), key)
        memory.promise(key.verifier, note)
        SignedCheckpoint.objects.create(size=count, note=str(note))
        position.txid, position.position = found.reached
        position.save(update_fields=("txid", "position"))
    memory.keep(key.verifier, str(note))
    return note
