"""Calling the referee on the pages and by the API: the table, the queue, and who sees what."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Call
from tests.support.api_client import client_of
from tests.support.play_pages import browser, dealt, member

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}
LOOK = {"HX-Request": "true"}


@pytest.fixture
def deal():
    return dealt(member("an"), member("binh"))


@pytest.fixture
def lan():
    return member("lan", is_referee=True)


def page(player, address: str) -> str:
    html = browser(player).get(address, headers=ENGLISH).content.decode()
    return " ".join(html.split()).replace("\u2068", "").replace("\u2069", "")


def call(deal, player, **said):
    said = {"reason": "rule", "words": "Is that safe?", **said}
    return browser(player).post(f"/tables/{deal.table_id}/call", said, headers=ENGLISH)


def test_a_seat_calls_and_everybody_at_the_table_reads_who_comes_and_the_answer(deal, lan):
    an, binh = (seat.player for seat in deal.seats.order_by("number")[:2])
    table = f"/tables/{deal.table_id}/"
    assert 'id="call"' in page(an, table) and 'id="call"' not in page(member("chi"), table)
    assert call(deal, an).status_code == 303
    note = "an called the referee (A question about a rule: Is that safe?)."
    for viewer in (an, binh, None):
        assert note + " No referee has answered yet." in page(viewer, table)
    assert 'id="call-off"' in page(an, table) and 'id="call-off"' not in page(binh, table)
    queue = page(lan, "/referee/calls")
    assert "1 table is waiting for a referee." in queue and "less than a minute" in queue
    assert "Is that safe?" in queue and "data-card" not in queue
    (call_id,) = re.findall(r'name="call" value="(\d+)"', queue)
    client = browser(lan)
    assert client.post("/referee/calls", {"call": call_id, "act": "take"}).status_code == 303
    assert note + " lan is coming." in page(binh, table)
    said = {"call": call_id, "act": "answer", "words": "It was.", "section": "§10.3"}
    assert client.post("/referee/calls", said).status_code == 303
    assert note + " lan answered: It was. (§10.3)" in page(binh, table)
    assert "No table is waiting for a referee." in page(lan, "/referee/calls")


def test_the_table_looks_anew_when_a_call_changes_and_the_same_page_is_204(deal, lan):
    an = deal.seats.get(number=0).player
    client = browser(an)

    def etag() -> str:
        html = client.get(f"/tables/{deal.table_id}/", headers=LOOK).content.decode()
        found: str = re.findall(r'name="shown" value="(\w+)"', html)[0]
        assert (
            client.get(f"/tables/{deal.table_id}/", {"shown": found}, headers=LOOK).status_code
            == 204
        )
        return found

    seen = [etag()]
    call(deal, an)
    seen.append(etag())
    made = Call.objects.get()
    browser(lan).post("/referee/calls", {"call": made.pk, "act": "take"})
    seen.append(etag())
    assert len(set(seen)) == 3


def test_an_answer_that_is_refused_keeps_its_words(deal, lan):
    call(deal, deal.seats.get(number=0).player)
    made = Call.objects.get()
    browser(lan).post("/referee/calls", {"call": made.pk, "act": "take"})
    said = {"call": made.pk, "act": "answer", "words": "It was.", "section": "ten"}
    answer = browser(lan).post("/referee/calls", said, headers=ENGLISH)
    html = answer.content.decode()
    assert answer.status_code == 422 and "such as §10.3" in html
    assert ">It was.</textarea>" in html


def test_bad_input_is_a_sentence(deal, lan):
    an = deal.seats.get(number=0).player
    assert call(deal, an, reason="x").status_code == 422
    assert call(deal, an, off="9").status_code == 404
    assert call(deal, member("chi")).status_code == 403
    for odd in ({}, {"call": "x"}, {"call": "9", "act": "take"}, {"call": str(2**70)}):
        assert 400 <= browser(lan).post("/referee/calls", odd).status_code < 500
    assert browser(an).get("/referee/calls").status_code == 403


def test_a_table_without_a_call_costs_no_query_more(deal, django_assert_num_queries):
    client = browser(member("chi"))
    address = f"/tables/{deal.table_id}/"
    client.get(address, headers=LOOK)
    with CaptureQueriesContext(
        connection,
    ) as without:
        client.get(address, headers=LOOK)
    usual = len(without.captured_queries)
    assert usual > 3
    call(deal, deal.seats.get(number=0).player)
    client.get(address, headers=LOOK)
    with django_assert_num_queries(usual + 1):
        client.get(address, headers=LOOK)


def test_programs_call_take_and_answer(deal, lan):
    an = deal.seats.get(number=0).player
    path = f"/api/v1/tables/{deal.table_id}/call/"
    made = client_of(an).post(path, {"reason": "rule", "words": "Why?"}, format="json")
    assert made.status_code == 200 and made.json()["seat"] == 0
    (waiting,) = client_of(lan).get("/api/v1/calls/").json()
    assert waiting == made.json() and not set(waiting) & {"cards", "hand", "hands"}
    assert client_of(an).get("/api/v1/calls/").status_code == 403
    taken = client_of(lan).post(f"/api/v1/calls/{waiting['id']}/take/")
    assert taken.json()["referee"] == lan.pk
    answered = client_of(lan).post(
        f"/api/v1/calls/{waiting['id']}/answer/", {"words": "So.", "section": ""}, format="json"
    )
    assert answered.json()["answer"] == "So." and answered.json()["ended_at"] is not None
    assert client_of(an).delete(path).status_code == 404
