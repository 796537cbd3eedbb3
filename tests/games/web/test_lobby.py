"""The lobby: what is open, who may sit where, and opening a table by its form."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from games import commands
from games.models import Player, Table
from tests.support.play_pages import browser, dealt, member, table_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def binh():
    return member("binh")


def wish(**changed):
    """The form of a table as somebody fills it."""
    return {
        "name": "Bàn của An",
        "rules": "vinagames",
        "seats": "4",
        "filler": "greedy",
        "seconds_per_move": "60",
        "chips_per_point": "2",
        "admission": "open",
        "sit": "on",
        "idempotency_key": str(uuid4()),
        **changed,
    }


def test_a_stranger_sees_the_tables_and_is_asked_to_log_in(an):
    table_with(an, chips_per_point=5, seconds_per_move=45)
    html = browser(None).get("/").content.decode()
    for said in ("Bàn 1", "vinagames", "Cô An", "5 chips a point", "45 s a move", "Watch"):
        assert said in html
    assert "Log in to sit" in html
    assert "Sit here" not in html and "Open a table" not in html


def test_an_empty_lobby_says_so():
    assert "No table is open" in browser(None).get("/").content.decode()


def test_a_member_opens_a_table_and_sits_at_it(an):
    client = browser(an)
    html = client.get("/tables/new").content.decode()
    assert "Open a table" in html
    answer = client.post("/tables/new", wish())
    table = Table.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/")
    assert table.seats.get(number=0).player == an
    assert (table.chips_per_point, table.filler) == (2, "greedy")
    assert table.deals.count() == 1


def test_the_form_sent_twice_opens_one_table(an):
    client, form = browser(an), wish()
    first, second = client.post("/tables/new", form), client.post("/tables/new", form)
    assert first["Location"] == second["Location"]
    assert Table.objects.count() == 1


def test_only_named_members_see_an_empty_seat_of_an_invited_table(an, binh):
    stranger = member("stranger")
    browser(an).post("/tables/new", wish(admission="invited", invited=[str(binh.pk)]))
    assert "Sit here" in browser(binh).get("/").content.decode()
    assert "Sit here" not in browser(stranger).get("/").content.decode()
    table = Table.objects.get()
    refused = browser(stranger).post(f"/tables/{table.pk}/sit", {"seat": "1"})
    assert refused.status_code == 403 and "not among the members" in refused.content.decode()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "n" * 61}, "at most 60 characters"),
        ({"name": " "}, "required"),
        ({"rules": "poker"}, "poker"),
        ({"rules": "4sac", "seats": "3"}, "§1.2"),
        ({"seats": "5"}, "valid choice"),
        ({"seats": "four"}, "valid choice"),
        ({"filler": "genius"}, "valid choice"),
        ({"seconds_per_move": "9"}, "10"),
        ({"seconds_per_move": "2.5"}, "whole number"),
        ({"chips_per_point": "-1"}, "0"),
        ({"chips_per_point": "many"}, "whole number"),
        ({"admission": "fixed"}, "valid choice"),
        ({"invited": ["999"]}, "valid choice"),
        ({"idempotency_key": "again"}, "no proper id"),
        ({"name": "a\x00b"}, "Null characters"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_the_form(an, changed, said):
    answer = browser(an).post("/tables/new", wish(**changed))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Table.objects.exists()


def test_strangers_are_sent_to_the_login_from_the_form():
    answer = browser(None).get("/tables/new")
    assert answer.status_code == 302 and "/accounts/login/" in answer["Location"]
    assert browser(None).post("/tables/new", wish()).status_code == 302
    assert not Table.objects.exists()


def test_the_lobby_tells_where_cards_are_dealt_and_offers_no_seat_there(an, binh):
    dealt(an)
    html = browser(binh).get("/").content.decode()
    assert "Cards are dealt" in html and "Sit here" not in html
    html = browser(an).get("/").content.decode()
    assert "To my seat" in html and ">Leave<" not in html


def look(client, html):
    """The lobby's own question whether anything has changed since this page."""
    shown = re.search(r'name="shown" value="(\w+)"', html)
    assert shown is not None
    return client.get("/", {"shown": shown[1]}, headers={"HX-Request": "true"})


def test_the_lobby_looks_again_by_itself_and_is_answered_only_when_something_has_changed(an, binh):
    table = table_with(an)
    client = browser(binh)
    html = client.get("/").content.decode()
    assert 'hx-get="/"' in html and 'hx-trigger="every 10s,' in html
    same = look(client, html)
    assert (same.status_code, same.content) == (204, b"")
    changes = (
        lambda: commands.sit_down(by=member("chi"), table_id=table.pk, seat=2, now=timezone.now()),
        lambda: table_with(member("dung"), admission=Table.Admission.INVITED),
        lambda: commands.invite(
            by=Player.objects.get(username="dung"),
            table_id=Table.objects.latest("pk").pk,
            players=[binh],
        ),
        lambda: commands.close_table(by=an, table_id=table.pk, now=timezone.now()),
    )
    for change in changes:
        change()
        answer = look(client, html)
        part = answer.content.decode()
        assert answer.status_code == 200 and b"<html" not in answer.content
        assert part.strip().startswith('<div id="lobby">') and "<html" not in part
        assert look(client, part).status_code == 204
        html = part


def test_what_is_read_out_changes_with_the_tables_and_not_with_each_seat(an, binh):
    def said():
        html = browser(binh).get("/").content.decode()
        found = re.search(r'id="lobby-said" role="status" aria-live="polite">([^<]*)<', html)
        assert found is not None
        return found[1]

    table = table_with(an)
    before = said()
    assert before == "1 table is open. At 1 of them there is a seat for you."
    commands.sit_down(by=member("chi"), table_id=table.pk, seat=2, now=timezone.now())
    assert said() == before
    table_with(member("dung"))
    assert said() == "2 tables are open. At 2 of them there are seats for you."


def test_the_lobby_asks_the_database_no_more_for_many_tables(
    an, binh, django_assert_max_num_queries
):
    table_with(an)
    client = browser(binh)
    client.get("/")
    for number in range(12):
        table_with(Player.objects.create_user(f"p{number}"))
    with django_assert_max_num_queries(10):
        client.get("/")


def test_a_number_that_no_member_has_is_refused_in_the_form(db):
    an = member("an")
    client = browser(an)
    for number in ("9" * 23, "-1", "x", "\0", "1.5"):
        answer = client.post(
            "/tables/new", {"name": "A", "admission": "invited", "invited": number}
        )
        assert answer.status_code == 422, number
