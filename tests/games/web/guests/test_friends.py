"""Playing with friends: one link, one table; anybody who opens it takes a bot's seat, and the bot comes back."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.commands.people.cards import make_way_back
from games.commands.people.walk_ins import walk_in
from games.commands.table import codes, friends
from games.commands.table.seats import leave_table
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.infrastructure.throttling import LIMITS
from games.models import Deal, LoginCard, Player, SeatWait, Table
from tests.support.deals import play_to_the_end
from tests.support.kept import keep
from tests.support.play_pages import browser, member, table_with
from tusac_site.security.same_member import mark_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def table(an):
    """The table that one press of the lobby opens."""
    answer = browser(an).post("/play/friends")
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/invitations")
    return table


def come(table, **said):
    """A new browser that opens the link and presses the button; and who plays in it."""
    client = Client()
    link = f"/join/?code={table.code}"
    assert client.get(link).status_code == 200 and not client.session.get("_auth_user_id")
    answer = client.post(link, {"code": table.code, **said})
    if answer.status_code != 302:
        return answer, None
    return client, Player.objects.get(pk=int(client.session["_auth_user_id"]))


def key_in(page):
    """The key of the link that a page shows."""
    (key,) = set(re.findall(r"key=([\w-]+)", page))
    return key


def text_of(answer):
    """The words of a page's main part."""
    html = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return unescape(re.sub(r"<[^>]+>", "", html or answer.content.decode()))


def deal_cards(table, *people):
    friends.start_now(by=table.opened_by, table_id=table.pk, now=timezone.now())
    deal = Deal.objects.get(table=table, ended_at=None)
    for one in people:
        commands.get_ready(by=one, deal_id=deal.pk, now=timezone.now())
    deal.refresh_from_db()
    assert deal.started_at is not None
    return deal


def sitting(table):
    return [seat.player for seat in table.seats.order_by("number").select_related("player")]


def test_one_press_opens_a_table_with_a_link_and_a_seat_and_again_leads_back(an, table):
    assert (table.chips_per_point, table.filler, table.admission) == (0, "club", "invited")
    assert sitting(table) == [an, None, None, None]
    page = browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    assert f"/join/?code={table.code}" in page and "<svg" in page
    browser(an).post("/play/friends")
    assert Table.objects.count() == 1


def test_whoever_opens_the_link_sits_at_once_with_a_name_and_is_marked_as_a_guest(an, table):
    client, guest = come(table, name="Tí")
    assert sitting(table) == [an, guest, None, None]
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Tí (guest)" in page
    binh = member("binh")
    browser(binh).post("/join/", {"code": table.code})
    assert sitting(table) == [an, guest, binh, None]


def test_the_same_link_leads_back_to_the_seat_and_gives_no_second_one(an, table):
    client, guest = come(table)
    answer = client.get(f"/join/?code={table.code}")
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/")
    client.post("/join/", {"code": table.code})
    assert sitting(table) == [an, guest, None, None]


def test_when_a_friend_leaves_the_bot_comes_back(an, table):
    client, _guest = come(table)
    client.post(f"/tables/{table.pk}/leave")
    assert sitting(table) == [an, None, None, None]
    deal = deal_cards(table, an)
    assert deal.seats.get(number=1).bot == "club"


def test_who_comes_while_cards_are_dealt_watches_and_sits_before_the_next_deal(an, table):
    deal = deal_cards(table, an)
    client, guest = come(table, name="Tí")
    assert sitting(table) == [an, None, None, None]
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "as soon as this deal is over" in page
    assert client.get(f"/join/?code={table.code}").status_code == 302
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert sitting(table) == [an, guest, None, None]
    assert not SeatWait.objects.exists()
    assert "as soon as this deal is over" not in client.get(f"/tables/{table.pk}/").content.decode()


def test_a_guest_who_rests_by_then_gets_no_seat(an, table):
    deal = deal_cards(table, an)
    _client, guest = come(table)
    guest.is_active = False
    guest.save()
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert sitting(table) == [an, None, None, None]


