"""Cards: a code that logs in one phone once, digits for one evening, and neither for an account with a duty."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games import acts, commands
from games.club.settings import ClubSettings
from games.commands.club.founding import set_club_settings
from games.commands.people import cards
from games.commands.people.cards import (
    PrintedCard,
    card_of,
    evening_of,
    make_cards,
    replace_password,
    try_digits,
    use_card,
)
from games.commands.people.newcomers import Newcomer, add_members
from games.models import BrowserOfMember, LoginCard, Player
from games.presenters.club.alarms import shown_alarms
from games.presenters.qr import qr_svg
from games.queries.required_balance import cover_of
from tests.support.play_pages import browser, member, table_with
from tests.support.refused import refused

pytestmark = pytest.mark.django_db

CHANGE, LOGIN, PRINT = "/accounts/password_change/", "/accounts/login/", "/club/members/cards/"
OWN = "nam sau bay tam"


@pytest.fixture
def director() -> Player:
    return member("chief", display_name="Chị Ba", is_director=True)


@pytest.fixture
def bay(director) -> Player:
    return add_members(by=director, newcomers=[Newcomer("Cô Bảy", "bay")], now=timezone.now())[0]


def card_for(director: Player, player: Player, **more) -> PrintedCard:
    now = timezone.now()
    evening = more.get("evening", evening_of(now))
    (card,) = make_cards(by=director, players=[player], evening=evening, now=now)
    return card


def viewer(client: Client) -> str:
    return str(client.session.get("_auth_user_id", ""))


def logged_in(name: str, digits: str) -> Client:
    client = Client()
    client.post(LOGIN, {"username": name, "password": digits})
    return client


def typed(name: str, digits: str) -> str:
    """Return who is logged in by these digits; nobody as an empty text."""
    return viewer(logged_in(name, digits))


def told(name: str, digits: str) -> str:
    """Return the login page that answers these digits, by which nobody is logged in."""
    client = Client()
    answer = client.post(LOGIN, {"username": name, "password": digits})
    assert viewer(client) == ""
    return answer.content.decode()


def test_a_code_logs_in_one_phone_once_and_looking_uses_nothing_up(director, bay):
    card = card_for(director, bay)
    phone, other = Client(), Client()
    for _ in range(2):
        page = phone.get("/card/", {"key": card.key})
        assert "Are you Cô Bảy?" in page.content.decode()
    assert phone.post("/card/", {"key": card.key}).status_code == 302
    assert viewer(phone) == str(bay.pk)
    assert BrowserOfMember.objects.filter(player=bay).count() == 1
    answer = other.post("/card/", {"key": card.key})
    assert answer.status_code == 409 and "already been used on one phone" in unescape(
        answer.content.decode()
    )
    assert viewer(other) == "" and phone.get("/account/").status_code == 200


def test_two_phones_at_the_same_moment_are_one(director, bay, monkeypatch):
    card = card_for(director, bay)
    row = LoginCard.objects.get()
    use_card(key=card.key, now=timezone.now())
    monkeypatch.setattr(
        cards, "card_of", lambda _key, now: row
    )  # looked at before the other's press
    with refused("card.used"):
        use_card(key=card.key, now=timezone.now())


def test_digits_log_in_with_the_name_however_it_is_typed(director, bay):
    card = card_for(director, bay)
    for name in ("bay", "Cô Bảy", "CÔ BẢY"):
        assert typed(name, card.digits) == str(bay.pk)
    assert typed("bay", f"{card.digits[:3]} {card.digits[3:]}") == str(bay.pk)
    assert typed("chief", card.digits) == ""


def test_five_wrong_tries_end_the_digits_and_not_the_code(director, bay):
    card = card_for(director, bay)
    wrong = f"{(int(card.digits) + 1) % 10**6:06}"
    for _ in range(5):
        assert typed("bay", wrong) == ""
    with refused("card.digits-spent"):
        try_digits(player=bay, typed=card.digits, now=timezone.now())
    assert "wrongly five times" in told("bay", card.digits)
    assert use_card(key=card.key, now=timezone.now()) == bay
    fresh = card_for(director, bay)
    assert typed("bay", fresh.digits) == str(bay.pk)


def test_what_is_not_six_digits_is_no_wrong_try(director, bay):
    card_for(director, bay)
    for text in ("12345", "1234567", "١٢٣٤٥٦", "abcdef", OWN):
        assert not try_digits(player=bay, typed=text, now=timezone.now())
    assert LoginCard.objects.get().wrong == 0


@pytest.mark.parametrize("by_the_club", [False, True])
def test_digits_end_in_the_morning_after_their_evening(director, bay, settings, by_the_club):
    settings.TUSAC_TIME_ZONE_IS_FIXED = False
    if by_the_club:
        held = ClubSettings(time_zone="Asia/Ho_Chi_Minh")
        set_club_settings(by=member("chu", is_superuser=True), settings=held, now=timezone.now())
    else:
        settings.TIME_ZONE = "Asia/Ho_Chi_Minh"
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        assert str(evening_of(timezone.now())) == "2026-11-28"
        card = card_for(director, bay)
    row = LoginCard.objects.get()
    assert row.digits_until == datetime(2026, 11, 28, 23, tzinfo=UTC)  # 6 in the morning there
    before = row.digits_until - timedelta(seconds=1)
    assert str(evening_of(before)) == "2026-11-28"
    assert try_digits(player=bay, typed=card.digits, now=before)
    with refused("card.digits-over"):
        try_digits(player=bay, typed=card.digits, now=row.digits_until)
    assert card_of(card.key, now=row.digits_until).player == bay
    with refused("card.over"):
        card_of(card.key, now=row.works_until)


def test_the_login_page_says_when_the_evening_is_over(director, bay):
    card = card_for(director, bay)
    LoginCard.objects.update(digits_until=timezone.now())
    assert "These digits were for one evening only, and that evening is over" in told(
        "bay", card.digits
    )


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_no_card_opens_an_account_with_a_duty(director, bay, duty):
    card = card_for(director, bay)
    Player.objects.filter(pk=bay.pk).update(**{duty: True})
    with refused("card.duty"):
        use_card(key=card.key, now=timezone.now())
    assert typed("bay", card.digits) == ""
    bay.refresh_from_db()
    with refused("card.password"):
        card_for(director, bay)


def test_a_card_opens_neither_the_administration_nor_the_api(director, bay):
    card = card_for(director, bay)
    client = logged_in("bay", card.digits)
    assert client.get("/admin/", follow=True).status_code == 403
    said = {"username": "bay", "password": card.digits}
    assert client.post("/api/v1/token/", said, "application/json").status_code == 403
    assert not bay.api_tokens.exists()


def test_the_first_password_is_chosen_without_an_old_one_and_ends_the_card(director, bay):
    card = card_for(director, bay)
    phone = logged_in("bay", card.digits)
    page = phone.get(CHANGE).content.decode()
    assert "old_password" not in page and "Choose a password" in page
    assert phone.post(CHANGE, {"new_password1": OWN, "new_password2": OWN}).status_code == 302
    bay.refresh_from_db()
    assert bay.check_password(OWN) and not LoginCard.objects.exists()
    assert viewer(phone) == str(bay.pk)
    assert typed("bay", card.digits) == "" and typed("bay", OWN) == str(bay.pk)
    with refused("card.unknown"):
        use_card(key=card.key, now=timezone.now())
    with refused("card.password"):
        card_for(director, bay)


def test_secrets_are_printed_once_and_stored_nowhere(director, bay):
    form = {"evening": str(evening_of(timezone.now())), "players": [bay.pk]}
    page = browser(director).post(PRINT, form).content.decode()
    (digits,) = re.findall(r"\b\d{3} \d{3}\b", page)
    assert typed("bay", digits) == str(bay.pk)
    stored = [str(value) for value in LoginCard.objects.values_list().get()]
    assert not any(digits.replace(" ", "") == one for one in stored)
    assert digits not in browser(director).get(PRINT).content.decode()


def test_a_new_card_ends_the_last_one_and_a_given_password(director, bay):
    first = card_for(director, bay)
    card_for(director, bay)
    with refused("card.unknown"):
        use_card(key=first.key, now=timezone.now())
    bay.set_password("mot hai ba bon")
    bay.password_is_given = True
    bay.save()
    card = card_for(director, bay)
    bay.refresh_from_db()
    assert not bay.has_usable_password() and typed("bay", card.digits) == str(bay.pk)


@pytest.mark.django_db(transaction=True)
def test_a_new_card_for_somebody_who_was_logged_in_ends_that_and_everybody_reads_it(director, bay):
    phone = logged_in("bay", card_for(director, bay).digits)
    assert phone.get("/account/").status_code == 200
    bay.refresh_from_db()
    card_for(director, bay)
    assert phone.get("/account/").status_code == 302
    acts.gather()
    assert "A new login card" in browser(member("an")).get("/club/staff/").content.decode()


def test_no_card_is_made_for_a_hand_that_is_being_played(director, bay):
    table = table_with(bay, filler="club", chips_per_point=0)
    deal = table.deals.get(ended_at=None)
    commands.get_ready(by=bay, deal_id=deal.pk, now=timezone.now())
    with refused("password.playing"):
        card_for(director, bay)


@pytest.mark.parametrize("days", [-1, 15])
def test_an_evening_is_one_of_the_next_two_weeks(director, bay, days):
    evening = evening_of(timezone.now()) + timedelta(days=days)
    with refused("card.evening"):
        card_for(director, bay, evening=evening)
    answer = browser(director).post(PRINT, {"evening": str(evening), "players": [bay.pk]})
    assert answer.status_code == 422 and "next two weeks" in answer.content.decode()


def test_only_who_runs_the_club_makes_cards(director, bay):
    an = member("an")
    with refused("member.director"):
        card_for(an, bay)


def test_the_page_of_cards_offers_members_without_a_password_alone(director, bay):
    member("lan")
    page = browser(director).get(PRINT).content.decode()
    assert "Cô Bảy" in page and "lan" not in re.findall(r"<label[^>]*>([^<]*)<", page)
    assert browser(director).post(PRINT, {"players": []}).status_code == 422


def test_the_code_on_paper_is_made_of_the_clubs_own_address(director, bay, settings, monkeypatch):
    settings.TUSAC_SITE = "http://192.168.1.20:8000"
    keys = ["first-key", "second-key"]
    monkeypatch.setattr(
        "games.commands.people.cards.secrets.token_urlsafe", lambda _bytes: keys.pop(0)
    )
    form = {"evening": str(evening_of(timezone.now())), "players": [bay.pk]}
    page = browser(director).post(PRINT, form, HTTP_HOST="127.0.0.1:8000").content.decode()
    assert qr_svg("http://192.168.1.20:8000/card/?key=first-key") in page
    assert "open 192.168.1.20:8000" in page
    settings.TUSAC_SITE = "http://127.0.0.1:8000"
    page = browser(director).post(PRINT, form).content.decode()
    assert "so there is no QR code" in page and "Scan the code" not in page
    assert re.search(r"\b\d{3} \d{3}\b", page)


def test_whose_password_is_taken_away_for_a_card_owners_are_told_and_nothing_can_be_staked(
    director,
):
    victim = member("victim")
    victim.set_password(OWN)
    victim.save()
    commands.grant_first_chips(player=victim, now=timezone.now())
    assert cover_of(victim.pk).waiting == 0
    card = replace_password(by=director, player=victim, reason="Lost.", now=timezone.now())
    [alarm] = [one for one in shown_alarms() if "was set or removed by member" in one.sentence]
    assert "victim" in alarm.sentence.lower() and "Chị Ba" in alarm.sentence
    assert Client().post("/card/", {"key": card.key}).status_code == 302
    cover = cover_of(victim.pk)
    assert cover.waiting == cover.balance and cover.needs_password_for(1)
    card_for(director, victim)
    assert (
        len([one for one in shown_alarms() if "was set or removed by member" in one.sentence]) == 1
    )


def test_neither_digits_nor_code_open_a_hand_that_another_device_plays(director, bay):
    card = card_for(director, bay)
    phone = logged_in("bay", card.digits)
    other = member("minh")
    table = table_with(bay, other)
    deal = table.deals.get(ended_at=None)
    for one in (bay, other):
        commands.get_ready(by=one, deal_id=deal.pk, now=timezone.now())
    assert "playing a deal on another device" in told("bay", card.digits)
    with refused("card.playing"):
        use_card(key=card.key, now=timezone.now())
    assert phone.get(f"/tables/{table.pk}/").status_code == 200
    bay.sessions.all().delete()  # a phone that lost its login comes back to its hand
    assert typed("bay", card.digits) == str(bay.pk)
