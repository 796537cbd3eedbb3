"""The pace of bots on pages and in the API: the host's form between deals, one's own among the preferences."""

import json
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.commands.people import tokens
from games.models import Table
from tests.support.play_pages import browser, dealt, table_with

pytestmark = pytest.mark.django_db


def shown(player, table):
    return browser(player).get(reverse("table", args=[table.pk])).content.decode()


def test_the_host_has_the_form_between_deals_and_the_others_read_the_pace(an, binh):
    table = table_with(an, binh, pace="slow")
    assert 'id="choose-pace"' in shown(an, table)
    assert '<option value="slow" selected>slow</option>' in shown(an, table)
    assert 'id="choose-pace"' not in shown(binh, table)
    assert "Bot speed: slow." in shown(binh, table)
    answer = browser(an).post(reverse("pace", args=[table.pk]), {"pace": "quick"})
    assert answer.status_code == 303
    assert "Bot speed: quick." in shown(binh, table)
    refused = browser(binh).post(reverse("pace", args=[table.pk]), {"pace": "slow"})
    assert refused.status_code == 403
    assert Table.objects.get().pace == "quick"


def test_during_a_deal_the_host_reads_it_like_the_others(an, binh):
    table = dealt(an, binh).table
    page = shown(an, table)
    assert 'id="choose-pace"' not in page
    assert "Bot speed: normal." in page


def test_alone_with_bots_it_is_chosen_among_the_preferences(an):
    table = table_with(an)
    page = shown(an, table)
    assert 'id="choose-pace"' not in page
    assert "Bot speed:" not in page
    assert 'name="pace" value="normal" checked' in page
    assert "Animation speed" in page
    assert "Speed of what moves" not in page


def test_a_table_is_opened_with_a_pace(an):
    form = browser(an).get(reverse("open-table")).content.decode()
    assert 'name="pace"' in form
    key = form.partition('name="idempotency_key" value="')[2][:36]
    read = {
        "name": "Bàn", "rules": "vinagames", "seats": "4", "filler": "club", "seconds_per_move": "30",
        "chips_per_point": "0", "admission": "open", "pace": "slow", "idempotency_key": key,
    }  # fmt: skip
    assert browser(an).post(reverse("open-table"), read).status_code == 302
    assert Table.objects.get().pace == "slow"


def test_the_api_opens_shows_and_changes_it(an, binh):
    key = tokens.issue(an, scopes=("read", "play", "direct"), now=timezone.now())
    api: dict[str, Any] = {"HTTP_AUTHORIZATION": f"Token {key}", "content_type": "application/json"}
    client = browser()
    opened = client.post(
        "/api/v1/tables/", json.dumps({"name": "Bàn", "chips_per_point": 0, "pace": "quick"}), **api
    )
    assert (opened.status_code, opened.json()["pace"]) == (201, "quick")
    at = f"/api/v1/tables/{opened.json()['id']}/pace/"
    assert client.post(at, json.dumps({"pace": "slow"}), **api).json()["pace"] == "slow"
    assert client.post(at, json.dumps({"pace": "hasty"}), **api).status_code == 422
    table_with(an, name="Bàn 2")
    own = f"/api/v1/tables/{Table.objects.get(name='Bàn 2').pk}/pace/"
    assert client.post(own, json.dumps({"pace": "quick"}), **api).json()["pace"] == "normal"
    an.refresh_from_db()
    assert an.preferences == {"pace": "quick"}