def test_who_waits_can_stop_waiting_and_who_is_not_invited_any_more_gets_no_seat(an, table):
    deal = deal_cards(table, an)
    client, _guest = come(table)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Stop waiting" in page and client.post(f"/tables/{table.pk}/leave").status_code == 302
    assert not SeatWait.objects.exists()
    binh = member("binh")
    browser(binh).post("/join/", {"code": table.code})
    asked = {"do": "take back", "player": binh.pk}
    browser(an).post(f"/tables/{table.pk}/invitations", asked)
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert sitting(table) == [an, None, None, None] and not SeatWait.objects.exists()


def test_a_guest_who_waits_is_removed_as_well(an, table):
    deal_cards(table, an)
    _client, guest = come(table)
    removed = {"do": "remove", "player": guest.pk}
    browser(an).post(f"/tables/{table.pk}/invitations", removed)
    assert not SeatWait.objects.exists() and not table.invited.filter(pk=guest.pk).exists()


def test_at_a_full_table_one_watches(an, table):
    for _ in range(3):
        come(table)
    client, _guest = come(table)
    assert all(sitting(table))
    assert "The table is full." in client.get(f"/tables/{table.pk}/").content.decode()


@pytest.mark.parametrize("name", ["Cô An", "cô an", "С\u00f4 An", "an", "x" * 41, "a\u202eb"])
def test_a_name_like_a_members_or_none_at_all_is_refused_and_nobody_sits(an, table, name):
    before = Player.objects.count()
    answer, guest = come(table, name=name)
    assert guest is None and 400 <= answer.status_code < 500
    assert Player.objects.count() == before and sitting(table)[1] is None


def test_two_guests_have_no_name_in_common_until_one_is_gone(an, table):
    _client, first = come(table, name="Tí")
    answer, second = come(table, name="tí")
    assert second is None and 'name="code"' in answer.content.decode()
    first.is_active, first.display_name = False, ""
    first.save()
    assert come(table, name="Tí")[1] is not None


def test_nobody_is_seated_unasked_where_chips_are_played(an):
    table = table_with(an, chips_per_point=1)
    codes.make_code(by=an, table_id=table.pk)
    table.refresh_from_db()
    browser(member("binh")).post("/join/", {"code": table.code})
    assert sitting(table)[1] is None
    answer, guest = come(table)
    assert guest is None and answer.status_code == 403


def test_the_host_renews_the_link_and_the_old_one_ends(an, table):
    old = table.code
    browser(an).post(f"/tables/{table.pk}/invitations", {"do": "renew"})
    table.refresh_from_db()
    assert table.code and table.code != old
    assert Client().post("/join/", {"code": old}).status_code == 404
    assert come(table)[1] is not None


def test_the_host_removes_a_guest_between_two_deals_and_the_link_they_know_ends(an, table):
    client, guest = come(table, name="Tí")
    old = table.code
    page = browser(an).get(f"/tables/{table.pk}/invitations").content.decode()
    assert "Remove Tí (guest) from the table" in page
    assert (
        page.count("<bdi>Tí (guest)</bdi>") == 1
    )  # among the guests, not among the invited members too
    removed = {"do": "remove", "player": guest.pk}
    browser(an).post(f"/tables/{table.pk}/invitations", removed)
    table.refresh_from_db()
    assert sitting(table) == [an, None, None, None] and table.code != old
    assert client.post("/join/", {"code": old}).status_code == 404
    assert client.post(f"/tables/{table.pk}/sit", {"seat": 1}).status_code == 403


def test_nobody_is_removed_while_cards_are_dealt_nor_by_a_guest_of_the_table(an, table):
    client, guest = come(table)
    removed = {"do": "remove", "player": guest.pk}
    assert client.post(f"/tables/{table.pk}/invitations", removed).status_code == 403
    deal_cards(table, an, guest)
    page = browser(an).post(f"/tables/{table.pk}/invitations", removed)
    assert page.status_code == 409 and sitting(table)[1] == guest


