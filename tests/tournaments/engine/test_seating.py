"""The draw of methods 5 and 6, by which older rounds are drawn again: few repeated meetings, seats in turn."""

from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.meetings import meetings_of, repeats
from tournaments.engine.draws.balance import balance, fewest_repeats
from tournaments.engine.draws.designs import design_round, design_rounds
from tournaments.engine.draws.seating import Round, draw_round, starters
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label, with_fillers


def people(count: int) -> tuple[str, ...]:
    return with_fillers([member_label(i) for i in range(1, count + 1)], "bot:greedy")


@cache
def rounds_of(count: int, rounds: int, seed: int) -> tuple[Round, ...]:
    """Return a longer schedule begins with the shorter ones, so each round is drawn once for all tests."""
    before = rounds_of(count, rounds - 1, seed) if rounds else ()
    return (*before, draw_round(people(count), before, seed=seed)) if rounds else ()


def schedule(count: int, rounds: int, seed: int = 1) -> list[Round]:
    return list(rounds_of(count, rounds, seed))


def winds_of(history: list[Round]) -> Counter[tuple[str, int]]:
    return Counter(
        (label, seat)
        for tables in history
        for table in tables
        for seat, label in enumerate(table)
        if not is_bot(label)
    )


def bots_met(history: list[Round]) -> Counter[str]:
    met: Counter[str] = Counter()
    for tables in history:
        for table in tables:
            met.update({one: sum(map(is_bot, table)) for one in table if not is_bot(one)})
    return met


@pytest.mark.parametrize(
    "players", [16, 24, 28, 40, 48, 56, 60, 72, 84, 88, 96, 100, 104, 120, 400]
)
def test_a_design_lets_nobody_meet_anybody_twice(players):
    met: set[tuple[int, int]] = set()
    for index in range(design_rounds(players)):
        tables = design_round(players, index)
        assert sorted(position for table in tables for position in table) == list(range(players))
        pairs = {pair for table in tables for pair in combinations(sorted(table), 2)}
        assert not met & pairs
        met |= pairs


def test_sixteen_players_meet_all_others_once_in_five_rounds():
    history = schedule(16, 5)
    assert repeats(history) == 0
    assert len(meetings_of(history)) == 16 * 15 // 2


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (12, 2, 3),
        (13, 3, 0),
        (17, 4, 0),
        (20, 5, 0),
        (24, 5, 0),
        (25, 6, 0),
        (28, 7, 0),
        (40, 8, 0),
        (60, 10, 0),
        (98, 12, 0),
        (100, 12, 0),
        (400, 12, 0),
    ],
)
def test_meetings_repeat_no_more_than_measured(players, rounds, most):
    assert repeats(schedule(players, rounds)) <= most


def test_eight_players_meet_each_other_about_equally_often_after_seven_rounds():
    # 7 rounds × 12 pairs a round = 28 pairs × 3.
    assert set(meetings_of(schedule(8, 7)).values()) <= {2, 3, 4}


def test_a_design_gives_everybody_each_seat_once_in_four_rounds():
    history = schedule(100, 4)
    seats = Counter(
        (label, seat) for tables in history for t in tables for seat, label in enumerate(t)
    )
    assert set(seats.values()) == {1}
    assert len(seats) == 400


def test_four_players_change_seats_every_round():
    history = schedule(4, 4)
    assert len({(label, seat) for (table,) in history for seat, label in enumerate(table)}) == 16


