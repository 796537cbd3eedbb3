"""Groups and a final: drawn by lot, even meetings, the best of each group in the final, and drawn again by anybody."""

import json
from collections import Counter
from itertools import combinations, count, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.shuffle import commit
from tests.support.tournaments import OPTIONS, SECRETS, Told, given_of, result_of, secret_of
from tournaments import check_draw
from tournaments.engine import announcing, decisions, substitutes
from tournaments.engine.arithmetic import arithmetic
from tournaments.engine.balance import balance
from tournaments.engine.certificate import faults
from tournaments.engine.commitment import DRAWS, seed_of
from tournaments.engine.correcting_terms import correctable, decide_correct_settings
from tournaments.engine.corrections import (
    decide_adjust,
    decide_keep_apart,
    decide_redraw,
)
from tournaments.engine.entries import decide_leave, decide_sit_out
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import Stood
from tournaments.engine.group_standings import group_standings
from tournaments.engine.groups import (
    LARGEST,
    METHOD_GROUPS,
    SMALLEST,
    bots_of,
    draw_groups,
    finalists_of,
    joined,
    lot,
    section,
    sizes,
)
from tournaments.engine.meetings import pair
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.seating import Round, pairs_of
from tournaments.engine.tie_breaks import TieBreak

TERMS: dict[str, Any] = {
    "format": "groups",
    "rounds": 5,
    "final_rounds": 2,
    "finalists": 4,
    "deals_per_round": 1,
}


def bound(members: int, **options: Any) -> Told:
    told = Told(range(1, members + 1), **{**TERMS, **options})
    told.then(
        decisions.decide_commit_draw(told.state, commitment=commit(secret_of(1)), draws=DRAWS)
    )
    return told


