"""The reserve list and bots' seats by the API."""

from uuid import uuid4

import pytest

from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import player
from tournaments.models import Entry, Reserve, RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def test_a_member_stands_on_the_list_and_takes_a_bots_seat_once():
    made = Evening(3, late_until=1)
    late = player("late")
    api = f"/api/v1/tournaments/{made.id}"
    client = browser(late)

    def send(address: str, **said: object) -> int:
        body = {"idempotency_key": str(uuid4()), **said}
        return int(client.post(f"{api}/{address}/", body, "application/json").status_code)

    assert send("reserve", listed=True) == 200
    assert [one["id"] for one in client.get(f"{api}/reserve/").json()] == [late.pk]
    assert send("reserve", listed="maybe") == 422
    assert send("reserve") == 422
    assert client.get("/api/v1/tournaments/999/reserve/").status_code == 404
    key = str(uuid4())
    assert send("own-seat", idempotency_key=key) == 200
    assert send("own-seat", idempotency_key=key) == 200  # sent twice
    assert send("own-seat") == 409
    assert Entry.objects.filter(player=late).count() == 1
    assert not Reserve.objects.exists()
    assert f"player:{late.pk}" in RoundTable.objects.get().occupants
    assert send("reserve", listed=True) == 409
