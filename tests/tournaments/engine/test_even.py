"""The draw in which everybody meets evenly: bots within one, few meetings again, whoever leaves or comes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations

import pytest

from tests.support.meetings import meetings_of, repeats
from tournaments.engine.draws.balance import balance
from tournaments.engine.draws.designs import UNITAL_ROUNDS, cubes, unital_round
from tournaments.engine.draws.even import chosen_among, draw_even
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.seating import Round, pairs_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label, with_fillers

NONE: Pairs = frozenset()


def drawn(history: Sequence[Round], there: Iterable[int], seed: int) -> Round:
    labels = with_fillers([member_label(one) for one in there], "bot:safe")
    seeds = [seed * 1000 + draw for draw in range(len(history) + 1)]
    return draw_even(labels, history, seeds=seeds, apart=[NONE] * len(seeds))


def evening(rounds: Sequence[Iterable[int]], seed: int = 1) -> tuple[Round, ...]:
    history: list[Round] = []
    for there in rounds:
        history.append(drawn(history, there, seed))
    return tuple(history)


@cache
def schedule(members: int, rounds: int, seed: int = 1) -> tuple[Round, ...]:
    """Return a longer one begins with the shorter ones, so each round is drawn once for all tests."""
    before = schedule(members, rounds - 1, seed) if rounds else ()
    return (*before, drawn(before, range(1, members + 1), seed)) if rounds else ()


def test_a_cube_lets_eight_meet_three_times_and_any_three_once():
    assert len(cubes()) == 30
    for design in cubes():
        tables = [sorted(half) for split in design for half in split]
        assert set(Counter(two for table in tables for two in combinations(table, 2)).values()) == {
            3
        }
        assert len({three for table in tables for three in combinations(table, 3)}) == 56


def test_the_unital_lets_twenty_eight_meet_once_in_nine_rounds():
    met = Counter(
        two
        for index in range(UNITAL_ROUNDS)
        for table in unital_round(index)
        for two in combinations(sorted(table), 2)
    )
    assert (len(met), set(met.values())) == (28 * 27 // 2, {1})


@pytest.mark.parametrize("seed", [1, 2])
def test_eight_members_meet_three_times_each_in_seven_rounds_and_six_in_fourteen(seed):
    history = schedule(8, 14, seed)
    assert set(meetings_of(history[:7]).values()) == {3}
    assert set(meetings_of(history).values()) == {6}
    assert max(balance(history[:rounds]).winds for rounds in range(1, 15)) == 1


@pytest.mark.parametrize(
    ("members", "rounds"),
    [
        (9, 4),
        (13, 3),
        (16, 5),
        (17, 4),
        (20, 5),
        (24, 5),
        (25, 6),
        (27, 9),
        (28, 9),
        (31, 9),
        (40, 9),
        (98, 12),
        (100, 12),
    ],
)
def test_nobody_meets_anybody_twice(members, rounds):
    history = schedule(members, rounds)
    assert repeats(history) == 0
    assert max(balance(history[:number]).winds for number in range(1, rounds + 1)) == 1


@pytest.mark.parametrize("members", [13, 14, 17])
def test_bots_stay_within_one_but_where_a_round_repeats_no_meeting_for_it(members):
    history = schedule(members, 8)
    for number in range(1, len(history) + 1):
        before, now = balance(history[: number - 1]), balance(history[:number])
        new = now.repeats - before.repeats
        assert now.winds <= 1
        assert now.bots <= (1 if new else 2), number


@pytest.mark.parametrize("members", [10, 11, 15, 19, 22, 27])
def test_bots_and_winds_stay_within_one_throughout(members):
    history = schedule(members, 8)
    found = [balance(history[:number]) for number in range(1, 9)]
    assert (max(one.bots for one in found), max(one.winds for one in found)) == (1, 1)


@pytest.mark.parametrize("members", [13, 14, 17])
def test_only_a_repeat_could_have_kept_bots_within_one_in_the_second_round(members):
    """Those who met no bot are due one, and sat four together: at fewer tables with a bot two of them would meet."""
    first, second = schedule(members, 2)
    chairs = [table for table in second if any(map(is_bot, table))]
    without = [table for table in first if not any(map(is_bot, table))]
    due = min(4 * len(without), 3 * len(chairs))
    assert due > len(chairs) * len(without)
    found = balance([first, second])
    assert (found.repeats, found.bots) == (0, 2)


def several(*parts: tuple[int, Iterable[int]]) -> list[set[int]]:
    return [set(there) for times, there in parts for _ in range(times)]


LEFT = {
    "16, one leaves after two": several((2, range(16)), (3, range(15))),
    "15, one enters in the third": several((2, range(15)), (3, range(16))),
    "16, one sits out the second": several((1, range(16)), (1, range(15)), (3, range(16))),
    "20, one leaves and another comes": several((2, range(20)), (1, range(19)), (1, range(1, 21))),
    "28, one leaves after two": several((2, range(28)), (4, range(27))),
    "32, one enters in the third": several((2, range(31)), (5, range(32))),
    "40, five leave after two": several((2, range(40)), (6, range(35))),
    "64, two leave": several((1, range(64)), (2, range(63)), (7, range(62))),
}


@pytest.mark.parametrize("there", LEFT.values(), ids=LEFT)
def test_who_leaves_or_comes_makes_nobody_meet_again(there):
    """In up to two thirds of the rounds in which nobody need meet twice."""
    history = evening(there)
    found = balance(history)
    assert (found.repeats, found.winds <= 1, found.bots <= 1) == (0, True, True)


def test_everybody_at_their_first_round_is_seated_once_whoever_was_there_before():
    there = [{1, 2, 3, 4, 5}, {1, 2, 3}, {1, 2, 3, 6, 7, 8, 9, 10, 11}, {4, 5}, set(range(1, 14))]
    for members, tables in zip(there, evening(there), strict=True):
        labels = [label for table in tables for label in table]
        assert sorted(labels) == sorted(
            with_fillers([member_label(one) for one in members], "bot:safe")
        )


@pytest.mark.parametrize(("members", "group"), [(8, (1, 2)), (16, (1, 2, 3)), (28, (1, 2, 3))])
def test_who_is_kept_apart_does_not_meet_where_a_design_would_let_them(members, group):
    apart = pairs_of([group])
    labels = [member_label(one) for one in range(1, members + 1)]
    history: list[Round] = []
    for number in range(1, 5):
        seeds = list(range(number))
        history.append(draw_even(labels, history, seeds=seeds, apart=[apart] * number))
    assert not apart & meetings_of(history).keys()


@pytest.mark.parametrize(
    ("members", "rounds", "left"),
    [(16, 5, [None, None, 2, 1, 1]), (8, 7, [None, None, 9, 8, 3, 2, 1]), (13, 3, [None] * 3)],
)
def test_how_many_rounds_of_a_design_are_left_is_counted(members, rounds, left):
    history = schedule(members, rounds)
    players = with_fillers([member_label(one) for one in range(1, members + 1)], "bot:safe")
    found = []
    for number in range(rounds):
        seeds = [1000 + draw for draw in range(number + 1)]
        found.append(
            chosen_among(players, history[:number], seeds=seeds, apart=[NONE] * len(seeds))
        )
    assert found == left


@pytest.mark.parametrize(("members", "most"), [(16, 10), (28, 7), (40, 0), (13, 1), (100, 25)])
def test_another_secret_gives_other_tables(members, most):
    """But where few rounds of a design are left, as of 16 members at the end."""
    history: list[Round] = []
    labels = with_fillers([member_label(one) for one in range(1, members + 1)], "bot:safe")
    same = 0
    for number in range(1, 4):
        seeds = list(range(number))
        apart = [NONE] * number
        one = draw_even(labels, history, seeds=seeds, apart=apart)
        other = draw_even(labels, history, seeds=[*seeds[:-1], 777], apart=apart)
        same += len({frozenset(t) for t in one} & {frozenset(t) for t in other})
        history.append(one)
    assert same <= most


def test_the_second_secret_turns_the_design_that_the_first_one_dealt():
    """Else whoever knew the first secret could have named nine rounds, of which the second was one."""
    labels = [member_label(one) for one in range(1, 41)]
    first = drawn([], range(1, 41), 1)
    tables = {
        frozenset(map(frozenset, draw_even(labels, [first], seeds=[1000, two], apart=[NONE] * 2)))
        for two in range(30)
    }
    assert len(tables) == 30


def test_the_draw_is_the_same_wherever_it_is_run():
    """On every version of Python, and whatever a process hashes strings to."""
    told = repr([schedule(members, 3, 11) for members in (8, 13, 16, 28)])
    assert (
        sha256(told.encode()).hexdigest()
        == "e7aef1cfeaf788b56d0bc53a7e2f633021ae36fc44b0e357668f58f9a076e371"
    )


@pytest.mark.parametrize("members", [0, 1, 2, 3])
def test_bots_alone_and_nearly_alone_are_drawn_too(members):
    labels = [*map(member_label, range(1, members + 1)), *["bot:safe"] * (16 - members)]
    history: list[Round] = []
    for number in range(1, 6):
        apart = [NONE] * number
        history.append(draw_even(labels, history, seeds=list(range(number)), apart=apart))
        assert sorted(label for table in history[-1] for label in table) == sorted(labels)


def test_a_draw_that_cannot_be_made_is_refused():
    with pytest.raises(TournamentRefused, match="Add 1 more"):
        draw_even(["player:1", "player:2", "bot:safe"], [], seeds=[1], apart=[NONE])
