"""Whatever is asked below `/api/` is answered as the API answers: JSON, kept by no cache."""

from itertools import product

import pytest
from django.test import Client

from tests.support.play_pages import browser, member
from tests.support.security.club import built

pytestmark = pytest.mark.django_db

NOWHERE = (
    "/api",
    "/api/",
    "/api/v1",
    "/api/v1/",
    "/api/v2/tables/",
    "/api/v1/tables",
    "/api/v1/tables/x/",
    "/api/v1/tables/1",
    "/api/v1/deals/1/moves",
    "/api/v1/nowhere/%00",
    "/api/v1/a%0Ab",
    "/api/schema/x",
)


METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW")


def test_what_is_not_there_is_a_problem_in_json():
    client = Client(enforce_csrf_checks=True)
    asked = list(product(METHODS, NOWHERE))
    answers = [client.generic(*one, "{}", content_type="application/json") for one in asked]
    heads = [(one.status_code, one["Content-Type"], one["Cache-Control"]) for one in answers]
    right = (404, "application/json", "no-store")
    assert [pair for pair in zip(asked, heads, strict=True) if pair[1] != right] == []
    told = [(one, answer.json()) for one, answer in zip(asked, answers, strict=True)]
    assert [one for one in told if set(one[1]) != {"code", "section", "detail"}] == []
    assert [one for one in told if one[1]["code"] != "request.unknown"] == []


def test_a_wrong_method_and_a_head_are_the_apis_too():
    here = browser(member("an"))
    answer = here.delete("/api/v1/tables/")
    assert (answer.status_code, answer.json()["code"]) == (405, "request.method")
    assert here.head("/api/v1/nowhere").status_code == 404


def test_no_answer_of_the_api_is_kept():
    club = built()
    for viewer in ("anonymous", "seat"):
        here = browser(club.viewers[viewer])
        for route in ("api/v1/tables/", "api/v1/deals/<int:deal_id>/", "api/v1/account/"):
            assert here.get(club.address(route))["Cache-Control"] == "no-store"
    wrong = Client().post("/api/v1/token/", {"username": "an", "password": "no"})
    assert wrong["Cache-Control"] == "no-store"
    assert Client().get("/api/schema/")["Cache-Control"] == "no-store"
