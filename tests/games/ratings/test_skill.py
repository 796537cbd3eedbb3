"""The arithmetic of ratings: who gains, who loses, and what a difference promises."""

import pytest

from games.ratings.skill import Skill, after, chance

FOUR = ("player:1", "player:2", "player:3", "player:4")


def test_the_winner_gains_what_the_others_lose_and_everybody_is_better_known():
    made = after(FOUR, [Skill()] * 4, (42, -14, -14, -14))
    assert made["player:1"].mu > 25 > made["player:2"].mu == made["player:4"].mu
    assert sum(skill.mu for skill in made.values()) == pytest.approx(100)
    assert all(skill.sigma < Skill().sigma for skill in made.values())


def test_who_pays_for_all_falls_deeper_than_who_pays_nothing():
    made = after(FOUR, [Skill()] * 4, (60, 0, 0, -60))
    assert made["player:1"].mu > made["player:2"].mu > made["player:4"].mu


def test_an_upset_moves_more_than_what_was_expected():
    strong, weak = Skill(35, 5), Skill(20, 5)
    upset = after(FOUR[:2], [strong, weak], (-9, 9))
    usual = after(FOUR[:2], [strong, weak], (9, -9))
    assert strong.mu - upset["player:1"].mu > usual["player:1"].mu - strong.mu > 0


def test_a_deal_that_nobody_wins_leaves_equal_players_where_they_were():
    made = after(FOUR, [Skill(30, 4)] * 4, (0, 0, 0, 0))
    assert {round(skill.mu, 9) for skill in made.values()} == {30}


def test_one_player_in_three_seats_is_rated_once():
    made = after(("player:1", *["bot:club"] * 3), [Skill()] * 4, (42, -14, -14, -14))
    alone = after(FOUR, [Skill()] * 4, (42, -14, -14, -14))
    assert set(made) == {"player:1", "bot:club"}
    assert made["bot:club"].mu == pytest.approx(alone["player:2"].mu)


def test_chances_of_two_add_up_and_grow_with_the_difference():
    assert chance(Skill(), Skill()) == 0.5
    one, other = Skill(33, 3), Skill(25, 3)
    assert chance(one, other) + chance(other, one) == pytest.approx(1)
    assert 0.5 < chance(one, other) < chance(Skill(40, 3), other) < 1


def test_everybody_begins_at_a_thousand():
    assert Skill().shown == 1000
