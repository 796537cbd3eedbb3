"""A guest of a browser: one press from the front page to the cards, for honour alone."""

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.commands import guests
from games.engine.rules import VINAGAMES
from games.engine.shuffle import commit_seed
from games.engine.state import Phase
from games.errors import Refused
from games.ledger.models import Account, Transfer
from games.models import Deal, Player, Table
from tests.support.deals import safe_win_seed, stored_deal
from tests.support.guests import guest_browser, played
from tests.support.play_pages import browser, member, table_with
from tests.support.tables import opened_table
from tournaments import commands as tournaments

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rules", ["vinagames", "4sac"])
def test_one_press_of_a_stranger_deals_the_cards_against_three_bots(rules):
    client, guest = guest_browser(rules=rules)
    deal = Deal.objects.select_related("table").get()
    assert deal.phase != Phase.SEEDS and deal.started_at is not None
    assert (deal.table.chips_per_point, deal.table.rules["key"]) == (0, rules)
    seats = list(deal.seats.order_by("number"))
    assert [seat.player_id for seat in seats] == [guest.pk, None, None, None]
    html = client.get(f"/tables/{deal.table_id}/").content.decode()
    assert f"Guest {guest.pk}" in html
    assert not guest.has_usable_password()


def test_a_seed_that_the_browser_has_drawn_binds_the_guest_and_opens_as_any_other():
    client, _guest = guest_browser(commitment=commit_seed("0123456789abcdef0123456789abcdef"))
    deal = Deal.objects.get()
    assert deal.phase == Phase.REVEAL
    client.post(
        f"/tables/{deal.table_id}/reveal",
        {"deal": deal.pk, "seed": "0123456789abcdef0123456789abcdef"},
    )
    deal.refresh_from_db()
    assert deal.started_at is not None


def test_a_guest_has_the_coach_at_first_until_they_switch_it_off():
    client, _guest = guest_browser()
    address = f"/tables/{Table.objects.get().pk}/"
    page = client.get(address).content.decode()
    assert 'id="ask-coach"' in page
    assert page.split('rank-key">')[1].split("</ul>")[0].count("<li>") == 7
    client.post(f"{address}coach", {"on": "0"})
    assert 'id="ask-coach"' not in client.get(address).content.decode()


def test_pressed_again_it_leads_back_to_the_same_seat():
    client, _guest = guest_browser()
    again = client.post("/play")
    assert again["Location"] == f"/tables/{Table.objects.get().pk}/"
    assert (Player.objects.count(), Table.objects.count(), Deal.objects.count()) == (1, 1, 1)


def test_a_member_plays_now_as_well_and_without_chips():
    an = member("an")
    browser(an).post("/play", {"rules": "4sac"})
    deal = Deal.objects.select_related("table").get()
    assert deal.table.chips_per_point == 0 and deal.started_at is not None
    assert not Transfer.objects.exists()


def test_rules_that_nobody_plays_are_refused_and_leave_no_guest():
    assert Client().post("/play", {"rules": "poker"}).status_code == 422
    assert not Player.objects.exists()
    assert Client().get("/play").status_code == 302


def test_a_guest_leaves_nothing_in_the_ledger_whatever_the_deal_brings():
    guest = guests.new_guest(now=timezone.now())
    deal = played(guest)
    commands.settle(deal_id=deal.pk)
    assert not Transfer.objects.exists()
    assert not Account.objects.filter(code__contains=str(guest.pk)).exists()
    with pytest.raises(Refused) as refused:
        commands.grant_first_chips(player=guest, now=timezone.now())
    assert refused.value.code == "guest.member-only"


def refusals_of_a_guest():
    def sit(guest, an):
        table = table_with(an, chips_per_point=3)
        commands.sit_down(by=guest, table_id=table.pk, seat=1, now=timezone.now())

    def sit_for_honour(guest, an):
        table = table_with(an, chips_per_point=0)
        commands.sit_down(by=guest, table_id=table.pk, seat=1, now=timezone.now())

    def sit_named(guest, an):
        table = table_with(an, chips_per_point=3, admission=Table.Admission.INVITED)
        table.invited.add(guest)
        commands.sit_down(by=guest, table_id=table.pk, seat=1, now=timezone.now())

    def open_for_chips(guest, an):
        opened_table(by=guest, name="Bàn", rules=VINAGAMES, seats=4, now=timezone.now())

    def enter(guest, an):
        tournaments.enter(by=guest, tournament_id=1, now=timezone.now())

    return [sit, sit_for_honour, sit_named, open_for_chips, enter]


@pytest.mark.parametrize("ask", refusals_of_a_guest(), ids=lambda ask: ask.__name__)
def test_no_command_gives_a_guest_what_is_for_members(ask):
    guest, an = guests.new_guest(now=timezone.now()), member("an")
    with pytest.raises(Refused) as refused:
        ask(guest, an)
    assert refused.value.code == "guest.member-only"


def test_a_guest_is_no_member_to_invite_to_look_after_or_to_be_listed():
    _client, guest = guest_browser()
    an, director = member("an"), member("director", is_director=True)
    table = table_with(an, admission=Table.Admission.INVITED)
    said = f"Guest {guest.pk}"
    assert said not in browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    assert said not in browser(an).get("/").content.decode()
    assert browser(an).get(f"/members/{guest.pk}/").status_code == 404
    assert "guest-" not in browser(director).get("/admin/games/player/").content.decode()


def test_programs_are_listed_the_tables_of_guests_no_more_than_the_lobby_does():
    guest_browser()
    an = browser(member("an"))
    table = Table.objects.get()
    assert an.get("/api/v1/tables/").json() == []
    table.invited.add(Player.objects.get(username="an"))
    assert [row["id"] for row in an.get("/api/v1/tables/").json()] == [table.pk]


def test_the_deals_of_guests_fill_no_list_of_the_club():
    guest = guests.new_guest(now=timezone.now())
    deal = played(guest)
    html = browser(member("an")).get("/replays/").content.decode()
    assert f"/replays/{deal.pk}/" not in html


def test_a_guest_looks_back_on_their_own_deals_and_on_no_others():
    guest, an = guests.new_guest(now=timezone.now()), member("an")
    own = played(guest)
    other = stored_deal(VINAGAMES, safe_win_seed(people=1), [an], name="Bàn 2", chips_per_point=0)
    client = browser(guest)
    assert client.get(f"/replays/{own.pk}/").status_code == 200
    refused = client.get(f"/replays/{other.pk}/")
    assert refused.status_code == 302 and "/accounts/login/" in refused["Location"]
