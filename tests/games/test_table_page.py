"""The table page: what it shows to whom, what it offers, and what it refuses in plain sentences."""

import pytest
from django.utils import timezone

from games import commands, queries
from tests.games.play_pages import (
    browser,
    form_of_first_move,
    member,
    table_with,
)

pytestmark = pytest.mark.django_db


def test_a_whole_deal_is_played_by_posting_forms_alone():
    an = member("an")
    table = table_with(an)
    client = browser(an)
    address = f"/tables/{table.pk}/"
    html = client.get(address).content.decode()
    assert "I am ready" in html
    deal = table.deals.get(ended_at=None)
    client.post(address + "ready", {"deal": deal.pk, "seed": ""})
    for _ in range(200):
        commands.play_bots(deal_id=deal.pk, clock=timezone.now)
        html = client.get(address).content.decode()
        form = form_of_first_move(html)
        if form is None:
            break
        answer = client.post(address + "move", form)
        assert (answer.status_code, answer["Location"]) == (303, address)
    deal.refresh_from_db()
    assert deal.ended_at is not None
    html = client.get(address).content.decode()
    assert "Payout" in html
    assert queries.load_state(deal.pk).ending.secret in html
