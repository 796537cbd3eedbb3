"""Ratings are a fold of the log: which deals count, in what order, after which ruling, and again from nothing."""

from functools import lru_cache

import pytest

from games import commands, ratings
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Ending
from games.log import EventData, append
from games.log.followers import catch_up
from games.models import Deal, Player, RatedDeal, Rating, RatingStep, Table
from games.ratings import fold
from games.ratings.skill import Skill, after
from replays.commands import rulings
from tests.support.deals import NOW, first_seed, prepared_deal, safe_win_seed, stored_deal
from tests.support.rulings import reverse_the_penalty

pytestmark = pytest.mark.django_db(transaction=True)  # a follower reads what is committed


@pytest.fixture
def four() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


def told() -> list[tuple[object, ...]]:
    """Return all that the ratings say, without keys that are drawn anew."""
    order = {
        pk: at
        for at, pk in enumerate(RatedDeal.objects.order_by("pk").values_list("pk", flat=True))
    }
    steps = RatingStep.objects.order_by("rated", "rating__label")
    now = Rating.objects.order_by("rules", "label")
    return [
        *(
            (order[s.rated_id], s.rating.label, s.mu, s.sigma, s.deals)
            for s in steps.select_related("rating")
        ),
        *((r.rules, r.label, r.player_id, r.mu, r.sigma, r.deals, order[r.last]) for r in now),
        *RatedDeal.objects.order_by("pk").values_list("deal", "rules", "players", "net"),
    ]


@lru_cache
def telling_penalty_seed() -> int:
    """Return a deal whose penalty changes who did better than whom: without it the offender loses less than another."""

    def telling(ending: Ending) -> bool:
        result = ending.result
        if result.offender is None:
            return False
        reversed_net = [
            net + result.amount * (2 if seat == result.offender else -1)
            for seat, net in enumerate(result.net)
            if seat != result.winner
        ]
        offender = result.net[result.offender] + 2 * result.amount
        return min(result.net) == result.net[result.offender] and min(reversed_net) < offender

    return first_seed(telling, VINAGAMES, 4, 4)


def labels_of(people: list[Player]) -> list[str]:
    return [f"player:{one.pk}" for one in people]


def test_a_deal_for_chips_is_rated_and_one_for_honour_is_not(four):
    stored_deal(VINAGAMES, safe_win_seed(), four, chips_per_point=0)
    ratings.rate()
    assert not RatedDeal.objects.exists() and not Rating.objects.exists()
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    ratings.rate()
    rated = RatedDeal.objects.get()
    assert (rated.deal_id, rated.players) == (deal.pk, labels_of(four))
    assert rated.net == [seat.net for seat in deal.seats.order_by("number")]
    made = after(rated.players, [Skill()] * 4, rated.net)
    found = {row.label: (row.mu, row.sigma, row.deals) for row in Rating.objects.all()}
    assert found == {label: (*skill, 1) for label, skill in made.items()}


def test_a_table_with_a_coach_is_not_rated(four):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    Table.objects.update(coach=True)
    ratings.rate()
    assert not RatedDeal.objects.filter(deal=deal).exists()


def test_a_deal_that_was_called_off_is_not_rated(four):
    deal = prepared_deal(VINAGAMES, 3, four)
    commands.leave_table(by=four[0], table_id=deal.table_id, now=NOW)
    assert Deal.objects.filter(pk=deal.pk, cancelled=True).exists()
    ratings.rate()
    assert not RatedDeal.objects.exists()


def test_bots_are_rated_under_their_names_of_now(four):
    stored_deal(VINAGAMES, safe_win_seed(people=2), four[:2])
    ratings.rate()
    assert set(Rating.objects.values_list("label", flat=True)) == {*labels_of(four[:2]), "bot:club"}
    assert Rating.objects.get(label="bot:club").deals == 1
    assert Rating.objects.get(label="bot:club").player is None


def test_each_rule_set_has_ratings_of_its_own(four):
    stored_deal(VINAGAMES, safe_win_seed(), four)
    stored_deal(FOURSAC, 1, four)
    ratings.rate()
    assert sorted(Rating.objects.values_list("rules", "deals")) == sorted(
        [("vinagames", 1), ("4sac", 1)] * 4
    )


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_in_whatever_batches_it_is_read_the_ratings_are_those_of_a_rebuild(
    four, batch, monkeypatch
):
    monkeypatch.setattr(fold, "SLICE", 2)
    for seed in (2, 3, 4, 5):
        stored_deal(VINAGAMES, seed, four)
        while catch_up(fold.RATINGS, batch):
            ratings.rate(1)
    ratings.rate()
    before = told()
    assert RatedDeal.objects.count() == 4
    ratings.rate()
    assert told() == before
    ratings.rebuild()
    assert told() == before


