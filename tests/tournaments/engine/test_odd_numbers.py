"""Members who do not fill tables of four: tables of three, sitting out by turns, and nobody left alone with bots."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.shuffle import commit
from tests.support.meetings import meetings_of, repeats
from tests.support.tournaments import SECRETS, Told, decide_create, secret_of
from tournaments import check_draw
from tournaments.engine import decisions
from tournaments.engine.correcting.terms_corrected import decide_correct_settings
from tournaments.engine.draws.certificate import FORMAT, FORMAT_OF_FOURS, certificate, faults
from tournaments.engine.draws.commitment import DRAWS, seed_of
from tournaments.engine.draws.odd.threes import draw_any
from tournaments.engine.draws.odd.turns import Out, most_apart, sitting_out
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.seating import Round
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.people.entries import decide_leave, decide_sit_out, decide_take_back
from tournaments.engine.real_cards.deciding import decide_mark
from tournaments.engine.scoring.arithmetic import arithmetic
from tournaments.engine.scoring.tie_breaks import TieBreak
from tournaments.engine.table_sizes import Sizes, sizes
from tournaments.engine.terms import Odd

NONE: Pairs = frozenset()


def refused(code: str, ask: Callable[..., Any], *asked: Any, **said: Any) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*asked, **said)
    assert caught.value.code == code


def evening(
    rounds: Sequence[Iterable[int]], odd: Odd = Odd.THREES, seed: int = 1
) -> tuple[list[Round], list[Out]]:
    """Return the rounds and who sits them out, each drawn for who is there."""
    history: list[Round] = []
    outs: list[Out] = []
    for number, there in enumerate(rounds):
        labels = [member_label(one) for one in there]
        seeds = [seed * 1000 + draw for draw in range(number + 1)]
        out = sitting_out(labels, sizes(len(labels), odd).out, history, outs, seeds[-1])
        seated = [label for label in labels if label not in out]
        drawn = draw_any(seated, history, outs, seeds=seeds, apart=[NONE] * len(seeds))
        history.append(drawn)
        outs.append(out)
    return history, outs


@pytest.mark.parametrize(
    ("members", "threes", "by_turns"),
    [
        (13, Sizes(1, 3), Sizes(3, out=1)),
        (9, Sizes(0, 3), Sizes(2, out=1)),
        (8, Sizes(2), Sizes(2)),
        (7, Sizes(1, 1), Sizes(1, out=3)),
        (6, Sizes(0, 2), Sizes(1, out=2)),
        (5, Sizes(1, out=1), Sizes(1, out=1)),
        (3, Sizes(0, 1), Sizes(0, out=3)),
        (2, Sizes(0, out=2), Sizes(0, out=2)),
    ],
)
def test_thirteen_are_four_and_three_threes_and_five_sit_one_out(members, threes, by_turns):
    assert sizes(members, Odd.THREES) == threes
    assert sizes(members, Odd.SIT_OUT) == by_turns
    assert sizes(members, Odd.BOTS).out == 0


@pytest.mark.parametrize("members", range(3, 61))
def test_everybody_has_a_chair_or_sits_out(members):
    for odd in Odd.THREES, Odd.SIT_OUT:
        found = sizes(members, odd)
        assert found.fours * 4 + found.threes * 3 + found.out == members
        assert found.out == (1 if members == 5 else 0) or odd is Odd.SIT_OUT


@given(
    rounds=st.lists(st.sets(st.integers(1, 14), min_size=3), min_size=1, max_size=6),
    odd=st.sampled_from([Odd.THREES, Odd.SIT_OUT]),
    seed=st.integers(0, 100),
)
@settings(max_examples=40, deadline=None)
def test_of_two_who_were_there_in_the_same_rounds_neither_has_two_turns_more(rounds, odd, seed):
    rounds = [there for there in rounds if sizes(len(there), odd).tables]
    history, outs = evening(rounds, odd, seed)
    for number, (there, tables, out) in enumerate(zip(rounds, history, outs, strict=True), 1):
        seated = [label for table in tables for label in table]
        assert sorted((*seated, *out)) == sorted(map(member_label, there))
        expected = sizes(len(there), odd)
        assert Counter(map(len, tables)) == +Counter({4: expected.fours, 3: expected.threes})
        assert len(out) == expected.out
        assert max(most_apart(history[:number], outs[:number])) <= 1


@pytest.mark.parametrize(
    ("members", "rounds", "most"), [(9, 4, 0), (13, 3, 6), (14, 3, 4), (15, 3, 0), (18, 3, 0)]
)
def test_few_meet_again_at_tables_of_three(members, rounds, most):
    for seed in 1, 2:
        history, _outs = evening([range(1, members + 1)] * rounds, seed=seed)
        assert repeats(history) <= most
        assert max(meetings_of(history).values()) <= 2


@pytest.mark.parametrize("members", [3, 6, 9, 13, 19])
def test_winds_stay_within_two_at_tables_of_three_and_of_four(members):
    history, _outs = evening([range(1, members + 1)] * 5)
    had = Counter(
        (label, len(table), seat)
        for tables in history
        for table in tables
        for seat, label in enumerate(table)
    )
    for label, seats in {(label, seats) for label, seats, _seat in had}:
        times = [had[label, seats, seat] for seat in range(seats)]
        assert max(times) - min(times) <= 2


def test_those_kept_apart_meet_at_no_table_of_three():
    apart: Pairs = frozenset({("player:1", "player:2"), ("player:1", "player:3")})
    for seed in range(5):
        members = [member_label(one) for one in range(1, 8)]
        tables = draw_any(members, [], [], seeds=[seed], apart=[apart])
        (mine,) = (table for table in tables if "player:1" in table)
        assert not {"player:2", "player:3"} & {*mine}


def test_no_two_of_eight_meet_in_all_of_three_rounds():
    for seed in range(25):
        history, _outs = evening([range(1, 9)] * 3, seed=seed)
        assert max(meetings_of(history).values()) == 2


def bound(members: int, rounds: int, **said: Any) -> Told:
    """Return a tournament with a secret for each draw, as it starts."""
    told, first = (
        Told(range(1, members + 1), rounds=rounds, deals_per_round=1, **said),
        secret_of(1),
    )
    told.then(decisions.decide_commit_draw(told.state, commitment=commit(first), draws=DRAWS))
    told.then(
        decisions.decide_start(told.state, seed=seed_of(first), secret=first, three_seats=True)
    )
    return told


def certified(told: Told, number: int) -> dict[str, Any]:
    return json.loads(json.dumps(certificate(told.state, number)))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        (13, {"odd": "threes"}),
        (5, {"odd": "threes"}),
        (9, {"odd": "sit-out"}),
        (10, {"odd": "sit-out", "format": "swiss"}),
        (13, {"odd": "threes", "format": "swiss"}),
        (6, {"odd": "threes", "format": "swiss"}),
        (8, {"odd": "threes"}),
    ],
)
def test_each_round_is_drawn_again_from_its_certificate(members, said):
    told = bound(members, 3, **said).play_all(secrets=SECRETS)
    for number in 1, 2, 3:
        given = certified(told, number)
        assert (given["format"], faults(given)) == (FORMAT, [])
        assert len(given["participants"]) == members
        assert (given["balance"]["threes"] <= 1, given["balance"]["out"] <= 1) == (True, True)
    assert not any(map(is_bot, given["participants"]))


def test_the_program_that_checks_a_draw_names_who_sits_out(tmp_path, capsys):
    given = certified(bound(9, 1, odd="sit-out"), 1)
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(given))
    assert check_draw.main([str(path)]) == 0
    assert f"sits out by turns: {given['out'][0][0]}" in capsys.readouterr().out


@pytest.mark.parametrize("members", [7, 9, 14, 18])
def test_in_swiss_rounds_turns_are_strict_too_and_neighbours_meet(members):
    told = bound(members, 5, odd="threes", format="swiss").play_all(secrets=SECRETS)
    rounds = [drawn.drawn for drawn in told.state.rounds]
    assert most_apart(rounds, told.state.outs)[0] <= 1
    if members == 18:
        assert repeats(rounds) < 30
    last = told.state.rounds[-1]
    index = {one.player: number for number, one in enumerate(last.ranking)}
    means = [sum(index[player_id(label)] for label in table) / len(table) for table in last.drawn]
    assert means[0] < means[-1] or len(means) == 1


def test_a_change_of_who_sits_out_is_named():
    told = bound(9, 2, odd="sit-out").play_all(secrets=SECRETS)
    given = certified(told, 2)
    ((sits_out,), (due,)) = given["out"]
    assert sits_out != due
    other = next(label for label in given["tables"][0] if label != sits_out)
    swapped = [[due if one == other else one for one in table] for table in given["tables"]]
    assert f"out: by turns and the lot these sit out: {due}" in faults(
        {**given, "out": [[sits_out], [other]], "tables": swapped}
    )
    more = {**given, "out": [[sits_out], [due, other]]}
    assert any(fault.startswith("out: of 9 members 1 sit out") for fault in faults(more))
    assert faults({**given, "out": None})[0].startswith("out: is no list")


def test_a_table_of_three_is_none_in_the_certificate_of_before():
    given = certified(bound(13, 1, odd="threes"), 1)
    old = {name: said for name, said in given.items() if name != "out"}
    found = faults({**old, "format": FORMAT_OF_FOURS})
    assert "tables: is no list of tables of four labels" in found
    assert any(fault.startswith("format: method 11") for fault in found)


def test_a_tournament_of_before_has_the_certificates_of_before():
    told = Told(range(1, 14), rounds=1).start()
    assert certified(told, 1)["format"] == FORMAT_OF_FOURS
    assert "out" not in certified(told, 1)
    assert told.state.options.odd == Odd.BOTS


def test_rules_that_know_no_three_seats_let_members_sit_out():
    told = Told(range(1, 14), odd="threes").start(three_seats=False)
    assert (told.state.sizes, len(told.state.rounds[0].out)) == (Sizes(3, out=1), 1)
    assert Told(range(1, 14), odd="threes").start(three_seats=True).state.sizes == Sizes(1, 3)


def test_real_cards_at_every_table_bring_tables_of_three_and_screens_bots():
    told = Told(range(1, 14), odd="by-cards")
    assert told.state.sizes == Sizes(4, bots=3)
    told.then(decide_mark(told.state, table=None, cardboard=True, director=99))
    told.start(three_seats=True)
    assert not any(is_bot(label) for table in told.state.rounds[0].drawn for label in table)
    assert told.state.sizes == Sizes(1, 3)


@pytest.mark.parametrize("said", [{"duplicate": True}, {"format": "groups", "finalists": 4}])
def test_a_duplicate_and_groups_stay_with_tables_of_four(said):
    said = {"final_rounds": 1, **said} if "format" in said else said
    told = Told(range(1, 14), odd="threes", rounds=3, **said)
    assert told.state.sizes == Sizes(4, bots=3)


def test_an_unknown_answer_is_refused_and_bots_fill_up_to_nothing_beside_threes():
    refused("tournament.odd-unknown", decide_create, odd="pairs")
    assert Told(odd="threes", fill_to=8).state.options.fill_to == 0
    assert Told(odd="by-cards", fill_to=8).state.options.fill_to == 8


def test_each_deal_of_a_table_of_three_begins_with_one_of_its_seats():
    told = Told(range(1, 8), deals_per_round=4, odd="threes").start(three_seats=True)
    four, three = told.state.rounds[0].tables
    assert [len(table.seats) for table in (four, three)] == [4, 3]
    assert [told.state.rounds[0].starter(three, deal) for deal in (1, 2, 3, 4)] == [0, 1, 2, 0]
    assert [told.state.rounds[0].starter(four, deal) for deal in (1, 2, 3, 4)] == [0, 1, 2, 3]


def left_with(members: Iterable[int], **said: Any) -> Told:
    """Return a tournament of four whose first round is over and which all but these have left."""
    told = bound(4, 3, **said)
    for player in {1, 2, 3, 4}.difference(members):
        told.then(decide_leave(told.state, player=player))
    return told.play_all(secrets=SECRETS)


def test_no_round_is_drawn_unasked_for_one_member_and_three_bots():
    told = left_with([1])
    assert (len(told.state.rounds), told.state.open_round) == (1, None)
    told.then(decisions.decide_draw_on(told.state, secret=SECRETS))
    assert sum(map(is_bot, told.state.rounds[1].drawn[0])) == 3
    told.play_all(secrets=SECRETS)
    assert len(told.state.rounds) == 3  # who asked once is not asked for each round
    refused("tournament.round-not-waiting", decisions.decide_draw_on, told.state)


def test_a_round_that_waits_is_drawn_once_somebody_is_back():
    told = left_with([1])
    told.then(decide_take_back(told.state, player=2, by_director=True))
    told.then(decisions.decide_advance(told.state, secret=SECRETS))
    assert len(told.state.rounds) == 2


def test_a_tournament_can_end_where_the_next_round_waits():
    told = left_with([1], odd="threes")
    refused("tournament.no-table", decisions.decide_draw_on, told.state, secret=SECRETS)
    told.then(
        decide_correct_settings(
            told.state, settings={"rounds": 1}, reason="All went home.", director=99
        )
    )
    assert told.close().state.final


def test_too_few_for_a_table_do_not_start():
    told = Told([1, 2], odd="threes")
    refused("tournament.no-table", decisions.decide_start, told.state, seed=7, three_seats=True)


def sat_out_once(**said: Any) -> tuple[Told, str]:
    """Return a tournament of five with two closed rounds, and who sat out the first one alone."""
    told = bound(5, 2, odd="sit-out", **said).play_all(secrets=SECRETS)
    ((first,), (second,)) = (drawn.out for drawn in told.state.rounds)
    assert first != second
    return told, member_label(first)


def test_a_round_sat_out_counts_nothing_or_the_mean_of_the_own_deals():
    told, label = sat_out_once()
    plain = {row.participant: row for row in told.state.standings()}
    assert sum(row.points for row in plain.values()) == 0
    told, same = sat_out_once(unplayed="mean")
    counted = {row.participant: row for row in told.state.standings()}
    assert same == label
    for participant, row in counted.items():
        sat_out = [member_label(*drawn.out) for drawn in told.state.rounds].count(participant)
        own = plain[participant]
        assert row.points == own.points + (
            own.points if sat_out else 0
        )  # one round of one deal each
        assert row.deals == own.deals


def test_the_parts_of_a_line_add_up_with_a_round_sat_out():
    told, label = sat_out_once(unplayed="mean")
    found = arithmetic(told.state, label)
    assert found is not None
    assert found.sat_out + sum(deal.points for deal in found.deals) == found.row.points
    assert found.sat_out != 0
    beside = [one for one in (found.above, found.below) if one is not None]
    steps = [step for one in beside for step in one.steps if step.asked is TieBreak.POINTS]
    assert {step.my_rounds for step in steps} == {found.sat_out}


def test_a_round_that_is_still_played_counts_nothing_for_who_sits_it_out():
    told = bound(5, 1, odd="sit-out", unplayed="mean")
    assert told.state.ranked().tallies[member_label(*told.state.rounds[0].out)].sat_out == 0


def test_places_go_by_points_a_deal_where_the_terms_say_so():
    told, _label = sat_out_once(ranked_by="deal", unplayed="mean")
    assert told.state.options.unplayed == "nothing"  # the average of own deals changes no mean
    found = told.state.ranked()
    tallies = [found.tallies[label] for label in found.ranking.order]
    averages = [tally.points / tally.deals for tally in tallies]
    assert averages == sorted(averages, reverse=True)
    assert told.state.standings()[0].settled_by == "average"


def test_an_unknown_way_of_counting_is_refused():
    refused("tournament.unplayed-unknown", decide_create, unplayed="half")
    refused("tournament.ranked-by-unknown", decide_create, ranked_by="luck")


@pytest.mark.parametrize("seed", range(6))
def test_whoever_comes_and_leaves_turns_hold_and_every_round_is_drawn_again(seed):
    rng = Random(seed)
    said = {"odd": ("threes", "sit-out")[seed % 2], "format": ("even", "swiss")[seed // 3]}
    told = bound(rng.randint(4, 14), 5, late_until=5, **said)
    acts: list[Callable[[int], Any]] = [
        lambda player: decide_leave(told.state, player=player),
        lambda player: decide_take_back(told.state, player=player, by_director=True),
        lambda player: decide_sit_out(told.state, player=player),
        lambda player: decisions.decide_enter(told.state, player=player),
    ]
    while told.state.open_round is not None:
        for _ in range(rng.randint(0, 4)):
            try:
                told.then(rng.choice(acts)(rng.randint(1, 16)))
            except TournamentRefused:
                continue
        told.play_round(rng, SECRETS)
    assert len(told.state.rounds) == 5 or decisions.left_alone(told.state)
    for number in range(1, len(told.state.rounds) + 1):
        assert faults(certified(told, number)) == []
    turns = most_apart([drawn.drawn for drawn in told.state.rounds], told.state.outs)
    assert max(turns) <= 1
