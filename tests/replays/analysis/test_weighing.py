"""Decisions weighed in drawn hands: from what was seen alone, the same again, and honest about errors."""

from dataclasses import replace
from math import sqrt
from operator import getitem
from random import Random

import pytest

from games.bots import trying
from games.bots.match import play_match
from games.engine.cards import CARDS
from games.engine.events import CardDiscarded, ClaimAnswered
from games.engine.hands.habits import LET_GO
from games.engine.hands.hand import cards_of
from games.engine.moves import Discard
from games.engine.rules import FOURSAC, VINAGAMES
from replays.analysis import weighing, whole
from replays.analysis.choices import worth_of_choice
from replays.analysis.deciding import decisions_of
from replays.analysis.luck import draws_of, luck_of_deal, luck_of_draw
from replays.analysis.summary import shares
from replays.analysis.weighing import estimate, weigh
from replays.analysis.whole import Part, WholeAnalysis


def history(rules=VINAGAMES, seats=4, number=1):
    return next(play_match(rules, ["club"] * seats, deals=1, random=Random(number))).events


@pytest.mark.parametrize(("rules", "seats"), [(VINAGAMES, 4), (VINAGAMES, 2), (FOURSAC, 4)])
def test_every_decision_is_found_with_what_was_chosen(rules, seats):
    for number in range(6):
        events = history(rules, seats, number)
        found = {one.version: one for one in decisions_of(events)}
        assert found
        for version, one in found.items():
            assert one.chosen in one.moves and len(one.moves) > 1
            event = events[version - 1]
            assert getattr(event, "seat") == one.chosen.seat  # noqa: B009
            assert one.is_discard is isinstance(event, CardDiscarded)
        answered = {at for at, event in enumerate(events, 1) if isinstance(event, ClaimAnswered)}
        assert answered <= set(found)


def test_what_the_seat_could_not_see_changes_nothing():
    """The other hands and the stock are exchanged; what is weighed is the same to the point."""
    one = next(each for each in decisions_of(history()) if each.is_discard)
    state, seat = one.before, one.chosen.seat
    others = [each for each in range(4) if each != seat]
    sizes = {len(cards_of(state.blocks[each])) for each in others}
    assert len(sizes) == 1
    blocks = list(state.blocks)
    for this, that in zip(others, others[1:] + others[:1], strict=True):
        blocks[this] = state.blocks[that]
    setup = replace(state.setup, stock=tuple(reversed(state.setup.stock)))
    elsewhere = replace(state, blocks=tuple(blocks), setup=setup)
    assert elsewhere.blocks != state.blocks
    announced = replace(state.setup.rules, khaps_announced=False)
    before = replace(state, setup=replace(state.setup, rules=announced))
    after = replace(elsewhere, setup=replace(setup, rules=announced))
    said = [weigh(replace(one, before=each), Random(5), times=100) for each in (before, after)]
    assert said[0] == said[1]


def test_errors_are_those_of_the_mean():
    assert estimate([3, 3, 3, 3]) == (3.0, 0.0)
    assert estimate([]) == estimate([0]) == (0.0, 0.0)
    mean, error = estimate([1, 2, 3, 6])
    assert mean == 3 and error == pytest.approx(sqrt((4 + 1 + 0 + 9) / 3 / 4))


def test_a_move_given_up_is_less_certain_than_its_tries_alone_say(monkeypatch):
    """It was given up when it looked worst."""
    one = max(decisions_of(history()), key=lambda each: len(each.moves) * each.is_discard)
    said = weigh(one, Random(2), times=640)
    monkeypatch.setattr(weighing, "_UNLUCKY", 1.0)
    alone = weigh(one, Random(2), times=640)
    most = max(each.draws for each in said.moves)
    wider = {
        each.move: each.better.error / its.better.error
        for each, its in zip(said.moves, alone.moves, strict=True)
        if each.draws < most
    }
    assert wider and list(wider.values()) == pytest.approx([1.1] * len(wider))
    assert [each for each in said.moves if each.move not in wider] == [
        each for each in alone.moves if each.move not in wider
    ]


def test_more_draws_make_it_surer_and_the_chosen_move_is_no_better_than_itself():
    one = max(decisions_of(history()), key=lambda each: len(each.moves) * each.is_discard)
    few, many = (weigh(one, Random(2), times=times) for times in (64, 1280))
    for verdict in (few, many):
        chosen = next(each for each in verdict.moves if each.move == one.chosen)
        assert chosen.better == (0.0, 0.0)
        assert [each.better.mean for each in verdict.moves] == sorted(
            [each.better.mean for each in verdict.moves], reverse=True
        )
        assert {each.move for each in verdict.moves} == set(one.moves)
    assert worst_error(many) < worst_error(few)


