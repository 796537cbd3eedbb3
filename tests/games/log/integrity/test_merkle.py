"""Trees against the vectors that other implementations of RFC 6962 use, and against its definition, written naively."""

from hashlib import sha256
from itertools import pairwise

import pytest

from games.log.integrity import merkle

ENTRIES = [
    bytes.fromhex(entry)
    for entry in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The roots of the first 1 to 8 of these entries, as Certificate Transparency has them."""


def naive(leaves):
    """The definition of RFC 6962, 2.1."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\x01" + naive(leaves[:k]) + naive(leaves[k:])).digest()


def node_over(leaves):
    """The complete subtrees of these leaves; any other is an error."""

    def node(level, number):
        part = leaves[number << level : (number + 1) << level]
        assert len(part) == 1 << level
        return naive(part)

    return node


LEAVES = [merkle.leaf_hash(b"%d" % number) for number in range(40)]


def test_roots_are_those_of_certificate_transparency():
    leaves = [merkle.leaf_hash(entry) for entry in ENTRIES]
    node = node_over(leaves)
    assert [merkle.root_of(node, 0, size).hex() for size in range(1, 9)] == ROOTS
    assert merkle.root_of(node, 0, 0).hex() == sha256(b"").hexdigest()


def test_every_leaf_is_in_every_tree_that_holds_it_and_in_no_other_place():
    node = node_over(LEAVES)
    for size in range(1, 34):
        root = naive(LEAVES[:size])
        for index in range(size):
            proof = merkle.inclusion_proof(node, index, size)
            assert merkle.includes(root, size, index, LEAVES[index], proof)
            assert not merkle.includes(root, size, index, LEAVES[index + 1], proof)
            assert not merkle.includes(root, size, (index + 1) % size, LEAVES[index], proof) or (
                size == 1
            )
            assert not merkle.includes(root, size, index, LEAVES[index], [*proof, root])
            assert not proof or not merkle.includes(root, size, index, LEAVES[index], proof[:-1])
        assert not merkle.includes(root, size, size, LEAVES[0], [])


def test_every_tree_continues_every_smaller_one_and_no_other():
    node = node_over(LEAVES)
    forged = [*LEAVES[:7], merkle.leaf_hash(b"forged"), *LEAVES[8:]]
    for new in range(34):
        root = naive(LEAVES[:new])
        for old in range(new + 1):
            proof = merkle.consistency_proof(node, old, new)
            before = naive(LEAVES[:old])
            assert merkle.continues(before, old, root, new, proof)
            assert not merkle.continues(before, old, root, new, [*proof, root])
            if 0 < old < new:
                assert not merkle.continues(before, old, root, new, proof[:-1])
                assert not merkle.continues(root, old, root, new, proof)
            if old > 7:
                assert not merkle.continues(naive(forged[:old]), old, root, new, proof)
        assert not merkle.continues(root, new, naive(LEAVES[: new - 1]), new - 1, []) or not new


def test_a_proof_that_was_changed_anywhere_proves_nothing():
    node = node_over(LEAVES)
    proof = merkle.consistency_proof(node, 13, 29)
    old, new = naive(LEAVES[:13]), naive(LEAVES[:29])
    for at, one in enumerate(proof):
        changed = [*proof[:at], bytes([one[0] ^ 1]) + one[1:], *proof[at + 1 :]]
        assert not merkle.continues(old, 13, new, 29, changed)
    for first, second in pairwise(range(len(proof))):
        swapped = list(proof)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        assert not merkle.continues(old, 13, new, 29, swapped)


def test_what_a_leaf_completes_is_what_the_tree_is_made_of():
    node = node_over(LEAVES)
    for index, leaf in enumerate(LEAVES):
        made = merkle.completed_by(node, index, leaf)
        for level, digest in enumerate(made):
            assert digest == naive(LEAVES[index + 1 - (1 << level) : index + 1])
        assert (index + 1) % (1 << len(made) - 1) == 0
        assert (index + 1) % (1 << len(made)) != 0


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_no_proof_of_what_is_not_there(index, size):
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.inclusion_proof(node_over(LEAVES), index, size)
    with pytest.raises(ValueError, match="smaller"):
        merkle.consistency_proof(node_over(LEAVES), 4, 3)
