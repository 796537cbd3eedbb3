"""The verifiable shuffle: the documented algorithm, written a second time here, gives the same dice and deck."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import DECK, Card
from games.engine.errors import BadNotation
from games.engine.recording.notation import cards_text
from games.engine.shuffle import _below, commit, shuffle

SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
seeds = st.lists(st.none() | st.from_regex(r"[0-9A-Za-z_-]{1,64}", fullmatch=True), max_size=4)


def by_the_book(secret: str, given_seeds: list[str | None]) -> tuple[tuple[int, ...], list[Card]]:
    """Steps 3 to 6 as the module's documentation tells them, without its code."""
    message = "tusac-shuffle-1\n" + "".join((seed or "") + "\n" for seed in given_seeds)
    stream = b"".join(
        hmac.new(
            bytes.fromhex(secret), message.encode() + counter.to_bytes(4, "big"), hashlib.sha256
        ).digest()
        for counter in range(64)
    )
    numbers = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]

    def below(n: int) -> int:
        while numbers[0] >= 2**32 // n * n:
            numbers.pop(0)
        return numbers.pop(0) % n

    dice = (1 + below(6), 1 + below(6))
    deck = list(DECK)
    for i in range(111, 0, -1):
        j = below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return dice, deck


@settings(max_examples=50, deadline=None)
@given(secrets, seeds)
def test_the_shuffle_follows_its_documentation(secret, given_seeds):
    dice, deck = shuffle(secret, given_seeds)
    assert (dice, list(deck)) == by_the_book(secret, given_seeds)


def test_a_known_shuffle_stays_what_it_is():
    # An old record must verify for ever: this changes only together with the algorithm's name.
    dice, deck = shuffle(SECRET, ["lan", None, "minh-7", None])
    assert dice == (3, 2)
    assert cards_text(deck[:8]) == "Cr Cr Ng Ry Gr Pw Pr Nw"
    assert hashlib.sha256(bytes(deck)).hexdigest() == (
        "3b1037fcf66f43c96359fc913b52ec125fde8f2f1894e949237bd3164c05e2a9"
    )


def test_the_commitment_is_the_sha_256_of_the_secret():
    assert commit(SECRET) == hashlib.sha256(bytes(range(32))).hexdigest()
    assert commit("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()


@settings(max_examples=50, deadline=None)
@given(secrets, seeds)
def test_1_1_the_deck_is_the_112_cards_and_the_dice_are_dice(secret, given_seeds):
    dice, deck = shuffle(secret, given_seeds)
    assert sorted(deck) == list(DECK)
    assert all(1 <= die <= 6 for die in dice)


def test_every_seed_and_its_seat_change_the_deck():
    made = [
        shuffle(SECRET, given_seeds)[1]
        for given_seeds in (
            [None] * 4,
            ["a", None, None, None],
            [None, "a", None, None],
            ["a", "a", None, None],
            ["aa", None, None, None],
        )
    ]
    made.append(shuffle("ff" * 32, [None] * 4)[1])
    assert len(set(made)) == len(made)


def test_an_absent_seed_is_the_empty_text():
    assert shuffle(SECRET, [None, "a"]) == shuffle(SECRET, ["", "a"])


def test_numbers_that_would_favour_the_low_ones_are_thrown_away():
    top = 2**32 - 2**32 % 6
    assert _below(6, iter([top, top + 3, 2**32 - 1, 11])) == 5
    assert _below(6, iter([top - 1])) == 5
    assert _below(2, iter([2**32 - 1])) == 1


def test_1_5_no_die_is_favoured():
    thrown: Counter[int] = Counter()
    for number in range(1200):
        thrown.update(shuffle(f"{number:064x}", [])[0])
    assert set(thrown) == set(range(1, 7))
    # 2,400 throws, 400 of each, give or take five standard deviations.
    assert all(abs(times - 400) < 92 for times in thrown.values())


@pytest.mark.parametrize(
    "secret", ["", "00", "0" * 63, "00" * 33, "zz" * 32, "AB" * 32, " " + "00" * 32, "é" * 64]
)
def test_a_secret_that_is_not_32_bytes_in_lower_case_hex_is_refused(secret):
    with pytest.raises(BadNotation):
        commit(secret)
    with pytest.raises(BadNotation):
        shuffle(secret, [])
