"""A guest of a browser: one press from the front page to the cards, for honour alone, and on to a membership."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from games import commands
from games.club.house_rules import HouseRules
from games.commands import guests
from games.engine.rules import VINAGAMES
from games.engine.shuffle import commit_seed
from games.engine.state import Phase
from games.errors import Refused
from games.ledger.models import Account, Transfer
from games.models import Deal, MemberInvitation, MemberSession, Player, Table
from tests.support.deals import NOW, get_ready, play_to_the_end, safe_win_seed, stored_deal
from tests.support.play_pages import browser, member, table_with
from tournaments import commands as tournaments

pytestmark = pytest.mark.django_db
WORD = "bốn mùa xuân hạ"


@pytest.fixture(autouse=True)
def counted_anew():
    cache.clear()
    yield
    cache.clear()


def guest_browser(**form):
    """A browser that has pressed Play now."""
    client = Client()
    answer = client.post("/play", form)
    assert answer.status_code == 302, answer.content.decode()
    return client, Player.objects.get(is_guest=True, pk=int(client.session["_auth_user_id"]))


def played(guest, now=None):
    """A deal that the guest has played to its end."""
    now = now or timezone.now()
    table = guests.play_now(by=guest, rules=VINAGAMES, now=now)
    deal = table.deals.get()
    play_to_the_end(deal, now=now)
    return deal


def names(**changed):
    return {
        "username": "mai",
        "display_name": "Mai",
        "password1": WORD,
        "password2": WORD,
        **changed,
    }


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
        commands.open_table(by=guest, name="Bàn", rules=VINAGAMES, seats=4, now=timezone.now())

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


# --- becoming a member ------------------------------------------------------------------------------


def test_by_the_houses_default_a_guest_needs_a_directors_invitation():
    client, guest = guest_browser()
    assert "by invitation" in client.get("/welcome/").content.decode()
    assert client.post("/welcome/", names()).status_code == 403
    guest.refresh_from_db()
    assert guest.is_guest


def test_an_invitation_turns_a_guest_into_a_member_once_and_the_deals_stay_theirs():
    director = member("director", is_director=True)
    client, guest = guest_browser()
    made = browser(director).post("/club/invitations/").content.decode()
    (link,) = re.findall(r"http://testserver(/welcome/\?key=[\w-]+)<", made)
    key = link.partition("=")[2]
    assert key not in str(MemberInvitation.objects.values())
    assert "Choose a name" in client.get(link).content.decode()
    answer = client.post("/welcome/", names(key=key))
    assert (answer.status_code, answer["Location"]) == (302, "/")
    guest.refresh_from_db()
    assert (guest.is_guest, guest.username, guest.shown_name) == (False, "mai", "Mai")
    assert guest.check_password(WORD)
    assert client.get("/account/").status_code == 200
    assert Deal.objects.get().seats.get(number=0).player == guest
    again = Client().post("/welcome/", names(username="other", display_name="", key=key))
    assert again.status_code == 404 and Player.objects.count() == 2


def test_somebody_without_a_guests_past_becomes_a_member_by_the_same_link():
    key = guests.invite_to_club(by=member("director", is_director=True), now=timezone.now())
    client = Client()
    assert client.post("/welcome/", names(key=key)).status_code == 302
    assert Player.objects.get(username="mai").is_guest is False


@pytest.mark.parametrize("key", ["", "nothing", "\x00", "é" * 40])
def test_what_is_no_key_opens_nothing(key):
    client = Client()
    assert client.get("/welcome/", {"key": key}).status_code == 200
    assert client.post("/welcome/", names(key=key)).status_code in (403, 404)
    assert not Player.objects.exists()


def test_an_old_invitation_works_no_more():
    then = timezone.now() - guests.INVITATION_WORKS - timedelta(seconds=1)
    key = guests.invite_to_club(by=member("director", is_director=True), now=then)
    assert Client().post("/welcome/", names(key=key)).status_code == 404


def test_a_house_may_let_everybody_in():
    owner = Player.objects.create_superuser("owner", password="not a secret")
    commands.set_house_rules(by=owner, rules=HouseRules(guests_join=1), now=timezone.now())
    client, guest = guest_browser()
    assert client.post("/welcome/", names()).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_guest


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"username": "an"}, "already exists"),
        ({"display_name": "аn"}, "name"),  # a Cyrillic letter
        ({"password2": "other"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "common"),
    ],
)
def test_a_name_or_password_that_cannot_be_is_refused_in_the_form(changed, said):
    member("an")
    key = guests.invite_to_club(by=member("director", is_director=True), now=timezone.now())
    client, guest = guest_browser()
    answer = client.post("/welcome/", names(key=key, **changed))
    assert answer.status_code == 422 and said in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


def test_what_the_browser_preferred_and_learned_goes_along():
    client = Client()
    client.post("/account/preferences/", {"face": "words"})
    client.cookies["learned"] = "vinagames.2-4sac.99-other.1"
    assert client.post("/play").status_code == 302
    guest = Player.objects.get()
    assert guest.preferences == {"face": "words"}
    assert dict(guest.learned.values_list("lesson", "step"))["vinagames"] == 2


# --- floods -----------------------------------------------------------------------------------------


@override_settings(TUSAC_LIMITS=True)
def test_one_address_makes_a_few_guests_and_no_more():
    codes = [Client(REMOTE_ADDR="192.0.2.7").post("/play").status_code for _ in range(31)]
    assert set(codes[:30]) == {302} and codes[30] == 429
    assert Player.objects.filter(is_guest=True).count() == 30
    assert Client(REMOTE_ADDR="192.0.2.8").post("/play").status_code == 302


@override_settings(TUSAC_LIMITS=True)
@pytest.mark.parametrize(("address", "most"), [("/join/", 20), ("/welcome/", 30)])
def test_guests_of_one_address_guess_no_more_than_one_of_them(address, most):
    browsers = [browser(guests.new_guest(now=timezone.now())) for _ in range(3)]
    with time_machine.travel(NOW, tick=False):
        codes = [browsers[n % 3].post(address, {"code": "BBBBBB"}) for n in range(most + 1)]
    assert [answer.status_code == 429 for answer in codes] == [False] * most + [True]


@override_settings(TUSAC_LIMITS=True)
def test_the_club_has_room_for_so_many_guests(monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    assert Client(REMOTE_ADDR="192.0.2.7").post("/play").status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.8").post("/play").status_code == 503
    assert Player.objects.count() == Table.objects.count() == 1


def test_who_goes_away_makes_room_and_who_has_played_is_kept_for_a_while():
    now = timezone.now()
    here, gone, idle = (guests.new_guest(now=now - timedelta(hours=3)) for _ in range(3))
    player = guests.new_guest(now=now - timedelta(hours=3))
    played(player, now=now - timedelta(hours=3))
    browser(here)
    guests.play_now(by=gone, rules=VINAGAMES, now=now - timedelta(hours=3))
    table = Table.objects.get(opened_by=gone)
    assert guests.tidy_guests(now=now) == 1
    assert not Player.objects.filter(pk=idle.pk).exists()
    left = Player.objects.in_bulk()
    assert [left[one.pk].is_active for one in (here, gone, player)] == [True, True, True]
    table.refresh_from_db()
    assert table.closed_at is None  # the careful bot plays the deal to its end first
    play_by_the_clock(table.deals.get())
    assert guests.tidy_guests(now=now) == 1
    assert Table.objects.filter(pk=table.pk, closed_at__isnull=False).exists()
    assert not Player.objects.get(pk=gone.pk).is_active
    assert guests.tidy_guests(now=now + guests.GUEST_KEPT) == 2
    assert not MemberSession.objects.filter(player=here).exists()


def play_by_the_clock(deal):
    """The deal to its end, with nobody there."""
    clock = deal.changed_at
    while deal.ended_at is None:
        clock = max([clock, *filter(None, (deal.deadline, deal.bot_due))])
        commands.time_out(deal_id=deal.pk, now=clock)
        commands.play_bots(deal_id=deal.pk, clock=lambda: clock)  # noqa: B023 - called at once
        deal.refresh_from_db()


def test_who_never_moved_has_played_no_deal_though_bots_finished_it():
    now = timezone.now()
    idle, player = (guests.new_guest(now=now - timedelta(hours=5)) for _ in range(2))
    table = guests.play_now(by=idle, rules=VINAGAMES, now=now - timedelta(hours=5))
    play_by_the_clock(table.deals.get())
    played(player, now=now - timedelta(hours=5))
    assert guests.tidy_guests(now=now) == 1
    idle.refresh_from_db()
    player.refresh_from_db()
    assert (idle.is_active, player.is_active) == (False, True)


@override_settings(TUSAC_LIMITS=True)
def test_in_a_full_club_the_guest_longest_unseen_gives_way_who_plays_no_deal(monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 4)
    now = timezone.now()
    playing, older, newer = (guests.new_guest(now=now - timedelta(hours=n)) for n in (3, 2, 1))
    here = guests.new_guest(now=now)
    guests.play_now(by=playing, rules=VINAGAMES, now=now - timedelta(hours=3))
    for left in ([playing, newer, here], [playing, here]):
        guests.new_guest(now=now)
        awake = set(Player.objects.filter(is_active=True))
        assert awake & {playing, older, newer, here} == set(left)
    with pytest.raises(Refused) as refused:
        guests.new_guest(now=now)
    assert refused.value.code == "guest.full"


def test_a_guest_who_logs_out_or_stays_away_in_a_deal_stays_until_it_is_over():
    now = timezone.now()
    guest, an = guests.new_guest(now=now - timedelta(hours=3)), member("an")
    table = table_with(an, seats=2, filler="", chips_per_point=0)
    table.invited.add(guest)
    commands.sit_down(by=guest, table_id=table.pk, seat=1, now=now)
    deal = table.deals.get()
    get_ready(deal, [an, guest], ["one", "two"], now=now)
    browser(guest).post("/accounts/logout/")
    assert guests.tidy_guests(now=now) == 0
    deal.refresh_from_db()
    play_by_the_clock(deal)
    assert guests.tidy_guests(now=now) == 1
    guest.refresh_from_db()
    assert not guest.is_active and not table.seats.filter(player=guest).exists()
    table.refresh_from_db()
    assert table.closed_at is None


def test_the_table_of_a_guest_at_rest_is_closed_when_its_deal_is_over():
    now = timezone.now()
    guest = guests.new_guest(now=now)
    table = guests.play_now(by=guest, rules=VINAGAMES, now=now)
    Player.objects.filter(pk=guest.pk).update(is_active=False)
    guests.tidy_guests(now=now)
    play_by_the_clock(table.deals.get())
    guests.tidy_guests(now=now)
    table.refresh_from_db()
    assert table.closed_at is not None


def test_the_table_of_a_guest_who_does_nothing_is_closed_between_two_deals():
    now = timezone.now()
    guest = guests.new_guest(now=now - timedelta(hours=2))
    table = commands.open_table(
        by=guest,
        name="Bàn",
        rules=VINAGAMES,
        seats=4,
        chips_per_point=0,
        admission=Table.Admission.INVITED,
        now=now - timedelta(hours=2),
    )
    commands.sit_down(by=guest, table_id=table.pk, seat=0, now=now - timedelta(hours=2))
    guests.tidy_guests(now=now)
    table.refresh_from_db()
    assert table.closed_at is not None and Deal.objects.get().cancelled
