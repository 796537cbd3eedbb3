"""The switch of a seat that waits to win: in its own bar alone, and a form without scripts (§13.6)."""

import re

import pytest
from django.test import Client

from games import queries
from games.engine.events import PairWaived
from games.engine.moves import Meld
from games.engine.rules import FOURSAC, MIEN_NAM
from games.engine.state import Phase
from games.engine.taking import keeps_king
from games.errors import Refused
from games.models import Deal, Player
from games.presenters.learning.why import why_not
from games.presenters.play.felt_events import ON_FELT, to_viewer
from tests.support.deals import NOW, running_deal, turns
from tests.support.felt import full_table

pytestmark = pytest.mark.django_db
SWITCH = re.compile(
    r'<button class="tool" id="move-pairs" name="on" value="(\w+)"\s+aria-pressed="(\w+)"'
)


@pytest.fixture
def people():
    return [Player.objects.create_user(name) for name in ("an", "binh")]


def waiting(people):
    """A running deal, and the first seat that may turn its switch."""
    for seed in range(40):
        deal = running_deal(MIEN_NAM, seed, people, name=f"Bàn {seed}")
        for _state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
            deal.refresh_from_db()
            for seat, player in enumerate(people):
                if queries.see_deal(deal, player).may_let_pairs_go:
                    return deal, seat
    raise AssertionError("nobody waited")


def test_only_who_waits_has_the_switch_and_a_press_turns_it_and_back(people):
    deal, seat = waiting(people)
    client, other = Client(), Client()
    client.force_login(people[seat])
    other.force_login(people[1 - seat])
    address = f"/tables/{deal.table_id}/"
    theirs = SWITCH.findall(other.get(address).content.decode())
    assert SWITCH.findall(client.get(address).content.decode()) == [("yes", "false")]
    for on, shown in (("yes", ("no", "true")), ("no", ("yes", "false"))):
        version = queries.see_deal(Deal.objects.get(pk=deal.pk), people[seat]).view.version
        answer = client.post(
            f"{address}pairs", {"deal": deal.pk, "expected_version": version, "on": on}
        )
        assert answer.status_code == 303
        assert SWITCH.findall(client.get(address).content.decode()) == [shown]
        assert SWITCH.findall(other.get(address).content.decode()) == theirs


def test_rules_without_it_show_no_switch(people):
    deal = running_deal(FOURSAC, 1, people)
    client = Client()
    client.force_login(people[0])
    assert "move-pairs" not in client.get(f"/tables/{deal.table_id}/").content.decode()


def test_a_pair_let_go_is_told_to_all_with_a_step_of_its_own():
    shown = full_table(MIEN_NAM, 4, due="over").last
    assert shown is not None
    assert ON_FELT[PairWaived].step == "waived"
    assert to_viewer(PairWaived(2), shown) == "Hoa let a pair go (§13.6)."
    assert to_viewer(PairWaived(0), shown) == "You let your pair go (§13.6)."


def test_a_king_that_must_be_taken_asks_for_a_set_and_offers_no_pass(people):
    for seed in range(40):
        deal = running_deal(MIEN_NAM, seed, people, name=f"Bàn {seed}")
        for state in turns(deal, lambda moves: moves[0], clock=lambda: NOW):
            if state.phase is not Phase.TURN or state.turn > 1 or not keeps_king(state):
                continue
            shown = queries.see_deal(Deal.objects.get(pk=deal.pk), people[state.turn])
            assert {type(move) for move in shown.moves} == {Meld}
            whys = why_not(shown)
            assert whys["pass"] == whys["hit"] == Refused("pass.kept-king").sentence
            client = Client()
            client.force_login(people[state.turn])
            page = client.get(f"/tables/{deal.table_id}/").content.decode()
            assert "You drew a king: choose a set to take it with." in page
            assert "the king is taken with the set that scores most" in page
            return
    raise AssertionError("nobody drew a king")
