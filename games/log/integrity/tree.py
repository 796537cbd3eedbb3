"""Stores the log's Merkle tree in a table: leaves of streams, added when a checkpoint is signed.

A leaf stands for all events of its stream up to one version, because the hash chain covers those before the last. Its
hash is over the netstrings of `tusac-leaf-1`, the stream's name (UTF-8), the version (decimal) and that event's hash
(32 bytes), as in `games.log.chain`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Max

from games.log.integrity import merkle
from games.log.models import Leaf

FORM = b"tusac-leaf-1"
_HASH = 32

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """The content of a leaf."""

    stream: str
    version: int
    head: bytes
    """The hash of the event with that version."""

    def hash(self) -> bytes:
        """Return the leaf's hash."""
        fields = (FORM, self.stream.encode(), b"%d" % self.version, self.head)
        return merkle.leaf_hash(b"".join(b"%d:%b," % (len(one), one) for one in fields))


def size() -> int:
    """Return the number of leaves."""
    last = Leaf.objects.aggregate(last=Max("index"))["last"]
    return 0 if last is None else last + 1


def root(count: int) -> bytes:
    """Return the root of the tree's first `count` leaves, all of which must exist."""
    return _asked(lambda node: merkle.root_of(node, 0, count))


def inclusion_proof(index: int, count: int) -> list[bytes]:
    """Return the proof that `merkle.inclusion_proof` makes from the stored tree."""
    return _asked(lambda node: merkle.inclusion_proof(node, index, count))


def consistency_proof(old: int, new: int) -> list[bytes]:
    """Return the proof that `merkle.consistency_proof` makes from the stored tree."""
    return _asked(lambda node: merkle.consistency_proof(node, old, new))


def _asked(question: Callable[[merkle.Node], T]) -> T:
    """Answer a question about the tree.

    The question is run twice: first to learn which subtrees it needs, then with their stored hashes.
    """
    stored = _nodes(_wanted(question))
    return question(lambda level, number: stored[level, number])


def _wanted(question: Callable[[merkle.Node], object]) -> set[tuple[int, int]]:
    """Return the subtrees that a question needs, as pairs of level and number."""
    wanted: set[tuple[int, int]] = set()

    def note(level: int, number: int) -> bytes:
        wanted.add((level, number))
        return merkle.EMPTY

    question(note)
    return wanted


def _nodes(wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
    """Return the stored hashes of these complete subtrees.

    A missing one is empty bytes, with which no root can match ours.
    """
    last = {(level, number): ((number + 1) << level) - 1 for level, number in wanted}
    rows = Leaf.objects.filter(index__in=set(last.values())).values_list("index", "nodes")
    nodes = {index: bytes(raw) for index, raw in rows}
    return {
        (level, number): nodes.get(index, b"")[level * _HASH : (level + 1) * _HASH]
        for (level, number), index in last.items()
    }


def grow(count: int, entries: Sequence[TreeEntry]) -> list[Leaf]:
    """Return unsaved rows for these entries as new leaves after the first `count` leaves."""
    known = _nodes(_wanted(lambda node: merkle.root_of(node, 0, count)))

    def node(level: int, number: int) -> bytes:
        return known[level, number]

    made = []
    for index, entry in enumerate(entries, count):
        nodes = merkle.completed_by(node, index, entry.hash())
        known.update({(level, index >> level): one for level, one in enumerate(nodes)})
        made.append(
            Leaf(
                index=index,
                stream=entry.stream,
                version=entry.version,
                head=entry.head,
                nodes=b"".join(nodes),
            )
        )
    return made


def entries(start: int = 0) -> Iterator[tuple[int, TreeEntry, bytes]]:
    """Yield every leaf from index `start` on: its index, its entry, and the tree's hashes stored in its row."""
    rows = Leaf.objects.filter(index__gte=start).order_by("index")
    fields = ("index", "stream", "version", "head", "nodes")
    for index, stream, version, head, nodes in rows.values_list(*fields).iterator(chunk_size=2000):
        yield index, TreeEntry(stream, version, bytes(head)), bytes(nodes)


def leaf(index: int) -> bytes:
    """Return the hash of a leaf; empty where there is none."""
    return _nodes([(0, index)])[0, index]


def newest_of(stream: str) -> tuple[int, TreeEntry] | None:
    """Return the index and entry of a stream's last leaf, or None if it has none."""
    row = Leaf.objects.filter(stream=stream).order_by("-index").first()
    if row is None:
        return None
    return row.index, TreeEntry(row.stream, row.version, bytes(row.head))


def sealed_ends(streams: Iterable[str]) -> dict[str, int]:
    """Return, by stream, the highest version with a leaf; streams without leaves are left out."""
    leaves = Leaf.objects.filter(stream__in=list(streams)).order_by()
    return dict(leaves.values_list("stream").annotate(Max("version")))
