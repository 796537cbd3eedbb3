"""The lobby: what is open, who may sit where, and opening a table by its form."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands, queries
from games.engine.deal import to_move
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.models import MemberSession, Player, Table
from tests.support.deals import turns, until_a_person_moves
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
        "filler": "club",
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
    for said in (
        "Bàn 1",
        "vinagames",
        "Cô An",
        "5 chips per point",
        "45 seconds per move",
        "Watch",
    ):
        assert said in html
    assert "Log in to sit down" in html
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
    assert (table.chips_per_point, table.filler) == (2, "club")
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
    assert (
        refused.status_code == 403
        and "This table is for invited members" in refused.content.decode()
    )


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
        ({"idempotency_key": "again"}, "Part of this form is missing"),
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
    assert "Deal in progress" in html and "Sit here" not in html
    html = browser(an).get("/").content.decode()
    assert "Back to my seat" in html and ">Leave<" not in html


def look(client, html):
    """The lobby's own question whether anything has changed since this page."""
    shown = re.search(r'name="shown" value="(\w+)"', html)
    assert shown is not None
    return client.get("/", {"shown": shown[1]}, headers={"HX-Request": "true"})


def test_the_lobby_looks_again_by_itself_and_is_answered_only_when_something_has_changed(an, binh):
    table = table_with(an)
    client = browser(binh)
    html = client.get("/").content.decode()
    assert 'hx-get="/"' in html and 'data-look="10" hx-trigger="look"' in html
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
    assert before == "1 table is open. Tables with a seat for you: 1."
    commands.sit_down(by=member("chi"), table_id=table.pk, seat=2, now=timezone.now())
    assert said() == before
    table_with(member("dung"))
    assert said() == "2 tables are open. Tables with a seat for you: 2."


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


# --- what waits for whom ------------------------------------------------------------------------------


def lobby_of(player):
    return browser(player).get("/").content.decode()


def test_the_lobby_says_that_it_is_my_turn_and_at_other_times_whose(an, binh):
    deal = dealt(an, binh)
    until_a_person_moves(deal)
    turn = to_move(queries.load_state(deal.pk))[0]
    for seat, player in enumerate([an, binh]):
        html = lobby_of(player)
        assert ("It is your turn at: Bàn 1." in html) is (seat == turn)
        assert ("turn--mine" in html) is (seat == turn)
    assert "turn--mine" not in lobby_of(member("chi"))
    assert "Turn of" not in lobby_of(None)


def test_the_lobby_says_that_a_deal_waits_until_i_am_ready(an):
    table_with(an)
    assert "Waiting for you to get ready" in lobby_of(an)


def test_whom_a_claim_is_offered_to_the_lobby_tells_that_seat_alone():
    """§6.10: from where the others look, an open window looks alike whoever is asked."""
    players = [member(name) for name in ("mot", "hai", "ba", "bon")]
    deal = dealt(*players, rules=FOURSAC)
    asked = next(
        to_move(state)
        for state in turns(deal, lambda moves: moves[0])
        if state.phase is Phase.CLAIMS and len(to_move(state)) == 1
    )
    for seat, player in enumerate(players):
        html = lobby_of(player)
        assert ("turn--mine" in html) is (seat in asked)
        assert "Turn of" not in html


def test_who_sits_at_several_tables_is_told_so(an):
    table_with(an)
    assert "You sit at" not in lobby_of(an)
    table_with(an, name="Bàn 2")
    assert "at 2 tables." in lobby_of(an)


def test_a_table_that_waits_for_one_more_stands_before_the_others(an, binh):
    table_with(binh, name="Bàn xa", filler="greedy")
    table_with(binh, name="Bàn gần", seats=2, filler="", chips_per_point=0)
    html = lobby_of(an)
    assert html.index("One more player needed") < html.index("Bàn gần") < html.index("Other tables")
    assert html.index("Other tables") < html.index("Bàn xa")


def test_members_see_who_is_here_and_strangers_do_not(an, binh):
    browser(binh)  # has a session that was just seen
    away = member("away")
    browser(away)
    MemberSession.objects.filter(player=away).update(seen_at=timezone.now() - timedelta(minutes=30))
    html = lobby_of(an)
    names = html[html.index("Who is here") :]
    assert "binh" in names and "Cô An" in names and "away" not in names
    browser(member("dao", display_name="Đào"))
    browser(member("zung", display_name="Hải"))
    names = lobby_of(an)
    assert names.rindex("Đào") < names.rindex("Hải")
    assert "Who is here" not in lobby_of(None)


def test_names_lead_members_to_members_and_strangers_nowhere(an, binh):
    table_with(binh)
    link = f'href="/members/{binh.pk}/"'
    assert link in lobby_of(an) and link not in lobby_of(None)


def test_the_front_page_explains_itself_to_a_stranger():
    html = lobby_of(None)
    assert "Play now" in html and "Tứ Sắc, the four-colour card game" in html
    assert 'action="/play"' in html


def test_more_members_cost_the_lobby_no_more_queries(an):
    def queries_of():
        client = browser(an)
        client.get("/")
        with CaptureQueriesContext(connection) as asked:
            client.get("/")
        return len(asked)

    table_with(member("mot"), name="Bàn 1")
    before = queries_of()
    for name in ("hai", "ba", "bon"):
        table_with(member(name), name=f"Bàn {name}")
        browser(Player.objects.get(username=name))
    assert queries_of() == before
