"""A token for one tournament opens what belongs to that one, and nothing else."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.commands.people import tokens
from games.models import ApiToken, Player
from tests.support.evening import Evening
from tests.support.play_pages import browser, member
from tests.support.refused import refused
from tests.support.tournament_pages import friday, player
from tournaments.models import RoundTable

pytestmark = pytest.mark.django_db

ALL = tuple(ApiToken.Scope)


def program_of(director: Player, tournament: int) -> Client:
    key = tokens.issue(director, now=timezone.now(), scopes=ALL, tournament=tournament)
    return Client(headers={"authorization": f"Token {key}"})


def answered(client: Client, where: str) -> tuple[int, Any]:
    answer = client.get(f"/api/v1/{where}")
    return answer.status_code, answer.json()


def test_it_opens_its_own_tournament_with_its_tables_and_deals_and_nothing_else():
    evening = Evening(4)
    evening.follow()
    other = friday(evening.director)
    table = RoundTable.objects.filter(tournament=evening.id)[0].games_table_id
    here = program_of(evening.director, evening.id)
    for where in (
        f"tournaments/{evening.id}/",
        f"tournaments/{evening.id}/log/",
        f"tables/{table}/",
    ):
        assert answered(here, where)[0] == 200, where
    there = program_of(evening.director, other.pk)
    assert answered(there, f"tournaments/{other.pk}/")[0] == 200
    elsewhere = (
        *(f"tournaments/{evening.id}/", f"tables/{table}/", "tables/999/", "deals/999/"),
        *("tournaments/", "tables/", "account/", "notices/", f"tournaments/{other.pk}9/"),
    )
    for where in elsewhere:
        status, said = answered(there, where)
        assert (status, said["code"]) == (403, "token.tournament"), where
    announced = there.post("/api/v1/tournaments/", {}, content_type="application/json")
    assert (announced.status_code, announced.json()["code"]) == (403, "token.tournament")


def test_it_hides_nobodys_phrases_since_they_would_be_hidden_at_every_table():
    evening = Evening(4)
    evening.follow()
    table = RoundTable.objects.filter(tournament=evening.id)[0].games_table_id
    asked = program_of(evening.director, evening.id).post(
        f"/api/v1/tables/{table}/mute/",
        {"seat": None, "muted": True},
        content_type="application/json",
    )
    assert (asked.status_code, asked.json()["code"]) == (403, "token.tournament")
    evening.director.refresh_from_db()
    assert evening.director.muted == []


def test_a_director_makes_one_on_the_page_which_names_the_tournament():
    director = player("director", is_director=True)
    row = friday(director)
    here = browser(director)
    form = {"name": "scores", "scopes": ["direct"], "days": "7", "tournament": row.pk}
    assert here.post("/account/tokens/", form).status_code == 200
    assert director.api_tokens.get().tournament == row.pk
    assert f'/tournaments/{row.pk}/"' in here.get("/account/tokens/").content.decode()
    assert here.post("/account/tokens/", {**form, "tournament": row.pk + 1}).status_code == 422


def test_a_program_that_logs_in_asks_for_one_and_a_number_that_is_none_is_refused():
    director = member("director", is_director=True)
    row = friday(director)
    asked = {"username": "director", "password": "not a secret", "tournament": row.pk}
    ask = Client().post("/api/v1/token/", asked, content_type="application/json")
    assert ask.status_code == 200 and director.api_tokens.get().tournament == row.pk
    with refused("token.no-tournament"):
        tokens.issue(director, now=timezone.now(), tournament=row.pk + 1)
