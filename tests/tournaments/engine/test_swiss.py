"""Swiss: neighbours in the standings meet, seldom twice; the draw is the same for everybody who makes it again."""

import json
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.shuffle import commit
from tests.support.tournaments import (
    SECRETS,
    Told,
    decide_create,
    given_of,
    result_of,
    secret_of,
)
from tournaments import check_draw
from tournaments.engine import decisions
from tournaments.engine.correcting.corrections import decide_keep_apart, decide_redraw
from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.draws.balance import balance
from tournaments.engine.draws.certificate import faults
from tournaments.engine.draws.commitment import DRAWS, seed_of
from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.draws.seating import METHOD, Round, pairs_of
from tournaments.engine.draws.swiss import METHOD_SWISS, draw_swiss, farthest
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label, with_fillers
from tournaments.engine.people.entries import decide_leave, decide_sit_out, decide_take_back
from tournaments.engine.people.substitutes import decide_give_seat, decide_list_reserve
from tournaments.engine.round_state import Span
from tournaments.engine.scoring.standing_rows import RankAtDraw
from tournaments.engine.terms import Format
from tournaments.models import Tournament


def ranking(points: dict[int, int]) -> list[RankAtDraw]:
    """As the standings place them: equal points share a place."""
    order = sorted(points, key=lambda player: -points[player])
    return [
        RankAtDraw(
            player, 1 + sum(other > points[player] for other in points.values()), points[player]
        )
        for player in order
    ]


def season(count: int, rounds: int, seed: int) -> tuple[list[Round], list[list[RankAtDraw]]]:
    """Return so many rounds with made-up results, and the standings before each."""
    rng, points = Random(seed), dict.fromkeys(range(1, count + 1), 0)
    history: list[Round] = []
    before: list[list[RankAtDraw]] = []
    labels = with_fillers([member_label(player) for player in points], "bot:safe")
    for number in range(rounds):
        before.append(ranking(points))
        drawn = draw_swiss(labels, history, seed=seed + number, ranking=before[-1])
        history.append(drawn)
        for table in drawn:
            for label, net in zip(table, result_of(rng.randrange(4), 7), strict=True):
                if not is_bot(label):
                    points[int(label.partition(":")[2])] += net
    return history, before


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 30), st.integers(1, 4), st.integers(0, 999))
def test_everybody_sits_once_near_their_place_and_the_draw_is_made_again(count, rounds, seed):
    history, before = season(count, rounds, seed)
    labels = with_fillers([member_label(player) for player in range(1, count + 1)], "bot:safe")
    for number, drawn in enumerate(history):
        assert Counter(label for table in drawn for label in table) == Counter(labels)
        bots = [sum(map(is_bot, table)) for table in drawn]
        assert max(bots) - min(bots) <= 1
        assert farthest(drawn, before[number]) <= 1
        again = draw_swiss(
            labels[::-1], history[:number], seed=seed + number, ranking=before[number]
        )
        assert again == drawn


@pytest.mark.parametrize(("count", "rounds", "most"), [(16, 4, 12), (32, 5, 10), (64, 5, 3)])
def test_few_meet_twice_and_the_best_meet_in_the_end(count, rounds, most):
    history, before = season(count, rounds, 3)
    figures = balance(history)
    assert figures.repeats <= most
    assert figures.winds <= 2
    best = {member_label(one.player) for one in before[-1] if one.place <= 4}
    assert sum(label in best for table in history[-1][:2] for label in table) >= 4


def test_without_the_search_more_would_meet_twice():
    """The bands alone repeat meetings: so the search has something to do, and does it."""
    history, before = season(16, 3, 5)
    met = Counter(
        pair(one, other)
        for drawn in history[:2]
        for table in drawn
        for one, other in combinations(table, 2)
    )
    order = [member_label(one.player) for one in before[2]]
    plain = [order[at : at + 4] for at in range(0, 16, 4)]

    def repeats(tables: Any) -> int:
        return sum(met[pair(*both)] for table in tables for both in combinations(table, 2))

    assert repeats(history[2]) < repeats(plain)


