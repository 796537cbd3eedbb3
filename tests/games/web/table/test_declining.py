"""What gives a win or a kong away asks once, in its place; nothing else asks, and asking sends nothing."""

import re
from random import Random
from typing import Any

import pytest

from games import commands, queries
from games.club.house_rules import HouseRules
from games.engine.deal import to_move
from games.engine.moves import ClaimKind
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.models import Deal, Player
from tests.support.deals import turns
from tests.support.play_pages import browser, dealt, hidden_fields
from tests.support.table_page import HTMX, address, page_of

pytestmark = pytest.mark.django_db

KONG = "You can make a kong with this card. Do you really want to decline?"
ANY = "Do you really want to decline this card?"
DECLINE = re.compile(r'<details class="ask ask--move" id="([^"]+)">(.*?)</details>', re.S)


def offered(kind: ClaimKind, *people: Player, **options: Any) -> Deal:
    """Return a deal in which the first of them is offered this at most."""
    for seed in range(60):
        deal = dealt(*people, rules=FOURSAC, name=f"Bàn {seed}", **options)
        for state in turns(deal, Random(seed).choice):
            asked = state.phase is Phase.CLAIMS and 0 in to_move(state)
            if asked and min(state.offers[0].kinds, key=list(ClaimKind).index) is kind:
                deal.refresh_from_db()
                return deal
        deal.refresh_from_db()
        assert deal.ended_at is not None
        commands.close_table(by=people[0], table_id=deal.table_id, now=deal.ended_at)
    raise AssertionError("nobody was offered that")


def quick_claims() -> None:
    owner = Player.objects.create_user("owner", is_superuser=True)
    commands.set_house_rules(by=owner, rules=HouseRules(claim_seconds=0), now=owner.date_joined)


def test_declining_a_kong_asks_and_unanswered_that_is_no_answer(an, binh):
    deal = offered(ClaimKind.KONG, an, binh)
    html = page_of(an, deal)
    ((where, box),) = DECLINE.findall(html)
    assert where == f"ask-pass-{deal.pk}-{queries.see_deal(deal, an).view.version}"
    assert f"<p>{KONG}</p>" in box
    # Without scripts too the button that sends it is behind the question alone.
    assert box.count('value="pass"') == html.count('value="pass"') == 1
    assert 'value="pass"' not in box.partition("</summary>")[0]
    if 1 not in to_move(queries.load_state(deal.pk)):
        assert "ask--move" not in page_of(binh, deal)
    # To be asked holds no window, and to say nothing is to be played for by the careful bot.
    until, version = deal.window_until, deal.version
    deal.refresh_from_db()
    assert (deal.window_until, deal.version) == (until, version)
    assert until is not None and commands.close_window(deal_id=deal.pk, now=until)
    assert "the careful bot played for you: You claimed: " in page_of(an, deal)


def test_a_triple_is_declined_by_one_press_where_nobody_sees_how_long_it_takes(an, binh):
    deal = offered(ClaimKind.TRIPLE, an, binh)
    html = page_of(an, deal)
    assert not DECLINE.findall(html)
    answer = browser(an).post(
        address(deal, "move"), {**hidden_fields(html), "move": "pass"}, headers=HTMX
    )
    assert answer.status_code == 200


def test_where_quick_claims_let_a_pause_be_seen_every_decline_asks(an, binh):
    quick_claims()
    deal = offered(ClaimKind.TRIPLE, an, binh)
    (found,) = DECLINE.findall(page_of(an, deal))
    assert f"<p>{ANY}</p>" in found[1]


def test_alone_and_unseen_among_bots_a_triple_is_declined_by_one_press(an):
    quick_claims()
    deal = offered(ClaimKind.TRIPLE, an, spectators=False)
    assert not DECLINE.findall(page_of(an, deal))