@pytest.mark.parametrize("players", [5, 9, 14, 21, 45])
def test_fillers_are_spread_over_the_tables(players):
    fillers = -players % 4
    tables = (players + fillers) // 4
    for drawn in schedule(players, 4):
        counts = [sum(is_bot(label) for label in table) for table in drawn]
        assert sum(counts) == fillers
        assert max(counts) == -(-fillers // tables)


@pytest.mark.parametrize("players", [5, 6, 12, 13, 16, 45])
def test_winds_stay_within_one_and_bots_within_two_after_any_number_of_rounds(players):
    history = schedule(players, 9)
    for rounds in range(1, 10):
        found = balance(history[:rounds])
        assert (found.winds <= 1, found.bots <= 2) == (True, True), rounds
    assert set(winds_of(history[:8]).values()) == {2}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_of_thirteen_members_everybody_meets_a_bot_in_three_rounds_and_nobody_a_member_twice(seed):
    """Of 13 members one met no bot in four rounds, the others three each; or two met again in the second round."""
    history = schedule(13, 4, seed)
    assert repeats(history[:3]) == 0
    assert min(bots_met(history).values()) >= 1


def test_what_no_draw_can_avoid_is_counted_and_no_more():
    """Of eight members each meets six in two rounds, seven there are; in three rounds nine: two more than there are."""
    history = schedule(8, 3)
    assert [fewest_repeats(history[:rounds]) for rounds in (1, 2, 3)] == [0, 0, 8]
    assert balance(history).repeats >= 8
    assert fewest_repeats(schedule(13, 3)) == 0


def test_bots_alone_are_drawn_too():
    history: list[Round] = []
    for _ in range(3):
        history.append(draw_round(["bot:safe"] * 8, history, seed=1))
    assert history == [(("bot:safe",) * 4,) * 2] * 3


def test_bots_are_even_where_that_costs_no_meeting():
    """Sixteen rounds for 61 members without a repeat; three bots among them."""
    history = schedule(61, 4)
    assert (repeats(history), balance(history).bots) == (0, 1)


@st.composite
def evenings(draw):
    """Who is there in each round: members leave, come late, sit out, come back."""
    known = draw(st.integers(4, 22))
    rounds = draw(st.integers(2, 6))
    numbers = st.sets(st.integers(1, known), min_size=1)
    usual = set(range(1, known + 1))
    return [usual - draw(numbers) if draw(st.booleans()) else usual for _ in range(rounds)]


@given(evening=evenings(), seed=st.integers(0, 2**53 - 1))
@settings(max_examples=15, deadline=None)
def test_a_draw_copes_with_whoever_is_there(evening, seed):
    history: list[Round] = []
    for there in filter(None, evening):
        labels = with_fillers([member_label(i) for i in there], "bot:safe")
        drawn = draw_round(labels, history, seed=seed)
        assert sorted(label for table in drawn for label in table) == sorted(labels)
        assert all(len(table) == 4 for table in drawn)
        most = -(-labels.count("bot:safe") // len(drawn))
        assert max(table.count("bot:safe") for table in drawn) <= most
        assert drawn == draw_round(labels[::-1], history, seed=seed)
        history.append(drawn)


def test_who_comes_late_or_sits_out_spoils_no_winds():
    labels = [member_label(i) for i in range(1, 101)]
    there = [96, 100, 99, 100, 97, 100]
    history: list[Round] = []
    for count in there:
        members = labels[-count:]
        history.append(draw_round(with_fillers(members, "bot:safe"), history, seed=5))
        found = balance(history)
        assert (found.repeats, found.winds) == (0, 1)


def test_the_same_neighbours_come_seldom():
    # Eight players in seven rounds: each of 56 ordered pairs could sit side by side exactly once.
    assert balance(schedule(8, 7)).neighbours <= 20


def test_the_draw_is_the_same_wherever_it_is_run():
    """On every version of Python, and whatever a process hashes strings to."""
    digest = sha256(repr([schedule(n, 3, seed=11) for n in (13, 16, 24)]).encode())
    assert digest.hexdigest() == "829a63bbc1422d586ce937447fead940351945f536feb53f16c262d73544a66c"


def test_another_seed_gives_another_draw():
    assert schedule(16, 1, seed=1) != schedule(16, 1, seed=2)


def test_a_history_that_left_the_design_still_gives_few_repeats():
    history = schedule(20, 2, seed=1)
    history.append(draw_round(people(20), history, seed=999))
    history.append(draw_round(people(20), history, seed=1))
    assert (repeats(history) <= 5, balance(history).winds) == (True, 0)


@pytest.mark.parametrize(
    ("labels", "code", "said"),
    [
        ((), "tournament.draw-nobody", "There is nobody to seat"),
        (("player:1",) * 4, "tournament.draw-twice", "Member 1 is in the draw twice"),
        (("player:1", "player:2", "bot:safe"), "tournament.draw-tables", "Add 1 more"),
    ],
)
def test_a_draw_that_cannot_be_made_is_refused_with_what_would_help(labels, code, said):
    with pytest.raises(TournamentRefused, match=said) as refused:
        draw_round(labels, [], seed=1)
    assert refused.value.code == code


def test_the_seats_start_the_deals_in_turn():
    """§8.3: a tournament fixes the starters."""
    assert starters(6) == (0, 1, 2, 3, 0, 1)


def test_a_design_has_no_round_beyond_its_last():
    with pytest.raises(ValueError):
        design_round(16, 5)
    with pytest.raises(ValueError):
        design_round(12, 0)