def test_bots_are_shared_out():
    history, _before = season(13, 4, 2)
    assert balance(history).bots <= 2


def test_who_is_kept_apart_is_parted_even_at_the_top():
    points = {player: 100 - player for player in range(1, 17)}
    labels = [member_label(player) for player in points]
    kept = pairs_of([(1, 2, 3, 4)])
    drawn = draw_swiss(labels, [], seed=1, ranking=ranking(points), apart=kept)
    for table in drawn:
        assert not kept & {pair(*both) for both in combinations(table, 2)}


def test_who_never_came_sits_behind_those_who_played_and_equals_are_shuffled_by_the_seed():
    points = dict.fromkeys(range(1, 17), 0)
    labels = [member_label(player) for player in points]
    drawn = {draw_swiss(labels, [], seed=seed, ranking=ranking(points)) for seed in range(5)}
    assert len(drawn) == 5
    missing = ranking(dict.fromkeys(range(1, 13), 10))
    last = draw_swiss(labels, [], seed=1, ranking=missing)[-1]
    assert set(last) == {member_label(player) for player in range(13, 17)}


def bound(players: range, **options: Any) -> Told:
    told = Told(players, **{"format": "swiss", "rounds": 3, "deals_per_round": 1, **options})
    told.then(
        decisions.decide_commit_draw(told.state, commitment=commit(secret_of(1)), draws=DRAWS)
    )
    first = secret_of(1)
    told.then(decisions.decide_start(told.state, seed=seed_of(first), secret=first))
    return told


def played(told: Told, seed: int = 1) -> None:
    rng = Random(seed)
    assert told.state.open_round is not None
    for table in range(1, len(told.state.open_round.tables) + 1):
        winner = rng.randrange(4)
        told.score(result_of(winner, 7), table=table, winner=winner)
    told.then(decisions.decide_advance(told.state, secret=SECRETS))


def test_a_tournament_with_late_entry_withdrawal_absence_and_a_new_draw():
    told = bound(range(1, 14), late_until=3)
    told.then(decisions.decide_enter(told.state, player=14))
    told.then(decide_leave(told.state, player=3))
    told.then(decide_sit_out(told.state, player=5))
    told.then(decide_keep_apart(told.state, players=(1, 2), reason="", director=99))
    played(told)
    second = told.state.rounds[1]
    assert second.method == METHOD_SWISS
    seated = {label for table in second.tables for label in table.seats}
    assert "player:14" in seated and not {"player:3", "player:5"} & seated
    assert second.ranking[0].points >= second.ranking[-1].points
    told.then(
        decide_redraw(told.state, reason="Wrong.", dealt=False, secret=secret_of(3), director=99)
    )
    assert told.state.rounds[1].tables != second.tables
    assert told.state.rounds[1].ranking == second.ranking
    played(told, 2)
    for number in (1, 2, 3):
        assert faults(given_of(told, number)) == []
    assert given_of(told, 2)["draws"] == [1, 3]
    played(told, 3)
    told.close()
    assert told.state.final


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    told = bound(range(1, 14))
    played(told)
    return given_of(told, 2)


def test_the_certificate_says_by_what_it_was_drawn(good):
    assert faults(good) == []
    assert good["method"] == METHOD_SWISS and good["farthest"] <= 1
    assert [place for _player, place, _points in good["ranking"]] == sorted(
        place for _player, place, _points in good["ranking"]
    )


def test_the_command_accepts_this_draw_and_no_other(good, tmp_path, capfd):
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(good))
    assert check_draw.main([str(file)]) == 0
    assert "drawn by these standings" in capfd.readouterr().out
    tables = [good["tables"][-1], *good["tables"][:-1]]
    file.write_text(json.dumps({**good, "tables": tables}))
    assert check_draw.main([str(file)]) == 1


