"""The API's search: the same filters as the page's, errors by field, and the way to the next page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.rules import FOURSAC, VINAGAMES
from replays.index import indexer
from tests.support.api_client import client_of
from tests.support.deals import NOW, stored_deal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

PATH = "deals/search/"


@pytest.fixture
def deals(four, stranger, deal):
    made = [
        deal,
        stored_deal(VINAGAMES, 5, [stranger], name="Bàn 2", now=NOW + timedelta(days=1)),
        stored_deal(FOURSAC, 4, four[:2], name="Bàn 3", now=NOW + timedelta(days=2)),
    ]
    indexer.index_new()
    return [one.pk for one in made]


def test_the_filters_of_the_page_find_the_same_deals(four, stranger, deals):
    def found(viewer, **asked):
        answer = client_of(viewer).get(f"/api/v1/{PATH}", asked)
        assert answer.status_code == 200, answer.content
        told = answer.json()
        assert told["count"] == len(told["results"])
        return [one["id"] for one in told["results"]]

    penalty, others, other_rules = deals
    assert found(four[0]) == [other_rules, others, penalty]
    assert found(four[0], mine="true") == [other_rules, penalty]
    assert found(four[0], mine="false") == found(four[0], mine="0") == deals[::-1]
    assert found(four[0], player=stranger.pk) == [others]
    assert found(four[0], rules="4sac", outcome="won") in ([other_rules], [])
    assert penalty in found(four[0], penalty="yes")
    assert found(four[0], since=timezone.localdate(NOW + timedelta(days=2)).isoformat()) == [
        other_rules
    ]
    assert set(found(four[0], mistakes="any")) <= {penalty, other_rules}


def test_a_page_leads_to_the_next_with_the_same_filters_and_counts_all(four, deals):
    client = client_of(four[0])
    first = client.get(f"/api/v1/{PATH}", {"limit": 2, "paid_least": 0}).json()
    assert (first["count"], len(first["results"]), first["previous"]) == (3, 2, None)
    assert "paid_least=0" in first["next"]
    second = client.get(first["next"]).json()
    assert (second["count"], [one["id"] for one in second["results"]]) == (3, deals[:1])
    assert second["next"] is None
    back = client.get(second["previous"]).json()
    assert back["results"] == first["results"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("player", "0"), ("since", "x"), ("outcome", "drawn"), ("paid_least", "-1"), ("rules", "\0")],
)
def test_what_cannot_be_asked_is_named_by_its_field(four, field, value):
    answer = client_of(four[0]).get(f"/api/v1/{PATH}", {field: value})
    assert answer.status_code == 422
    assert answer.json()["code"] == "request.invalid"
    assert answer.json()["detail"].startswith(f"{field}: ")