def test_a_guest_removes_no_member_and_a_member_is_not_removed_as_a_guest(an, table):
    binh = member("binh")
    browser(binh).post("/join/", {"code": table.code})
    with pytest.raises(Refused) as refused:
        friends.remove_guest(by=an, table_id=table.pk, guest=binh, now=timezone.now())
    assert refused.value.code == "seat.none"


def test_a_stranger_opens_a_table_for_friends_as_a_guest():
    client = Client()
    answer = client.post("/play/friends", follow=True)
    table = Table.objects.get()
    assert answer.status_code == 200 and table.opened_by.is_guest
    assert f"/join/?code={table.code}" in answer.content.decode()
    _other, guest = come(table)
    assert sitting(table)[:2] == [table.opened_by, guest]
    assert table.rules["key"] == VINAGAMES.key


def test_a_guests_own_link_works_once_at_the_same_seat_and_ends_the_old_session(an, table):
    client, guest = come(table, name="Tí")
    deal_cards(table, an, guest)  # also while a hand is played
    page = client.post("/play/way-back").content.decode()
    key = key_in(page)
    other = Client()
    shown = other.get(f"/card/?key={key}")
    assert (
        "Continue as Tí (guest)" in shown.content.decode() and "_auth_user_id" not in other.session
    )
    assert "card" not in text_of(shown), "there is no card"
    assert other.post("/card/", {"key": key})["Location"] == f"/tables/{table.pk}/"
    assert 'id="hand"' in other.get(f"/tables/{table.pk}/").content.decode()
    assert 'id="hand"' not in client.get(f"/tables/{table.pk}/").content.decode()
    assert sitting(table)[1] == guest
    third = Client()
    again = third.post("/card/", {"key": key})
    assert again.status_code == 409 and Refused("guest.link").sentence in text_of(again)
    assert "_auth_user_id" not in third.session


def test_the_phone_left_behind_says_so_and_how_to_come_back(an, table):
    client, guest = come(table, name="Tí")
    key = key_in(client.post("/play/way-back").content.decode())
    mark = {"HX-Request": "true", "X-Member": mark_of(guest)}
    told = Refused("guest.elsewhere").sentence
    assert client.get("/turns", headers=mark).status_code != 403, "until the link is used"
    other = Client()
    other.post("/card/", {"key": key})
    look = client.get("/turns", headers=mark)
    assert look.status_code == 403 and told in text_of(look)
    press = client.post(f"/tables/{table.pk}/ready", follow=True)
    assert press.status_code == 403 and told in unescape(press.content.decode())
    page = client.get("/play/way-back", follow=True)
    assert told in text_of(page) and 'name="password"' not in page.content.decode()
    assert 'name="password"' in client.get("/accounts/login/").content.decode()
    stranger = Client().post(f"/tables/{table.pk}/ready").content.decode()
    assert Refused("login.needed").sentence in unescape(stranger)
    back = key_in(other.post("/play/way-back").content.decode())
    client.post("/card/", {"key": back})
    assert "guest_before" not in {name for name, one in client.cookies.items() if one.value}
    assert told in text_of(other.get("/turns", headers=mark))


def test_a_guest_without_a_seat_continues_on_the_front_page(an, table):
    client, guest = come(table)
    leave_table(by=guest, table_id=table.pk, now=timezone.now())
    key = key_in(client.post("/play/way-back").content.decode())
    assert Client().post("/card/", {"key": key})["Location"] == "/"


def test_a_new_link_of_a_guests_own_ends_the_one_before(an, table):
    client, _guest = come(table)
    old, new = (key_in(client.post("/play/way-back").content.decode()) for _ in range(2))
    assert Client().post("/card/", {"key": old}).status_code >= 400
    assert Client().post("/card/", {"key": new}).status_code == 302