def test_a_late_ruling_changes_the_ratings_from_its_deal_on(four, monkeypatch):
    first = stored_deal(VINAGAMES, safe_win_seed(), four)
    disputed = stored_deal(VINAGAMES, telling_penalty_seed(), four)
    for seed in (2, 3, 4):
        stored_deal(VINAGAMES, seed, four)
    ratings.rate()
    steps = {
        (s.rated.deal_id, s.rating_id): s.mu for s in RatingStep.objects.select_related("rated")
    }
    monkeypatch.setattr(fold, "SLICE", 1)
    reverse_the_penalty(disputed, four)
    ratings.rate()
    now = {(s.rated.deal_id, s.rating_id): s.mu for s in RatingStep.objects.select_related("rated")}
    changed = {deal for deal, rating in now if now[deal, rating] != steps[deal, rating]}
    assert now.keys() == steps.keys()
    assert changed == {deal for deal, _rating in steps} - {first.pk}
    after_it = told()
    ratings.rebuild()
    assert told() == after_it


def test_while_an_old_deal_is_reckoned_again_the_ratings_of_now_stay(four, monkeypatch):
    disputed = stored_deal(VINAGAMES, telling_penalty_seed(), four)
    stored_deal(VINAGAMES, 2, four)
    ratings.rate()
    before = list(Rating.objects.order_by("pk").values())
    monkeypatch.setattr(fold, "SLICE", 1)
    reverse_the_penalty(disputed, four)
    ratings.rate(1)  # one slice of two
    assert list(Rating.objects.order_by("pk").values()) == before
    ratings.rate(1)
    assert list(Rating.objects.order_by("pk").values()) != before


def said_of(deal: Deal, name: str, version: int) -> None:
    append(
        "tournament-9",
        [EventData(name, 1, {"deal_id": deal.pk})],
        expected_version=version,
        now=NOW,
    )


def test_a_voided_deal_counts_for_nobody_until_the_voiding_is_taken_back(four):
    kept = stored_deal(VINAGAMES, 2, four)
    ratings.rate()
    of_the_first_alone = {row.label: (row.mu, row.deals) for row in Rating.objects.all()}
    voided = stored_deal(VINAGAMES, 3, four)
    ratings.rate()
    of_both = told()
    said_of(voided, "tournament.deal-voided", 0)
    ratings.rate()
    assert {row.label: (row.mu, row.deals) for row in Rating.objects.all()} == of_the_first_alone
    assert set(RatingStep.objects.values_list("rated__deal", flat=True)) == {kept.pk}
    now = told()
    ratings.rebuild()
    assert told() == now
    said_of(voided, "tournament.voiding-taken-back", 1)
    ratings.rate()
    assert told() == of_both


def test_a_deal_that_a_ruling_declares_void_counts_for_nobody_until_that_is_withdrawn(four):
    kept = stored_deal(VINAGAMES, 2, four)
    disputed = stored_deal(VINAGAMES, telling_penalty_seed(), four)
    ratings.rate()
    of_both = told()
    row = reverse_the_penalty(disputed, four, void=True)
    ratings.rate()
    assert set(RatingStep.objects.values_list("rated__deal", flat=True)) == {kept.pk}
    assert RatedDeal.objects.get(deal=disputed).voided
    now = told()
    ratings.rebuild()
    assert told() == now
    another = Player.objects.create_user("another", is_referee=True)
    rulings.withdraw_ruling(by=another, dispute_id=row.pk, reason="It was whole.", now=NOW)
    ratings.rate()
    assert told() == of_both


def test_what_follows_a_voided_deal_is_reckoned_as_if_it_had_not_been(four):
    voided, kept = stored_deal(VINAGAMES, 2, four), stored_deal(VINAGAMES, 3, four)
    ratings.rate()
    said_of(voided, "tournament.deal-voided", 0)
    ratings.rate()
    rated = RatedDeal.objects.get(deal=kept)
    made = after(rated.players, [Skill()] * 4, rated.net)
    assert {row.label: (row.mu, row.sigma, row.deals) for row in Rating.objects.all()} == {
        label: (*skill, 1) for label, skill in made.items()
    }


def test_a_seat_that_the_bot_played_for_from_beginning_to_end_rates_the_bot(four, monkeypatch):
    stored_deal(VINAGAMES, 2, four)
    monkeypatch.setattr("games.ratings.rated.played_for", lambda history: (2,))
    monkeypatch.setattr("games.ratings.rated._AWAY", frozenset({"deal.started"}))
    ratings.rate()
    people = labels_of(four)
    assert RatedDeal.objects.get().players == [*people[:2], "bot:careful", people[3]]


def test_a_ruling_that_is_read_twice_changes_nothing(four):
    deal = stored_deal(VINAGAMES, telling_penalty_seed(), four)
    reverse_the_penalty(deal, four)
    ratings.rate()
    before = told()
    from games.log.models import FollowerPosition

    FollowerPosition.objects.filter(follower="ratings").update(txid=0, position=0)
    ratings.rate()
    assert told() == before
