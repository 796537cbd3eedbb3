"""Fixed prizes, shares or both: always the whole pot, whoever shares a place, in whatever order the rows come."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tournaments import Told, decide_create, row
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.scoring.prizes import apportion, final_rows, place_prizes, prizes_by_player


@pytest.mark.parametrize(
    ("pot", "shares", "sums", "members", "prizes"),
    [
        (1000, (50, 30, 20), (300, 200), 5, (550, 350, 100)),  # 500 are left: 250, 150, 100
        (1000, (100,), (300, 200, 100), 5, (700, 200, 100)),
        (600, (100,), (300, 200, 100), 5, (300, 200, 100)),
        (
            90,
            (50, 50),
            (300, 200, 100),
            5,
            (45, 30, 15),
        ),  # too small: in proportion, and no share is left
        (100, (50, 50), (300, 200, 100), 5, (50, 33, 17)),  # 50, 33.3, 16.7
        (1200, (), (300, 200, 100), 5, (600, 400, 200)),  # no shares: the rest like the sums
        (601, (), (300, 200, 100), 5, (301, 200, 100)),
        (1000, (50, 30, 20), (300, 200, 100), 1, (1000,)),
        (0, (100,), (300,), 2, (0,)),
        (100, (100,), (300,), 0, ()),
    ],
)
def test_sums_come_first_and_shares_divide_the_rest(pot, shares, sums, members, prizes):
    assert place_prizes(pot, shares, members, sums) == prizes


falling = st.lists(st.integers(1, 500), min_size=0, max_size=6).map(lambda them: sorted(them)[::-1])
shared = st.sampled_from([(), (100,), (60, 40), (50, 30, 20), (40, 30, 20, 10)])


@given(st.integers(0, 5000), shared, falling, st.integers(1, 12), st.randoms(use_true_random=False))
def test_the_pot_is_paid_out_to_the_last_chip_whatever_the_order_of_the_rows(
    pot: int, shares: tuple[int, ...], sums: list[int], members: int, rng: Random
) -> None:
    if not shares and not sums:
        shares = (100,)
    prizes = place_prizes(pot, shares, members, sums)
    assert sum(prizes) == pot
    assert all(better >= worse for better, worse in pairwise(prizes))
    if pot >= sum(sums[:members]):
        assert all(prize >= fixed for prize, fixed in zip(prizes, sums, strict=False))
    places: list[int] = []
    while len(places) < members:
        sharers = rng.randint(1, members - len(places))
        places += [len(places) + 1] * sharers
    rows = [row(place, f"player:{player}") for player, place in enumerate(places, 1)]
    entered = list(range(1, members + 1))
    rng.shuffle(entered)
    paid = prizes_by_player(
        final_rows(rows, pot=pot, shares=shares, sums=sums, entry_order=entered)
    )
    assert sum(paid.values()) == pot
    for place in set(
        places
    ):  # who shares a place is at most a chip apart, and who entered first has it
        group = [player for player in entered if places[player - 1] == place]
        got = [paid.get(player, 0) for player in group]
        assert max(got) - min(got) <= 1 and got == sorted(got)[::-1]
    rng.shuffle(rows)
    again = sorted(rows, key=lambda one: one.place or 0)  # within a place in any order
    told = final_rows(again, pot=pot, shares=shares, sums=sums, entry_order=entered)
    assert prizes_by_player(told) == paid


@given(st.integers(0, 10_000), st.lists(st.integers(1, 99), min_size=1, max_size=20))
def test_what_is_divided_adds_up_and_nobody_loses_a_chip(amount: int, weights: list[int]) -> None:
    parts = apportion(amount, weights)
    assert sum(parts) == amount
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part * sum(weights) - amount * weight) < sum(weights)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"prize_shares": (60, 50)}, "tournament.shares-not-100"),
        ({"prize_shares": (60, 50), "prize_sums": (5,)}, "tournament.shares-not-100"),
        ({"prize_shares": ()}, "tournament.shares-missing"),
        ({"prize_sums": (5, 6)}, "tournament.sums-rising"),
        ({"prize_sums": (5, 0)}, "tournament.sum-out-of-range"),
        ({"prize_sums": (True,)}, "tournament.sum-out-of-range"),
        ({"prize_sums": (1,) * 21}, "tournament.sums-too-many"),
        ({"appeal_minutes": -1}, "tournament.appeal-out-of-range"),
        ({"appeal_minutes": 10_081}, "tournament.appeal-out-of-range"),
    ],
)
def test_terms_that_cannot_be_are_refused(terms, code):
    with pytest.raises(TournamentRefused) as refused:
        decide_create(**terms)
    assert refused.value.code == code
    assert "{" not in str(refused.value)


def test_sums_alone_are_terms_too():
    told = Told(range(1, 5), prize_shares=(), prize_sums=(30, 10)).start().play_all().close()
    paid = prizes_by_player(told.state.final)
    assert sum(paid.values()) == 60 and set(paid.values()) == {45, 15}
