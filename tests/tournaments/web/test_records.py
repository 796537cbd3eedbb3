"""The records of a tournament as one file: every deal that is over, right as it is, its people named or masked."""

import io
import json

import pytest
from django.test import Client

from games.engine.recording.verification import checked_records
from games.models import Deal, Player
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening():
    """Six members and two bots, two tables of two deals, all over."""
    evening = Evening(6, rounds=1)
    evening.play_all()
    return evening


def saved(tournament, people, client=None):
    client = client or browser(player("looker"))
    answer = client.get(f"/tournaments/{tournament}/records-{people}.jsonl")
    assert answer.status_code == 200
    assert f'filename="tournament-{tournament}-{people}.jsonl"' in answer["Content-Disposition"]
    return answer.getvalue()


def test_a_named_file_holds_every_deal_and_says_who_its_people_are(evening):
    named = saved(evening.id, "named")
    checked = list(checked_records(io.BytesIO(named)))
    assert [one.fault for one in checked] == [""] * 4
    names, *records = map(json.loads, named.splitlines())
    assert {record["deal"] for record in records} == {
        deal.stream for deal in Deal.objects.filter(cancelled=False)
    }
    members = Player.objects.filter(deal_seats__isnull=False).distinct()
    assert names["people"] == {f"player:{one.pk}": str(one) for one in members}


def test_a_masked_file_has_the_same_results_and_nobody_in_it(evening):
    masked = saved(evening.id, "masked")
    assert [one.fault for one in checked_records(io.BytesIO(masked))] == [""] * 4
    records = [json.loads(line) for line in masked.splitlines()]
    named = [
        json.loads(line)
        for line in saved(evening.id, "named", browser(player("other"))).splitlines()[1:]
    ]
    assert [one["result"] for one in records] == [one["result"] for one in named]
    people = {who for one in records for who in one["players"] if who.startswith("player:")}
    assert people == {f"player:{number}" for number in range(1, 7)}


def test_the_page_offers_them_to_members_and_strangers_log_in_first(evening):
    address = f"/tournaments/{evening.id}/"
    assert "records-masked.jsonl" in browser(player("looker")).get(address).content.decode()
    assert "records-masked.jsonl" not in Client().get(address).content.decode()
    assert Client().get(f"{address}records-named.jsonl").status_code == 302


def test_before_a_deal_is_over_there_is_no_file():
    director = player("director", is_director=True)
    tournament = announced(director)
    answer = browser(director).get(f"/tournaments/{tournament}/records-named.jsonl")
    assert answer.status_code == 404
    assert "No deal of this tournament can be downloaded yet." in answer.content.decode()


def test_a_deal_that_is_still_played_or_sealed_is_left_out(evening):
    running, sealed = Deal.objects.order_by("pk")[:2]
    Deal.objects.filter(pk=running.pk).update(ended_at=None)
    Deal.objects.filter(pk=sealed.pk).update(sealed=True)
    named = saved(evening.id, "named").decode()
    assert f'"{running.stream}"' not in named
    assert f'"{sealed.stream}"' not in named
    assert len(named.splitlines()) == 1 + 2