def started(members: int, **options: Any) -> Told:
    told, first = bound(members, **options), secret_of(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    return told


def played(told: Told, seed: int = 1) -> None:
    rng = Random(seed)
    assert told.state.open_round is not None
    for table in range(1, len(told.state.open_round.tables) + 1):
        winner, points = rng.randrange(4), rng.randrange(1, 20, 2)
        told.score(result_of(winner, points), table=table, winner=winner, points=points)
    told.then(decisions.decide_advance(told.state, secret=SECRETS))


def in_final(members: int = 13, seed: int = 1, **options: Any) -> Told:
    """With the first round of the final drawn."""
    told = started(members, **options)
    for number in range(3):
        played(told, seed + number)
    return told


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


@settings(max_examples=10, deadline=None)
@given(st.integers(4, 8), st.integers(1, 7), st.integers(0, 99))
def test_everybody_of_a_group_meets_evenly(members, rounds, seed):
    """No two pairs of a group differ by more than the group's size makes them: 0 of four, 2 of seven and eight."""
    most = {4: 0, 5: 2, 6: 3, 7: 2, 8: 2}[members]
    group, history = (tuple(range(1, members + 1)),), list[Round]()
    labels = [member_label(player) for player in group[0]]
    for number in range(rounds):
        history.append(
            draw_groups(
                group,
                labels,
                history,
                filler="bot:safe",
                seeds=[seed + past for past in range(number + 1)],
                apart=[frozenset()] * (number + 1),
            )
        )
        seats = Counter(label for table in history[-1] for label in table)
        assert all(seats[label] == 1 for label in labels)
        assert seats["bot:safe"] == -members % 4
        met = Counter(
            pair(*both)
            for drawn in history
            for table in drawn
            for both in combinations([label for label in table if not is_bot(label)], 2)
        )
        times = [met[pair(*both)] for both in combinations(labels, 2)]
        assert max(times) - min(times) <= most
        assert balance(history).winds <= 2


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
    tied = [Stood(player, 1 if player < 3 else 3, 0) for player in range(1, 9)]
    groups, playing = ((1, 2, 3, 4), (5, 6, 7, 8)), [member_label(one) for one in range(1, 9)]
    found = {finalists_of(groups, tied, playing, 4, seed) for seed in range(30)}
    assert all({1, 2} <= set(one) for one in found) and len({frozenset(one) for one in found}) > 3
    assert finalists_of(groups, tied, playing, 4, 1) == finalists_of(groups, tied, playing, 4, 1)


def test_points_begin_anew_in_the_final_and_the_arithmetic_adds_up():
    told = in_final(13)
    for seed in (8, 9):
        played(told, seed)
    state = told.state
    finalists = [member_label(player) for player in state.rounds[-1].finalists]
    found = state.ranked()
    points = Counter[str]()
    for result in state.results():
        if result.round > 3:
            points.update(dict(zip(result.seats, result.net, strict=True)))
    order = [row.participant for row in found.rows()][:4]
    assert sorted(order) == sorted(finalists)
    assert [points[label] for label in order] == sorted(
        (points[label] for label in finalists), reverse=True
    )
    for row in found.rows():
        if is_bot(row.participant):
            continue
        told_why = arithmetic(state, row.participant)
        assert told_why is not None
        assert sum(deal.points for deal in told_why.deals) == row.points
    fourth = arithmetic(state, order[3])
    assert fourth is not None and fourth.below is not None
    assert fourth.below.settled_by is TieBreak.FINAL
    rest = [row for row in found.rows() if row.place and row.participant not in finalists]
    assert [row.points for row in rest] == sorted((row.points for row in rest), reverse=True)


def test_a_late_ruling_counts_in_the_group_and_changes_no_finalist():
    told = in_final(13)
    final = told.state.rounds[3]
    loser = next(
        row.participant
        for row in told.state.standings()[::-1]
        if row.place and player_id(row.participant) not in final.finalists
    )
    number, table = next(
        (one.number, table)
        for one in told.state.rounds[:1]
        for table in one.tables
        if loser in table.seats
    )
    seat, score = table.seats.index(loser), table.scores[0]
    south, east, north, west = (900 if one == seat else -300 for one in range(4))
    before = given_of(told, 4)
    told.then(
        decisions.decide_rescore_deal(
            told.state,
            deal_id=score.deal_id,
            net=(south, east, north, west),
            penalised=None,
            ruling=1,
        )
    )
    assert number == 1 and given_of(told, 4) == before and faults(before) == []
    groups, ranked = group_standings(told.state)
    assert ranked is not None
    own = next(group for group in groups if loser in group)
    assert own[0] == loser and ranked.tallies[loser].points > 700
    assert loser not in [row.participant for row in told.state.standings()[:4]]
    played(told, 4)
    assert told.state.rounds[4].finalists == final.finalists


def test_an_adjustment_in_the_final_counts_there_and_an_earlier_one_does_not():
    told = started(13)
    told.then(decide_adjust(told.state, player=1, points=50, reason="x", section="", director=99))
    for number in range(3):
        played(told, number)
    finalist = told.state.rounds[3].finalists[3]
    label = member_label(finalist)
    told.then(
        decide_adjust(told.state, player=finalist, points=-70, reason="x", section="", director=99)
    )
    assert told.state.ranked().tallies[label].in_final == -70
    assert told.state.standings()[3].participant == label
    _groups, ranked = group_standings(told.state)
    assert ranked is not None
    assert ranked.tallies[label].points == told.state.ranked().tallies[label].points + 70
    if 1 in told.state.rounds[3].finalists and finalist != 1:
        assert told.state.ranked().tallies["player:1"].in_final == 0


def test_who_leaves_or_sits_out_before_the_final_is_not_in_it_and_leaves_it_to_the_next():
    told = started(13)
    played(told, 1)
    played(told, 2)
    one, two = (player_id(row.participant) for row in told.state.standings()[:2])
    told.then(decide_leave(told.state, player=one))
    told.then(decide_sit_out(told.state, player=two))
    played(told, 3)
    final = told.state.rounds[3]
    assert len(final.finalists) == 4 and not {one, two} & set(final.finalists)
    assert faults(given_of(told, 4)) == []


def test_a_finalist_who_leaves_leaves_the_seat_to_a_bot_and_nobody_moves_up():
    told = in_final(13)
    finalists = told.state.rounds[3].finalists
    told.then(decide_leave(told.state, player=finalists[0]))
    told.then(decide_sit_out(told.state, player=finalists[1]))
    played(told, 4)
    last = told.state.rounds[4]
    members = {player_id(label) for label in last.tables[0].seats if not is_bot(label)}
    assert members == set(finalists[2:]) and last.finalists == finalists
    assert faults(given_of(told, 5)) == []
    # Who sat out may take back a seat of the final, and nobody else may.
    taken = substitutes.decide_take_seat(told.state, player=finalists[1], director=99)
    assert taken[0].table == 1  # type: ignore[union-attr]


def test_who_enters_late_joins_the_smallest_group_and_a_bots_seat_of_the_final_is_no_way_in():
    told = started(13, late_until=3)
    told.then(decisions.decide_enter(told.state, player=50))
    told.then(decide_sit_out(told.state, player=50))
    played(told, 1)
    assert 50 in told.state.rounds[1].groups[1] and len(told.state.rounds[1].groups[1]) == 7
    assert given_of(told, 2)["joined"] == [50]
    for number in (2, 3):
        played(told, number)
    for number in range(1, 5):
        assert faults(given_of(told, number)) == []
    finalists = told.state.rounds[3].finalists
    told.then(decide_leave(told.state, player=finalists[0]))
    others = [one for one in range(1, 14) if one not in finalists][:2]
    for one in others:  # the other eight fill two tables: the one bot sits in the final
        told.then(decide_sit_out(told.state, player=one))
    played(told, 4)
    final = told.state.rounds[4]
    assert any(map(is_bot, final.tables[0].seats))
    assert not any(is_bot(label) for table in final.tables[1:] for label in table.seats)
    with pytest.raises(TournamentRefused) as refused:
        substitutes.decide_take_seat(told.state, player=others[0], director=99)
    assert refused.value.code == "tournament.final-seat"
    with pytest.raises(TournamentRefused) as caught:
        decisions.decide_enter(told.state, player=60)
    assert caught.value.code == "tournament.too-late"


def test_a_redraw_of_the_first_final_round_chooses_by_the_standings_of_then():
    told = in_final(13)
    best = told.state.rounds[3].finalists[0]
    told.then(decide_leave(told.state, player=best))
    said: dict[str, Any] = {"reason": "Gone.", "dealt": False, "director": 99}
    told.then(decide_redraw(told.state, secret=secret_of(5), **said))
    assert best not in told.state.rounds[3].finalists
    assert len(told.state.rounds[3].finalists) == 4
    assert faults(given_of(told, 4)) == [] and given_of(told, 4)["draws"] == [1, 2, 3, 5]


def test_who_is_kept_apart_is_in_another_group_and_the_certificate_says_so():
    told = bound(16)
    told.then(decide_keep_apart(told.state, players=(1, 2), reason="", director=99))
    first = secret_of(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    given = given_of(told, 1)
    assert given["met"] == [] and faults(given) == []
    assert not any({1, 2} <= {*group} for group in given["groups"])


def test_eight_finalists_sit_at_two_tables_and_meet_evenly():
    told = in_final(16, finalists=8, rounds=6, final_rounds=3)
    for seed in (4, 5):
        played(told, seed)
    finalists = {member_label(player) for player in told.state.rounds[-1].finalists}
    assert len(finalists) == 8
    for drawn in told.state.rounds[3:]:
        assert {label for table in drawn.tables[:2] for label in table.seats} == finalists
        assert faults(given_of(told, drawn.number)) == []


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
        announcing.decide_create(**{**OPTIONS, **TERMS, **wrong})
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
    other = announcing.decide_create(**{**OPTIONS, "final_rounds": 1, "finalists": 4})
    assert (other[0].final_rounds, other[0].finalists) == (0, 0)  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    return given_of(in_final(13), 4)


def test_the_command_accepts_this_final_and_no_other(good, tmp_path, capfd):
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(good))
    assert check_draw.main([str(file)]) == 0
    assert "finalists" in capfd.readouterr().out
    other = next(one for group in good["groups"] for one in group if one not in good["finalists"])
    file.write_text(json.dumps({**good, "finalists": [other, *good["finalists"][1:]]}))
    assert check_draw.main([str(file)]) == 1
    assert "finalists: the standings and the lot give" in capfd.readouterr().out


def test_other_groups_and_other_standings_are_refused(good):
    groups = [list(group) for group in good["groups"]]
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]
    assert any(fault.startswith("groups:") for fault in faults({**good, "groups": groups}))
    first = given_of(started(13), 1)
    groups = [list(group) for group in first["groups"]]
    groups[0][0], groups[1][0] = groups[1][0], groups[0][0]
    assert any("the lot gives" in fault for fault in faults({**first, "groups": groups}))
    ranking = [[one, number, 0] for number, (one, *_) in enumerate(good["ranking"][::-1], 1)]
    assert any(fault.startswith("finalists:") for fault in faults({**good, "ranking": ranking}))


