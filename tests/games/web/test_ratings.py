"""Pages of ratings: the list by rule set, what one says on a member's page, and who does not want to be compared."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import ratings
from games.engine.rules import VINAGAMES
from games.models import Player, RatedDeal, Rating, RatingFold, RatingStep
from games.presenters.people.ratings import of_ten
from games.queries.people.ratings import page_of_ratings
from games.ratings.skill import SETTLED
from tests.support.api_client import client_of
from tests.support.deals import safe_win_seed, stored_deal
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db(transaction=True)


def rated(label: str, mu: float, deals: int = SETTLED, player: Player | None = None) -> Rating:
    RatingFold.objects.get_or_create(rules="vinagames")
    return Rating.objects.create(
        rules="vinagames", label=label, player=player, mu=mu, sigma=3, deals=deals
    )


def of(player: Player, mu: float, deals: int = SETTLED) -> Rating:
    return rated(f"player:{player.pk}", mu, deals, player)


def text(viewer: Player | None, address: str) -> str:
    html = browser(viewer).get(address).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.partition("<main")[2]))


@pytest.fixture
def lan():
    return member("lan", display_name="Lan")


@pytest.fixture
def minh():
    return member("minh", display_name="Minh")


def test_the_list_has_the_best_first_and_bots_among_members(lan, minh):
    of(minh, 22), rated("bot:club", 25), of(lan, 45)
    shown = text(lan, "/ratings/")
    assert shown.index("Lan") < shown.index("Club bot") < shown.index("Minh")
    assert "1400" in shown and "940" in shown
    assert "6 of 10 deals" in shown


def test_who_has_played_little_is_provisional_and_has_no_rank(lan, minh):
    of(minh, 60, SETTLED - 1), of(lan, 20)
    assert "Minh" not in text(lan, "/ratings/")
    assert "Minh" in text(lan, "/ratings/?provisional=1")
    assert [row.rank for row in page_of_ratings("vinagames").rows] == [1]
    assert [row.rank for row in page_of_ratings("vinagames", provisional=True).rows] == [None]


def test_the_list_comes_in_pages_with_ranks_that_go_on():
    made = [rated(f"bot:{at:03}", 30 - at // 2) for at in range(7)]  # two by two alike
    seen, before, ranks = [], None, []
    while True:
        page = page_of_ratings("vinagames", 3, before=before)
        seen += [row.rating.pk for row in page.rows]
        ranks += [row.rank for row in page.rows]
        before = page.older
        if before is None:
            break
    assert seen == [one.pk for one in made] and ranks == list(range(1, 8))


def test_the_list_costs_the_same_for_one_member_and_for_many(lan):
    of(lan, 25), rated("bot:club", 20)
    viewer = browser(lan)
    viewer.get("/ratings/")
    with CaptureQueriesContext(connection) as few:
        viewer.get("/ratings/")
    for at in range(40):
        of(member(f"one{at}"), 26)
    with CaptureQueriesContext(connection) as many:
        viewer.get("/ratings/")
    assert len(many) == len(few)


def test_whoever_hides_the_own_rating_is_on_no_list_and_sees_it_alone(lan, minh):
    of(lan, 30), of(minh, 25)
    browser(lan).post("/ratings/hide", {"hidden": "1"})
    lan.refresh_from_db()
    assert "Lan" not in text(minh, "/ratings/")
    assert "Rating under" not in text(minh, f"/members/{lan.pk}/")
    assert "Rating under" in text(lan, f"/members/{lan.pk}/")
    browser(lan).post("/ratings/hide", {"hidden": "0"})
    assert "Lan" in text(minh, "/ratings/")


def test_a_members_page_says_what_a_rating_promises(lan, minh):
    of(lan, 45), of(minh, 25), rated("bot:club", 15)
    shown = text(minh, f"/members/{lan.pk}/")
    assert "In about 6 of 10 deals with you, Lan comes out ahead." in shown
    assert "In about 7 of 10 deals with a club bot, Lan comes out ahead." in shown
    assert "with you" not in text(lan, f"/members/{lan.pk}/")


def test_nothing_is_promised_before_there_are_deals_enough(lan, minh):
    of(lan, 45, 3), of(minh, 25), rated("bot:club", 15)
    shown = text(minh, f"/members/{lan.pk}/")
    assert (
        "of 10 deals" not in shown
        and f"Provisional until {SETTLED - 3} more rated deals are played" in shown
    )


def test_a_members_page_draws_the_rating_and_says_it_in_figures(lan, minh):
    for seed in (safe_win_seed(people=2), 2, 3):
        stored_deal(VINAGAMES, seed, [lan, minh])
    ratings.rate()
    html = browser(minh).get(f"/members/{lan.pk}/").content.decode()
    line = re.search(r'<polyline class="chart__line" points="([^"]+)"', html)
    assert line is not None and len(line[1].split()) == 4  # from 1,000 on
    figures = html.partition("The same in numbers")[2]
    assert len(re.findall(r'<td class="num">\d+</td><td class="num">\d+</td>', figures)) == 3


def test_a_share_is_told_in_tenths_and_is_never_certain():
    assert [of_ten(share) for share in (0.001, 0.5, 0.549, 0.55, 0.999)] == [1, 5, 5, 6, 9]


def test_strangers_and_guests_are_sent_to_the_login(lan):
    assert browser(None).get("/ratings/").status_code == 302
    guest = Player.objects.create(username="guest-1", is_guest=True)
    assert browser(guest).get("/ratings/").status_code == 302


@pytest.mark.parametrize(
    "asked", ["?rules=%00", "?rules=none", "?before=x", "?before=" + "9" * 40, "?provisional=2"]
)
def test_nonsense_shows_the_first_page(lan, asked):
    assert browser(lan).get("/ratings/" + asked).status_code == 200


def test_the_api_lists_ratings_and_tells_how_one_came_about(lan, minh):
    for seed in (2, 3):
        stored_deal(VINAGAMES, seed, [lan, minh])
    ratings.rate()
    answer = client_of(lan).get("/api/v1/ratings/?provisional=1&limit=2")
    assert [row["rank"] for row in answer.json()] == [None, None] and 'rel="next"' in answer["Link"]
    mine = Rating.objects.get(player=lan)
    steps = client_of(minh).get(f"/api/v1/ratings/{mine.pk}/").json()
    assert [step["deals"] for step in steps] == [1, 2]
    assert [step["deal"] for step in steps] == list(
        RatedDeal.objects.order_by("pk").values_list("deal_id", flat=True)
    )
    assert RatingStep.objects.filter(rating=mine).count() == 2
    browser(lan).post("/ratings/hide", {"hidden": "1"})
    assert client_of(minh).get(f"/api/v1/ratings/{mine.pk}/").status_code == 404
    assert client_of(lan).get(f"/api/v1/ratings/{mine.pk}/").status_code == 200
    rows = client_of(minh).get("/api/v1/ratings/?provisional=1").json()
    assert f"player:{lan.pk}" not in [row["participant"] for row in rows]


@pytest.mark.parametrize(
    ("asked", "status"), [("?rules=%00", 400), ("?rules=none", 400), (str(2**70) + "/", 404)]
)
def test_the_api_refuses_nonsense(lan, asked, status):
    assert client_of(lan).get("/api/v1/ratings/" + asked).status_code == status
