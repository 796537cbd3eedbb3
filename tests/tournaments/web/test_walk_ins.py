"""Guests without an account: entered by their bare names, they play, win, and become members with what they won."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.commands.people.guests import invite_to_club, tidy_guests
from games.commands.people.walk_ins import walk_in
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import DealSeat, LoginCard, Player, Seat
from tests.support.api_client import post_to
from tests.support.cardboard import V4
from tests.support.play_pages import browser
from tests.support.refused import refused, refused_page
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log
from tournaments.commands import club_tables
from tournaments.models import Entry, RoundTable, Standing
from tournaments.queries.entry_lists import played_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def enters(director: Player, tournament: int, name: str) -> Player:
    commands.enter_guests(by=director, tournament_id=tournament, names=[name], now=timezone.now())
    return Player.objects.get(is_guest=True, display_name=name)


def evening(director: Player) -> tuple[int, Player]:
    """Return a started evening with real cards at its table, and the guest who plays there with three members."""
    people = [player(name) for name in ("an", "binh", "chi")]
    tournament = announced(director, *people, entry_fee=20, club_pays=True)
    guest = enters(director, tournament, "Cô Bảy")
    commands.mark_tables(
        by=director, tournament_id=tournament, table=None, cardboard=True, now=timezone.now()
    )
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    club_tables.set_tables(timezone.now)
    return tournament, guest


def test_a_director_enters_a_guest_by_the_name_alone(director):
    tournament = announced(director, player("an"), entry_fee=0)
    page = f"/tournaments/{tournament}/entries/"
    form = {"name": " Cô  Bảy ", "idempotency_key": str(uuid4())}
    for _press in range(2):
        assert browser(director).post(page, form).status_code == 303
    entry = Entry.objects.get(tournament=tournament, player__is_guest=True)
    assert entry.player.display_name == "Cô Bảy" and not entry.player.has_usable_password()
    assert "Cô Bảy (guest)" in browser(director).get(page).content.decode()


def test_the_same_name_on_another_evening_is_the_same_guest(director):
    first, second = (announced(director, entry_fee=0, name=name) for name in ("One", "Two"))
    assert enters(director, first, "Cô Bảy") == enters(director, second, "cô bảy".title())
    assert Player.objects.filter(is_guest=True).count() == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [("An", "name.twin"), ("  ", "guest.name"), ("B" * 41, "guest.name"), ("Bа", "name.letters")],
)
def test_a_name_that_is_none_or_a_members_is_refused(director, name, code):
    tournament = announced(director, player("an"), entry_fee=0)
    with refused(code):
        commands.enter_guests(
            by=director, tournament_id=tournament, names=[name], now=timezone.now()
        )


def test_who_has_no_chips_pays_no_fee_and_nobody_but_a_director_enters_a_guest(director):
    member = player("an")
    tournament = announced(director, member)
    with refused("tournament.guest-fee"):
        enters(director, tournament, "Cô Bảy")
    with refused("tournament.not-director"):
        enters(member, tournament, "Cô Bảy")
    form = {"name": "Cô Bảy", "idempotency_key": str(uuid4())}
    page = f"/tournaments/{tournament}/entries/"
    refused_page(browser(director), "tournament.guest-fee", "post", page, data=form)
    assert 'name="name"' not in browser(director).get(page).content.decode()


def test_a_program_of_a_director_enters_a_guest(director):
    tournament = announced(director, entry_fee=0)
    asked = {"name": "Cô Bảy", "idempotency_key": str(uuid4())}
    answer = post_to(director, f"tournaments/{tournament}/guests/", asked)
    assert (answer.status_code, Entry.objects.get().player.display_name) == (200, "Cô Bảy")


def test_a_guest_plays_with_real_cards_wins_and_becomes_a_member_with_the_prize(director, client):
    tournament, guest = evening(director)
    [table] = queries.current(tournament).state.rounds[0].tables
    seats = [int(label.removeprefix("player:")) for label in table.seats]
    told: dict[str, Any] = {"tournament_id": tournament, "now": timezone.now()}
    member = Player.objects.get(username="an")
    lay = type(V4)(seats.index(guest.pk), V4.sets)
    commands.enter_result(
        by=member, round_number=1, table=1, deal_number=1, lay=lay, as_director=False, **told
    )
    score = queries.current(tournament).state.rounds[0].tables[0].score(1)
    assert score is not None
    others = [seat for seat, one in enumerate(seats) if one != member.pk]
    commands.confirm_result(
        by=member, deal_id=score.deal_id, revision=1, others=others, **told
    )  # the phone is passed round
    commands.close(by=director, **told)
    assert Standing.objects.get(player=guest).place == 1
    assert balance(member_account(guest.pk)) == 40
    assert not Player.objects.filter(pk=guest.pk, is_active=False)

    made = browser(director).post("/club/invitations/", {"guest": guest.pk}).content.decode()
    [key] = re.findall(r"key=([\w-]+)", made)[:1]
    form = {"username": "bay", "display_name": "Cô Bảy", "password1": "Tứ-sắc-2026"}
    answer = client.post(f"/welcome/?key={key}", {**form, "password2": form["password1"]})
    assert answer.status_code == 302
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.shown_name) == ("bay", False, "Cô Bảy")
    assert balance(member_account(guest.pk)) >= 40
    assert [*check_ledger(), *check_log()] == []
    with refused("guest.member-already"):
        invite_to_club(by=director, guest=guest, now=timezone.now())


def test_a_guest_at_a_table_on_screens_is_played_for_as_somebody_who_is_away(director):
    people = [player(name) for name in ("an", "binh", "chi")]
    tournament = announced(director, *people, entry_fee=0)
    guest = enters(director, tournament, "Cô Bảy")
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    club_tables.set_tables(timezone.now)
    table = RoundTable.objects.get(tournament=tournament).games_table_id
    assert Seat.objects.filter(table=table, player=guest).exists()


def test_guests_of_lists_are_not_tidied_away_with_those_of_browsers(director):
    guest = walk_in(name="Cô Bảy", now=timezone.now())
    tidy_guests(now=timezone.now() + timedelta(days=30))
    guest.refresh_from_db()
    assert guest.is_active


def pressed(director: Player, tournament: int, names: str, *lines: int) -> str:
    """Return the page after *Enter the new names as guests*, with these lines ticked as new."""
    form = {"names": names, "step": "guests", "new": lines, "idempotency_key": str(uuid4())}
    address = f"/tournaments/{tournament}/entry-list"
    return browser(director).post(address, form, follow=True).content.decode()


def test_new_names_of_a_list_are_entered_as_guests_by_one_press_and_the_rest_stays(director):
    player("lan")
    tournament = announced(director, entry_fee=0)
    address = f"/tournaments/{tournament}/entry-list"
    sent = {"names": "1. lan\n2. Cô Bảy\n3. Chú Tư", "idempotency_key": str(uuid4())}
    asked = browser(director).post(address, {**sent, "step": "look"}).content.decode()
    assert "Enter the new names as guests" in asked
    shown = pressed(director, tournament, sent["names"], 2, 3)
    assert "2 guests were entered." in shown and "Cô Bảy" not in shown and "lan" in shown
    entered = Entry.objects.filter(tournament=tournament).order_by("pk")
    assert [entry.player.display_name for entry in entered] == ["Cô Bảy", "Chú Tư"]
    assert pressed(director, tournament, "Cô Bảy", 1) and entered.count() == 2


def test_where_one_name_cannot_be_nobody_of_the_list_is_entered_and_it_is_named(director):
    tournament = announced(director, entry_fee=0)
    shown = pressed(director, tournament, "Cô Bảy\nBа", 1, 2)
    assert "(Bа)" in shown and not Entry.objects.exists()
    assert not Player.objects.filter(is_guest=True).exists()


def test_where_members_pay_a_list_offers_no_guests(director):
    tournament = announced(director)
    sent = {"names": "Cô Bảy", "step": "look", "idempotency_key": str(uuid4())}
    shown = browser(director).post(f"/tournaments/{tournament}/entry-list", sent)
    assert "Enter the new names as guests" not in shown.content.decode()
    assert "guests have no chips" in pressed(director, tournament, "Cô Bảy", 1)


def test_the_standings_link_members_and_no_guests(director):
    tournament, guest = evening(director)
    page = browser(director).get(f"/tournaments/{tournament}/").content.decode()
    member = Player.objects.get(username="an")
    assert f'href="/members/{member.pk}/"' in page and "<bdi>Cô Bảy (guest)</bdi>" in page
    assert f"/members/{guest.pk}/" not in page


def test_next_week_again_proposes_known_guests_ticked_and_apart(director):
    an, binh = player("an"), player("binh")
    first = announced(director, an, entry_fee=0)
    enters(director, first, "Cô Bảy")
    again = announced(director, entry_fee=0, name="Next week")
    address, client = f"/tournaments/{again}/entry-list", browser(director)
    page = client.get(f"{address}?again={first}").content.decode()
    assert "Guests from earlier evenings" in page and 'id="guest-2" checked' in page
    assert "a new member" not in page and "unsure" not in page
    sent = {"names": "an\nCô Bảy", "step": "enter", "player": [an.pk], "new": [2]}
    sent["idempotency_key"] = str(uuid4())
    for _again in range(2):
        assert client.post(address, sent).status_code == 303
    entered = Entry.objects.filter(tournament=again)
    assert {one.player.display_name or one.player.username for one in entered} >= {"Cô Bảy"}
    assert entered.count() == 2 and not entered.filter(player=binh).exists()


def test_next_week_again_proposes_who_went_home_and_not_who_was_turned_away(director):
    people = [player(name) for name in ("an", "binh", "chi", "dung", "em")]
    first = announced(director, *people, entry_fee=0)
    about: dict[str, Any] = {"by": director, "tournament_id": first, "now": timezone.now()}
    commands.remove(player=people[4].pk, reason="He shouted.", **about)
    commands.start(**about)
    commands.remove(player=people[0].pk, reason="Gone home.", **about)
    assert played_in(first) == ["an", "binh", "chi", "dung"]


def test_a_director_who_plays_is_told_before_the_start_and_on_the_sheets(director):
    people = [director, *(player(name) for name in ("an", "binh", "chi"))]
    tournament = announced(director, *people, entry_fee=0)
    client, words = browser(director), "a player at the table has to confirm each result you enter"
    assert (
        "another member has to agree"
        in client.get(f"/tournaments/{tournament}/start").content.decode()
    )
    commands.mark_tables(
        by=director, tournament_id=tournament, table=None, cardboard=True, now=timezone.now()
    )
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    sheets = client.get(f"/tournaments/{tournament}/rounds/1/sheets").content.decode()
    assert words in sheets and 'value="save"' in sheets
    other = browser(player("other", is_director=True))
    sheets = other.get(f"/tournaments/{tournament}/rounds/1/sheets").content.decode()
    assert words not in sheets and 'value="save"' in sheets


@pytest.mark.parametrize(("fee", "none"), [(0, False), (20, True)])
def test_the_page_says_where_no_guest_enters(director, fee, none):
    tournament = announced(director, entry_fee=fee)
    page = browser().get(f"/tournaments/{tournament}/").content.decode()
    assert ("every member of the club; no guests" in page) is none


def test_a_guest_whose_row_is_closed_becomes_no_member(director, client):
    guest = walk_in(name="Cô Bảy", now=timezone.now())
    key = invite_to_club(by=director, guest=guest, now=timezone.now())
    Player.objects.filter(pk=guest.pk).update(is_active=False)
    assert browser(director).get(f"/club/invitations/?guest={guest.pk}").status_code == 404
    form = {"username": "bay", "display_name": "Cô Bảy", "password1": "Tứ-sắc-2026"}
    answer = client.post(f"/welcome/?key={key}", {**form, "password2": form["password1"]})
    assert answer.status_code == 404 and Player.objects.get(pk=guest.pk).is_guest


def phones(director: Player, tournament: int, *guests: Player) -> str:
    """Return the page with a code for the phone of each of these guests."""
    page = f"/tournaments/{tournament}/guest-phones"
    return browser(director).post(page, {"guests": [one.pk for one in guests]}).content.decode()


def test_a_guest_plays_on_screens_on_a_phone_that_a_code_logs_in_once(director, settings):
    settings.TUSAC_SITE = "http://192.168.1.20:8000"
    people = [player(name) for name in ("an", "binh", "chi")]
    tournament = announced(director, *people, entry_fee=0)
    guest = enters(director, tournament, "Cô Bảy")
    page = browser(director).get(f"/tournaments/{tournament}/").content.decode()
    assert "4 people have entered. 1 guest has no phone yet." in page
    assert f"/tournaments/{tournament}/guest-phones" in page
    start, told = f"/tournaments/{tournament}/start", "This guest has no phone yet"
    assert told in browser(director).get(start).content.decode()
    shown = phones(director, tournament, guest)
    assert "<svg" in shown and guest.username not in shown
    [key] = re.findall(r"/card/\?key=([\w-]+)", shown)
    phone, late = Client(), Client()
    assert "Are you" in phone.get(f"/card/?key={key}").content.decode()
    lobby = phone.post("/card/", {"key": key}, follow=True).content.decode()
    assert "Your table will appear on this page" in lobby
    assert late.post("/card/", {"key": key}).status_code == 409
    for address in (start, f"/tournaments/{tournament}/entries/"):
        assert told not in browser(director).get(address).content.decode()

    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    club_tables.set_tables(timezone.now)
    table = RoundTable.objects.get(tournament=tournament).games_table_id
    assert f"/tables/{table}/" in phone.get("/").content.decode()
    page = phone.get(f"/tables/{table}/").content.decode()
    assert f"/tables/{table}/ready" in page
    deal = DealSeat.objects.get(deal__table=table, player=guest).deal_id
    phone.post(f"/tables/{table}/ready", {"deal": deal})
    assert DealSeat.objects.get(deal=deal, player=guest).ready
    assert "password" in phones(
        director, tournament, guest
    )  # a hand that is played is never opened
    assert phone.get("/accounts/password_change/").status_code == 302
    assert [*check_ledger(), *check_log()] == []


def test_no_phone_is_asked_for_where_all_cards_are_real(director):
    for odd, asks in (("threes", False), ("bots", True)):  # a table with a bot is on screens
        tournament = announced(director, player(odd), entry_fee=0, cardboard=True, odd=odd)
        enters(director, tournament, "Cô Bảy")
        for page in ("start", "entries/"):
            shown = browser(director).get(f"/tournaments/{tournament}/{page}").content.decode()
            assert ("no phone yet" in shown) is asks


def test_codes_are_for_guests_of_the_tournament_alone(director):
    member = player("an")
    first, second = (announced(director, member, entry_fee=0, name=name) for name in ("One", "Two"))
    guest = enters(director, first, "Cô Bảy")
    assert (
        "No guest has entered yet"
        in browser(director).get(f"/tournaments/{second}/guest-phones").content.decode()
    )
    for other in (member, guest):
        page = f"/tournaments/{second}/guest-phones"
        assert browser(director).post(page, {"guests": [other.pk]}).status_code == 422
    assert not LoginCard.objects.exists()
    assert browser(member).get(f"/tournaments/{first}/guest-phones").status_code == 403


def test_a_guest_stands_on_the_reserve_list_gets_a_seat_and_comes_off(director):
    people = [player(name) for name in ("an", "binh", "chi", "dung")]
    tournament = announced(director, *people, entry_fee=0)
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    page, client = f"/tournaments/{tournament}/substitutes", browser(director)

    def press(**sent: Any) -> str:
        form = {"idempotency_key": str(uuid4()), **sent}
        return client.post(page, form, follow=True).content.decode()

    assert "No member has this name" in press(act="list-member", username="Cô Bảy")
    assert "Cô Bảy (guest)" in press(act="list-guest", username="Cô Bảy")
    refused_page(
        client,
        "name.twin",
        "post",
        page,
        data={"act": "list-guest", "username": "An", "idempotency_key": str(uuid4())},
    )
    guest = Player.objects.get(is_guest=True)
    [table] = queries.current(tournament).state.rounds[0].tables
    seat = f"1/0/{table.seats[0]}"
    shown = press(act="give", seat=seat, to=guest.pk, span="round", reason="Gone home.")
    assert "The seat changes hands from the next deal on." in shown
    press(act="give", seat=f"1/0/player:{guest.pk}", to="owner", span="round", reason="Back.")
    assert "The member is no longer on the reserve list." in press(
        act="unlist-member", player=guest.pk
    )
    assert [*check_ledger(), *check_log()] == []
