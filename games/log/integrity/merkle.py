"""Computes the Merkle tree of RFC 9162 (as RFC 6962): roots, proofs and their verification. Pure.

A tree only grows, so a complete subtree never changes. `Node` returns the hash of a complete subtree. With those
stored (`games.log.integrity.tree`), every question below needs about two of them for each doubling of the size.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

Node = Callable[[int, int], bytes]
"""(level, number) → the hash of the 2 ** level leaves from `number` * 2 ** level on."""

EMPTY: Final = sha256().digest()
"""The root of a tree without leaves."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node with these two subtrees."""
    return sha256(b"\1" + left + right).digest()


def _split(count: int) -> int:
    """Return the greatest power of two below `count`."""
    return 1 << ((count - 1).bit_length() - 1)


def root_of(node: Node, start: int, end: int) -> bytes:
    """Return the hash of the leaves from `start` to `end`; `start` is 0 or where a subtree of that size may begin."""
    count = end - start
    if not count:
        return EMPTY
    if count & (count - 1) == 0:
        level = count.bit_length() - 1
        return node(level, start >> level)
    middle = start + _split(count)
    return node_hash(root_of(node, start, middle), root_of(node, middle, end))


def completed_by(node: Node, index: int, leaf: bytes) -> list[bytes]:
    """Return the subtrees that the leaf number `index` completes, from itself up to the largest."""
    made = [leaf]
    while index >> (len(made) - 1) & 1:
        level = len(made) - 1
        made.append(node_hash(node(level, (index >> level) - 1), made[-1]))
    return made


def inclusion_proof(node: Node, index: int, size: int) -> list[bytes]:
    """Return the path from leaf `index` to the root of the first `size` leaves. Raises ValueError outside the tree."""
    if not 0 <= index < size:
        raise ValueError("There is no such leaf.")
    start, end, proof = 0, size, []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            proof.append(root_of(node, middle, end))
            end = middle
        else:
            proof.append(root_of(node, start, middle))
            start = middle
    return proof[::-1]


def consistency_proof(node: Node, old: int, new: int) -> list[bytes]:
    """Return the proof that the tree of `new` leaves continues the tree of its first `old` leaves.

    Raises ValueError if `new` is smaller.
    """
    if not 0 <= old <= new:
        raise ValueError("The later tree is the smaller one.")
    if old in (0, new):
        return []
    start, end, proof = 0, new, []
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            proof.append(root_of(node, middle, end))
            end = middle
        else:
            proof.append(root_of(node, start, middle))
            start = middle
    if start:  # else it is the whole of the old tree, whose root is known
        proof.append(root_of(node, start, end))
    return proof[::-1]


def includes(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether the proof shows that this leaf is in the tree with this root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    at, last, reached = index, size - 1, leaf
    for sibling in proof:
        if not last:
            return False
        if at & 1 or at == last:
            reached = node_hash(sibling, reached)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            reached = node_hash(reached, sibling)
        at, last = at >> 1, last >> 1
    return not last and reached == root


def continues(old_root: bytes, old: int, new_root: bytes, new: int, proof: Sequence[bytes]) -> bool:
    """Return whether the proof shows that the new tree begins with the old one (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and old_root == (new_root if old else EMPTY)
    way = list(proof) if old & (old - 1) else [old_root, *proof]
    if not way:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = way[0]
    for sibling in way[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, sibling)
        at, last = at >> 1, last >> 1
    return not last and before == old_root and after == new_root
