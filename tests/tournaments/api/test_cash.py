"""Money at the door by the API: read and noted by a director, once for each key."""

from uuid import uuid4

import pytest

from tests.support.api_client import get, post_to
from tests.support.tournament_pages import announced, player

pytestmark = pytest.mark.django_db


def test_a_director_notes_payments_and_counts_the_box():
    director, an = player("director", is_director=True), player("an")
    made = announced(director, an, entry_fee=0, door_fee=5)
    base = f"tournaments/{made}/cash/"
    assert get(an, base).status_code == 403
    key = str(uuid4())
    for _ in range(2):
        told = post_to(director, base, {"kind": "fee", "player": an.pk, "idempotency_key": key})
        assert told.status_code == 201
    assert told.json()["expected"] == 5
    assert told.json()["fees"] == [{"player": an.pk, "name": "An", "paid": 5}]
    tea = {"kind": "other", "amount": -2, "words": "Tea", "idempotency_key": str(uuid4())}
    payments = post_to(director, base, tea).json()["payments"]
    assert [(one["number"], one["kind"], one["amount"]) for one in payments] == [
        (2, "other", -2),
        (1, "fee", 5),
    ]
    counted = {"counted": 3, "idempotency_key": str(uuid4())}
    assert post_to(director, f"{base}counts/", counted).json()["expected"] == 3
    back = post_to(director, f"{base}2/taking-back/", {"idempotency_key": str(uuid4())})
    assert (back.status_code, back.json()["expected"]) == (200, 5)
    assert get(director, base).json() == back.json()


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"kind": "fee"}, "player"),
        ({"kind": "prize", "player": 1}, "amount"),
        ({"kind": "other", "amount": 5}, "words"),
        ({"kind": "gift"}, "kind"),
    ],
)
def test_what_a_kind_of_payment_needs_is_asked_for(said, field):
    director = player("director", is_director=True)
    made = announced(director, entry_fee=0, door_fee=5)
    asked = {**said, "idempotency_key": str(uuid4())}
    told = post_to(director, f"tournaments/{made}/cash/", asked)
    assert told.status_code == 422 and field in told.content.decode()
