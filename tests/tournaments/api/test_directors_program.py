"""A director's program makes, runs and closes a tournament by the API alone, with a token for that tournament."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.commands.people import tokens
from games.models import ApiToken, Player
from tests.support.tournament_pages import player
from tournaments.commands import club_tables

pytestmark = pytest.mark.django_db

TERMS = {
    "name": "Friday",
    "rules": "vinagames",
    "rounds": 2,
    "deals_per_round": 1,
    "seconds_per_move": 60,
    "filler": "bot:club",
    "entry_fee": 0,
    "prize_shares": [100],
    "cardboard": True,
    "description": "Bring tea.",
}
GUESTS = ("Cô Bảy", "Anh Tư", "Chị Ba", "Bác Năm")

Send = Callable[..., Any]


def program_of(director: Player, tournament: int | None = None) -> Send:
    """Return how a program with a token of the director's sends, and reads what is answered."""
    key = tokens.issue(
        director,
        now=timezone.now(),
        scopes=[ApiToken.Scope.READ, ApiToken.Scope.DIRECT],
        tournament=tournament,
    )
    client = Client(headers={"authorization": f"Token {key}"})

    def send(where: str, **said: Any) -> Any:
        body = {"idempotency_key": str(uuid4()), **said}
        answer = client.post(f"/api/v1/tournaments/{where}", body, content_type="application/json")
        assert answer.status_code == (200 if where else 201), answer.content
        return answer.json()

    return send


def read(where: str) -> Any:
    """What a stranger reads."""
    answer = Client().get(f"/api/v1/tournaments/{where}")
    assert answer.status_code == 200
    return answer.json()


def test_it_makes_runs_and_closes_a_tournament_of_guests_with_real_cards():
    director = player("director", is_director=True)
    made = program_of(director)("", **TERMS)
    assert (made["status"], made["odd"], made["description"]) == ("open", "by-cards", "Bring tea.")
    here = made["id"]
    send = program_of(director, here)
    for name in (*GUESTS, "Chú Sáu"):
        send(f"{here}/guests/", name=name)
    entered = {one["name"].split(" (")[0]: one["id"] for one in read(f"{here}/entries/")}
    assert set(entered) == {*GUESTS, "Chú Sáu"}
    send(f"{here}/entries/{entered['Chú Sáu']}/remove/", reason="Went home.")
    send(f"{here}/corrections/terms/", settings={"name": "Saturday"}, reason="It rained.")
    send(f"{here}/describe/", description="No tea.", starts_at=None)
    send(f"{here}/start/", wait=0)
    for number in (1, 2):
        club_tables.set_tables(timezone.now)  # as the workers do
        (table,) = [one for one in read(f"{here}/")["tables"] if one["round"] == number]
        sheet = {"table": table["number"], "deal": 1, "winner": None}
        send(f"{here}/rounds/{number}/sheets/", deals=[sheet])
    first = entered["Cô Bảy"]
    done = send(f"{here}/corrections/points/", player=first, points=7, reason="The best hat.")
    assert done["waits"] == ""
    send(f"{here}/close/")
    shown = read(f"{here}/")
    assert (shown["status"], shown["name"], shown["rounds_closed"]) == ("closed", "Saturday", 2)
    lines = read(f"{here}/standings/")
    points = {one["participant"]: one["points"] for one in lines}
    assert points == {f"player:{entered[name]}": 7 * (name == "Cô Bảy") for name in GUESTS}
    # A guest's number is no secret: the pages for strangers lead to a guest's line by it.
    page = Client().get(f"/tournaments/{here}/").content.decode()
    assert f'href="/tournaments/{here}/standings/{first}"' in page
    assert read(f"{here}/standings/{first}/")["player"] == first
    deals = read(f"{here}/results/")
    assert [(one["round"], one["deal"], one["south_net"]) for one in deals] == [
        (1, 1, 0),
        (2, 1, 0),
    ]
    assert {one["event"] for one in read(f"{here}/log/")} >= {
        *("tournament.created", "tournament.started", "tournament.closed")
    }
