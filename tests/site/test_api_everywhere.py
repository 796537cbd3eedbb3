"""Whatever is asked below `/api/` is answered as the API answers: JSON, kept by no cache."""

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


@pytest.mark.parametrize("address", NOWHERE)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"])
def test_what_is_not_there_is_a_problem_in_json(method, address):
    client = Client(enforce_csrf_checks=True)
    answer = client.generic(method, address, "{}", content_type="application/json")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/json"
    assert set(answer.json()) == {"code", "section", "detail"}
    assert answer.json()["code"] == "request.unknown"
    assert answer["Cache-Control"] == "no-store"


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
