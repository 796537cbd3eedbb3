"""People in files of records: named, masked, and shown as those of another club where they are imported."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.engine.recording.people import line_of_people
from games.engine.rules import VINAGAMES
from games.models import Deal
from tests.support import deals
from tests.support.play_pages import browser
from tests.support.records import exported, nothing_stored, played_elsewhere

pytestmark = pytest.mark.django_db


def lines(*ids, people):
    out = io.StringIO()
    call_command(
        "export_deals", deal=list(ids) or None, people=people, stdout=out, stderr=io.StringIO()
    )
    return [json.loads(line) for line in out.getvalue().splitlines()]


def of_two_people(number):
    """The record of a deal played elsewhere whose first seats were people: no shuffle knows who sat there."""
    record = played_elsewhere(number)
    players = ["player:1", "player:2", *record["players"][2:]]
    first, *rest = record["events"]
    return {**record, "players": players, "events": [{**first, "players": players}, *rest]}


def test_a_named_file_begins_with_who_its_people_are(four):
    deal = deals.stored_deal(VINAGAMES, 9, four[:2])
    names, record = lines(people="named")
    an, binh = (f"player:{player.pk}" for player in four[:2])
    assert names == {"format": "tusac-people/1", "people": {an: "an", binh: "binh"}}
    assert [record] == exported(deal.pk)


def test_a_masked_file_numbers_its_people_and_deals_from_one(four):
    for seed in (9, 10):
        deals.stored_deal(VINAGAMES, seed, four[2:], name=f"Bàn {seed}")
    first, second = lines(people="masked")
    assert (first["deal"], second["deal"]) == ("deal-1", "deal-2")
    assert first["players"][:2] == second["players"][:2] == ["player:1", "player:2"]
    assert first["result"] == exported()[0]["result"]


def test_imported_people_are_not_named_by_our_numbers(four, load):
    load(of_two_people(1))
    imported = Deal.objects.get()
    own = deals.stored_deal(VINAGAMES, 9, four)
    assert [line.get("deal") for line in lines(people="named")] == [None, own.stream]
    with pytest.raises(CommandError, match="came from another club"):
        lines(imported.pk, people="named")


def test_names_that_come_with_a_file_are_shown_as_those_of_another_club(four, load):
    names = line_of_people({"player:1": "Lan <b>", "player:4711": "Nobody"})
    load(names, of_two_people(1))
    deal = Deal.objects.get()
    assert [seat.elsewhere for seat in deal.seats.all()][:2] == ["Lan <b>", ""]
    for page in (f"/replays/{deal.pk}/", "/replays/"):
        html = browser(four[0]).get(page).content.decode()
        assert "Lan &lt;b&gt; from another club" in html
        assert "player 2 from another club" in html
        assert "Lan <b>" not in html


def test_a_name_that_is_none_stores_nothing(load):
    with pytest.raises(CommandError, match="line 1: names: player:1: 1 to 100 characters expected"):
        load(line_of_people({"player:1": "a\nb"}), played_elsewhere(1))
    assert nothing_stored()
