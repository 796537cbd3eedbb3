"""Every error below /api/ is JSON of the one shape, wherever in the site it comes from."""

import json
from typing import Any

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.test import Client, RequestFactory

from games.api.serializers import problem
from games.errors import Refused
from tests.support.play_pages import browser, member
from tusac_site import errors

pytestmark = pytest.mark.django_db
HERE = "/api/v1/tables/"


def problem_in(answer: Any) -> dict[str, str]:
    assert answer["Content-Type"] == "application/json", answer.content[:200]
    said: dict[str, str] = answer.json()
    assert set(said) == {"code", "section", "detail"} and said["detail"].strip()
    return said


@pytest.mark.parametrize(
    "address",
    [
        *("/api/v1/deals/x/", "/api/v1/deals/-1/", "/api/v1/deals/1//", "/api/v1/deals/%D9%A3/"),
        *("/api/v1/deals/%00/", "/api/%FF%FE/", "/api/v1/../x/", "/api/docs", "/api/docs/more/"),
        *("/api/schema", "/api/schema/?version=2", f"/api/v1/deals/{'9' * 400}/"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "head"])
def test_an_address_that_is_none_is_told_so_in_json(address, method):
    """`tests/site/test_api_everywhere.py` has the plain ones."""
    answer = getattr(browser(member("an")), method)(address)
    is_a_deals = method == "post" and address.endswith("9/")  # which is only looked at
    assert answer.status_code == (405 if is_a_deals else 404)
    if method == "head":
        assert answer["Content-Type"] == "application/json"
    else:
        assert problem_in(answer)["code"] in ("request.unknown", "request.method", "deal.unknown")


@pytest.mark.parametrize("address", [HERE, "/api/docs/", "/api/schema/", "/api/v1/token/"])
@pytest.mark.parametrize("method", ["put", "delete", "patch", "trace"])
def test_a_method_that_an_address_does_not_take_is_told_so_in_json(address, method):
    answer = getattr(browser(member("an")), method)(address)
    assert answer.status_code == 405 and problem_in(answer)["code"] == "request.method"
    assert answer["Allow"]


@pytest.mark.parametrize("accept", ["text/html", "image/png", "application/xml"])
def test_whoever_asks_for_another_form_is_told_so_in_json(accept):
    client = browser(member("an"))
    for address, status in ((HERE, 406), ("/api/v1/nowhere/", 404), ("/api/v1/deals/4711/", 406)):
        answer = client.get(address, headers={"Accept": accept})
        assert answer.status_code == status
        problem_in(answer)


FAULTS = {
    "a fault of ours": (ZeroDivisionError("a hand: Rr Gg"), 500),
    "no right": (PermissionDenied("no"), 403),
    "nothing there": (Http404("no"), 404),
    "unreadable": (BadRequest("no"), 400),
    "too big": (RequestDataTooBig("no"), 413),
}


@pytest.mark.parametrize("place", ["process_view", "process_request"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_goes_wrong_outside_of_its_views_is_told_in_json(fault, place, monkeypatch):
    error, status = FAULTS[fault]

    def fail(*_args, **_options):
        raise error

    monkeypatch.setattr("tusac_site.security.guests.Guests.process_view", fail)
    if place == "process_request":
        monkeypatch.setattr("tusac_site.logins.LoginLimits.__call__", fail)
    answer = Client(raise_request_exception=False).get(HERE)
    said = problem_in(answer)
    assert answer.status_code in (status, 400 if status == 413 else status)
    assert "Rr" not in said["detail"]


def test_a_refusal_beside_its_views_keeps_its_code_and_section():
    refusal = Refused("seat.none")
    answer = errors.answer(RequestFactory().get(HERE), refusal)  # type: ignore[arg-type]  # it is no matter of htmx
    assert answer.status_code == refusal.status
    assert json.loads(answer.content) == problem(refusal)


def test_a_fault_within_a_view_is_told_in_json_and_elsewhere_by_a_page(monkeypatch):
    def fail(*_args, **_options):
        raise ZeroDivisionError("a hand: Rr Gg")

    monkeypatch.setattr("games.api.views.tables.TableList.get", fail)
    monkeypatch.setattr("games.presenters.club.house.house_rules", fail)
    client = browser(member("an"))
    client.raise_request_exception = False
    answer = client.get(HERE)
    assert answer.status_code == 500
    assert problem_in(answer)["code"] == "service.fault" and b"Rr" not in answer.content
    page = client.get("/house/")
    assert page.status_code == 500 and page["Content-Type"].startswith("text/html")


def test_another_sites_form_is_refused_in_json():
    client = browser(member("an"))
    client.handler.enforce_csrf_checks = True
    for address in (HERE, "/api/v1/nowhere/"):
        problem_in(client.post(address, "{}", content_type="application/json"))


def test_what_is_no_error_stays_as_it_is():
    docs = browser(member("an")).get("/api/docs/")
    assert docs.status_code == 200 and docs["Content-Type"].startswith("text/html")
    assert Client().get("/nowhere/")["Content-Type"].startswith("text/html")
