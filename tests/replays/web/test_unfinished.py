"""A deal that is still played, or was called off, has no replay: no page shows a card of it."""

import re

import pytest
from django.urls import reverse

from games import commands, queries
from games.engine.cards import CARD_NAMES
from games.engine.hands.hand import cards_of
from games.engine.rules import FOURSAC, VINAGAMES
from games.models import Deal
from tests.support.deals import NOW, prepared_deal, running_deal, secret_in
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


def private_cards(deal: Deal) -> set[str]:
    """Return every card that somebody holds or that lies in the stock, in notation."""
    state = queries.load_state(deal.pk)
    held = {card for block in state.blocks for card in cards_of(block)}
    return {CARD_NAMES[card] for card in held | set(state.setup.stock[state.drawn :])}


def test_no_card_of_a_running_deal_is_in_any_replay_record_or_admin_page(
    four, stranger, referee, director
):
    director.is_superuser = True
    director.save()
    for rules in (VINAGAMES, FOURSAC):
        deal = running_deal(rules, 1, four, moves=6)
        secret = secret_in(deal)
        hidden = private_cards(deal)
        addresses = [
            reverse("replay", args=[deal.pk]),
            *(
                f"{reverse('replay', args=[deal.pk])}?at={at}"
                for at in (0, deal.version // 2, deal.version, deal.version + 1)
            ),
            reverse("replay-record", args=[deal.pk]),
            reverse("replays"),
            reverse("admin:index"),
            reverse("desk"),
        ]
        for viewer in (None, *four, stranger, referee, director):
            client = browser(viewer)
            for address in addresses:
                for headers in ({}, {"HX-Request": "true"}):
                    answer = client.get(address, headers=headers)
                    html = answer.content.decode().replace("My ", "")  # "My account" is no card
                    assert "card--" not in html, address
                    assert secret not in html, address
                    assert not hidden & set(re.findall(r"\b[KGMRCNP][rygw]\b", html)), address
                    of_a_replay = address.startswith("/replays/") and address != "/replays/"
                    if of_a_replay and "HX-Redirect" not in answer:
                        assert answer.status_code == (302 if viewer is None else 409)


def test_a_running_deal_answers_with_a_plain_sentence(four):
    deal = running_deal(VINAGAMES, 1, four, moves=3)
    answer = browser(four[0]).get(reverse("replay", args=[deal.pk]))
    assert answer.status_code == 409
    assert "still being played" in answer.content.decode()
    prepared = prepared_deal(VINAGAMES, 2, four, name="Bàn 2")
    assert browser(four[0]).get(reverse("replay", args=[prepared.pk])).status_code == 409


def test_of_a_deal_that_was_called_off_members_see_what_was_published_and_no_replay(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    commands.leave_table(by=four[0], table_id=deal.table_id, now=NOW)
    here, record = (reverse(name, args=[deal.pk]) for name in ("replay", "replay-record"))
    html = browser(four[1]).get(here).content.decode()
    assert "was called off: a player left" in html and 'id="verify"' not in html
    assert queries.load_state(deal.pk).setup.commitment in html
    assert f'href="{record}"' in html
    assert "deal.cancelled" in browser(four[1]).get(record).content.decode()
    assert browser(four[1]).post(f"{here}dispute/", {}).status_code == 404
    assert browser(None).get(here).status_code == 302
    assert f"deal/{deal.pk}" not in browser(four[1]).get(reverse("replays")).content.decode()
