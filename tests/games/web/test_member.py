"""A member's page: what was played, the best hands, and chips that nobody else sees."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands
from games.engine.hands.rare import Rarity, rarities_of
from games.engine.rules import FOURSAC, VINAGAMES
from games.models import Deal, DealSeat
from games.presenters.charts import chart_of
from games.presenters.play.winning import rarity_words
from games.presenters.sentences import sentence_case
from games.projections import rebuild
from games.queries.finished.histories import current
from games.queries.people.member import best_hands_of, rare_hands_of, records_of
from tests.support.deals import first_seed, penalty_seed, safe_win_seed, stored_deal
from tests.support.play_pages import browser, dealt, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [member("an", display_name="Cô An"), member("binh")]


@pytest.fixture
def deals(people):
    made = [
        stored_deal(VINAGAMES, safe_win_seed(people=2), people, name="Bàn 1"),
        stored_deal(VINAGAMES, penalty_seed(people=2), people, name="Bàn 2"),
        stored_deal(FOURSAC, 1, people, name="Bàn 3", chips_per_point=0),
    ]
    for deal in made:
        commands.settle(deal_id=deal.pk)
    return made


def test_results_are_counted_by_rule_set(people, deals):
    by_rules = {record.rules: record for record in records_of(people[0])}
    assert {key: record.deals for key, record in by_rules.items()} == {"vinagames": 2, "4sac": 1}
    nets = DealSeat.objects.filter(player=people[0], deal__in=deals[:2]).values_list(
        "net", flat=True
    )
    assert by_rules["vinagames"].points == sum(net or 0 for net in nets)
    won = Deal.objects.filter(pk__in=[deal.pk for deal in deals[:2]], winner=0).count()
    assert by_rules["vinagames"].won == won
    html = browser(people[1]).get(f"/members/{people[0].pk}/").content.decode()
    assert "Cô An" in html and all(f"/replays/{deal.pk}/" in html for deal in deals)


def test_the_best_hands_are_winning_ones_with_the_most_points_first(people, deals):
    for number, player in enumerate(people):
        hands = best_hands_of(player)
        assert all(hand.deal.winner == number and len(hand.sets) > 0 for hand in hands)
        assert [hand.points for hand in hands] == sorted(
            (hand.points for hand in hands), reverse=True
        )
        wins = sum(
            deal.winner == number for deal in Deal.objects.filter(pk__in=[d.pk for d in deals])
        )
        assert len(hands) == wins
    assert any(best_hands_of(player) for player in people)


def test_rare_hands_are_listed_with_date_and_link_and_no_other_hand_is(people, monkeypatch):
    player, wins = people[0], []
    rare: list[tuple[Deal, tuple[Rarity, ...]]] = []
    for seed in range(200):
        deal = stored_deal(VINAGAMES, seed, people, name=f"Bàn {seed}")
        deal.refresh_from_db()
        ending = current(deal.pk).state.ending
        if deal.winner == 0 and ending is not None:
            wins.append(deal.pk)
            if found := rarities_of(ending.result.sets, dealt=ending.taken is None):
                rare.insert(0, (deal, found))
        if len(rare) == 3:
            break
    assert 3 == len(rare) < len(wins)
    assert [(one.deal, one.rarities) for one in rare_hands_of(player)] == rare
    html = browser(people[1]).get(f"/members/{player.pk}/").content.decode()
    listed = html.partition('id="rare"')[2].partition("</ul>")[0]
    assert re.findall(r"/replays/(\d+)/", listed) == [str(deal.pk) for deal, _found in rare]
    assert listed.count("<time") == 3 and sentence_case(rarity_words(rare[0][1])) in listed
    monkeypatch.setattr("games.queries.people.member.RARE", 2)
    assert len(rare_hands_of(player)) == 2


def test_what_is_rare_is_made_again_from_the_log(people):
    def is_rare(ending):
        return bool(rarities_of(ending.result.sets, dealt=ending.taken is None))

    deal = stored_deal(VINAGAMES, first_seed(is_rare, VINAGAMES, 2, 4), people)
    deal.refresh_from_db()
    said = deal.rare
    Deal.objects.filter(pk=deal.pk).update(rare="")
    rebuild(deal.pk)
    deal.refresh_from_db()
    assert said and deal.rare == said


def test_only_oneself_sees_how_the_chips_went(people, deals):
    own = browser(people[0]).get(f"/members/{people[0].pk}/").content.decode()
    assert "My chips" in own and "<polyline" in own
    director = member("director", is_director=True)
    for viewer in (people[1], director):
        html = browser(viewer).get(f"/members/{people[0].pk}/").content.decode()
        assert "My chips" not in html and "<polyline" not in html


def test_a_deal_that_is_still_played_is_on_no_page(people):
    deal = dealt(*people)
    html = browser(people[1]).get(f"/members/{people[0].pk}/").content.decode()
    assert f"/replays/{deal.pk}/" not in html and "No deal has been finished yet" in html


def test_strangers_are_sent_to_the_login_and_nobody_is_nobody(people):
    assert browser(None).get(f"/members/{people[0].pk}/").status_code == 302
    for number in (0, 999999, 10**30):
        assert browser(people[0]).get(f"/members/{number}/").status_code == 404


def test_more_deals_cost_no_more_queries(people, deals):
    client = browser(people[1])

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(f"/members/{people[0].pk}/")
        return len(asked)

    queries()  # the caches of aggregates are warm from here on
    before = queries()
    stored_deal(VINAGAMES, safe_win_seed(people=2), people, name="Bàn 9", chips_per_point=0)
    queries()
    assert queries() == before


def test_the_chart_stays_inside_its_frame_and_shows_zero_where_it_is():
    chart = chart_of([0, -50, 200])
    assert chart is not None
    heights = [float(y) for y in re.findall(r",([\d.]+)", chart.points)]
    assert min(heights) == 12 and max(heights) == 148
    assert chart.zero == heights[0]
    above = chart_of([1000, 1200])
    assert above is not None and above.zero is None
    assert chart_of([5, 5]) is not None and chart_of([5]) is None