def worst_error(verdict) -> float:
    most = max(each.draws for each in verdict.moves)
    return max(float(each.better.error) for each in verdict.moves if each.draws == most)


def test_chance_alone_costs_nothing_on_average(monkeypatch):
    """Every move brings chance numbers: the best of them looks good, and the cost must not say so."""
    luck = Random(9)
    monkeypatch.setattr(weighing, "outcome", lambda *_a, **_k: luck.choice((-40, 40)))
    monkeypatch.setattr(weighing, "_HOPELESS", 100.0)
    one = max(decisions_of(history()), key=lambda each: len(each.moves))
    said = [weigh(one, Random(number), times=96) for number in range(60)]
    flattering = estimate([round(100 * each.moves[0].better.mean) for each in said])
    honest = estimate([round(100 * each.cost.mean) for each in said])
    assert flattering.mean > 5 * flattering.error
    assert abs(honest.mean) < 3 * honest.error


def test_a_discard_that_pays_for_all_is_found_to_cost(monkeypatch):
    """Of discards one that is no worst card is counted with its penalty (§10.5)."""
    seen = []
    real = trying.outcome

    def noted(rules, board, move, *, judged):
        seen.append((move, judged))
        return real(rules, board, move, judged=judged)

    monkeypatch.setattr(weighing, "outcome", noted)
    for one in decisions_of(history()):
        event = history()[one.version - 1]
        if not isinstance(event, CardDiscarded) or event.verdict is None:
            continue
        seen.clear()
        weigh(one, Random(1), times=16)
        for move, judged in seen:
            assert isinstance(move, Discard)
            assert judged is (move.card not in event.verdict.worst)


def test_luck_of_the_deal_and_of_a_draw_sum_to_nothing_over_the_seats():
    events = history()
    for found in (
        luck_of_deal(events, Random(1), times=50),
        *(luck_of_draw(draw, Random(1), times=20) for draw in draws_of(events)),
    ):
        assert sum(one.mean for one in found) == pytest.approx(0)
        assert len(found) == 4


def test_the_last_card_drawn_is_luck_for_who_wins_by_it():
    for number in range(40):
        played = next(play_match(VINAGAMES, ["club"] * 4, deals=1, random=Random(number)))
        assert played.state.ending is not None
        taken, winner = played.state.ending.taken, played.state.ending.result.winner
        if taken is None or not taken.drawn or winner is None:
            continue
        *_, last = draws_of(played.events)
        luck = luck_of_draw(last, Random(1), times=200)
        assert luck[winner].mean > 2 * luck[winner].error
        assert luck[winner].mean == max(one.mean for one in luck)
        return
    raise AssertionError("no deal was won by a drawn card")


def test_the_parts_of_a_result_add_up_to_it_with_the_rest():
    parts: list[Part] = [
        {"what": "deal", "worth": [[4.0, 3.0], [-4.0, 3.0]]},
        {"what": "draw", "seat": 0, "worth": [[2.5, 4.0], [-2.5, 4.0]]},
        {"what": "discard", "seat": 0, "cost": [1.5, 0.0], "worth": [[2, 0], [-2, 0]]},
        {"what": "take", "seat": 1, "cost": [-0.5, 0.0], "worth": [[-3, 12], [3, 12]]},
    ]
    mine, its = shares(parts, (14, -14))
    assert mine.discards == (1.5, 0.0) and its.takes == (-0.5, 0.0)
    # What these and its own choice, 2 for sure, miss of 14 falls to them as 9, 16 and 144 of 169.
    assert [mine.deal.mean, mine.draws.mean, mine.others.mean] == pytest.approx(
        [4 + 8.5 * 9 / 169, 2.5 + 8.5 * 16 / 169, -3 + 8.5 * 144 / 169], abs=0.01
    )
    assert [mine.deal.error, mine.draws.error, mine.others.error] == [2.92, 3.81, 4.62]
    assert mine.rest.mean == pytest.approx(2 + 1.5, abs=0.02) and mine.rest.error == 0
    # Of the other seat it is the own choice that is vague.
    assert its.others == (-2.0, 0.0)
    assert its.rest.mean == pytest.approx(3 - 8.5 * 144 / 169 - 0.5, abs=0.02)
    assert its.rest.error == 4.62
    for share in (mine, its):
        told = share.deal.mean + share.draws.mean + share.others.mean
        told += share.rest.mean - share.discards.mean - share.takes.mean
        assert told == pytest.approx(share.result)