@pytest.mark.parametrize(
    "wrong",
    [
        {"groups": 3},
        {"groups": [[1, "a"]]},
        {"groups_before": 7},
        {"joined": None},
        {"finalists": "all"},
        {"final_size": None},
        {"final_began": 9},
        {"final_began": True},
        {"ranking": None},
        {"round": None},
    ],
)
def test_what_has_not_the_shape_of_a_certificate_is_named(good, wrong):
    (name,) = wrong
    assert any(name in fault for fault in faults({**good, **wrong}))


def test_joined_and_section():
    assert joined(((1, 2), (3,)), [9, 8]) == ((1, 2, 8), (3, 9))
    assert section(((1, 2), (3, 4)), (), ["bot:safe", "player:3"]) == 2
    assert section(((1, 2), (3, 4)), (3,), ["player:3"]) == 0
    assert section(((1, 2), (3, 4)), (3,), ["player:1"]) is None


@pytest.mark.parametrize("seed", [5, 16, 41])
def test_finalists_of_a_duplicate_are_compared_exactly(seed: int):
    chance = Random(seed)
    told = Told(
        range(1, 13),
        rounds=2,
        deals_per_round=3,
        format="groups",
        final_rounds=1,
        finalists=4,
        duplicate=True,
    ).start(seed)
    ids = count(1)
    while (drawn := told.state.open_round) is not None:
        for table, number in product(range(1, len(drawn.tables) + 1), (1, 2, 3)):
            winner = chance.randrange(4)
            told.then(
                decisions.decide_score_deal(
                    told.state,
                    round_number=drawn.number,
                    table=table,
                    deal_number=number,
                    net=result_of(winner, chance.randrange(1, 6, 2)),
                    deal_id=next(ids),
                    winner=winner,
                    points=7,
                    penalised=None,
                )
            )
        told.then(decisions.decide_advance(told.state))
    tallies = told.state.ranked().tallies
    for player in told.state.rounds[-1].finalists:
        label = f"player:{player}"
        played = (one for one in told.state.results() if one.round == 2 and label in one.seats)
        exact = sum(one.scores[one.seats.index(label)] for one in played)
        assert tallies[label].in_final == exact