def test_another_draw_is_refused(good):
    tables = [list(table) for table in good["tables"]]
    tables[0][0], tables[-1][1] = tables[-1][1], tables[0][0]
    assert faults({**good, "tables": tables})


def test_another_standing_is_refused(good):
    order = good["ranking"]
    turned = [[one[0], *other[1:]] for one, other in zip(order[::-1], order, strict=True)]
    assert faults({**good, "ranking": turned})
    assert "ranking: is no list" in faults({**good, "ranking": order[::-1]})[0]
    assert f"ranking: player:{order[0][0]} has 0 places, not 1" in faults(
        {**good, "ranking": order[1:]}
    )
    assert "has 2 places" in faults({**good, "ranking": [order[0], *order]})[0]
    assert faults({**good, "farthest": 7}) == [f"farthest: is {good['farthest']}, not 7"]


@pytest.mark.parametrize("wrong", [None, 3, [3], [["a", 1, 2]], [[1, 1]], [[1, True, 2]]])
def test_a_ranking_that_is_none_is_named(good, wrong):
    assert "ranking: is no list" in faults({**good, "ranking": wrong})[0]


def test_a_later_ruling_does_not_change_what_the_round_was_drawn_by():
    told = bound(range(1, 9))
    played(told)
    before = given_of(told, 2)
    score = told.state.rounds[0].tables[0].scores[0]
    told.then(
        decisions.decide_rescore_deal(
            told.state, deal_id=score.deal_id, net=(-300, 100, 100, 100), penalised=0, ruling=1
        )
    )
    assert given_of(told, 2) == before


def test_unknown_formats_are_refused_and_old_tournaments_meet_evenly():
    with pytest.raises(TournamentRefused) as caught:
        decide_create(format="knockout")
    assert caught.value.code == "tournament.format-unknown"
    told = Told(range(1, 9)).start()
    assert told.state.options.format == "even"
    first = next(event for event in told.events if isinstance(event, RoundDrawn))
    assert (first.method, first.ranking) == (METHOD, ())


def test_rows_know_the_formats_of_the_engine():
    assert set(Tournament.Format.values) == {one.value for one in Format}


@pytest.mark.parametrize("for_player", [False, True])
def test_a_round_in_which_a_substitute_plays_on_for_who_left_is_certified(for_player):
    told = Told(
        range(1, 9),
        rounds=3,
        deals_per_round=1,
        format=Format.SWISS,
        counts_for_player=for_player,
    ).start(7)
    told.then(decide_list_reserve(told.state, player=50))
    told.then(decide_leave(told.state, player=4))
    table, seat = next(
        (number, drawn.seats.index("player:4"))
        for number, drawn in enumerate(told.state.rounds[-1].tables, 1)
        if "player:4" in drawn.seats
    )
    asked: dict[str, Any] = {"table": table, "seat": seat, "player": 50, "span": Span.REST}
    told.then(decide_give_seat(told.state, **asked, reason="Ill.", director=9))
    told.play_round(Random(1))
    drawn = given_of(told, 2)
    assert "player:4" in drawn["participants"]
    assert faults(drawn) == []
    assert drawn["left"] == ["player:4"]
    # Who comes back later had left all the same.
    told.then(decide_take_back(told.state, player=4, by_director=True))
    assert given_of(told, 2)["left"] == ["player:4"] and faults(given_of(told, 2)) == []
    assert "ranking: player:4 has 0 places, not 1" in faults({**drawn, "left": []})
    first = f"player:{drawn['ranking'][0][0]}"
    assert f"ranking: {first} has 1 places, not 0" in faults({**drawn, "left": ["player:4", first]})
    assert faults({**drawn, "left": "player:4"}) == ["left: is no list of labels of members"]
    twice = {**drawn, "ranking": [*drawn["ranking"], drawn["ranking"][0]]}
    assert faults(twice) != []
