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


def test_a_director_gives_a_seat_to_a_substitute_the_bot_and_its_owner_again():
    made = Evening(4)
    reserve, client = player("reserve"), browser(made.director)
    api = f"/api/v1/tournaments/{made.id}/seats/"
    told = {"idempotency_key": str(uuid4()), "listed": True}
    browser(reserve).post(f"/api/v1/tournaments/{made.id}/reserve/", told, "application/json")
    seat = client.get(api).json()[0]
    assert seat["owner"] == seat["holder"] and len(client.get(api).json()) == 4

    def give(**said: object) -> tuple[int, str]:
        body = {
            "idempotency_key": str(uuid4()), "table": seat["table"], "seat": seat["seat"],
            "span": "round", "reason": "Ill.", **said,
        }  # fmt: skip
        answer = client.post(api, body, "application/json")
        read = answer.json()
        return answer.status_code, read[0]["holder"] if answer.status_code == 200 else read["code"]

    key = str(uuid4())
    for _twice in range(2):
        given = give(to="substitute", player=reserve.pk, holder=seat["owner"], idempotency_key=key)
        assert given == (200, f"player:{reserve.pk}")
    assert give(to="bot", holder=seat["owner"]) == (409, "tournament.stale")
    assert give(to="bot") == (200, "bot:careful")
    assert give(to="owner") == (200, seat["owner"])
    assert give(to="substitute")[1] == "tournament.substitute-unnamed"
    assert give(to="bot", player=reserve.pk)[1] == "tournament.substitute-unnamed"
    unlisted = player("unlisted").pk
    assert give(to="substitute", player=unlisted)[1] == "tournament.substitute-unlisted"
    assert give(to="substitute", player=made.director.pk)[1] == "tournament.directs"
    assert give(to="owner", table=9)[1] == "tournament.seat-of-bot"
    assert give(to="nobody")[0] == 422 and give(seat=4, to="bot")[0] == 422
    client = browser(made.people[0])
    assert give(to="bot") == (403, "tournament.not-director")