def test_where_all_play_by_habit_the_draws_are_what_the_hand_leaves_of_the_result():
    parts: list[Part] = [
        {"what": "deal", "worth": [[4.0, 0.5], [-4.0, 0.5]]},
        *({"what": "draw", "seat": 0, "worth": [[1.0, 2.0], [-1.0, 2.0]]} for _ in range(9)),
        {"what": "take", "seat": 1, "cost": [0.0, 0.3], "worth": [[0, 0], [0, 0]]},
    ]
    mine, its = shares(parts, (20, -20))
    assert mine.deal.mean + mine.draws.mean == pytest.approx(20)
    assert mine.draws.error <= 0.5 and mine.deal.error <= 0.5
    assert mine.rest == (0.0, 0.0) and its.rest == (0.0, 0.3)


def test_the_lucks_of_all_cards_that_might_come_are_nothing_together():
    """Each is weighed by how many of it are left; whichever comes, the others are what it is compared with."""
    draw = list(draws_of(history()))[1]
    left = draw.before.setup.stock[draw.before.drawn :]
    lucks = {
        card: luck_of_draw(replace(draw, card=card), Random(card), times=60) for card in {*left}
    }
    for seat in range(4):
        together = sum(
            left.count(card) / len(left) * luck[seat].mean for card, luck in lucks.items()
        )
        error = sqrt(
            sum(
                (left.count(card) / len(left) * luck[seat].error) ** 2
                for card, luck in lucks.items()
            )
        )
        assert abs(together) < 3 * error


def test_a_card_of_which_only_copies_are_left_is_no_luck():
    draw = next(iter(draws_of(history())))
    same = (draw.card,) * 4
    before = replace(draw.before, setup=replace(draw.before.setup, stock=same), drawn=0)
    assert luck_of_draw(replace(draw, before=before), Random(1), times=20) == ((0, 0),) * 4


@pytest.mark.parametrize(("rules", "seats"), [(FOURSAC, 4), (VINAGAMES, 2)])
def test_a_choice_made_by_habit_is_worth_nothing_and_one_that_is_not_moves_points(rules, seats):
    """Whoever let another card go than habit would changed the deal; what one seat wins by it the others lose."""
    made = {True: 0, False: 0}
    for number in range(3):
        for one in decisions_of(history(rules, seats, number)):
            if not one.is_discard:
                continue
            block = one.before.blocks[one.chosen.seat]
            by_habit = CARDS[min(map(getitem, LET_GO, block)) & 31]
            for move in one.moves:
                worth = worth_of_choice(replace(one, chosen=move), Random(3), times=60)
                assert sum(each.mean for each in worth) == pytest.approx(0)
                assert isinstance(move, Discard)
                nothing = all(each == (0, 0) for each in worth)
                made[nothing] += 1
                assert nothing or move.card != by_habit
    assert made[True] and made[False]


@pytest.mark.parametrize(("kind", "rules"), [("master", VINAGAMES), ("careful", FOURSAC)])
def test_deal_draws_and_choices_add_up_to_the_result_but_for_chance(kind, rules, monkeypatch):
    """Each is counted from where all play on by habit, so nothing is counted twice and nothing is forgotten."""
    monkeypatch.setattr(whole, "EFFORT", whole.EFFORT._replace(decision=16))
    off: list[float] = []
    for played in play_match(rules, [kind] * rules.seats[0], deals=3, random=Random(11)):
        deal = WholeAnalysis(played.events)
        parts = [deal.part(number) for number in range(deal.total)]
        assert played.state.ending is not None
        errors = sum([part["worth"][0][1] ** 2 for part in parts])
        told = sum(part["worth"][0][0] for part in parts)
        off.append((played.state.ending.result.net[0] - told) / sqrt(errors))
    assert max(map(abs, off)) < 3, off


def test_the_figures_of_one_deal_stay_as_they_are():
    """Whoever changes one raises `replays.analysis.whole.ENGINE`, so that kept analyses are made anew."""
    deal = WholeAnalysis(history(VINAGAMES, 2))
    parts = [deal.part(number) for number in range(deal.total)]
    assert parts == [deal.part(number) for number in reversed(range(deal.total))][::-1]
    played = next(play_match(VINAGAMES, ["club"] * 2, deals=1, random=Random(1)))
    assert played.state.ending is not None
    found = shares(parts, played.state.ending.result.net)
    assert [tuple(one.mean for one in share[1:]) for share in found] == [
        (-2.39, 20.39, 0.0, 2.1, 1.91, 4.01),
        (2.39, -20.39, 0.0, -2.35, -0.82, -3.17),
    ]
