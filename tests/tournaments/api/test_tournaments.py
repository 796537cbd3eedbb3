"""Tournaments in the API: page by page, with the ids of their deals, which are asked for by tournament."""

from typing import Any

import pytest

from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Table
from tests.support import deals
from tests.support.api_client import get
from tests.support.tournament_pages import announced, count, player, score
from tests.support.tournaments import V1
from tournaments import commands
from tournaments.engine.results import RuledResult

pytestmark = pytest.mark.django_db


def played_for(origin: str, people: list[Player]) -> Deal:
    """Return a finished deal at a table of this origin."""
    deal = deals.stored_deal(
        VINAGAMES, deals.penalty_seed(people=2), people, name=origin or "Bàn 1", chips_per_point=0
    )
    Table.objects.filter(pk=deal.table_id).update(origin=origin)
    return deal


def test_tournaments_are_listed_page_by_page(director):
    made = [announced(director, name=f"Cup {number}") for number in range(5)]
    seen: list[int] = []
    path = "tournaments/?limit=2"
    while path:
        answer = get(director, path)
        seen += [row["id"] for row in answer.json()]
        link = answer.headers.get("Link", "")
        path = link.partition("/api/v1/")[2].partition(">")[0]
    assert seen == made[::-1]


def test_a_tournament_names_its_tables_and_the_deals_that_count(director):
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em")]
    tournament = announced(director, *people, rounds=2)
    commands.start(by=director, tournament_id=tournament, now=deals.NOW)
    score(tournament, table=2)

    def told(query: str = "") -> Any:
        return get(people[0], f"tournaments/{tournament}/{query}").json()

    first, second = told()["tables"]
    assert (first["round"], first["number"], first["starters"], first["deals"]) == (1, 1, [0], [])
    assert second["deals"] == [{"number": 1, "id": 1021}]
    count(tournament, RuledResult(deal_id=1021, net=V1, penalised=None, ruling=5))
    assert told()["tables"][1]["deals"] == [{"number": 1, "id": 1021}]
    score(tournament, table=1)
    assert [table["round"] for table in told()["tables"]] == [1, 1, 2, 2]
    assert [table["round"] for table in told("?round=2")["tables"]] == [2, 2]
    assert told("?round=3")["tables"] == []
    answer = get(people[0], f"tournaments/{tournament}/?round=٢")
    assert (answer.status_code, answer.json()["code"]) == (400, "list.filter")


def test_deals_are_asked_for_by_tournament(director):
    people = [player("an"), player("binh")]
    lobby = played_for("", people)
    ours = [played_for(f"tournament-1/1/{table}", people) for table in (1, 2, 3)]
    other = played_for("tournament-12/1/1", people)

    def ids(query: str) -> list[int]:
        return [deal["id"] for deal in get(director, f"deals/?{query}").json()["results"]]

    assert sorted(ids("tournament=1")) == [deal.pk for deal in ours]
    assert ids("tournament=12") == [other.pk]
    assert ids("tournament=2") == []
    assert set(ids("")) == {lobby.pk, other.pk, *(deal.pk for deal in ours)}
    assert get(people[0], "deals/?tournament=1&mine=1").json()["results"][0]["id"] == ours[-1].pk
    page = get(director, "deals/?tournament=1&limit=2").json()
    assert "tournament=1" in page["next"] and len(page["results"]) == 2
    rest = get(director, page["next"].partition("/api/v1/")[2]).json()
    assert [deal["id"] for deal in rest["results"]] == ids("tournament=1")[2:]


@pytest.mark.parametrize("wrong", ["", "x", "-1", "1.0", "٣", "9" * 30])
def test_a_tournament_that_is_no_number_is_refused_and_not_overlooked(director, wrong):
    answer = get(director, f"deals/?tournament={wrong}")
    assert (answer.status_code, answer.json()["code"]) == (400, "list.filter")