def test_neither_a_member_nor_a_stranger_has_such_a_link(an, table):
    assert browser(an).post("/play/way-back")["Location"] == "/"
    for somebody, code in (
        (an, "guest.member-already"),
        (walk_in(name="Tí", now=timezone.now()), "guest.card"),
    ):
        with pytest.raises(Refused) as refused:
            make_way_back(by=somebody, now=timezone.now())
        assert refused.value.code == code
    assert Client().post("/play/way-back").status_code == 302
    assert not LoginCard.objects.exists()


def test_the_host_changes_the_bots_at_once_before_the_cards_and_else_for_the_next_deal(an, table):
    asked = f"/tables/{table.pk}/invitations"
    friends.start_now(by=an, table_id=table.pk, now=timezone.now())
    prepared = Deal.objects.get(table=table, ended_at=None)
    browser(an).post(asked, {"do": "bots", "bot": "careful"})
    deal = Deal.objects.get(table=table, ended_at=None)
    assert deal.pk != prepared.pk and deal.seats.get(number=1).bot == "careful"
    deal_cards(table, an)
    browser(an).post(asked, {"do": "bots", "bot": "master"})
    assert deal.seats.get(number=1).bot == "careful"
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert Deal.objects.get(table=table, ended_at=None).seats.get(number=1).bot == "master"


@pytest.mark.parametrize("bot", ["", "nobody", "greedy"])
def test_no_other_bots_than_those_on_offer_and_by_nobody_but_the_host(an, table, bot):
    asked = f"/tables/{table.pk}/invitations"
    assert browser(an).post(asked, {"do": "bots", "bot": bot}).status_code >= 400
    assert browser(member("binh")).post(asked, {"do": "bots", "bot": "master"}).status_code == 403
    table.refresh_from_db()
    assert table.filler == "club"


def test_whose_invitation_is_taken_back_while_they_wait_gets_no_seat(an, table):
    deal = deal_cards(table, an)
    binh = member("binh")
    browser(binh).post("/join/", {"code": table.code})
    assert SeatWait.objects.get().player == binh
    asked = {"do": "take back", "player": str(binh.pk)}
    assert browser(an).post(f"/tables/{table.pk}/invitations", asked).status_code == 303
    assert not SeatWait.objects.exists()
    SeatWait.objects.create(table=table, player=binh, since=timezone.now())  # came back beside it
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert sitting(table) == [an, None, None, None] and not SeatWait.objects.exists()


def test_the_host_removes_a_guest_who_sits_there_alone_and_the_table_ends(an, table):
    _client, guest = come(table)
    browser(an).post(f"/tables/{table.pk}/leave")
    asked = {"do": "remove", "player": str(guest.pk)}
    assert browser(an).post(f"/tables/{table.pk}/invitations", asked).status_code == 303
    assert not table.seats.filter(player=guest).exists()
    table.refresh_from_db()
    assert table.closed_at is not None


def test_a_guest_who_sits_and_waits_is_removed_from_both(an, table):
    _client, guest = come(table)
    SeatWait.objects.create(table=table, player=guest, since=timezone.now())
    friends.remove_guest(by=an, table_id=table.pk, guest=guest, now=timezone.now())
    assert sitting(table) == [an, None, None, None] and not SeatWait.objects.exists()


def test_one_address_makes_no_more_guests_with_friends_than_among_bots(settings):
    settings.TUSAC_LIMITS = True
    most = LIMITS["plays"].most
    answers = [Client().post("/play/friends").status_code for _ in range(most + 1)]
    assert answers == [302] * most + [429]
    assert Player.objects.count() == most


def test_a_stranger_reads_no_scores_of_a_closed_table_that_the_house_keeps(an, table):
    play_to_the_end(deal_cards(table, an), now=timezone.now())
    page = f"/tables/{table.pk}/scores"
    keep(tables=1)
    assert Client().get(page).status_code == 200  # anyone watching an open table sees as much
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now())
    assert Client().get(page).status_code == 404
    assert browser(an).get(page).status_code == browser(member("binh")).get(page).status_code == 200
