"""Groups: drawn by lot, even meetings, the best of each group in the final, and terms that make one."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.groups import TERMS, bound, played, started
from tests.support.tournaments import Told, decide_create, given_of, secret_of
from tournaments.engine import decisions
from tournaments.engine.correcting.corrections import (
    decide_keep_apart,
)
from tournaments.engine.correcting.terms_corrected import correctable, decide_correct_settings
from tournaments.engine.draws.balance import balance
from tournaments.engine.draws.certificate import faults
from tournaments.engine.draws.commitment import seed_of
from tournaments.engine.draws.groups import (
    LARGEST,
    METHOD_GROUPS,
    METHOD_GROUPS_FIRST,
    SMALLEST,
    bots_of,
    draw_groups,
    finalists_of,
    joined,
    lot,
    section,
    sizes,
)
from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.draws.seating import Round, pairs_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.scoring.standing_rows import RankAtDraw


@given(st.integers(8, 400))
def test_groups_are_alike_in_size_and_small_enough_to_meet_everybody(members):
    found = sizes(members)
    assert sum(found) == members and len(found) > 1
    assert min(found) >= SMALLEST and max(found) <= LARGEST and max(found) - min(found) <= 1
    assert bots_of(members) == sum(-size % 4 for size in found)


@pytest.mark.parametrize(
    ("members", "found"),
    [
        (8, (4, 4)),
        (9, (5, 4)),
        (12, (4, 4, 4)),
        (13, (7, 6)),
        (16, (8, 8)),
        (17, (5, 4, 4, 4)),
        (22, (8, 7, 7)),
        (100, (8,) * 9 + (7,) * 4),
    ],
)
def test_as_few_groups_as_call_for_a_bot_each_or_else_the_fewest_bots(members, found):
    assert sizes(members) == found


@given(st.integers(8, 60), st.integers(0, 999))
def test_the_lot_puts_everybody_into_one_group_whatever_the_order_of_entry(members, seed):
    players = list(range(1, members + 1))
    groups = lot(players, seed)
    assert sorted(player for group in groups for player in group) == players
    assert [len(group) for group in groups] == list(sizes(members))
    assert lot(players[::-1], seed) == groups


def test_another_seed_is_another_lot_and_families_are_in_different_groups():
    assert len({lot(range(1, 17), seed) for seed in range(8)}) == 8
    family = pairs_of([(1, 2), (3, 4)])
    for seed in range(20):
        groups = lot(range(1, 17), seed, family)
        assert all(not {1, 2} <= {*group} and not {3, 4} <= {*group} for group in groups)


def drawn_among(members: int, rounds: int, seed: int, method: int = METHOD_GROUPS) -> list[Round]:
    """Return the rounds that a group of so many plays among itself."""
    group, history = (tuple(range(1, members + 1)),), list[Round]()
    for number in range(rounds):
        history.append(
            draw_groups(
                group,
                [member_label(player) for player in group[0]],
                history,
                filler="bot:safe",
                seeds=[seed + past for past in range(number + 1)],
                apart=[frozenset()] * (number + 1),
                method=method,
            )
        )
    return history


@settings(max_examples=10)
@example(members=6, rounds=7, seed=77)
@given(st.integers(4, 8), st.integers(1, 7), st.integers(0, 99))
def test_everybody_of_a_group_meets_evenly(members, rounds, seed):
    """No two pairs of a group differ by more than the group's size makes them: 0 of four, 2 of seven and eight."""
    most = {4: 0, 5: 2, 6: 3, 7: 2, 8: 2}[members]
    history = drawn_among(members, rounds, seed)
    labels = [member_label(player) for player in range(1, members + 1)]
    for number, tables in enumerate(history, 1):
        seats = Counter(label for table in tables for label in table)
        assert all(seats[label] == 1 for label in labels)
        assert seats["bot:safe"] == -members % 4
        met = Counter(
            pair(*both)
            for drawn in history[:number]
            for table in drawn
            for both in combinations([label for label in table if not is_bot(label)], 2)
        )
        times = [met[pair(*both)] for both in combinations(labels, 2)]
        assert max(times) - min(times) <= most
        assert balance(history[:number]).winds <= 2


def test_a_wind_is_had_a_third_time_more_only_in_rounds_of_the_way_of_before():
    """In that way player:4 had sat West in three rounds of five, and never South."""
    before, now = drawn_among(6, 5, 77, METHOD_GROUPS_FIRST), drawn_among(6, 5, 77)
    assert before[4] == (
        ("bot:safe", "player:2", "player:3", "player:6"),
        ("player:1", "bot:safe", "player:5", "player:4"),
    )
    assert now[:4] == before[:4]
    assert now[4] == (before[4][0], ("player:1", "bot:safe", "player:4", "player:5"))
    assert (balance(before).winds, balance(now).winds) == (3, 2)


def test_a_certificate_of_the_way_of_before_still_holds():
    told = started(8)
    played(told)
    given = given_of(told, 2)
    assert given["method"] == METHOD_GROUPS
    assert faults({**given, "method": METHOD_GROUPS_FIRST}) == []


