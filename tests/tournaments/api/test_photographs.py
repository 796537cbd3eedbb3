"""Photographs of results with real cards by the API: who adds, reads and removes one, and what is refused."""

from hashlib import sha256
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from games.commands.people import tokens
from tests.support.api_client import client_of, get, post_to
from tests.support.cardboard import Table
from tests.support.photographs import photograph, with_a_place
from tests.support.tournament_pages import player
from tournaments.models import Photograph

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    made = Table(player("director", is_director=True))
    made.enter(made.seats[1])
    return made


def there(table: Table, more: str = "") -> str:
    place = f"tournaments/{table.id}/rounds/1/tables/1/results/{table.score().deal_id}"
    return f"{place}/photographs/{more}"


def send(table: Table, by, content: bytes | None, **more):
    form = {"idempotency_key": str(uuid4()), **more}
    if content is not None:
        form["photograph"] = SimpleUploadedFile("IMG_0001.exe", content)
    return client_of(by).post(f"/api/v1/{there(table)}", form, format="multipart")


def test_a_seat_adds_one_which_every_member_reads_without_where_it_was_taken(table):
    answer = send(table, table.seats[2], with_a_place((2400, 1200)))
    assert answer.status_code == 200
    (one,) = get(player("guest"), there(table)).json()
    assert answer.json() == [one]
    assert {key: one[key] for key in ("number", "seat", "width", "height")} == {
        "number": 1,
        "seat": 2,
        "width": 800,
        "height": 1600,
    }
    assert table.score().paper.photographs[0].sha256 == one["sha256"]
    for wanted in ("*/*", "image/avif,image/*", "application/json"):
        client = client_of(table.seats[0])
        picture = client.get(f"/api/v1/{there(table, '1/')}", HTTP_ACCEPT=wanted)
        assert (picture.status_code, picture["Content-Type"]) == (200, "image/jpeg")
        assert sha256(picture.content).hexdigest() == one["sha256"]
        assert b"Telephone" not in picture.content
        assert picture["X-Content-Type-Options"] == "nosniff"


def test_the_page_and_the_api_add_the_same_one_once(table):
    key = str(uuid4())
    for _ in range(2):
        assert send(table, table.seats[0], photograph(), idempotency_key=key).status_code == 200
    again = send(table, table.seats[1], photograph())
    assert (again.status_code, again.json()["code"]) == (409, "tournament.photograph-same")
    assert Photograph.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (None, 422, "tournament.photograph-none"),
        (b"", 422, "tournament.photograph-none"),
        (b"<svg onload='alert(1)'/>", 422, "tournament.photograph-unreadable"),
        (photograph()[:300], 422, "tournament.photograph-unreadable"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 40, 422, "tournament.photograph-heic"),
        (photograph("PNG", (6000, 5000)), 422, "tournament.photograph-fine"),
        (photograph("PNG", (1, 26_000)), 422, "tournament.photograph-long"),
        (b"\xff\xd8\xff" + b"\0" * (10 * 2**20), 413, "tournament.photograph-large"),
    ],
)
def test_what_is_no_photograph_is_refused_as_on_the_page(table, content, status, code):
    version = table.state.version
    answer = send(table, table.seats[0], content)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert table.state.version == version and not Photograph.objects.exists()


def test_a_form_that_is_none_is_refused_with_a_sentence(table):
    address = f"/api/v1/{there(table)}"
    client = client_of(table.seats[0])
    many = {f"photograph{number}": SimpleUploadedFile("a", b"a") for number in range(120)}
    form = {"idempotency_key": str(uuid4())}
    for answer, statuses in (
        (client.post(address, {**form, **many}, format="multipart"), (400,)),
        (client.post(address, {**form, "photograph": "a.jpg"}, format="multipart"), (422,)),
        (client.post(address, {"photograph": "a"}, format="multipart"), (422,)),
        (client.post(address, form, format="json"), (422,)),
        (client.generic("POST", address, b"--x", "multipart/form-data; boundary=x"), (400, 422)),
        (client.generic("POST", address, b"x", "multipart/form-data"), (400,)),
        (client.generic("POST", address, photograph(), "image/jpeg"), (415,)),
    ):
        assert answer.status_code in statuses, answer.content
        assert answer.json()["detail"]
    assert not Photograph.objects.exists()


def test_who_did_not_sit_there_adds_none_and_a_director_needs_the_scope_for_it(table):
    refused = send(table, player("guest"), photograph())
    assert (refused.status_code, refused.json()["code"]) == (403, "tournament.not-at-table")
    form = {"idempotency_key": str(uuid4())}

    def by_token(who, *scopes):
        key = tokens.issue(who, now=timezone.now(), scopes=list(scopes))
        client = Client(headers={"authorization": f"Token {key}"})
        file = SimpleUploadedFile("a.jpg", photograph())
        return client.post(f"/api/v1/{there(table)}", {**form, "photograph": file})

    answer = by_token(table.director, "read", "play")
    assert (answer.status_code, answer.json()["code"]) == (403, "token.scope")
    assert by_token(table.seats[0], "read").status_code == 403
    assert not Photograph.objects.exists()
    assert by_token(table.seats[0], "play").status_code == 200
    other = there(table).replace("/tables/1/", "/tables/2/")
    assert get(table.seats[0], other).status_code == 404
    assert get(None, there(table)).status_code == 401
    assert get(None, there(table, "1/")).status_code == 401


def test_a_director_removes_one_for_good_and_its_digest_stays(table):
    send(table, table.seats[0], photograph())
    removal = there(table, "1/removal/")
    body = {"reason": "A face is in it.", "idempotency_key": str(uuid4())}
    assert post_to(table.seats[0], removal, body).status_code == 403
    assert post_to(table.director, removal, {**body, "reason": " "}).status_code == 422
    elsewhere = removal.replace("/tables/1/", "/tables/2/")
    assert post_to(table.director, elsewhere, body).status_code == 404
    assert Photograph.objects.exists()
    for _ in range(2):
        answer = post_to(table.director, removal, body)
        assert (answer.status_code, answer.json()) == (200, [])
    again = post_to(table.director, removal, {**body, "idempotency_key": str(uuid4())})
    assert (again.status_code, again.json()["code"]) == (404, "tournament.photograph-gone")
    assert get(table.seats[0], there(table, "1/")).status_code == 404
    assert len(table.score().paper.photographs[0].sha256) == 64
