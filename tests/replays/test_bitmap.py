"""Facts of many deals as whole numbers: against sets of small numbers, which need no trick."""

from random import Random

import pytest

from replays.index import bitmap

RANDOM = Random(7)
VALUES = [
    *(0, 1, 2, 150, 151, bitmap.LARGEST),
    *(RANDOM.randrange(1 << RANDOM.randrange(1, 12)) for _ in range(400)),
]
EVERY = (1 << len(VALUES)) - 1


def slices() -> list[int]:
    made = [0] * bitmap.SLICES
    for number, value in enumerate(VALUES):
        for place in bitmap.slices_of(value):
            made[place] |= 1 << number
    return made


def numbers(found: int) -> list[int]:
    return [number for number in range(len(VALUES)) if found >> number & 1]


@pytest.mark.parametrize(
    "bound", [0, 1, 2, 3, 64, 150, 151, 2_000, bitmap.LARGEST, bitmap.LARGEST + 1]
)
@pytest.mark.parametrize("of", [EVERY, EVERY // 3, 0])
def test_bounds_of_a_quantity_fit_the_deals_that_they_fit_one_by_one(bound, of):
    among = numbers(of)
    assert numbers(bitmap.at_least(slices(), bound, of)) == [
        number for number in among if VALUES[number] >= bound
    ]
    assert numbers(bitmap.at_most(slices(), bound, of)) == [
        number for number in among if VALUES[number] <= bound
    ]


def test_a_quantity_that_is_too_large_counts_as_the_largest_and_a_negative_one_as_none():
    assert list(bitmap.slices_of(bitmap.LARGEST + 5)) == list(range(bitmap.SLICES))
    assert list(bitmap.slices_of(-3)) == []


@pytest.mark.parametrize("held", [[], [0], [bitmap.BLOCK - 1], list(range(0, bitmap.BLOCK, 3))])
def test_a_block_is_stored_and_read_again(held):
    block = sum(1 << place for place in held)
    assert bitmap.unpack(bitmap.pack(block)) == block


def test_what_holds_rarely_takes_little_and_nothing_takes_more_than_its_bits():
    assert len(bitmap.pack(1 << 5_000)) < 100
    assert len(bitmap.pack(RANDOM.getrandbits(bitmap.BLOCK))) == bitmap.BLOCK // 8 + 1


def test_blocks_are_joined_and_one_that_is_missing_holds_nothing():
    first, third = 0b101, RANDOM.getrandbits(bitmap.BLOCK)
    joined = bitmap.joined({2: bitmap.pack(third), 0: bitmap.pack(first)})
    assert joined == first | third << 2 * bitmap.BLOCK
    assert bitmap.joined({}) == 0


def test_the_highest_and_the_lowest_come_in_order():
    assert bitmap.highest(0b10110, 2) == [4, 2]
    assert bitmap.highest(0b10110, 9) == [4, 2, 1]
    assert bitmap.lowest(0b10110, 2) == [1, 2]
    assert bitmap.lowest(0, 5) == []