def test_eight_meet_each_other_three_times_in_seven_rounds():
    told = started(16, rounds=8, final_rounds=1)
    for number in range(7):
        assert not told.state.rounds[-1].finalists
        played(told, number)
    met = Counter(
        pair(*both)
        for drawn in told.state.rounds[:7]
        for table in drawn.tables
        for both in combinations(table.seats, 2)
    )
    assert set(met.values()) == {3}


@settings(max_examples=6, deadline=None)
@given(st.sampled_from([8, 9, 13, 17, 22, 30]), st.integers(0, 999))
def test_the_finalists_are_exactly_the_best_of_their_groups_by_the_standings(members, seed):
    told = started(members)
    for number in range(3):
        played(told, seed + number)
        assert told.state.rounds[number].method == METHOD_GROUPS
    final = told.state.rounds[3]
    place = {one.player: one.place for one in final.ranking}
    chosen = set(final.finalists)
    assert len(final.finalists) == 4
    ranks: dict[int, int] = {}
    for group in final.groups:
        best = sorted(group, key=lambda player: (place[player], player not in chosen))
        taken = [player in chosen for player in best]
        assert taken == sorted(taken, reverse=True)  # nobody is passed over in a group
        ranks |= {player: rank for rank, player in enumerate(best)}
    # Nobody outside stands before a finalist of the same rank or a later one.
    worst = max((ranks[player], place[player]) for player in chosen)
    assert all((ranks[one], place[one]) >= worst for one in ranks if one not in chosen)
    assert {player_id(label) for label in final.tables[0].seats} == chosen
    # The final table meets to the end; nobody else, and no bot, sits there.
    played(told, seed)
    assert set(told.state.rounds[4].tables[0].seats) == {member_label(one) for one in chosen}
    for number in range(1, 6):
        assert faults(given_of(told, number)) == []
    rows = told.state.standings()
    assert {player_id(row.participant) for row in rows[:4]} == chosen


def test_who_shares_the_place_at_the_boundary_goes_by_the_lot():
    tied = [RankAtDraw(player, 1 if player < 3 else 3, 0) for player in range(1, 9)]
    groups, playing = ((1, 2, 3, 4), (5, 6, 7, 8)), [member_label(one) for one in range(1, 9)]
    found = {finalists_of(groups, tied, playing, 4, seed) for seed in range(30)}
    assert all({1, 2} <= set(one) for one in found) and len({frozenset(one) for one in found}) > 3
    assert finalists_of(groups, tied, playing, 4, 1) == finalists_of(groups, tied, playing, 4, 1)


def test_who_is_kept_apart_is_in_another_group_and_the_certificate_says_so():
    told = bound(16)
    told.then(decide_keep_apart(told.state, players=(1, 2), reason="", director=99))
    first = secret_of(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    given = given_of(told, 1)
    assert given["met"] == [] and faults(given) == []
    assert not any({1, 2} <= {*group} for group in given["groups"])


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"final_rounds": 0}, "tournament.final-out-of-range"),
        ({"final_rounds": 5}, "tournament.final-out-of-range"),
        ({"final_rounds": True}, "tournament.final-out-of-range"),
        ({"finalists": 6}, "tournament.finalists-out-of-range"),
        ({"finalists": 0}, "tournament.finalists-out-of-range"),
        ({"finalists": 20}, "tournament.finalists-out-of-range"),
        ({"fill_to": 8}, "tournament.groups-fill"),
        ({"late_until": 4}, "tournament.groups-late"),
    ],
)
def test_terms_that_make_no_final_are_refused_by_name(wrong, code):
    with pytest.raises(TournamentRefused) as caught:
        decide_create(**{**TERMS, **wrong})
    assert caught.value.code == code


@pytest.mark.parametrize(("members", "finalists"), [(7, 4), (15, 8)])
def test_too_few_members_do_not_start(members, finalists):
    with pytest.raises(TournamentRefused) as caught:
        started(members, finalists=finalists)
    assert caught.value.code == "tournament.groups-too-few"
    assert str(members) in str(caught.value)
    started(members + 1, finalists=finalists)


def test_the_final_is_corrected_before_the_start_and_is_no_term_of_another_format():
    told = bound(8)
    assert {"final_rounds", "finalists"} <= set(correctable(told.state))
    told.then(
        decide_correct_settings(
            told.state, settings={"final_rounds": 1}, reason="Late.", director=99
        )
    )
    assert told.state.options.final_rounds == 1
    assert "final_rounds" not in correctable(Told(range(1, 9)).state)
    other = decide_create(final_rounds=1, finalists=4)
    assert (other[0].final_rounds, other[0].finalists) == (0, 0)  # type: ignore[union-attr]


def test_joined_and_section():
    assert joined(((1, 2), (3,)), [9, 8]) == ((1, 2, 8), (3, 9))
    assert section(((1, 2), (3, 4)), (), ["bot:safe", "player:3"]) == 2
    assert section(((1, 2), (3, 4)), (3,), ["player:3"]) == 0
    assert section(((1, 2), (3, 4)), (3,), ["player:1"]) is None
